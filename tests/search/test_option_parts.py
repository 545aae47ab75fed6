"""What workers do while the last options of a position are tried does not change what a search finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from time import sleep

import pytest

from tests.conftest import mostly_long
from tests.helpers.random_games import random_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.kernels.constants import MAX_REPLIES_MARKED
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import Result
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.open_node import OpenNode, Part
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.scheduler import Scheduler
from treebuild.search.walk.threads import Pool
from treebuild.search.walk.walk import LocalWorker, Walk

GAMES, SECRETS = 15, 40


class Slow(LocalWorker):
    """Sleeps now and then before it tries an option, so that the others run out of options."""

    def evaluate(self, walk: Walk, node: OpenNode, leased: list[tuple[int, int]]) -> list[int]:
        if node.history and sum(guess for _, guess in leased) % 5 == 0:
            sleep(0.02)
        return super().evaluate(walk, node, leased)


def _walk(seed: int, objective: str, handover: Handover, replies: int = 4) -> Exhaustive:
    game = random_game(Random(seed), SECRETS, replies, others=5, answers=4)
    if seed % 3 == 0:
        game = game.weighted([1 + seed * secret % 5 for secret in range(SECRETS)])
    criteria = Objective.parse(objective)
    prepared = PreparedGame(reply_matrix(game))
    return Exhaustive(Problem(prepared, criteria, criteria.limit or SECRETS, handover=handover))


def _root(walk: Exhaustive) -> Result:
    walk.run()
    return walk.root


OBJECTIVES = "total", "fives,total", "total,limit:5", "limit:5,total", "sixes,total"


@pytest.mark.parametrize("objective", mostly_long(OBJECTIVES, ["total"]))
def test_looking_ahead_changes_nothing(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same value and the same first guess, with nodes that are opened ahead and costs that are told early."""
    walked = Handover(first_replies=1, large=8, few=3)
    alone = [_root(_walk(seed, objective, walked)) for seed in range(GAMES)]
    done, open_ahead, cost_so_far = Counter[str](), Exhaustive.open_ahead, Exhaustive._cost_so_far

    def opened(walk: Exhaustive, part: Part, cutoff: Vector) -> OpenNode | None:
        node = open_ahead(walk, part, cutoff)
        done["opened"] += node is not None
        return node

    def told(walk: Exhaustive, total: Vector, parts: list[Part], nodes: dict[object, OpenNode]) -> Vector:
        done["told"] += 1
        return cost_so_far(walk, total, parts, nodes)

    def by_three(seed: int) -> Result:
        walk = _walk(seed, objective, walked)
        workers = [Slow(walk.problem, walk.problem.solver.fork()) for _ in range(3)]
        walk.scheduler = Scheduler(Pool[LocalWorker].of([*workers], Slow.stop))
        return _root(walk)

    monkeypatch.setattr(Exhaustive, "open_ahead", opened)
    monkeypatch.setattr(Exhaustive, "_cost_so_far", told)
    assert any(root.exact for root in alone)
    assert [by_three(seed) for seed in range(GAMES)] == alone
    assert done["opened"] and done["told"]


def test_how_far_options_are_walked_changes_no_value() -> None:
    """Options after two guesses cost the same by their parts as by the compiled search."""
    compiled, walked = Handover(first_replies=1, large=4, few=3), Handover(first_replies=1, large=4, few=3, walked=3)
    assert [_root(_walk(seed, "total", walked)) for seed in range(GAMES)] == [
        _root(_walk(seed, "total", compiled)) for seed in range(GAMES)
    ]


@pytest.mark.parametrize(
    "objective", ["total", *(pytest.param(other, marks=pytest.mark.long) for other in ("total,limit:5", "total,sixes"))]
)
def test_scans_bound_parts(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No part costs less than a bound that a scan has raised. With and without them the search finds the same guess."""
    walked, raise_bounds, raised = Handover(first_replies=1), Exhaustive._raised, Counter[int]()

    def checked(
        walk: Exhaustive, total: Vector, before: list[Part], cutoff: Callable[[], Vector], worker: LocalWorker
    ) -> tuple[Vector, list[Part]]:
        total, parts = raise_bounds(walk, total, before, cutoff, worker)
        for old, part in zip(before, parts, strict=True):
            if part.bound > old.bound:
                least = walk.settle(part.candidates, part.history, walk.problem.infinite, worker).value
                assert part.bound <= least
                raised[least > part.bound] += 1
        return total, parts

    def roots() -> list[Result]:
        return [_root(_walk(seed, objective, walked, MAX_REPLIES_MARKED + 1)) for seed in range(GAMES)]

    monkeypatch.setattr(Exhaustive, "_raised", checked)
    scanned = roots()
    monkeypatch.setattr(Exhaustive, "_scans_tell", lambda walk: False)
    assert roots() == scanned
    assert raised[False] and raised[True]


@pytest.mark.parametrize("small", [True, False])
def test_small_parts_are_searched_meanwhile_unless_others_do(small: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of a cluster must not: most of them share a solver."""
    problem, settled = Problem(PreparedGame(reply_matrix("p4c6r")), Objective.parse("total"), 1296), list[int]()
    walk = Exhaustive(problem)

    def decide(nodes: list[OpenNode], worker: None, when_idle: Callable[[None], None]) -> None:
        when_idle(worker)

    monkeypatch.setattr(walk, "decide", decide)
    monkeypatch.setattr(walk, "settle", lambda candidates, *_: settled.append(len(candidates)))
    total, parts = problem.known_parts(problem.game.everything, (), 7, problem.part_bounds)
    worker = walk.scheduler.first
    walk.side_by_side(total, parts, worker, lambda cost: pytest.fail("no part is known"), small=small)
    assert settled == [len(parts[0].candidates)] * small
