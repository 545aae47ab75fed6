"""SCAN and SUPERSETS for the parts of one problem, see `bounds.supersets`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from treebuild.game.game import Game
from treebuild.search.bounds.of_parts import OptionBounds, PartSizes
from treebuild.search.bounds.supersets import Supersets, least_cost
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.goal.permitted import is_ruled
from treebuild.search.goal.plan import Source
from treebuild.search.goal.vectors import Vector, minus, plus
from treebuild.search.walk.open_node import Part
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.walk import LocalWorker

EXACTLY_FILLED = 2  # FILL is the smallest cost of this many candidates
MIN_CANDIDATES = 80  # for fewer candidates, a scan of all guesses is as fast as SUPERSETS ...
MIN_CANDIDATES_RULED = 30  # ... and for fewer than these where a rule permits some guesses only
MIN_CANDIDATES_REACH = 256  # for fewer candidates, scans by the sizes of parts find hardly more with REACH
SAMPLE = 256  # guesses, of which some make about as good parts of a large position as the best guess does
LITTLE = 500  # a bound is worth a scan if this may raise it by more than its own value, divided by this
MIN_CANDIDATES_UNSCANNED = 32  # SUPERSETS alone hardly ever raise the bound of fewer candidates


class Scans:
    """Bounds parts of a problem for which SCAN holds. Threads may share it, each with a solver of its own."""

    def __init__(self, problem: Problem, bounds: OptionBounds) -> None:
        """Count the parts of SUPERSETS if the game needs them, which takes about a second for Wordle.

        `bounds` are those of parts. If they have REACH, scans of large parts use it.
        """
        self._problem, self._bounds, game = problem, bounds, problem.replies.game
        codes, nothing = np.arange(len(game.codes), dtype=np.int32), np.zeros(len(game.secrets) + 1, np.int64)
        self._ruled = is_ruled(game)
        self._fewest = MIN_CANDIDATES_RULED if self._ruled else MIN_CANDIDATES
        self._supersets: Supersets | None = None
        if Supersets.hold(game):
            self._supersets = Supersets(game, lambda some: problem.blocks.sums(nothing, codes, some)[1])
        self._reaches = bounds.reaches and not self._ruled and problem.plan == (Source.ALL,)
        self._sample = np.linspace(0, len(codes) - 1, min(len(codes), SAMPLE)).astype(np.int32)

    @staticmethod
    def hold(game: Game) -> bool:
        """Whether SCAN holds for a game."""
        return not game.conditions.groups and game.conditions.guesses != "identify"

    def raised(self, total: Vector, parts: Sequence[Part], enough: Vector, worker: LocalWorker) -> Vector:
        """The lower bound `total` of a guess with those of its parts raised, until it is `enough`.

        The parts ascend by size, and `total` contains their bounds. Raises StoppedError when the worker was stopped.
        """
        left = [*reversed(parts)]
        if self._supersets and not self._ruled:  # where a rule permits few guesses, scans are fast
            for index, part in enumerate(left):
                if total >= enough or len(part.candidates) < MIN_CANDIDATES_UNSCANNED:
                    break
                left[index] = replace(part, bound=self._without_scan(part, self._supersets))
                total = plus(minus(total, part.bound), left[index].bound)
            # What is left to gain takes least time where a scan counts all guesses.
            left.sort(key=lambda part: len(part.candidates) >= self._fewest)
        for part in left:
            if total >= enough:
                break
            worker.check_stop()
            total = plus(minus(total, part.bound), self.bound(part, worker.solver, worker.blocks.sizes))
        return total

    def _without_scan(self, part: Part, supersets: Supersets) -> Vector:
        """SUPERSETS alone: a lower bound of the cost of a part, no less than `part.bound`."""
        problem, size = self._problem, len(part.candidates)
        most = int(supersets.most(part.candidates).max())
        least = least_cost(problem.bounds.costs, len(part.history) + 1, size, most)
        return problem.infinite if least is None else max(part.bound, least)

    def bound(self, part: Part, solver: PositionSolver, sizes_of: PartSizes) -> Vector:
        """A lower bound of the cost of a part, no less than `part.bound`. `sizes_of` counts the parts of guesses."""
        problem, size = self._problem, len(part.candidates)
        if size <= EXACTLY_FILLED or len(part.history) + 1 < problem.compiled_from:
            return part.bound
        if self._reaches and size >= MIN_CANDIDATES_REACH:
            return self._with_reach(part, sizes_of)
        most = self._supersets.most(part.candidates) if self._supersets and size >= self._fewest else None
        least = solver.least(part.candidates, part.history, most)
        return problem.infinite if least >= solver.infinite else max(part.bound, solver.encoding.decode(least))

    def _with_reach(self, part: Part, sizes_of: PartSizes) -> Vector:
        """`bound` of a large part, by FILL, CAPS, PARTS and REACH for the parts of each guess there."""
        candidates, depth = part.candidates, len(part.history) + 1
        at_most = self._bounds.least(candidates, depth, self._sample, sizes_of)  # all guesses give no larger bound
        if (at_most[0] - part.bound[0]) * LITTLE < part.bound[0]:
            return part.bound
        guesses = self._problem.all_guesses(candidates, part.history)
        return max(part.bound, self._bounds.least(candidates, depth, guesses, sizes_of))
