"""`make bench`: what the speed of treebuild is measured by, beside the C++ yardstick in the same run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.perf.conftest import Row, best, seconds

PYTHON = [sys.executable, "-m", "treebuild"]
PROOFS = [
    ("smallest total of Bulls and Cows proved", "total", ["-obj", "avg", "-order", "0"], 1.3),
    ("fewest sevens proved", "sevens", ["-obj", "sev"], 0.9),
]
LOAD = """
import numba, time
start = time.perf_counter()
import treebuild.algorithms, treebuild.search.solver
print(time.perf_counter() - start)
"""


@pytest.mark.parametrize(("what", "objective", "options", "aim"), PROOFS, ids=[proof[1] for proof in PROOFS])
def test_proof(
    tell: Callable[[Row], None], yardstick: Path, what: str, objective: str, options: list[str], aim: float
) -> None:
    """Whole processes, one thread each, ours with all it does: kernels loaded, the tree grown and replayed."""
    ours, theirs = best(
        lambda: seconds([*PYTHON, "build", "exact", "--objective", objective]),
        lambda: seconds([str(yardstick), *options, "-nopre", "-v", "0"]),
    )
    tell(Row(what, ours, theirs, aim))


def test_kernels_load(tell: Callable[[Row], None]) -> None:
    """Seconds that `import` takes with Numba at hand and everything compiled before."""
    (ours,) = best(lambda: float(subprocess.check_output([sys.executable, "-c", LOAD])))
    tell(Row("kernels loaded", ours, aim=0.4))


@pytest.mark.parametrize("words", ["--help", "build minavg", "verify trees/p4c10n/minavg.msgpack"])
def test_command(tell: Callable[[Row], None], words: str) -> None:
    (ours,) = best(lambda: seconds([*PYTHON, *words.split()]))
    tell(Row(f"treebuild {words}", ours))
