"""The threads of a search. There is one pool, one limit to their number, and one way to stop them.

The compiled search drops the GIL, so threads run side by side; each works with something of its own, a solver mostly.
The thread that asks waits where Ctrl-C reaches it, and then stops all others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from treebuild.errors import TreebuildError

Own = TypeVar("Own")
Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_JOBS = max(16, 4 * (os.cpu_count() or 1))  # more make nothing faster, and each has tens of megabytes of its own
_TICK = 0.2  # seconds within which Ctrl-C is noticed


class Pool(Generic[Own]):
    """As many threads as jobs, each with something of its own: the first one's, and what `fork` makes of it.

    `stop` makes the work on one of these raise an exception soon. Raises TreebuildError for a bad number of jobs.
    """

    def __init__(self, first: Own, jobs: int, fork: Callable[[Own], Own], stop: Callable[[Own], None]) -> None:
        check_jobs(jobs)
        self.owned = [first, *(fork(first) for _ in range(jobs - 1))]
        self._stop = stop

    @classmethod
    def of(cls, owned: list[Own], stop: Callable[[Own], None]) -> Pool[Own]:
        """A thread for each of these."""
        pool = cls(owned[0], 1, lambda own: own, stop)
        pool.owned = owned
        return pool

    def run(self, work: Callable[[], Result]) -> Result:
        """The result of `work`, done in another thread, so that Ctrl-C gets through."""
        with ThreadPoolExecutor(1) as threads:
            result: Result = self._wait([threads.submit(work)])[0]
            return result

    def each(self, work: Callable[[Own], None]) -> None:
        """Do the same work with everything owned, side by side."""
        if len(self.owned) == 1:
            work(self.owned[0])
            return
        with ThreadPoolExecutor(len(self.owned)) as threads:
            self._wait([threads.submit(work, own) for own in self.owned])

    def map(self, work: Callable[[Own, Task], Result], tasks: Iterable[Task]) -> list[Result]:
        """The results of tasks, in their order; they are begun in this order too, each with what is free."""
        free: SimpleQueue[Own] = SimpleQueue()
        for own in self.owned:
            free.put(own)

        def take(task: Task) -> Result:
            own = free.get()
            try:
                return work(own, task)
            finally:
                free.put(own)

        with ThreadPoolExecutor(len(self.owned)) as threads:
            return self._wait([threads.submit(take, task) for task in tasks])

    def _wait(self, futures: list[Future[Any]]) -> list[Any]:
        """The results of all, or the first exception, after stopping the others."""
        ended: SimpleQueue[Future[Any]] = SimpleQueue()
        for future in futures:
            future.add_done_callback(ended.put)
        try:
            for _ in futures:
                if next_of(ended).exception():
                    break
            # One that failed comes before those that it makes fail.
            failed = [future for future in futures if future.done() and future.exception()]
            return [future.result() for future in (*failed, *futures)][len(failed) :]
        except BaseException:
            for own in self.owned:
                self._stop(own)
            for future in futures:
                future.cancel()
            raise


def next_of(ended: SimpleQueue[Future[Any]]) -> Future[Any]:
    """The future that ended next. Ctrl-C comes through.

    In `futures.wait` it may come while locks of futures are taken, which are then never given back: who waits for the
    others to end, waits for ever.
    """
    while True:
        with suppress(Empty):
            return ended.get(timeout=_TICK)


def check_jobs(jobs: int) -> None:
    """Raise TreebuildError for anything but a whole number from 1 to MOST_JOBS."""
    if type(jobs) is not int or not 1 <= jobs <= MOST_JOBS:
        raise TreebuildError(f"bad number of jobs: expected a whole number from 1 to {MOST_JOBS}")
