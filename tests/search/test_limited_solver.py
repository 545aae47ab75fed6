"""DEEPER: with a depth limit, a guess is first bounded by trees that may be deeper. No value changes by that."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest

from tests.helpers.oracle import prepared
from tests.helpers.random_games import random_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.allowed import Source
from treebuild.search.bounds import Prunings
from treebuild.search.game_search import GameSearch
from treebuild.search.limited_solver import LimitedSolver
from treebuild.search.objective import Objective
from treebuild.search.prepared import PreparedGame
from treebuild.search.solver import StoppedError

OBJECTIVES = ("total,limit:{}", "limit:{},total", "race:1/2/5/1,limit:{}")


def agrees(game: PreparedGame, choose: random.Random, plan: tuple[Source, ...] = (Source.ALL,)) -> int:
    """Ask both solvers the costs of random guesses for random sets; how many of them the deeper trees refuted."""
    limit, refuted = choose.randint(3, 5), 0
    objective = Objective.parse(choose.choice(OBJECTIVES).format(limit))
    without = GameSearch(game, objective, limit, plan, prunings=Prunings.ALL & ~Prunings.DEEPER).solver
    limited = GameSearch(game, objective, limit, plan).solver
    assert isinstance(limited, LimitedSolver) and not isinstance(without, LimitedSolver)
    for _ in range(30):
        size = choose.randint(3, min(60, len(game.everything)))
        candidates = np.array(sorted(choose.sample(range(len(game.everything)), size)), np.int32)
        history = ((0, 0),) * choose.randint(0, limit - 1)  # only its length counts
        guess = np.array([choose.randrange(len(game.replies.matrix))], np.int32)
        exact, found = without.search_position(candidates, history, None, guess)
        for cutoff in {None, max(1, exact + choose.randint(-6, 0)), exact + choose.randint(1, 6)}:
            below = min(limited.infinite, cutoff or limited.infinite)
            value, same = limited.search_position(candidates, history, cutoff, guess)
            if found >= 0 and exact < below:
                assert (value, same) == (exact, found)
            else:
                assert same == -1 and below <= value and min(value, limited.infinite) <= max(exact, below)
                refuted += value < exact
        assert limited.search_position(candidates, history) == without.search_position(candidates, history)
    return refuted


@pytest.mark.parametrize("rules", ["p3c7n", "p4c6n", "p3c5r", "p4c4r", "ends", "wordle", "distinct"])
def test_costs_of_guesses(rules: str) -> None:
    choose, game = random.Random(rules), prepared(rules)
    assert sum(agrees(game, choose) for _ in range(4)) > 0
    agrees(game, choose, (Source.MEMBERS,))


@pytest.mark.parametrize("replies", [3, 16, 17, 33, 65])
def test_costs_of_guesses_in_random_games(replies: int) -> None:
    choose = random.Random(replies)
    for _ in range(4):
        game = random_game(choose, choose.randint(20, 70), replies, others=5)
        agrees(PreparedGame(reply_matrix(game)), choose)
        weighted = game.weighted({game.spell(secret): choose.randint(1, 5) for secret in game.secrets})
        agrees(PreparedGame(reply_matrix(weighted)), choose)


@pytest.mark.parametrize("text", ["total", "limit:5", "sevens", "total,sixes,limit:7", "deepest,limit:7"])
def test_objectives_that_have_no_use_for_it(text: str) -> None:
    assert Objective.parse(text).without_limit() is None


def test_a_limit_too_deep_for_it() -> None:
    game = prepared("p3c5r")
    solvers = [GameSearch(game, Objective.parse(f"total,limit:{limit}"), limit).solver for limit in (61, 62)]
    assert [isinstance(solver, LimitedSolver) for solver in solvers] == [True, False]


def test_a_fork_stops_alone() -> None:
    """Both of its searches read one state, and count in it."""
    game = prepared("p4c6n")
    solver = GameSearch(game, Objective.parse("total,limit:5"), 5).solver
    fork, guess = solver.fork(), np.array([0], np.int32)
    fork.stop()
    with pytest.raises(StoppedError):
        fork.search_position(game.everything, (), None, guess)
    assert solver.nodes == 0
    assert solver.search_position(game.everything, (), 1, guess)[1] == -1 and solver.nodes > 0
    assert solver.limited(solver.nodes + 5, partial(solver.search_position, game.everything, (), None, guess)) is None
    fork.resume()
    assert fork.search_position(game.everything, (), None, guess)[0] == fork.search_position(game.everything, ())[0]
