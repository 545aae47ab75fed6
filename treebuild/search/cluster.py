"""A search on many machines: guesses are handed to a Dask scheduler, whose workers try them.

The driver walks the first guesses, and hands over second ones; `search.desk` is the worker's side. Which worker is
faster decides nothing, as among threads.
"""

from __future__ import annotations

import logging
import pickle
import re
from hashlib import sha256
from threading import Event
from time import monotonic
from typing import Any
from uuid import uuid4

from treebuild.errors import Remedy, TreebuildError
from treebuild.search import desk
from treebuild.search.bounds import Vector
from treebuild.search.contest import Contest
from treebuild.search.crew import Hand
from treebuild.search.proof import Problem, Proof
from treebuild.search.solver import Solver, StoppedError

HANDS = 2  # tasks for each thread of the cluster: one that runs, and one that waits at hand
FEW = 20  # first guesses that are not worth a task each: their second guesses are
SECONDS = 0.5  # that a task is to take
MOST = 200  # guesses of a task
TRIES = 3  # how often a task is handed over until the workers count as gone
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
        self.address, self._alive, self._asked = address, True, monotonic()
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
        self.client.close(timeout=_CONNECT)

    def hands(self, proof: Proof, problem: Problem) -> list[Hand]:
        """As many hands as keep all workers busy."""
        data = pickle.dumps(problem)
        key = f"treebuild-{sha256(data).hexdigest()}"
        sent = self.client.submit(pickle.loads, data, key=key)
        number = max(HANDS * sum(self.client.nthreads().values()), 1)
        solvers = [proof.solver, *(proof.solver.fork() for _ in range(1, min(number, FEW)))]
        return [
            _Remote(self, key, sent, solvers[min(at, len(solvers) - 1)], proof.zero, at < len(solvers))
            for at in range(number)
        ]

    def alive(self) -> bool:
        """Whether the scheduler answers and has workers, now or a second ago."""
        if monotonic() > self._asked + _ALIVE:
            try:
                self._alive = bool(self.client.status == "running" and self._workers())
            except Exception:  # of whatever kind: there is no connection
                self._alive = False
            self._asked = monotonic()
        return self._alive

    def _workers(self) -> int:
        return len(self.client.scheduler_info(n_workers=1)["workers"])


class _LostError(Exception):
    """A task has no result, and will have none."""


class _Remote(Hand):
    """Tries guesses somewhere in a cluster. Its solver is for what is too small to send.

    One that is `alone` to have its solver also takes first guesses that are not handed over.
    """

    def __init__(
        self, cluster: Cluster, key: str, problem: Any, solver: Solver, zero: Vector, alone: bool = True
    ) -> None:
        super().__init__(solver, zero)
        self._alone = alone
        self._cluster, self._key, self._problem = cluster, key, problem
        self._bunch = 1  # so many guesses are to take about SECONDS

    def most(self, contest: Contest) -> int:
        """See Hand."""
        return self._bunch if _handed_over(contest) else int(self._alone)

    def attempt(self, proof: Proof, contest: Contest, bunch: list[tuple[int, int]]) -> list[int]:
        """See Hand. How many guesses go with the next task depends on how long these have taken.

        Those that a task had no time for are left.
        """
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
        done = self._done(contest, open_)
        for name, settled, seconds in done.settled:
            proof.store.put(name, settled, seconds)
        for (index, guess), (known, seconds) in zip(open_, done.found, strict=False):
            contest.enter(index, proof.store.put(proof.guess_name(contest.history, guess), known, seconds).value)
        each = max(sum(seconds for _, seconds in done.found) / len(done.found), 1e-6)
        self._bunch = max(1, min(MOST, self._bunch * 4, int(SECONDS / each)))
        return [index for index, _ in open_[len(done.found) :]]

    def _done(self, contest: Contest, bunch: list[tuple[int, int]]) -> desk.Done:
        """What a task has done. One that Dask loses, as it may when workers come and go, is handed over again."""
        tries = 1
        while True:
            try:
                return self._once(contest, bunch)
            except _LostError as error:
                if tries == TRIES or not self._cluster.alive():
                    raise self._gone(str(error)) from None
                tries += 1

    def _once(self, contest: Contest, bunch: list[tuple[int, int]]) -> desk.Done:
        """The same, of a task that is handed over once. Meanwhile it is told what it has to beat."""
        told = [contest.limit(index) for index, _ in bunch]
        guesses = [guess for _, guess in bunch]
        task = desk.Task(f"treebuild-{uuid4().hex}", contest.history, tuple(zip(guesses, told, strict=True)))
        client, seen = self._cluster.client, monotonic()
        future = client.submit(desk.work, desk.IDENTITY, self._key, self._problem, task, key=task.name, pure=False)
        ended = Event()
        future.add_done_callback(lambda _: ended.set())
        try:
            while not ended.wait(_TICK):
                limits = [contest.limit(index) for index, _ in bunch]
                if limits != told:
                    told = limits
                    self._tell(task, dict(zip(guesses, told, strict=True)))
                if self._cluster.alive():
                    seen = monotonic()
                elif monotonic() - seen > _GONE:
                    raise self._gone("")
                try:
                    self.solver.check_stop()
                except StoppedError:
                    self._tell(task, {guess: tuple(0 for _ in told[0]) for guess in guesses})
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
            done: desk.Done = future.result(timeout=_GONE)
        except TreebuildError:
            raise
        except Exception as error:  # of many kinds: the connection is lost, or workers die of this task
            raise _LostError(type(error).__name__) from None
        return done

    def _tell(self, task: desk.Task, limits: dict[int, Vector]) -> None:
        try:
            self._cluster.client.run(desk.tell, self._key, task.name, limits, wait=False)
        except Exception:  # nobody listens: the task is found lost soon
            return

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
