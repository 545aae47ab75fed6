"""The best trees known are sound, and as good as has been proved."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import TREES, mostly_long
from tests.helpers.command_line import prints
from treebuild import build
from treebuild.codec import load, ranked
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.publish.best import BEST, SHOWN, STRONGEST, best, is_quick, strongest
from treebuild.tree.verifier import verify

DIAGNOSIS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"


@pytest.mark.parametrize(("game", "text", "total", "sevens"), [
    (*BEST[0], 26274, None), (*BEST[1], None, 50), (*BEST[2], 5625, None),
])  # fmt: skip
def test_best_trees_replay_to_the_proven_figures(game: str, text: str, total: int | None, sevens: int | None) -> None:
    found = verify(ranked.decode(text.encode(), Game.from_rules(game)))
    assert found.ok
    assert total is None or found.total == total
    assert sevens is None or (found.distribution[7], found.max_depth) == (sevens, 7)


SIZES = [(*BEST[0], 32), (*BEST[1], 64), (*BEST[2], 12)]


@pytest.mark.parametrize(("game", "text", "most"), mostly_long(SIZES, SIZES[-1:]))
def test_sizes_tells_what_they_take(game: str, text: str, most: int, tmp_path: Path) -> None:
    """The goals of the format, by the command that users have, which compares the depth counts too."""
    file = tmp_path / "t.rank"
    file.write_text(text)
    (record,) = json.loads(prints("show", file, "--sizes", "--game", game, "--json"))
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


@pytest.mark.parametrize("rules", mostly_long(["p4c10n", "p3c10n", "p4c6r"], ["p3c10n", "p4c6r"]))
def test_the_trees_that_are_shown_are_the_best_of_their_kind(rules: str) -> None:
    """Proven figures, and the fewest secrets at every depth that searches have found (trees/RESULTS.md)."""
    trees = {kind: ranked.decode(text.encode(), game) for kind, game, text in SHOWN if game == rules}
    assert all(verify(tree).ok for tree in trees.values())
    assert {kind: " ".join(map(str, tree.counts)) for kind, tree in trees.items()} == {
        "p4c10n": {
            "bestAverage": "1 7 60 665 2492 1746 69",
            "neverMore": " ".join(map(str, ranked.decode(BEST[1][1].encode(), "p4c10n").counts)),
            "inRaces": "1 4 48 693 2527 1623 144",
        },
        "p3c10n": {"bestAverage": "1 4 21 134 394 165 1", "neverMore": "1 5 19 127 403 165"},
        "p4c6r": {"bestAverage": "1 8 80 668 538 1", "neverMore": "1 8 77 671 539"},
    }[rules]


def test_only_these_games_are_shown() -> None:
    assert {game for _, game, _ in SHOWN} == {"p4c10n", "p3c10n", "p4c6r"}


def test_of_games_with_rules_the_best_known_is_searched_where_that_is_quick() -> None:
    """The fault finding of the guide: greedy trees cost 6.6 % more than the best."""
    game = find_game(DIAGNOSIS / "car.toml")
    assert best(game).cost == build("exact", game, objective="total").cost
    assert best(game, searched=0).cost == build("minavg", game).cost > build("exact", game, objective="total").cost


def test_hints_and_reviews_wait_for_the_trees_of_wordle_but_not_of_larger_lists() -> None:
    """Symmetries make larger games quick."""
    wordle = find_game("wordle")
    assert is_quick(wordle) and is_quick(find_game("p5c9n"))
    assert not is_quick(replace(wordle, secrets=wordle.codes)) and not is_quick(find_game("p5c8r"))
