"""What workers do while the last options of a position are tried does not change what a search finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from time import sleep
from types import SimpleNamespace

import pytest

from tests.helpers.random_games import random_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.kernels.constants import MAX_REPLIES_MARKED
from treebuild.search.engine.tables import PreparedGame
from treebuild.search.problem.objective import Objective
from treebuild.search.problem.vectors import Vector
from treebuild.search.store.results import Result
from treebuild.search.walk.game_search import GameSearch
from treebuild.search.walk.open_node import OpenNode, Part
from treebuild.search.walk.option_parts import OptionParts
from treebuild.search.walk.scheduler import Scheduler
from treebuild.search.walk.scheduling import Evaluator
from treebuild.search.walk.threads import Pool
from treebuild.search.walk.workers import Worker

GAMES, SECRETS = 15, 40


class Slow(Worker):
    """Sleeps now and then before it tries an option, so that the others run out of options."""

    def evaluate(self, search: GameSearch, node: OpenNode, leased: list[tuple[int, int]]) -> list[int]:
        if node.history and sum(guess for _, guess in leased) % 5 == 0:
            sleep(0.02)
        return super().evaluate(search, node, leased)

    def fork(self) -> Worker:
        return Slow(self.solver.fork())


def _solved(seed: int, objective: str, worker: type[Worker], workers: int, replies: int = 4) -> Result:
    game = random_game(Random(seed), SECRETS, replies, others=5, answers=4)
    if seed % 3 == 0:
        game = game.weighted([1 + seed * secret % 5 for secret in range(SECRETS)])
    criteria = Objective.parse(objective)
    search = GameSearch(PreparedGame(reply_matrix(game)), criteria, criteria.limit or SECRETS)
    pool = Pool(worker(search.solver), workers, Worker.fork, Worker.stop)
    search.scheduler = Scheduler(search, pool, None)
    search.run()
    return search.root


OTHERS = "total,limit:5", "limit:5,total", "sixes,total"


@pytest.mark.parametrize(
    "objective", ["total", "fives,total", *(pytest.param(other, marks=pytest.mark.long) for other in OTHERS)]
)
def test_looking_ahead_changes_nothing(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same value and the same first guess, with nodes that are opened ahead and costs that are told early."""
    for name, value in ("MAX_FIRST_REPLIES", 1), ("LARGE_SET", 8), ("FEW_CANDIDATES", 3):
        monkeypatch.setattr(f"treebuild.search.walk.game_search.{name}", value)
    alone = [_solved(seed, objective, Worker, 1) for seed in range(GAMES)]
    done, open_ahead, cost_so_far = Counter[str](), GameSearch.open_ahead, OptionParts._cost_so_far

    def opened(search: GameSearch, part: Part, cutoff: Vector) -> OpenNode | None:
        node = open_ahead(search, part, cutoff)
        done["opened"] += node is not None
        return node

    def told(parts: OptionParts, nodes: dict[object, OpenNode]) -> Vector:
        done["told"] += 1
        return cost_so_far(parts, nodes)

    monkeypatch.setattr(GameSearch, "open_ahead", opened)
    monkeypatch.setattr(OptionParts, "_cost_so_far", told)
    assert any(root.exact for root in alone)
    assert [_solved(seed, objective, Slow, 3) for seed in range(GAMES)] == alone
    assert done["opened"] and done["told"]


@pytest.mark.parametrize(
    "objective", ["total", *(pytest.param(other, marks=pytest.mark.long) for other in ("total,limit:5", "total,sixes"))]
)
def test_scans_bound_parts(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No part costs less than a bound that a scan has raised. With and without them the search finds the same guess."""
    monkeypatch.setattr("treebuild.search.walk.game_search.MAX_FIRST_REPLIES", 1)
    raise_bounds, raised = OptionParts._raise_bounds, Counter[int]()

    def checked(option: OptionParts, cutoff: Callable[[], Vector], worker: Evaluator) -> None:
        before = [*option.parts]
        raise_bounds(option, cutoff, worker)
        for old, part in zip(before, option.parts, strict=True):
            if part.bound > old.bound:
                least = option.search.settle(part.candidates, part.history, option.search.infinite, worker).value
                assert part.bound <= least
                raised[least > part.bound] += 1

    monkeypatch.setattr(OptionParts, "_raise_bounds", checked)
    scanned = [_solved(seed, objective, Worker, 1, MAX_REPLIES_MARKED + 1) for seed in range(GAMES)]
    monkeypatch.setattr(OptionParts, "_scans_tell", lambda option: False)
    assert [_solved(seed, objective, Worker, 1, MAX_REPLIES_MARKED + 1) for seed in range(GAMES)] == scanned
    assert raised[False] and raised[True]


@pytest.mark.parametrize("small", [True, False])
def test_small_parts_are_searched_meanwhile_unless_others_do(small: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of a cluster must not: most of them share a solver."""
    search, settled = GameSearch(PreparedGame(reply_matrix("p4c6r")), Objective.parse("total"), 1296), list[int]()

    def decide(nodes: list[OpenNode], worker: None, when_idle: Callable[[None], None]) -> None:
        when_idle(worker)

    search.scheduler = SimpleNamespace(decide=decide)
    monkeypatch.setattr(search, "settle", lambda candidates, *_: settled.append(len(candidates)))
    parts = OptionParts(search, *search.parts(search.game.everything, (), 7, search.part_bounds))
    parts.side_by_side(None, lambda cost: pytest.fail("no part is known"), small=small)  # type: ignore[arg-type]
    assert settled == [len(parts.parts[0].candidates)] * small
