"""`make bench`: proofs of the optimum in a process that is warm, and the paper's trees."""

from __future__ import annotations

from typing import Any

import pytest

from tools import paper_figures as paper
from treebuild.algorithms import Run, algorithm
from treebuild.game.reply_matrix import Replies
from treebuild.search import exact
from treebuild.search.goal.objective import Objective
from treebuild.search.walk.search_options import SearchOptions
from treebuild.slovesnov.hybrid import PAPER


@pytest.mark.parametrize(("objective", "cost"), [("total", (26274,)), ("sevens", (50,))])
def test_exact_treebuild(benchmark: Any, bulls_cows: Replies, objective: str, cost: tuple[int, ...]) -> None:
    found = benchmark.pedantic(exact.solve, (bulls_cows, Objective.parse(objective)), rounds=3, warmup_rounds=1)
    assert found.cost == cost


@pytest.mark.parametrize("jobs", [1, 2])
def test_exact_sevens_total(benchmark: Any, bulls_cows: Replies, jobs: int) -> None:
    arguments = (bulls_cows, Objective.parse("sevens,total"))
    found = benchmark.pedantic(exact.solve, arguments, {"options": SearchOptions(jobs)}, rounds=3, warmup_rounds=1)
    assert found.cost == (50, 26450)


@pytest.mark.parametrize("name", PAPER)
def test_paper(benchmark: Any, bulls_cows: Replies, name: str) -> None:
    """Each of the paper's algorithms with two jobs; the paper's own seconds (2011) where it tells them."""
    benchmark.extra_info["paper_seconds"] = paper.SECONDS.get(name, "")
    search = algorithm(name).search
    benchmark.pedantic(search, (bulls_cows, Run(search=SearchOptions(2))), rounds=1)
