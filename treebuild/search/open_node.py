"""Guesses that compete for the least cost of a position: who wins does not depend on who is faster."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.search.bounds import Vector
from treebuild.search.store.memory import History, Known

Candidates: TypeAlias = NDArray[np.int32]


class Contest:
    """Guesses that compete for the least cost, taken in order by one thread or several.

    The winner is the first, in their order, of those that cost least, whichever thread is faster: a guess that stands
    before the best one so far has to be beaten, one that stands after it has to beat it.
    """

    def __init__(
        self, candidates: Candidates, history: History, below: Vector, ordered: list[tuple[Vector, int]]
    ) -> None:
        """`ordered` has a lower bound and a guess each, the least bounds first; none that costs `below` can win."""
        self.candidates, self.history, self.best, self.ordered = candidates, history, below, ordered
        self.winner = len(ordered)
        self.next = 0
        self._put_off: list[int] = []  # guesses that were denied, or given back
        self.begun = False  # whether any guess has been tried
        self.trying = 0  # so many guesses are being tried now
        self._lock = Lock()

    @contextmanager
    def turn(self, claim: Callable[[int], bool], most: int = 1) -> Iterator[list[tuple[int, int]]]:
        """(index, guess) of guesses that no other thread has taken and that may still win, `most` of them or fewer.

        They are to be tried before the block ends. A guess that `claim` denies, since another process is at it, comes
        when it no longer does.
        """
        with self._lock:
            taken: list[int] = []
            while len(taken) < most and (index := self._take(claim)) is not None:
                taken.append(index)
            taken.sort()  # of equal costs the first wins, so it has to be tried before others are its limit
            self.trying += len(taken)
        try:
            yield [(index, self.ordered[index][1]) for index in taken]
        finally:
            with self._lock:
                self.trying -= len(taken)

    def _take(self, claim: Callable[[int], bool]) -> int | None:
        """The next guess: one that was put off first, as what the other process found of it may end the contest."""
        self._put_off = [index for index in self._put_off if self._may_win(index)]
        for index in self._put_off:
            if claim(self.ordered[index][1]):
                self._put_off.remove(index)
                return index
        while self.next < len(self.ordered) and self._may_win(self.next):
            index = self.next
            self.next += 1
            if claim(self.ordered[index][1]):
                return index
            self._put_off.append(index)
        return None

    def give_back(self, indices: list[int]) -> None:
        """Guesses of one's turn that were not tried: somebody's next. What was claimed of them is released before."""
        with self._lock:
            self._put_off = sorted([*self._put_off, *indices])

    def _may_win(self, index: int) -> bool:
        return self.ordered[index][0] < self.limit(index)

    @property
    def decided(self) -> bool:
        """Whether nothing is left to try, and no thread is at it, nor another process at what may still win."""
        with self._lock:
            ahead = self.next < len(self.ordered) and self._may_win(self.next)
            return not (ahead or self.trying or any(map(self._may_win, self._put_off)))

    @property
    def done(self) -> tuple[int, Vector | None]:
        """So many guesses were taken and not put off; and what the others, if any, cost at least."""
        with self._lock:
            first = min([self.next, *self._put_off])
            bound = self.ordered[first][0] if first < len(self.ordered) else None
            return self.next - len(self._put_off), bound

    @property
    def left(self) -> int:
        """So many guesses that nobody has taken may still win."""
        return max(bisect_left(self.ordered, (self.best,)) - self.next, 0) + len(self._put_off)

    @property
    def opening(self) -> bool:
        """Whether a guess is being tried which may well be the first that others have to beat: better wait for it."""
        return self.trying > 0 and not self.begun

    @property
    def leader(self) -> Vector | None:
        """The least cost so far, if any guess costs less than was asked for."""
        return self.best if self.winner < len(self.ordered) else None

    def found(self) -> Known:
        """The least cost so far and its guess, or the limit given and -1."""
        return Known(self.best, -1 if self.leader is None else self.ordered[self.winner][1], self.history)

    def limit(self, index: int) -> Vector:
        """The guess of this index wins only if it costs less than this."""
        best = self.best
        return best if self.winner <= index or self.winner == len(self.ordered) else (*best[:-1], best[-1] + 1)

    def enter(self, index: int, value: Vector) -> None:
        """Tell what a guess costs, or a lower bound not below its limit."""
        with self._lock:
            self.begun = True
            if value < self.limit(index):
                self.best, self.winner = value, index
