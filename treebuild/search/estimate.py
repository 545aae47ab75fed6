"""How long an exact search will take, estimated from parts of it that are searched within seconds.

The estimators of Knuth (1975) and Chen (1992) follow random paths of a backtracking search, and weigh each path by the
number of paths that it represents. This estimator lists two levels completely: all positions after one guess, and the
second guesses of each with their parts. It searches a sample of small positions at both levels. Power laws fitted to
the measured times predict how long the other positions take, and straight lines predict their costs. From the costs
follows how many guesses a search tries at each position, and how many of their parts, before bounds rule out the rest.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import takewhile
from random import Random
from statistics import fmean, median
from threading import TIMEOUT_MAX, Timer
from time import perf_counter, thread_time

import numpy as np

from treebuild.errors import UsageError, check_type
from treebuild.game.conditions import EVERYTHING
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import partition, reply_matrix
from treebuild.search import greedy
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.solver import StoppedError
from treebuild.search.estimate_laws import (
    COST_SLOPES,
    MIN_CANDIDATES,
    MIN_SECONDS,
    TIME_POWERS,
    Level,
    Position,
    fit,
    size_class,
)
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.walk import LocalWorker
from treebuild.tree.policy import Progress, grow

# If guesses had costs, the cost of a position would not grow with the logarithm of its size as COST_SLOPES assume.
SUPPORTS = replace(EVERYTHING, costs=False)
MAX_FIRST_GUESSES = 40  # the most promising first guesses are listed; the others are assumed to take as long on average
MAX_SECOND_GUESSES = 12  # listed at each position
MAX_BEST_GUESSES = 3  # at each position: the parts of its best guesses give its cost
MAX_THIRD_GUESSES = 3  # searched at each large position
MAX_PER_SIZE = 4  # positions of about the same size to search
REFUTING = 0.4  # the time to refute a guess, as a share of the time of its parts, which have cutoffs (in six games)
MAX_RANGE = 12.0  # the expected time times this, and divided by it, is the widest range; a wider one is no estimate
PROCESS_BYTES = 110_000_000  # the memory of a process that has loaded only the compiled code
PROCESS_SECONDS = 0.8  # a process takes so long to load its modules and to replay its tree
ERROR, ERROR_PER_SIZE = 0.4, 2.5  # the error as a power of e: always, and per factor e beyond the sizes searched


@dataclass(frozen=True)
class Estimate:
    """About how many seconds a search takes on one core of this machine, and how much memory with one thread.

    low, high  the ends of the range, in seconds
    expected   the most likely time, in seconds
    bytes      the memory
    measured   the seconds that the estimate spent on searching parts of the game
    beyond     whether this is only a guess, for one of two reasons. Some positions of the game may be much larger than
               all positions that could be searched, so that the range would be wider than MAX_RANGE. Or the objective
               does not begin with the total, so that the number of guesses tried is unknown.
    """

    low: float
    expected: float
    high: float
    bytes: int
    measured: float
    beyond: bool


class _Sample:
    """A sample of the parts of a game, which it searches to predict the time and the cost of the other parts."""

    def __init__(self, walk: Exhaustive, seconds: float, progress: Progress | None) -> None:
        self.walk, self.problem, self.worker = walk, walk.problem, walk.scheduler.first
        self.seconds, self.progress = seconds, progress
        self.random = Random(0)
        self.start = perf_counter()
        self.second, self.third = Level(2), Level(3)
        self.until = 0.0
        self._probed: dict[History, tuple[float, float]] = {}  # seconds by its third guesses, and by the power law
        # Costs grow smoothly with the size of a position only if the total comes first.
        self.additive = walk.problem.objective.criteria[0].kind == "total"

    def parts_of(self, candidates: Candidates, history: History, guess: int) -> list[Position]:
        """The parts that a guess leaves, the smallest first."""
        found, replies = [], self.problem.replies
        for reply, part in partition(replies, guess, candidates):
            if reply != replies.win:
                bound = self.problem.part_bounds.part(len(history) + 2, reply, part)
                found.append(Position((*history, (guess, reply)), part, bound))
        return sorted(found, key=lambda position: position.size)

    def measure(self, level: Level, positions: Iterable[Position], seconds: float) -> None:
        """Search some positions of every size, the smallest first, until time is up."""
        chosen, number = [], Counter[int]()
        for position in sorted(positions, key=lambda position: position.size):
            number[size_class(position.size)] += 1
            enough = number[size_class(position.size)] > MAX_PER_SIZE
            if position.size > MIN_CANDIDATES // 4 and not enough and position.history not in level.measured:
                chosen.append(position)
        start = perf_counter()
        try:
            with self._stopping(seconds):
                for position in chosen:
                    self._tell(position)
                    level.stopped = {position.history: (position.size, perf_counter() - start)}
                    level.measured[position.history] = self._search(position)
        except StoppedError:
            before = level.stopped[position.history][1]
            level.stopped = {position.history: (position.size, perf_counter() - start - before)}
        else:
            level.stopped = {}
        level.fit()
        levels = self.second, self.third
        points = [(math.log(n), cost / n - one.depth) for one in levels for n, _, cost in one.measured.values()]
        line = fit(points, *COST_SLOPES)
        for one in levels:
            one.cost_line = line
            one.by_parts.clear()

    @contextmanager
    def _stopping(self, seconds: float) -> Iterator[None]:
        """Make a search within this block raise StoppedError after `seconds`."""
        timer = Timer(seconds, self.worker.stop)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            self.worker.solver.resume()

    def _tell(self, position: Position) -> None:
        """Report that the search of this position begins."""
        if self.progress:
            spent = min(perf_counter() - self.start, self.seconds)
            self.progress(int(spent), math.ceil(self.seconds), f"{position.size} candidates")

    def _search(self, position: Position) -> tuple[int, float, float]:
        def work(worker: LocalWorker) -> tuple[int, float, float]:
            start = thread_time()
            result = self.walk.position(position.candidates, position.history, self.problem.infinite, worker)
            return position.size, thread_time() - start, float(result.value[0])

        return self.walk.scheduler.run(work)

    def seconds_of(self, level: Level, positions: Sequence[Position], most: float) -> float:
        """How long a search of the parts of a guess takes. It ends when they are known to cost `most` together."""
        least, spent = sum(float(position.bound[0]) for position in positions), 0.0
        for position in positions:
            if self.additive and least >= most:
                break
            least += level.value(position) - float(position.bound[0])
            spent += self.probed(position) if level is self.third else level.seconds(position)
        return spent

    def probed(self, position: Position) -> float:
        """How long a position after two guesses takes.

        If it is larger than every searched position, the search of a few guesses there tells. Once time is up, the
        power law tells, corrected by how much longer such positions took than the power law said.
        """
        law = self.third.seconds(position)
        if position.size <= self.third.largest or position.size <= MIN_CANDIDATES:
            return law
        if position.history not in self._probed:
            guesses = self.ordered(position, self.third) if perf_counter() < self.until else []
            if not guesses:
                took, expected = map(sum, zip(*self._probed.values(), strict=True)) if self._probed else (1.0, 1.0)
                return law * took / expected
            chosen = self.random.sample(guesses, min(len(guesses), MAX_THIRD_GUESSES))
            self._tell(position)
            self._probed[position.history] = self._try(position, chosen) * len(guesses), law
        return self._probed[position.history][0]

    def _try(self, position: Position, guesses: Sequence[int]) -> float:
        """The mean of the seconds that these guesses take.

        If time is up during a guess, it counts twice the seconds spent on it, and later guesses do not count.
        """
        solver = self.worker.solver
        cutoff = solver.encoding.ceiling((math.ceil(self.third.value(position)), *self.problem.zero[1:]))
        took = []

        def work(_: LocalWorker) -> None:
            for guess in guesses:
                start = thread_time()
                try:
                    solver.search_position(position.candidates, position.history, cutoff, np.array([guess], np.int32))
                except StoppedError:
                    took.append(2 * (thread_time() - start))
                    return
                took.append(thread_time() - start)

        with self._stopping(max(self.until - perf_counter(), 0.0)):
            self.walk.scheduler.run(work)
        return fmean(took)

    def ordered(self, position: Position, level: Level) -> list[int]:
        """The guesses at a position that a search may have to try."""
        guesses = self.problem.guesses(position.candidates, position.history)
        ordered = [] if guesses is None else self.problem.bounds.ordered(position.candidates, level.depth, guesses)
        if level is self.second and position.history not in level.by_parts and ordered:
            costs = [self._cost_by_parts(position, guess) for _, guess in ordered[:MAX_BEST_GUESSES]]
            level.by_parts[position.history] = min(costs)
        most = level.value(position)
        likely = [guess for bound, guess in ordered if bound[0] < most or not self.additive]
        return likely or [guess for _, guess in ordered[:MAX_SECOND_GUESSES]]

    def _cost_by_parts(self, position: Position, guess: int) -> float:
        """The cost of a second guess: that of its parts, and that of solving the guess itself if it is a candidate."""
        parts = self.parts_of(position.candidates, position.history, guess)
        solved = position.size - sum(part.size for part in parts)
        return sum(map(self.third.value, parts)) + solved * self.second.depth

    def by_guesses(self, position: Position) -> float:
        """How long a position after one guess takes, estimated from a sample of its second guesses."""
        guesses = self.ordered(position, self.second)
        if not guesses:
            return 0.0
        most = self.second.value(position)
        number = min(len(guesses), MAX_SECOND_GUESSES)
        chosen = [guesses[i] for i in sorted(self.random.sample(range(len(guesses)), number))]
        parts = [self.parts_of(position.candidates, position.history, guess) for guess in chosen]
        spent = sum(self.seconds_of(self.third, some, most) for some in parts)
        return REFUTING * spent * len(guesses) / len(chosen)

    def all_by_guesses(self, positions: Sequence[Position]) -> list[tuple[Position, float]]:
        """`by_guesses` of several positions, the largest first. Once time is up, a power law predicts the others."""
        in_time = takewhile(lambda _: perf_counter() < self.until, positions)
        listed = [(position, self.by_guesses(position)) for position in in_time]
        others = positions[len(listed) :]
        if not others:
            return listed
        points = [(math.log(position.size), math.log(max(spent, MIN_SECONDS))) for position, spent in listed]
        law = fit(points, *TIME_POWERS)
        return listed + [(position, math.exp(law.at(math.log(position.size)))) for position in others]


def estimate(
    game: Game | str,
    objective: Objective | str,
    *,
    candidates_only: bool = False,
    seconds: float = 30.0,
    progress: Progress | None = None,
) -> Estimate:
    """How long `build exact` will take for a game and an objective, after `seconds` of search.

    `candidates_only` is that of `build exact`. `progress` is called with the seconds spent, `seconds`, and the size of
    the position that is searched.

    Raises TreebuildError for a bad objective, and for a game whose guesses have costs.

    >>> found = estimate("p3c6n", "total", seconds=1)
    >>> found.low <= found.expected <= found.high
    True
    """
    game = as_game(game)
    game.require("an estimate", SUPPORTS)
    check_type(objective, (str, Objective), "objective: expected one such as total, or total,deepest")
    objective = Objective.parse(objective) if isinstance(objective, str) else objective
    check_type(candidates_only, bool, "candidates_only: expected True or False")
    check_type(seconds, (int, float), "number of seconds: expected one such as 30")
    if not 0 <= seconds < TIMEOUT_MAX:
        raise UsageError(f"bad number of seconds {seconds:g}: expected 0 or more, and less than {TIMEOUT_MAX:g}")
    replies, start = reply_matrix(game), thread_time()
    plan = (Source.MEMBERS,) if candidates_only else (Source.ALL,)
    greatest = objective.limit or len(game.secrets)
    if objective.needs_depth:
        greatest = grow(replies, greedy.scored(replies, "minavg", candidates_only)).max_depth
    problem = Problem(PreparedGame(replies), objective, greatest, plan)
    prepared = thread_time() - start + PROCESS_SECONDS
    sample, everything = _Sample(Exhaustive(problem), seconds, progress), problem.game.everything
    firsts = [first for _, first in problem.bounds.ordered(everything, 1, problem.all_guesses(everything, ()))]
    parts = [sample.parts_of(everything, (), first) for first in firsts[:MAX_FIRST_GUESSES]]
    spent, spread, measured, beyond = _search_time(sample, parts, seconds)
    spread = min(spread, MAX_RANGE)
    spent *= len(firsts) / max(len(parts), 1)
    searches = 2 if objective.needs_depth else 1  # the first of two finds the greatest depth
    low, expected, high = (prepared + searches * spent * factor for factor in (1 / spread, 1.0, spread))
    return Estimate(low, expected, high, _memory(problem), prepared + measured, beyond)


def _search_time(
    sample: _Sample, parts: Sequence[Sequence[Position]], seconds: float
) -> tuple[float, float, float, bool]:
    """The seconds of a search, the factor by which they may be wrong, the seconds measured, and `Estimate.beyond`."""
    second, third = sample.second, sample.third
    positions = [position for some in parts for position in some]
    sample.measure(second, positions, seconds / 3)
    large = [position for position in positions if position.size > MIN_CANDIDATES]
    missing = [position for position in large if position.history not in second.measured]
    measured = [position for position in large if position.history in second.measured]
    estimates: dict[History, tuple[int, float, float]] = {}
    if missing:
        sample.measure(third, list(_after_two_guesses(sample, missing)), seconds / 3)
        sample.until = perf_counter() + seconds / 3
        listed = sample.all_by_guesses(sorted(missing, key=lambda position: -position.size))
        more = [second.seconds(position) - sample.by_guesses(position) for position in measured[:MAX_SECOND_GUESSES]]
        always = max(median(more), 0.0) if more else 0.0  # seconds of a position before its first guess is tried
        for position, spent in listed:
            most = max(always + spent, second.stopped.get(position.history, (0, 0.0))[1])
            estimates[position.history] = position.size, most, second.value(position)
    searched = sum(spent for level in (second, third) for _, spent, _ in level.measured.values())
    second.measured |= estimates
    best = min((sum(map(second.value, some)) for some in parts), default=0.0)
    total = sum(sample.seconds_of(second, some, best + 1) for some in parts)
    if not missing:
        return total, math.exp(ERROR), searched, False
    largest = max(missing, key=lambda position: position.size)
    beyond = max(math.log(max(part.size for part in _best_parts(sample, largest)) / third.largest), 0.0)
    spread = math.exp(ERROR + third.time_line.spread / 2 + ERROR_PER_SIZE * beyond)
    return total, spread, searched, spread > MAX_RANGE or not sample.additive


def _best_parts(sample: _Sample, position: Position) -> list[Position]:
    """The parts that the most promising second guess leaves."""
    guesses = sample.ordered(position, sample.second)
    return sample.parts_of(position.candidates, position.history, guesses[0]) if guesses else [position]


def _after_two_guesses(sample: _Sample, positions: Sequence[Position]) -> Iterable[Position]:
    """Positions after two guesses, of which the second is one of the two best, or one of four random ones."""
    for position in sorted(positions, key=lambda position: -position.size)[:MAX_SECOND_GUESSES]:
        guesses = sample.ordered(position, sample.second)
        for guess in (*guesses[:2], *sample.random.sample(guesses, min(len(guesses), 4))):
            yield from sample.parts_of(position.candidates, position.history, guess)


def _memory(problem: Problem) -> int:
    """The bytes of the reply matrix, the tables, a solver's working space, and Python with its libraries."""
    replies, solver = problem.replies, problem.solver
    arrays = {id(array): array for array in (*solver.tables, *solver.work, replies.matrix, replies.by_secret)}
    return PROCESS_BYTES + sum(array.nbytes for array in arrays.values() if isinstance(array, np.ndarray))
