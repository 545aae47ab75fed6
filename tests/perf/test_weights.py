"""`make bench`: what weights of secrets cost, beside the same without them."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.measuring import ROUNDS, Row, best, seconds
from tests.helpers.words import frequency_classes, wordle
from treebuild.game.game import Game
from treebuild.game.game_file import read_game

BUILD = [sys.executable, "-m", "treebuild", "build"]

SALET = """
import sys, time
from pathlib import Path
from treebuild.game.game_file import read_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.search.goal.objective import Objective
from treebuild.search.engine.game_tables import PreparedGame

for path in sys.argv[1:]:
    game = PreparedGame(reply_matrix(read_game(Path(path))))
    first = game.replies.game.code_index[game.replies.game.parse("salet")]
    walk = Exhaustive(Problem(game, Objective.parse("total"), len(game.everything), first=first))
    start = time.process_time()
    walk.run()
    print(time.process_time() - start)
"""


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


def test_wordle(tell: Callable[[Row], None], tmp_path: Path) -> None:
    """The search alone after SALET, with weights from 1 to 5 by how frequent the letters of a word are."""
    plain = wordle(tmp_path)
    classes = frequency_classes(read_game(plain))
    (tmp_path / "classes.csv").write_text("".join(f"{word},{weight}\n" for word, weight in classes.items()))
    weighted = tmp_path / "weighted.toml"
    weighted.write_text(plain.read_text("utf-8") + 'weights = "classes.csv"\n', "utf-8")
    inside = [sys.executable, "-c", SALET, str(weighted), str(plain)]
    runs = [[float(word) for word in subprocess.check_output(inside).split()] for _ in range(ROUNDS)]
    ours, theirs = map(min, zip(*runs, strict=True))
    tell(Row("Wordle after salet with weights by frequency, beside without", ours, theirs, "5"))
