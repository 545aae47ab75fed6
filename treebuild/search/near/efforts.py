"""How much each effort of the near-optimal search tries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from treebuild.errors import TreebuildError, check_type

EFFORT = 3  # the default
FIRSTS = 12  # how many first guesses the smallest effort tries
LARGE_FIRSTS = 3  # the same in a game without a reply matrix, where each first guess takes minutes


@dataclass(frozen=True)
class Effort:
    """How much an effort tries.

    exact   the search is exact at positions of this many candidates or fewer, unless they are hard
    parts   the compiled search tries guesses whose parts all have this many candidates or fewer, unless they are hard
    first   the number of first guesses to try, of those that the smallest effort found best
    second  the number of second guesses to try at a larger position
    later   the number of later guesses to try at a larger position
    steps   the number of positions to expand for the lower bound, including the positions of smaller efforts. Its
            scans may look at as many times the pairs of a guess and a secret that the game has.
    kept    after the first guess, the number of guesses of a position to try with this effort. They are the guesses
            with the smallest quick costs, see `Shortlist`. With 0 it tries all guesses, and there are no quick costs.
    firsts  the number of first guesses that the smallest effort tries
    work    the limit of the exact search before the pass, see `ExactAttempt.run`
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
        """The number of guesses to try at a position whose next guess is at this depth."""
        return (self.first, self.second)[depth - 1] if depth < 3 else self.later

    @property
    def quick(self) -> Effort:
        """This effort with only one guess at each large position. It finds the quick costs of guesses."""
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
    """The effort of this number. Raises TreebuildError if there is none."""
    check_type(effort, int, "effort: expected a whole number")
    if effort not in efforts:
        raise TreebuildError(f"no effort {effort}: expected a number from 1 to {max(efforts)}")
    return efforts[effort]


def of_large_game(effort: Effort) -> Effort:
    """This effort with fewer guesses, for a game without a reply matrix, where each guess takes longer."""
    return replace(effort, later=min(effort.later, effort.second), firsts=LARGE_FIRSTS)
