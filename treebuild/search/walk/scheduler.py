"""The scheduler of a walk: its workers, one in each thread, try the options of open nodes and help each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Event, Lock
from time import thread_time
from typing import Generic, TypeAlias, TypeVar

from treebuild.search.waiting import PATIENCE, Wait
from treebuild.search.walk.open_node import OpenNode
from treebuild.search.walk.threads import Pool

IDLE_SECONDS = 0.01  # a worker without options waits this long before it looks for some again
MOST_IDLE_SECONDS = 1.0  # or longer if only other processes can make some: a tenth of the wait so far, but no more


class Worker(ABC):
    """Tries options in a thread of its own, and counts the processor time of its work."""

    def __init__(self) -> None:
        self._credit = 0.0  # seconds that others have spent for this worker, less the seconds it has spent for others

    def spent(self) -> float:
        """The processor time, in seconds, that this worker's own work has taken. Call it in the thread of the worker.

        The time that other workers spent on this work counts. The time that this worker spent on the work of others
        does not.
        """
        return thread_time() + self._credit

    def credit(self, seconds: float) -> None:
        """Count processor time that another worker spent for this one, or negative time that this one spent for it."""
        self._credit += seconds

    def others(self) -> str:
        """Words for `waiting.tell`: whom this worker waits for if no worker of the search has anything to do."""
        return ""

    def wait(self, ended: Event, waited: float = 0.0) -> None:
        """Wait until it is time to look for options again, or `ended` is set. Raises StoppedError after `stop`.

        `waited` is how many seconds all workers have waited for other processes.
        """
        ended.wait(max(self.idle_seconds, min(waited / 10, MOST_IDLE_SECONDS)))
        self.check_stop()

    @property
    def idle_seconds(self) -> float:
        """How long this worker waits before it looks for options again if it found none."""
        return IDLE_SECONDS

    @abstractmethod
    def check_stop(self) -> None:
        """Raise StoppedError if `stop` was called."""

    @abstractmethod
    def stop(self) -> None:
        """Make the work of this worker raise StoppedError soon."""


Own = TypeVar("Own", bound=Worker)
Outcome = TypeVar("Outcome")
TrySome: TypeAlias = Callable[[OpenNode, Own, bool], bool]
"""Tries the next options of a node, and returns whether there were any.

The last argument is true if the worker only helps another one, which opened the node.
"""
WhenIdle: TypeAlias = Callable[[Own], OpenNode | None]
"""Is called with a worker when no options are left at any open node, but workers still try some.

It may return a node to which the walk will come later. Workers go on with that node.
"""


class Scheduler(Generic[Own]):
    """The workers of a search, and the nodes that are open. The first worker opens nodes, the others help it."""

    def __init__(self, pool: Pool[Own], patience: float = PATIENCE) -> None:
        """After all workers have waited for other processes for `patience` seconds, the scheduler tells the user."""
        self.pool = pool
        self._decisions: list[_Decision[Own]] = []
        self._ended = Event()
        self._wait, self._resting, self._lock = Wait(patience), 0, Lock()

    @property
    def size(self) -> int:
        """The number of workers."""
        return len(self.pool.owned)

    @property
    def first(self) -> Own:
        """The first worker."""
        return self.pool.owned[0]

    def stop(self) -> None:
        """Make the work of all workers raise StoppedError soon."""
        for worker in self.pool.owned:
            worker.stop()

    def run(self, work: Callable[[Own], Outcome]) -> Outcome:
        """The result of `work`, which the first worker does while the others help with the nodes that it opens.

        Ctrl-C ends it.
        """
        return self.pool.run(lambda: self._together(work))

    def _together(self, work: Callable[[Own], Outcome]) -> Outcome:
        results = list[Outcome]()
        self._ended.clear()

        def take_part(worker: Own) -> None:
            if worker is not self.first:
                while not self._ended.is_set():
                    if self._help(0, worker):
                        self._wait.end()
                    else:
                        self._rest(worker)
                return
            try:
                results.append(work(worker))
            finally:
                self._ended.set()

        self.pool.each(take_part)
        return results[0]

    def decide(
        self, nodes: list[OpenNode], try_some: TrySome[Own], worker: Own, when_idle: WhenIdle[Own] | None = None
    ) -> None:
        """Try the options of nodes, node by node, while other workers may help. All histories have the same length."""
        decision = _Decision(nodes, try_some, when_idle)
        self._decisions.append(decision)
        try:
            for node in nodes:
                while try_some(node, worker, False):
                    pass
            while not all(node.decided for node in nodes):
                if (
                    any(try_some(node, worker, False) for node in nodes)
                    or any(try_some(node, worker, True) for node in decision.ahead)
                    or self._help(len(nodes[0].history) + 1, worker)
                ):
                    self._wait.end()
                else:
                    self._rest(worker)
        finally:
            self._wait.end()
            self._decisions.remove(decision)
            for node in nodes:
                worker.credit(node.seconds_of_helpers)

    def _rest(self, worker: Own) -> None:
        """Let a worker wait that has found no options. If all workers wait, only other processes can make options."""
        with self._lock:
            self._resting += 1
            nobody_works = self._resting == self.size
        try:
            worker.wait(self._ended, self._wait.go_on(worker.others) if nobody_works else 0.0)
        finally:
            with self._lock:
                self._resting -= 1

    def _help(self, depth: int, worker: Own) -> bool:
        """Try options of an open node after a history of `depth` guesses or more. Returns whether there were any.

        The root comes first, then the node with the fewest workers: the fewer options of a node are tried side by side,
        the more of them have a cutoff. For the same reason no worker helps at a node that awaits its first cutoff, even
        if a core is idle then.
        """
        everywhere = [(node, decision) for decision in [*self._decisions] for node in decision.open]
        ready = [entry for entry in everywhere if len(entry[0].history) >= depth and not entry[0].awaits_cutoff]
        for node, decision in sorted(ready, key=lambda entry: (len(entry[0].history) > 0, entry[0].leased)):
            has_cutoff = len(node.history) > 0 or node.incumbent is not None
            if has_cutoff and decision.try_some(node, worker, True):
                return True
        if any(node.remaining and not node.awaits_cutoff for node, _ in everywhere):
            return False
        return any(decision.look_ahead(worker) for decision in [*self._decisions])


class _Decision(Generic[Own]):
    """The nodes that `Scheduler.decide` got, and nodes that were opened ahead while their last options were tried."""

    def __init__(self, nodes: list[OpenNode], try_some: TrySome[Own], when_idle: WhenIdle[Own] | None) -> None:
        self.nodes, self.ahead, self.try_some = nodes, list[OpenNode](), try_some
        self._when_idle, self._lock = when_idle, Lock()

    @property
    def open(self) -> list[OpenNode]:
        return [*self.nodes, *self.ahead]

    def look_ahead(self, worker: Own) -> bool:
        """Call `when_idle` once, unless another worker does so now. Returns whether there is a node opened ahead."""
        if self._when_idle is None or self.ahead or not self._lock.acquire(blocking=False):
            return False
        try:
            node = self._when_idle(worker)
            self.ahead += [] if node is None else [node]
        finally:
            self._lock.release()
        return bool(self.ahead)
