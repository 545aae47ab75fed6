"""DEEPER: with a depth limit, a guess is first looked for in trees that may be deeper. No value changes by that."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from tests.conftest import mostly_long
from tests.helpers.oracle import prepared
from tests.helpers.random_games import random_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import exact
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.limited_solver import LimitedSolver
from treebuild.search.engine.solver import StoppedError
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import grow

OBJECTIVES = ("total,limit:{}", "limit:{},total", "race:1/2/5/1,limit:{}")
FEW = Handover(refuted=1)  # candidates are enough
WITHOUT = Prunings.ALL & ~Prunings.DEEPER


def refuted(solver: LimitedSolver) -> list[int]:
    """A list to which the solver adds the lower bound of every guess that it refutes among deeper trees."""
    bounds, search = list[int](), solver._deeper.search

    def noted(*given: Any) -> tuple[int, int]:
        value, guess = search(*given)
        if guess < 0:
            bounds.append(value)
        return value, guess

    vars(solver._deeper)["search"] = noted
    return bounds


def agrees(game: PreparedGame, choose: random.Random, plan: tuple[Source, ...] = (Source.ALL,)) -> int:
    """Ask both solvers the costs of random guesses for random sets; how many guesses deeper trees refuted."""
    limit = choose.randint(3, 5)
    objective = Objective.parse(choose.choice(OBJECTIVES).format(limit))
    without = Problem(game, objective, limit, plan, prunings=WITHOUT).solver
    limited = Problem(game, objective, limit, plan, handover=FEW).solver
    assert isinstance(limited, LimitedSolver) and not isinstance(without, LimitedSolver)
    bounds = refuted(limited)
    for _ in range(30):
        size = choose.randint(3, min(60, len(game.everything)))
        candidates = np.array(sorted(choose.sample(range(len(game.everything)), size)), np.int32)
        history = ((0, 0),) * choose.randint(0, limit - 1)  # only its length counts
        guess = np.array([choose.randrange(len(game.replies.matrix))], np.int32)
        value, found = without.search_position(candidates, history, None, guess)
        cutoffs = max(1, value + choose.randint(-6, 0)), value + choose.randint(1, 6), choose.randint(1, 5 * size)
        for cutoff in {None, *cutoffs}:
            below = min(limited.infinite, cutoff or limited.infinite)
            bound, same = limited.search_position(candidates, history, cutoff, guess)
            if found >= 0 and value < below:
                assert (bound, same) == (value, found)
            else:
                assert same == -1 and below <= bound and min(bound, limited.infinite) <= max(value, below)
        assert limited.search_position(candidates, history) == without.search_position(candidates, history)
    return len(bounds)


GAMES = "p3c7n", "p4c6n", "p3c5r", "p4c4r", "ends", "wordle", "distinct"


@pytest.mark.parametrize("rules", mostly_long(GAMES, ["p4c6n", "ends", "wordle"]))
def test_costs_of_guesses(rules: str) -> None:
    choose, game = random.Random(rules), prepared(rules)
    assert sum(agrees(game, choose) for _ in range(4)) > 20
    assert sum(agrees(game, choose, (Source.MEMBERS,)) for _ in range(2)) > 20


@pytest.mark.parametrize("replies", [3, 16, 17, 33, 65])
def test_costs_of_guesses_in_random_games(replies: int) -> None:
    choose = random.Random(replies)
    for _ in range(4):
        game = random_game(choose, choose.randint(20, 70), replies, others=5)
        assert agrees(PreparedGame(reply_matrix(game)), choose) > 0
        weights = {game.spell(secret): choose.choice((0, 1, 2, 5, 1000)) for secret in game.secrets}
        assert agrees(PreparedGame(reply_matrix(game.weighted(weights))), choose) > 0


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("rules", "text"), [("p3c5r", "total,limit:5"), ("p4c6n", "total,limit:5"), ("p3c6r", "race:1/4/20/90,limit:5")]
)
def test_whole_games(rules: str, text: str, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where third guesses are tried one by one, as they are for many candidates: the same trees."""
    replies, objective, used = prepared(rules).replies, Objective.parse(text), list[bool]()
    may_refute = LimitedSolver._may_refute

    def noted(solver: LimitedSolver, *given: Any) -> bool:
        used.append(may_refute(solver, *given))
        return used[-1]

    monkeypatch.setattr(LimitedSolver, "_may_refute", noted)
    options = SearchOptions(jobs=jobs, handover=replace(FEW, large=4, few=3, many_guesses=0))
    found, expected = (
        exact.solve(replies, objective, prunings=prunings, options=options) for prunings in (Prunings.ALL, WITHOUT)
    )
    assert sum(used) > 4
    assert (found.cost, found.by_reply) == (expected.cost, expected.by_reply)
    assert grow(replies, found.policy).guess.tolist() == grow(replies, expected.policy).guess.tolist()


@pytest.mark.parametrize("text", ["total", "limit:5", "sevens", "total,sixes,limit:7", "deepest,limit:7"])
def test_objectives_that_have_no_use_for_it(text: str) -> None:
    assert Objective.parse(text).without_limit() is None


def test_limits_and_costs_that_are_too_large_for_it() -> None:
    game = prepared("p3c5r")
    for limit, used in (61, True), (62, False):
        solver = Problem(game, Objective.parse(f"total,limit:{limit}"), limit).solver
        assert isinstance(solver, LimitedSolver) == used
    for most, used in (100, True), (10**15, False):
        objective = Objective.costs("own", [1, 2, 3, 4, 5, most]).limited(5)
        assert isinstance(Problem(game, objective, 5).solver, LimitedSolver) == used


def test_a_fork_stops_alone() -> None:
    """Both of its searches read one state, and count in it."""
    game = prepared("p4c6n")
    solver = Problem(game, Objective.parse("total,limit:5"), 5, handover=FEW).solver
    fork, guess = solver.fork(), np.array([0], np.int32)
    fork.stop()
    with pytest.raises(StoppedError):
        fork.search_position(game.everything, (), 100, guess)
    assert solver.nodes == 0
    assert solver.search_position(game.everything, (), 1, guess)[1] == -1 and solver.nodes > 0
    assert solver.limited(solver.nodes + 5, partial(solver.search_position, game.everything, (), 2000, guess)) is None
    fork.resume()
    assert fork.search_position(game.everything, (), 2000, guess) == fork.search_position(game.everything, ())
