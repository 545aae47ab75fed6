"""A search on many machines: guesses are handed to a Dask scheduler, whose workers try them.

The driver walks the first guesses, and hands over second ones, several a task, and the parts of a guess that all
others wait for. `search.desk` is the worker's side. Which worker is faster decides nothing, as among threads.
"""

from __future__ import annotations

import logging
import pickle
import re
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from hashlib import sha256
from heapq import nlargest
from threading import Event, Lock
from time import monotonic, perf_counter
from typing import Any
from uuid import uuid4

from treebuild.errors import Remedy, TreebuildError
from treebuild.search import desk
from treebuild.search.bounds import Vector
from treebuild.search.contest import Contest
from treebuild.search.crew import Hand
from treebuild.search.proof import LARGE, SMALL, Child, Problem, Proof
from treebuild.search.solver import Solver, StoppedError
from treebuild.search.store import History, Known

HANDS = 2  # for each thread that the cluster has at the start: more workers may join
FEW = 20  # first guesses that are not worth a task each: their second guesses are
SECONDS = 0.5  # that a task is to take
SHORT = 5  # a task is no shorter than this part of it, that all workers have something to do until a contest ends
MOST = 200  # guesses of a task
TRIES = 3  # how often a task is handed over until the workers count as gone
NEWS = 1000  # positions that all workers hear of at once
_CONNECT = 10.0  # seconds
_ALIVE = 1.0  # seconds for which what the scheduler said of its workers is believed
_TICK = 0.2  # seconds until a task is told what it has to beat now
_GONE = 15.0  # seconds without the scheduler, or without any worker, until the search ends


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
        self.address, self.threads, self._asked = address, 0, monotonic()
        self.messenger = ThreadPoolExecutor(1)
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
        found = self.client.run(_identity, on_error="return")
        if not found:
            raise TreebuildError(f"the scheduler at {self.address} has no workers: `dask worker {self.address}` is one")
        for worker, identity in found.items():
            if isinstance(identity, Exception):
                raise TreebuildError(f"worker {worker} cannot load treebuild ({identity}): install it there")
            if tuple(identity) != desk.IDENTITY:
                raise TreebuildError(desk.other_version(desk.IDENTITY, tuple(identity)).replace("a worker", worker, 1))

    def close(self) -> None:
        """Let go of the scheduler, which goes on running."""
        wait([self.messenger.submit(lambda: None)], timeout=_ALIVE)  # that workers are to stop may be on its way
        self.messenger.shutdown(wait=False, cancel_futures=True)
        self.client.close(timeout=_CONNECT)

    def hands(self, proof: Proof, problem: Problem) -> list[Hand]:
        """As many hands as keep all workers busy."""
        self.threads = sum(self.client.nthreads().values())
        number = max(HANDS * self.threads, 1)
        line = _Line(self, problem)
        line.prepare()
        solvers = [proof.solver, *(proof.solver.fork() for _ in range(1, min(number, FEW)))]
        return [_Remote(line, place, solvers[min(place, FEW - 1)], proof.zero) for place in range(number)]

    def alive(self) -> bool:
        """Whether the scheduler answers and has workers, now or a second ago."""
        if monotonic() > self._asked + _ALIVE:
            try:
                self.threads = sum(self.client.nthreads().values()) if self.client.status == "running" else 0
            except Exception:  # of whatever kind: there is no connection
                self.threads = 0
            self._asked = monotonic()
        return self.threads > 0


class _Line:
    """What goes to the workers, of one problem, but tasks."""

    def __init__(self, cluster: Cluster, problem: Problem) -> None:
        self.cluster, self._data = cluster, pickle.dumps(problem)
        self.key = f"treebuild-{sha256(self._data).hexdigest()}"
        self.seconds = dict[History, float]()  # that a guess has taken after a history
        self._news, self._lock = list[tuple[Hashable, Known, float]](), Lock()
        self._said = Future[None]()  # whether they have heard the news before
        self._said.set_result(None)

    @property
    def threads(self) -> int:
        """So many tasks can be done at the same time. One is tried even where no worker is left, to find that out."""
        return max(self.cluster.threads, 1)

    def prepare(self) -> None:
        """Let all workers make their tables, if they have not."""
        self._broadcast(desk.prepare, self._data)

    def tell(self, task: desk.Task, limits: dict[int, Vector]) -> None:
        """Tell whoever does a task what its guesses have to beat now."""
        self._broadcast(desk.tell, task.name, limits)

    def learn(self, settled: tuple[tuple[Hashable, Known, float], ...]) -> None:
        """Let all workers know what one settled; what took longest, if much happens until they have heard it."""
        with self._lock:
            self._news += settled
            if self._news and self._said.done():
                news, self._news = nlargest(NEWS, self._news, key=lambda new: new[2]), []
                self._said = self._broadcast(desk.learn, [(name, known) for name, known, _ in news])

    def _broadcast(self, what: Callable[..., Any], *words: object) -> Future[None]:
        """Let all workers call a coroutine. Nobody waits for that here: a worker may not answer."""

        def say() -> None:
            with suppress(Exception):  # nobody listens: tasks are found lost soon
                self.cluster.client.run(what, self.key, *words, wait=False)

        return self.cluster.messenger.submit(say)


class _LostError(Exception):
    """A task has no result, and will have none."""


class _Remote(Hand):
    """Tries guesses somewhere in a cluster. Its solver is for what is too small to send.

    The hands of the first FEW places, each of which is alone to have its solver, also take first guesses that are not
    handed over.
    """

    def __init__(self, line: _Line, place: int, solver: Solver, zero: Vector) -> None:
        super().__init__(solver, zero)
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

    def attempt(self, proof: Proof, contest: Contest, bunch: list[tuple[int, int]]) -> list[int]:
        """See Hand. Guesses that a task had no time for are left."""
        if not _handed_over(contest):
            return super().attempt(proof, contest, bunch)
        open_ = []
        for index, guess in bunch:
            known = proof.store.get(proof.guess_name(contest.history, guess))
            if known is not None and (known.exact or known.value >= contest.limit(index)):
                contest.enter(index, known.value)
            else:
                open_.append((index, guess))
        if not open_:
            return []
        self._cluster.alive()  # how many workers there are
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

        start, place = perf_counter(), (contest.candidates, contest.history, guess)
        _, children = proof.children(*place)
        unknown = [child for child in reversed(children) if proof.known(child.name) is None]
        sent = [child for child in unknown if len(child.candidates) > SMALL and proof.walked(child) is None]
        with ThreadPoolExecutor(max(len(sent), 1)) as threads:
            settled = threads.map(settle, sent)
            proof.side_by_side(children, self)
            list(settled)
        known = proof.by_children(*place, limit, self)
        return desk.Done(((known, perf_counter() - start),), ())

    def _done(
        self, proof: Proof, history: History, guesses: list[int], limits: Sequence[Callable[[], Vector]]
    ) -> desk.Done:
        """What a task has done. One that Dask loses, as it may when workers come and go, is handed over again."""
        tries = 1
        while True:
            try:
                done = self._once(history, guesses, limits)
                break
            except _LostError as error:
                if tries == TRIES or not self._cluster.alive():
                    raise self._gone(str(error)) from None
                tries += 1
        self._line.learn(done.settled)
        for name, settled, seconds in done.settled:
            proof.store.put(name, settled, seconds)
        return done

    def _once(self, history: History, guesses: list[int], limits: Sequence[Callable[[], Vector]]) -> desk.Done:
        """The same, of a task that is handed over once. Meanwhile it is told what it has to beat."""
        told = [limit() for limit in limits]
        task = desk.Task(f"treebuild-{uuid4().hex}", history, tuple(zip(guesses, told, strict=True)))
        client, seen = self._cluster.client, monotonic()
        future = client.submit(desk.work, desk.IDENTITY, self._line.key, task, key=task.name, pure=False)
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
                elif monotonic() - seen > _GONE:
                    raise self._gone("")
                try:
                    self.solver.check_stop()
                except StoppedError:
                    self._line.tell(task, {guess: tuple(0 for _ in told[0]) for guess in guesses})
                    raise
            return self._result(future)
        finally:
            future.release()

    def _result(self, future: Any) -> desk.Done:
        """What a task that has ended has done. Raises _LostError when that is lost.

        Results are not asked for before: Dask fetches those of several hands together, and a hand that did not want to
        wait any longer would take theirs from the others (dask/distributed issue 8514).
        """
        try:
            done: desk.Done | None = future.result(timeout=_GONE)
        except TreebuildError:
            raise
        except Exception as error:  # of many kinds: the connection is lost, or workers die of this task
            raise _LostError(type(error).__name__) from None
        if done is None:
            self._line.prepare()
            raise _LostError("a worker without tables")
        return done

    def _gone(self, why: str) -> TreebuildError:
        why = why and f" ({why})"
        return TreebuildError(
            f"{self._cluster.address}: the scheduler, or all of its workers, are gone{why}: start them again",
            remedy=Remedy("{} keeps what is settled for the next time", "store", "FILE"),
        )


def _handed_over(contest: Contest) -> bool:
    """Whether the workers try these guesses. Of few first ones they try the second ones that follow."""
    return bool(contest.history) or len(contest.ordered) > FEW


def _identity() -> desk.Identity:
    return desk.IDENTITY
