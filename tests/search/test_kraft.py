"""KRAFT: what trees of tests cost at least, against all trees of small games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tests.conftest import seeds
from tests.helpers.ruled import least_total, ruled_game
from treebuild.game.game import Game
from treebuild.game.reply_matrix import partition, reply_matrix
from treebuild.search.bounds.kraft import KraftBounds, least_by_information
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.goal.objective import Objective
from treebuild.search.walk.problem import Problem


def bounds_of(game: Game) -> KraftBounds | None:
    """The bounds of a game; None where its tests do not tell all apart, or cannot be counted."""
    problem = Problem(PreparedGame(reply_matrix(game)), Objective.parse("total"), len(game.secrets))
    plain = problem.bounds
    if not plain.counts_tests:
        return None
    return KraftBounds(plain.replies, plain.cap, plain.costs, plain.by_weight, plain.prices)


def after(game: Game, code: int, reply: int) -> Game | None:
    """The game of the secrets that give this reply; None where they are one."""
    left = [s for s, secret in enumerate(game.secrets) if game.reply(game.codes[code], secret) == reply]
    if len(left) < 2:
        return None
    played = game.conditions
    weights, groups = (tuple([some[s] for s in left]) if some else () for some in (played.weights, played.groups))
    if played.weights and not sum(weights):
        return None
    played = replace(played, weights=weights, groups=groups)
    return replace(game, rule=None, secrets=tuple([game.secrets[s] for s in left]), conditions=played)


@pytest.mark.parametrize("groups", [False, True])
@pytest.mark.parametrize("costs", [False, True])
@pytest.mark.parametrize("seed", seeds(1, 40))
def test_no_tree_costs_less(seed: int, costs: bool, groups: bool) -> None:
    choose = Random(f"kraft {seed} {costs} {groups}")
    looked_at = 0
    while looked_at < 12:
        game = ruled_game(choose, "identify", weights=choose.random() < 0.5, costs=costs, groups=groups)
        bounds = bounds_of(game)
        if bounds is None or (groups and not game.conditions.groups):
            continue
        looked_at += 1
        replies = reply_matrix(game)
        everything = np.arange(len(game.secrets), dtype=np.int32)
        assert bounds.whole(everything)[0] <= least_total(game), game
        for guess in bounds.tests.tolist():
            for reply, part in partition(replies, guess, everything):
                rest = after(game, guess, reply)
                if rest is not None:  # depth 2 counts what the cheapest first test costs
                    earlier = (bounds.costs[2][0] - bounds.costs[1][0]) * sum(rest.secret_weights)
                    assert bounds.part(2, reply, part)[0] - earlier <= least_total(rest), (game, guess, reply)


def test_it_is_what_a_tree_costs_where_every_test_halves() -> None:
    """Eight hypotheses and three tests, all of which every tree has to ask."""
    rows = [bytes(secret >> bit & 1 for secret in range(8)) for bit in range(3)]
    game = Game.from_table("eight", ["a", "b", "c"], [f"s{i}" for i in range(8)], ["no", "yes"], None, rows)
    priced = game.priced({"a": 2, "b": 3, "c": 7})
    bounds = bounds_of(priced)
    assert bounds is not None and bounds.whole(np.arange(8, dtype=np.int32)) == (8 * 12,) == (least_total(priced),)


def test_it_goes_by_information_for_each_unit_of_cost() -> None:
    """A cheap test of two answers, and one of four that tells more for its cost."""
    costs, answers = np.array([2, 3]), np.array([2, 4])
    assert least_by_information([1] * 4, costs, answers) == 4 * 3
    assert least_by_information([1] * 8, costs, answers) == 8 * 5
    assert least_by_information([1] * 16, costs, answers) == 16 * 5  # more than both tell: no tree is there
    assert least_by_information([4, 0, 0], costs, answers) == 0
    assert least_by_information([3, 1], np.array([1000]), np.array([2])) == 3246  # 4 * 811.28
