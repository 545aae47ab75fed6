"""`make bench`: greedy trees, warm; and what a user waits for, first run and later ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
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


@pytest.mark.parametrize("state", ["first-ever", "warm"])
def test_build_command(benchmark: Any, tmp_path: Path, state: str) -> None:
    """`treebuild build minavg`, start of the process to the file; first-ever means that nothing is compiled yet."""
    number = iter(range(1000))

    def command(cache: Path) -> None:
        words = [sys.executable, "-m", "treebuild", "build", "minavg", "-o", str(tmp_path / f"{next(number)}.msgpack")]
        subprocess.run(words, env=os.environ | {"NUMBA_CACHE_DIR": str(cache)}, check=True, stdout=subprocess.DEVNULL)

    if state == "warm":
        command(tmp_path / "cache")
        benchmark.pedantic(command, (tmp_path / "cache",), rounds=5)
    else:
        benchmark.pedantic(command, setup=lambda: ((tmp_path / f"cache{next(number)}",), {}), rounds=2)
