"""A cluster worker's side of a search: it tries the options that it is sent, and keeps its tables between tasks.

This runs in the processes of Dask's workers. `driver` sends them tasks.
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
from treebuild.game.positions import Candidates, History
from treebuild.search.engine.solver import StoppedError
from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import ENGINE, Result, Store
from treebuild.search.walk.walk import LocalWorker, ProblemSpec
from treebuild.version import __version__

MAX_PROBLEMS = 4  # whose tables are kept; with `deepest` there are two problems, and `near` has two for a pass
MAX_TASK_SECONDS = 1.0  # after that a task returns the options that it has not begun: others have time for them
MAX_TASKS_WITH_CUTOFFS = 1000  # of tasks that have not begun, the cutoffs that came in are kept

POSITION = -1  # in place of a guess: the position itself, with all its options

Identity = tuple[int, str]
"""Engine and version. Workers and driver have to agree on both."""

IDENTITY: Identity = (ENGINE, __version__)


@dataclass(frozen=True)
class Task:
    """Options to try at a position, each a guess with a cutoff. An option that costs its cutoff or more is settled."""

    name: str
    history: History
    options: tuple[tuple[int, Vector], ...]


@dataclass(frozen=True)
class TaskResult:
    """What options cost, with the seconds of processor time that each took; and by name what was settled on the way.

    Options of the task that have no result were not tried.
    """

    results: tuple[tuple[Result, float], ...]
    settled: tuple[tuple[Hashable, Result, float], ...]


class _RecordingStore(Store):
    """A store that remembers what each thread has put into it that took so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds, self._thread = seconds, local()

    def put(self, name: Hashable, result: Result, seconds: float = 0.0) -> Result:
        """See Store."""
        if seconds >= self._seconds:
            self._thread.settled = [*self.settled(), (name, result, seconds)]
        return super().put(name, result)

    def settled(self) -> list[tuple[Hashable, Result, float]]:
        """What this thread has put since `forget`."""
        return getattr(self._thread, "settled", [])

    def forget(self) -> None:
        """Forget what this thread has put."""
        self._thread.settled = []


@dataclass
class _Evaluation:
    """An option that a worker is trying, and what it costs at least, as far as is known."""

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
        """Try options. One that cannot matter any more is given up, at a cost not below the cutoff that came last.

        The first is always tried, and after so many seconds no other is begun.
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
                    continue  # it was the option before that was to stop, and it had ended meanwhile
                result = Result(evaluation.bound)
            return result, worker.spent() - start

    def update_cutoffs(self, name: str, cutoffs: dict[int, Vector]) -> None:
        """Lower the cutoffs of a task's options, by guess, whether the task has begun or not."""
        with self._lock:
            before = self._cutoffs.pop(name, {})  # or after: messages may overtake each other
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


def _state(key: str, problem: bytes) -> WorkerState | None:
    """The tables of a problem, if they are here or the problem is given. Those used longest ago are dropped."""
    with _making:
        if key in _states:
            _states[key] = _states.pop(key)
        elif problem:
            _states[key] = WorkerState(pickle.loads(problem))
            while len(_states) > MAX_PROBLEMS:
                del _states[next(iter(_states))]
        return _states.get(key)


def work(identity: Identity, key: str, task: Task, problem: bytes = b"") -> TaskResult | None:
    """Do a task of a problem. Returns None if this worker joined late and does not know the problem.

    Raises TreebuildError when the driver is of another version.
    """
    if identity != IDENTITY:
        raise TreebuildError(other_version(identity, IDENTITY))
    state = _state(key, problem)
    return None if state is None else state.work(task)


async def update_cutoffs(key: str, name: str, cutoffs: dict[int, Vector]) -> None:
    """Lower the cutoffs of a task's options, if the task may be done here."""
    if key in _states:
        _states[key].update_cutoffs(name, cutoffs)


async def merge_results(key: str, settled: Iterable[tuple[Hashable, Result]]) -> None:
    """Keep results that this worker or another one has found."""
    if key in _states:
        for name, result in settled:
            _states[key].results.put(name, result)


async def begun() -> list[str]:
    """The names of the tasks that this worker is doing."""
    return [name for state in [*_states.values()] for name in [*state._running]]


def other_version(here: Identity, there: Identity) -> str:
    """The message about a worker of another version."""
    return (
        f"a worker runs treebuild {there[1]} (engine {there[0]}), this is {here[1]} (engine {here[0]}): results of "
        "different versions do not mix; install the same version everywhere"
    )
