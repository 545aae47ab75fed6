"""The laws by which `estimate` predicts positions from measured ones: a power law for seconds, a line for costs."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

import numpy as np

from treebuild.game.positions import Candidates, History
from treebuild.search.goal.vectors import Vector

MIN_CANDIDATES = 20  # a position of this many candidates or fewer takes no time worth counting
MIN_SECONDS = 0.002  # shorter times cannot be measured
TIME_POWERS = 2.0, 6.0  # least and greatest x, if the seconds of a position grow with the x-th power of its size
COST_SLOPES = 0.25, 0.6  # least and greatest slope of the guesses per candidate over the logarithm of the size


@dataclass(frozen=True)
class Position:
    """A position after one guess or two."""

    history: History
    candidates: Candidates = field(repr=False)
    bound: Vector

    @property
    def size(self) -> int:
        return len(self.candidates)


@dataclass(frozen=True)
class Line:
    """The straight line y = start + slope * x through points; `spread` is their standard deviation from it."""

    slope: float
    start: float
    spread: float

    def at(self, x: float) -> float:
        return self.start + self.slope * x


class Level:
    """The measurements of positions whose next guess is at one depth: seconds, and the first place of the cost."""

    cost_line: Line

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.measured: dict[History, tuple[int, float, float]] = {}  # size, seconds, cost
        self.stopped: dict[History, tuple[int, float]] = {}  # size, and the seconds after which the search was stopped
        self.by_parts: dict[History, float] = {}  # costs of positions, summed over the parts of their best guesses

    def fit(self) -> None:
        """Fit lines to the measurements."""
        measured = self.measured.values()
        by_size = defaultdict[int, list[tuple[int, float]]](list)  # times at one size may differ a lot: take the mean
        for n, spent, _ in measured:
            by_size[size_class(n)].append((n, spent))
        for n, spent in self.stopped.values():
            by_size[size_class(n)].append((n, 2 * spent))
        means = [tuple(map(fmean, zip(*some, strict=True))) for some in by_size.values()]
        self.largest = max((n for n, _, _ in measured), default=MIN_CANDIDATES)
        points = [(math.log(n), math.log(spent)) for n, spent in means if spent >= MIN_SECONDS and n > MIN_CANDIDATES]
        # If all searches were too fast to be measured, assume the shortest time that can be for the largest position.
        self.time_line = fit(
            points or [(math.log(max(self.largest, MIN_CANDIDATES)), math.log(MIN_SECONDS))], *TIME_POWERS
        )

    def seconds(self, position: Position) -> float:
        """How long a position takes, measured or by the power law."""
        if position.history in self.measured:
            return self.measured[position.history][1]
        law = math.exp(self.time_line.at(math.log(position.size))) if position.size > MIN_CANDIDATES else 0.0
        return max(law, self.stopped.get(position.history, (0, 0.0))[1])

    def value(self, position: Position) -> float:
        """The cost of a position: as measured, else by its parts, more of which were measured, else by line."""
        if position.history in self.measured:
            return self.measured[position.history][2]
        line = (self.cost_line.at(math.log(position.size)) + self.depth) * position.size
        return max(self.by_parts.get(position.history, line), float(position.bound[0]))


def size_class(size: int) -> int:
    """The class of a size; sizes within a factor of about 1.3 share one."""
    return int(4 * math.log(size))


def fit(points: Sequence[tuple[float, float]], least: float, most: float) -> Line:
    """The line of least squares through the right half of the points, with a slope from `least` to `most`."""
    chosen = sorted(points)[len(points) // 2 if len(points) > 8 else 0 :]
    if not chosen:
        return Line(least, 0.0, 0.5)
    x, y = np.array(chosen).T
    fitted = float(np.polyfit(x, y, 1)[0]) if np.ptp(x) > 0 else least
    slope = min(max(fitted, least), most)
    start = float(np.mean(y - slope * x))
    return Line(slope, start, float(np.std(y - slope * x - start)) if len(chosen) > 1 else 0.5)
