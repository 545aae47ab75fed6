"""Where there is no library and nothing can be written, kernels are compiled all the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import treebuild

IGNORED = ("__pycache__", "*.so", "*.dylib", "*.dll")  # bytecode, and libraries: numba has to compile


@pytest.mark.long
def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A package that cannot be written, and a user whose home is no folder."""
    shutil.copytree(Path(treebuild.__file__).parent, tmp_path / "treebuild", ignore=shutil.ignore_patterns(*IGNORED))
    (
        tmp_path / "treebuild" / "search" / "kernels" / "native" / "__pycache__"
    ).touch()  # root, who runs CI, may write in folders
    done = subprocess.run(
        [sys.executable, "-B", "-m", "treebuild", "build", "minavg", "--game", "p2c3n"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "HOME": os.devnull, "XDG_CACHE_HOME": os.devnull},
    )
    assert done.returncode == 0 and "ok: all 6 secrets replayed" in done.stdout
    assert done.stderr.count("\n") == 1 and "compiled code cannot be kept" in done.stderr
