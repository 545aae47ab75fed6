"""Shares tasks among processes. Most of the work of these tasks is Python, so threads would wait for each other."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

from treebuild.errors import TreebuildError
from treebuild.tree.policy import Progress

_TICK = 0.5  # seconds between two calls of `progress`


@dataclass(frozen=True)
class Task:
    """A task, which may be done in another process. `seconds` is about its time, compared with other tasks."""

    name: str
    seconds: float
    work: Callable[[], Any]  # pickle must be able to copy the function and its result


def share(tasks: Iterable[Task], jobs: int, done: Callable[[str, Any], None], progress: Progress | None = None) -> None:
    """Do the tasks in `jobs` processes, the longest first, or in this process if `jobs` is 1.

    Calls done(name, result) after each task. Raises the first exception that a task raises, and TreebuildError when a
    process was killed. After an exception, and after Ctrl-C, all processes end.
    """
    tasks = sorted(tasks, key=lambda task: -task.seconds)
    total = sum(task.seconds for task in tasks)

    def tell(spent: float, at_work: Iterable[Task]) -> None:
        if progress:
            progress(int(spent), int(total), ", ".join(task.name for task in at_work))

    if jobs > 1:
        _share(tasks, jobs, done, tell)
        return
    for number, task in enumerate(tasks):
        tell(sum(before.seconds for before in tasks[:number]), [task])
        done(task.name, task.work())


def _share(
    tasks: list[Task], jobs: int, done: Callable[[str, Any], None], tell: Callable[[float, Iterable[Task]], None]
) -> None:
    finished, began, ended = 0.0, dict[str, float](), SimpleQueue[Future[Any]]()
    with _processes(min(jobs, len(tasks))) as pool:
        with _unheard():
            waiting = {pool.submit(task.work): task for task in tasks}
            for future in waiting:
                future.add_done_callback(ended.put)
        while waiting:
            now, at_work = monotonic(), list(islice(waiting.values(), jobs))  # tasks begin in this order
            tell(finished + sum(min(now - began.setdefault(task.name, now), task.seconds) for task in at_work), at_work)
            with suppress(Empty):  # not `futures.wait`: see `search.walk.threads.next_of`
                future = ended.get(timeout=_TICK)
                task = waiting.pop(future)
                finished += task.seconds
                done(task.name, future.result())


@contextmanager
def _processes(count: int) -> Iterator[Executor]:
    """Processes that take work: spawned, because threads of this one may be running. An exception ends them."""
    before = active_children()
    with _unheard():
        started = ProcessPoolExecutor(count, get_context("spawn"), _begin)
    with started as pool:
        try:
            yield pool
        except BaseException as error:
            for process in active_children():
                if process not in before:
                    process.terminate()
            if isinstance(error, BrokenProcessPool):
                raise TreebuildError(
                    "a process was killed at its work: with fewer jobs they need less memory"
                ) from None
            raise


@contextmanager
def _unheard() -> Iterator[None]:
    """Block Ctrl-C and hang-ups for a while. Processes that are started meanwhile never get them; this process does."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """In a new process: ignore Ctrl-C, which Windows cannot block, and end when the parent ends, for any reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
