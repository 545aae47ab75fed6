"""The total of every guess of a position, as in `guess_totals`, in games with a rule of guesses or costs of guesses."""

from __future__ import annotations

from functools import cached_property
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from treebuild.analysis.guess_totals import PROMISING, BestGuesses, NearLimits
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.ruled_solver import RuledSolver
from treebuild.search.engine.solver import PositionSolver, Solver
from treebuild.search.goal.permitted import Permitted, is_ruled
from treebuild.search.goal.plan import Source
from treebuild.search.goal.prices import prices_of
from treebuild.search.goal.vectors import Vector
from treebuild.search.greedy import scored
from treebuild.search.walk.threads import Pool
from treebuild.tree.policy import Policy, Progress

INFINITE = 1 << 60  # above every total
DEEPEST = 40  # guesses that a tree after a position may take


class RuledGuessTotals:
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
        limits: NearLimits | None = None,
    ) -> None:
        """`codes` are the guesses to compare, the most promising first; `weights` are the candidates' weights."""
        self.limits = limits or NearLimits()
        game, weighted = replies.game, len(set(weights.tolist())) > 1
        unweighted = game.under(game.conditions.unweighted())
        self.replies = replies if weighted or not game.conditions.weights else reply_matrix(unweighted)
        self.candidates, self.codes = candidates, codes
        self.history = history if is_ruled(game) else ()  # only such a rule depends on the guesses before
        self.weight = int(weights.sum()) * game.conditions.cost_unit
        self._prices = prices_of(self.replies)
        self._weights = np.array(self.replies.game.secret_weights, np.int64)
        self._weighted, self._permitted = weighted, Permitted(self.replies)
        self._solver = self._make_solver(self._permitted)

    def _make_solver(self, permitted: Permitted) -> PositionSolver:
        """A solver of the smallest total: a secret at depth d costs d, or what its guesses cost, times its weight."""
        game, deepest = self.replies.game, min(DEEPEST, len(self.candidates) + 1)
        costs = [self._made(depth) for depth in range(len(self.history) + deepest + 1)]
        if is_ruled(game):
            return RuledSolver(self.replies, costs, (self._weighted,), self._prices, permitted)
        plan = (Source.MEMBERS,) if game.conditions.guesses == "candidates" else (Source.ALL,)
        tables = PreparedGame(self.replies).tables
        return Solver(tables, costs, len(self.candidates), 1, plan, by_weight=(self._weighted,))

    def _made(self, guesses: int) -> Vector:
        """The least cost of a secret that is solved by this number of guesses."""
        return self._prices.vector(guesses) if self._prices else (guesses,)

    def value(self, guess: int) -> int | None:
        """The smallest total of trees that begin with this guess; None if it tells nothing. Ctrl-C stops it soon."""
        return self._pool(1).run(lambda: self._value(guess, None, self._solver))

    def _value(self, guess: int, below: int | None, solver: PositionSolver) -> int | None:
        """`value`, or None if it is not below `below`."""
        earlier = self._earlier(self.candidates, self.history)
        cutoff = None if below is None else solver.encoding.ceiling((below + earlier,))
        only: NDArray[np.int32] | None = np.array([guess], np.int32)
        # Nothing is left to tell apart: a single guess ends the game, and searches find it without a list.
        if self.replies.game.conditions.identified(self.candidates):
            if guess != self.replies.code_of[self.candidates[0]]:
                return None
            only = None
        value, found = solver.search_position(self.candidates, self.history, cutoff, only, False)
        return None if found < 0 else solver.encoding.decode(value)[0] - earlier

    def near(self, guess: int, quick: bool = False) -> int:
        """The total of a tree that begins with this guess, greedy by the number of parts, and best further down.

        `quick` looks only at some of the codes of a large game.
        """
        return self._near_after(guess, self.candidates, self.history, *(self._some if quick else self._all))

    def _near_after(
        self, guess: int, candidates: Candidates, history: History, solver: PositionSolver, policy: Policy
    ) -> int:
        costs = self.replies.game.conditions.costs
        total = int(self._weights[candidates].sum()) * (costs[guess] if costs else 1)
        for reply, part in partition(self.replies, guess, candidates):
            if reply == self.replies.win:
                continue
            later = (*history, (guess, reply))
            if len(part) > self.limits.searched and not self.replies.game.conditions.identified(part):
                total += self._near_after(policy(part, later), part, later, solver, policy)
            else:
                value, _ = solver.search_position(part, later)
                total += solver.encoding.decode(value)[0] - self._earlier(part, later)
        return total

    def _earlier(self, candidates: Candidates, history: History) -> int:
        """The share of the history's guesses in a searched total: the search counts from the game's first guess on."""
        base = self._prices.base if self._prices else 1
        return len(history) * int(self._weights[candidates].sum()) * base

    @cached_property
    def _all(self) -> tuple[PositionSolver, Policy]:
        """What `near` goes on with: the search of small positions, and the greedy policy of larger ones."""
        return self._solver, self._greedy(self._permitted)

    @cached_property
    def _some(self) -> tuple[PositionSolver, Policy]:
        """The same with fewer codes in a large game: the secrets, and the most promising codes."""
        game = self.replies.game
        few = len(game.codes) * len(game.secrets) <= self.limits.most_tried
        if not self._permitted.by_turns or game.conditions.costs or few:
            return self._all
        permitted = self._permitted.of(
            np.union1d(self.replies.code_of, self.codes[: self.limits.pool]).astype(np.int32)
        )
        return self._make_solver(permitted), self._greedy(permitted)

    def _greedy(self, permitted: Permitted) -> Policy:
        members = self.replies.game.conditions.guesses == "candidates"
        return scored(self.replies, "parts", members, permitted=permitted)

    def all_near(self, progress: Progress | None = None) -> list[tuple[int, int]]:
        """(guess, quick near value) for every guess that the rule permits and that tells something, the best first.

        Of equal values candidates come first, then lower codes.
        """
        found = []
        for done, guess in enumerate(self.codes.tolist()):
            if progress:
                progress(done, len(self.codes), "near values of the guesses that the rule permits")
            if len(partition(self.replies, guess, self.candidates)) > 1 or not self._place(guess)[0]:
                found.append((guess, self.near(guess, quick=True)))
        return sorted(found, key=lambda pair: (pair[1], self._place(pair[0])))

    def best(self, top: int, progress: Progress | None = None, jobs: int = 1) -> list[tuple[int, int]]:
        """The `top` guesses that cost least, (guess, total), best first; of equal totals candidates, then lower codes.

        An exhaustive search by `jobs` threads shows that no other guess that the rule permits costs less. Ctrl-C stops
        it within a second.
        """
        kept, guesses, lock, decided = BestGuesses(top, (INFINITE,), self._place), self._in_order(progress), Lock(), 0

        def decide(solver: PositionSolver, guess: int) -> None:
            nonlocal decided
            (most,) = kept.cutoff(guess)
            total = self._value(guess, None if most == INFINITE else most, solver)
            if total is not None:
                kept.add(guess, (total,))
            with lock:
                decided += 1
                if progress:
                    progress(decided, len(guesses), kept.in_words(self.replies.game))

        pool = self._pool(jobs)
        pool.run(lambda: pool.map(decide, guesses))
        return [(guess, total) for (total,), guess in kept.found]

    def _pool(self, jobs: int) -> Pool[PositionSolver]:
        return Pool(self._solver, jobs, lambda solver: solver.fork(), lambda solver: solver.stop())

    def _in_order(self, progress: Progress | None) -> list[int]:
        """The guesses; where a search may take long, the promising ones come first, in the order of near values."""
        if len(self.candidates) <= self.limits.searched:
            return [*self.codes.tolist()]
        promising, others = self.codes[:PROMISING].tolist(), self.codes[PROMISING:].tolist()
        values = {}
        for done, guess in enumerate(promising):
            if progress:
                progress(done, len(promising), "near values of the guesses that look best")
            values[guess] = self.near(guess, quick=True)
        return [*sorted(promising, key=lambda guess: values[guess]), *others]

    def _place(self, guess: int) -> tuple[bool, int]:
        """The key by which equally good guesses are ordered: candidates first, then lower codes."""
        return not bool(np.isin(self.replies.secret_of[guess], self.candidates)), guess
