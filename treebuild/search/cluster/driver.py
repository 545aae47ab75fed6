"""A search on many machines: options are sent to a Dask scheduler, whose workers try them.

The driver walks the first guesses. It sends the tasks that `tasks` makes; `worker` is the other side. As
among threads, the result does not depend on which worker is faster.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, wait
from hashlib import sha256
from heapq import nlargest
from threading import Event, Lock
from time import monotonic
from typing import Any
from uuid import uuid4

from treebuild.errors import Remedy, TreebuildError
from treebuild.game.positions import History
from treebuild.search.cluster import worker as dask_worker
from treebuild.search.cluster.tasks import (
    MIN_FIRST_OPTIONS,
    WORKERS_PER_THREAD,
    ClusterLimits,
    ClusterWorker,
    OptionTimes,
)
from treebuild.search.cluster.worker import Task, TaskResult
from treebuild.search.engine.solver import PositionSolver, StoppedError
from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import Result
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.walk import LocalWorker, ProblemSpec, Walk

MAX_TRIES = 3  # if this many workers lose a task, the search ends
_ALIVE_SECONDS = 1.0  # the scheduler may take so long to name its workers; the answer is believed for as long
_UPDATE_SECONDS = 0.2  # until a task is sent the cutoffs that have fallen


class DaskCluster:
    """The workers of a Dask scheduler. Close it at the end."""

    def __init__(self, address: str, limits: ClusterLimits | None = None) -> None:
        """Connect to a scheduler such as tcp://host:8786.

        Raises TreebuildError when Dask is not installed, nothing answers, there is no worker, or one has another
        version of treebuild.
        """
        try:
            from distributed import Client
        except ImportError:
            raise TreebuildError(
                "a cluster needs Dask: pip install 'treebuild[cluster]', here and where workers run"
            ) from None
        if not re.fullmatch(r"(tcp|tls|ws|wss|ucx)://[^/\s]+:[0-9]{1,5}", address):
            raise TreebuildError(f"no Dask scheduler at {address!r}: expected an address such as tcp://host:8786")
        self.limits = limits or ClusterLimits()
        _check_answers(address, self.limits.connect_seconds)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors here say what matters of it, in one line
        self.address, self.threads, self._asked = address, 0, -_ALIVE_SECONDS
        self._messages = set[Future[Any]]()
        try:
            self.client = Client(address, timeout=self.limits.connect_seconds, set_as_default=False)
        except (OSError, ValueError) as error:
            raise _no_scheduler(address, error) from None
        try:
            self._check_workers()
        except BaseException:
            self.close()
            raise

    def _check_workers(self) -> None:
        try:
            identities = self._call(self.limits.connect_seconds, _identity, on_error="return").result()
        except TimeoutError:
            raise TreebuildError(f"a worker of the scheduler at {self.address} does not answer: end it") from None
        if not identities:
            raise TreebuildError(
                f"the scheduler at {self.address} has no workers: `dask worker {self.address}` starts one"
            )
        for worker, identity in identities.items():
            if isinstance(identity, Exception):
                raise TreebuildError(f"worker {worker} cannot load treebuild ({identity}): install it there")
            if tuple(identity) != dask_worker.IDENTITY:
                message = dask_worker.other_version(dask_worker.IDENTITY, tuple(identity))
                raise TreebuildError(message.replace("a worker", worker, 1))

    def close(self) -> None:
        """Let go of the scheduler, which goes on running."""
        wait([*self._messages], timeout=_ALIVE_SECONDS)  # one of them may tell workers to stop
        self.client.close(timeout=_ALIVE_SECONDS)

    def workers(self, walk: Walk) -> list[LocalWorker]:
        """As many workers here as keep all machines busy."""
        self.alive()
        number = max(WORKERS_PER_THREAD * self.threads, 1)
        link = _ProblemLink(self, walk.spec)
        link.prepare()
        own = min(number, MIN_FIRST_OPTIONS)
        problem = walk.problem
        solvers = [problem.solver, *(problem.solver.fork() for _ in range(1, own))]
        return [_RemoteWorker(link, rank, problem, solvers[min(rank, own - 1)]) for rank in range(number)]

    def alive(self) -> bool:
        """Whether the scheduler answers and has workers, now or a second ago."""
        if monotonic() > self._asked + _ALIVE_SECONDS:
            self._asked = monotonic()
            ask, client = self.client.scheduler.ncores, self.client
            try:  # `client.nthreads` would wait for ever where the scheduler, or the way to it, stands still
                counts = client.sync(ask, callback_timeout=_ALIVE_SECONDS) if _is_connected(client) else {}
                self.threads = sum(counts.values())
            except Exception:  # of any kind: there is no connection
                self.threads = 0
        return self.threads > 0

    def broadcast(self, coroutine: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Let all workers call a coroutine. Nobody waits for the answers: a worker that hangs gives none."""
        message = self._call(self.limits.answer_seconds, coroutine, *arguments, wait=False)
        self._messages.add(message)
        message.add_done_callback(self._messages.discard)
        return message

    def _call(self, seconds: float, function: Callable[..., Any], *arguments: object, **how: object) -> Future[Any]:
        """What all workers return of a function, if they answer within so many seconds."""

        async def call() -> Any:
            return await asyncio.wait_for(self.client.run(function, *arguments, **how), seconds)

        return asyncio.run_coroutine_threadsafe(call(), self.client.loop.asyncio_loop)


def _check_answers(address: str, seconds: float) -> None:
    """Raise TreebuildError at once where the machine refuses; the client of Dask would ask for `seconds`."""
    host, _, port = address.rpartition("/")[2].rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), seconds).close()
    except (OSError, OverflowError) as error:
        raise _no_scheduler(address, error) from None


def _no_scheduler(address: str, error: Exception) -> TreebuildError:
    why = (getattr(error, "strerror", None) or str(error) or "no answer").splitlines()[0]
    return TreebuildError(f"no Dask scheduler at {address} ({why}): `dask scheduler` starts one and prints its address")


class _ProblemLink:
    """The way to all workers for one problem.

    key      the name of the problem
    problem  a pickled ProblemSpec, of which workers make their tables
    times    how long options have taken
    limits   those of the cluster
    """

    def __init__(self, cluster: DaskCluster, spec: ProblemSpec) -> None:
        self.cluster, self.problem = cluster, _pickled(spec)
        self.key = f"treebuild-{sha256(self.problem).hexdigest()}"
        self.times, self.limits = OptionTimes(), cluster.limits
        self._unsent, self._lock = list[tuple[Hashable, Result, float]](), Lock()
        self._last_message = Future[Any]()  # done when all workers have the last results
        self._last_message.set_result(None)

    @property
    def threads(self) -> int:
        """How many tasks can be done at the same time. One is sent even if no worker is left, to find that out."""
        return max(self.cluster.threads, 1)

    def prepare(self) -> None:
        """Let all workers make their tables, if they have not."""
        self.cluster.broadcast(dask_worker.prepare, self.key, self.problem)

    def update_cutoffs(self, task: Task, cutoffs: dict[int, Vector]) -> None:
        """Send the cutoffs of a task's options, by guess, to whichever worker does it."""
        self.cluster.broadcast(dask_worker.update_cutoffs, self.key, task.name, cutoffs)

    def merge_results(self, settled: tuple[tuple[Hashable, Result, float], ...]) -> None:
        """Send all workers what one has settled. While they still read the last message, results wait for the next.

        If too many wait, those that took longest are sent.
        """
        with self._lock:
            self._unsent += settled
            if self._unsent and self._last_message.done():
                longest, self._unsent = nlargest(self.limits.broadcast, self._unsent, key=lambda entry: entry[2]), []
                results = [(name, result) for name, result, _ in longest]
                self._last_message = self.cluster.broadcast(dask_worker.merge_results, self.key, results)


class _TaskLostError(Exception):
    """A task has no result, and will have none."""


class _RemoteWorker(ClusterWorker):
    """Sends tasks to the workers of Dask."""

    def __init__(self, link: _ProblemLink, rank: int, problem: Problem, solver: PositionSolver) -> None:
        super().__init__(link, rank, problem, solver)
        self._link, self._cluster = link, link.cluster

    def send(
        self, walk: Walk, history: History, guesses: list[int], cutoffs: Sequence[Callable[[], Vector]]
    ) -> TaskResult:
        """See ClusterWorker. A task that Dask loses, as it may when workers come and go, is sent again."""
        self._cluster.alive()  # some workers may have joined
        tries, problem, done = 1, b"", None
        while done is None:
            try:
                done = self._send_once(history, guesses, cutoffs, problem)
                problem = self._link.problem  # if the worker joined late, it does not know the problem
            except _TaskLostError as error:
                if not self._cluster.alive():
                    raise self._all_gone(str(error)) from None
                if tries == MAX_TRIES:
                    raise self._all_failed(str(error)) from None
                tries += 1
        for name, result, seconds in done.settled:
            walk.results.put(name, result, seconds)
        self._link.merge_results(done.settled)  # what other workers find with these is in the store after them
        return done

    def _send_once(
        self, history: History, guesses: list[int], cutoffs: Sequence[Callable[[], Vector]], problem: bytes
    ) -> TaskResult | None:
        """Send a task, and the cutoffs of its options whenever they fall. None: the worker does not know the problem.

        Raises _TaskLostError.
        """
        self.solver.check_stop()
        sent = [cutoff() for cutoff in cutoffs]
        task = Task(f"treebuild-{uuid4().hex}", history, tuple(zip(guesses, sent, strict=True)))
        client, last_alive = self._cluster.client, monotonic()
        arguments = dask_worker.IDENTITY, self._link.key, task, problem
        future = client.submit(dask_worker.work, *arguments, key=task.name, pure=False)
        ended = Event()
        future.add_done_callback(lambda _: ended.set())
        try:
            while not ended.wait(_UPDATE_SECONDS):
                current = [cutoff() for cutoff in cutoffs]
                if current != sent:
                    sent = current
                    self._link.update_cutoffs(task, dict(zip(guesses, sent, strict=True)))
                if self._cluster.alive():
                    last_alive = monotonic()
                elif monotonic() - last_alive > self._cluster.limits.gone_seconds:
                    raise self._all_gone("")
                try:
                    self.solver.check_stop()
                except StoppedError:
                    self._link.update_cutoffs(task, {guess: tuple(0 for _ in sent[0]) for guess in guesses})
                    raise
            return self._result(future)
        finally:
            future.release()

    def _result(self, future: Any) -> TaskResult | None:
        """The result of a task that has ended. Raises _TaskLostError when there is none.

        Results are not asked for before the task has ended. Dask fetches those of several threads together, and a
        thread that did not want to wait any longer would cancel those of the others (dask/distributed issue 8514).
        """
        try:
            done: TaskResult | None = future.result(timeout=self._cluster.limits.gone_seconds)
        except TreebuildError:
            raise
        except Exception as error:  # of many kinds: the connection is lost, or workers die of this task
            why = ": ".join(filter(None, (type(error).__name__, *str(error).splitlines()[:1])))
            raise _TaskLostError(why) from None
        return done

    def _all_failed(self, why: str) -> TreebuildError:
        return TreebuildError(
            f"{self._cluster.address}: {MAX_TRIES} workers, one after the other, failed at a task ({why}): their logs "
            "say more",
            remedy=Remedy("{} keeps what is settled for the next time", "store", "FILE"),
        )

    def _all_gone(self, why: str) -> TreebuildError:
        why = why and f" ({why})"
        return TreebuildError(
            f"{self._cluster.address}: the scheduler, or all of its workers, are gone{why}: start them again",
            remedy=Remedy("{} keeps what is settled for the next time", "store", "FILE"),
        )


def _pickled(spec: ProblemSpec) -> bytes:
    """The problem, for workers. A game of functions takes these along. Raises TreebuildError."""
    import cloudpickle  # Dask needs it too

    try:
        return bytes(cloudpickle.dumps(spec))
    except Exception as error:  # of any kind
        raise TreebuildError(
            f"the game {spec.game.name} cannot be sent to a cluster ({error}): give it by rule, or as a table"
        ) from None


def _is_connected(client: Any) -> bool:
    return bool(client.status == "running")


def _identity() -> dask_worker.Identity:
    return dask_worker.IDENTITY
