"""A tree costs what its search says, whatever the game and the objective; a store with another guess is found out."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import seeds
from tests.helpers.near import FEW
from tests.helpers.ruled import RULES, ruled_game
from tests.helpers.stores import planted
from treebuild import build
from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import exact
from treebuild.search.goal.objective import Objective
from treebuild.search.near import solve as near
from treebuild.search.store.sqlite import StoreFile
from treebuild.search.walk.claims import check_cost, tree_cost
from treebuild.tree.policy import grow

OBJECTIVES = ("total", "total,deepest", "deepest", "fours,total", "total,limit:4")


@pytest.mark.parametrize("seed", seeds(60, 2000))
def test_trees_cost_what_searches_say(seed: int) -> None:
    choose = random.Random(f"cost {seed}")
    guesses = choose.choice(RULES)
    priced, grouped = choose.random() < 0.4, guesses == "identify" and choose.random() < 0.5
    game = ruled_game(choose, guesses, weights=choose.random() < 0.5, costs=priced, groups=grouped)
    objective = Objective.parse("total" if priced or grouped else choose.choice(OBJECTIVES))
    replies = reply_matrix(game)
    try:
        found = (exact.solve(replies, objective), near.solve(replies, objective, 1, efforts={1: FEW}))
    except TreebuildError:  # no tree keeps the limit
        return
    for solution in found:
        tree = grow(replies, solution.policy)
        assert tree_cost(solution.problem, tree) == solution.cost
        check_cost(solution.problem, solution.cost, tree)


def test_another_cost_is_told() -> None:
    replies = reply_matrix("p3c4r")
    solution = exact.solve(replies, Objective.parse("total"))
    with pytest.raises(TreebuildError, match="its tree costs 206, and is said to cost 205"):
        check_cost(solution.problem, (205,), grow(replies, solution.policy))
    limited = exact.solve(replies, Objective.parse("limit:4"))
    deeper = build("minavg", "p3c4r", first="000")
    assert deeper.max_depth > 4 and tree_cost(limited.problem, deeper) == limited.problem.infinite


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("guess = 5", "contradicts itself"),
        ("guess = 999999", "has a value that is out of range"),
        ("guess = -7", "has a value that is out of range"),
        ("history = '[[1, 200]]'", "has a value that is out of range"),
        ("value = '[1]'", "contradicts itself"),
    ],
)
@pytest.mark.parametrize("algorithm", ["exact", "near"])
def test_a_store_that_somebody_changed(
    algorithm: str, change: str, said: str, tmp_path: Path, passes_only: None
) -> None:
    """It never leads to another tree that is called the best, even where the checksums fit."""
    objective, effort = ("total", None) if algorithm == "exact" else (None, 1)
    path = tmp_path / "a.store"
    with closing(StoreFile(path, min_seconds=0)) as store:
        build(algorithm, "p4c7n", objective=objective, effort=effort, store=store)
    table = "settled" if algorithm == "exact" else "effort"
    planted(path, table, change, "guess >= 0")
    with pytest.raises(TreebuildError, match=said):
        build(algorithm, "p4c7n", objective=objective, effort=effort, store=path)
