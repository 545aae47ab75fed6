"""How a search is cut into tasks for many machines.

Most tasks are several options of a position after one guess. If all other workers would wait for one option, its parts
are tasks. If there are few first guesses, their parts are tasks too. `driver` sends tasks to the workers of Dask: a
`Task` of `worker` goes there, and a `TaskResult` comes back.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Protocol

from treebuild.game.positions import History
from treebuild.search.cluster.worker import POSITION, TaskResult
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import Result
from treebuild.search.waiting import PATIENCE
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.open_node import OpenNode, Part
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.scheduler import IDLE_SECONDS
from treebuild.search.walk.walk import Ahead, LocalWorker, Walk

WORKERS_PER_THREAD = 2  # workers here for each thread that the cluster has at the start, since more machines may join
MIN_FIRST_OPTIONS = 20  # with this many first guesses or fewer, tasks are second guesses and parts
SHORTEST_TASK = 10  # the last tasks of a node have at least a tenth of the options of a full task
MAX_OPTIONS = 200  # of a task
SURPLUS_IDLE_SECONDS = 1.0  # a worker that waits for more machines looks for one this often


@dataclass(frozen=True)
class ClusterLimits:
    """How the driver shares out a search among machines, and how long it waits for them. None of it changes a result.

    task_seconds         how long a task should take
    small_part           if an option is not one task, the driver searches its parts of this many candidates or fewer
    options_per_machine  if a position has fewer options left for each thread, the parts of its options become tasks:
                         else machines would wait for its longest options
    broadcast            the most results in one message to all workers
    connect_seconds      how long the driver waits for an answer of the scheduler before it ends the search
    answer_seconds       how long the driver waits for the answers of workers to a message
    gone_seconds         how long the driver goes on without any worker
    frozen_seconds       a worker without a sign of life for so long loses its tasks to others
    patience             how long a wait lasts before it tells the user
    """

    task_seconds: float = 0.5
    small_part: int = 60
    options_per_machine: int = 1
    broadcast: int = 1000
    connect_seconds: float = 10.0
    answer_seconds: float = 5.0
    gone_seconds: float = 60.0
    frozen_seconds: float = 60.0
    patience: float = PATIENCE


class OptionTimes:
    """How long options take, by position, as measured in tasks."""

    def __init__(self) -> None:
        self._measured = dict[History, tuple[int, float]]()  # candidates, seconds

    def note(self, node: OpenNode, seconds: float) -> None:
        """Note the mean seconds of the options of a task that had a cutoff. An option without one takes far longer."""
        self._measured[node.history] = len(node.candidates), max(seconds, 1e-6)

    def expected(self, node: OpenNode) -> float | None:
        """The seconds of an option of a node; None before the first measurement.

        They are the last ones measured there, or at the position nearest in size, times the square of the ratio of the
        sizes.
        """
        size = len(node.candidates)
        measured = self._measured.get(node.history)
        if measured is None and self._measured:
            measured = min([*self._measured.values()], key=lambda found: abs(math.log(found[0] / size)))
        return None if measured is None else measured[1] * (size / measured[0]) ** 2


class Machines(Protocol):
    """The machines of one problem, as the workers that send tasks see them."""

    times: OptionTimes
    limits: ClusterLimits

    @property
    def threads(self) -> int:
        """How many tasks can be done at the same time."""
        ...


class ClusterWorker(LocalWorker):
    """Sends options to machines. Its solver searches parts that are too small to send.

    Each worker with a rank below MIN_FIRST_OPTIONS has a solver of its own. These workers also try options part by
    part, such as first guesses that are not sent.
    """

    def __init__(self, machines: Machines, rank: int, problem: Problem, solver: PositionSolver) -> None:
        super().__init__(problem, solver)
        self._rank, self._machines = rank, machines

    @abstractmethod
    def send(
        self, walk: Walk, history: History, guesses: list[int], cutoffs: Sequence[Callable[[], Vector]]
    ) -> TaskResult:
        """The result of a task: guesses to try after a history, each with its cutoff, which may fall meanwhile."""

    def lease_size(self, walk: Walk, node: OpenNode) -> int:
        """See LocalWorker. It is 0 unless a machine is free, since a task that waits begins with an old cutoff.

        At a node without a cutoff, every task is one option. The last tasks of a node are short, since all workers have
        to wait for them, but not so short that the driver could not keep up with them.
        """
        if self._rank >= self._machines.threads:
            return 0
        if not is_sent(node):
            return int(self._rank < MIN_FIRST_OPTIONS)
        seconds = self._machines.times.expected(node)
        if seconds is None or not node.has_cutoff:
            return 1
        if self._is_long(walk, node):
            return int(self._rank < MIN_FIRST_OPTIONS)
        most = min(max(int(self._machines.limits.task_seconds / seconds), 1), MAX_OPTIONS)
        return min(most, max(node.remaining // self._machines.threads, most // SHORTEST_TASK, 1))

    @property
    def idle_seconds(self) -> float:
        """See LocalWorker. Many workers wait for machines to join, so they look less often."""
        return IDLE_SECONDS if self._rank < self._machines.threads else SURPLUS_IDLE_SECONDS

    def evaluate(self, walk: Walk, node: OpenNode, leased: list[tuple[int, int]]) -> list[int]:
        """See LocalWorker. Returns the options that a task had no time for."""
        unknown = []
        for index, guess in leased:
            known = walk.known_option(node.history, guess, node.cutoff(index))
            if known is None:
                unknown.append((index, guess))
            else:
                node.report(index, known.value)
        if not unknown:
            return []
        cutoffs = [partial(node.cutoff, index) for index, _ in unknown]
        has_cutoff = node.has_cutoff
        # In a walk by an effort, images of a position do not share its value, so parts are not tasks.
        divided = walk if isinstance(walk, Exhaustive) and self._rank < MIN_FIRST_OPTIONS else None
        if divided and not node.reports and not has_cutoff and divided.may_divide(node):
            done = self._send_parts(divided, node, *unknown[0], cutoffs[0])
        elif divided and (not is_sent(node) or (len(leased) == 1 and self._is_long(divided, node))):
            done = self._send_in_turn(divided, node, unknown[0][1], cutoffs[0])
        else:
            done = self.send(walk, node.history, [guess for _, guess in unknown], cutoffs)
            self.credit(sum(seconds for _, seconds in done.results))
        for (index, guess), (result, seconds) in zip(unknown, done.results, strict=False):
            kept = walk.keep_option(node.history, guess, result, seconds)
            node.report(index, kept.value)
        if has_cutoff and is_sent(node):
            self._machines.times.note(node, fmean(seconds for _, seconds in done.results))
        return [index for index, _ in unknown[len(done.results) :]]

    def _is_long(self, walk: Walk, node: OpenNode) -> bool:
        """Whether an option of a node takes longer than a task, and the other machines would wait for it."""
        if len(node.history) != 1 or not isinstance(walk, Exhaustive) or not node.has_cutoff:
            return False
        if not walk.may_divide(node):
            return False
        seconds = self._machines.times.expected(node)
        limits = self._machines.limits
        few = node.remaining < limits.options_per_machine * self._machines.threads
        return few and seconds is not None and seconds > limits.task_seconds

    def _send_in_turn(self, walk: Exhaustive, node: OpenNode, guess: int, cutoff: Callable[[], Vector]) -> TaskResult:
        """The cost of an option, by its parts, one after another as one machine would search them.

        The largest parts are nodes themselves, whose options many machines try. Small parts are searched here, and all
        others are tasks.
        """

        def settle(part: Part, most: Vector, ahead: Ahead | None) -> Result:
            if (
                len(part.candidates) <= self._machines.limits.small_part
                or self.problem.guesses_walked(part) is not None
            ):
                return walk.settle(part.candidates, part.history, most, self, ahead)
            ((result, seconds),) = self.send(walk, part.history, [POSITION], [lambda: most]).results
            self.credit(seconds)
            return self.problem.store.put(part.name, result, seconds)

        start = self.spent()
        result = walk.search_parts(node.candidates, node.history, guess, cutoff, self, settle=settle)
        return TaskResult(((result, self.spent() - start),), ())

    def _send_parts(
        self, walk: Exhaustive, node: OpenNode, index: int, guess: int, cutoff: Callable[[], Vector]
    ) -> TaskResult:
        """The cost of an option without a cutoff, by its parts, which are searched side by side, large ones first.

        The largest parts are nodes themselves. Small parts are searched here, and all others are tasks.
        """

        def settle(part: Part) -> None:
            done = self.send(walk, part.history, [POSITION], [lambda: self.problem.infinite])
            self.problem.store.put(part.name, *done.results[0])
            spent.append(done.results[0][1])

        def search_here() -> None:
            for part in small:
                walk.settle(part.candidates, part.history, self.problem.infinite, self)
            # Not `small`: other workers search no parts meanwhile, since most of them have no solver of their own.
            walk.side_by_side(total, parts, self, partial(node.report, index), small=False)

        def or_stop(work: Callable[[], None]) -> None:
            try:
                work()
            except BaseException as error:
                errors.append(error)
                self.stop()  # end the search of the other parts, which may take hours

        errors, spent = list[BaseException](), list[float]()
        start, option = self.spent(), (node.candidates, node.history, guess)
        total, parts = self.problem.known_parts(*option, self.problem.part_bounds)
        unknown = [part for part in reversed(parts) if walk.known_part(part) is None]
        compiled = [part for part in unknown if self.problem.guesses_walked(part) is None]
        sent = [part for part in compiled if len(part.candidates) > self.problem.handover.few]
        small = compiled[len(sent) :]
        with ThreadPoolExecutor(len(sent) + 1) as threads:
            for part in sent:
                threads.submit(or_stop, partial(settle, part))
            or_stop(search_here)
        if errors:
            raise errors[0]
        self.credit(sum(spent))
        result = walk.search_parts(*option, cutoff, self)  # the parts are known: this adds them up
        return TaskResult(((result, self.spent() - start),), ())


def is_sent(node: OpenNode) -> bool:
    """Whether options of this node are sent. If there are few first guesses, their parts are sent instead."""
    return bool(node.history) or len(node.options) > MIN_FIRST_OPTIONS
