"""The near-optimal search with a store: it goes on where it was interrupted, and finds the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import mostly_long, seeds
from tests.helpers.near import FEW, NARROWED, drawn
from tests.helpers.ruled import RULES, ruled_game
from tests.helpers.stores import KEY
from tests.helpers.trees import same
from treebuild import build, verify
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import exact
from treebuild.search.goal.objective import Objective
from treebuild.search.near import solve as near
from treebuild.search.near.guesses import PromisingGuesses
from treebuild.search.resources import opened
from treebuild.search.store.inspect import read
from treebuild.search.store.results import Result
from treebuild.search.store.sqlite import StoreFile
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.gap import claimed_bound
from treebuild.tree.policy import grow

TOTAL = Objective.parse("total")


class _InterruptedError(Exception):
    """In place of Ctrl-C, which pytest takes for its own."""


def counted(monkeypatch: pytest.MonkeyPatch, most: int | None = None) -> Callable[[], int]:
    """Count the positions at which guesses are looked for; after `most`, the search is interrupted."""
    choose, calls = PromisingGuesses.choose, list[int]()

    def counting(self: PromisingGuesses, *arguments: object) -> object:
        if most is not None and len(calls) >= most:
            raise _InterruptedError
        calls.append(1)
        return choose(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(PromisingGuesses, "choose", counting)
    return lambda: len(calls)


@pytest.mark.parametrize(("rules", "effort"), mostly_long([("p4c7r", 3), ("p4c10r", 2)], [("p4c7r", 3)]))
@pytest.mark.parametrize("share", mostly_long([0.2, 0.9], [0.9]))
def test_it_goes_on_where_it_was(
    rules: str, effort: int, share: float, tmp_path: Path, passes_only: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tree is the same, and hardly anything is done twice."""
    with monkeypatch.context() as patch:
        whole = counted(patch)
        plain = build("near", rules, effort=effort)
    path, most = tmp_path / "near.store", int(whole() * share)
    with monkeypatch.context() as patch, pytest.raises(_InterruptedError):
        counted(patch, most)
        build("near", rules, effort=effort, store=path)
    by_near = [problem.by_near for problem in read(path).problems]
    with monkeypatch.context() as patch:
        rest = counted(patch)
        tree = build("near", rules, effort=effort, store=path)
    assert same(tree, plain) and verify(tree).ok and tree.total == plain.total
    assert 0 < sum(by_near) <= most and rest() < 1.1 * whole() - most
    with monkeypatch.context() as patch:
        rest = counted(patch)
        assert same(build("near", rules, effort=effort, store=path, jobs=2), plain)
    assert rest() < 0.1 * whole()


@pytest.mark.parametrize("seed", seeds(4, 40))
@pytest.mark.parametrize("guesses", RULES)
def test_games_with_rules_go_on(guesses: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games with costs, weights and groups, interrupted again and again."""
    efforts = {1: FEW, 2: NARROWED}
    choose = random.Random(f"store {guesses} {seed}")
    draw = [choose.random() < 0.5 for _ in range(3)]
    game = ruled_game(choose, guesses, weights=draw[0], costs=draw[1], groups=draw[2] and guesses == "identify")
    replies = reply_matrix(game)
    plain = near.solve(replies, TOTAL, 2, efforts=efforts)
    solution, most = None, 1
    while solution is None:
        with monkeypatch.context() as patch, opened(tmp_path / "near.store") as store, suppress(_InterruptedError):
            counted(patch, most)
            solution = near.solve(replies, TOTAL, 2, options=SearchOptions(store=store), efforts=efforts)
        most += 1
    assert solution.cost == plain.cost and solution.bound >= plain.bound
    assert same(grow(replies, solution.policy), grow(replies, plain.policy)), game


def test_a_value_is_not_lost_to_a_bound(tmp_path: Path) -> None:
    """Two processes may put what they know of a position in any order; another effort or problem has its own."""
    replies, path, value = reply_matrix("p2c3n"), tmp_path / "near.store", Result((9,), 1, ((0, 1),))
    with closing(StoreFile(path)) as one, closing(StoreFile(path)) as two:
        first, second = (file.store(replies, KEY).of_effort("a") for file in (one, two))
        first.put("position", value)
        second.put("position", Result((5,)))
    with closing(StoreFile(path)) as file:
        assert file.store(replies, KEY).of_effort("a").put("position", Result((7,))) == value
        assert file.store(replies, KEY).of_effort("a").get("position") == value
        assert file.store(replies, KEY).of_effort("b").get("position") is None
        assert file.store(replies, replace(KEY, greatest=3)).of_effort("a").get("position") is None


@pytest.mark.parametrize("algorithm", ["exact", "near"])
def test_the_bound_of_the_game_is_kept(algorithm: str, tmp_path: Path) -> None:
    """What one search knows of the whole game is what the next one begins with."""
    path, objective = tmp_path / "a.store", "total" if algorithm == "exact" else None
    assert build(algorithm, "p4c7n", objective=objective, store=path).total == 3639
    lines = list[near.NearLine]()
    build("near", "p4c7n", effort=1, store=path, log=lines.append)
    assert lines[0].bound == (3639,)


@pytest.mark.parametrize("seed", range(30))
def test_a_store_keeps_bounds(seed: int, tmp_path: Path) -> None:
    """A second search begins with the bound of the first, its tree is the same, and an exact search is not misled."""
    efforts = {1: FEW}
    game, path = drawn(random.Random(f"store {seed}")), tmp_path / "near.store"
    replies = reply_matrix(game)
    plain = near.solve(replies, TOTAL, 1, efforts=efforts)
    found = list[near.NearSolution]()
    for _ in range(2):
        with closing(StoreFile(path, min_seconds=0)) as store:
            found.append(near.solve(replies, TOTAL, 1, options=SearchOptions(store=store), efforts=efforts))
    with closing(StoreFile(path, min_seconds=0)) as store:
        best = exact.solve(replies, TOTAL, options=SearchOptions(store=store)).cost
    assert best == exact.solve(replies, TOTAL).cost
    assert {solution.cost for solution in found} == {plain.cost}
    assert plain.bound == found[0].bound <= found[1].bound <= best


def test_a_store_raises_the_bound(tmp_path: Path, passes_only: None) -> None:
    trees = [build("near", "p4c7n", effort=effort, store=tmp_path / "near.store") for effort in (2, 2, 3)]
    bounds = [claimed_bound([tree]) for tree in trees]
    assert bounds[0] is not None and bounds[1] is not None and bounds[2] is not None
    assert bounds[0] <= bounds[1] <= bounds[2] and bounds[0] < bounds[2]
    assert trees[0].total == trees[1].total >= trees[2].total
