"""The bounds that a checker works out by itself: Width, Fill, Members, B0 and B1 of schema/proof.md."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from treebuild.certificate.proof_file import LIMIT, MEMBERS_TO, Booleans, Game, Integers

NEVER = LIMIT  # the cost of a code that may not be guessed or tells nothing
_BLOCK = 1 << 16  # replies that are looked at together: what bounds the memory
_STORED = 1 << 28  # bytes of the largest table of reply bits that is kept

Unsigned = npt.NDArray[np.unsignedinteger]


class Shape(NamedTuple):
    """What the codes make of a set: `made` is, for every code, its non-winning parts, plus R + 1 if it wins."""

    made: npt.NDArray[np.uint16]
    width: int


class Bounds:
    """The bounds that a checker works out by itself."""

    def __init__(self, game: Game) -> None:
        self.looks = 0
        self._game = game
        self._cost = game.header.cost
        self._replies = len(game.spelled)
        self._bits = [_bits(self._replies, word) for word in range(0, self._replies, 64)]
        small = len(self._bits) == 1 and game.reply.size * self._bits[0].itemsize <= _STORED
        self._stored = self._bits[0][game.reply] if small else None
        self.cheapest = lru_cache(maxsize=4096)(self._cheapest)
        self.unsplit = lru_cache(maxsize=128)(self._unsplit)
        self._fill = lru_cache(maxsize=128)(self._work_out_fill)

    def cost(self, depth: int) -> int:
        """c[d]; later ones cost as at D."""
        return self._cost[min(depth, len(self._cost)) - 1]

    def shape(self, candidates: Integers) -> Shape:
        """The numbers of parts that codes make of a set, and its width, of those codes that may be guessed."""
        win = self._game.win
        made = np.zeros(len(self._game.codes), np.uint16)
        for bits in self._bits:
            seen = np.zeros(len(made), bits.dtype)
            for start in range(0, len(candidates), 64):
                some = candidates[start : start + 64]
                rows = bits[self._game.reply[some]] if self._stored is None else self._stored[some]
                seen |= np.bitwise_or.reduce(rows, axis=0)
            made += np.bitwise_count(seen)
            if bits[win]:
                made += ((seen & bits[win]) != 0) * np.uint16(self._replies)  # R + 1, less the winning part
        wins, parts = made > self._replies, made % (self._replies + 1)
        width = int((parts[wins] if self._game.header.candidates_only else parts).max())
        return Shape(made, max(width, 1))

    def _cheapest(self, count: int, depth: int, width: int) -> Integers:
        """The least that a code costs by what it makes of `count` candidates, numbered as in Shape.

        It fills one depth after the other, as Fill does, but from all parts together: no more than the sum of theirs.
        """
        table = np.full(2 * (self._replies + 1), NEVER)
        for wins in (0, 1):
            for parts in range(min(width, count - wins) + 1):
                if not wins and (parts <= 1 or self._game.header.candidates_only):
                    continue
                cost, left, slots, at = wins * self.cost(depth), count - wins, parts, depth + 1
                while left > 0:
                    solved = left if at >= len(self._cost) else min(left, slots)
                    cost, left, slots, at = cost + solved * self.cost(at), left - solved, slots * width, at + 1
                table[wins * (self._replies + 1) + parts] = cost
        return table

    def fill(self, depth: int, width: int) -> Integers:
        """F(n, d, w) for all n."""
        return self._fill(min(depth, len(self._cost)), width)

    def _work_out_fill(self, depth: int, width: int) -> Integers:
        each = np.full(len(self._game.secrets), self.cost(depth))
        solved, slots = 0, 1
        while solved < len(each):
            each[solved:] = self.cost(depth)  # of what is not solved before this depth
            solved, slots, depth = solved + slots, slots * width, depth + 1
            if depth > len(self._cost):
                break
        return np.concatenate(([0], np.cumsum(each)))

    def _unsplit(self, depth: int) -> Integers:
        """M for 3 to 13 candidates where no member is given a different reply by each of them; 0 for less."""
        c0, c1, c2 = (self.cost(depth + later) for later in range(3))
        return np.array([0, 0, 0] + [min(n * c1, c0 + (n - 2) * c1 + c2) for n in range(3, MEMBERS_TO + 1)])

    def is_split(self, parts: Integers, sizes: Integers) -> Booleans:
        """Whether some member of a part is given a different reply by each; parts are rows, their ends no matter."""
        members = self._game.winner[parts]
        inside = np.arange(parts.shape[1]) < sizes[:, None]
        replies = self._game.reply[parts[:, None, :], members[:, :, None]]  # by part, member, candidate
        count = np.zeros(parts.shape, np.int64)
        for bits in self._bits:
            seen = np.where(inside[:, None, :], bits[replies], bits.dtype.type(0))
            count += np.bitwise_count(np.bitwise_or.reduce(seen, axis=2))
        split: Booleans = ((count == sizes[:, None]) & inside).any(axis=1)
        return split

    def blocks(self, candidates: Integers, codes: Integers) -> Iterator[Integers]:
        """The codes, in pieces that may be looked at together."""
        size = max(1, _BLOCK // max(len(candidates), self._replies))
        return (codes[start : start + size] for start in range(0, len(codes), size))

    def of_parts(self, candidates: Integers, depth: int, width: int, codes: Integers, enough: int) -> Integers:
        """For every code and reply, B0 of the part; c[d] if it wins. Where Fill comes to `enough`, Fill will do."""
        number, replies = len(codes), self._replies
        given = self._game.reply[candidates].take(codes, axis=1)
        numbered = given + np.arange(0, number * replies, replies)
        sizes = np.bincount(numbered.ravel(), minlength=number * replies).reshape(number, replies)
        bounds = self.fill(depth + 1, width)[sizes]
        bounds[:, self._game.win] = sizes[:, self._game.win] * self.cost(depth)
        if not self._game.one_winner:
            return bounds
        unsplit = self.unsplit(depth + 1)
        raised = (
            (sizes <= MEMBERS_TO)
            & (unsplit[np.minimum(sizes, MEMBERS_TO)] > bounds)
            & (bounds.sum(axis=1) < enough)[:, None]
        )
        row, reply = np.nonzero(raised)
        if len(row):
            order = np.argsort(given.T, axis=1, kind="stable")
            size = sizes[row, reply]
            first = (np.cumsum(sizes, axis=1) - sizes)[row, reply]
            at = np.minimum(first[:, None] + np.arange(size.max()), len(candidates) - 1)
            split = self.is_split(candidates[order[row[:, None], at]], size)
            bounds[row, reply] = np.where(split, bounds[row, reply], unsplit[size])
        return bounds

    def b1(self, candidates: Integers, depth: int, width: int, b0: int, enough: int) -> int:
        """B1 of at least 3 candidates, whose B0 is given; `enough`, which is more than B0, if B1 is more than that."""
        self.looks += 1
        shape = self.shape(candidates)
        cheapest = self.cheapest(len(candidates), depth, shape.width)[shape.made]
        least, number = enough, 16
        codes = np.flatnonzero(cheapest < least)
        codes = codes[np.argsort(cheapest[codes], kind="stable")]
        while len(codes) and least > b0:
            block = next(self.blocks(candidates, codes[:number]))
            bounds = self.of_parts(candidates, depth, shape.width, block, least)
            least = min(least, int(bounds.sum(axis=1).min()))
            codes, number = codes[len(block) :], 8 * number
            codes = codes[cheapest[codes] < least]
        return max(least, b0)


def _bits(replies: int, word: int) -> Unsigned:
    """A bit for every reply of a word of 64; 0 for the others."""
    kind = np.uint16 if replies <= 16 else np.uint32 if replies <= 32 else np.uint64
    return np.array([1 << reply - word if word <= reply < word + 64 else 0 for reply in range(replies)], kind)
