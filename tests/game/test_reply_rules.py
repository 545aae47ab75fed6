"""The built-in rules, over any codes and secrets: replies, matrices, symmetries."""

from __future__ import annotations

import random
from itertools import pairwise, permutations, product
from typing import Any

import numpy as np
import pytest
from msgpack import packb

from tests.helpers import naive
from tests.helpers.small_games import in_space
from treebuild.algorithms import build
from treebuild.codec import msgpack
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import replies_to, reply_matrix
from treebuild.game.reply_rules import REPLY_LIMIT, RULES, Rule
from treebuild.game.space import Space
from treebuild.game.symmetry import exchangeable, symmetry_of
from treebuild.tree.verifier import verify

SPACES = (Space(3, 4, True), Space(3, 5, False), Space(3, 4, True, 0), Space(4, 5, False, 3), Space(1, 6, False, 5))


def drawn(choose: random.Random, rule: str, codes: int = 40) -> Game:
    """A game of random codes, some of which are secrets."""
    pegs, symbols = choose.randint(1, 5), choose.randint(2, 5)
    everything = list(product(range(symbols), repeat=pegs))
    some = choose.sample(everything, min(len(everything), choose.randint(2, codes)))
    secrets = choose.sample(some, choose.randint(1, len(some)))
    return Game.from_symbols("drawn", Rule(rule, pegs), "abcde"[:symbols], some, secrets)


@pytest.mark.parametrize("rule", RULES)
def test_replies_and_matrices_are_those_of_the_definition(rule: str) -> None:
    choose = random.Random(rule)
    for game in [in_space(rule, space) for space in SPACES] + [drawn(choose, rule) for _ in range(60)]:
        expected = [[naive.REPLIES[rule](code, secret) for secret in game.secrets] for code in game.codes]
        assert [[game.replies[game.reply(c, s)] for s in game.secrets] for c in game.codes] == expected
        replies = reply_matrix(game)
        assert [[game.replies[reply] for reply in row] for row in replies.matrix.tolist()] == expected
        assert (replies.by_secret == replies.matrix.T).all() and replies.by_secret.flags.c_contiguous
        for guess in range(0, len(game.codes), 7):
            assert replies_to(game, guess, range(len(game.secrets))) == replies.matrix[guess].tolist()


@pytest.mark.parametrize("rule", RULES)
def test_games_at_random(rule: str) -> None:
    """The least total is the oracle's; a document is read with nothing at hand, and written again, as it was."""
    choose = random.Random(f"{rule} at random")
    for _ in range(40):
        game = drawn(choose, rule, codes=9)
        least = build("exact", game, objective="total")
        assert verify(least).ok and least.total == least_total(game, rule)
        for tree in least, build("entropy", game):
            data = msgpack.encode(tree)
            alone = msgpack.decode(data)
            assert verify(alone).ok and alone.counts == tree.counts and repr(alone.game) == repr(game)
            assert msgpack.encode(alone) == msgpack.encode(msgpack.decode(data, game)) == data


def least_total(game: Game, rule: str) -> int:
    codes, secrets = game.codes, game.secrets
    replies = naive.REPLIES[rule]
    answers: Any = [[-1 if code == secret else replies(code, secret) for secret in secrets] for code in codes]
    best = naive.best_costs(lambda depth: (depth,), lambda c, s: answers[c][s], lambda left: range(len(codes)))
    (total,) = best(tuple(range(len(secrets))), 1) or (0,)
    return total


def test_known_words() -> None:
    for guess, secret, marks in (
        ("speed", "abide", "..y.y"), ("speed", "erase", "y.yy."), ("speed", "steal", "g.g.."),
        ("speed", "crepe", ".ygy."),
        ("allee", "angle", "gy..g"), ("abbey", "babes", "yygg."),
    ):  # fmt: skip
        letters = sorted(set(guess + secret))
        rule = Rule("wordle", 5)
        codes = [tuple(map(letters.index, word)) for word in (guess, secret)]
        assert rule.replies[rule.reply(*codes)] == naive.wordle(guess, secret) == marks


@pytest.mark.parametrize("space", SPACES, ids=str)
def test_a_space_knows_itself(space: Space) -> None:
    codes = list(space.codes())
    assert Space.of(codes, space.symbols) == space
    assert len(codes) < 3 or Space.of(codes[1:], space.symbols) != space
    assert Space.of(codes[::-1], space.symbols) is None


def symmetries(game: Game) -> list[dict[tuple[int, ...], tuple[int, ...]]]:
    """By definition: every permutation of pegs and of symbols that keeps codes, secrets and replies.

    Symbols change places only where the rule promises that all may: others are not looked for.
    """
    found = []
    pegs, symbols = len(game.codes[0]), range(len(game.symbols))
    renamed = (
        permutations(symbols) if isinstance(game.rule, Rule) and game.rule.kind.keeps_symbols else [tuple(symbols)]
    )
    for order, names in product(permutations(range(pegs)), renamed):
        image = {code: tuple(names[code[peg]] for peg in order) for code in game.codes}
        if set(image.values()) != set(game.codes) or {image[secret] for secret in game.secrets} != set(game.secrets):
            continue
        if all(game.reply(image[c], image[s]) == game.reply(c, s) for c in game.codes for s in game.secrets):
            found.append(image)
    return found


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("spaces", [(0, None), (2, None), (2, Space(3, 4, False)), (3, None)])
def test_orbits_are_images(rule: str, spaces: tuple[int, Space | None]) -> None:
    game = in_space(rule, SPACES[spaces[0]], spaces[1]) if spaces[1] is None else in_space(rule, SPACES[0], spaces[1])
    if len(game.codes) * len(game.secrets) > 5000:
        game = in_space(rule, Space(3, 4, False, 3))
    symmetry, maps = symmetry_of(reply_matrix(game)), symmetries(game)
    assert len(maps) > 1 or not (RULES[rule].keeps_pegs or RULES[rule].keeps_symbols)
    place = {code: i for i, code in enumerate(game.codes)}
    for history in ((), ((1, 0),), ((1, 0), (5, 1)), ((3, 1), (5, 1))):
        kept = [
            image
            for image in maps
            if sorted((place[image[game.codes[guess]]], reply) for guess, reply in history) == sorted(history)
        ]
        lowest = [min(place[image[code]] for image in kept) for code in game.codes]
        assert symmetry.orbits(history).tolist() == lowest


def test_nothing_is_exchanged_that_does_not_keep_the_game() -> None:
    choose = random.Random(7)
    for _ in range(100):
        game = drawn(choose, choose.choice([*RULES]))
        pegs, symbols = exchangeable(game)
        for classes, of_pegs in ((pegs, True), (symbols, False)):
            for some in classes:
                for a, b in pairwise(some):
                    swap = {a: b, b: a}
                    image = {
                        code: tuple(code[swap.get(i, i)] for i in range(len(code)))
                        if of_pegs
                        else tuple(swap.get(symbol, symbol) for symbol in code)
                        for code in game.codes
                    }
                    assert set(image.values()) == set(game.codes)
                    assert {image[secret] for secret in game.secrets} == set(game.secrets)
                    assert all(game.reply(image[c], image[s]) == game.reply(c, s) for c in image for s in game.secrets)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_keeps_its_promises(rule: str) -> None:
    """Of all codes of three pegs and three symbols; a promise that it does not make, it breaks somewhere."""
    kind, codes = RULES[rule], list(product(range(3), repeat=3))
    pairs = list(product(codes, repeat=2))
    replies = {pair: kind.reply(*pair) for pair in pairs}
    assert all((replies[pair] == len(kind.replies(3)) - 1) == (pair[0] == pair[1]) for pair in pairs)

    def kept(image: Any) -> bool:
        return all(replies[image(guess), image(secret)] == replies[guess, secret] for guess, secret in pairs)

    orders = list(permutations(range(3)))
    assert kind.keeps_pegs == all(kept(lambda code, o=order: tuple(code[peg] for peg in o)) for order in orders)
    assert kind.keeps_symbols == all(
        kept(lambda code, o=order: tuple(o[symbol] for symbol in code)) for order in orders
    )
    assert kind.mutual == all(replies[guess, secret] == replies[secret, guess] for guess, secret in pairs)
    assert kind.space_pegs <= kind.most_pegs


@pytest.mark.parametrize("rule", RULES)
def test_symmetry_changes_no_value(rule: str) -> None:
    """The same game without symmetries, as if from Python code, has the same best trees."""
    for space, secrets in (
        (Space(3, 4, False, 0), None), (Space(2, 4, True, 1), None), (Space(2, 4, True), Space(2, 4, False)),
        (Space(3, 3, True), Space(3, 3, False)), (Space(3, 4, True, 2), None), (Space(4, 5, False, 0), None),
    ):  # fmt: skip
        game = in_space(rule, space, secrets)
        alphabet = range(len(game.replies))
        plain = Game.from_parts("plain", game.codes, game.secrets, game.reply, alphabet, game.win)
        for objective in ("total", "total,deepest", "deepest"):
            if objective == "deepest" and len(game.codes) > 30:
                continue
            found, expected = (build("exact", some, objective=objective) for some in (game, plain))
            assert found.total == expected.total or objective == "deepest"
            assert found.counts == expected.counts or objective == "total"
        for name in ("minavg", "entropy", "parts"):
            assert build(name, game).guess.tolist() == build(name, plain).guess.tolist()


@pytest.mark.parametrize("rule", RULES)
def test_the_most_pegs(rule: str) -> None:
    longest, longer = (Rule(rule, pegs) for pegs in (RULES[rule].most_pegs, RULES[rule].most_pegs + 1))
    assert len(longest.replies) <= REPLY_LIMIT and longest.sums.max() < 1 << 16
    assert longest.pegs == 255 or len(longer.replies) > REPLY_LIMIT


def test_games_that_cannot_be() -> None:
    with pytest.raises(TreebuildError, match="11 pegs have too many replies by wordle: use at most 10"):
        Game.from_symbols("eleven", Rule("wordle", 11), "ab", [(0,) * 11])
    with pytest.raises(TreebuildError, match="no code wins against the secret 'b'"):
        Game.from_symbols("odd", Rule("bulls", 1), "ab", [(0,)], [(1,)])
    with pytest.raises(TreebuildError, match="every code once"):
        Game.from_symbols("odd", Rule("bulls", 1), "ab", [(0,), (0,)])


@pytest.mark.parametrize(
    ("symbols", "message"),
    [
        (["1", "1.1"], "the symbol '1.1' has a dot"),
        (["é", "e\u0301"], "every symbol once, got 'é' 2 times"),
        (["K", "\u212a"], "every symbol once, got 'K' 2 times"),
        (["a", "\u0301"], "are joined into one character"),
        (["🇩", "🇪"], "are joined into one character"),
        (["red", "red "], "every symbol once, got 'red' 2 times"),
    ],
)
def test_no_two_codes_are_spelled_alike(symbols: list[str], message: str) -> None:
    codes = [(0, 1), (1, 0)]
    with pytest.raises(TreebuildError, match=message):
        Game.from_symbols("alike", Rule("bulls", 2), symbols, codes)
    document = msgpack.document(build("minavg", Game.from_symbols("two", Rule("bulls", 2), "ab", codes)))
    space = {"pegs": 2, "symbols": 2, "repeat": False, "not_first": None}
    document["game"]["parts"] |= {"symbols": symbols, "codes": space}
    with pytest.raises(TreebuildError, match=message):
        msgpack.decode(packb(document))


@pytest.mark.parametrize("other", ["e\u0301", "é "])
def test_no_two_names_in_a_table_look_alike(other: str) -> None:
    names, rows = ["é", other], [b"\1\0", b"\0\1"]
    with pytest.raises(TreebuildError, match="every code once, got 'é' 2 times"):
        Game.from_table("alike", names, names, ["no", "yes"], 1, rows)
    with pytest.raises(TreebuildError, match="every reply once, got 'é' 2 times"):
        Game.from_table("alike", ["a", "b"], ["a", "b"], names, 1, rows)
    with pytest.raises(TreebuildError, match="every code once, got 'é' 2 times"):
        Game.from_parts("alike", names, names, lambda guess, secret: guess == secret, [False, True], True)


def test_capital_and_small_letters() -> None:
    game = Game.from_symbols("case", Rule("bulls", 1), "aAB", [(0,), (1,), (2,)])
    assert [game.parse(text) for text in ("a", "A", "B", "b", " B ")] == [(0,), (1,), (2,), (2,), (2,)]
    with pytest.raises(TreebuildError, match="'c' is not a code of case: expected one such as a"):
        game.parse("c")


def test_matrices_of_one_byte() -> None:
    assert all(Rule(rule, 3).numbered.dtype == np.uint8 for rule in RULES)
