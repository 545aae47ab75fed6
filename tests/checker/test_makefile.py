"""The checker in C by itself: `make -C treebuild/checker`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.conftest import require

ROOT = Path(__file__).parents[2]


def test_make_builds_the_checker_and_check_runs_it(tmp_path: Path) -> None:
    require("make", "cc")
    for name in "Makefile", "treecheck.c":
        shutil.copy(ROOT / "treebuild" / "checker" / name, tmp_path)
    proof = ROOT / "trees" / "proofs" / "p4c6r-total.proof"
    done = subprocess.run(
        ["make", "check", f"PROOF={proof}"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "checked: every tree of p4c6r has a total of at least 5625 guesses" in done.stdout
    bad = tmp_path / "bad.proof"
    bad.write_bytes(b"bad")
    assert subprocess.run(["make", "check", f"PROOF={bad}"], cwd=tmp_path, capture_output=True).returncode != 0
    assert subprocess.run(["make", "clean"], cwd=tmp_path, capture_output=True).returncode == 0
    assert not (tmp_path / "treecheck").exists()
