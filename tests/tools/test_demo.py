"""`make demo`: all steps of the tour run, and make what they say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.demo import STEPS


@pytest.mark.long
@pytest.mark.timeout(600)
def test_every_step_shows_its_time(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "tools.demo", str(tmp_path / "new")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^-- \d+\.\d s$", done.stdout, re.MULTILINE)) == len(STEPS)
    assert "total 26274" in done.stdout and "ok: all 5040 secrets replayed" in done.stdout
    assert "proved: every tree of p4c10n has a total of at least 26274" in done.stdout
    text = (tmp_path / "new" / "total.rank").read_text("ascii").strip()
    assert len(text) == 24 and f"The tree: {text}." in done.stdout
    advised = re.search(r"play here: (\S+) play --guess$", done.stdout.strip())
    assert advised and Path(advised[1]).is_file()
    assert (tmp_path / "new" / "play.html").stat().st_size > 100_000
