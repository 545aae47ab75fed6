"""What the game search asks of those who try its options: two interfaces, which `walk.scheduler` implements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from treebuild.search.engine.solver import PositionSolver
from treebuild.search.walk.open_node import OpenNode

Outcome = TypeVar("Outcome")
WhenIdle = Callable[[Any], OpenNode | None]


class Evaluator(Protocol):
    """Who tries options, as the game search sees it: a worker with a solver of its own."""

    @property
    def solver(self) -> PositionSolver: ...

    def spent(self) -> float:
        """The processor time, in seconds, of the work that it was given, also what others did of it."""
        ...


class Scheduling(Protocol):
    """Who shares options out to workers, as the game search sees it."""

    @property
    def size(self) -> int:
        """The number of workers."""
        ...

    @property
    def nodes(self) -> int:
        """The number of sets that the compiled search has looked at."""
        ...

    def run(self, work: Callable[[Any], Outcome]) -> Outcome:
        """Let one worker do this work, and the others help it."""
        ...

    def stop(self) -> None:
        """Make what the workers do raise StoppedError soon."""
        ...

    def decide(self, nodes: list[OpenNode], worker: Any, when_idle: WhenIdle | None = None) -> None:
        """Try the options of these nodes until all are decided.

        `when_idle` is called with a worker when no options are left at any node that is open, but some are still tried.
        It may give a node that the search will come to, for workers to go on with.
        """
        ...
