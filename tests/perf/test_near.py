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
    ("wordle", "--effort 3", 7920, 30),
    ("wordle-2023", "--effort 3", 11230, 20),
]
GAPS = [  # the game, the seconds given to near, the largest total and the largest gap in per cent that will do
    ("p4c10n", 1, 26312, 2.0),
    ("p4c9r", 10, 34683, 1.5),
    ("wordle", 60, 7920, 2.0),
    ("wordle --guesses hard", 60, 8116, 3.0),
    ("wordle-2023", 60, 11230, 3.0),
    ("p5c8r", 180, 178599, 2.5),
]
LONG_GAPS = [(game, 900, None, 3.5) for game in ("p6c6r", "p5c9r", "p5c10n")]


def words_of(game: str, folder: Path) -> str:
    """The words of a command that name a game; Wordle is a file in this folder."""
    name, *more = game.split()
    return " ".join((str(wordle(folder)) if name == "wordle" else name, *more))


@pytest.mark.parametrize(("game", "asked", "total", "goal"), GOALS, ids=[goal[0] for goal in GOALS])
def test_near(tell_elapsed: TellElapsed, tmp_path: Path, game: str, asked: str, total: int, goal: int) -> None:
    tell_elapsed(f"near --game {words_of(game, tmp_path)} {asked} --jobs 2", goal, total, None)


@pytest.mark.parametrize(
    ("game", "given", "total", "gap"),
    [*GAPS, *(pytest.param(*gap, marks=pytest.mark.long) for gap in LONG_GAPS)],
    ids=[gap[0] for gap in (*GAPS, *LONG_GAPS)],
)
def test_the_gap_of_near(
    tell_elapsed: TellElapsed, tmp_path: Path, game: str, given: int, total: int | None, gap: float
) -> None:
    tell_elapsed(f"near --game {words_of(game, tmp_path)} --seconds {given} --jobs 2", given, total, gap)


@pytest.mark.parametrize(("game", "goal"), [("p5c8r", 6), ("p6c6r", 10)])
def test_greedy_without_a_matrix(tell_elapsed: TellElapsed, game: str, goal: int) -> None:
    tell_elapsed(f"minavg --game {game}", goal, None, None)
