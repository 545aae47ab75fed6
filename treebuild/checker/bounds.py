"""The bounds that a checker computes by itself: Width, Fill, Members, B0 and B1 of schema/proof.md.

`check` uses them to go through the claims of a certificate. Modules outside this folder repeat these rules
(`certificate/checker_rules.py`, `kernels/proof_rules.py`). They serve the writer of certificates, and no checker uses
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from treebuild.checker.game import Game
from treebuild.checker.proof_file import LIMIT, MEMBERS_TO, Booleans, Bytes, Integers

NEVER = LIMIT  # the cost of a code that may not be guessed or tells nothing
_BLOCK = 1 << 16  # replies that are looked at together, which bounds the memory
_STORED = 1 << 28  # bytes of the largest table of reply bits that is kept

Unsigned = npt.NDArray[np.unsignedinteger]


class Shape(NamedTuple):
    """The parts that codes make of a set.

    made   for every code the number of its parts that do not win, plus R + 1 if one part wins
    width  Width of schema/proof.md
    """

    made: npt.NDArray[np.uint16]
    width: int


class Bounds:
    """The bounds that a checker computes by itself. Sets of candidates list the heaviest first.

    `looks` counts the sets whose B1 was computed.
    """

    def __init__(self, game: Game) -> None:
        self.looks = 0
        self._game = game
        self._by_weight, self._flat = game.header.cost(True), game.header.cost(False)
        self._weighted = any(self._by_weight) or (game.header.dearest > 0 and game.header.weights > 0)
        self._replies = len(game.spelled)
        self._by_shape = game.header.version < 3  # whether the shape of a code alone gives its least cost
        self.looked_from = 3 if self._by_shape else 2  # the fewest candidates of which B1 may be more than B0
        self._lone = self.charge(game.winner, np.arange(len(game.secrets)))
        self._bits = [_bits(self._replies, word) for word in range(0, self._replies, 64)]
        small = len(self._bits) == 1 and game.reply.size * self._bits[0].itemsize <= _STORED
        self._stored = self._bits[0][game.reply] if small else None
        self._cheapest = lru_cache(maxsize=4096)(self._work_out_cheapest)
        self._unsplit = lru_cache(maxsize=128)(self._work_out_unsplit)
        self._places = lru_cache(maxsize=128)(self._work_out_places)

    def rates(self, depth: int) -> tuple[int, int]:
        """(a[d], b[d]); beyond D they are those of D."""
        at = min(depth, len(self._flat)) - 1
        return self._by_weight[at], self._flat[at]

    def cost(self, secrets: Integers, depth: int) -> Integers:
        """The cost of each of these secrets at a depth."""
        by_weight, flat = self.rates(depth)
        return self._game.weight[secrets] * by_weight + flat

    def charges(self, candidates: Integers, codes: Integers) -> Integers:
        """The surcharge of each code, summed over all candidates."""
        weight = int(self._game.weight[candidates].sum()) if self._weighted else len(candidates)
        charged: Integers = self._game.surcharge[codes] * weight
        return charged

    def charge(self, codes: Integers, secrets: Integers) -> Integers:
        """The surcharge of each code for its secret: codes[i] is asked of secrets[i]."""
        charged: Integers = self._game.surcharge[codes] * (self._game.weight[secrets] if self._weighted else 1)
        return charged

    def shape(self, candidates: Integers, allowed: Booleans | None = None) -> Shape:
        """The numbers of parts that all codes make of a set, and its width over the codes that may be guessed."""
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
        if self._game.header.candidates_only:
            parts = parts[wins]
        elif self._game.narrows:
            parts = parts[allowed]
        return Shape(made, max(int(parts.max()), 1))

    def least(self, candidates: Integers, depth: int, shape: Shape, allowed: Booleans | None) -> Integers:
        """A lower bound of the cost of each code, by its shape and surcharge.

        It is NEVER for a code that may not be guessed or tells nothing.
        """
        costs = self.cheapest(candidates, depth, shape.width)[shape.made]
        if self._by_shape:
            return costs
        costs += self.charges(candidates, np.arange(len(costs)))
        wins = shape.made > self._replies
        barred = np.zeros(len(costs), np.bool_)
        if len(candidates) == 1:
            barred[:] = True
            barred[self._game.winner[candidates]] = False
        elif self._game.header.guesses == "identify":
            barred = wins if (~wins & (shape.made > 1)).any() else ~wins
        elif self._game.narrows:
            assert allowed is not None
            barred = ~allowed
        costs[barred | (costs > NEVER)] = NEVER
        return costs

    def cheapest(self, candidates: Integers, depth: int, width: int) -> Integers:
        """A lower bound of the cost of a code, by its entry in `Shape.made`.

        It fills one depth after the other, as Fill does, but with the secrets of all parts together. So it is never
        more than the sum of Fill over the parts.
        """
        weights = self._game.weight[candidates].tolist() if self._weighted else []
        numbers = list[int]()
        if self._game.header.groups:
            weights, numbers = self._by_group(candidates, np.zeros((len(candidates), 1), np.uint8))[:, 0, 0].tolist()
        return self._cheapest(len(candidates), tuple(weights), tuple(numbers), depth, width)

    def _work_out_cheapest(
        self, candidates: int, weights: tuple[int, ...], numbers: tuple[int, ...], depth: int, width: int
    ) -> Integers:
        """`cheapest`, by the weights and numbers of candidates of all secrets, or of all groups, that take places.

        No weights stand for weights of 0, and no numbers for numbers of 1.
        """
        table, count = np.full(2 * (self._replies + 1), NEVER), len(numbers) or candidates
        heaviest = [*accumulate(sorted(weights, reverse=True), initial=0)] if weights else [0] * (count + 1)
        largest = [*accumulate(sorted(numbers, reverse=True), initial=0)] if numbers else range(count + 1)
        for wins in (1,) if self._game.header.candidates_only else (0, 1):
            for parts in range(2 - wins - (candidates == wins), min(width, candidates - wins) + 1):
                cost, solved, slots, at = 0, 0, wins, depth
                while solved < count:
                    last = count if at >= len(self._flat) else min(count, solved + slots)
                    by_weight, flat = self.rates(at)
                    cost += (heaviest[last] - heaviest[solved]) * by_weight + (largest[last] - largest[solved]) * flat
                    solved, slots, at = last, slots * width if at > depth else parts, at + 1
                table[wins * (self._replies + 1) + parts] = cost
        return table

    def _work_out_places(self, depth: int, width: int) -> tuple[Integers, Integers, Integers]:
        """(a[d'], b[d'], F) where d' is the depth at which Fill places the n-th heaviest of a set, for every n.

        F is Fill of n candidates without weights.
        """
        places = np.empty((2, len(self._game.secrets)), np.int64)
        solved, slots = 0, 1
        while solved < places.shape[1]:
            places[:, solved:] = np.array(self.rates(depth))[
                :, None
            ]  # of secrets that are not solved before this depth
            solved, slots, depth = solved + slots, slots * width, depth + 1
            if depth > len(self._flat):
                break
        return places[0], places[1], np.concatenate(([0], np.cumsum(places[1])))

    def _fill(self, candidates: Integers, answers: Bytes, sizes: Integers, depth: int, width: int) -> Integers:
        """Fill of the part of every code and reply.

        `answers` is (candidates, codes), the replies, and `sizes` is (codes, replies), the sizes of the parts.
        """
        by_weight, flat, known = self._places(min(depth, len(self._flat)), width)
        if self._game.header.groups:
            weights, numbers = -np.sort(-self._by_group(candidates, answers), axis=3)
            of_groups: Integers = weights @ by_weight[: weights.shape[2]] + numbers @ flat[: numbers.shape[2]]
            return of_groups
        if not self._weighted:
            return known[sizes]
        order = np.argsort(answers.T, axis=1, kind="stable")
        ends = np.cumsum(sizes, axis=1)
        place = np.arange(len(candidates)) - np.take_along_axis(
            ends - sizes, np.take_along_axis(answers.T, order, 1), 1
        )
        cost = self._game.weight[candidates[order]] * by_weight[place] + flat[place]
        sums = np.concatenate((np.zeros((len(cost), 1), np.int64), np.cumsum(cost, axis=1)), axis=1)
        filled: Integers = np.take_along_axis(sums, ends, 1) - np.take_along_axis(sums, ends - sizes, 1)
        return filled

    def _by_group(self, candidates: Integers, answers: Bytes) -> Integers:
        """(2, codes, replies, groups): the weight and the number of the candidates of a group that give a reply."""
        _, group = np.unique(self._game.group[candidates], return_inverse=True)
        number, groups = answers.shape[1], int(group.max()) + 1
        at = (np.arange(number) * self._replies + answers) * groups + group[:, None]
        sums = np.zeros((2, number * self._replies * groups), np.int64)
        np.add.at(sums[0], at, self._game.weight[candidates][:, None])
        np.add.at(sums[1], at, 1)
        return sums.reshape(2, number, self._replies, groups)

    def _charge_named(self, candidates: Integers, answers: Bytes) -> Integers:
        """(codes, replies): the surcharge of the guess that names the part, if it is of one group, else 0."""
        weights, numbers = self._by_group(candidates, answers)
        lowest = np.full(numbers.shape[:2], len(self._game.secrets) - 1)
        np.minimum.at(lowest, (np.arange(len(numbers)), answers), candidates[:, None])
        weight = (weights if self._weighted else numbers).sum(axis=2)
        alone = np.count_nonzero(numbers, axis=2) == 1
        charged: Integers = self._game.surcharge[self._game.winner[lowest]] * weight * alone
        return charged

    def _work_out_unsplit(self, depth: int) -> Integers:
        """An upper bound of Members by the number of candidates, up to 13; 0 below 3."""
        if self._weighted:
            return np.array([0, 0, 0] + [LIMIT] * (MEMBERS_TO - 2))
        c0, c1, c2 = (self.rates(depth + later)[1] for later in range(3))
        most = [min(n * c1, c0 + (n - 2) * c1 + c2) for n in range(3, min(MEMBERS_TO, len(self._game.secrets)) + 1)]
        return np.array([0, 0, 0, *most])

    def members(self, parts: Integers, sizes: Integers, depth: int) -> Integers:
        """Members of some parts, which are rows. The first sizes[i] entries of row i are candidates."""
        inside = np.arange(parts.shape[1]) < sizes[:, None]
        now, then, late = (np.where(inside, self.cost(parts, depth + later), 0) for later in range(3))
        everyone, lightest = then.sum(axis=1), (np.arange(len(parts)), sizes - 1)
        waits = (late - then)[lightest]
        costs = everyone[:, None] - (then - now) + np.where(self.is_split(parts, inside), 0, waits[:, None])
        least: Integers = np.minimum(everyone, np.where(inside, costs, NEVER).min(axis=1))
        return least

    def is_split(self, parts: Integers, inside: Booleans) -> Booleans:
        """(parts, members): whether all candidates of a part give different replies to a member of it.

        Parts are rows, and `inside` says which entries of a row are candidates.
        """
        members = self._game.winner[parts]
        replies = self._game.reply[parts[:, None, :], members[:, :, None]]  # by part, member, candidate
        count = np.zeros(parts.shape, np.int64)
        for bits in self._bits:
            seen = np.where(inside[:, None, :], bits[replies], bits.dtype.type(0))
            count += np.bitwise_count(np.bitwise_or.reduce(seen, axis=2))
        split: Booleans = count == inside.sum(axis=1)[:, None]
        return split

    def blocks(self, candidates: Integers, codes: Integers) -> Iterator[Integers]:
        """The codes in blocks, each small enough to be looked at together."""
        size = max(1, _BLOCK // max(len(candidates), self._replies * max(self._game.header.groups, 1)))
        return (codes[start : start + size] for start in range(0, len(codes), size))

    def of_parts(self, candidates: Integers, depth: int, width: int, codes: Integers, enough: int) -> Integers:
        """(codes, replies): B0 of each part, or the cost of the winner.

        Where the Fill of all parts of a code adds up to `enough`, Fill takes the place of B0.
        """
        number, replies = len(codes), self._replies
        answers = self._game.reply[candidates].take(codes, axis=1)
        numbered = answers + np.arange(0, number * replies, replies)
        sizes = np.bincount(numbered.ravel(), minlength=number * replies).reshape(number, replies)
        bounds = self._fill(candidates, answers, sizes, depth + 1, width)
        if self._game.header.dearest and self._game.header.groups:
            bounds += self._charge_named(candidates, answers)
        elif self._game.header.dearest:
            charged = np.zeros(number * replies, np.int64)
            np.add.at(charged, numbered, self._lone[candidates][:, None])
            bounds += (sizes == 1) * charged.reshape(number, replies)
        bounds[:, self._game.win] = sizes[:, self._game.win] * self.cost(self._game.wins_against[codes], depth)
        if not self._game.one_winner or self._game.header.groups:
            return bounds
        most = self._unsplit(depth + 1)
        raised = (
            (sizes <= MEMBERS_TO)
            & (most[np.minimum(sizes, len(most) - 1)] > bounds)
            & (bounds.sum(axis=1) < enough)[:, None]
        )
        raised[:, self._game.win] = False
        row, reply = np.nonzero(raised)
        if len(row):
            order = np.argsort(answers.T, axis=1, kind="stable")
            size = sizes[row, reply]
            first = (np.cumsum(sizes, axis=1) - sizes)[row, reply]
            at = np.minimum(first[:, None] + np.arange(size.max()), len(candidates) - 1)
            members = self.members(candidates[order[row[:, None], at]], size, depth + 1)
            bounds[row, reply] = np.maximum(bounds[row, reply], members)
        return bounds

    def b1(self, candidates: Integers, allowed: Booleans | None, depth: int, b0: int, enough: int) -> int:
        """B1 of some candidates, from their B0, or `enough` if that is smaller; `enough` is more than B0."""
        if self._game.is_identified(candidates):
            return b0
        self.looks += 1
        shape = self.shape(candidates, allowed)
        cheapest = self.least(candidates, depth, shape, allowed)
        least, number = enough, 16
        codes = np.flatnonzero(cheapest < least)
        codes = codes[np.argsort(cheapest[codes], kind="stable")]
        while len(codes) and least > b0:
            block = next(self.blocks(candidates, codes[:number]))
            totals = self.of_parts(candidates, depth, shape.width, block, least).sum(axis=1)
            least = min(least, int((totals + self.charges(candidates, block)).min()))
            codes, number = codes[len(block) :], 8 * number
            codes = codes[cheapest[codes] < least]
        return max(least, b0)


def _bits(replies: int, word: int) -> Unsigned:
    """(replies,): the bit of each reply in a word of 64 replies; 0 for replies of other words."""
    kind = np.uint16 if replies <= 16 else np.uint32 if replies <= 32 else np.uint64
    return np.array([1 << reply - word if word <= reply < word + 64 else 0 for reply in range(replies)], kind)
