"""`make bench`: near-optimal trees, whole processes with two threads, beside the smallest totals that are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.measuring import TellElapsed
from tests.helpers.words import wordle

GOALS = [  # the game, what is asked of near, the largest total that will do, and the seconds it may take
    ("p4c10n", "--effort 3", 26274, 3),
    ("p4c9r", "--effort 3", 34683, 10),
    ("p4c11n", "--effort 3", 43558, 15),
    ("p5c8n", "--effort 3", 34461, 15),
    ("p4c10r", "--effort 3", 55659, 20),
    ("wordle-2023", "--effort 3", 11230, 20),
    ("p5c8r", "--seconds 170", 178599, 180),
]


@pytest.mark.parametrize(("game", "asked", "total", "goal"), GOALS, ids=[goal[0] for goal in GOALS])
def test_near(tell_elapsed: TellElapsed, game: str, asked: str, total: int, goal: int) -> None:
    tell_elapsed(f"near --game {game} {asked} --jobs 2", goal, total)


def test_near_wordle(tell_elapsed: TellElapsed, tmp_path: Path) -> None:
    tell_elapsed(f"near --game {wordle(tmp_path)} --effort 3 --jobs 2", 30, 7920)


@pytest.mark.parametrize(("game", "goal"), [("p5c8r", 6), ("p6c6r", 10)])
def test_greedy_without_a_matrix(tell_elapsed: TellElapsed, game: str, goal: int) -> None:
    tell_elapsed(f"minavg --game {game}", goal, None)
