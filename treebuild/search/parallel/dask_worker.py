"""A cluster worker's side of a search: it tries the guesses it is handed, and keeps its tables between them.

This runs in the processes of Dask's workers; `search.cluster` hands it tasks.
"""

from __future__ import annotations

import pickle
from asyncio import to_thread
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock, local
from time import perf_counter

from treebuild.errors import TreebuildError
from treebuild.game.replies import reply_matrix
from treebuild.search.bounds import Vector
from treebuild.search.game_search import Problem, Proof
from treebuild.search.open_node import Candidates
from treebuild.search.parallel.scheduler import Hand
from treebuild.search.prepared import Tables
from treebuild.search.solver import StoppedError
from treebuild.search.store.memory import ENGINE, History, Known, Store
from treebuild.version import __version__

DESKS = 3  # problems whose tables are kept; one with `deepest` is searched as two
MOST_SECONDS = 1.0  # after so many a task gives back the guesses that it has not begun: others have time for them
WORTH = 0.002  # seconds: what was settled faster is found again rather than sent to all workers
TOLD = 1000  # limits that are kept for tasks that have not begun

POSITION = -1  # in place of a guess: the position itself, with all its guesses

Identity = tuple[int, str]
"""Engine and version: workers and driver have to agree."""

IDENTITY: Identity = (ENGINE, __version__)


@dataclass(frozen=True)
class Task:
    """Guesses to try after a history, each with a limit: whether it costs as much or more is all that matters then."""

    name: str
    history: History
    guesses: tuple[tuple[int, Vector], ...]


@dataclass(frozen=True)
class Done:
    """What guesses cost, and in how many seconds that was found; and what was settled on the way, named.

    Guesses of a task that are not `found` were not tried.
    """

    found: tuple[tuple[Known, float], ...]
    settled: tuple[tuple[Hashable, Known, float], ...]


class _Recording(Store):
    """A store that says what each thread has put into it."""

    def __init__(self) -> None:
        super().__init__()
        self._thread = local()

    def put(self, name: Hashable, found: Known, seconds: float = 0.0) -> Known:
        """See Store."""
        if seconds >= WORTH:
            self._thread.settled = [*self.settled(), (name, found, seconds)]
        return super().put(name, found)

    def settled(self) -> list[tuple[Hashable, Known, float]]:
        """What this thread has put since `forget`."""
        return getattr(self._thread, "settled", [])

    def forget(self) -> None:
        """Begin anew for this thread."""
        self._thread.settled = []


@dataclass
class _Trial:
    """A guess that a hand is trying, and what it costs at least, as far as is known."""

    hand: Hand
    guess: int
    least: Vector

    def heard(self, least: Vector) -> None:
        """More is known."""
        self.least = least


class Desk:
    """A problem in this process: its tables, what is known, and a hand for each thread."""

    def __init__(self, problem: Problem) -> None:
        game = Tables(reply_matrix(problem.game))
        self.proof = Proof(game, problem.objective, problem.greatest, problem.plan)
        self.proof.store = self._store = _Recording()
        self._free = [self.proof.hand]
        self._trying: dict[str, _Trial] = {}
        self._told: dict[str, dict[int, Vector]] = {}
        self._lock = Lock()

    def work(self, task: Task) -> Done:
        """Try guesses. One that cannot matter any more is given up, at a cost of at least the limit told last."""
        replies, candidates = self.proof.replies, self.proof.game.everything
        for guess, reply in task.history:
            candidates = candidates[replies.matrix[guess][candidates] == reply]
        self._store.forget()
        found: list[tuple[Known, float]] = []
        end = perf_counter() + MOST_SECONDS
        with self._hand(task.name) as hand:
            for guess, limit in task.guesses:
                best = min((known.value for known, _ in found if known.exact), default=limit)
                found.append(self._try(task, candidates, guess, min(limit, best), hand))
                if perf_counter() > end:
                    break
        return Done(tuple(found), tuple(self._store.settled()))

    def _try(self, task: Task, candidates: Candidates, guess: int, limit: Vector, hand: Hand) -> tuple[Known, float]:
        start, trial = perf_counter(), _Trial(hand, guess, self.proof.zero)
        with self._lock:
            self._trying[task.name] = trial

        def now() -> Vector:
            return min(limit, self._told.get(task.name, {}).get(guess, limit))

        while True:
            try:
                if guess == POSITION:
                    known = self.proof.settle(candidates, task.history, now(), hand)
                else:
                    known = self.proof.cost(candidates, task.history, guess, now, hand, trial.heard)
            except StoppedError:
                hand.solver.resume()
                if trial.least < now():
                    continue  # that was meant for the guess before, which had ended meanwhile
                known = Known(trial.least)
            return known, perf_counter() - start

    def tell(self, name: str, limits: dict[int, Vector]) -> None:
        """Tell a task, whether it has begun or not, what each of its guesses has to beat now."""
        with self._lock:
            before = self._told.pop(name, {})  # or after: messages may overtake each other
            self._told[name] = limits = {guess: min(least, before.get(guess, least)) for guess, least in limits.items()}
            while len(self._told) > TOLD:
                del self._told[next(iter(self._told))]
            trial = self._trying.get(name)
            if trial is not None and trial.guess in limits and trial.least >= limits[trial.guess]:
                trial.hand.stop()

    @contextmanager
    def _hand(self, name: str) -> Iterator[Hand]:
        with self._lock:
            hand = self._free.pop() if self._free else self.proof.hand.fork()
        try:
            yield hand
        finally:
            with self._lock:
                self._trying.pop(name, None)
                self._told.pop(name, None)
                self._free.append(hand)


_desks: dict[str, Desk] = {}
_making = Lock()


async def prepare(key: str, problem: bytes) -> None:
    """Hear of a problem, a pickled Problem, and make its tables beside what else is done here."""
    await to_thread(_desk, key, problem)


def _desk(key: str, problem: bytes) -> Desk | None:
    """The tables of a problem, if they are here or it is given. Those that were not asked for the longest go."""
    with _making:
        if key in _desks:
            _desks[key] = _desks.pop(key)
        elif problem:
            _desks[key] = Desk(pickle.loads(problem))
            while len(_desks) > DESKS:
                del _desks[next(iter(_desks))]
        return _desks.get(key)


def work(identity: Identity, key: str, task: Task, problem: bytes = b"") -> Done | None:
    """Do a task of a problem; nothing, if that is not given and was not heard of, as by a worker that has joined since.

    Raises TreebuildError when the driver is of another version.
    """
    if identity != IDENTITY:
        raise TreebuildError(other_version(identity, IDENTITY))
    desk = _desk(key, problem)
    return None if desk is None else desk.work(task)


async def tell(key: str, name: str, limits: dict[int, Vector]) -> None:
    """Tell a task what its guesses have to beat now, if it is to be done here."""
    if key in _desks:
        _desks[key].tell(name, limits)


async def learn(key: str, settled: Iterable[tuple[Hashable, Known]]) -> None:
    """Hear what was settled, here or by other workers."""
    if key in _desks:
        for name, known in settled:
            _desks[key].proof.store.put(name, known)


def other_version(here: Identity, there: Identity) -> str:
    """What to say of a worker of another version."""
    return (
        f"a worker runs treebuild {there[1]} (engine {there[0]}), this is {here[1]} (engine {here[0]}): values of "
        "different versions do not mix; install the same one everywhere"
    )
