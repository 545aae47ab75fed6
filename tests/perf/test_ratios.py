"""`make bench`: what the speed of treebuild is measured by, beside the C++ yardstick in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import treebuild
from tests.perf.conftest import Row, best, seconds

PYTHON = [sys.executable, "-m", "treebuild"]
PROOFS = [
    ("smallest total of Bulls and Cows proved", "total", ["-obj", "avg", "-order", "0"], "1.3"),
    ("fewest sevens proved", "sevens", ["-obj", "sev"], "0.9"),
]
LOAD = """
import numpy, time
start = time.process_time()
from treebuild.search.kernels import native
for name in ("solve", "choose", "spread", "widest", "best_guess"):
    native.entry(name)
print(time.process_time() - start)
"""


@pytest.mark.parametrize(("what", "objective", "options", "aim"), PROOFS, ids=[proof[1] for proof in PROOFS])
def test_proof(
    tell: Callable[[Row], None], yardstick: Path, what: str, objective: str, options: list[str], aim: str
) -> None:
    """Whole processes, one thread each, ours with all it does: kernels loaded, the tree grown and replayed."""
    ours, theirs = best(
        lambda: seconds([*PYTHON, "build", "exact", "--objective", objective]),
        lambda: seconds([str(yardstick), *options, "-nopre", "-v", "0"]),
    )
    tell(Row(what, ours, theirs, aim))


def test_kernels_load(tell: Callable[[Row], None]) -> None:
    """All compiled code, by a process that has loaded NumPy."""
    (ours,) = best(lambda: float(subprocess.check_output([sys.executable, "-c", LOAD])))
    tell(Row("kernels loaded", ours, aim="0.4 s"))


@pytest.mark.parametrize("words", ["--help", "build minavg", "verify trees/p4c10n/minavg.msgpack"])
def test_command(tell: Callable[[Row], None], words: str) -> None:
    (ours,) = best(lambda: seconds([*PYTHON, *words.split()]))
    tell(Row(f"treebuild {words}", ours))


@pytest.mark.parametrize("words", ["build minavg", "build exact --objective total"])
def test_first_run(tell: Callable[[Row], None], words: str, tmp_path: Path) -> None:
    """With a copy of the package in which nothing is compiled yet."""
    copytree(Path(treebuild.__file__).parent, tmp_path / "treebuild", ignore=ignore_patterns("__pycache__"))
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    tell(Row(f"treebuild {words}, first run", seconds([*PYTHON, *words.split()], cwd=tmp_path, env=environment)))
