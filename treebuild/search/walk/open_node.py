"""A position whose guesses are being tried, and the parts that a guess leaves."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from treebuild.game.positions import Candidates, History
from treebuild.search.bounds.of_parts import OptionBounds
from treebuild.search.goal.vectors import INFINITE, Vector
from treebuild.search.store.results import Result


@dataclass(frozen=True)
class Part:
    """A part that an option leaves: a position, its name in the store, and a lower bound of its cost."""

    name: object | None
    history: History
    candidates: Candidates
    bound: Vector


class OpenNode:
    """The options of one position, which one worker or several try in order.

    The incumbent is the first option, in their order, with the smallest cost. So an option that stands before the
    incumbent replaces it if it costs as much, and an option that stands after it has to cost less. Therefore the
    incumbent does not depend on which worker is faster.
    """

    kept = 1  # the number of options that the search of this node looks for

    def __init__(
        self, candidates: Candidates, history: History, cutoff: Vector, options: list[tuple[Vector, int]]
    ) -> None:
        """Each option is a lower bound and a guess; the smallest bounds come first.

        An option that costs `cutoff` or more never becomes the incumbent.
        """
        self.candidates, self.history, self.options, self.given = candidates, history, options, cutoff
        self.least = cutoff  # the cost of the incumbent, or the cutoff if there is none
        self.reports = 0  # how many costs of options, or lower bounds, have been reported
        self.seconds_of_helpers = 0.0  # processor time that workers spent here, except the one that opened the node
        self.leased = 0  # options that workers are trying now
        self._incumbent = len(options)
        self._next = 0
        self._deferred: list[int] = []  # options that another process tries, and options that workers returned
        self._lock = Lock()

    @classmethod
    def of(
        cls, guesses: NDArray[np.int32], candidates: Candidates, history: History, cutoff: Vector, bounds: OptionBounds
    ) -> OpenNode:
        """The node of these guesses, in the order of their bounds."""
        return cls(candidates, history, cutoff, bounds.ordered(candidates, len(history) + 1, guesses))

    @contextmanager
    def lease(self, claim: Callable[[int], bool], most: int = 1) -> Iterator[list[tuple[int, int]]]:
        """Give the caller (index, guess) of at most `most` options. Each may still win, and no other worker has it.

        The caller tries them before the block ends. `claim` says whether this process may try a guess. If another
        process is trying it, the option is deferred until `claim` allows it.
        """
        with self._lock:
            indices: list[int] = []
            while len(indices) < most and (index := self._take(claim)) is not None:
                indices.append(index)
            indices.sort()  # of equal costs the first wins, so it has to be tried before the others
            self.leased += len(indices)
        try:
            yield [(index, self.options[index][1]) for index in indices]
        finally:
            with self._lock:
                self.leased -= len(indices)

    def _take(self, claim: Callable[[int], bool]) -> int | None:
        """The next option. Deferred options come first: a result of another process may end the search of this node."""
        self._deferred = [index for index in self._deferred if self._may_win(index)]
        for index in self._deferred:
            if claim(self.options[index][1]):
                self._deferred.remove(index)
                return index
        while self._next < len(self.options) and self._may_win(self._next):
            index = self._next
            self._next += 1
            if claim(self.options[index][1]):
                return index
            self._deferred.append(index)
        return None

    def give_back(self, indices: list[int]) -> None:
        """Return leased options that were not tried. The caller releases their claims first."""
        with self._lock:
            self._deferred = sorted([*self._deferred, *indices])

    def add_help(self, seconds: float) -> None:
        """Count processor time that a worker has spent here, in place of the worker that opened the node."""
        with self._lock:
            self.seconds_of_helpers += seconds

    def _may_win(self, index: int) -> bool:
        return self.options[index][0] < self.cutoff(index)

    @property
    def decided(self) -> bool:
        """Whether no option is left to try, and no worker or other process tries one that may still win."""
        with self._lock:
            ahead = self._next < len(self.options) and self._may_win(self._next)
            return not (ahead or self.leased or any(map(self._may_win, self._deferred)))

    @property
    def progress(self) -> tuple[int, Vector | None]:
        """How many options have been leased and not deferred, and the lower bound of the others, if there are any."""
        with self._lock:
            first = min([self._next, *self._deferred])
            bound = self.options[first][0] if first < len(self.options) else None
            return self._next - len(self._deferred), bound

    @property
    def remaining(self) -> int:
        """How many options may still win and are not leased."""
        return max(bisect_left(self.options, (self.least,)) - self._next, 0) + len(self._deferred)

    @property
    def awaits_cutoff(self) -> bool:
        """Whether the options that are being tried may give the others their first cutoff: it takes `kept` costs."""
        return not self.has_cutoff and self.reports < self.kept <= self.reports + self.leased

    @property
    def has_cutoff(self) -> bool:
        """Whether options have to cost less than some known tree."""
        return self.least[0] < INFINITE

    @property
    def incumbent(self) -> Vector | None:
        """The smallest cost so far, or None if no option yet costs less than the given cutoff."""
        return self.least if self._incumbent < len(self.options) else None

    def result(self) -> Result:
        """The cost and guess of the incumbent. If there is none, the given cutoff is a lower bound of the cost."""
        return Result(self.least, -1 if self.incumbent is None else self.options[self._incumbent][1], self.history)

    def cutoff(self, index: int) -> Vector:
        """The option of this index becomes the incumbent only if it costs less than this."""
        least = self.least
        alone = self._incumbent <= index or self._incumbent == len(self.options)
        return least if alone else (*least[:-1], least[-1] + 1)

    def report(self, index: int, cost: Vector) -> None:
        """Report the cost of an option, or a lower bound that is not below its cutoff."""
        with self._lock:
            self.reports += 1
            if cost < self.cutoff(index):
                self.least, self._incumbent = cost, index
