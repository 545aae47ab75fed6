"""The options of a search: its threads or its cluster, the store of its results, and where it reports its progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from treebuild.game.game import Game
from treebuild.search.store.results import StoreOpener
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.scheduler import Scheduler
from treebuild.search.walk.threads import Pool
from treebuild.search.walk.walk import LocalWorker, Step, Walk
from treebuild.tree.policy import Progress


@runtime_checkable
class Cluster(Protocol):
    """Machines that try options instead of threads of this process."""

    def workers(self, walk: Walk) -> list[LocalWorker]:
        """Workers for a walk, each of which has the cluster try options."""
        ...

    def close(self) -> None:
        """Let go of the cluster, which goes on running."""
        ...


@dataclass(frozen=True)
class SearchOptions:
    """How a search is run. No option changes the result of an exact search.

    jobs      the number of threads
    progress  is called after every option that was tried
    store     keeps the results; with it, a search that was interrupted goes on from there
    cluster   tries options instead of threads
    handover  the thresholds at which the compiled search takes over; another value makes `near` find other trees
    """

    jobs: int = 1
    progress: Callable[[Step], None] | None = None
    store: StoreOpener | None = None
    cluster: Cluster | None = None
    handover: Handover = field(default_factory=Handover)

    def scheduler(self, walk: Walk) -> Scheduler[LocalWorker]:
        """The workers of a walk: threads of this process, or threads that send options to the cluster."""
        if self.cluster is None:
            return self.threads(walk.problem)
        return Scheduler(Pool.of(self.cluster.workers(walk), LocalWorker.stop))

    def threads(self, problem: Problem) -> Scheduler[LocalWorker]:
        """Workers that are threads of this process. Raises TreebuildError for a bad number of jobs."""
        first = LocalWorker(problem, problem.solver)
        return Scheduler(Pool(first, self.jobs, LocalWorker.fork, LocalWorker.stop))


def shown_steps(game: Game, progress: Progress | None) -> Callable[[Step], None] | None:
    """A function that shows every step of a search on a progress bar; None without one."""
    if progress is None:
        return None

    def show(step: Step) -> None:
        path = ", ".join(f"{game.spell(game.codes[guess])} {game.replies[reply]}" for guess, reply in step.history)
        best = "" if step.best is None else f", best {' '.join(map(str, step.best[:3]))}"
        bound = "" if step.bound is None else f", others at least {' '.join(map(str, step.bound[:3]))}"
        progress(step.done, step.options, (f"after {path}" if path else "first guess") + best + bound)

    return show
