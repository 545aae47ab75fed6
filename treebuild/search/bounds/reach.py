"""REACH, a bound of parts: how many secrets a tree can solve within k guesses after a reply.

It is computed once for a game. The exact search uses it for the parts of first and second guesses, in games where the
computation is fast. `near.bound` uses it for parts that it has not expanded and, where these are large, for the parts
that each guess makes of them. It raises the bound of the whole game from there, step by step.

Let S be a set of candidates that all give reply r to some guess g, and let n[r][k] be the most secrets that any tree
for such a set solves with its first k guesses. Then n[r][1] is 1 at most, because a guess wins against one secret at
most. Let a tree for S begin with guess h. The candidates that give reply s to h are a part. Let m[s] be the number of
all secrets of the game that give r to g and s to h; the part has at most m[s] secrets. The part itself is a set of
candidates that all give s, so its tree solves at most n[s][k] secrets with k guesses. Hence, for every k, n[r][k + 1]
is at most the largest sum, over all pairs of guesses g and h, of min(m[s], n[s][k]) over all replies s, where the
winning reply counts m[s]. One pair of each orbit of the game's symmetries is enough, since images have the same m.

By CAPS, FILL's levels hold too, so at each level the smaller number counts: `prunings.fill` takes both. With weights,
the heaviest secrets come first, as in FILL.

Assumes: all codes were counted. A rule of guesses permits only some of these codes, so the bound holds with a rule too.
It is not used where a node may solve several secrets (groups), nor with `identify`, which has HUFFMAN.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.game.reply_matrix import Replies, partition
from treebuild.game.reply_rules import BYTE_REPLIES
from treebuild.game.symmetry import Symmetry, representatives
from treebuild.search.bounds.of_parts import PartSizes
from treebuild.search.goal.permitted import names_last

Pairs: TypeAlias = list[tuple[int, NDArray[np.int32]]]
"""First guesses, each with its second guesses."""

TEN_SECONDS, A_THIRD = 1 << 33, 1 << 28  # so many replies are counted in about ten seconds, and a third of a second
LEAST = 1 << 10  # of them for a pair of guesses: to see whether it is the image of another takes as long


def reach(replies: Replies, symmetry: Symmetry, sizes_of: PartSizes, most: int) -> NDArray[np.int64] | None:
    """int64 (replies, k): at [r, k] the most secrets that a tree solves with k + 1 guesses after reply r.

    More guesses solve no more than the last column says. `sizes_of` counts the parts of guesses. The result is None
    where REACH does not hold, where the function would count more than `most` replies, and where the game has more than
    BYTE_REPLIES replies, since all pairs are counted for each reply.
    """
    if replies.game.conditions.groups or names_last(replies) or replies.count > BYTE_REPLIES:
        return None
    pairs = _pairs(symmetry, most // max(len(replies.game.secrets), LEAST))
    if pairs is None:
        return None
    shared, win = _shared(replies, pairs, sizes_of), replies.win
    solved = np.ones(replies.count, np.int64)
    columns = [solved]
    while True:
        reached = [np.minimum(sizes, solved).sum(axis=1).max(initial=1) for sizes in shared]
        solved = np.array(reached, np.int64)
        solved[win] = 1
        if np.array_equal(solved, columns[-1]):
            return np.column_stack(columns)
        columns.append(solved)


def _pairs(symmetry: Symmetry, most: int) -> Pairs | None:
    """The second guesses after each first guess, one pair of each orbit; None if there are more than `most` guesses."""
    firsts = representatives(symmetry.orbits())
    left = most - len(firsts) ** 2
    pairs: Pairs = []
    for first in firsts.tolist():
        if left < 0:
            return None
        seconds = representatives(symmetry.orbits(((first, 0),)))  # whether a symmetry keeps a guess needs no reply
        left -= len(seconds)
        pairs.append((first, seconds))
    return pairs if left >= 0 else None


def _shared(replies: Replies, pairs: Pairs, sizes_of: PartSizes) -> list[NDArray[np.int32]]:
    """For each reply r int32 (pairs, replies): how many secrets give r to the first guess and s to the second, at s."""
    everything = np.arange(len(replies.game.secrets), dtype=np.int32)
    rows: list[list[NDArray[np.int32]]] = [[np.zeros((0, replies.count), np.int32)] for _ in range(replies.count)]
    for first, seconds in pairs:
        for reply, part in partition(replies, first, everything):
            rows[reply].append(_distinct(sizes_of(seconds, part)))
    return [_distinct(np.concatenate(sizes)) for sizes in rows]


def _distinct(rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """The distinct rows, in any order. Ctrl-C during `np.unique(rows, axis=0)` may become a TypeError, but not here."""
    as_bytes = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.itemsize * rows.shape[1])))
    return np.unique(as_bytes).view(rows.dtype).reshape(-1, rows.shape[1])
