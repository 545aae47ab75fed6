"""The scoring rule of the ranked format: which guesses are worth naming, best first. See schema/ranked.md.

Integers only, so that every implementation agrees to the last tie. A part of n candidates is charged 3 a guess and
candidate; without looking further it is charged F(n) = n * (b + 6) - 2 ** (b + 1), b = floor(log2(n)), which is
4 * n + (the fewest questions with yes or no that tell n things apart, summed over the things), and F(1) = 3.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from treebuild.replies import Replies

KEPT = 100  # guesses that have a rank
LOOK = 128  # greatest part that is looked into
GUESS = 3  # charge of one guess, for each candidate
LATE = 12  # charge of one candidate that cannot be found before the limit
ROOM = (0, 1, 10)  # candidates that can be found with so many guesses left before the limit; with more guesses, all
_LANES = 8  # counters of one byte in a 64-bit word
_PAIRS = 1 << 19  # pairs of candidates looked into at a time: bounds the memory

Ints = NDArray[np.int32]


class Ranking:
    """Ranks the guesses at a node of a game's tree; `limit` is the depth that as few secrets as possible should reach.

    Candidates are secret indices, int32, ascending, at least two; `depth` is that of the node; `named` has a bit for
    every symbol that the guesses on the way named, and only saves work.
    """

    def __init__(self, replies: Replies, limit: int = 0) -> None:
        self.replies, self.limit = replies, limit
        codes, rule = replies.game.codes, replies.game.rule
        self._symbols = None if rule is None else np.array(codes, np.int32)
        self._alphabet = 0 if rule is None else rule.symbols
        self._charges = cache(self._charges_of)
        self._canonical = cache(self._canonical_of)
        words = -(-replies.count // _LANES)
        shifts = np.arange(replies.count) % _LANES * 8
        self._counters = np.zeros((words, replies.count), "<u8")
        self._counters[np.arange(replies.count) // _LANES, np.arange(replies.count)] = np.uint64(1) << shifts.astype(
            "u8"
        )

    def naming(self, guess: int) -> int:
        """The symbols of a code, a bit each."""
        return 0 if self._symbols is None else int(np.bitwise_or.reduce(1 << self._symbols[guess].astype(object)))

    def first(self, candidates: Ints, depth: int, named: int) -> int:
        """The best guess, a code index."""
        sure = self.tells_apart(candidates)
        return self.best(candidates, depth, named)[0] if sure is None else sure

    def best(self, candidates: Ints, depth: int, named: int) -> list[int]:
        """Code indices, best first: at most KEPT, no two of which give parts of the same sizes for every reply."""
        guesses, sizes = self._shortlist(candidates, depth, self._canonical(named))
        if len(guesses) == 1:
            return [int(guesses[0])]
        scores = self._look(candidates, depth + 1, guesses, sizes)
        return [int(guess) for guess in guesses[scores.argsort(kind="stable")]]

    def tells_apart(self, candidates: Ints) -> int | None:
        """The lowest candidate that all others answer differently. It is always the best guess.

        F(n) >= 3 * n, with equality for n = 1 only, and other charges are never negative. So a guess of s parts that
        do not win is charged 3 for every candidate it does not find, which is least where it finds one and all parts
        are single; looking into single parts changes nothing, and ties go to the lowest code.
        """
        if len(candidates) > self.replies.count:
            return None
        members = self.replies.code_of[candidates]
        if len(candidates) == 2:
            return int(members.min())
        answers = np.sort(self.replies.matrix[np.ix_(members, candidates)], axis=1)
        apart = (answers[:, 1:] != answers[:, :-1]).all(axis=1)
        return int(members[apart].min()) if apart.any() else None

    def _shortlist(self, candidates: Ints, depth: int, codes: Ints) -> tuple[Ints, Ints]:
        """The first KEPT codes by (charge of the parts, members first, index) that differ in their part sizes.

        Returns the codes and their part sizes, int32 (codes, replies).
        """
        win = self.replies.win
        sizes = self._sizes(candidates, codes)
        charges = self._charges(depth + 1)
        score = charges[sizes].sum(axis=1) - charges[sizes[:, win]]
        useful = np.flatnonzero(score < charges[len(candidates)])  # else wasted
        key = score[useful] * 2 + (sizes[useful, win] == 0)
        few = min(len(useful), 4 * KEPT)
        while True:
            near = np.flatnonzero(key <= np.partition(key, few - 1)[few - 1])
            chosen = useful[near[key[near].argsort(kind="stable")]]
            rows = np.ascontiguousarray(sizes[chosen], np.int32)
            distinct: dict[bytes, int] = {}
            for at, row in enumerate(rows.view(f"V{4 * rows.shape[1]}").ravel().tolist()):
                if distinct.setdefault(row, at) == at and len(distinct) == KEPT:
                    break
            if len(distinct) == KEPT or few == len(useful):
                kept = list(distinct.values())
                return codes[chosen[kept]], rows[kept]
            few = min(len(useful), 4 * few)

    def _sizes(self, candidates: Ints, codes: Ints) -> NDArray[np.int32]:
        """int32 (codes, replies): how many candidates give each reply."""
        every = self.replies.by_secret
        sizes = np.zeros((len(codes), self.replies.count), np.int32)
        for start in range(0, len(candidates), 255):  # a counter of one byte holds 255
            rows = candidates[start : start + 255]
            answers = every[np.ix_(rows, codes)] if 2 * len(codes) < every.shape[1] else every[rows]
            for word, counters in enumerate(self._counters):
                sums = counters.take(answers).sum(axis=0)
                lanes = sums.view(np.uint8).reshape(-1, _LANES)
                counted = lanes if len(lanes) == len(codes) else lanes[codes]
                here = slice(word * _LANES, (word + 1) * _LANES)
                sizes[:, here] += counted[:, : sizes[:, here].shape[1]]
        return sizes

    def _look(self, candidates: Ints, depth: int, guesses: Ints, sizes: Ints) -> NDArray[np.int64]:
        """int64 (guesses,): the charge of each guess's parts, looked into; `depth` is that of the next guess."""
        block = max(1, _PAIRS // (len(candidates) * min(LOOK, len(candidates))))
        local = self.replies.matrix[np.ix_(self.replies.code_of[candidates], candidates)]
        return np.concatenate(
            [
                self._look_at(candidates, depth, guesses[at : at + block], sizes[at : at + block], local)
                for at in range(0, len(guesses), block)
            ]
        )

    def _look_at(
        self, candidates: Ints, depth: int, guesses: Ints, sizes: Ints, local: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        replies = self.replies
        answers = replies.matrix[np.ix_(guesses, candidates)]
        ordered = answers.argsort(axis=1, kind="stable").ravel()  # candidates of each part together, part after part
        row, reply = sizes.nonzero()
        size = sizes[row, reply].astype(np.int64)
        start = size.cumsum() - size
        charge = self._charges(depth)[size].astype(np.int64)
        charge[reply == replies.win] = 0
        small = np.flatnonzero((size <= LOOK) & (reply != replies.win))
        if len(small):
            charge[small] = self._least(ordered, start[small], size[small], local, self._charges(depth + 1))
        return np.add.reduceat(charge, np.searchsorted(row, np.arange(len(guesses))))

    def _least(
        self,
        ordered: NDArray[np.int64],
        start: NDArray[np.int64],
        size: NDArray[np.int64],
        local: NDArray[np.uint8],
        charges: Ints,
    ) -> NDArray[np.int64]:
        """int64 (parts,): the least charge of guessing a member of each part, ordered[start : start + size]."""
        count, win = self.replies.count, self.replies.win
        members = ordered[_ranges(start, size)]
        per_member = np.repeat(size, size)
        guess = np.repeat(np.arange(len(members)), per_member)
        secret = ordered[_ranges(np.repeat(start, size), per_member)]
        answer = local.ravel().take(members.take(guess) * local.shape[1] + secret)
        parts = np.bincount(guess * count + answer, minlength=len(members) * count).reshape(-1, count)
        parts[:, win] = 0
        scores = charges[parts].sum(axis=1) + GUESS * per_member
        least: NDArray[np.int64] = np.minimum.reduceat(scores, size.cumsum() - size).astype(np.int64)
        return least

    def _charges_of(self, depth: int) -> Ints:
        """int32 (secrets + 1,): the charge of a part of n candidates whose first guess is made at `depth`."""
        n = np.arange(len(self.replies.game.secrets) + 1, dtype=np.int64)
        lengths = np.array([count.bit_length() for count in range(len(n))])  # floor(log2(n)) + 1
        charges = n * (lengths + 5) - (1 << lengths)
        charges[:2] = 0, GUESS
        left = max(self.limit - depth, 0)
        if self.limit and left < len(ROOM):
            charges += LATE * np.maximum(n - ROOM[left], 0)
        small: Ints = charges.astype(np.int32)
        return small

    def _canonical_of(self, named: int) -> Ints:
        """The codes that bring in symbols not yet named lowest first; for every other code such a one is equivalent.

        Renaming symbols not yet named keeps the candidates as a set, so it keeps part sizes and membership; the
        renamed code that brings them in lowest first has the lowest index. So no other code is ever first of its kind.
        """
        if self._symbols is None:
            return np.arange(len(self.replies.game.codes), dtype=np.int32)
        order, fresh = np.full(self._alphabet, -1, np.int32), 0
        for symbol in range(self._alphabet):
            if not named >> symbol & 1:
                order[symbol], fresh = fresh, fresh + 1
        newest = np.full(len(self._symbols), -1, np.int32)
        fits = np.ones(len(self._symbols), bool)
        for column in order[self._symbols].T:
            fits &= column <= newest + 1
            np.maximum(newest, column, out=newest)
        canonical: Ints = np.flatnonzero(fits).astype(np.int32)
        return canonical


def _ranges(start: NDArray[np.int64], size: NDArray[np.int64]) -> NDArray[np.int64]:
    """start[0], ..., start[0] + size[0] - 1, start[1], ... in one array."""
    return np.arange(size.sum()) + np.repeat(start - (size.cumsum() - size), size)
