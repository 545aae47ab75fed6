"""The parts that guesses make of the candidates of a position: their sizes, their weights, and their scores.

Where secrets have groups, the size of a part is the number of groups in it, and information is about the group.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from treebuild.game.positions import Candidates
from treebuild.game.reply_matrix import Replies, count_replies, weigh_groups, weigh_replies
from treebuild.game.reply_rules import BYTE_REPLIES, Indices
from treebuild.kernels.constants import BY_CRUSH, BY_LARGEST
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.greedy import Score

_BLOCK = 1 << 22  # replies, or with groups numbers of candidates, to compute at a time


class Parts:
    """What guesses make of some candidates.

    replies         the replies of the game
    candidates      the secrets that are left
    weights         int64 (candidates,), by which secrets are drawn
    weighted        whether some weights differ
    is_candidate    bool (codes,): whether each code may be the secret
    weight_of_code  int64 (codes,): the weight of the candidate that each code may be; 0 for other codes
    """

    def __init__(
        self, replies: Replies, candidates: Candidates, weights: NDArray[np.int64], blocks: ReplyBlocks | None
    ) -> None:
        """`blocks` are the replies of a game with many codes, prepared to be counted by compiled code."""
        self.replies, self.candidates, self.weights, self._blocks = replies, candidates, weights, blocks
        self.weighted = len(set(weights.tolist())) > 1
        groups = replies.game.conditions.groups
        self._groups = np.array(groups, np.int64)[candidates] if groups else None
        named = replies.secret_of
        self.is_candidate = np.isin(named, candidates)
        self.weight_of_code = np.zeros(len(named), np.int64)
        self.weight_of_code[self.is_candidate] = weights[np.searchsorted(candidates, named[self.is_candidate])]

    @property
    def number(self) -> int:
        """The number of candidates; where secrets have groups, the number of their groups."""
        return len(self.candidates) if self._groups is None else len(np.unique(self._groups))

    def of(self, codes: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The sizes and the weights of the parts that codes make, both int64 (codes, parts), with zeros between them.

        There is a column for each reply, or as many columns as candidates if these are fewer.
        """
        count = self.replies.count
        if self._groups is not None:
            blocks = [self._by_group(rows) for rows in self._rows(codes)]
            sizes = np.concatenate([np.count_nonzero(numbers, axis=2) for numbers, _ in blocks])
            return sizes, np.concatenate([heavy.sum(axis=2) for _, heavy in blocks])
        if self._blocks is not None and not self.weighted:
            sizes = self._blocks.parts(codes, self.candidates).astype(np.int64)
            return sizes, sizes
        if count > BYTE_REPLIES:
            few = [self._occurring(rows) for rows in self._rows(codes)]
            return np.concatenate([sizes for sizes, _ in few]), np.concatenate([heavy for _, heavy in few])
        sizes = np.concatenate([count_replies(rows, count) for rows in self._rows(codes)])
        if not self.weighted:
            return sizes, sizes
        return sizes, np.concatenate([weigh_replies(rows, count, self.weights) for rows in self._rows(codes)])

    def _occurring(self, rows: Indices) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """`of` for the codes with these replies, without most of the replies that do not occur."""
        sizes = count_replies(rows, self.replies.count)
        largest = np.argsort(-sizes, axis=1, kind="stable")[:, : len(self.candidates)]
        heavy = weigh_replies(rows, self.replies.count, self.weights) if self.weighted else sizes
        return np.take_along_axis(sizes, largest, 1), np.take_along_axis(heavy, largest, 1)

    def values(
        self, score: Score, codes: NDArray[np.int32], sizes: NDArray[np.int64], heavy: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """int64 (codes,): the score of each code, or numbers in the same order; the smallest is best.

        `sizes` and `heavy` come from `of`.
        """
        table, bonus = score.table(len(self.candidates))
        whole = int(self.weights.sum())
        if self._groups is not None:
            blocks = (self._by_group(rows) for rows in self._rows(codes))
            return _ranks(np.concatenate([score.of_groups(*block, table, whole) for block in blocks]))
        if self.weighted and score.likely is not None:
            return score.likely.values(heavy, sizes, self.weight_of_code[codes], whole)
        if score.kind == BY_CRUSH:
            return _ranks(np.sort(sizes, axis=1)[:, ::-1])
        if score.kind == BY_LARGEST:
            return np.asarray(sizes.max(axis=1), np.int64)
        return np.asarray(table[sizes].sum(axis=1) - bonus * self.is_candidate[codes], np.int64)

    def bits(self, code: int, heavy: Sequence[int]) -> float:
        """The information, in bits, that a code brings on average; `heavy` are the weights of its parts."""
        if self._groups is None:
            return _entropy(heavy)
        _, (by_group,) = self._by_group(self.replies.rows(np.array([code], np.int32), self.candidates))
        apart = _entropy(heavy) + _entropy(by_group.sum(axis=0).tolist())  # of the reply and of the group
        return max(apart - _entropy(by_group.ravel().tolist()), 0.0)  # less that of both together

    def _by_group(self, rows: Indices) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Two arrays int64 (codes, replies, groups): how many candidates of a group give a reply, and their weight."""
        assert self._groups is not None
        numbers, heavy = (
            weigh_groups(rows, self.replies.count, self._groups, weights)
            for weights in (np.ones_like(self.weights), self.weights)
        )
        return numbers, heavy

    def _rows(self, codes: NDArray[np.int32]) -> Iterator[Indices]:
        """The replies to the codes, uint8 (codes, candidates), a block of codes at a time."""
        numbers = self.replies.count * self.number
        numbers = max(len(self.candidates), self.replies.count) if self._groups is None else numbers
        block = max(_BLOCK // numbers, 1)
        return (self.replies.rows(codes[i : i + block], self.candidates) for i in range(0, len(codes), block))


def _ranks(vectors: NDArray[np.int64]) -> NDArray[np.int64]:
    """int64 (codes,): numbers in the order of these vectors, compared column by column."""
    return np.asarray(np.unique(vectors, axis=0, return_inverse=True)[1].ravel(), np.int64)


def _entropy(weights: Sequence[int]) -> float:
    """The entropy, in bits, of a draw by these weights."""
    whole = sum(weights)
    return math.fsum(weight / whole * math.log2(whole / weight) for weight in weights if weight)
