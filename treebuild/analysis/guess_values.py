"""How many guesses are needed from a position on after each first guess, or their cost: exactly, or by good trees."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.analysis.guess_totals import GuessTotals
from treebuild.analysis.ruled_guess_totals import RuledGuessTotals
from treebuild.errors import UsageError
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import Progress

EXACT: Literal["exact"] = "exact"  # by the best trees, which an exhaustive search finds
NEAR: Literal["near"] = "near"  # by good trees, which are found fast
ValueKind: TypeAlias = Literal["exact", "near"]


class GuessValues:
    """The guesses needed from a position on, on average, or their costs, where guesses have costs.

    A value is None for a guess that tells nothing.
    """

    def __init__(
        self,
        replies: Replies,
        candidates: Candidates,
        weights: NDArray[np.int64],
        history: History,
        codes: NDArray[np.int32],
    ) -> None:
        """`codes` has one code of each set that symmetry makes equal, ascending.

        In a game with a rule of guesses or costs, they are the codes that the rule permits, the most promising first.
        """
        self._replies, self._candidates, self._weights = replies, candidates, weights
        self._history, self._codes = history, codes

    def of(self, guess: int, kind: ValueKind) -> Fraction | None:
        """The value of one of the codes. Raises TreebuildError for a game that is too large."""
        total = self.totals.near(guess) if kind == NEAR else self.totals.value(guess)
        return None if total is None else Fraction(total, self.totals.weight)

    def best_exact(
        self, top: int, progress: Progress | None, options: SearchOptions | None
    ) -> list[tuple[int, Fraction]]:
        """(guess, exact value) of the `top` guesses that tell something and need the fewest, best first.

        An exhaustive search shows that no other guess is better. `options` say how many threads search, and which store
        keeps the results. Raises TreebuildError for a game that is too large, and UsageError as `check_storable` does.
        """
        totals: GuessTotals | RuledGuessTotals = self.totals if options is None else self._totals_with(options)
        if isinstance(totals, RuledGuessTotals):
            found = totals.best(top, progress, 1 if options is None else options.jobs)
        else:
            found = totals.best(top, progress)
        return [(guess, Fraction(total, totals.weight)) for guess, total in found]

    def best_near(self, top: int, progress: Progress | None) -> list[tuple[int, Fraction]]:
        """(guess, near value) of the `top` guesses that tell something and need the fewest by good trees, best first.

        Raises TreebuildError for a game that is too large.
        """
        return [(guess, Fraction(total, self.totals.weight)) for guess, total in self.totals.all_near(progress)[:top]]

    @cached_property
    def totals(self) -> GuessTotals | RuledGuessTotals:
        """The total of each of the codes over all candidates."""
        return self._totals_with(SearchOptions())

    def _totals_with(self, options: SearchOptions) -> GuessTotals | RuledGuessTotals:
        if not self._replies.game.conditions.ruled:
            return GuessTotals(self._replies, self._candidates, self._codes, options)
        if options.store is not None:
            check_storable(self._replies.game)
        return RuledGuessTotals(self._replies, self._candidates, self._history, self._codes, self._weights)


def check_storable(game: Game) -> None:
    """Raise UsageError for a game with a rule of guesses or costs: no store keeps values of such games."""
    if game.conditions.ruled:
        raise UsageError("a store keeps no values of guesses that have a rule or costs: leave it out")
