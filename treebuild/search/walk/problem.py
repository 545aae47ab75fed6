"""A problem: a game and an objective, as the exhaustive walk and the walk of `near` see them.

A position (an OR node) is a choice of guesses. An option is a guess there (an AND node) with a part for each reply. A
problem gives the names of positions, their permitted guesses, their lower bounds and their results in the store. It
says where the compiled search takes over. Costs are vectors here, and integers in the compiled search.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import cached_property
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game import symmetry
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import partition
from treebuild.kernels.constants import MAX_REPLIES_MARKED
from treebuild.search.bounds.of_parts import OptionBounds
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.limited_solver import make_solver
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.engine.ruled_solver import RuledSolver
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.permitted import Permitted, is_ruled
from treebuild.search.goal.plan import Source
from treebuild.search.goal.prices import prices_of
from treebuild.search.goal.vectors import Vector, minus, plus
from treebuild.search.store.results import ANY_REPLY, ProblemKey, Result, Store, StoreOpener
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.open_node import Part


class Problem:
    """A game and an objective, in trees of at most `greatest` depths, with a solver and a store of results."""

    def __init__(
        self,
        game: PreparedGame,
        objective: Objective,
        greatest: int,
        plan: Sequence[Source] = (Source.ALL,),
        *,
        prunings: Prunings = Prunings.ALL,
        first: int | None = None,
        store: StoreOpener | None = None,
        handover: Handover | None = None,
    ) -> None:
        """Make the solver and open the store.

        plan      plan[d - 1] says where the guesses at depth d come from; the last entry holds for all later depths
        prunings  the prunings that the search may use
        first     the index of a code with which every tree must begin, if one is given
        store     keeps the results; by default they are kept in memory
        handover  the thresholds at which the compiled search takes over

        Raises TreebuildError when the costs do not fit the compiled search.
        """
        self.game, self.replies, self.objective, self.greatest = game, game.replies, objective, greatest
        self.plan, self.first, self.handover = tuple(plan), first, handover or Handover()
        conditions = self.replies.game.conditions
        if conditions.guesses == "candidates" and not is_ruled(self.replies.game):
            self.plan = (Source.MEMBERS,)
        self.permitted, self.prices = Permitted(self.replies), prices_of(self.replies)
        costs = [self._cost(depth) for depth in range(greatest + 1)]
        by_weight = objective.by_weight(greatest) or (False,) if conditions.weights else ()
        self.bounds = OptionBounds(self.replies, game.tables.cap, costs, by_weight, self.prices)
        self.zero, self.infinite = self.bounds.zero, self.bounds.infinite
        guesses = ",".join(source.name.lower() for source in self.plan)
        if is_ruled(self.replies.game):
            charged = repr(conditions.costs) + repr(conditions.groups) * bool(conditions.groups)
            guesses = f"{conditions.guesses} {sha256(charged.encode()).hexdigest()[:16]}"
        key = ProblemKey(objective.name, greatest, guesses, tuple(costs), by_weight)
        self.store = Store() if store is None else store.store(self.replies, key)
        self.prunings = prunings
        self.solver = self._make_solver(prunings)

    def _cost(self, depth: int) -> Vector:
        """The cost vector of a secret at a depth. Where guesses have costs, it assumes the cheapest guesses."""
        if self.prices is not None:
            return self.prices.vector(depth)
        return self.objective.vector(depth, self.greatest) or (0,)

    def _make_solver(self, prunings: Prunings) -> PositionSolver:
        """A solver that takes over at the smallest depth where costs fit its integers: parts cost less than a game."""
        if is_ruled(self.replies.game):
            self.compiled_from = 1
            return RuledSolver(self.replies, self.bounds.costs, self.bounds.by_weight, self.prices, self.permitted)

        def solver(depth: int, most: int) -> PositionSolver:
            self.compiled_from = depth
            given = self.objective, self.game.tables, self.bounds, most, depth, self.plan, prunings
            return make_solver(*given, self.handover.refuted)

        for depth, most in (1, len(self.game.everything)), (2, self.game.largest_part):
            with suppress(TreebuildError):
                return solver(depth, most)
        return solver(3, self.game.largest_part)

    @cached_property
    def part_bounds(self) -> OptionBounds:
        """The bounds of parts of first and second guesses: those of `bounds`, and REACH.

        The order of guesses is still that of `bounds`, so that of equally good guesses the same one comes first as in
        the published trees.
        """
        return self.bounds.reaching(self.game.reach if self.prunings & Prunings.REACH else None)

    @cached_property
    def blocks(self) -> ReplyBlocks:
        """The replies to blocks of guesses. Each thread has a fork of its own."""
        return ReplyBlocks(self.replies)

    def apart(self) -> Problem:
        """The same problem, with a solver and results of its own that no other search shares."""
        other = copy(self)
        other.solver, other.store = self.solver.fork(apart=True), Store()
        return other

    def position_name(self, history: History) -> object:
        """The name of a position in the store: images of one position share it."""
        return symmetry.key(self.game.symmetry, history)

    def option_name(self, history: History, guess: int) -> object:
        """The name of a guess after a history, in the store."""
        return self.position_name((*history, (guess, ANY_REPLY)))

    def known(self, name: object, cutoff: Vector | None = None) -> Result | None:
        """The result in the store of a position or an option, if it is its value, or a lower bound not below `cutoff`.

        Without `cutoff`, the only sufficient lower bound is `infinite`: no tree keeps the depth limit.
        """
        known = self.store.get(name)
        return known if known is not None and (known.exact or known.value >= (cutoff or self.infinite)) else None

    def guesses(self, candidates: Candidates, history: History) -> NDArray[np.int32] | None:
        """int32: one guess of each orbit, ascending; None where the compiled search needs no list of guesses."""
        if not history and self.first is not None:
            return np.array([self.first], np.int32)
        if len(candidates) <= self.handover.few and len(history) + 1 >= self.compiled_from:
            return None
        if self.replies.game.conditions.identified(candidates):
            return None
        guesses = symmetry.representatives(self.game.symmetry.orbits(history))
        if self._members_only(history):
            # Symmetries that keep a history keep its candidates: all guesses of an orbit are members, or none is.
            guesses = guesses[np.isin(self.replies.secret_of[guesses], candidates)]
        if is_ruled(self.replies.game):  # symmetries also keep the set of permitted guesses
            guesses = np.intersect1d(guesses, self.permitted.at(candidates, history))
        return guesses

    def all_guesses(self, candidates: Candidates, history: History) -> NDArray[np.int32]:
        """int32: one guess of each orbit at the first three depths, then every guess that plan and rule allow."""
        guesses = self.guesses(candidates, history) if len(history) < 3 else None
        if guesses is None:
            guesses = self.permitted.at(candidates, history)
            if self._members_only(history):
                guesses = guesses[np.isin(self.replies.secret_of[guesses], candidates)]
        return guesses

    def tried_guesses(self, candidates: Candidates, history: History) -> NDArray[np.int32]:
        """The guesses among `all_guesses` that a near-optimal search scores: all, unless the game is too large."""
        return self.all_guesses(candidates, history)

    def _members_only(self, history: History) -> bool:
        return self.plan[min(len(history), len(self.plan) - 1)] is Source.MEMBERS

    def is_compiled(self, history: History, guesses: NDArray[np.int32] | None, size: int) -> bool:
        """Whether the compiled search takes over at a position of `size` candidates with these results of `guesses`."""
        depth = len(history) + 1
        if guesses is None:
            return True
        if depth < self.compiled_from or (depth == 1 and self.first is not None):
            return False
        return self.handover.is_compiled(depth, len(guesses), size, len(self.replies.game.codes))

    def guesses_walked(self, part: Part) -> NDArray[np.int32] | None:
        """The guesses of a part that is walked; None for a part that the compiled search takes over."""
        guesses = self.guesses(part.candidates, part.history)
        return None if self.is_compiled(part.history, guesses, len(part.candidates)) else guesses

    def search_compiled(
        self,
        candidates: Candidates,
        history: History,
        cutoff: Vector,
        guesses: NDArray[np.int32] | None,
        solver: PositionSolver,
        *,
        lower_bound: Vector | None = None,
        complete: bool = True,
    ) -> Result:
        """The value of a position by the compiled search, or a lower bound not below `cutoff`.

        It ends when it finds a guess that costs `lower_bound`. `complete` says that `guesses` has a guess of each
        orbit. Otherwise the result is the smallest cost of the guesses in `guesses`. Raises StoppedError.
        """
        many = self.replies.count > MAX_REPLIES_MARKED
        codes = len(self.replies.game.codes)
        if complete and many and guesses is not None and len(guesses) > self.handover.listed * codes:
            guesses = None
        complete = complete and guesses is not None
        least = 0 if lower_bound is None else solver.encoding.ceiling(lower_bound)
        ceiling = solver.encoding.ceiling(cutoff)
        value, guess = solver.search_position(candidates, history, ceiling, guesses, complete, least)
        if guess >= 0:
            return Result(solver.encoding.decode(value), guess)
        # The value is a lower bound, and so is the cutoff. The vector of the value may be below the cutoff.
        return Result(self.infinite if value >= solver.infinite else max(solver.encoding.decode(value), cutoff))

    def parts(
        self, candidates: Candidates, history: History, guess: int, bounds: OptionBounds
    ) -> tuple[Vector, list[Part]]:
        """The lower bound of a guess, and its parts without the win and without names, small ones first."""
        depth = len(history) + 1
        total, parts = bounds.asked(guess, candidates), list[Part]()
        for reply, part in partition(self.replies, guess, candidates):
            if reply == self.replies.win:
                total = plus(total, bounds.solved(depth, int(part[0])))
                continue
            bound = bounds.part(depth + 1, reply, part)
            total = plus(total, bound)
            parts.append(Part(None, (*history, (guess, reply)), part, bound))
        return total, sorted(parts, key=lambda part: (len(part.candidates), part.history[-1][1]))

    def known_parts(
        self, candidates: Candidates, history: History, guess: int, bounds: OptionBounds
    ) -> tuple[Vector, list[Part]]:
        """`parts` with their names. Where the store has a larger lower bound of a part, that bound counts."""
        total, parts = self.parts(candidates, history, guess, bounds)
        for index, part in enumerate(parts):
            name = self.position_name(part.history)
            known = self.store.get(name)
            bound = part.bound if known is None else max(part.bound, known.value)
            total = plus(minus(total, part.bound), bound)
            parts[index] = replace(part, name=name, bound=bound)
        return total, parts
