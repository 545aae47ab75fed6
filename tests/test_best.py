"""The best trees known are sound, and as good as has been proved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.conftest import TREES
from treebuild.cli import app
from treebuild.codec import load, ranked
from treebuild.game.game import Game
from treebuild.publish.best import BEST, STRONGEST, best, strongest
from treebuild.tree.verifier import verify


@pytest.mark.parametrize(("game", "text", "total", "sevens"), [
    (*BEST[0], 26274, None), (*BEST[1], None, 50), (*BEST[2], 5625, None),
])  # fmt: skip
def test_best_trees_replay_to_the_proven_figures(game: str, text: str, total: int | None, sevens: int | None) -> None:
    found = verify(ranked.decode(text.encode(), Game.from_rules(game)))
    assert found.ok
    assert total is None or found.total == total
    assert sevens is None or (found.distribution[7], found.max_depth) == (sevens, 7)


@pytest.mark.parametrize(("game", "text", "most"), [(*BEST[0], 32), (*BEST[1], 64), (*BEST[2], 12)])
def test_sizes_tells_what_they_take(game: str, text: str, most: int, tmp_path: Path) -> None:
    """The aims of the format, by the command that users have, which compares the depth counts too."""
    file = tmp_path / "t.rank"
    file.write_text(text)
    done = CliRunner().invoke(app, ["sizes", str(file), "--game", game, "--json"])
    (record,) = json.loads(done.stdout)
    took = {size["format"]: size["bytes"] for size in record["sizes"]}
    assert took["rank"] == len(text) + 1 <= most + 1 < took["b92i"] < 830 < took["b92"] < took["msgpack"]


def test_a_game_without_a_known_tree_gets_the_rules_own() -> None:
    found = verify(best(Game.from_rules("p3c7n")))
    assert found.ok and found.total / found.secrets < 4.037  # the best player of the blog in seed 000
    assert best(Game.from_rules("mastermind")).total == 5625


def test_the_strongest_is_the_shipped_one() -> None:
    assert (TREES / "p4c10n" / "strongest.rank").read_text().strip() == STRONGEST
    assert strongest("bulls-cows").counts == load(TREES / "p4c10n" / "strongest.msgpack").counts
    assert strongest("mastermind").total == 5625
