"""The scoring rule of the ranked format: it ranks the guesses of a node, best first. schema/ranked.md specifies it.

`ranked` reads and writes the text, which names a guess by its rank.

The rule has integers only, so that every implementation agrees to the last tie. A guess is charged 3 for each
candidate of its node. A part of n candidates that is not looked into is charged F(n) = n * (b + 6) - 2 ** (b + 1),
where b = floor(log2(n)), and F(1) = 3. F(n) is 4 * n + (the fewest questions with yes or no that tell n things apart,
summed over the things).
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
ROOM = (0, 1, 10)  # ROOM[k] candidates can be found with k guesses left before the limit; with more guesses, all can
PLENTY = len(ROOM) + 2  # with so many guesses left the limit changes nothing: the rule looks two guesses ahead
AHEAD = 8  # guesses that are looked into first; their charges rule out most others
_PAIRS = 1 << 19  # pairs of candidates that are looked into at a time, which bounds the memory
_ROWS = 32  # candidates that are counted at a time: their replies stay in the cache
_WORD = 63  # bits of a number that is not negative
_CODE_LISTS = 256  # lists of codes worth counting that are kept

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Sizes = NDArray[np.uint8] | NDArray[np.int32]
Count = TypeVar("Count", int, Longs)


def guesses_left(limit: int, depth: int) -> int:
    """The guesses after that of a node at `depth` that a limit leaves, at most PLENTY. Limit 0 is no limit."""
    return min(max(limit - depth, 0), PLENTY) if limit else PLENTY


def steps(codes: int, candidates: Count, replies: int) -> Count:
    """The steps of ranking this number of codes at a node, or, for an array of candidates, at each of several nodes."""
    return codes * (candidates + 2 * replies) + candidates**2


class _Ranked:
    """The guesses that have a rank at a node, and their charges, which are computed only as far as they are needed.

    `guesses` are in the order of a shortlist, which breaks ties. `sizes` are their part sizes, (replies, guesses).
    `least` is a lower bound of each charge. look(guesses, sizes) computes the charges of some guesses.
    """

    def __init__(self, guesses: Ints, sizes: Sizes, least: Longs, look: Callable[[Ints, Sizes], Longs]) -> None:
        self.guesses, self._sizes, self._least, self._look = guesses, sizes, least, look
        self._charge = np.full(len(guesses), np.iinfo(np.int64).max)  # the maximum: not yet computed

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
        """The guesses that come before the one at `place` if these are their charges: less, or equal and earlier."""
        return np.flatnonzero(charges < self._charge[place] + (np.arange(len(charges)) < place))

    def _look_at(self, places: Longs) -> None:
        """Compute the charges of the guesses at these places."""
        new = places[self._charge[places] == np.iinfo(np.int64).max]
        if len(new):
            self._charge[new] = self._look(self.guesses[new], self._sizes[:, new])


class Ranking:
    """Ranks the guesses at nodes of a game, and remembers the results for all trees of the game.

    The arguments of its methods: `candidates` are secret indices, int32, ascending, at least two. `left` is the result
    of `guesses_left` for the node. `named` has a bit for every symbol of the guesses on the way to the node; it saves
    work, and changes no result. Raises TreebuildError after more than `most` steps (schema/ranked.md, Decoding).
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
        """The best guess, as the index of a code.

        It is `perfect`, if there is one: F(n) >= 3 * n, with equality for n = 1 only, and other charges are never
        negative. So a guess of s parts that do not win is charged 3 for every candidate it does not find, which is
        least where it finds one and all parts are single; looking into single parts changes nothing, and ties go to
        the lowest code.
        """
        perfect = self.perfect(candidates)
        return self._ranks(candidates, left, named).first() if perfect is None else perfect

    def perfect(self, candidates: Ints) -> int | None:
        """The lowest code that wins against a candidate and tells all candidates apart, or None."""
        members = None
        if self.replies.several_winners:
            members = np.flatnonzero(np.isin(self.replies.secret_of, candidates)).astype(np.int32)
        return tells_apart(self.replies, candidates, members)

    def rank(self, candidates: Ints, left: int, named: int, guess: int) -> int | None:
        """The place of a code in `best`, or None."""
        return self._ranks(candidates, left, named).rank(guess)

    def best(self, candidates: Ints, left: int, named: int) -> list[int]:
        """Indices of at most KEPT codes, best first. No two of them give parts of the same sizes for every reply."""
        return self._ranks(candidates, left, named).best()

    def _count_steps(self, candidates: Ints, named: int) -> None:
        if self.most is None:
            return
        self._steps += self.steps(candidates, named)
        if self._steps > self.most:
            raise too_long(f"the rule takes more than {self.most} steps")

    def steps(self, candidates: Ints, named: int) -> int:
        """The steps of ranking the guesses at a node, as schema/ranked.md counts them."""
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
        useful = np.flatnonzero(score < charges[len(candidates)])  # the others tell nothing
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
        """The codes of `_canonical`, and their part sizes. The last result is kept, for other limits."""
        key = candidates.tobytes()
        if self._counted is None or self._counted[0] != key:
            codes = self._canonical(named, self._present(candidates))
            self._counted = key, (codes, self._sizes(candidates, codes))
        return self._counted[1]

    def _sizes(self, candidates: Ints, codes: Ints) -> Sizes:
        """uint8 or int32 (replies, codes): the number of candidates that give each reply to each code."""
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
        """int64 (guesses,): the charge of each guess, whose parts are looked into."""
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
        """int64 (parts,): the least charge of each part when one of its own candidates is guessed next.

        Part i is ordered[start[i] : start[i] + size[i]].
        """
        count, win = self.replies.count, self.replies.win
        members = ordered[_ranges(start, size)]
        others = np.repeat(size, size)  # of each member the size of its part
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
        """int32 (secrets + 1,): the charge of a part of n candidates, with `left` guesses after its first guess."""
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
        """int64 (secrets + 1,): a lower bound of the charge of a part of n candidates when it is looked into.

        A member finds itself and leaves n - 1 candidates in at most as many parts as there are other replies. No step
        of the charges from n to n + 1 is smaller than the step before, so the sum of charges is least when these parts
        are as even as can be. For parts of one or two, and for parts that are too large to be looked into, the bound is
        the charge.
        """
        charges = self._charges(left - 2).astype(np.int64)
        ways = max(1, len(self._others))
        size, larger = np.divmod(np.arange(len(charges)) - 1, ways)
        least: Longs = GUESS * np.arange(len(charges)) + (ways - larger) * charges[size] + larger * charges[size + 1]
        least[0] = 0
        least[LOOK + 1 :] = self._charges(left - 1)[LOOK + 1 :]
        return least

    def _present(self, candidates: Ints) -> bytes:
        """A byte for every symbol: 1 if some candidate has it; no bytes in games that are no spaces."""
        if self._symbols is None or self._space is None:
            return b""
        present = np.zeros(self._space.symbols, bool)
        present[self._symbols[candidates]] = True
        return present.tobytes()

    def _canonical_of(self, named: int, present: bytes) -> Ints:
        """int32: of codes that are sure to have the same part sizes, the one with the lowest index.

        Renaming symbols that no guess has named keeps the set of candidates, so it keeps part sizes, and whether a code
        is a candidate. Of a code and its images, the one in which these symbols first occur in ascending order has the
        lowest index. Symbols that no candidate has (by `present`, if it is given) may be renamed as well, which changes
        no reply. Where symbols may repeat, all of them may become the lowest one. Codes with such symbols are no
        candidates.
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
    """The columns that differ from all columns before them, ascending. Every column adds up to `total`."""
    width = total.bit_length()
    words = []
    for start in range(0, len(columns), _WORD // width):
        rows = columns[start : start + _WORD // width]
        words.append((1 << width * np.arange(len(rows))) @ rows)  # a number that stands for several rows
    order = np.lexsort(words) if len(words) > 1 else words[0].argsort()
    new = np.ones(len(order), bool)
    new[1:] = np.any([word[order[1:]] != word[order[:-1]] for word in words], axis=0)
    return np.sort(np.minimum.reduceat(order, np.flatnonzero(new)))


def _bits(number: int, count: int) -> NDArray[np.bool_]:
    """bool (count,): the lowest bits of a number."""
    data = (number & (1 << count) - 1).to_bytes(-(-count // 8), "little")
    return np.unpackbits(np.frombuffer(data, np.uint8), count=count, bitorder="little").astype(bool)


def _ranges(start: Longs, size: Longs) -> Longs:
    """int64: the ranges start[i], ..., start[i] + size[i] - 1, one after another."""
    return np.arange(size.sum()) + np.repeat(start - (size.cumsum() - size), size)
