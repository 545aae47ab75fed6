"""Benchmarks run when they are asked for (`make bench`), not with the tests; the ratios that matter come last."""

from __future__ import annotations

import resource
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

SOURCES = Path(__file__).parents[3] / "shared" / "yardstick"  # beside a checkout, where there is one
ROUNDS = 5


@dataclass(frozen=True)
class Row:
    """One line of the table: processor seconds of ours, of the yardstick where there is one, and what is aimed at."""

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


HEAD = (f"processor time, the best of {ROUNDS} runs", "treebuild", "yardstick", "ratio", "goal")
ROWS = pytest.StashKey[list[Row]]()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return None if config.getoption("benchmark_enable") else True


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The table of ratios, after pytest-benchmark's own."""
    table = [HEAD, *(row.cells for row in config.stash[ROWS])]
    if len(table) > 1:
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        terminalreporter.section("ratios")
        for what, *cells in table:
            numbers = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
            terminalreporter.write_line("   ".join((what.ljust(widths[0]), *numbers)))


@pytest.fixture
def tell(pytestconfig: pytest.Config) -> Callable[[Row], None]:
    """Add a row to the table."""
    return pytestconfig.stash[ROWS].append


@pytest.fixture(scope="session")
def yardstick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The yardstick, compiled: with AVX-512 where this machine has it, else one for any processor."""
    if shutil.which("g++") is None or not SOURCES.is_dir():
        pytest.skip("no g++, or no yardstick beside this checkout")
    program = tmp_path_factory.mktemp("yardstick") / "yardstick"
    for source in ("yardstick.cpp", "yardstick_portable.cpp"):
        command = ["g++", "-O3", "-march=native", "-std=c++17", str(SOURCES / source), "-o", str(program)]
        if subprocess.run(command, capture_output=True).returncode == 0:
            return program
    pytest.skip("the yardstick does not compile here")


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
