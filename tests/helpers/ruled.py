"""Games with a rule of guesses or with costs, drawn at random, and the least cost of their trees by plain recursion."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

from tests.helpers.random_games import random_game
from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.game.positions import History
from treebuild.game.reply_rules import Rule

RULES = ("all", "candidates", "consistent", "hard", "identify")
KINDS = (*RULES, "groups")


def ruled_game(
    choose: Random, guesses: str, *, weights: bool = False, costs: bool = False, groups: bool = False
) -> Game:
    """A small game with this rule of guesses, perhaps with weights of secrets, costs of guesses and groups of secrets.

    Groups are of `identify` alone; a game of two secrets, or whose secrets fall into one group, has none.
    """
    game = _unruled(choose, guesses)
    if weights:
        game = game.weighted([choose.randint(0, 4) for _ in game.secrets[1:]] + [choose.randint(1, 4)])
    game = game.with_guesses(guesses)
    if costs:
        free = set(game.namings) if guesses == "identify" else set()
        paid = [game.spell(code) for i, code in enumerate(game.codes) if i not in free]
        game = game.priced({code: Fraction(choose.randint(1, 9), choose.choice((1, 2, 2, 10))) for code in paid})
    return _grouped(choose, game) if groups else game


def of_kind(choose: Random, kind: str, weights: bool, costs: bool) -> Game:
    """A small game of one of KINDS: with a rule of guesses, or with groups of secrets, which are of `identify`."""
    groups = kind == "groups"
    return ruled_game(choose, "identify" if groups else kind, weights=weights, costs=costs, groups=groups)


def least_total(game: Game) -> int:
    """The least total of a tree of all that the game permits, by weights and costs where it has them."""
    cost = least_cost(game, lambda depth: (depth,), (bool(game.conditions.weights),))
    assert cost is not None
    return cost[0]


def _grouped(choose: Random, game: Game) -> Game:
    count = choose.randint(2, max(len(game.secrets) - 1, 2))
    names = {game.spell(secret): f"group {choose.randrange(count)}" for secret in game.secrets if choose.random() < 0.9}
    if len(set(names.values())) == 1 and len(names) == len(game.secrets):
        return game
    return game.grouped(names)


def _unruled(choose: Random, guesses: str) -> Game:
    if guesses == "identify" and choose.random() < 0.6:
        secrets, replies = choose.randint(2, 7), choose.randint(2, 4)
        rows = list[bytes]()
        while len(rows) < choose.randint(2, 6):
            row = bytes(choose.randrange(replies) for _ in range(secrets))
            rows += [row] * (len(set(row)) > 1)
        names = [f"s{i}" for i in range(secrets)]
        return Game.from_table(
            "tests", [f"t{i}" for i in range(len(rows))], names, [f"r{i}" for i in range(replies)], None, rows
        )
    if guesses in ("all", "candidates", "identify") and choose.random() < 0.5:
        return random_game(choose, choose.randint(2, 6), choose.randint(3, 4), winners=2, others=choose.randint(0, 3))
    rule = Rule("wordle" if guesses == "hard" else choose.choice(("bulls-cows", "bulls", "wordle")), 3)
    words = choose.sample(list(product(range(3), repeat=3)), choose.randint(3, 9))
    some = choose.sample(words, choose.randint(2, min(len(words), 6)))
    return Game.from_symbols("words", rule, "abc", words, some)


def priced_tests(choose: Random, hypotheses: int, tests: int, answers: int) -> Game:
    """A game of identification with priors and costs."""
    rows = list[bytes]()
    while len(rows) < tests:
        row = bytes(choose.randrange(choose.randint(2, answers)) for _ in range(hypotheses))
        rows += [row] * (len(set(row)) > 1)
    names, labels = [f"s{i}" for i in range(hypotheses)], [f"r{i}" for i in range(answers)]
    game = Game.from_table("tests", [f"t{i}" for i in range(tests)], names, labels, None, rows)
    weighted = game.weighted([choose.randint(1, 100) for _ in names])
    return weighted.priced({f"t{i}": Fraction(choose.randint(1, 100), 10) for i in range(tests)})


def least_cost(
    game: Game, vector: Callable[[int], tuple[int, ...] | None], by_weight: tuple[bool, ...] = ()
) -> tuple[int, ...] | None:
    """The least cost of a tree by trying all that `permits` allows; None if there is none within the depths.

    vector(depth) is what a secret costs at a depth, None beyond the limit. In a game with costs these are added up in
    place of that, in units of `Game.cost_unit`, and the vector only says where the limit is. A lone candidate is
    guessed by the cheapest code that wins against it, and one guess ends the game for candidates of one group.
    """
    table = [[game.reply(code, secret) for secret in game.secrets] for code in game.codes]
    weight = game.conditions.weights or [1] * len(game.secrets)
    winners = [[i for i, row in enumerate(table) if row[s] == game.win] for s in range(len(game.secrets))]
    winner = [min(codes, key=game.conditions.cost) for codes in winners]

    def asked(code: int, left: tuple[int, ...]) -> int:
        return game.conditions.costs[code] * sum(weight[secret] for secret in left) if game.conditions.costs else 0

    def solved(secret: int, depth: int) -> tuple[int, ...] | None:
        cost = vector(depth)
        if cost is None or game.conditions.costs:
            return cost and (0,)
        return tuple(
            c * (weight[secret] if by else 1) for c, by in zip(cost, by_weight or (False,) * len(cost), strict=True)
        )

    @cache
    def best(left: tuple[int, ...], turns: frozenset[tuple[int, int]], depth: int) -> tuple[int, ...] | None:
        if vector(depth) is None:
            return None
        history: History = tuple(turns)
        if len(left) == 1 or (game.conditions.groups and len({game.conditions.groups[secret] for secret in left}) == 1):
            ends = [end for end in (solved(secret, depth) for secret in left) if end is not None]
            first, *others = map(sum, zip(*ends, strict=True))
            return (first + asked(winner[left[0]], left), *others)
        found = []
        for code in range(len(game.codes)):
            parts: dict[int, tuple[int, ...]] = {}
            for secret in left:
                parts[table[code][secret]] = (*parts.get(table[code][secret], ()), secret)
            if (len(parts) == 1 and game.win not in parts) or not permits(game, history, left, code):
                continue
            costs = [
                solved(part[0], depth) if reply == game.win else best(part, turns | {(code, reply)}, depth + 1)
                for reply, part in parts.items()
            ]
            if None not in costs:
                first, *others = map(sum, zip(*(cost for cost in costs if cost is not None), strict=True))
                found.append((first + asked(code, left), *others))
        return min(found, default=None)

    return best(tuple(range(len(game.secrets))), frozenset(), 1)
