"""Wordle, a game of 243 replies whose words are in files: greedy trees, the smallest total after SALET."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers import naive
from tests.helpers.command_line import prints
from tests.helpers.words import frequency_classes, wordle
from treebuild import build, load, reply_matrix, verify
from treebuild.codec import ranked
from treebuild.game.game import Game
from treebuild.game.game_file import read_game
from treebuild.search import exact
from treebuild.search.goal.objective import Objective
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wordle(tmp_path_factory.mktemp("wordle"))


@pytest.fixture(scope="module")
def game(path: Path) -> Game:
    return read_game(path)


def test_replies_are_those_of_the_definition(game: Game) -> None:
    replies, choose = reply_matrix(game), random.Random(1)
    assert replies.matrix.shape == (12972, 2315) and len(game.replies) == 243
    for _ in range(3000):
        code, secret = choose.randrange(12972), choose.randrange(2315)
        said = game.replies[int(replies.matrix[code, secret])]
        assert said == naive.wordle(game.spell(game.codes[code]), game.spell(game.secrets[secret]))


def test_greedy_trees(path: Path, game: Game) -> None:
    for name in "minavg", "parts":
        tree = build(name, game, first="salet")
        assert verify(tree).ok and 7920 < tree.total < 8000
    file = path.with_suffix(".msgpack")
    prints("build", "minavg", "--game", path, "-o", file, "--force")
    alone = load(file)
    assert verify(alone).ok and alone.game.left_out == 12972 - len(alone.game.codes)


def test_the_published_texts_are_read_whatever_the_game_is_called(game: Game) -> None:
    """They were made when the check digits went by the name, Wordle."""
    file = Path(__file__).parents[2] / "trees" / "frontier" / "wordle-total.rank"
    for name in "Wordle", "wordle", "my words":
        called = replace(game, name=name)
        assert len(ranked.read(b"AqyHBfKcpX4m", called)[1]) < len(ranked.read(file.read_bytes(), called)[1])


@pytest.mark.long
def test_weights_by_frequency_take_hardly_more_positions(game: Game) -> None:
    """Few symmetries are lost here, so the bounds by weight have to do as well as those that count secrets."""
    plain, weighted = reply_matrix(game), reply_matrix(game.weighted(frequency_classes(game)))
    first, total = game.code_index[game.parse("salet")], Objective.parse("total")
    without, found = (exact.solve(replies, total, first=first) for replies in (plain, weighted))
    assert found.problem.solver.nodes <= 1.5 * without.problem.solver.nodes
    tree, other = grow(weighted, found.policy), grow(weighted, without.policy)
    assert verify(tree).ok and verify(other).ok
    assert found.cost == (weight_of(tree),) and weight_of(tree) < weight_of(other)


def weight_of(tree: Tree) -> int:
    """What the secrets of a tree weigh, each as many times as it takes guesses."""
    return sum(depth * weight for depth, weight in enumerate(tree.weighted_counts, 1))


@pytest.mark.prove
@pytest.mark.timeout(1800)
def test_the_best_tree_after_salet_has_the_published_total(path: Path) -> None:
    """7920, as the best public solver finds; its tree takes 102,960 bytes, and 12.3 KB compressed."""
    tree, text = path.with_name("salet.msgpack"), path.with_name("salet.rank")
    built = prints("build", "exact", "--objective", "total", "--game", path, "--first", "salet", "-o", tree)
    assert "no tree of this game that begins with salet has a smaller total than 7920" in built
    assert json.loads(prints("verify", tree, "--json"))[0]["total"] == 7920
    prints("convert", tree, text, "--pack", "--keep", "total", "--game", path)
    assert len(text.read_bytes()) < 100
    assert json.loads(prints("verify", text, "--json", "--game", path, "--patient"))[0]["total"] == 7920
    print(prints("show", tree, "--sizes", "--game", path))
