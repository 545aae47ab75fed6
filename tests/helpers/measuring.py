"""Measuring processes by turns, and the rows of the table that `make bench` ends with."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

ROUNDS = 5
TOTAL = ["-obj", "avg", "-order", "0", "-nopre", "-v", "0"]  # the yardstick's words for the smallest total


@dataclass(frozen=True)
class Row:
    """One line of the table: seconds of ours, of the yardstick where there is one, and what is aimed at."""

    what: str
    ours: float
    yardstick: float | None = None
    goal: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        beside = (
            ("", "") if self.yardstick is None else (f"{self.yardstick:.2f} s", f"{self.ours / self.yardstick:.2f}")
        )
        return self.what, f"{self.ours:.2f} s", *beside, self.goal


TellElapsed = Callable[[str, int, int | None, float | None], None]


def elapsed(words: str) -> tuple[float, dict[str, Any]]:
    """The seconds that a whole process of `treebuild build` takes, and the figures of its tree."""
    command = [sys.executable, "-m", "treebuild", "build", *words.split(), "--json"]
    start = time.perf_counter()
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    spent = time.perf_counter() - start
    record = json.loads(printed)[0] if printed[0] == "[" else json.loads(printed.splitlines()[-1])
    return spent, dict(record)


def seconds(command: list[str], **options: Any) -> float:
    """What a process takes of the processor: with one thread, its time on an idle machine."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best(*measures: Callable[[], float]) -> list[float]:
    """The least of what each of these measures, by turns, so that a busy machine is as busy for all.

    The least also leaves out the first run, which may have to compile.
    """
    return [min(found) for found in zip(*([one() for one in measures] for _ in range(ROUNDS)), strict=True)]
