"""A sample of an exact search, which tells how long the whole search takes.

The search tries first guesses in the order of their bounds. Each has parts, and each part has second guesses, nearly
all of which have to be refuted: to show that they cost no less than the best one. So the sample needs three things.

- Costs of near-optimal trees stand for the costs of parts. With them it is known which parts of which first guesses the
  search comes to, and with which cutoffs.
- The exact search itself tries a few options of these positions, with these cutoffs. They are spread over the order in
  which the search tries all: the smallest bounds come first, and mostly take longest. Times between them are taken to
  lie on a line. (Knuth, 1975, and Chen, 1992, weigh random paths of a search by how many paths they represent.)
- A power law of the size, through the positions that were sampled, stands for those that were not.

With more than MAX_FIRSTS first guesses, only the parts of the best one are sampled; the costs of near-optimal trees
tell which one that is. One more position is sampled then: the first one, whose options are all first guesses.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from threading import Timer
from time import perf_counter, thread_time
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from treebuild.game.positions import Candidates, History
from treebuild.search.engine.solver import StoppedError
from treebuild.search.goal.vectors import INFINITE, Vector, above, minus, plus
from treebuild.search.near.efforts import EFFORTS
from treebuild.search.near.passes import Pass
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.open_node import Part
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.walk import LocalWorker, Walk
from treebuild.tree.policy import Progress

NEAR_EFFORTS = 1, 2  # the first is fast, and its costs are an upper bound; those of the second are nearly the least
MAX_FIRSTS = 20  # with more first guesses, only the best is sampled part by part; all are options of the first position
WHOLE, NEAR = 1 / 6, 1 / 4  # shares of the time: for a search of the whole game, and for costs of near-optimal trees
MAX_VISITS = 60  # positions that are sampled: of 300, as p8c3r has, each would get too little time
MIN_SECONDS = 0.0001  # shorter times cannot be measured
TIME_POWERS = 2.0, 6.0  # least and greatest x, if the seconds of a position grow with the x-th power of the size
STEEPEST = 0.15  # the cost of a candidate grows at most by this share of itself when the size grows by a factor of e

Outcome = TypeVar("Outcome")
Line: TypeAlias = Callable[[float], float]


@dataclass
class Visit:
    """A position that the search comes to, and what the sample found there.

    cutoff           the search ends when the position is known to cost so much; None where no near-optimal tree is
                     known, and then the position is never opened
    opening_seconds  the processor seconds of finding its options
    options          the guesses whose lower bounds are below the cutoff, in the order of these bounds; None stands for
                     the whole position, where the compiled search takes over
    tried            the processor seconds of options that were tried to their end, by their index
    stopped          the option that was tried last, if it did not end in time, and its processor seconds
    """

    part: Part = field(repr=False)
    cutoff: Vector | None
    opening_seconds: float = 0.0
    options: Sequence[int | None] = field(default=(), repr=False)
    tried: dict[int, float] = field(default_factory=dict)
    stopped: tuple[int, float] | None = None
    is_open: bool = False

    @property
    def size(self) -> int:
        return len(self.part.candidates)

    @property
    def is_known(self) -> bool:
        """Whether an option was tried to its end, or there is none to try."""
        return self.is_open and (bool(self.tried) or not self.options)

    @property
    def has_untried(self) -> bool:
        """Whether there is an option to try."""
        return self.is_open and len(self.tried) < len(self.options)

    @property
    def next_option(self) -> int:
        """The option to try next: the one that did not end, else the one that the spread has next."""
        return next(index for index in _spread(len(self.options)) if index not in self.tried)

    @property
    def seconds(self) -> float:
        """The time of all options: between two that were tried, times lie on a line, and outside they are constant.

        An option that did not end counts twice the time spent on it, or more if it lies between longer ones.
        """
        return self.opening_seconds + float(self._times.sum())

    @property
    def uncertain_seconds(self) -> float:
        """The part of `seconds` that is due to the option that did not end."""
        return float(self._times.sum() - self._between(self.tried).sum())

    @property
    def _times(self) -> NDArray[np.float64]:
        times = self._between(self.tried)
        if self.stopped is None:
            return times
        index, spent = self.stopped
        return self._between(self.tried | {index: max(2 * spent, float(times[index]))})

    def _between(self, times: Mapping[int, float]) -> NDArray[np.float64]:
        """float64 (options,): the time of each option, by those of some."""
        indices = sorted(times)
        at = np.arange(len(self.options))
        return np.interp(at, indices, [times[index] for index in indices]) if indices else np.zeros(len(at))


class SampledSearch:
    """A sample of the exhaustive search of a problem, by one thread, within some seconds."""

    def __init__(self, problem: Problem, seconds: float, progress: Progress | None) -> None:
        self.problem, self.seconds, self.progress = problem, seconds, progress
        self.start = perf_counter()
        self.everything = problem.game.everything
        self.walk = Exhaustive(problem.apart())
        near, options = problem.apart(), SearchOptions()
        self.near = [Pass(near, EFFORTS[effort], options, options.threads(near)) for effort in NEAR_EFFORTS]
        self._values = dict[History, Vector]()  # costs of near-optimal trees
        self._line: Line | None = None

    def whole(self) -> float | None:
        """The processor seconds of the whole search; None if it does not end within its share of the time."""
        walk = Exhaustive(self.problem.apart())
        self._tell(self.everything)

        def work(worker: LocalWorker) -> bool:
            walk.position(self.everything, (), self.problem.infinite, worker)
            return True

        ended, spent = self._within(walk, work, WHOLE * self.seconds)
        return spent if ended else None

    def sampled(self) -> tuple[float, float] | None:
        """The processor seconds of the whole search, and the share of them that is uncertain.

        Uncertain is all the time of positions that only the power law tells, and half of that of options that did not
        end. None if no option was tried to its end: then nothing tells how long the search takes.
        """
        visits = sorted(self._visits(), key=lambda visit: visit.size)
        self._sample([visit for visit in visits if visit.cutoff is not None])
        known = [visit for visit in visits if visit.is_known]
        law = _fit([(math.log(one.size), math.log(max(one.seconds, MIN_SECONDS))) for one in known], *TIME_POWERS)
        if law is None or not any(visit.tried for visit in known):
            return None
        told = sum(visit.seconds for visit in known)
        others = sum(max(math.exp(law(math.log(one.size))), one.seconds) for one in visits if not one.is_known)
        uncertain = others + sum(visit.uncertain_seconds for visit in known) / 2
        return told + others, uncertain / max(told + others, MIN_SECONDS)

    def _sample(self, visits: Sequence[Visit]) -> None:
        """Try an option of each of these positions, or of some, then more of those whose time is least certain.

        The positions ascend by size. Each gets a share of half of the time by the square of its size. What is left goes
        to the position whose time is largest for the number of options that were tried, half of it to each option.
        """
        chosen = [visits[index] for index in _by_weight([visit.size**2 for visit in visits], MAX_VISITS)]
        weight, half = sum(visit.size**2 for visit in chosen), self._left() / 2
        for visit in chosen:
            self._open(visit)
            self._try(visit, max(self._left() - half, 0.0) * visit.size**2 / weight)
            weight -= visit.size**2
        while self._left() and (some := [visit for visit in chosen if visit.has_untried]):
            self._try(max(some, key=lambda visit: visit.seconds / (1 + len(visit.tried))), self._left() / 2 + 0.1)

    def _left(self) -> float:
        return max(self.start + self.seconds - perf_counter(), 0.0)

    def _within(
        self, walk: Walk, work: Callable[[LocalWorker], Outcome], seconds: float
    ) -> tuple[Outcome | None, float]:
        """The result of `work` by a worker of a walk, or None if `seconds` were over, and its processor time."""

        def timed(worker: LocalWorker) -> tuple[Outcome | None, float]:
            start = thread_time()
            try:
                return work(worker), thread_time() - start
            except StoppedError:
                return None, thread_time() - start

        worker = walk.scheduler.first
        timer = Timer(seconds, worker.stop)
        timer.start()
        try:
            result = walk.scheduler.run(timed)
        finally:
            timer.cancel()
            timer.join()
            worker.solver.resume()
        return result

    def _tell(self, candidates: Candidates) -> None:
        """Report that the search of these candidates begins."""
        if self.progress:
            spent = min(perf_counter() - self.start, self.seconds)
            self.progress(int(spent), math.ceil(self.seconds), f"{len(candidates)} candidates")

    def _visits(self) -> list[Visit]:
        """The positions that the search comes to."""
        problem = self.problem
        ordered = problem.bounds.ordered(self.everything, 1, problem.all_guesses(self.everything, ()))
        firsts = [guess for _, guess in ordered]
        some = firsts[:MAX_FIRSTS]
        parts = {guess: problem.parts(self.everything, (), guess, problem.part_bounds) for guess in some}
        every = [part for guess in some for part in parts[guess][1]]
        self._near_costs(every)
        self._fit_costs(every)
        costs = {guess: self._cost(*parts[guess]) for guess in some}
        if len(firsts) > MAX_FIRSTS:
            best = min(some, key=costs.__getitem__)
            root = Part(None, (), self.everything, problem.zero)
            most = costs[best] if self._values else None
            return [*self._of_parts(*parts[best], problem.infinite), Visit(root, most)]
        visits, cutoff = list[Visit](), problem.infinite
        for guess in firsts:
            visits += self._of_parts(*parts[guess], cutoff)
            cutoff = min(cutoff, costs[guess])
        return visits

    def _cost(self, total: Vector, parts: Sequence[Part]) -> Vector:
        """The cost of a first guess, by the costs of its parts; `total` is the sum of their bounds."""
        for part in parts:
            total = plus(minus(total, part.bound), self._value(part))
        return min(total, self.problem.infinite)

    def _of_parts(self, total: Vector, parts: Sequence[Part], cutoff: Vector) -> Iterator[Visit]:
        """The parts of a first guess that the search comes to before its cost is known to be `cutoff` or more."""
        for part in parts if self.problem.objective.charges_all else parts[::-1]:
            if total >= cutoff:
                return
            others, value = minus(total, part.bound), self._value(part)
            most = min(minus(cutoff, others), above(value)) if part.history in self._values else None
            yield Visit(part, most)
            total = min(plus(others, value), self.problem.infinite)

    def _open(self, visit: Visit) -> None:
        """Find the options of a position, which has a cutoff."""
        start, problem, part, cutoff = thread_time(), self.problem, visit.part, visit.cutoff
        assert cutoff is not None
        visit.is_open, visit.options = True, [None]
        guesses = problem.guesses_walked(part) if part.history else problem.all_guesses(part.candidates, ())
        if guesses is not None:
            ordered = problem.bounds.ordered(part.candidates, len(part.history) + 1, guesses)
            visit.options = [guess for bound, guess in ordered if bound < cutoff]
        visit.opening_seconds = thread_time() - start

    def _near_costs(self, parts: Sequence[Part]) -> None:
        """Find the costs of near-optimal trees of these parts, with effort 1 first, within their share of the time."""
        end, infinite = perf_counter() + NEAR * self.seconds, self.problem.infinite
        for near, part in product(self.near, parts):
            self._tell(part.candidates)

            def work(worker: LocalWorker, near: Pass = near, part: Part = part) -> Vector:
                return near.position(part.candidates, part.history, infinite, worker).value

            value, _ = self._within(near, work, max(end - perf_counter(), 0.0))
            if value is None:
                return
            self._values[part.history] = min(value, self._values.get(part.history, infinite))

    def _fit_costs(self, parts: Sequence[Part]) -> None:
        """Fit a line to the known costs per candidate, over the logarithm of the size."""
        known = [(len(part.candidates), self._values.get(part.history, self.problem.infinite)[0]) for part in parts]
        points = [(math.log(size), cost / size) for size, cost in known if cost < INFINITE]
        self._line = _fit(points, 0.0, STEEPEST * max((y for _, y in points), default=0.0))

    def _value(self, part: Part) -> Vector:
        """The cost of a near-optimal tree of a part; if none is known, a line through the costs of others tells it.

        If no costs are known at all, it is the lower bound of the part.
        """
        if part.history in self._values:
            return self._values[part.history]
        if self._line is None:
            return part.bound
        size = len(part.candidates)
        return max(part.bound, (math.ceil(self._line(math.log(size)) * size), *self.problem.zero[1:]))

    def _try(self, visit: Visit, seconds: float) -> None:
        """Try the next option of a position for `seconds`."""
        if not visit.has_untried:
            return
        part, index, cutoff = visit.part, visit.next_option, visit.cutoff
        assert cutoff is not None  # `_open` found the options below it
        self._tell(part.candidates)
        guess = visit.options[index]

        def work(worker: LocalWorker) -> bool:
            if guess is None:
                self.walk.settle(part.candidates, part.history, cutoff, worker)
            else:
                self.walk.search_option(part.candidates, part.history, guess, lambda: cutoff, worker)
            return True

        ended, spent = self._within(self.walk, work, seconds)
        if visit.stopped is not None:  # the same option: what was found before it was stopped is in the solver's table
            spent += visit.stopped[1]
        visit.stopped = None if ended else (index, spent)
        if ended:
            visit.tried[index] = spent


def _spread(number: int) -> Iterator[int]:
    """All indices below `number`: the middle one first, then those in the middle between two that were given."""
    taken, width = set[int](), 1.0
    while len(taken) < number:
        for i in range(round(1 / width)):
            index = int((i + 0.5) * width * number)
            if index not in taken:
                taken.add(index)
                yield index
        width /= 2


def _by_weight(weights: Sequence[int], most: int) -> list[int]:
    """At most `most` indices, ascending, at even distances of the sum of the weights up to them; if few, all."""
    if len(weights) <= most:
        return [*range(len(weights))]
    sums = np.cumsum(weights)
    chosen = np.searchsorted(sums, (np.arange(most) + 0.5) * sums[-1] / most)
    return sorted({int(index) for index in chosen})


def _fit(points: Sequence[tuple[float, float]], least: float, most: float) -> Line | None:
    """The line of least squares, with a slope from `least` to `most`; None without points.

    It goes through the points, or if there are more than 8, through the half with the largest x.
    """
    if not points:
        return None
    x, y = np.array(sorted(points)[len(points) // 2 if len(points) > 8 else 0 :]).T
    fitted = float(np.polyfit(x, y, 1)[0]) if np.ptp(x) > 0 else least
    slope = min(max(fitted, least), most)
    start = float(np.mean(y - slope * x))
    return lambda x: start + slope * x
