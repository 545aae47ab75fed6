"""`make bench`: the smallest totals, whole processes with two threads."""

from __future__ import annotations

import pytest

from tests.helpers.measuring import TellElapsed

GOALS = [("p4c9r", 5), ("p4c11n", 18), ("p5c8n", 40), ("p5c6r", 80)]
LONG_GOALS = [("p4c10r", 120), ("p4c12n", 600), ("p5c7r", 1800)]


@pytest.mark.parametrize(
    ("game", "goal"), [*GOALS, *(pytest.param(*goal, marks=pytest.mark.long) for goal in LONG_GOALS)]
)
@pytest.mark.timeout(4 * 3600)
def test_exact(tell_elapsed: TellElapsed, game: str, goal: int) -> None:
    tell_elapsed(f"exact --objective total --game {game} --jobs 2", goal, None, None)
