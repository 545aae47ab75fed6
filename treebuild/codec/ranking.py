"""The scoring rule of the ranked format: which guesses are worth naming, best first. See schema/ranked.md.

Integers only, so that every implementation agrees to the last tie. A part of n candidates is charged 3 a guess and
candidate; without looking further it is charged F(n) = n * (b + 6) - 2 ** (b + 1), b = floor(log2(n)), which is
4 * n + (the fewest questions with yes or no that tell n things apart, summed over the things), and F(1) = 3.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import too_long
from treebuild.game.replies import Replies, tells_apart

KEPT = 100  # guesses that have a rank
LOOK = 128  # greatest part that is looked into
GUESS = 3  # charge of one guess, for each candidate
LATE = 12  # charge of one candidate that cannot be found before the limit
ROOM = (0, 1, 10)  # candidates that can be found with so many guesses left before the limit; with more guesses, all
AHEAD = 8  # guesses that are looked into together, before others are given up
_PAIRS = 1 << 19  # pairs of candidates looked into at a time: bounds the memory

Ints = NDArray[np.int32]
Sizes = NDArray[np.uint8] | NDArray[np.int32]


class Ranking:
    """Ranks the guesses at a node of a game's tree; `limit` is the depth that as few secrets as possible should reach.

    Candidates are secret indices, int32, ascending, at least two; `depth` is that of the node; `named` has a bit for
    every symbol that the guesses on the way named, and only saves work. Raises TreebuildError after more than `most`
    steps (schema/ranked.md, Decoding).
    """

    def __init__(self, replies: Replies, limit: int = 0, most: int | None = None) -> None:
        self.replies, self.limit, self.most, self._steps = replies, limit, most, 0
        codes, rule = replies.game.codes, replies.game.rule
        self._symbols = None if rule is None else np.array(codes, np.int32)
        self._alphabet = 0 if rule is None else rule.symbols
        self._charges = cache(self._charges_of)
        self._canonical = cache(self._canonical_of)

    def naming(self, guess: int) -> int:
        """The symbols of a code, a bit each."""
        return 0 if self._symbols is None else int(np.bitwise_or.reduce(1 << self._symbols[guess].astype(object)))

    def first(self, candidates: Ints, depth: int, named: int) -> int:
        """The best guess, a code index.

        A code that tells the candidates apart is always the best, the lowest of them: F(n) >= 3 * n, with equality for
        n = 1 only, and other charges are never negative. So a guess of s parts that do not win is charged 3 for every
        candidate it does not find, which is least where it finds one and all parts are single; looking into single
        parts changes nothing, and ties go to the lowest code.
        """
        sure = tells_apart(self.replies, candidates)
        if sure is not None:
            return sure
        guesses, sizes = self._shortlist(candidates, depth, self._canonical(named))
        scores = self._look(candidates, depth + 1, guesses[:AHEAD], sizes[:, :AHEAD])
        # The best is the first of the least score, so one of a later guess has to be less.
        later = AHEAD + np.flatnonzero(self._least_looked(sizes[:, AHEAD:], depth + 1) < scores.min())
        scores = np.append(scores, self._look(candidates, depth + 1, guesses[later], sizes[:, later]))
        return int(np.append(guesses[:AHEAD], guesses[later])[scores.argmin()])

    def best(self, candidates: Ints, depth: int, named: int) -> list[int]:
        """Code indices, best first: at most KEPT, no two of which give parts of the same sizes for every reply."""
        guesses, sizes = self._shortlist(candidates, depth, self._canonical(named))
        scores = self._look(candidates, depth + 1, guesses, sizes)
        return [int(guess) for guess in guesses[scores.argsort(kind="stable")]]

    def _shortlist(self, candidates: Ints, depth: int, codes: Ints) -> tuple[Ints, Sizes]:
        """The first KEPT codes by (charge of the parts, members first, index) that differ in their part sizes.

        Returns the codes and their part sizes, (replies, codes).
        """
        win = self.replies.win
        self._steps += len(codes) * (len(candidates) + 2 * self.replies.count) + len(candidates) ** 2
        if self.most is not None and self._steps > self.most:
            raise too_long(f"the rule takes more than {self.most} steps")
        sizes = self._sizes(candidates, codes)
        charges = self._charges(depth + 1)
        given = np.flatnonzero(sizes.any(axis=1))  # other replies make no difference
        score = np.zeros(len(codes), np.int32)
        for reply in given[given != win]:
            score += charges.take(sizes[reply])
        useful = np.flatnonzero(score < charges[len(candidates)])  # else wasted
        key = score[useful] * 2 + (sizes[win, useful] == 0)
        few = min(len(useful), 4 * KEPT)
        while True:
            near = np.flatnonzero(key <= np.partition(key, few - 1)[few - 1])
            chosen = useful[near[key[near].argsort(kind="stable")]]
            distinct = chosen[_first_of_each(sizes[np.ix_(given, chosen)])[:KEPT]]
            if len(distinct) == KEPT or few == len(useful):
                return codes[distinct], sizes[:, distinct]
            few = min(len(useful), 4 * few)

    def _sizes(self, candidates: Ints, codes: Ints) -> Sizes:
        """(replies, codes), uint8 if that is enough: how many candidates give each reply."""
        every = self.replies.by_secret
        sizes = np.zeros((self.replies.count, len(codes)), np.uint8 if len(candidates) < 256 else np.int32)
        for start in range(0, len(candidates), 255):  # as many as uint8 counts: it is fast
            rows = candidates[start : start + 255]
            answers = every[rows] if len(codes) == every.shape[1] else every[rows].take(codes, axis=1)
            for reply, row in enumerate(sizes):
                row += (answers == reply).sum(axis=0, dtype=np.uint8)
        return sizes

    def _least_looked(self, sizes: Sizes, depth: int) -> NDArray[np.int64]:
        """int64 (guesses,): what `_look` finds at least: of a part one is found at once, all others right after it."""
        least = np.where(sizes > LOOK, self._charges(depth)[sizes], GUESS * (2 * sizes.astype(np.int64) - 1))
        least[(sizes == 0) | (np.arange(len(sizes)) == self.replies.win)[:, None]] = 0
        total: NDArray[np.int64] = least.sum(axis=0)
        return total

    def _look(self, candidates: Ints, depth: int, guesses: Ints, sizes: Sizes) -> NDArray[np.int64]:
        """int64 (guesses,): the charge of each guess's parts, looked into; `depth` is that of the next guess."""
        block = max(1, _PAIRS // (len(candidates) * min(LOOK, len(candidates))))
        scores = [
            self._look_at(candidates, depth, guesses[at : at + block], sizes[:, at : at + block])
            for at in range(0, len(guesses), block)
        ]
        return np.concatenate(scores) if scores else np.zeros(0, np.int64)

    def _look_at(self, candidates: Ints, depth: int, guesses: Ints, sizes: Sizes) -> NDArray[np.int64]:
        replies = self.replies
        answers = replies.matrix[np.ix_(guesses, candidates)]
        ordered = candidates[answers.argsort(axis=1, kind="stable").ravel()]  # by guess, then by part
        row, reply = sizes.T.nonzero()
        size = sizes[reply, row].astype(np.int64)
        start = size.cumsum() - size
        charge = self._charges(depth)[size].astype(np.int64)
        charge[reply == replies.win] = 0
        small = np.flatnonzero((size <= LOOK) & (reply != replies.win))
        if len(small):
            charge[small] = self._least(ordered, start[small], size[small], self._charges(depth + 1))
        return np.add.reduceat(charge, np.searchsorted(row, np.arange(len(guesses))))

    def _least(
        self, ordered: Ints, start: NDArray[np.int64], size: NDArray[np.int64], charges: Ints
    ) -> NDArray[np.int64]:
        """int64 (parts,): the least charge of guessing a member of each part, ordered[start : start + size]."""
        count, win = self.replies.count, self.replies.win
        members = ordered[_ranges(start, size)]
        per_member = np.repeat(size, size)
        guess = np.repeat(np.arange(len(members)), per_member)
        secret = ordered[_ranges(np.repeat(start, size), per_member)]
        rows = self.replies.code_of[members].astype(np.int64) * self.replies.matrix.shape[1]
        answer = self.replies.matrix.ravel().take(rows.take(guess) + secret)
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


def _first_of_each(columns: Sizes) -> NDArray[np.int64]:
    """The columns that are equal to none before them, ascending."""
    order = np.lexsort(columns)  # stable: of equal ones the first comes first
    sorted_ = columns[:, order]
    new = np.ones(len(order), bool)
    new[1:] = (sorted_[:, 1:] != sorted_[:, :-1]).any(axis=0)
    return np.sort(order[new])


def _ranges(start: NDArray[np.int64], size: NDArray[np.int64]) -> NDArray[np.int64]:
    """start[0], ..., start[0] + size[0] - 1, start[1], ... in one array."""
    return np.arange(size.sum()) + np.repeat(start - (size.cumsum() - size), size)
