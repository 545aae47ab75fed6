"""Guesses of a position beside each other: the parts that they make, and their ranks by greedy scores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treebuild.analysis.parts import Parts
from treebuild.analysis.turns import Turns, certain_turns
from treebuild.errors import UsageError
from treebuild.game.findings import asks_questions
from treebuild.game.game import Game
from treebuild.game.positions import Candidates
from treebuild.game.symmetry import symmetry_of
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.goal.permitted import BY_TURNS
from treebuild.search.greedy import Score, scores_by_name

ORDERED = 5  # guesses; in shorter histories, guesses with equal replies may change places


@dataclass(frozen=True)
class Orbits:
    """The sets of codes that the symmetries of a position make equal.

    representative  int32 (codes,): for each code the lowest one that symmetry makes equal to it
    """

    representative: NDArray[np.int32]

    @cached_property
    def size(self) -> NDArray[np.int64]:
        """int64 (codes,): for the lowest code of each set, how many codes are in the set; 0 for all others."""
        return np.bincount(self.representative, minlength=len(self.representative))

    @cached_property
    def lowest(self) -> NDArray[np.int32]:
        """int32 (sets,), ascending: the lowest code of each set."""
        return np.flatnonzero(self.size).astype(np.int32)


def orbits_of(game: Game, turns: Turns, candidates: Candidates, blocks: ReplyBlocks | None) -> Orbits:
    """The sets of codes that are equal after some turns, which leave these candidates.

    `blocks` are the replies of a game with many codes, if they are prepared. Symmetries of a long history keep each of
    its guesses.
    """
    if blocks is not None and blocks.has_orbits:
        return Orbits(blocks.orbits(candidates))
    # By these rules a question or a guess matters even if nothing is known of its reply.
    matter = asks_questions(game) or game.conditions.guesses in BY_TURNS
    told = [(guess, replies) for guess, replies in turns if matter or len(replies) < len(game.replies)]
    fixed = tuple((guess, place) for place, (guess, _) in enumerate(told))
    history = certain_turns(turns)
    by_reply = len(told) == len(history) and len(fixed) < ORDERED
    return Orbits(symmetry_of(game).orbits(history if by_reply else fixed))


def spread(codes: NDArray[np.int32], most: int, is_candidate: NDArray[np.bool_]) -> NDArray[np.int32]:
    """At most `most` of the codes, evenly spread, half of them candidates; all if there are no more than that."""
    if len(codes) <= most:
        return codes
    members = codes[is_candidate[codes]]
    return np.unique(np.concatenate([_evenly(members, most // 2), _evenly(codes, most - most // 2)]))


def _evenly(codes: NDArray[np.int32], few: int) -> NDArray[np.int32]:
    """`few` of the codes, at equal distances, or all if there are fewer."""
    return codes if len(codes) <= few else codes[np.linspace(0, len(codes) - 1, few).astype(np.int64)]


class ComparedGuesses:
    """Some guesses of a position, with the parts that each makes of the candidates. They never change.

    codes  int32 (compared,), ascending: one of each set that symmetry makes equal
    """

    def __init__(self, codes: NDArray[np.int32], parts: Parts, orbits: Orbits) -> None:
        """`parts` counts what the codes make of the candidates."""
        self.codes, self._parts, self._orbits = codes, parts, orbits
        self._sizes, self._heavy = parts.of(codes)
        self._row = np.full(len(orbits.representative), -1, np.int32)
        self._row[codes] = np.arange(len(codes))
        self._ranks: dict[str, NDArray[np.int64]] = {}

    def rows(self, codes: NDArray[np.int32] | NDArray[np.int64]) -> NDArray[np.int32]:
        """int32, of the shape of `codes`: where in `self.codes` the code equal to each is; -1 if it is not compared."""
        return self._row[self._orbits.representative[codes]]

    def with_equals(self) -> NDArray[np.int64]:
        """int64, ascending: the codes that are compared, and all that symmetry makes equal to one of them."""
        return np.flatnonzero(self._row[self._orbits.representative] >= 0)

    def ranks(self, by: str) -> NDArray[np.int64]:
        """int64 (compared,): 1 + how many codes the score prefers to each; of equal codes candidates come first.

        Heavier candidates come before lighter ones where the score goes by weight. Raises UsageError for an unknown
        score.
        """
        if by not in self._ranks:
            places = self._places(score_of(by), self.codes, self._sizes, self._heavy)
            sizes = np.bincount(places, self._orbits.size[self.codes]).astype(np.int64)
            self._ranks[by] = (1 + sizes.cumsum() - sizes)[places]
        return self._ranks[by]

    def rank(self, code: int, by: str) -> int:
        """The rank of any code: 1 + how many of the codes that are compared the score prefers to it."""
        row = self._row[self._orbits.representative[code]]
        if row >= 0:
            return int(self.ranks(by)[row])
        codes = np.append(self.codes, self._orbits.representative[code])
        counts = zip((self._sizes, self._heavy), self._counts(code), strict=True)
        places = self._places(score_of(by), codes, *(np.concatenate(both) for both in counts))
        return 1 + int(self._orbits.size[self.codes][places[:-1] < places[-1]].sum())

    def sizes(self, code: int) -> tuple[list[int], list[int]]:
        """The sizes and the weights of the parts that any code makes."""
        sizes, heavy = self._counts(code)
        return sizes[sizes > 0].tolist(), heavy[sizes > 0].tolist()

    def _counts(self, code: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """`Parts.of` for one code, counted apart if the code is not compared."""
        row = self._row[self._orbits.representative[code]]
        if row < 0:
            return self._parts.of(self._orbits.representative[code : code + 1])
        return self._sizes[row : row + 1], self._heavy[row : row + 1]

    def _places(
        self, score: Score, codes: NDArray[np.int32], sizes: NDArray[np.int64], heavy: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """int64 (codes,): numbers in the order of the codes by a score; equal codes have the same, the best have 0."""
        heaviest_first = -self._parts.weight_of_code if score.likely else 0
        ties = np.where(self._parts.is_candidate, heaviest_first, 1)[codes]
        values = self._parts.values(score, codes, sizes, heavy)
        values, tied = (np.unique(some, return_inverse=True)[1].ravel() for some in (values, ties))
        return np.asarray(np.unique((tied.max() + 1) * values + tied, return_inverse=True)[1].ravel(), np.int64)


def score_of(by: str) -> Score:
    """The greedy score of a name. Raises UsageError for an unknown one."""
    scores = scores_by_name()
    if by not in scores:
        raise UsageError(f"unknown score {by!r}: expected one of {', '.join(scores)}")
    return scores[by]
