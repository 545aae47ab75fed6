"""The script of the page: what is committed is what `make bundle` makes of its sources."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import missing, require
from tests.helpers.players import PLAYER, ROOT


@pytest.fixture(scope="module")
def bundler(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that bundles, with terser as the lock file has it."""
    require("node", "npm")
    folder = tmp_path_factory.mktemp("bundle")
    for name in ("package.json", "package-lock.json", "bundle.js"):
        shutil.copy(ROOT / "tools" / "bundle" / name, folder)
    done = subprocess.run(
        ["npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"], cwd=folder, capture_output=True, text=True
    )
    if done.returncode:
        missing(f"npm cannot install terser: {done.stderr.strip().splitlines()[-1:]}")
    return folder / "bundle.js"


def bundled(bundler: Path, player: Path, output: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["node", bundler, player, output], capture_output=True, text=True)


def test_the_committed_script_is_what_the_sources_give(bundler: Path, tmp_path: Path) -> None:
    done = bundled(bundler, PLAYER, tmp_path / "made.js")
    assert (done.returncode, done.stderr) == (0, "")
    committed = PLAYER / "page" / "page.min.js"
    assert (tmp_path / "made.js").read_bytes() == committed.read_bytes(), "the sources have changed: make bundle"


def test_two_files_cannot_declare_the_same_name(bundler: Path, tmp_path: Path) -> None:
    """They are one script."""
    player = tmp_path / "player"
    shutil.copytree(PLAYER, player)
    (player / "page" / "twice.js").write_text("function grow() {}\n")
    done = bundled(bundler, player, tmp_path / "made.js")
    assert done.returncode and "'grow' has already been declared" in done.stderr
    assert not (tmp_path / "made.js").exists()
