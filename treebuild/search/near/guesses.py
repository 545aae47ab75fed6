"""The guesses that the near-optimal search tries at a position, by information and by number of parts.

One list begins with the guesses of most information (entropy of the parts), another with the guesses of most parts. The
search takes guesses from both lists in turn. Of guesses whose parts have the same sizes it takes only the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.search.engine.reply_blocks import ReplyBlocks, logarithms
from treebuild.search.greedy import SCORES, RuledScore
from treebuild.search.walk.problem import Problem

FIRST_BITS = 0.9  # a first guess is tried if it gives at least this share of the most information of any
_FIRST_LOOK = 4  # guesses to look at first, for each guess wanted, since many guesses make parts of the same sizes
_Shape: TypeAlias = tuple[bool, bytes]
"""Of a guess: whether it is no candidate, and the sorted sizes of its parts. Of equal shapes one guess is tried."""


def distinct_guesses(
    problem: Problem, candidates: Candidates, history: History, blocks: ReplyBlocks
) -> NDArray[np.int32]:
    """int32: the guesses to score in a position, ascending. Of images it gives the lowest, as far as it finds them.

    Images make parts of the same sizes, so that the search would try only the lowest anyway.
    """
    guesses, game = problem.tried_guesses(candidates, history), problem.replies.game
    if len(guesses) == len(game.codes) and blocks.has_orbits and not _has_gains(game):
        return np.flatnonzero(blocks.orbits(candidates) == guesses).astype(np.int32)
    return guesses


class PromisingGuesses:
    """Chooses the guesses to try in one problem. Threads may share it, each with blocks of its own."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._logarithms = logarithms(len(problem.game.everything))
        by_gain = ("entropy", "parts") if _has_gains(problem.replies.game) else ()
        self._gains = [RuledScore(problem.replies, SCORES[name]) for name in by_gain]

    def firsts(self, blocks: ReplyBlocks, wanted: int) -> list[int]:
        """At most `wanted` first guesses to try, all with much information: see FIRST_BITS."""
        everything = self._problem.game.everything
        promising, _ = self.choose(everything, (), blocks, wanted)
        guesses = [guess for guess, _ in promising]
        if self._gains:  # an expensive guess with little gain may still lead to the best tree
            return guesses
        ascending = sorted(guesses)
        information, _ = self._scores(np.array(ascending, np.int32), everything, blocks)
        whole = int(self._logarithms[len(everything)])
        bits = {guess: whole - some for guess, some in zip(ascending, information.tolist(), strict=True)}
        most = max(bits.values())
        return [guess for guess in guesses if bits[guess] >= FIRST_BITS * most]

    def choose(
        self, candidates: Candidates, history: History, blocks: ReplyBlocks, wanted: int
    ) -> tuple[list[tuple[int, int]], int]:
        """At most `wanted` guesses from both lists in turn, each with the size of its largest part, and a bound.

        The bound is the largest number of parts that any guess makes here. Where guesses have costs or are tests, it is
        the number of replies, which is not smaller.
        """
        guesses = distinct_guesses(self._problem, candidates, history, blocks)
        is_candidate = np.zeros(len(self._problem.game.everything) + 1, np.bool_)  # the last is for codes of no secret
        is_candidate[candidates] = True
        other = ~is_candidate[self._problem.replies.secret_of[guesses]]
        information, parts = self._scores(guesses, candidates, blocks)
        lists = (information, other, guesses), (parts, information, other, guesses)
        chosen, shapes = list[tuple[int, int]](), set[_Shape]()
        waiting = [self._telling(guesses, other, _sorted(keys, wanted), candidates, blocks) for keys in lists]
        while waiting and len(chosen) < wanted:
            following = waiting.pop(0)
            for guess, largest, shape in following:
                if shape not in shapes:
                    shapes.add(shape)
                    chosen.append((guess, largest))
                    waiting.append(following)
                    break
        most_parts = self._problem.replies.count if self._gains else -int(parts.min())
        return chosen, most_parts

    def _scores(
        self, guesses: NDArray[np.int32], candidates: Candidates, blocks: ReplyBlocks
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Two scores (guesses,) of each guess, by information and by parts; the smallest is the best.

        They are the sum of n ln n over the parts, and the negative number of parts. Where guesses have costs, or only
        tests are permitted, they are the negative gains per cost of `RuledScore.gains`, by entropy and by parts.
        """
        if self._gains:
            pieces = []
            for some in self._gains[0].pieces(guesses):
                sizes = blocks.parts(some, candidates)
                values = ((gain, gain.values(some, candidates, sizes)) for gain in self._gains)
                pieces.append([-gain.gains(some, candidates, scores) for gain, scores in values])
            by_entropy, by_parts = map(np.concatenate, zip(*pieces, strict=True))
            return by_entropy, by_parts
        information, parts = blocks.sums(self._logarithms, guesses, candidates)
        return information, -parts

    def _telling(
        self,
        guesses: NDArray[np.int32],
        other: NDArray[np.bool_],
        order: Iterator[NDArray[np.intp]],
        candidates: Candidates,
        blocks: ReplyBlocks,
    ) -> Iterator[tuple[int, int, _Shape]]:
        """The guesses that tell something, in the given order, each with the size of its largest part and its shape."""
        for indices in order:
            ascending = np.sort(indices)
            counted = blocks.parts(guesses[ascending], candidates)[np.searchsorted(ascending, indices)]
            telling = (counted.max(axis=1) < len(candidates)) | ~other[indices]
            sizes = np.sort(counted, axis=1)
            for index, row, tells in zip(indices.tolist(), sizes, telling.tolist(), strict=True):
                if tells:
                    guess = int(guesses[index])
                    # With gains, guesses with parts of the same sizes may differ in cost: try them all.
                    shape = str(guess).encode() if self._gains else row.tobytes()
                    yield guess, int(row[-1]), (bool(other[index]), shape)


def _has_gains(game: Game) -> bool:
    """Whether the search ranks guesses by their gain per cost."""
    return bool(game.conditions.costs) or game.conditions.guesses == "identify"


def _sorted(keys: Sequence[NDArray[Any]], wanted: int) -> Iterator[NDArray[np.intp]]:
    """The indices in the order of these keys, in blocks. The first key counts most.

    The caller mostly needs only the first few. So this sorts only these, and indices that tie with them in the first
    key. To sort a hundred thousand guesses takes longer than to score them.
    """
    block, left = _FIRST_LOOK * wanted, np.arange(len(keys[0]))
    while len(left):
        first, following = keys[0][left], left[:0]
        if block < len(left):
            near = first <= np.partition(first, block - 1)[block - 1]
            left, following = left[near], left[~near]
        indices = left[np.lexsort([key[left] for key in reversed(keys)])]
        for start in range(0, len(indices), block):
            yield indices[start : start + block]
        block, left = 2 * block, following
