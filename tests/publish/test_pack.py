"""Packing: the promise is kept, the text is short, and it is never longer than the tree's own."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.conftest import seeds
from tests.helpers.command_line import fails, prints
from tests.helpers.random_games import random_game
from treebuild.algorithms import build
from treebuild.codec import load, ranked, save
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.publish.packing import pack
from treebuild.search.exact import solve
from treebuild.search.goal.objective import Objective
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree
from treebuild.tree.verifier import verify


def best(rules: str, objective: str) -> Tree:
    """A proven tree."""
    replies = reply_matrix(Game.from_rules(rules))
    return grow(replies, solve(replies, Objective.parse(objective)).policy)


def replayed(text: bytes, game: Game) -> Tree:
    """The tree of a text, once every secret is replayed through it."""
    tree = ranked.decode(text, game)
    assert verify(tree).ok
    return tree


def test_mastermind_of_the_smallest_total_is_a_word() -> None:
    tree = best("p4c6r", "total")
    assert tree.total == 5625
    text = pack(tree, Objective.parse("total"))
    packed = replayed(text, tree.game)
    assert packed.total == 5625 and packed.max_depth <= tree.max_depth
    assert len(text.strip()) <= 12 < len(ranked.encode(tree))


def test_mastermind_with_fewest_fives() -> None:
    tree = best("p4c6r", "fives")
    told: list[tuple[int, int, str]] = []
    packed = replayed(pack(tree, Objective.parse("fives"), lambda *step: told.append(step)), tree.game)
    assert packed.counts[4:] == tree.counts[4:] == (539,)
    assert told and all(done < parts < 14 and doing.startswith("after ") for done, parts, doing in told)


@pytest.mark.parametrize("objective", ["total", "total,deepest", "deepest", "total,limit:5"])
@pytest.mark.parametrize("rules", ["p3c5n", "p3c4r", "p3c6n"])
def test_proven_trees_stay_as_good(rules: str, objective: str) -> None:
    tree = best(rules, objective)
    wanted = Objective.parse(objective)
    text = pack(tree, wanted)
    packed = replayed(text, tree.game)
    costs = np.array([wanted.vector(depth, tree.max_depth) for depth in range(1, tree.max_depth + 1)])
    assert (np.array(packed.counts) @ costs[: packed.max_depth] == np.array(tree.counts) @ costs).all()
    assert len(text) <= len(ranked.encode(tree))


@pytest.mark.parametrize("algorithm", ["simple", "minmax", "parts"])
def test_a_poor_tree_may_get_better_but_not_worse(algorithm: str) -> None:
    tree = build(algorithm, "p3c6n")
    packed = replayed(pack(tree, Objective.parse("total")), tree.game)
    assert packed.total <= tree.total and packed.max_depth <= tree.max_depth


@pytest.mark.parametrize("algorithm", ["simple", "minmax", "random"])
@pytest.mark.parametrize("rules", ["p1c1n", "p1c6n", "p2c3n", "p3c6n", "p3c4r"])
def test_counts_stay_as_they_are(rules: str, algorithm: str) -> None:
    tree = build(algorithm, rules)
    text = pack(tree)
    packed = replayed(text, tree.game)
    assert packed.counts == tree.counts and packed.guess[0] == tree.guess[0]
    assert len(text) <= len(ranked.encode(tree))


@pytest.mark.parametrize("seed", seeds(4, 300))
def test_a_given_first_guess_is_kept(seed: int) -> None:
    """Also by the tree itself, and by its own text; in games of one secret, which has several winning codes, too."""
    choose = Random(seed)
    game = random_game(
        choose, choose.choice((1, 1, 2, 3, 8)), choose.choice((2, 3, 5)), winners=3, others=choose.randint(0, 3)
    )
    for algorithm, objective in ("minavg", None), ("simple", None), ("exact", "total"):
        first = choose.choice(game.codes)
        try:
            tree = build(algorithm, game, first=game.spell(first), objective=objective)
        except TreebuildError as error:
            assert "tells nothing" in str(error) or "has one secret" in str(error)
            continue
        for text in pack(tree), pack(tree, "total"), ranked.encode(tree):
            assert game.codes[tree.guess[0]] == game.codes[replayed(text, game).guess[0]] == first


def test_the_command_writes_what_it_says(tmp_path: Path) -> None:
    source, target = tmp_path / "tree.msgpack", tmp_path / "tree.rank"
    save(build("minmax", "p3c5n"), source)
    printed = prints("convert", source, target, "--pack", "--keep", "total")
    assert load(target, Game.from_rules("p3c5n")).total <= load(source).total
    assert target.read_text().strip() in printed


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [("tree.b92", 2, "ends in .rank"), ("tree.rank", 1, "name it"), ("tree.rank --keep beauty", 2, "beauty")],
)
def test_the_command_refuses_in_one_line(words: str, code: int, message: str, tmp_path: Path) -> None:
    save(build("minmax", "p2c3n"), tmp_path / "tree.msgpack")
    fails(f"convert tree.msgpack --pack {words}", message=message, code=code, cwd=tmp_path)
    assert not (tmp_path / "tree.rank").exists()
