"""The scoring rule of the ranked format: the guesses of a node, best first. See schema/ranked.md.

`ranked` has the text, which names a guess by its place in this order.

Integers only, so that every implementation agrees to the last tie. A part of n candidates is charged 3 a guess and
candidate; without looking further it is charged F(n) = n * (b + 6) - 2 ** (b + 1), b = floor(log2(n)), which is
4 * n + (the fewest questions with yes or no that tell n things apart, summed over the things), and F(1) = 3.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import too_long
from treebuild.game.reply_matrix import Replies, tells_apart

KEPT = 100  # guesses that have a rank
LOOK = 128  # greatest part that is looked into
GUESS = 3  # charge of one guess, for each candidate
LATE = 12  # charge of one candidate that cannot be found before the limit
ROOM = (0, 1, 10)  # candidates that can be found with so many guesses left before the limit; with more guesses, all
PLENTY = len(ROOM) + 2  # guesses left of which the rule, which looks two guesses ahead, sees no end
AHEAD = 8  # guesses that are looked into together, before others are given up
_PAIRS = 1 << 19  # pairs of candidates looked into at a time: bounds the memory
_ROWS = 32  # candidates that are counted at a time: their replies stay in the cache
_WORD = 63  # bits of a number that is not negative
_CODE_LISTS = 256  # lists of codes worth counting that are kept

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Sizes = NDArray[np.uint8] | NDArray[np.int32]
Count = TypeVar("Count", int, Longs)


def guesses_left(limit: int, depth: int) -> int:
    """What the rule sees of a limit (0: none) at a node of that depth: 0 to PLENTY guesses may come after its own."""
    return min(max(limit - depth, 0), PLENTY) if limit else PLENTY


def steps(codes: int, candidates: Count, replies: int) -> Count:
    """What it takes to rank so many codes at a node, or at each of some nodes, see `Ranking.steps`."""
    return codes * (candidates + 2 * replies) + candidates**2


class _Ranked:
    """The guesses that have a rank at a node, in the order of a shortlist, and what is known of their second charges.

    `least` is what they are at least; `look` finds them for some of the guesses and their part sizes.
    """

    def __init__(self, guesses: Ints, sizes: Sizes, least: Longs, look: Callable[[Ints, Sizes], Longs]) -> None:
        self.guesses, self._sizes, self._least, self._look = guesses, sizes, least, look
        self._charge = np.full(len(guesses), np.iinfo(np.int64).max)  # of those that were not looked at

    def first(self) -> int:
        """The guess of rank 0."""
        self._look_at(self._least.argsort(kind="stable")[:AHEAD])
        self._look_at(self._before(self._least, int(self._charge.argmin())))
        return int(self.guesses[self._charge.argmin()])

    def rank(self, guess: int) -> int | None:
        """The place of a guess in `best`, or None."""
        places = np.flatnonzero(self.guesses == guess)
        if not len(places):
            return None
        self._look_at(places)
        self._look_at(self._before(self._least, int(places[0])))
        return len(self._before(self._charge, int(places[0])))

    def best(self) -> list[int]:
        """All guesses, best first."""
        self._look_at(np.arange(len(self.guesses)))
        best: list[int] = self.guesses[self._charge.argsort(kind="stable")].tolist()
        return best

    def _before(self, charges: Longs, place: int) -> Longs:
        """The places of what would come before this one with these charges: less, or as little and earlier."""
        return np.flatnonzero(charges < self._charge[place] + (np.arange(len(charges)) < place))

    def _look_at(self, places: Longs) -> None:
        new = places[self._charge[places] == np.iinfo(np.int64).max]
        if len(new):
            self._charge[new] = self._look(self.guesses[new], self._sizes[:, new])


class Ranking:
    """Ranks the guesses at the nodes of a game's trees, and remembers what it found, whichever tree it was asked about.

    Candidates are secret indices, int32, ascending, at least two; `left` is what `guesses_left` says of the node;
    `named` has a bit for every symbol that the guesses on the way named, and only saves work. Raises TreebuildError
    after more than `most` steps (schema/ranked.md, Decoding).
    """

    def __init__(self, replies: Replies, most: int | None = None) -> None:
        self.replies, self.most, self._steps = replies, most, 0
        codes, self._space = replies.game.codes, replies.game.space
        self._symbols = None if self._space is None else np.array(codes, np.int32)
        self._others = np.flatnonzero(np.arange(replies.count) != replies.win)
        self._charges = cache(self._charges_of)
        self._least = cache(self._least_of)
        self._canonical = lru_cache(_CODE_LISTS)(self._canonical_of)
        self._counted: tuple[bytes, tuple[Ints, Sizes]] | None = None
        self._shortlists: dict[tuple[int, bytes], tuple[Ints, Sizes]] = {}
        self._ranked: dict[tuple[int, bytes], _Ranked] = {}

    def naming(self, guess: int) -> int:
        """The symbols of a code, a bit each."""
        return 0 if self._symbols is None else sum({1 << symbol for symbol in self._symbols[guess].tolist()})

    def first(self, candidates: Ints, left: int, named: int) -> int:
        """The best guess, a code index.

        That is `perfect`, if there is one: F(n) >= 3 * n, with equality for n = 1 only, and other charges are never
        negative. So a guess of s parts that do not win is charged 3 for every candidate it does not find, which is
        least where it finds one and all parts are single; looking into single parts changes nothing, and ties go to
        the lowest code.
        """
        perfect = self.perfect(candidates)
        return self._ranks(candidates, left, named).first() if perfect is None else perfect

    def perfect(self, candidates: Ints) -> int | None:
        """The lowest code that wins against a candidate and tells all of them apart, of all that win; or None."""
        members = None
        if self.replies.several_winners:
            members = np.flatnonzero(np.isin(self.replies.secret_of, candidates)).astype(np.int32)
        return tells_apart(self.replies, candidates, members)

    def rank(self, candidates: Ints, left: int, named: int, guess: int) -> int | None:
        """The place of a code in `best`, or None."""
        return self._ranks(candidates, left, named).rank(guess)

    def best(self, candidates: Ints, left: int, named: int) -> list[int]:
        """Code indices, best first: at most KEPT, no two of which give parts of the same sizes for every reply."""
        return self._ranks(candidates, left, named).best()

    def _count_steps(self, candidates: Ints, named: int) -> None:
        if self.most is None:
            return
        self._steps += self.steps(candidates, named)
        if self._steps > self.most:
            raise too_long(f"the rule takes more than {self.most} steps")

    def steps(self, candidates: Ints, named: int) -> int:
        """What ranking the guesses at a node takes, in the steps of schema/ranked.md."""
        return steps(len(self._canonical(named, b"")), len(candidates), self.replies.count)

    def _ranks(self, candidates: Ints, left: int, named: int) -> _Ranked:
        self._count_steps(candidates, named)
        key = left, candidates.tobytes()
        if key not in self._ranked:
            guesses, sizes = self._shortlist(candidates, left, named)
            least = self._least(left).take(sizes[self._others]).sum(axis=0)
            self._ranked[key] = _Ranked(guesses, sizes, least, partial(self._look, candidates, left))
        return self._ranked[key]

    def _shortlist(self, candidates: Ints, left: int, named: int) -> tuple[Ints, Sizes]:
        """The first KEPT codes by (charge of the parts, members first, index) that differ in their part sizes.

        Returns the codes and their part sizes, (replies, codes).
        """
        key = min(left, len(ROOM) + 1), candidates.tobytes()
        if key not in self._shortlists:
            self._shortlists[key] = self._find_shortlist(candidates, left, named)
        return self._shortlists[key]

    def _find_shortlist(self, candidates: Ints, left: int, named: int) -> tuple[Ints, Sizes]:
        codes, sizes = self._part_sizes(candidates, named)
        charges = self._charges(left - 1)
        score = charges.take(sizes[self._others]).sum(axis=0, dtype=np.int32)
        useful = np.flatnonzero(score < charges[len(candidates)])  # else wasted
        key = score[useful] * 2 + (sizes[self.replies.win, useful] == 0)
        few = min(len(useful), 4 * KEPT)
        while True:
            near = np.flatnonzero(key <= np.partition(key, few - 1)[few - 1])
            near = near[_first_of_each(sizes[:, useful[near]], len(candidates))]
            if len(near) >= KEPT or few == len(useful):
                kept = useful[near[key[near].argsort(kind="stable")[:KEPT]]]
                return codes[kept], sizes[:, kept]
            few = len(useful)

    def _part_sizes(self, candidates: Ints, named: int) -> tuple[Ints, Sizes]:
        """The codes worth counting, and their part sizes; those of the last candidates are kept, for other limits."""
        key = candidates.tobytes()
        if self._counted is None or self._counted[0] != key:
            codes = self._canonical(named, self._present(candidates))
            self._counted = key, (codes, self._sizes(candidates, codes))
        return self._counted[1]

    def _sizes(self, candidates: Ints, codes: Ints) -> Sizes:
        """(replies, codes), uint8 if that is enough: how many candidates give each reply."""
        every = self.replies.by_secret
        sizes = np.zeros((self.replies.count, len(codes)), np.uint8 if len(candidates) < 256 else np.int32)
        for start in range(0, len(candidates), _ROWS):
            answers = every[candidates[start : start + _ROWS]]
            if len(codes) < every.shape[1]:
                answers = answers.take(codes, axis=1)
            equal = np.empty(answers.shape, bool)
            for reply, row in enumerate(sizes):
                np.equal(answers, reply, out=equal)
                row += np.add.reduce(equal.view(np.uint8), axis=0, dtype=np.uint8)
        return sizes

    def _look(self, candidates: Ints, left: int, guesses: Ints, sizes: Sizes) -> Longs:
        """int64 (guesses,): the charge of each guess's parts, looked into."""
        block = max(1, _PAIRS // (len(candidates) * min(LOOK, len(candidates))))
        starts = range(0, len(guesses), block)
        looks = [self._look_block(candidates, left, guesses[s : s + block], sizes[:, s : s + block]) for s in starts]
        return np.concatenate(looks)

    def _look_block(self, candidates: Ints, left: int, guesses: Ints, sizes: Sizes) -> Longs:
        replies = self.replies
        answers = replies.matrix[guesses[:, None], candidates]
        ordered = candidates[answers.argsort(axis=1, kind="stable").ravel()]  # by guess, then by part
        row, reply = sizes.T.nonzero()
        size = sizes[reply, row].astype(np.int64)
        start = size.cumsum() - size
        charge = self._least(left).take(size)
        charge[reply == replies.win] = 0
        unsure = np.flatnonzero((size > 2) & (size <= LOOK) & (reply != replies.win))
        if len(unsure):
            charge[unsure] = self._look_into(ordered, start[unsure], size[unsure], self._charges(left - 2))
        return np.add.reduceat(charge, np.searchsorted(row, np.arange(len(guesses))))

    def _look_into(self, ordered: Ints, start: Longs, size: Longs, charges: Ints) -> Longs:
        """int64 (parts,): the least charge of guessing a member of each part, ordered[start : start + size]."""
        count, win = self.replies.count, self.replies.win
        members = ordered[_ranges(start, size)]
        others = np.repeat(size, size)  # of each member, itself among them
        secret = ordered.take(_ranges(np.repeat(start, size), others))
        rows = self.replies.code_of[members].astype(np.int64) * self.replies.matrix.shape[1]
        answer = self.replies.matrix.ravel().take(np.repeat(rows, others) + secret)
        places = np.repeat(np.arange(0, len(members) * count, count), others) + answer
        parts = np.bincount(places, minlength=len(members) * count).reshape(-1, count)
        parts[:, win] = 0
        scores = charges[parts].sum(axis=1) + GUESS * others
        least: Longs = np.minimum.reduceat(scores, size.cumsum() - size).astype(np.int64)
        return least

    def _charges_of(self, left: int) -> Ints:
        """int32 (secrets + 1,): the charge of a part of n candidates after whose first guess so many are left."""
        n = np.arange(len(self.replies.game.secrets) + 1, dtype=np.int64)
        lengths = np.array([count.bit_length() for count in range(len(n))])  # floor(log2(n)) + 1
        charges = n * (lengths + 5) - (1 << lengths)
        charges[:2] = 0, GUESS
        left = max(left, 0)
        if left < len(ROOM):
            charges += LATE * np.maximum(n - ROOM[left], 0)
        small: Ints = charges.astype(np.int32)
        return small

    def _least_of(self, left: int) -> Longs:
        """int64 (secrets + 1,): what a part of n candidates is charged at least when it is looked into.

        A member finds itself and leaves n - 1 in as many parts as there are other replies. No step of the charges from
        n to n + 1 is smaller than the one before, so they are charged least when these parts are as even as can be.
        Of parts of one or two, and of parts too large to be looked into, this is the charge.
        """
        charges = self._charges(left - 2).astype(np.int64)
        ways = max(1, len(self._others))
        size, larger = np.divmod(np.arange(len(charges)) - 1, ways)
        least: Longs = GUESS * np.arange(len(charges)) + (ways - larger) * charges[size] + larger * charges[size + 1]
        least[0] = 0
        least[LOOK + 1 :] = self._charges(left - 1)[LOOK + 1 :]
        return least

    def _present(self, candidates: Ints) -> bytes:
        """A byte for every symbol: whether a candidate has it."""
        if self._symbols is None or self._space is None:
            return b""
        present = np.zeros(self._space.symbols, bool)
        present[self._symbols[candidates]] = True
        return present.tobytes()

    def _canonical_of(self, named: int, present: bytes) -> Ints:
        """The codes worth counting: of codes that are sure to have the same part sizes the one with the lowest index.

        Renaming symbols not yet named keeps the candidates as a set, so it keeps part sizes and membership; the
        renamed code that brings them in lowest first has the lowest index. Symbols that no candidate has (where
        `present` says which have one) may be renamed as well: no reply changes, nor does it where all of them become
        the lowest one, if symbols may repeat. Codes with such symbols are no candidates.
        """
        if self._symbols is None or self._space is None:
            return np.arange(len(self.replies.game.codes), dtype=np.int32)
        known = _bits(named, self._space.symbols)
        absent = ~np.frombuffer(present, bool) if present else np.zeros_like(known)
        canonical = np.arange(len(self._symbols), dtype=np.int32)
        for alike in (np.flatnonzero(absent), np.flatnonzero(~known & ~absent)):
            if len(alike) < 2:
                continue
            order = np.full(self._space.symbols, -1, np.int32)
            order[alike] = np.arange(len(alike))
            newest = np.full(len(canonical), -1, np.int32)
            fits = np.ones(len(canonical), bool)
            for column in self._symbols.T:
                place = order.take(column.take(canonical))
                fits &= place <= newest + 1
                np.maximum(newest, place, out=newest)
            canonical = canonical[fits]
        if self._space.repeat:
            absent[absent.argmax()] = False
            canonical = canonical[~absent[self._symbols[canonical]].any(axis=1)]
        return canonical


def _first_of_each(columns: Sizes, total: int) -> Longs:
    """The columns that are equal to none before them, ascending; each adds up to `total`."""
    width = total.bit_length()
    words = []
    for start in range(0, len(columns), _WORD // width):
        rows = columns[start : start + _WORD // width]
        words.append((1 << width * np.arange(len(rows))) @ rows)  # rows side by side in one number: equal if they are
    order = np.lexsort(words) if len(words) > 1 else words[0].argsort()
    new = np.ones(len(order), bool)
    new[1:] = np.any([word[order[1:]] != word[order[:-1]] for word in words], axis=0)
    return np.sort(np.minimum.reduceat(order, np.flatnonzero(new)))


def _bits(number: int, count: int) -> NDArray[np.bool_]:
    """bool (count,): the lowest bits of a number."""
    data = (number & (1 << count) - 1).to_bytes(-(-count // 8), "little")
    return np.unpackbits(np.frombuffer(data, np.uint8), count=count, bitorder="little").astype(bool)


def _ranges(start: Longs, size: Longs) -> Longs:
    """start[0], ..., start[0] + size[0] - 1, start[1], ... in one array."""
    return np.arange(size.sum()) + np.repeat(start - (size.cumsum() - size), size)
