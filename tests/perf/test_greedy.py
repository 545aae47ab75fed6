"""`make bench`: greedy trees in a process that is warm."""

from __future__ import annotations

from typing import Any

import pytest

from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.search.greedy import SCORES, scored
from treebuild.tree.policy import grow


@pytest.mark.parametrize("name", SCORES)
def test_greedy_tree(benchmark: Any, bulls_cows: Replies, name: str) -> None:
    """Policy and tree, the replies at hand: mmstrat takes 34 to 59 ms."""
    assert benchmark(lambda: grow(bulls_cows, scored(bulls_cows, name))).total > 26000


def test_reply_matrix(benchmark: Any) -> None:
    game = Game.from_rules()
    assert benchmark(reply_matrix, game).count == 14
