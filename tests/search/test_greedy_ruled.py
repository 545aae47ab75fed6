"""Greedy strategies where a position permits some guesses only, or guesses have costs, against plain Python."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.conftest import seeds
from tests.helpers import naive
from tests.helpers.ruled import KINDS, RULES, of_kind, ruled_game
from treebuild import build, reply_matrix, verify
from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.game.positions import Candidates, History
from treebuild.search.greedy import SCORES, scored
from treebuild.tree.policy import grow


def plain(game: Game, name: str, left: list[int], history: History) -> int:
    """The guess: by score, or by what it gains for its cost, then a candidate, then the lowest."""

    def key(code: int) -> tuple[object, ...]:
        replies = [game.reply(game.codes[code], game.secrets[secret]) for secret in left]
        sizes = [replies.count(reply) for reply in sorted(set(replies))]
        member, cost = game.win in replies, game.conditions.costs[code] if game.conditions.costs else 1
        score = naive.SCORES[name](sizes, member)
        if not game.conditions.costs or name in ("minmax", "crush", "larmouth"):
            return score, cost, not member, code
        gained = {"minavg": lambda: len(left) ** 2 - sum(n * n for n in sizes), "parts": lambda: len(sizes) - 1}[name]()
        return -Fraction(gained, cost) if cost else float("-inf"), not member, code

    def tells(code: int) -> bool:
        replies = {game.reply(game.codes[code], game.secrets[secret]) for secret in left}
        return len(replies) > 1 or game.win in replies

    return min((code for code in range(len(game.codes)) if permits(game, history, left, code) and tells(code)), key=key)


@pytest.mark.parametrize("seed", seeds(2, 40))
@pytest.mark.parametrize("costs", [False, True], ids=["guesses", "costs"])
@pytest.mark.parametrize("guesses", RULES)
def test_greedy_guesses_are_those_of_the_definition(guesses: str, costs: bool, seed: int) -> None:
    choose = Random(f"{seed} {guesses} {costs}")
    for name in ("minavg", "parts", "minmax", "crush", "larmouth", *([] if costs else ["entropy"])):
        game = ruled_game(choose, guesses, costs=costs)
        if guesses in ("all", "candidates") and not game.conditions.costs:
            continue  # these go by the compiled scans
        compare(game, name)


def compare(game: Game, name: str) -> None:
    """Grow the tree of a score and compare each guess."""
    replies = reply_matrix(game)
    policy = scored(replies, name)

    def compared(candidates: Candidates, history: History) -> int:
        guess = policy(candidates, history)
        quick = len(candidates) <= 2 and game.conditions.guesses != "identify" and not game.conditions.costs
        assert guess == (lowest(game, candidates) if quick else plain(game, name, candidates.tolist(), history))
        return guess

    assert verify(grow(replies, compared)).ok


def lowest(game: Game, candidates: Candidates) -> int:
    """The lowest code that wins against the first candidate."""
    secret = game.secrets[int(candidates[0])]
    return next(i for i, code in enumerate(game.codes) if game.reply(code, secret) == game.win)


@pytest.mark.parametrize("name", [*SCORES, "simple", "random"])
def test_every_greedy_tree_keeps_the_rules(name: str) -> None:
    choose = Random(name)
    for kind in KINDS:
        for weights in False, True:
            game = of_kind(choose, kind, weights, choose.random() < 0.5)
            tree = build("greedy-crush" if name == "crush" else name, game)
            assert verify(tree).ok, (game, name)
            assert tree.built is not None and ("per cost" in tree.built.objective) == (
                bool(game.conditions.costs) and name in ("minavg", "entropy", "parts")
            )
