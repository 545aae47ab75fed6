"""`make bench`: greedy trees in a process that is warm."""

from __future__ import annotations

from typing import Any

import pytest

from treebuild.algorithms import ALGORITHMS, Options
from treebuild.game.game import Game
from treebuild.game.replies import Replies, reply_matrix
from treebuild.search.greedy import SCORES
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree


@pytest.mark.parametrize("name", SCORES)
def test_greedy_tree(benchmark: Any, bulls_cows: Replies, name: str) -> None:
    """Policy and tree, the replies at hand: mmstrat takes 34 to 59 ms."""

    def make() -> Tree:
        algorithm = ALGORITHMS[name]
        return grow(bulls_cows, algorithm.search(bulls_cows, Options()), algorithm.criterion)

    assert benchmark(make).total > 26000


def test_reply_matrix(benchmark: Any) -> None:
    game = Game.from_rules()
    assert benchmark(reply_matrix, game).count == 14
