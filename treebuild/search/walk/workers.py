"""A worker tries the options of positions, with a solver of its own: one worker a thread."""

from __future__ import annotations

from functools import partial
from threading import Event
from time import thread_time

from treebuild.search.engine.solver import PositionSolver
from treebuild.search.walk.game_search import GameSearch
from treebuild.search.walk.open_node import OpenNode

IDLE_SECONDS = 0.01  # until a worker that has nothing to do looks for options again


class Worker:
    """Tries options in this process, one at a time. Two workers must not share a solver."""

    def __init__(self, solver: PositionSolver) -> None:
        self.solver = solver
        self._credit = 0.0  # seconds that others have spent for it, less those that it has spent for others

    def spent(self) -> float:
        """The processor time, in seconds, of the work that this worker was given: also what others did of it.

        Call it in the thread of the worker. What the worker did of other work, while it waited, does not count.
        """
        return thread_time() + self._credit

    def credit(self, seconds: float) -> None:
        """Count processor time that another worker spent for this one; below 0, what this one spent for another."""
        self._credit += seconds

    def wait(self, ended: Event) -> None:
        """Wait until it may be worth while to look for options again, or all has ended. Raises StoppedError."""
        ended.wait(self.idle_seconds)
        self.solver.check_stop()

    def lease_size(self, search: GameSearch, node: OpenNode) -> int:
        """How many options of a node it takes at a time."""
        return 1

    @property
    def idle_seconds(self) -> float:
        """How long it waits until it looks for options again, if it found none."""
        return IDLE_SECONDS

    def evaluate(self, search: GameSearch, node: OpenNode, leased: list[tuple[int, int]]) -> list[int]:
        """Try options of a node, each given by its index and guess, and report them. Returns those it did not try."""
        for index, guess in leased:
            cutoff, report = partial(node.cutoff, index), partial(node.report, index)
            report(search.option(node.candidates, node.history, guess, cutoff, self, report))
        return []

    def fork(self) -> Worker:
        """Another worker, for another thread."""
        return Worker(self.solver.fork())

    def stop(self) -> None:
        """Make what it does raise StoppedError soon."""
        self.solver.stop()
