"""The symmetries that a certificate lists, and the orbits of codes that they make for a checker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.certificate.header import known_rule
from treebuild.game.game import Game
from treebuild.game.symmetry import RuleSymmetry, exchangeable, joined

Image: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""A symmetry: the image of each peg, and the image of each symbol."""

Free: TypeAlias = tuple[tuple[int, ...], ...]
"""Classes of symbols that change places."""

ALONE = 2  # after more guesses than these, symmetries other than exchanges of symbols are too rare to look for


class Images:
    """The symmetries of a game. For a rule that certificates lack there are none, and every code is an orbit."""

    def __init__(self, game: Game) -> None:
        self._symmetry = RuleSymmetry(game) if known_rule(game) else None
        self.codes = np.array(game.codes if self._symmetry else [()] * len(game.codes), np.int64)
        self.secrets = np.array(game.secrets if self._symmetry else [()] * len(game.secrets), np.int64)
        self._classes = exchangeable(game.under(game.conditions.unweighted()))[1] if self._symmetry else []
        self._weighted_classes = exchangeable(game)[1] if self._symmetry else []
        self._spellings = lru_cache(maxsize=64)(self._spell_all)

    def orbits(
        self, guesses: Sequence[int], replies: Sequence[int], candidates: NDArray[np.int32]
    ) -> tuple[list[Image], NDArray[np.int32]]:
        """(the symmetries that a claim must list, the lowest code of every orbit) for the candidates after some turns.

        The codes are int32, ascending.
        """
        if self._symmetry is None:
            return [], np.arange(len(self.codes), dtype=np.int32)
        free = self._free(guesses, candidates)
        numbers, lowest = self._spellings(free)
        lead = np.arange(len(numbers))  # the first place of the orbit of each number
        listed: list[Image] = []
        history = tuple(zip(guesses, replies, strict=True))
        for pegs, symbols in self._symmetry.keeping(history) if len(history) <= ALONE else []:
            moved = np.empty((len(lowest), self.codes.shape[1]), np.int64)
            moved[:, list(pegs)] = np.array(symbols)[self.codes[lowest]]
            images = np.searchsorted(numbers, self._respelled(moved, free))
            if (lead != lead[images]).any():
                listed.append((pegs, symbols))
                lead = joined(lead, images)
        least = lowest.copy()
        np.minimum.at(least, lead, lowest)
        return listed, np.sort(least[np.unique(lead)]).astype(np.int32)

    def _free(self, guesses: Sequence[int], candidates: NDArray[np.int32]) -> Free:
        """Classes of symbols that may change places: those of no candidate, and those of no guess so far.

        The latter must keep the weights.
        """
        named = set(self.codes[list(guesses)].ravel().tolist())
        present = set(np.unique(self.secrets[candidates]).tolist())
        classes = [set(some) - present for some in self._classes]
        for kind in (set(some) - named for some in self._weighted_classes):
            home = next((other for other in classes if other & kind), None)
            if home is None:
                classes.append(kind)
            else:
                home |= kind
        return tuple(tuple(sorted(kind)) for kind in classes if len(kind) > 1)

    def _spell_all(self, free: Free) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The numbers of all codes, ascending, and the lowest code of each."""
        numbers, lowest = np.unique(self._respelled(self.codes, free), return_index=True)
        return numbers, lowest

    def _respelled(self, codes: NDArray[np.int64], free: Free) -> NDArray[np.int64]:
        """int64 (codes,): a number for each code. Codes have equal numbers just if they differ in free symbols alone.

        The free symbols of each class are renamed in the order of their first occurrences.
        """
        symbols, rows = int(self.codes.max()) + 1, np.arange(len(codes))
        kind = np.full(symbols, -1)
        place = np.zeros((len(free) + 1, symbols + 1), np.int64)  # one place more, for when all are taken
        for which, some in enumerate(free):
            kind[list(some)], place[which, : len(some)] = which, some
        following = np.zeros((len(codes), len(free) + 1), np.int64)
        spelled, numbers = codes.copy(), np.zeros(len(codes), np.int64)
        for peg in range(codes.shape[1]):
            own = kind[codes[:, peg]]
            name, new = place[own, following[rows, own]], own >= 0
            for earlier in range(peg):
                again = codes[:, earlier] == codes[:, peg]
                name, new = np.where(again, spelled[:, earlier], name), new & ~again
            spelled[:, peg] = np.where(own >= 0, name, codes[:, peg])
            following[rows, own] += new
            numbers = numbers * symbols + spelled[:, peg]
        return numbers
