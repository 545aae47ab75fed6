"""REACH, beside all trees of small games."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from string import ascii_lowercase

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.conftest import seeds
from tests.helpers.random_games import random_game, round_game
from treebuild.game.game import Game
from treebuild.game.positions import History
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.game.symmetry import symmetry_of
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.bounds.reach import A_THIRD, reach
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.exact import solve
from treebuild.search.goal.objective import Objective
from treebuild.search.walk.problem import Problem
from treebuild.tree.policy import grow

RULES = "p2c4n", "p2c3r", "p3c3r", "p3c4n", "p4c2r"
LONG = "p3c4r", "p3c5n"


def most_solved(replies: Replies) -> Callable[[tuple[int, ...], int], int]:
    """The most of some candidates that any tree solves with so many guesses, by trying them all."""
    rows = replies.matrix.tolist()

    @cache
    def most(left: tuple[int, ...], guesses: int) -> int:
        if guesses == 0 or not left:
            return 0
        best = 0
        for row in rows:
            parts = dict[int, list[int]]()
            for secret in left:
                parts.setdefault(row[secret], []).append(secret)
            if len(parts) == 1 and replies.win not in parts:
                continue
            best = max(best, sum(r == replies.win or most(tuple(p), guesses - 1) for r, p in parts.items()))
        return best

    return most


def compared(game: Game, greatest: int) -> int:
    """How many parts of all secrets were compared."""
    replies = reply_matrix(game)
    problem = Problem(PreparedGame(replies), Objective.parse("total"), len(game.secrets))
    bounds = problem.part_bounds
    everything = np.arange(len(game.secrets), dtype=np.int32)
    most, found, seen = most_solved(replies), dict[tuple[int, int], int](), 0
    for guess in range(len(game.codes)):
        for reply, part in partition(replies, guess, everything):
            if reply == replies.win:
                continue
            solved = [most(tuple(part.tolist()), k) for k in range(greatest + 1)]
            for k in range(1, greatest + 1):
                found[reply, k] = max(found.get((reply, k), 0), solved[k])
            if solved[greatest] == len(part):
                # No tree costs less than one that solves as many with every number of guesses.
                least = sum(k * (solved[k] - solved[k - 1]) for k in range(1, greatest + 1))
                assert bounds.part(1, reply, part) <= (least,), (game, guess, reply)
                seen += 1
    for (reply, k), solved_in in found.items():
        row = bounds._reach[reply].tolist()
        limit = row[min(k, len(row)) - 1]
        assert solved_in <= limit, (game, reply, k)
        if k <= 2:  # two guesses solve one secret for every part of the second: it is known which are the most
            assert solved_in == limit, (game, reply, k)
    return seen


@pytest.mark.parametrize("rules", [*RULES, *(pytest.param(rules, marks=pytest.mark.long) for rules in LONG)])
def test_no_tree_of_a_game_of_codes_solves_more(rules: str) -> None:
    assert compared(Game.from_rules(rules), 3)


@pytest.mark.parametrize("seed", seeds(4, 100))
def test_no_tree_of_a_random_game_solves_more(seed: int) -> None:
    choose, seen = random.Random(seed), 0
    for _ in range(10):
        if choose.random() < 0.3:
            game = round_game(choose, choose.randint(3, 8), choose.randint(2, 5), choose.randint(0, 2))
        else:
            game = random_game(choose, choose.randint(2, 9), choose.randint(2, 6), winners=1, others=3)
        seen += compared(game, 3)
    assert seen


@pytest.mark.parametrize(("rules", "fill", "total"), [("p4c6r", 5211, 5625), ("p4c10n", 23709, 26274)])
def test_it_is_closer_than_the_levels_alone(rules: str, fill: int, total: int) -> None:
    replies = reply_matrix(rules)
    problem = Problem(PreparedGame(replies), Objective.parse("total"), len(replies.game.secrets))
    bounds = [
        bounds.ordered(problem.game.everything, 1, problem.game.firsts)[0][0]
        for bounds in (problem.bounds, problem.part_bounds)
    ]
    assert bounds[0] == (fill,)
    assert fill + (total - fill) // 2 <= bounds[1][0] <= total


@pytest.mark.parametrize("rules", ["p4c6r", "p4c8n"])
def test_the_exact_search_finds_the_same_tree_with_fewer_positions(rules: str) -> None:
    replies, objective = reply_matrix(rules), Objective.parse("total")
    without, found = (
        solve(replies, objective, prunings=kept) for kept in (Prunings.ALL & ~Prunings.REACH, Prunings.ALL)
    )
    assert np.array_equal(grow(replies, found.policy).guess, grow(replies, without.policy).guess)
    assert found.problem.solver.nodes < without.problem.solver.nodes


def test_a_game_of_many_codes_and_few_secrets_is_left_alone_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As at the end of a game of words, for the hints: to compare millions of pairs took minutes."""
    chosen = random.Random(4)
    codes = sorted({tuple(chosen.choices(range(26), k=5)) for _ in range(3000)})
    replies = reply_matrix(Game.from_symbols("words", Rule("wordle", 5), ascii_lowercase, codes, codes[:4]))
    symmetry, asked = symmetry_of(replies), list[History]()

    def orbits(history: History = ()) -> NDArray[np.int32]:
        asked.append(history)
        return np.arange(len(codes), dtype=np.int32)

    monkeypatch.setattr(symmetry, "orbits", orbits)
    assert reach(replies, symmetry, ReplyBlocks(replies).sizes, A_THIRD) is None and asked == [()]
