"""`make bench`: rules of guesses and costs, in a process that is warm."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.helpers.ruled import priced_tests
from tests.helpers.words import wordle
from treebuild.game.game_file import read_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import exact
from treebuild.search.goal.objective import Objective
from treebuild.search.near import solve as near


@pytest.mark.parametrize(("guesses", "total"), [("hard", 8122), ("consistent", 8125)])
def test_salet(benchmark: Any, guesses: str, total: int, tmp_path: Path) -> None:
    """Tables and symmetries included: the search alone takes some tenths of a second."""
    replies = reply_matrix(read_game(wordle(tmp_path)).with_guesses(guesses))
    first = replies.game.code_index[replies.game.parse("salet")]
    objective = Objective.parse("total,limit:6")
    found = benchmark.pedantic(exact.solve, (replies, objective), {"first": first}, rounds=3, warmup_rounds=1)
    assert found.cost == (total,)


@pytest.mark.parametrize("seed", range(3))
def test_near_identification(benchmark: Any, seed: int) -> None:
    """200 hypotheses and 100 tests of two to four answers, with priors and costs."""
    replies = reply_matrix(priced_tests(Random(seed), 200, 100, 4))
    benchmark.pedantic(near.solve, (replies, Objective.parse("total")), rounds=3, warmup_rounds=1)


@pytest.mark.parametrize(("hypotheses", "tests"), [(24, 12), (32, 16), (40, 20)])
def test_exact_identification(benchmark: Any, hypotheses: int, tests: int) -> None:
    """Yes-no tests, with priors and costs."""
    replies = reply_matrix(priced_tests(Random(hypotheses), hypotheses, tests, 2))
    benchmark.pedantic(exact.solve, (replies, Objective.parse("total")), rounds=3, warmup_rounds=1)
