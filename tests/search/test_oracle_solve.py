"""Whole games against the reference implementation: `exact.solve`, what it knows of histories, and the hybrids."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from tests.conftest import mostly_long, seeds
from tests.helpers.oracle import RECIPES, SETS, prepared
from tests.helpers.random_games import random_game, round_game, weighted
from tests.helpers.reference_search import Cost, ReferenceSearch, least, reference_of
from tests.helpers.small_games import two_winners
from treebuild.errors import TreebuildError
from treebuild.game import symmetry
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.exact import solve
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import Result
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.slovesnov.hybrid import Hybrid, Recipe
from treebuild.tree.policy import grow

OBJECTIVES = (
    "total",
    "limit:4,total",
    "fives,total",
    "total,fours",
    "deepest",
    "total,deepest",
    "race:1/2/5/1",
    "limit:3",
)
PLANS = ((Source.ALL,), (Source.MEMBERS,), (Source.ALL, Source.ALL, Source.MEMBERS))


def costs_as_the_reference_says(
    replies: Replies, text: str, plan: Sequence[Source], prunings: Prunings, jobs: int
) -> None:
    """Solve a game, and compare the cost claimed, the cost by first reply, and that of the tree grown."""
    objective, everything = Objective.parse(text), tuple(range(len(replies.game.secrets)))
    name = replies.game.name, text, plan, prunings, jobs
    known = least(replies, text, plan)
    if known is None:
        with pytest.raises(TreebuildError):
            solve(replies, objective, plan=plan, prunings=prunings, options=SearchOptions(jobs))
        return
    solution = solve(replies, objective, plan=plan, prunings=prunings, options=SearchOptions(jobs))
    tree = grow(replies, solution.policy)
    greatest, reference = known
    if before := len(objective.without_deepest().vector(1, 1)) if objective.needs_depth else 0:
        greatest = len(solution.cost) - before + 1  # that of a tree that is best by the criteria before `deepest`
        reference = reference_of(replies, objective, greatest, plan)
        deeper = reference_of(replies, objective, greatest + 1, plan).value(everything, 1)
        assert deeper == (*solution.cost[:before], 0, *solution.cost[before:]), name
    assert solution.cost == reference.value(everything, 1), name
    assert reference.cost(solution.first, everything, 1) == solution.cost, name
    weights = replies.game.conditions.weights or (1,) * len(everything)
    by_weight = objective.by_weight(greatest) or (False,)
    charged = [
        [
            cost * (weight if w else 1)
            for cost, w in zip(objective.vector(depth, greatest) or (0,), by_weight, strict=True)
        ]
        for depth, weight in zip(tree.secret_depth.tolist(), weights, strict=True)
    ]
    assert solution.cost == tuple(map(sum, zip(*charged, strict=True))), name
    for reply, part in partition(replies, solution.first, np.array(everything, np.int32)):
        some = tuple(part.tolist())
        expected = reference.at(1, some) if reply == replies.win else reference.value(some, 2)
        assert solution.by_reply[replies.game.replies[reply]] == expected, name


def a_game(choose: random.Random) -> Game:
    """Small enough for the compiled search alone, or large enough for symmetries and several threads."""
    if choose.random() < 0.5:
        replies = choose.choice((3, 4, 6, 9, 16, 17, 33, 64, 65, 200))
        most = {3: 7, 4: 9}.get(replies, 14 if replies < 16 else 22)
        return random_game(
            choose, choose.randint(1, most), replies, winners=choose.randint(1, 2), others=choose.randint(0, 4)
        )
    replies = choose.choice((8, 12, 16, 17, 33, 65))
    return round_game(choose, choose.randint(5, 26), replies, others=choose.choice((0, 1)))


@pytest.mark.parametrize("seed", seeds(1, 46))
@pytest.mark.parametrize("weights", [False, True])
def test_random_games_cost_what_the_reference_says(weights: bool, seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(10 if seed < 6 else 30):
        game = a_game(choose)
        replies = reply_matrix(weighted(choose, game) if weights else game)
        text, plan = choose.choice(OBJECTIVES), choose.choice(PLANS)
        for prunings, jobs in product((Prunings.ALL, choose.choice(SETS)), (1, 2)):
            costs_as_the_reference_says(replies, text, plan, prunings, jobs)


@pytest.mark.parametrize("prunings", SETS)
def test_several_codes_that_win_against_one_secret(prunings: Prunings) -> None:
    """Of two codes that win against a, only the second tells b and c apart: 5, once "proved" to be 6."""
    for plan in PLANS:
        assert solve(reply_matrix(two_winners()), Objective.parse("total"), plan=plan, prunings=prunings).cost == (5,)


RULES = ("p1c1n", "p1c5n", "p2c4n", "p2c6n", "p2c5r", "p3c4n", "p3c3r", "twoD")
REAL = [*product(RULES, ("total", "deepest", "fives,total")), *product(("p2c8n", "p3c5n", "p3c4r"), ("total",))]


@pytest.mark.parametrize(("rules", "text"), mostly_long(REAL, product(RULES, ("total",))))
def test_real_games_cost_what_the_reference_says(rules: str, text: str) -> None:
    """With symmetries, some with more than one first guess to choose from."""
    replies = prepared(rules).replies
    for plan in PLANS[:2]:
        for jobs in (1, 2):
            costs_as_the_reference_says(replies, text, plan, Prunings.ALL, jobs)


# --- what a search knows of histories


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("rules", ["p2c6n", "p3c4n", "p3c4r"])
def test_what_is_found_of_histories_is_true(rules: str, jobs: int) -> None:
    """After a search: values that are the reference's, and bounds that are no more. Several threads write them."""
    tables, objective = prepared(rules), Objective.parse("total")
    problem = Problem(tables, objective, 9)
    Exhaustive(problem, SearchOptions(jobs)).run()
    reference, exact = reference_of(tables.replies, objective, 9, (Source.ALL,)), 0
    for first in tables.firsts.tolist():
        for reply, part in partition(tables.replies, first, tables.everything):
            found = problem.store.get(symmetry.key(tables.symmetry, ((first, reply),)))
            if found is not None and (found.guess >= 0 or len(part) < 40):
                value = reference.value(tuple(part.tolist()), 2)
                assert found.value == value if found.guess >= 0 else found.value <= value, (first, reply)
                exact += found.guess >= 0
    assert exact


def test_a_bound_does_not_take_the_place_of_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread finds the value of a history while this one finds that it costs too much: the value stays."""
    tables = prepared("p3c4n")
    walk = Exhaustive(Problem(tables, Objective.parse("total"), 9))
    store = walk.problem.store
    first = int(tables.firsts[0])
    value = Result((1_000,), 5)
    names = [
        symmetry.key(tables.symmetry, ((first, reply),))
        for reply, _ in partition(tables.replies, first, tables.everything)
        if reply != tables.replies.win
    ]

    def position(*_: object) -> Result:
        for name in names:
            store.put(name, value)
        return Result((999,))

    monkeypatch.setattr(walk, "position", position)
    walk.option(tables.everything, (), first, lambda: walk.problem.infinite, walk.scheduler.first)
    assert [store.get(name) for name in names] == [value] * len(names)


# --- the paper's hybrids


def after_a_second_guess(hybrid: Hybrid, references: list[ReferenceSearch], left: tuple[int, ...], second: int) -> Cost:
    """The value of what is left after two guesses: one plan searches on, of two the better one from move 4 on."""
    thirds = hybrid.thirds(second).tolist()
    if len(references) == 1 or len(left) < 3:
        return references[0].value(left, 3, thirds)
    (third,) = references[0].guesses(left, 3, thirds)
    total = 0.0
    for reply, part in references[0].parts(third, left).items():
        costs = [reference.costs[3] if reply == reference.win else reference.value(part, 4) for reference in references]
        total += min(cost for (cost,) in costs)
    return (total,)


def hybrid_as_the_reference_says(replies: Replies, recipe: Recipe, jobs: int = 1) -> None:
    """Every value after a first reply, from the sets S2 and S3 that the hybrid chooses from."""
    hybrid = Hybrid(replies, recipe, jobs)
    try:
        hybrid.run()
    except TreebuildError:
        hybrid.first = -1
    table: list[Vector] = [(cost,) for cost in hybrid.costs]
    references = [ReferenceSearch(replies, table, plan) for plan in recipe.plans]
    totals = {}
    everything = tuple(range(len(replies.game.secrets)))
    for first in [hybrid.first] if hybrid.first >= 0 else hybrid.game.firsts.tolist():
        hybrid.first = first
        hybrid._thirds.clear()
        for reply, part in references[0].parts(first, everything).items():
            if reply == replies.win:
                continue
            seconds = hybrid.seconds()
            if recipe.first == 2:
                seconds = references[0].guesses(part, 2, seconds)  # type: ignore[assignment]
            values = [references[0].impossible]
            for second in seconds:
                parts = references[0].parts(second, part)
                if len(parts) > 1 or replies.win in parts:
                    values.append(
                        (
                            sum(
                                (
                                    table[2]
                                    if answer == replies.win
                                    else after_a_second_guess(hybrid, references, left, second)
                                )[0]
                                for answer, left in parts.items()
                            ),
                        )
                    )
            totals[first, reply] = min(values)
            if hybrid.found:
                assert (hybrid.found[reply][0],) == min(values), (recipe, first, reply)
    assert totals


@pytest.mark.parametrize("recipe", RECIPES)
def test_hybrids_are_those_of_the_reference(recipe: Recipe) -> None:
    """The games are small, but every recipe of the paper's names and all others are there."""
    for rules in "p2c6r", "p3c5n":
        hybrid_as_the_reference_says(prepared(rules).replies, recipe)


@pytest.mark.long
@pytest.mark.parametrize("rules", ["twoD", "p4c3r", "p3c5r", "p3c6n", "p4c5n", "p4c4r"])
def test_hybrids_of_larger_games(rules: str) -> None:
    for recipe in RECIPES:
        hybrid_as_the_reference_says(prepared(rules).replies, recipe, jobs=2)
