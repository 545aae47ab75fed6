"""Guesses in a position of a game with a rule of guesses, or with costs, by what finding the secret then needs."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.search.allowed import Source
from treebuild.search.bounds import Vector
from treebuild.search.greedy import scored
from treebuild.search.permitted import is_ruled
from treebuild.search.prepared import PreparedGame
from treebuild.search.prices import prices_of
from treebuild.search.ruled_solver import RuledSolver
from treebuild.search.solver import PositionSolver, Solver
from treebuild.tree.policy import Policy, Progress

MOST_CANDIDATES = 500  # of more, the best tree after one guess may take minutes
SEARCHED = 64  # candidates of a position that a near value searches; in larger ones it guesses greedily
DEEPEST = 40  # guesses that a tree after a position may take


class RuledRanking:
    """The guesses that the rule permits in a position, by the totals of the best trees that begin with them.

    `value` is the total of the best tree, `near` that of a good one.
    """

    def __init__(
        self,
        replies: Replies,
        candidates: Candidates,
        history: History,
        codes: NDArray[np.int32],
        weights: NDArray[np.int64],
    ) -> None:
        """`codes` are those to compare, the most promising first; `weights` are those of the candidates."""
        game, weighted = replies.game, len(set(weights.tolist())) > 1
        self.replies = replies if weighted or not game.weights else reply_matrix(replace(game, weights=()))
        self.candidates, self.codes = candidates, codes
        self.history = history if is_ruled(game) else ()  # what came before matters to such a rule alone
        self.weight = int(weights.sum()) * game.cost_unit
        self._prices = prices_of(self.replies)
        self._weights = np.array(self.replies.game.weights or [1] * len(game.secrets), np.int64)
        self._solver = self._make_solver(weighted)

    def _make_solver(self, weighted: bool) -> PositionSolver:
        """A solver of the smallest total: a secret at depth d costs d, or its guesses do, as often as it weighs."""
        game, deepest = self.replies.game, min(DEEPEST, len(self.candidates) + 1)
        costs = [self._made(depth) for depth in range(len(self.history) + deepest + 1)]
        if is_ruled(game):
            return RuledSolver(self.replies, costs, (weighted,), self._prices)
        plan = (Source.MEMBERS,) if game.guesses == "candidates" else (Source.ALL,)
        tables = PreparedGame(self.replies).tables
        return Solver(tables, costs, len(self.candidates), 1, plan, by_weight=(weighted,))

    def _made(self, guesses: int) -> Vector:
        """What a secret costs at least that is solved by so many guesses."""
        return self._prices.vector(guesses) if self._prices else (guesses,)

    def value(self, guess: int, below: int | None = None) -> int | None:
        """The smallest total of trees that begin with this guess; None if it tells nothing, or is not below `below`.

        Raises TreebuildError for more than MOST_CANDIDATES candidates.
        """
        if (left := len(self.candidates)) > MOST_CANDIDATES:
            raise TreebuildError(
                f"{left} candidates are left, of which exact values may take long: at most {MOST_CANDIDATES}"
            )
        earlier, encoding = self._earlier(self.candidates, self.history), self._solver.encoding
        cutoff = None if below is None else encoding.ceiling((below + earlier,))
        only: NDArray[np.int32] | None = np.array([guess], np.int32)
        if self.replies.game.identified(self.candidates):  # one guess ends the game, which searches know without a list
            if guess != self.replies.code_of[self.candidates[0]]:
                return None
            only = None
        value, found = self._solver.search_position(self.candidates, self.history, cutoff, only, False)
        return None if found < 0 else encoding.decode(value)[0] - earlier

    def near(self, guess: int) -> int:
        """The total of a tree that begins with this guess, greedy by the number of parts, and best further down."""
        return self._near_after(guess, self.candidates, self.history)

    def _near_after(self, guess: int, candidates: Candidates, history: History) -> int:
        costs = self.replies.game.costs
        total = int(self._weights[candidates].sum()) * (costs[guess] if costs else 1)
        for reply, part in partition(self.replies, guess, candidates):
            if reply == self.replies.win:
                continue
            later = (*history, (guess, reply))
            if len(part) > SEARCHED and not self.replies.game.identified(part):
                total += self._near_after(self._policy(part, later), part, later)
            else:
                value, _ = self._solver.search_position(part, later)
                total += self._solver.encoding.decode(value)[0] - self._earlier(part, later)
        return total

    def _earlier(self, candidates: Candidates, history: History) -> int:
        """What the guesses of a history cost these candidates, as far as depths of a search count them."""
        base = self._prices.base if self._prices else 1
        return len(history) * int(self._weights[candidates].sum()) * base

    @cached_property
    def _policy(self) -> Policy:
        return scored(self.replies, "parts", self.replies.game.guesses == "candidates")

    def best(self, top: int, progress: Progress | None = None) -> list[tuple[int, int]]:
        """The `top` guesses that cost least, (guess, total), best first; of equal totals candidates, then lower codes.

        That no other guess that the rule permits costs less is searched.
        """
        kept: list[tuple[int, bool, int]] = []  # (total, whether the guess is no candidate, guess)
        for done, guess in enumerate(self.codes.tolist()):
            if progress:
                progress(done, len(self.codes), "guesses that the rule permits")
            other = not bool(np.isin(self.replies.secret_of[guess], self.candidates))
            total = self.value(guess, kept[-1][0] + 1 if len(kept) == top else None)
            if total is not None:
                kept = sorted([*kept, (total, other, guess)])[:top]
        return [(guess, total) for total, _, guess in kept]
