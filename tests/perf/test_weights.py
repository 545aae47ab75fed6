"""`make bench`: what weights of secrets cost, beside the same without them."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.perf.conftest import Row, best, seconds
from treebuild.game.game import Game

BUILD = [sys.executable, "-m", "treebuild", "build"]


def table(folder: Path, game: str, most: int = 100) -> list[str]:
    """The options for a weight from 1 to `most` for every secret, at random."""
    choose, played = random.Random(1), Game.from_rules(game)
    path = folder / "weights.csv"
    path.write_text("".join(f"{played.spell(secret)},{choose.randint(1, most)}\n" for secret in played.secrets))
    return ["--weights", str(path)]


@pytest.mark.parametrize("name", ["minavg", "entropy", "larmouth"])
def test_greedy(tell: Callable[[Row], None], name: str, tmp_path: Path) -> None:
    weights = table(tmp_path, "p4c10n")
    ours, theirs = best(lambda: seconds([*BUILD, name, *weights]), lambda: seconds([*BUILD, name]))
    tell(Row(f"{name} with weights, beside without", ours, theirs, "1.3"))


@pytest.mark.parametrize("game", ["p3c7n", "p4c6n"])
def test_exact(tell: Callable[[Row], None], game: str, tmp_path: Path) -> None:
    """Without symmetries; all of Bulls and Cows is out of reach (docs/weights.md)."""
    exact, weights = [*BUILD, "exact", "--objective", "total", "--game", game], table(tmp_path, game)
    ours, theirs = best(lambda: seconds([*exact, *weights]), lambda: seconds(exact))
    tell(Row(f"total of {game} with weights, beside without", ours, theirs, "20"))


def test_equal_weights(tell: Callable[[Row], None], tmp_path: Path) -> None:
    """The search of a game without weights: what is added is reading the table."""
    exact, weights = [*BUILD, "exact", "--objective", "total"], table(tmp_path, "p4c10n", most=1)
    ours, theirs = best(lambda: seconds([*exact, *weights]), lambda: seconds(exact))
    tell(Row("total of p4c10n with equal weights, beside without", ours, theirs, "1.02"))
