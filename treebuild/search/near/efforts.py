"""How much each effort of the near-optimal search tries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from treebuild.errors import TreebuildError

EFFORT = 3  # unless another is asked for
FIRSTS = 12  # first guesses that the smallest effort tries
LARGE_FIRSTS = 3  # first guesses that effort 1 tries in a game without a reply matrix, where each takes minutes


@dataclass(frozen=True)
class Effort:
    """How much is tried.

    exact                 positions of so many candidates or fewer are searched exactly, unless they are hard
    parts                 guesses whose parts have so many candidates or fewer are left to the compiled search, likewise
    first, second, later  so many guesses are tried at a larger position, by the depth of the guess; of first guesses
                          the smallest effort tries more, see `firsts`, and larger ones those that it found best
    steps                 so many positions are expanded for the lower bound, those of smaller efforts included
    kept                  of the guesses at a position after the first guess, so many are tried with this effort: those
                          with the smallest quick costs, see `Shortlist`; 0: all are, and there are no quick costs
    firsts                first guesses that the smallest effort tries
    work                  the exact search before the pass may do so much, see `ExactAttempt.run`
    """

    exact: int
    parts: int
    first: int
    second: int
    later: int
    steps: int
    kept: int = 0
    firsts: int = FIRSTS
    work: int = 0

    def guesses(self, depth: int) -> int:
        """The number of guesses that are tried at a position whose next guess is at this depth."""
        return (self.first, self.second)[depth - 1] if depth < 3 else self.later

    @property
    def quick(self) -> Effort:
        """The same with one guess at each large position. What a guess costs by this effort is its quick cost."""
        return replace(self, first=1, second=1, later=1, kept=0)


EFFORTS: Mapping[int, Effort] = {
    1: Effort(60, 100, 1, 1, 1, 8, work=1 << 25),
    2: Effort(60, 100, 2, 8, 20, 16, kept=2, work=1 << 29),
    3: Effort(80, 100, 2, 12, 60, 32, kept=2, work=1 << 29),
    4: Effort(80, 100, 3, 30, 100, 64, kept=3, work=1 << 29),
    5: Effort(80, 100, 3, 40, 200, 128, kept=3, work=1 << 33),
    6: Effort(100, 120, 4, 60, 300, 256, kept=4, work=1 << 35),
    7: Effort(100, 150, 4, 80, 400, 512, kept=5, work=1 << 37),
    8: Effort(150, 200, 5, 100, 600, 1024, kept=6, work=1 << 39),
    9: Effort(200, 300, 6, 150, 1000, 2048, kept=8, work=1 << 41),
}


def known_effort(effort: int, efforts: Mapping[int, Effort] = EFFORTS) -> Effort:
    if effort not in efforts:
        raise TreebuildError(f"no effort {effort}: expected a number from 1 to {max(efforts)}")
    return efforts[effort]


def of_large_game(effort: Effort) -> Effort:
    """How many guesses are tried in a game without a reply matrix, where each takes longer."""
    return replace(effort, later=min(effort.later, effort.second), firsts=LARGE_FIRSTS)
