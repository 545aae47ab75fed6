"""How long a search would take on many machines: its recorded tasks are replayed in virtual time.

The search, the scheduler and the cutting of tasks are those of a real search on a cluster. Only the machines are
simulated: a task takes as long there as it took when it was recorded. What the driver computes takes the processor time
that it takes now.

A task may begin with a higher cutoff than the recorded one, before the option that gave that cutoff has ended. Then it
goes on until the cutoff has fallen so far, or has taken twice its time. An option that was never tried takes as long as
others of positions of that size, and is taken not to win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event, Thread

from treebuild.errors import TreebuildError, UsageError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import History
from treebuild.game.reply_matrix import candidates_after, reply_matrix
from treebuild.search.allowed import Source
from treebuild.search.bounds import Vector
from treebuild.search.game_search import GameSearch
from treebuild.search.objective import Objective
from treebuild.search.open_node import OpenNode
from treebuild.search.parallel.cluster_tasks import WORKERS_PER_THREAD, ClusterWorker, OptionTimes
from treebuild.search.parallel.dask_worker import MAX_TASK_SECONDS, POSITION, TaskResult
from treebuild.search.parallel.scheduler import Scheduler
from treebuild.search.parallel.threads import Pool
from treebuild.search.parallel.virtual_time import VirtualClock
from treebuild.search.parallel.workers import IDLE_SECONDS, Worker
from treebuild.search.prepared import PreparedGame
from treebuild.search.solver import PositionSolver
from treebuild.search.store.memory import Result
from treebuild.search.store.recorded_tasks import RecordedTasks

MAX_WORKERS = 1024
DASK_SECONDS = 0.012  # from the sending of a task until its result is here, without its own time: measured, two cores
DRIVER_SECONDS = 0.0034  # of these the processor time of the driver and Dask's scheduler, which do one task at a time
UPDATE_SECONDS = 0.2  # until a machine hears of a cutoff that has fallen
MAX_SLOWDOWN = 2.0  # of a task that begins with a higher cutoff than when it was recorded


@dataclass(frozen=True)
class Replay:
    """A search on so many machines.

    seconds     until it ends, without what a process takes to start
    of_one      the same on one machine
    tasks       how many were sent, and how many options were recorded
    recorded
    shares      what the machines' time goes to: `tasks`; `dask`, the way of a task to the machine and back;
                `driver`, idle while the driver computes; `first_options`, idle while the first option of a position is
                tried, which the others there wait for; `no_options`, idle because none are left, before the next
                position or at the end
    """

    workers: int
    seconds: float
    of_one: float
    tasks: int
    recorded: int
    shares: dict[str, float]

    @property
    def speedup(self) -> float:
        """How many times as fast as one machine."""
        return self.of_one / self.seconds

    @property
    def efficiency(self) -> float:
        """The speedup of each machine."""
        return self.speedup / self.workers


def replay(game: Game | str, objective: str, workers: int, store: Path, *, candidates_only: bool = False) -> Replay:
    """Replay the tasks of a search that a store has recorded. Raises TreebuildError when it has none."""
    if not 1 <= workers <= MAX_WORKERS:
        raise UsageError(f"bad number of workers: expected a whole number from 1 to {MAX_WORKERS}")
    chosen = Objective.parse(objective)
    if chosen.needs_depth:
        raise TreebuildError(
            f"{objective} takes two searches, and a replay shows one: use an objective such as total or limit:9"
        )
    problem = RecordedTasks(store), PreparedGame(reply_matrix(as_game(game))), chosen, candidates_only
    found = _simulated(*problem, workers)
    one = found if workers == 1 else _simulated(*problem, 1)
    shares = {name: spent / (workers * found.clock.now) for name, spent in found.spent.items()}
    return Replay(workers, found.clock.now, one.clock.now, found.tasks, len(problem[0]), shares)


def _simulated(
    recorded: RecordedTasks, game: PreparedGame, objective: Objective, candidates_only: bool, machines: int
) -> _Simulation:
    plan = (Source.MEMBERS,) if candidates_only else (Source.ALL,)
    greatest = objective.limit or len(game.everything)
    search = GameSearch(game, objective, greatest, plan, store=recorded)
    simulation = _Simulation(recorded, machines)
    simulation.run(search)
    return simulation


class _Simulation:
    """Machines that are simulated, and what their time goes to, in seconds; see Replay."""

    def __init__(self, recorded: RecordedTasks, machines: int) -> None:
        self.recorded, self.threads, self.tasks = recorded, machines, 0
        self.times = OptionTimes()
        self.spent = dict.fromkeys(("tasks", "dask", "driver", "first_options", "no_options"), 0.0)
        self._free, self._sending = machines, 0

    def run(self, search: GameSearch) -> None:
        """Search until the end of virtual time."""
        number = WORKERS_PER_THREAD * self.threads
        # One solver does for all: a thread keeps it until its search has ended.
        workers: list[Worker] = [_SimulatedWorker(self, rank, search.solver) for rank in range(number)]
        self.clock = VirtualClock(len(workers), self._count)
        self.scheduler = search.scheduler = Scheduler(search, _VirtualPool(workers, self.clock), None)
        search.run()

    @contextmanager
    def machine(self) -> Iterator[_Machine]:
        """A machine, when one is free, and a task has come to it."""
        self.clock.compute()
        self.clock.occupy(DRIVER_SECONDS)
        while not self._free:
            self.clock.wait(DASK_SECONDS)
        self._free -= 1
        self._sending += 1
        self.tasks += 1
        self.clock.wait(DASK_SECONDS - DRIVER_SECONDS)
        self._sending -= 1
        machine = _Machine(self.clock)
        yield machine
        self._free += 1
        late = self.clock.now - machine.time  # the driver was busy when the result came
        self.spent["tasks"] -= late
        self.spent["driver"] += late

    def _count(self, seconds: float, computing: bool) -> None:
        """Count what the machines do while time passes."""
        self.spent["tasks"] += seconds * (self.threads - self._free - self._sending)
        self.spent["dask"] += seconds * self._sending
        why = "driver" if computing else "first_options" if self.scheduler.awaits_cutoff else "no_options"
        self.spent[why] += seconds * self._free


class _Machine:
    """A machine at its task, and its time: it works on while the driver is busy."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock, self.time = clock, clock.now

    def work(self, seconds: float) -> None:
        """Work for so many seconds."""
        self.time += seconds
        self._clock.wait_until(self.time)


class _VirtualPool(Pool[Worker]):
    """Threads that run in virtual time."""

    def __init__(self, workers: list[Worker], clock: VirtualClock) -> None:
        super().__init__(workers[0], 1, lambda worker: worker, Worker.stop)
        self.owned, self._clock = workers, clock

    def each(self, work: Callable[[Worker], None]) -> None:
        """See Pool. Time stops when the first worker has ended: the search is done."""

        def in_time(worker: Worker) -> None:
            rank = self.owned.index(worker)
            self._clock.join(rank)
            try:
                work(worker)
            finally:
                if rank == 0:
                    self._clock.stop()
                self._clock.leave()

        super().each(in_time)


class _SimulatedWorker(ClusterWorker):
    """Sends tasks to machines that are simulated."""

    def __init__(self, simulation: _Simulation, rank: int, solver: PositionSolver) -> None:
        super().__init__(simulation, rank, solver)
        self._simulation, self._recorded = simulation, simulation.recorded

    @property
    def _clock(self) -> VirtualClock:
        return self._simulation.clock

    def wait(self, ended: Event) -> None:
        """See Worker."""
        self._clock.wait(self.idle_seconds)
        self.solver.check_stop()

    def evaluate(self, search: GameSearch, node: OpenNode, leased: list[tuple[int, int]]) -> list[int]:
        """See Worker."""
        not_tried = super().evaluate(search, node, leased)
        self._clock.compute()
        return not_tried

    @contextmanager
    def beside(self, calls: Sequence[Callable[[], None]]) -> Iterator[None]:
        """See ClusterWorker."""
        running = len(calls)

        def in_time(begin: Callable[[], None], call: Callable[[], None]) -> None:
            nonlocal running
            begin()
            call()
            running -= 1
            self._clock.leave()

        for call in calls:
            Thread(target=in_time, args=(self._clock.added(), call), daemon=True).start()
        yield
        while running:
            self._clock.wait(IDLE_SECONDS)

    def send(
        self, search: GameSearch, history: History, guesses: list[int], cutoffs: Sequence[Callable[[], Vector]]
    ) -> TaskResult:
        """See ClusterWorker."""
        with self._simulation.machine() as machine:
            results, end = list[tuple[Result, float]](), machine.time + MAX_TASK_SECONDS
            for guess, cutoff in zip(guesses, cutoffs, strict=True):
                start = machine.time
                if guess == POSITION:
                    result = self._settled(machine, search, history, cutoff())
                else:
                    best = min((result.value for result, _ in results if result.exact), default=search.infinite)
                    result = self._tried(machine, search, history, guess, partial(_lower, cutoff, best))
                results.append((result, machine.time - start))
                if machine.time > end:
                    break
        return TaskResult(tuple(results), ())

    def _settled(self, machine: _Machine, search: GameSearch, history: History, cutoff: Vector) -> Result:
        """A position as it was recorded. One that took too little time for that is searched."""
        found = self._recorded.position(search.position_name(history))
        if found is not None and (found[0].exact or found[0].value >= cutoff):
            machine.work(found[1])
            return found[0]
        start, candidates = self.spent(), candidates_after(search.replies.game, history)
        result = search.settle(candidates, history, cutoff, self)
        machine.work(self.spent() - start)
        return result

    def _tried(
        self, machine: _Machine, search: GameSearch, history: History, guess: int, cutoff: Callable[[], Vector]
    ) -> Result:
        """An option as it was recorded; see this module for those that were tried under other conditions."""
        found = self._recorded.option(search.option_name(history, guess), cutoff())
        if found is None:
            machine.work(self._recorded.usual_seconds(len(candidates_after(search.replies.game, history))))
            return Result(cutoff())
        result, task = found
        machine.work(task.seconds)
        if result.exact:
            return result
        until = machine.time + (MAX_SLOWDOWN - 1) * task.seconds
        while cutoff() > task.cutoff and machine.time < until:
            machine.work(min(UPDATE_SECONDS, until - machine.time))
        return Result(max(result.value, cutoff()))


def _lower(cutoff: Callable[[], Vector], best: Vector) -> Vector:
    return min(cutoff(), best)
