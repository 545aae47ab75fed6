"""Benchmarks run when they are asked for (`make bench`), not with the tests; the ratios that matter come last."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.measuring import ROUNDS, TOTAL, Row, TellElapsed, best, elapsed, seconds

SOURCES = Path(__file__).parents[3] / "shared" / "yardstick"  # beside a checkout, where there is one
FAST = "yardstick"  # the program for processors with AVX-512
REFERENCE = 2.2  # seconds that one takes for `TOTAL` on the machine for which goals in seconds were set


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
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The yardstick, with AVX-512 where this machine has it, else one for any processor; None where there is none."""
    if shutil.which("g++") is None or not SOURCES.is_dir():
        return None
    folder = tmp_path_factory.mktemp("yardstick")
    for program in (folder / FAST, folder / f"{FAST}_portable"):
        source = SOURCES / f"{program.name}.cpp"
        command = ["g++", "-O3", "-march=native", "-std=c++17", str(source), "-o", str(program)]
        if subprocess.run(command, capture_output=True).returncode == 0:
            return program
    return None


@pytest.fixture(scope="session")
def yardstick(compiled: Path | None) -> Path:
    return compiled or pytest.skip("no g++, or no yardstick beside this checkout that compiles here")


@pytest.fixture(scope="session")
def pace(compiled: Path | None) -> float | None:
    """The seconds that the yardstick takes here for the smallest total; None without AVX-512, as for the goals."""
    if compiled is None or compiled.name != FAST:
        return None
    return best(lambda: seconds([str(compiled), *TOTAL]))[0]


@pytest.fixture
def tell_elapsed(tell: Callable[[Row], None], pace: float | None) -> TellElapsed:
    """Run `treebuild build` once and add a row: its elapsed seconds beside the goal, and both as ratios if we can.

    Takes the words of the command, the seconds aimed at, and the largest total and the largest gap in per cent that
    will do, or None.
    """

    def add(words: str, goal: int, most: int | None, gap: float | None) -> None:
        spent, figures = elapsed(words)
        aims = [f"{goal} s" if pace is None else f"{goal / REFERENCE:.1f} ({goal} s)"]
        found = [str(figures["total"])]
        aims += [] if most is None else [str(most)]
        if gap is not None:
            found += [f"at least {figures['near']['bound']}, {100 * figures['near']['gap']:.2f} %"]
            aims += [f"{gap} %"]
        what = " ".join(Path(word).name for word in words.split())  # a game in a file without its folder
        tell(Row(f"{what}, elapsed: {', '.join(found)}", spent, pace, ", ".join(aims)))

    return add
