"""The side of a cluster's worker in a search: it tries the options of its tasks, and keeps its tables between tasks.

This runs in the processes of Dask's workers. `driver` sends them tasks.
"""

from __future__ import annotations

import pickle
from asyncio import to_thread
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from threading import Lock, local
from time import perf_counter

from treebuild.errors import TreebuildError
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.search.engine.solver import StoppedError
from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import ENGINE, Result, Sizes, Store, fits
from treebuild.search.walk.walk import LocalWorker, ProblemSpec
from treebuild.version import __version__

MAX_PROBLEMS = 4  # a process keeps their tables; `deepest` needs two problems, and a pass of `near` two
MAX_TASK_SECONDS = 1.0  # then a task returns the options that it has not begun, since other workers may be free
MAX_TASKS_WITH_CUTOFFS = 1000  # a process keeps the cutoffs of so many tasks that have not begun

MAX_NAME_LEVELS = 3  # of tuples in the name of a position
POSITION = -1  # stands in a task for all options of the position

Identity = tuple[int, str]
"""The engine and the version of treebuild. Workers and driver have to agree on both."""

IDENTITY: Identity = (ENGINE, __version__)


@dataclass(frozen=True)
class Task:
    """Options to try at a position, each a guess with a cutoff. An option that costs its cutoff or more is settled."""

    name: str
    history: History
    options: tuple[tuple[int, Vector], ...]


@dataclass(frozen=True)
class TaskResult:
    """The results of a task.

    results  of the first options of the task, each with its seconds of processor time; it did not try the others
    settled  the results that the task put into the worker's store, each with its name and its seconds
    """

    results: tuple[tuple[Result, float], ...]
    settled: tuple[tuple[Hashable, Result, float], ...]


def is_sound(done: object, options: int, sizes: Sizes) -> bool:
    """Whether a search can have found this result of a task of so many options. A worker may give anything."""
    if type(done) is not TaskResult or type(done.results) is not tuple or type(done.settled) is not tuple:
        return False
    entries = [*done.results, *done.settled]
    if not all(type(entry) is tuple and len(entry) == 2 + (i >= len(done.results)) for i, entry in enumerate(entries)):
        return False
    found = all(
        type(result) is Result and fits(result, sizes) and type(seconds) is float and isfinite(seconds)
        for *_, result, seconds in entries
    )
    return found and 1 <= len(done.results) <= options and all(_is_name(name) for name, _, _ in done.settled)


def _is_name(name: object, levels: int = MAX_NAME_LEVELS) -> bool:
    if type(name) is tuple:
        return levels > 0 and all(_is_name(part, levels - 1) for part in name)
    return type(name) is bytes or (type(name) is int and abs(name) < 1 << 63)


class _RecordingStore(Store):
    """A store that remembers, for each thread, the results that took at least `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds, self._thread = seconds, local()

    def put(self, name: Hashable, result: Result, seconds: float = 0.0) -> Result:
        """See Store."""
        if seconds >= self._seconds:
            self._thread.settled = [*self.settled(), (name, result, seconds)]
        return super().put(name, result)

    def settled(self) -> list[tuple[Hashable, Result, float]]:
        """The results that this thread has put since `forget`."""
        return getattr(self._thread, "settled", [])

    def forget(self) -> None:
        """Forget the results that this thread has put."""
        self._thread.settled = []


@dataclass
class _Evaluation:
    """An option that a worker is trying, and its best known lower bound."""

    worker: LocalWorker
    guess: int
    bound: Vector

    def raise_bound(self, bound: Vector) -> None:
        """Note a lower bound that has grown."""
        self.bound = bound


class WorkerState:
    """A problem in this process: its tables, its results, and a worker for each thread."""

    def __init__(self, spec: ProblemSpec) -> None:
        self.results = _RecordingStore(spec.sent_seconds)
        self.walk = spec.walk(self.results)
        self._free = [self.walk.scheduler.first]
        self._running: dict[str, _Evaluation] = {}
        self._cutoffs: dict[str, dict[int, Vector]] = {}
        self._lock = Lock()

    def work(self, task: Task, seconds: float = MAX_TASK_SECONDS) -> TaskResult:
        """Try the options of a task. The search gives an option up when its bound reaches the last cutoff that came in.

        The first option is always tried, and after `seconds` no other one is begun.
        """
        problem = self.walk.problem
        replies, candidates = problem.replies, problem.game.everything
        for guess, reply in task.history:
            candidates = candidates[replies.matrix[guess][candidates] == reply]
        self.results.forget()
        results: list[tuple[Result, float]] = []
        end = perf_counter() + seconds
        with self._worker(task.name) as worker:
            for guess, cutoff in task.options:
                best = min((result.value for result, _ in results if result.exact), default=cutoff)
                results.append(self._evaluate(task, candidates, guess, min(cutoff, best), worker))
                if perf_counter() > end:
                    break
        return TaskResult(tuple(results), tuple(self.results.settled()))

    def _evaluate(
        self, task: Task, candidates: Candidates, guess: int, cutoff: Vector, worker: LocalWorker
    ) -> tuple[Result, float]:
        start, evaluation = worker.spent(), _Evaluation(worker, guess, self.walk.problem.zero)
        with self._lock:
            self._running[task.name] = evaluation

        def current() -> Vector:
            return min(cutoff, self._cutoffs.get(task.name, {}).get(guess, cutoff))

        while True:
            try:
                if guess == POSITION:
                    result = self.walk.settle(candidates, task.history, current(), worker)
                else:
                    raise_bound = evaluation.raise_bound
                    result = self.walk.search_option(candidates, task.history, guess, current, worker, raise_bound)
            except StoppedError:
                worker.solver.resume()
                if evaluation.bound < current():
                    continue  # the stop was meant for the option before, which had ended meanwhile
                result = Result(evaluation.bound)
            return result, worker.spent() - start

    def update_cutoffs(self, name: str, cutoffs: dict[int, Vector]) -> None:
        """Lower the cutoffs of a task's options, by guess, whether the task has begun or not."""
        with self._lock:
            before = self._cutoffs.pop(name, {})  # these may be newer, since messages may overtake each other
            lowest = {guess: min(cutoff, before.get(guess, cutoff)) for guess, cutoff in cutoffs.items()}
            self._cutoffs[name] = lowest
            while len(self._cutoffs) > MAX_TASKS_WITH_CUTOFFS:
                del self._cutoffs[next(iter(self._cutoffs))]
            running = self._running.get(name)
            if running is not None and running.guess in lowest and running.bound >= lowest[running.guess]:
                running.worker.stop()

    @contextmanager
    def _worker(self, name: str) -> Iterator[LocalWorker]:
        with self._lock:
            worker = self._free.pop() if self._free else LocalWorker(self.walk.problem, self.walk.problem.solver.fork())
        try:
            yield worker
        finally:
            with self._lock:
                self._running.pop(name, None)
                self._cutoffs.pop(name, None)
                self._free.append(worker)


_states: dict[str, WorkerState] = {}
_making = Lock()


async def prepare(key: str, problem: bytes) -> None:
    """Make the tables of a problem, a pickled ProblemSpec, in a thread of their own."""
    await to_thread(_state, key, problem)


def key_of(problem: bytes, replies: Replies) -> str:
    """The name of a pickled problem of the game with these replies.

    The replies of a game from Python code are part of it: a pickled function may be no more than a name in a module,
    and a worker may have loaded that module before somebody changed it.
    """
    digest = sha256(problem)
    if replies.game.rule is None:
        for some in replies.in_bytes():
            digest.update(some)
    return f"treebuild-{digest.hexdigest()}"


def _state(key: str, problem: bytes) -> WorkerState | None:
    """The tables of a problem, if this process has them or `problem` is given. It drops those used longest ago.

    Raises TreebuildError if the Python code of the game gives other replies here than those of the key.
    """
    with _making:
        if key in _states:
            _states[key] = _states.pop(key)
        elif problem:
            spec: ProblemSpec = pickle.loads(problem)
            replies = reply_matrix(spec.game)  # kept for the tables
            if key_of(problem, replies) != key:
                raise TreebuildError(
                    f"a worker has other Python code of the game {spec.game.name}: start the worker again, with the "
                    "same files"
                )
            _states[key] = WorkerState(spec)
            while len(_states) > MAX_PROBLEMS:
                del _states[next(iter(_states))]
        return _states.get(key)


def work(identity: Identity, key: str, task: Task, problem: bytes = b"") -> TaskResult | None:
    """Do a task of a problem. Returns None if this worker joined late and does not know the problem.

    Raises TreebuildError when the driver has another version.
    """
    if identity != IDENTITY:
        raise TreebuildError(other_version(identity, IDENTITY))
    state = _state(key, problem)
    return None if state is None else state.work(task)


async def update_cutoffs(key: str, name: str, cutoffs: dict[int, Vector]) -> None:
    """Lower the cutoffs of a task's options, if this process has the problem."""
    if key in _states:
        _states[key].update_cutoffs(name, cutoffs)


async def merge_results(key: str, settled: Iterable[tuple[Hashable, Result]]) -> None:
    """Keep results that workers have found, if this process has the problem."""
    if key in _states:
        for name, result in settled:
            _states[key].results.put(name, result)


async def begun() -> list[str]:
    """The names of the tasks that this process is doing."""
    return [name for state in [*_states.values()] for name in [*state._running]]


def other_version(here: Identity, there: Identity) -> str:
    """The message about a worker whose version is `there` instead of `here`."""
    return (
        f"a worker runs treebuild {there[1]} (engine {there[0]}), this is {here[1]} (engine {here[0]}): results of "
        "different versions do not mix; install the same version everywhere"
    )
