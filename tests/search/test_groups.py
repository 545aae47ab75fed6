"""Groups of secrets: the exact and the near-optimal search, and their bounds, against plain recursion."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import numpy as np
import pytest

from tests.conftest import seeds
from tests.helpers.make_proof_vectors import faults
from tests.helpers.near import SMALL
from tests.helpers.ruled import RULES, least_cost, ruled_game
from treebuild import build, verify
from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import exact
from treebuild.search.engine.ruled_solver import RuledSolver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.prices import prices_of
from treebuild.search.near import solve as near
from treebuild.tree.policy import grow

COMBINATIONS = tuple(product(RULES, (False, True), (False, True), (False, True)))


def within(limit: int) -> Callable[[int], tuple[int, ...] | None]:
    """A secret costs its depth, up to a limit."""
    return lambda depth: (depth,) if depth <= limit else None


def check(choose: Random, guesses: str, weights: bool, costs: bool, groups: bool) -> bool:
    """Hold the searches of one game against the recursion, with and without a limit; whether the game has groups."""
    game = ruled_game(choose, guesses, weights=weights, costs=costs, groups=groups and guesses == "identify")
    replies, everything = reply_matrix(game), np.arange(len(game.secrets), dtype=np.int32)
    by_weight, prices = ((True,) if game.conditions.weights else ()), prices_of(replies)
    for text in "total", f"total,limit:{choose.randint(2, 4)}":
        objective = Objective.parse(text)
        greatest = objective.limit or len(game.secrets)
        expected = least_cost(game, within(greatest), by_weight)
        charged = [prices.vector(depth) if prices else (depth,) for depth in range(greatest + 1)]
        solver = RuledSolver(replies, charged, by_weight, prices)
        value, guess = solver.search_position(everything, ())
        assert (None if guess < 0 else solver.encoding.decode(value)) == expected, (game, text)
        if expected is None:
            with pytest.raises(TreebuildError, match="no tree of"):
                exact.solve(replies, objective)
            continue
        assert exact.solve(replies, objective).cost == expected, (game, text)
    return bool(game.conditions.groups)


@pytest.mark.parametrize("seed", seeds(2, 4))
def test_the_least_cost_is_that_of_plain_recursion(seed: int) -> None:
    """Some hundred games with groups, of both kinds: tables of tests, and codes that may be guessed as tests."""
    choose, kinds = Random(f"groups {seed}"), 12 * [*product((False, True), repeat=2)]
    assert sum(check(choose, "identify", weights, costs, True) for weights, costs in kinds) > 25


@pytest.mark.long
@pytest.mark.parametrize("part", range(100))
def test_games_of_every_combination(part: int) -> None:
    """Rules, costs, weights and groups, all that there are: 20,000 games in 100 parts."""
    choose, grouped = Random(f"combinations {part}"), 0
    for _ in range(200 // len(COMBINATIONS)):
        grouped += sum(check(choose, *combination) for combination in COMBINATIONS)
    assert grouped > 3


@pytest.mark.parametrize("seed", seeds(2, 100))
def test_trees_with_groups(seed: int) -> None:
    """Exact trees are best, near-optimal ones no better, and what a search claims of them no tree falls below."""
    choose, total = Random(f"trees {seed}"), Objective.parse("total")
    for _ in range(20):
        game = ruled_game(choose, "identify", weights=choose.random() < 0.5, costs=choose.random() < 0.5, groups=True)
        replies = reply_matrix(game)
        expected = least_cost(game, lambda depth: (depth,), (bool(game.conditions.weights),))
        assert expected is not None
        best, found = exact.solve(replies, total), near.solve(replies, total, 2, efforts=SMALL)
        for solution in best, found:
            tree = grow(replies, solution.policy)
            whole = sum(game.conditions.weights) or len(game.secrets)
            assert verify(tree).ok and tree.cost * game.conditions.cost_unit * whole == solution.cost[0], game
        assert best.cost == expected and found.bound <= expected <= found.cost, game
        for name in "entropy", "minavg", "parts", "minmax", "simple", "random":
            assert verify(build(name, game)).ok, (name, game)


def test_a_group_ends_the_game_sooner() -> None:
    game = faults()
    tree = build("exact", game, objective="total")
    assert tree.counts == (0, 1, 3) and verify(tree).distribution == {1: 0, 2: 1, 3: 3}
    assert build("exact", faults().with_guesses("identify"), objective="total").total == 11
    last = int(tree.end[0])
    assert tree.end[3] == last and tree.solved[last] == 0 and tree.size[last] == 2 and tree.ends(last)


@pytest.mark.parametrize("objective", ["sevens,total", "deepest", "total,deepest"])
def test_groups_are_for_the_total_only(objective: str) -> None:
    with pytest.raises(TreebuildError, match=f"has groups of secrets: expected the objective total.*{objective}"):
        build("exact", faults(), objective=objective)
