"""The threads of a search: one pool, one limit to their number, one way to stop them.

The compiled search releases the GIL, so threads run side by side. Each works with an object of its own, such as a
solver. The thread that starts them waits in Python, where Ctrl-C interrupts it; then it stops them all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import sleep
from typing import Any, Generic, TypeVar

from treebuild.errors import UsageError

Own = TypeVar("Own")
Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_JOBS = max(16, 4 * (os.cpu_count() or 1))  # more threads are no faster, and each takes tens of megabytes
_TICK = 0.2  # seconds within which Ctrl-C is noticed


class Pool(Generic[Own]):
    """`jobs` threads. The first works with `first`, and each other thread with a copy that `fork` makes of it.

    `stop` makes the work with such an object raise an exception soon. Raises TreebuildError for a bad number of jobs.
    """

    def __init__(self, first: Own, jobs: int, fork: Callable[[Own], Own], stop: Callable[[Own], None]) -> None:
        check_jobs(jobs)
        self.owned = [first, *(fork(first) for _ in range(jobs - 1))]
        self._stop = stop

    @classmethod
    def of(cls, owned: list[Own], stop: Callable[[Own], None]) -> Pool[Own]:
        """A pool with a thread for each of these objects."""
        pool = cls(owned[0], 1, lambda own: own, stop)
        pool.owned = owned
        return pool

    def run(self, work: Callable[[], Result]) -> Result:
        """The result of `work`, which another thread does, so that Ctrl-C reaches this one.

        When this function returns or raises, the other thread has ended, even after Ctrl-C. So the caller may go on to
        use the objects of the pool. A ThreadPoolExecutor would not do: if Ctrl-C comes while it starts the thread, it
        does not know that it has to wait for it.
        """
        future = Future[Result]()

        def begin() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:
                    future.set_exception(error)

        thread = Thread(target=begin)
        try:
            thread.start()
            result: Result = self._wait([future])[0]
        except BaseException:
            if not future.cancel():
                for own in self.owned:
                    self._stop(own)
            while not future.done():
                sleep(_TICK / 20)
            raise
        thread.join()
        return result

    def each(self, work: Callable[[Own], None]) -> None:
        """Do the same work in every thread, each with its own object."""
        if len(self.owned) == 1:
            work(self.owned[0])
            return
        with ThreadPoolExecutor(len(self.owned)) as threads:
            self._wait([threads.submit(work, own) for own in self.owned])

    def map(self, work: Callable[[Own, Task], Result], tasks: Iterable[Task]) -> list[Result]:
        """The results of tasks, in their order. They begin in this order too, each in the next free thread."""
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
        """The results of all futures. After an exception in one, stop the others and raise that exception."""
        ended: SimpleQueue[Future[Any]] = SimpleQueue()
        for future in futures:
            future.add_done_callback(ended.put)
        try:
            for _ in futures:
                if next_of(ended).exception():
                    break
            # The first that failed made the others fail: raise its exception.
            failed = [future for future in futures if future.done() and future.exception()]
            return [future.result() for future in (*failed, *futures)][len(failed) :]
        except BaseException:
            for own in self.owned:
                self._stop(own)
            for future in futures:
                future.cancel()
            raise


def next_of(ended: SimpleQueue[Future[Any]]) -> Future[Any]:
    """The future that ended next. Ctrl-C interrupts the wait.

    `futures.wait` would not do: Ctrl-C may interrupt it while it holds the locks of futures. It then never releases
    them, and every thread that waits for these futures waits for ever.
    """
    while True:
        with suppress(Empty):
            return ended.get(timeout=_TICK)


def check_jobs(jobs: int) -> None:
    """Raise TreebuildError unless this is a whole number from 1 to MAX_JOBS."""
    if type(jobs) is not int or not 1 <= jobs <= MAX_JOBS:
        raise UsageError(f"bad number of jobs: expected a whole number from 1 to {MAX_JOBS}")
