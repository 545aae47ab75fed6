"""The workers of a scheduler as the driver sees them: for which of them it waits, and how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic

from treebuild.errors import Remedy, TreebuildError
from treebuild.search.cluster.tasks import ClusterLimits
from treebuild.search.waiting import tell


@dataclass(frozen=True)
class Observed:
    """The answers of the scheduler and its workers at one time.

    asked    when the driver asked, by the clock `monotonic`
    threads  the number of threads of each worker
    silent   the workers without a recent sign of life, each with the seconds since the last one
    tasks    the names of the tasks that each silent worker has
    begun    the names of tasks that workers have begun, if the driver asked for them; None if a worker did not answer
    """

    asked: float
    threads: Mapping[str, int]
    silent: Mapping[str, float] = field(default_factory=dict)
    tasks: Mapping[str, list[str]] = field(default_factory=dict)
    begun: frozenset[str] | None = frozenset()


class Watch:
    """The workers of a scheduler, and the tasks that were sent and have not ended.

    threads  how many tasks can be done at the same time
    living   the workers that are not frozen, to which the driver may send something
    frozen   the workers without a sign of life for too long
    sent     when each task was sent, by the name of the task
    begun    the names of the tasks that workers have begun, as far as the driver knows
    lost     the names of the tasks that frozen workers have
    asked    when the driver asked for the last answer taken in
    manned   when there last were workers, or nobody looked
    """

    def __init__(self, address: str, limits: ClusterLimits) -> None:
        self.address, self.limits = address, limits
        self.threads = 0
        self.living, self.frozen = set[str](), set[str]()
        self.sent, self.begun, self.lost = dict[str, float](), set[str](), set[str]()
        self.asked = self.manned = monotonic()
        self._told = set[str]()

    def send(self, task: str) -> None:
        """Note that a task is sent."""
        self.sent[task] = monotonic()

    def end(self, task: str) -> None:
        """Note that a task has ended, or that nobody waits for it any more."""
        self.sent.pop(task, None)
        self.begun.discard(task)
        self.lost.discard(task)

    def overdue(self, now: float) -> set[str]:
        """The tasks that were sent long ago and that no worker has begun, as far as the driver knows."""
        sent = dict(self.sent)
        return {task for task, since in sent.items() if now - since >= self.limits.patience} - self.begun

    def take(self, observed: Observed) -> None:
        """Take in an observation, and tell the user of new waits. Raises TreebuildError if there long was no worker."""
        if observed.asked <= self.asked:
            return
        self.asked = observed.asked
        self.frozen = {one for one, lasted in observed.silent.items() if lasted >= self.limits.frozen_seconds}
        self.living = {*observed.threads} - self.frozen
        self.threads = sum(observed.threads[one] for one in self.living)
        self.begun |= (observed.begun or frozenset()) & self.sent.keys()
        waits = self._waits(observed)
        for whom in waits.keys() - self._told:
            tell(whom, waits[whom])
        self._told = {*waits}

    def _waits(self, observed: Observed) -> dict[str, float]:
        """The waits, each as the words of `waiting.tell`, with the seconds that it has lasted."""
        limits, waits, now = self.limits, dict[str, float](), observed.asked
        for worker, lasted in observed.silent.items():
            waited_for = self.sent.keys() & observed.tasks.get(worker, [])
            if worker in self.frozen:
                self.lost |= waited_for
            elif waited_for:
                others = f"after {limits.frozen_seconds:.0f} seconds without a sign of life, its tasks go to others"
                waits[f"worker {worker}: {others}; end it if it is frozen"] = lasted
        unmanned = 0.0 if self.threads else now - self.manned
        if not unmanned:
            self.manned = now
        elif unmanned > limits.gone_seconds:
            raise self.gone(f"no worker of the scheduler gives a sign of life: {self._remedy}")
        elif unmanned >= limits.patience:
            waits[f"a worker of the scheduler at {self.address}, as it has none: {self._remedy}"] = unmanned
        overdue = self.overdue(now)
        if observed.begun is not None and overdue and len(self.sent) - len(overdue) < self.threads:
            others = "all do other work, or still prepare the game; restart them, or start more, to go on sooner"
            first = min(self.sent.get(task, now) for task in overdue)
            waits[f"a free worker of the scheduler at {self.address}: {others}"] = now - first
        return waits

    @property
    def _remedy(self) -> str:
        return f"`dask worker {self.address}` starts one"

    def gone(self, what: str) -> TreebuildError:
        """The error that ends a search without any worker."""
        remedy = Remedy("{} keeps what is settled for the next time", "store", "FILE")
        return TreebuildError(f"{self.address}: {what}", remedy=remedy)
