"""A matrix that is kept by secret alone, as `near` keeps large ones: replies and trees are the same."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.conftest import mostly_long, seeds
from treebuild.game.lookup import find_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.engine.game_tables import PreparedGame, is_arranged
from treebuild.search.engine.solver import Solver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.near import solve
from treebuild.tree.policy import grow

GAMES = ("p3c5r", "p4c6n", "p4c8n", "p4c6r", "p5c5r")


@pytest.mark.parametrize("plan", [Source.ALL, Source.MEMBERS], ids=["all", "members"])
@pytest.mark.parametrize("game", mostly_long(GAMES, GAMES[:1]))
def test_near_finds_the_same_tree(game: str, plan: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    trees = []
    for kept_twice in (1 << 28, 0):
        monkeypatch.setattr(solve, "KEPT_TWICE", kept_twice)
        replies = reply_matrix(find_game(game))
        found = solve.solve(replies, Objective.parse("total"), 2, plan=(plan,))
        tree = grow(replies, found.policy)
        assert replies.has_matrix == bool(kept_twice)
        trees.append((found.cost, found.bound, [*map(bytes, (tree.guess, tree.reply))]))
        del replies, found
    assert trees[0] == trees[1]


@pytest.mark.parametrize("seed", seeds(1, 20))
@pytest.mark.parametrize("game", mostly_long(("p4c6n", "p4c6r", "p3c16n"), ("p4c6r",)))
def test_positions_have_the_same_values_and_guesses(game: str, seed: int) -> None:
    """With lists of guesses and without, also where more than 255 candidates are left."""
    choose, both = random.Random(f"{game} {seed}"), []
    for kept_twice in (1 << 28, 0):
        replies = reply_matrix(find_game(game))
        assert is_arranged(replies.game, kept_twice) == (not kept_twice)
        prepared = PreparedGame(replies, kept_twice=kept_twice)
        both.append((replies, Solver(prepared.tables, [(depth,) for depth in range(12)], len(replies.code_of), 1)))
    (kept, twice), (arranged, once) = both
    codes, every = len(kept.game.codes), np.arange(len(kept.code_of), dtype=np.int32)
    for size in (3, 40, 256, 300):
        some = np.array(sorted(choose.sample(every.tolist(), size)), np.int32)
        few = np.array(sorted(choose.sample(range(codes), 5)), np.int32)
        assert (arranged.to(int(few[0]), some) == kept.to(int(few[0]), some)).all()
        assert (arranged.rows(few, some) == kept.rows(few, some)).all()
        for guesses in few, None if size < 100 else few[:2]:
            assert once.search(some, 2, guesses=guesses) == twice.search(some, 2, guesses=guesses)
    assert b"".join(arranged.in_bytes()) == kept.matrix.tobytes() and not arranged.has_matrix
    assert (arranged.matrix == kept.matrix).all()
