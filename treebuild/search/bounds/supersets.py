"""SCAN, a bound of parts by one scan of all guesses: the least that any first guess of a part's tree costs.

Let S be a set of candidates and d a depth. Let a tree for S begin with guess g at depth d. If g wins against a
candidate, it solves this one at d. Each other part of S has its own subtree, whose cost is at least its bound by FILL
(`bounds.prunings`). With costs of guesses, each candidate is also charged the surcharge of g (SURCHARGE). So the sum of
all these bounds is a lower bound of every tree for S that begins with g, and the least sum over all guesses g that are
permitted is a lower bound of every tree for S. A guess that tells nothing is left out: a best tree asks none.

Other bounds of the parts serve as well as FILL. For large sets S, `near` adds REACH (`OptionBounds.least`). The least
sum over some guesses is no less than the least sum over all. So a sample of guesses tells how large the bound can be at
most, and `near` leaves out a scan that can raise it only a little.

The w of FILL is the most parts that any guess makes of S, by PARTS, or the number of replies. In the form that the
kernels use for few candidates, FILL looks only at two depths: if g makes k parts that do not win, these have k secrets
at d + 1 at most, and all others are solved at d + 2 or later. For the total of n candidates this is 3n - k - 2 at d = 1
if g wins, and 3n - k if it does not.

SUPERSETS. The parts that g makes of a subset are subsets of the parts that it makes of the set, and none of them is
empty. So g makes no more parts of S than of any set that contains S. If these numbers are known for some sets that
contain S, there are two bounds. If no permitted guess makes more than k parts of S, one candidate is solved at d at
most, k at d or d + 1, and all others at d + 2 or later (`least_cost`). This takes a tenth of the time of a scan, and in
games of words it raises the bounds of large parts by more than half of what the scan does. The scan itself has to count
the parts of only those guesses that may still cost less than the best one counted so far: a tenth of the words or less
for a part of 110 words or more, since a word helps little if its letters are known. The sets are those of all secrets
that have a symbol, have it not, have it at a peg, or have another symbol besides.

Assumes: a code wins against one secret at most, and a node solves one secret at most. So SCAN is not used with groups,
nor with `identify`, where a part is bounded by HUFFMAN. SUPERSETS count secrets, so they are not used with weights or
costs. Where a rule permits some guesses only, a scan leaves out the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from treebuild.game.game import Game
from treebuild.game.positions import Candidates
from treebuild.game.reply_rules import Rule
from treebuild.kernels.constants import MAX_REPLIES_MARKED
from treebuild.search.bounds.prunings import fill
from treebuild.search.goal.vectors import Vector

MIN_SECRETS = 60  # of a set whose parts are counted: smaller sets contain few parts that are worth it
PartCounts = Callable[[Candidates], NDArray[np.int64]]
"""Counts the parts that every code makes of some candidates: int64 (codes,)."""


class Supersets:
    """How many parts every code makes of sets of secrets that have something in common, for SUPERSETS."""

    def __init__(self, game: Game, parts_of: PartCounts) -> None:
        """Count the parts of all sets. `parts_of` counts those of one set."""
        everything = np.ones(len(game.secrets), np.bool_)
        has = np.array([everything, *(some for some in _features(game) if np.count_nonzero(some) >= MIN_SECRETS)])
        counted = [parts_of(np.flatnonzero(some).astype(np.int32)) for some in has]
        self._parts = np.array(counted, np.min_scalar_type(len(game.replies)))  # (sets, codes)
        self._bits = np.ascontiguousarray(np.packbits(has, axis=0).T)  # uint8 (secrets, _): a bit for each set

    @staticmethod
    def hold(game: Game) -> bool:
        """Whether SUPERSETS hold for a game, and are worth the count: in games of few replies, scans are faster."""
        conditions = game.conditions
        equal = not (conditions.weights or conditions.costs or conditions.groups) and conditions.guesses != "identify"
        return equal and isinstance(game.rule, Rule) and len(game.replies) > MAX_REPLIES_MARKED

    def most(self, candidates: Candidates) -> NDArray[np.uint32]:
        """uint32 (codes,): at least as many parts as each code makes of the candidates."""
        common = np.bitwise_and.reduce(self._bits[candidates], axis=0)
        within = np.unpackbits(common, count=len(self._parts)).view(np.bool_)
        most: NDArray[np.uint32] = self._parts[within].min(axis=0).astype(np.uint32)
        return most


def least_cost(costs: Sequence[Vector], depth: int, size: int, parts: int) -> Vector | None:
    """The least cost of `size` candidates from `depth` on, by FILL for two depths, if no guess makes more parts.

    costs[d] is the cost vector of a secret at depth d. None if the candidates do not fit the depths that have a cost.
    """
    return fill(costs, depth, size, size, reach=(1, parts, size))


def _features(game: Game) -> Iterator[NDArray[np.bool_]]:
    """bool (secrets,): which secrets have a symbol, and which not; have it at a peg; and each with another symbol."""
    symbols = game.secret_symbols
    has = {symbol: (symbols == symbol).any(axis=1) for symbol in np.unique(symbols).tolist()}
    for symbol, anywhere in has.items():
        at_peg = [*(symbols == symbol).T]
        yield from (anywhere, ~anywhere, *at_peg)
        yield from (some & also for some in at_peg for other, also in has.items() if other != symbol)
        yield from (anywhere & also for other, also in has.items() if other < symbol)
