"""The script and the style of the page: what is committed is what `make bundle` makes of their sources."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import missing, require
from tests.helpers.players import PLAYER, ROOT

pytestmark = pytest.mark.long  # npm downloads what bundles


@pytest.fixture(scope="module")
def bundler(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that bundles, with terser and csso as the lock file has them."""
    require("node", "npm")
    folder = tmp_path_factory.mktemp("bundle")
    for name in ("package.json", "package-lock.json", "bundle.js"):
        shutil.copy(ROOT / "tools" / "bundle" / name, folder)
    done = subprocess.run(
        ["npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"], cwd=folder, capture_output=True, text=True
    )
    if done.returncode:
        missing(f"npm cannot install what bundles: {done.stderr.strip().splitlines()[-1:]}")
    return folder / "bundle.js"


def bundled(bundler: Path, player: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["node", bundler, player, folder], capture_output=True, text=True)


def test_what_is_committed_is_what_the_sources_give(bundler: Path, tmp_path: Path) -> None:
    done = bundled(bundler, PLAYER, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for name in "page.min.js", "page.min.css":
        committed = PLAYER / "page" / name
        assert (tmp_path / name).read_bytes() == committed.read_bytes(), "the sources have changed: make bundle"


def test_two_files_cannot_declare_the_same_name(bundler: Path, tmp_path: Path) -> None:
    """They are one script."""
    player = tmp_path / "player"
    shutil.copytree(PLAYER, player)
    (player / "page" / "twice.js").write_text("function grow() {}\n")
    done = bundled(bundler, player, tmp_path)
    assert done.returncode and "'grow' has already been declared" in done.stderr
    assert not (tmp_path / "page.min.js").exists()
