"""A worker tries the options of positions, with a solver of its own: one worker a thread."""

from __future__ import annotations

from functools import partial

from treebuild.search.game_search import GameSearch
from treebuild.search.open_node import OpenNode
from treebuild.search.solver import PositionSolver

IDLE_SECONDS = 0.01  # until a worker that has nothing to do looks for options again


class Worker:
    """Tries options in this process, one at a time. Two workers must not share a solver."""

    def __init__(self, solver: PositionSolver) -> None:
        self.solver = solver

    def lease_size(self, node: OpenNode) -> int:
        """How many options of a node it takes at a time."""
        return 1

    @property
    def idle_seconds(self) -> float:
        """How long it waits until it looks for options again, if it found none."""
        return IDLE_SECONDS

    def evaluate(self, search: GameSearch, node: OpenNode, leased: list[tuple[int, int]]) -> list[int]:
        """Try options of a node, each given by its index and guess, and report them. Returns those it did not try."""
        for index, guess in leased:
            cutoff = partial(node.cutoff, index)
            node.report(index, search.option(node.candidates, node.history, guess, cutoff, self))
        return []

    def fork(self) -> Worker:
        """Another worker, for another thread."""
        return Worker(self.solver.fork())

    def stop(self) -> None:
        """Make what it does raise StoppedError soon."""
        self.solver.stop()
