"""`make bench`: near-optimal trees, whole processes with two threads, beside the smallest totals that are known."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.words import wordle
from tests.perf.conftest import Row

BUILD = [sys.executable, "-m", "treebuild", "build"]
GOALS = [  # the game, what is asked of near, the largest total that will do, and the seconds it may take
    ("p4c10n", "--effort 3", 26274, 3),
    ("p4c9r", "--effort 3", 34683, 10),
    ("p4c11n", "--effort 3", 43558, 15),
    ("p5c8n", "--effort 3", 34461, 15),
    ("p4c10r", "--effort 4", 55659, 20),
    ("wordle-2023", "--effort 3", 11230, 20),
    ("p5c8r", "--seconds 170", 178599, 180),
]


def whole(words: str) -> tuple[float, int]:
    """The seconds that a whole process takes, and the total of its tree."""
    start = time.perf_counter()
    printed = subprocess.run([*BUILD, *words.split(), "--json"], check=True, capture_output=True, text=True).stdout
    spent = time.perf_counter() - start
    record = json.loads(printed)[0] if printed[0] == "[" else json.loads(printed.splitlines()[-1])
    return spent, int(record["total"])


@pytest.mark.parametrize(("rules", "asked", "total", "goal"), GOALS, ids=[goal[0] for goal in GOALS])
def test_near(tell: Callable[[Row], None], rules: str, asked: str, total: int, goal: int) -> None:
    spent, found = whole(f"near --game {rules} {asked} --jobs 2")
    tell(Row(f"near {rules} {asked}, elapsed: {found}", spent, goal=f"{goal} s, {total}"))


def test_near_wordle(tell: Callable[[Row], None], tmp_path: Path) -> None:
    spent, found = whole(f"near --game {wordle(tmp_path)} --effort 3 --jobs 2")
    tell(Row(f"near Wordle --effort 3, elapsed: {found}", spent, goal="30 s, 7920"))


@pytest.mark.parametrize(("rules", "goal"), [("p5c8r", 6), ("p6c6r", 10)])
def test_greedy_without_a_matrix(tell: Callable[[Row], None], rules: str, goal: int) -> None:
    spent, found = whole(f"minavg --game {rules}")
    tell(Row(f"minavg {rules}, elapsed: {found}", spent, goal=f"{goal} s"))
