"""What pre-commit looks for in texts is in no file that is kept: `pre-commit run --all-files` passes."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.conftest import missing

ROOT = Path(__file__).parents[2]
CONFIGURATION = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
(EXCLUDED,) = re.findall(r"^exclude: (\S+)", CONFIGURATION, re.MULTILINE)
HOOKS = re.findall(r"id: (\S+)\n\s+name: .*\n\s+entry: '(.*)'\n(?:\s+args: .*\n)?\s+language: pygrep", CONFIGURATION)


def texts() -> list[Path]:
    """The files that git keeps and pre-commit looks at, without those that are no text."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        missing(f"git cannot list the files of the checkout: {done.stderr.strip()}")
    names = [name for name in done.stdout.split("\0") if name and not re.search(EXCLUDED, name)]
    return [ROOT / name for name in names if (ROOT / name).exists() and b"\0" not in (ROOT / name).read_bytes()[:1024]]


@pytest.mark.parametrize(("name", "pattern"), HOOKS, ids=[name for name, _ in HOOKS])
def test_texts_pass(name: str, pattern: str) -> None:
    expression = re.compile(pattern.encode(), re.MULTILINE)
    assert not [str(path) for path in texts() if expression.search(path.read_bytes())], name


def test_there_are_hooks_for_texts() -> None:
    assert {name for name, _ in HOOKS} == {"trailing-space", "end-of-file", "conflict"}
