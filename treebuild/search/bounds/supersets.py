"""SCAN, a bound of parts by one scan of all guesses: the least that any first guess of a part's tree costs.

Let S be a set of candidates and d a depth. Let a tree for S begin with guess g at depth d. If g wins against a
candidate, it solves this one at d. Each other part of S has its own subtree, whose cost is at least its bound by FILL
(`bounds.prunings`). With costs of guesses, each candidate is also charged the surcharge of g (SURCHARGE). So the sum of
all these bounds is a lower bound of every tree for S that begins with g, and the least sum over all guesses g that are
permitted is a lower bound of every tree for S. A guess that tells nothing is left out: a best tree asks none.

The w of FILL is the most parts that any guess makes of S, by PARTS, or the number of replies. In the form that the
kernels use for few candidates, FILL looks only at two depths: if g makes k parts that do not win, these have k secrets
at d + 1 at most, and all others are solved at d + 2 or later. For the total of n candidates this is 3n - k - 2 at d = 1
if g wins, and 3n - k if it does not.

SUPERSETS. The parts that g makes of a subset are subsets of the parts that it makes of the set, and none of them is
empty. So g makes no more parts of S than of any set that contains S. If these numbers are known for some sets that
contain S, a scan has to count the parts of only those guesses that may still cost less than the best one counted so
far. The sets are those of all secrets that have a symbol, have it not, or have it at a peg. In a game of words, a tenth
of the words or less have to be counted for a part of 110 words or more: a word helps little if its letters are known.

Assumes: a code wins against one secret at most, and a node solves one secret at most. So SCAN is not used with groups,
nor with `identify`, where a part is bounded by HUFFMAN. SUPERSETS count secrets, so they are not used with weights or
costs. Where a rule permits some guesses only, a scan leaves out the others.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from treebuild.game.game import Game
from treebuild.game.positions import Candidates
from treebuild.game.reply_rules import Rule
from treebuild.kernels.constants import MAX_REPLIES_MARKED

MIN_SECRETS = 60  # of a set whose parts are counted: smaller sets contain few parts that are worth it
PartCounts = Callable[[Candidates], NDArray[np.int64]]
"""Counts the parts that every code makes of some candidates: int64 (codes,)."""


class Supersets:
    """How many parts every code makes of sets of secrets that have something in common, for SUPERSETS."""

    def __init__(self, game: Game, parts_of: PartCounts) -> None:
        """Count the parts of all sets. `parts_of` counts those of one set."""
        everything = np.arange(len(game.secrets), dtype=np.int32)
        sets = [everything, *(np.flatnonzero(has).astype(np.int32) for has in _features(game))]
        sets = [some for some in sets if len(some) >= MIN_SECRETS]
        self._has = np.array([np.isin(everything, some) for some in sets])  # bool (sets, secrets)
        self._parts = np.array([parts_of(some) for some in sets], np.uint32)  # (sets, codes)

    @staticmethod
    def hold(game: Game) -> bool:
        """Whether SUPERSETS hold for a game, and are worth the count: in games of few replies, scans are faster."""
        conditions = game.conditions
        equal = not (conditions.weights or conditions.costs or conditions.groups) and conditions.guesses != "identify"
        return equal and isinstance(game.rule, Rule) and len(game.replies) > MAX_REPLIES_MARKED

    def most(self, candidates: Candidates) -> NDArray[np.uint32]:
        """uint32 (codes,): at least as many parts as each code makes of the candidates."""
        within = self._has[:, candidates].all(axis=1)
        most: NDArray[np.uint32] = self._parts[within].min(axis=0)
        return most


def _features(game: Game) -> list[NDArray[np.bool_]]:
    """bool (secrets,): which secrets have a symbol, have it not, and have it at a peg, for every symbol and peg."""
    features = list[NDArray[np.bool_]]()
    for symbol in np.unique(game.secret_symbols).tolist():
        at = game.secret_symbols == symbol
        features += [at.any(axis=1), ~at.any(axis=1), *at.T]
    return features
