"""A search on many machines: the driver sends options to a Dask scheduler, whose workers try them.

The driver walks the first guesses. It sends the tasks that `tasks` makes, and `worker` does them on the other side. As
with threads, the result does not depend on which worker is faster.
"""

from __future__ import annotations

import asyncio
import logging
import platform
import re
import socket
import ssl
import struct
import warnings
from collections.abc import Callable, Coroutine, Hashable, Iterable, Sequence
from concurrent.futures import Future, wait
from heapq import nlargest
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Any, TypeVar
from uuid import uuid4

from treebuild.errors import Remedy, TreebuildError, UsageError
from treebuild.extras import library, system_path
from treebuild.game.positions import History
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.cluster import worker as dask_worker
from treebuild.search.cluster.tasks import (
    MIN_FIRST_OPTIONS,
    WORKERS_PER_THREAD,
    ClusterLimits,
    ClusterWorker,
    OptionTimes,
)
from treebuild.search.cluster.watch import Observed, Watch
from treebuild.search.cluster.worker import Task, TaskResult, is_sound
from treebuild.search.engine.solver import PositionSolver, StoppedError
from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import Result, Sizes
from treebuild.search.waiting import SignsOfLife
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.walk import LocalWorker, ProblemSpec, Walk

Answer = TypeVar("Answer")

MAX_REASON = 200  # characters of the error of a worker that an error here shows
MAX_TRIES = 3  # if this many workers lose a task, the search ends
_LOOK_SECONDS = 1.0  # how often the driver asks the scheduler for its workers
_CLOSE_SECONDS = 1.0  # how long closing the connection may take
_UPDATE_SECONDS = 0.2  # how often the driver looks whether the cutoffs of a task have fallen, and sends them


class DaskCluster:
    """The workers of a Dask scheduler. Close it at the end."""

    def __init__(self, address: str, limits: ClusterLimits | None = None) -> None:
        """Connect to a scheduler such as tcp://host:8786.

        Raises TreebuildError when Dask is not installed, when no scheduler answers, when it has no worker, and when a
        worker does not answer, cannot load treebuild, or has another version of it. All of this takes `connect_seconds`
        at most.
        """
        wanted = re.fullmatch(r"(tcp|tls|ws|wss|ucx)://[^/\s]+:([0-9]{1,5})", address)
        if not wanted or int(wanted[2]) >= 1 << 16:
            raise UsageError(f"no Dask scheduler at {address!r}: expected an address such as tcp://host:8786")
        library("distributed", "a cluster needs Dask: pip install 'treebuild[cluster]', here and where workers run")
        self.limits, self.address = limits or ClusterLimits(), address
        self.watch, self._signs = Watch(address, self.limits), SignsOfLife()
        self._messages, self._lock = set[Future[Any]](), Lock()
        _silence_dask()
        deadline = monotonic() + self.limits.connect_seconds
        self.client = _connected(address, deadline)
        try:
            self._asked = self._looked = self._unanswered = monotonic()
            self._observing = self._begin_to_observe(deadline - monotonic())
            self._check_workers([*self._observing.result().threads], deadline)
            self.look()
        except BaseException as error:
            self.close()
            if isinstance(error, TreebuildError) or not isinstance(error, Exception):
                raise
            raise _no_scheduler(address, error) from None

    def _check_workers(self, workers: Sequence[str], deadline: float) -> None:
        if not workers:
            raise TreebuildError(
                f"the scheduler at {self.address} has no workers: `dask worker {self.address}` starts one"
            )
        from distributed.comm import CommClosedError

        answers = self._begin(self._ask(workers, _identity, deadline - monotonic())).result()
        for worker, found in answers.items():
            if isinstance(found, TimeoutError | CommClosedError):
                raise TreebuildError(
                    f"worker {worker} of the scheduler at {self.address} does not answer: end it, or start it again"
                )
            if isinstance(found, BaseException):
                raise TreebuildError(f"worker {worker} cannot load treebuild ({found}): install it there")
            if not isinstance(found, tuple | list) or [*map(type, found)] != [int, str]:
                raise TreebuildError(f"worker {worker} does not say which treebuild it has: install it anew there")
            if tuple(found) != dask_worker.IDENTITY:
                message = dask_worker.other_version(dask_worker.IDENTITY, tuple(found))
                raise TreebuildError(message.replace("a worker", worker, 1))

    def close(self) -> None:
        """Let go of the scheduler, which goes on running."""
        wait([*self._messages], timeout=_CLOSE_SECONDS)  # the last message may tell workers to stop
        self.client.close(timeout=_CLOSE_SECONDS)

    def workers(self, walk: Walk) -> list[LocalWorker]:
        """Workers in this process, enough of them to keep all machines busy."""
        self.look()
        number = max(WORKERS_PER_THREAD * self.watch.threads, 1)
        link = _ProblemLink(self, walk.spec)
        link.prepare()
        own = min(number, MIN_FIRST_OPTIONS)
        problem = walk.problem
        solvers = [problem.solver, *(problem.solver.fork() for _ in range(1, own))]
        return [_RemoteWorker(link, rank, problem, solvers[min(rank, own - 1)]) for rank in range(number)]

    def look(self) -> None:
        """Take in the last answer of the scheduler about its workers, and ask again after _LOOK_SECONDS.

        Raises TreebuildError if the scheduler has not answered, or had no workers, for too long.
        """
        with self._lock:
            now, done = monotonic(), self._observing.done()
            answered = done and not self._observing.exception()
            if now > self._looked + self.limits.connect_seconds / 2:  # nobody looked, or this process was frozen itself
                self._unanswered = self.watch.manned = now
            self._looked = now
            if answered:
                self.watch.take(self._observing.result())
            elif self.client.status == "closed" or now - self._unanswered > self.limits.connect_seconds:
                raise self.watch.gone("the scheduler does not answer any more: start it again, and its workers")
            if done and now > self._asked + _LOOK_SECONDS:
                if answered:
                    self._unanswered = now
                self._asked = now
                self._observing = self._begin_to_observe(self.limits.connect_seconds)

    def look_again(self, check_stop: Callable[[], None]) -> None:
        """`look` until an answer of the scheduler to a question from now on names workers. Raises as `check_stop`."""
        begun = monotonic()
        self.look()
        while self.watch.asked < begun or not self.watch.threads:
            sleep(_UPDATE_SECONDS)
            check_stop()
            self.look()

    def _begin_to_observe(self, seconds: float) -> Future[Observed]:
        return self._begin(asyncio.wait_for(self._observe(), seconds))

    async def _observe(self) -> Observed:
        asked, scheduler, limits = monotonic(), self.client.scheduler, self.limits
        workers = (await scheduler.identity())["workers"]
        silences = {worker: self._signs.silence(worker, said["last_seen"]) for worker, said in workers.items()}
        least = min(limits.patience, limits.frozen_seconds)
        silent = {worker: lasted for worker, lasted in silences.items() if lasted >= least}
        tasks = await scheduler.processing(workers=[*silent]) if silent else {}
        begun: frozenset[str] | None = frozenset()
        if self.watch.overdue(asked):
            most = min(limits.answer_seconds, limits.connect_seconds / 2)  # the scheduler has answered already
            answers = [*(await self._ask(workers, dask_worker.begun, most)).values()]
            if any(isinstance(answer, BaseException) for answer in answers):
                begun = None
            else:
                begun = frozenset(task for answer in answers for task in answer)
        threads = {worker: said["nthreads"] for worker, said in workers.items()}
        return Observed(asked, threads, silent, tasks, begun)

    async def _ask(self, workers: Iterable[str], function: Callable[[], Any], seconds: float) -> dict[str, Any]:
        """The result of a function on each worker, or its exception; TimeoutError for no answer within `seconds`."""

        async def ask(worker: str) -> Any:
            answers = self.client.run(function, workers=[worker], on_error="return")
            return (await asyncio.wait_for(answers, seconds))[worker]

        asked = [*workers]
        return dict(zip(asked, await asyncio.gather(*map(ask, asked), return_exceptions=True), strict=True))

    def broadcast(self, coroutine: Callable[..., Any], *arguments: object, frozen: bool = False) -> Future[Any]:
        """Let all workers call a coroutine, without waiting for the answers: a worker that hangs gives none.

        Workers without a sign of life get the call only with `frozen`. They may go on later.
        """
        workers = None if frozen else [*self.watch.living]

        async def call() -> None:
            called = self.client.run(coroutine, *arguments, workers=workers, wait=False)
            await asyncio.wait_for(called, self.limits.answer_seconds)

        message = self._begin(call())
        self._messages.add(message)
        message.add_done_callback(self._messages.discard)
        return message

    def _begin(self, coroutine: Coroutine[Any, Any, Answer]) -> Future[Answer]:
        """Begin a coroutine in the event loop of Dask."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.client.loop.asyncio_loop)


def _silence_dask() -> None:
    """Keep the messages of Dask off the terminal: the errors here say in one line what went wrong."""
    for name in [*logging.root.manager.loggerDict, "distributed", "tornado"]:
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what it cannot deserialize is critical to Dask
    warnings.filterwarnings("ignore", module=r"distributed(\.|$)")


def _connected(address: str, deadline: float) -> Any:
    """A client of Dask. Raises TreebuildError at once if the machine refuses, or if nobody answers by `deadline`.

    Dask would go on asking a machine that refuses, and wait for ever for a machine that accepts and never answers.
    There is no client before a scheduler has answered: Dask does not close one that meets something else, and Python
    may come to delete it while it makes the next, which waits for ever for a lock that it holds itself.
    """
    from distributed import Client

    with system_path():
        platform.processor()  # Dask asks for it, and Python runs a program to find out, once
    host, _, port = address.rpartition("/")[2].rpartition(":")
    made = Future[Any]()

    def connect() -> None:
        try:
            socket.create_connection((host.strip("[]"), int(port)), deadline - monotonic()).close()
            security = _security(address)
            asyncio.run(asyncio.wait_for(_ask_who_it_is(address, security), deadline - monotonic()))
            left = deadline - monotonic()
            made.set_result(Client(address, timeout=left, security=security, set_as_default=False))
        except BaseException as error:
            made.set_exception(error)

    Thread(target=connect, daemon=True).start()
    try:
        client = made.result(deadline - monotonic())
    except Exception as error:  # of any kind: another program may answer with bytes that Dask cannot read
        made.add_done_callback(lambda late: late.exception() or late.result().close(timeout=_CLOSE_SECONDS))
        raise _no_scheduler(address, error) from None
    client.loop.asyncio_loop.set_exception_handler(lambda *_: None)  # asyncio would print how connections end
    return client


def _security(address: str) -> Any:
    """The certificates for a connection, as Dask's own Client finds them: by a loader of the user's, or by settings."""
    from dask import config
    from distributed.security import Security
    from distributed.utils import import_term

    loader = config.get("distributed.client.security-loader", None)
    loaded = import_term(loader)({"address": address}) if loader else None
    return Security(**loaded) if isinstance(loaded, dict) else loaded or Security()


async def _ask_who_it_is(address: str, security: Any) -> None:
    """Raises TreebuildError if a worker answers, and an exception of any kind if nothing of Dask does."""
    from distributed.core import rpc

    async with rpc(address, connection_args=security.get_connection_args("client")) as asked:
        if "workers" not in await asked.identity():
            raise TreebuildError(
                f"{address} is the address of a worker, or of its nanny: expected that of the scheduler, which `dask "
                "scheduler` prints"
            )


def _no_scheduler(address: str, error: Exception) -> TreebuildError:
    """The error that says why no scheduler answers, by the exception with which those of Dask began."""
    if isinstance(error, TreebuildError):
        return error
    first: BaseException = error
    while not isinstance(first, TimeoutError) and (before := first.__cause__ or first.__context__):
        first = before
    why = getattr(first, "strerror", None)
    settings = not isinstance(first, OSError | ValueError | LookupError | MemoryError | struct.error)
    if settings or isinstance(first, ssl.SSLError | FileNotFoundError):  # a certificate is missing, or is not known
        why = why or _first_line(first)
        advice = "see to the settings of Dask, and to its certificates, here and there"
        return TreebuildError(f"no connection to a Dask scheduler at {address} ({why}): {advice}")
    if isinstance(first, TimeoutError):
        why = why or "no answer"
    elif isinstance(first, UnicodeError):
        why = "no machine can have this name"
    why = why or "something else answers there"
    return TreebuildError(f"no Dask scheduler at {address} ({why}): `dask scheduler` starts one and prints its address")


class _ProblemLink:
    """The link to all workers for one problem.

    key      the name of the problem
    problem  a pickled ProblemSpec, from which workers make their tables
    times    how long options have taken
    limits   those of the cluster
    """

    def __init__(self, cluster: DaskCluster, spec: ProblemSpec) -> None:
        self.cluster, self.problem = cluster, _pickled(spec)
        self.key = dask_worker.key_of(self.problem, reply_matrix(spec.game))
        self.times, self.limits = OptionTimes(), cluster.limits
        self._unsent, self._lock = list[tuple[Hashable, Result, float]](), Lock()
        self._last_message = Future[Any]()  # done when all workers have the last results
        self._last_message.set_result(None)

    @property
    def threads(self) -> int:
        """How many tasks can be done at the same time, 1 or more: only a task finds out that no worker is left."""
        return max(self.cluster.watch.threads, 1)

    def prepare(self) -> None:
        """Let all workers make their tables, unless they have them."""
        self.cluster.broadcast(dask_worker.prepare, self.key, self.problem)

    def update_cutoffs(self, task: Task, cutoffs: dict[int, Vector]) -> None:
        """Send the cutoffs of a task's options, by guess, to all workers, one of which does the task."""
        self.cluster.broadcast(dask_worker.update_cutoffs, self.key, task.name, cutoffs)

    def give_up(self, task: Task) -> None:
        """Make the worker of a task end it, by cutoffs of 0: no option costs less."""
        cutoffs = {guess: tuple(0 for _ in cutoff) for guess, cutoff in task.options}
        self.cluster.broadcast(dask_worker.update_cutoffs, self.key, task.name, cutoffs, frozen=True)

    def merge_results(self, settled: tuple[tuple[Hashable, Result, float], ...]) -> None:
        """Send the results of one worker to all. While workers still read the last message, results wait for the next.

        If too many results wait, only those that took longest are sent.
        """
        with self._lock:
            self._unsent += settled
            if self._unsent and self._last_message.done():
                longest, self._unsent = nlargest(self.limits.broadcast, self._unsent, key=lambda entry: entry[2]), []
                results = [(name, result) for name, result, _ in longest]
                self._last_message = self.cluster.broadcast(dask_worker.merge_results, self.key, results)


class _TaskLostError(Exception):
    """A task has no result, and will not have one."""


class _RemoteWorker(ClusterWorker):
    """Sends tasks to the workers of Dask."""

    def __init__(self, link: _ProblemLink, rank: int, problem: Problem, solver: PositionSolver) -> None:
        super().__init__(link, rank, problem, solver)
        self._link, self._cluster = link, link.cluster
        game = problem.replies.game
        self._sizes = Sizes(len(problem.zero), len(game.codes), len(game.replies))

    def send(
        self, walk: Walk, history: History, guesses: list[int], cutoffs: Sequence[Callable[[], Vector]]
    ) -> TaskResult:
        """See ClusterWorker. A task that Dask loses, as it may when workers come and go, is sent again."""
        tries, problem, done = 1, b"", None
        while done is None:
            try:
                done = self._send_once(history, guesses, cutoffs, problem)
                if (problem or done is not None) and not is_sound(done, len(guesses), self._sizes):
                    raise self._unsound()
                problem = self._link.problem  # if the worker joined late, it does not know the problem
            except _TaskLostError as error:
                if tries == MAX_TRIES:
                    what = f"{MAX_TRIES} workers, one after the other, failed at a task ({error})"
                    raise self._failed(what, "their logs say more") from None
                tries += 1
                self._cluster.look_again(self.solver.check_stop)
        try:
            for name, result, seconds in done.settled:
                walk.results.put(name, result, seconds)
        except TypeError:  # no file of an exact search holds the bytes by which `near` names positions
            raise self._unsound() from None
        self._link.merge_results(done.settled)  # after `put`: the store gets results before others that build on them
        return done

    def _send_once(
        self, history: History, guesses: list[int], cutoffs: Sequence[Callable[[], Vector]], problem: bytes
    ) -> TaskResult | None:
        """Send a task, and the cutoffs of its options whenever they fall. None if the worker does not know the problem.

        Raises _TaskLostError if Dask loses the task, TreebuildError if the cluster is gone, and StoppedError.
        """
        self.solver.check_stop()
        sent = [cutoff() for cutoff in cutoffs]
        task = Task(f"treebuild-{uuid4().hex}", history, tuple(zip(guesses, sent, strict=True)))
        cluster, watch, ended = self._cluster, self._cluster.watch, Event()
        cluster.look()  # some workers may have joined
        living = {*watch.living} if watch.frozen else None
        arguments = dask_worker.IDENTITY, self._link.key, task, problem
        how = {"key": task.name, "pure": False, "workers": living and [*living]}
        try:
            future = cluster.client.submit(dask_worker.work, *arguments, **how)
        except Exception as error:  # of any kind: there is no connection
            raise _TaskLostError(_first_line(error)) from None
        future.add_done_callback(lambda _: ended.set())
        watch.send(task.name)
        try:
            while not ended.wait(_UPDATE_SECONDS):
                current = [cutoff() for cutoff in cutoffs]
                if current != sent:
                    sent = current
                    self._link.update_cutoffs(task, dict(zip(guesses, sent, strict=True)))
                cluster.look()
                if task.name in watch.lost:
                    raise _TaskLostError("its worker gives no sign of life")
                if living and not living & watch.living:
                    raise _TaskLostError("its workers are gone")
                self.solver.check_stop()
            return self._result(future)
        except (StoppedError, _TaskLostError):
            self._link.give_up(task)
            raise
        finally:
            watch.end(task.name)
            future.release()

    def _result(self, future: Any) -> TaskResult | None:
        """The result of a task that has ended. Raises _TaskLostError when there is none.

        The driver does not ask for a result before the task has ended. Dask fetches the results of several threads
        together. So a thread that gave up waiting would cancel the fetches of the others (dask/distributed issue 8514).
        """
        try:
            done: TaskResult | None = future.result(timeout=self._cluster.limits.connect_seconds)
        except TreebuildError:
            raise
        except Exception as error:  # of any kind: the connection is lost, or the task has killed workers
            raise _TaskLostError(_first_line(error)) from None
        return done

    def _unsound(self) -> TreebuildError:
        return self._failed("a worker gave a result that no search finds", "install treebuild anew there")

    def _failed(self, what: str, advice: str) -> TreebuildError:
        remedy = Remedy("{} keeps what is settled for the next time", "store", "FILE")
        return TreebuildError(f"{self._cluster.address}: {what}: {advice}", remedy=remedy)


def _first_line(error: BaseException) -> str:
    return ": ".join(filter(None, (type(error).__name__, *str(error)[:MAX_REASON].splitlines()[:1])))


def _pickled(spec: ProblemSpec) -> bytes:
    """The pickled problem, with the functions of the game, if it has some. Raises TreebuildError if that fails."""
    import cloudpickle  # Dask needs it too

    try:
        return bytes(cloudpickle.dumps(spec))
    except Exception as error:  # of any kind
        raise TreebuildError(
            f"the game {spec.game.name} cannot be sent to a cluster ({error}): give it by rule, or as a table"
        ) from None


def _identity() -> dask_worker.Identity:
    return dask_worker.IDENTITY
