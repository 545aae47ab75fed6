"""A search on many machines: guesses are handed to a Dask scheduler, whose workers try them.

The driver walks the first guesses, and hands over tasks: guesses, second ones mostly, several at a time, and the parts
of a guess that all others wait for. `search.desk` is the worker's side. Which worker is faster decides nothing, as
among threads.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from hashlib import sha256
from heapq import nlargest
from threading import Event, Lock
from time import monotonic, perf_counter
from typing import Any
from uuid import uuid4

from treebuild.errors import Remedy, TreebuildError
from treebuild.search.bounds import Vector
from treebuild.search.game_search import LARGE, SMALL, Child, Problem, Proof
from treebuild.search.open_node import Contest
from treebuild.search.parallel import dask_worker as desk
from treebuild.search.parallel.scheduler import TICK, Hand
from treebuild.search.solver import Solver, StoppedError
from treebuild.search.store.memory import History, Known

HANDS = 2  # for each thread that the cluster has at the start: more workers may join
FEW = 20  # first guesses that are not worth a task each: their second guesses are
SECONDS = 0.5  # that a task is to take
SHORT = 5  # a task is no shorter than this part of it, that all workers have something to do until a contest ends
MOST = 200  # guesses of a task
TRIES = 3  # how often a task is handed over until the workers count as gone
NEWS = 1000  # positions that all workers hear of at once
_CONNECT = 10.0  # seconds
_ALIVE = 1.0  # seconds that the scheduler may take to say what workers it has, and for which that is believed
_HEARD = 5.0  # seconds that workers may take to answer a message, until one that does not is left to itself
_TICK = 0.2  # seconds until a task is told what it has to beat now
_PATIENCE = 15.0  # seconds without the scheduler, or without any worker, until the search ends


class Cluster:
    """The workers of a Dask scheduler. Close it at the end."""

    def __init__(self, address: str) -> None:
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
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of it is said here, in a line
        self.address, self.threads, self._asked = address, 0, -_ALIVE
        self._messages = set[Future[Any]]()
        try:
            self.client = Client(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            why = str(error).splitlines()[0] if str(error) else "no answer"
            raise TreebuildError(
                f"no Dask scheduler at {address} ({why}): start one with `dask scheduler`, and give the address it says"
            ) from None
        try:
            self._check_workers()
        except BaseException:
            self.close()
            raise

    def _check_workers(self) -> None:
        try:
            found = self._run(_CONNECT, _identity, on_error="return").result()
        except TimeoutError:
            raise TreebuildError(f"a worker of the scheduler at {self.address} does not answer: end it") from None
        if not found:
            raise TreebuildError(f"the scheduler at {self.address} has no workers: `dask worker {self.address}` is one")
        for worker, identity in found.items():
            if isinstance(identity, Exception):
                raise TreebuildError(f"worker {worker} cannot load treebuild ({identity}): install it there")
            if tuple(identity) != desk.IDENTITY:
                raise TreebuildError(desk.other_version(desk.IDENTITY, tuple(identity)).replace("a worker", worker, 1))

    def close(self) -> None:
        """Let go of the scheduler, which goes on running."""
        wait([*self._messages], timeout=_ALIVE)  # that workers are to stop may be on its way
        self.client.close(timeout=_ALIVE)

    def hands(self, proof: Proof, problem: Problem) -> list[Hand]:
        """As many hands as keep all workers busy."""
        self.alive()
        number = max(HANDS * self.threads, 1)
        line = _Line(self, problem)
        line.prepare()
        solvers = [proof.solver, *(proof.solver.fork() for _ in range(1, min(number, FEW)))]
        return [_Remote(line, place, solvers[min(place, FEW - 1)]) for place in range(number)]

    def alive(self) -> bool:
        """Whether the scheduler answers and has workers, now or a second ago."""
        if monotonic() > self._asked + _ALIVE:
            self._asked = monotonic()
            ask, client = self.client.scheduler.ncores, self.client
            try:  # `client.nthreads` would wait for ever where the scheduler, or the way to it, stands still
                self.threads = sum(client.sync(ask, callback_timeout=_ALIVE).values()) if _connected(client) else 0
            except Exception:  # of whatever kind: there is no connection
                self.threads = 0
        return self.threads > 0

    def broadcast(self, what: Callable[..., Any], *words: object) -> Future[Any]:
        """Let all workers call a coroutine. Nobody waits for that here: one that stands still does not answer."""

        said = self._run(_HEARD, what, *words, wait=False)
        self._messages.add(said)
        said.add_done_callback(self._messages.discard)
        return said

    def _run(self, seconds: float, what: Callable[..., Any], *words: object, **how: object) -> Future[Any]:
        """What all workers say when they are called, if they answer within so many seconds."""

        async def run() -> Any:
            return await asyncio.wait_for(self.client.run(what, *words, **how), seconds)

        return asyncio.run_coroutine_threadsafe(run(), self.client.loop.asyncio_loop)


class _Line:
    """What all workers are told of one problem, and how long its guesses take.

    key, problem  its name, and what workers make its tables of, a pickled Problem
    seconds       that a guess has taken after a history
    """

    def __init__(self, cluster: Cluster, problem: Problem) -> None:
        self.cluster, self.problem = cluster, _pickled(problem)
        self.key = f"treebuild-{sha256(self.problem).hexdigest()}"
        self.seconds = dict[History, float]()
        self._news, self._lock = list[tuple[Hashable, Known, float]](), Lock()
        self._said = Future[Any]()  # whether they have heard the news before
        self._said.set_result(None)

    @property
    def threads(self) -> int:
        """So many tasks can be done at the same time. One is tried even where no worker is left, to find that out."""
        return max(self.cluster.threads, 1)

    def prepare(self) -> None:
        """Let all workers make their tables, if they have not."""
        self.cluster.broadcast(desk.prepare, self.key, self.problem)

    def tell(self, task: desk.Task, limits: dict[int, Vector]) -> None:
        """Tell whoever does a task what its guesses have to beat now."""
        self.cluster.broadcast(desk.tell, self.key, task.name, limits)

    def learn(self, settled: tuple[tuple[Hashable, Known, float], ...]) -> None:
        """Let all workers know what one settled; what took longest, if much happens until they have heard it."""
        with self._lock:
            self._news += settled
            if self._news and self._said.done():
                news, self._news = nlargest(NEWS, self._news, key=lambda new: new[2]), []
                known = [(name, known) for name, known, _ in news]
                self._said = self.cluster.broadcast(desk.learn, self.key, known)


class _LostError(Exception):
    """A task has no result, and will have none."""


class _Remote(Hand):
    """Tries guesses somewhere in a cluster. Its solver is for what is too small to send.

    The hands of the first FEW places, each of which is alone to have its solver, also take first guesses that are not
    handed over.
    """

    def __init__(self, line: _Line, place: int, solver: Solver) -> None:
        super().__init__(solver)
        self._place, self._line, self._cluster = place, line, line.cluster

    def most(self, contest: Contest) -> int:
        """See Hand. None, unless there is a worker for this hand too: tasks that wait are begun with less to beat.

        The first task of a contest is one guess, which finds what others have to beat, and how long they take; the last
        ones are short, as all workers have to wait for them.
        """
        if self._place >= self._line.threads:
            return 0
        if not _handed_over(contest):
            return int(self._place < FEW)
        seconds = self._line.seconds.get(contest.history)
        if seconds is None:
            return 1
        most = min(max(int(SECONDS / seconds), 1), MOST)
        return min(most, max(contest.left // self._line.threads, most // SHORT, 1))

    @property
    def pause(self) -> float:
        """See Hand. Those that wait for workers to join are many."""
        return TICK if self._place < self._line.threads else _ALIVE

    def attempt(self, proof: Proof, contest: Contest, bunch: list[tuple[int, int]]) -> list[int]:
        """See Hand. Guesses that a task had no time for are left."""
        if not _handed_over(contest):
            return super().attempt(proof, contest, bunch)
        open_ = []
        for index, guess in bunch:
            known = proof.known(proof.guess_name(contest.history, guess), contest.limit(index))
            if known is None:
                open_.append((index, guess))
            else:
                contest.enter(index, known.value)
        if not open_:
            return []
        self._cluster.alive()  # some workers may have joined
        limits = [partial(contest.limit, index) for index, _ in open_]
        if self._divides(proof, contest):
            done = self._divided(proof, contest, open_[0][1], limits[0])
        else:
            done = self._done(proof, contest.history, [guess for _, guess in open_], limits)
        for (index, guess), (known, seconds) in zip(open_, done.found, strict=False):
            contest.enter(index, proof.store.put(proof.guess_name(contest.history, guess), known, seconds).value)
        self._line.seconds[contest.history] = max(sum(seconds for _, seconds in done.found) / len(done.found), 1e-6)
        return [index for index, _ in open_[len(done.found) :]]

    def _divides(self, proof: Proof, contest: Contest) -> bool:
        """Whether the next guess is one that the others wait for, which is worth more than a task."""
        nothing = not contest.begun and contest.best >= proof.infinite
        return nothing and len(contest.candidates) > LARGE and self._place < FEW

    def _divided(self, proof: Proof, contest: Contest, guess: int, limit: Callable[[], Vector]) -> desk.Done:
        """What a guess costs that has nothing to beat, by its parts, which are searched side by side, large ones first.

        The largest are contests themselves, others tasks; small ones stay here.
        """

        def settle(child: Child) -> None:
            done = self._done(proof, child.history, [desk.POSITION], [lambda: proof.infinite])
            proof.store.put(child.name, *done.found[0])

        def or_stop(work: Callable[..., None], *words: object) -> None:
            try:
                work(*words)
            except BaseException as error:
                failed.append(error)
                self.stop()  # the other parts, which may take hours

        failed: list[BaseException] = []
        start, place = perf_counter(), (contest.candidates, contest.history, guess)
        _, children = proof.children(*place)
        unknown = [child for child in reversed(children) if proof.known(child.name) is None]
        sent = [child for child in unknown if len(child.candidates) > SMALL and proof.walked(child) is None]
        with ThreadPoolExecutor(max(len(sent), 1)) as threads:
            for child in sent:
                threads.submit(or_stop, settle, child)
            or_stop(proof.side_by_side, children, self)
        if failed:
            raise failed[0]
        known = proof.by_children(*place, limit, self)  # all that is left to do is to add
        return desk.Done(((known, perf_counter() - start),), ())

    def _done(
        self, proof: Proof, history: History, guesses: list[int], limits: Sequence[Callable[[], Vector]]
    ) -> desk.Done:
        """What a task has done. One that Dask loses, as it may when workers come and go, is handed over again."""
        tries, problem, done = 1, b"", None
        while done is None:
            try:
                done = self._once(history, guesses, limits, problem)
                problem = self._line.problem  # a worker that has joined since may not have heard of it
            except _LostError as error:
                if not self._cluster.alive():
                    raise self._gone(str(error)) from None
                if tries == TRIES:
                    raise self._failed(str(error)) from None
                tries += 1
        self._line.learn(done.settled)
        for name, settled, seconds in done.settled:
            proof.store.put(name, settled, seconds)
        return done

    def _once(
        self, history: History, guesses: list[int], limits: Sequence[Callable[[], Vector]], problem: bytes
    ) -> desk.Done | None:
        """The same, of a task that is handed over once. Meanwhile it is told what it has to beat."""
        self.solver.check_stop()
        told = [limit() for limit in limits]
        task = desk.Task(f"treebuild-{uuid4().hex}", history, tuple(zip(guesses, told, strict=True)))
        client, seen = self._cluster.client, monotonic()
        what = desk.IDENTITY, self._line.key, task, problem
        future = client.submit(desk.work, *what, key=task.name, pure=False)
        ended = Event()
        future.add_done_callback(lambda _: ended.set())
        try:
            while not ended.wait(_TICK):
                now = [limit() for limit in limits]
                if now != told:
                    told = now
                    self._line.tell(task, dict(zip(guesses, told, strict=True)))
                if self._cluster.alive():
                    seen = monotonic()
                elif monotonic() - seen > _PATIENCE:
                    raise self._gone("")
                try:
                    self.solver.check_stop()
                except StoppedError:
                    self._line.tell(task, {guess: tuple(0 for _ in told[0]) for guess in guesses})
                    raise
            return self._result(future)
        finally:
            future.release()

    def _result(self, future: Any) -> desk.Done | None:
        """What a task that has ended has done, if its worker had tables. Raises _LostError when that is lost.

        Results are not asked for before: Dask fetches those of several hands together, and a hand that did not want to
        wait any longer would take theirs from the others (dask/distributed issue 8514).
        """
        try:
            done: desk.Done | None = future.result(timeout=_PATIENCE)
        except TreebuildError:
            raise
        except Exception as error:  # of many kinds: the connection is lost, or workers die of this task
            raise _LostError(": ".join(filter(None, (type(error).__name__, *str(error).splitlines()[:1])))) from None
        return done

    def _failed(self, why: str) -> TreebuildError:
        return TreebuildError(
            f"{self._cluster.address}: {TRIES} workers, one after the other, failed at a task ({why}): their logs say "
            "more",
            remedy=Remedy("{} keeps what is settled for the next time", "store", "FILE"),
        )

    def _gone(self, why: str) -> TreebuildError:
        why = why and f" ({why})"
        return TreebuildError(
            f"{self._cluster.address}: the scheduler, or all of its workers, are gone{why}: start them again",
            remedy=Remedy("{} keeps what is settled for the next time", "store", "FILE"),
        )


def _handed_over(contest: Contest) -> bool:
    """Whether the workers try these guesses. Of few first ones they try the second ones that follow."""
    return bool(contest.history) or len(contest.ordered) > FEW


def _pickled(problem: Problem) -> bytes:
    """For workers. A game of somebody's own functions takes these along. Raises TreebuildError."""
    import cloudpickle  # Dask needs it

    try:
        return bytes(cloudpickle.dumps(problem))
    except Exception as error:  # of any kind
        raise TreebuildError(
            f"the game {problem.game.name} cannot be sent to a cluster ({error}): give it by rule, or as a table"
        ) from None


def _connected(client: Any) -> bool:
    return bool(client.status == "running")


def _identity() -> desk.Identity:
    return desk.IDENTITY
