"""SCAN for the parts of one problem, see `bounds.supersets`: one compiled scan of all guesses that a part permits."""

from __future__ import annotations

import numpy as np

from treebuild.game.game import Game
from treebuild.search.bounds.supersets import Supersets
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.goal.permitted import is_ruled
from treebuild.search.goal.vectors import Vector
from treebuild.search.walk.open_node import Part
from treebuild.search.walk.problem import Problem

EXACTLY_FILLED = 2  # FILL is the smallest cost of this many candidates
MIN_CANDIDATES = 80  # for fewer candidates, a scan of all guesses is as fast as SUPERSETS ...
MIN_CANDIDATES_RULED = 30  # ... and for fewer than these where a rule permits some guesses only


class Scans:
    """Bounds parts of a problem for which SCAN holds. Threads may share it, each with a solver of its own."""

    def __init__(self, problem: Problem) -> None:
        """Count the parts of SUPERSETS if the game needs them, which takes about a second for Wordle."""
        self._problem, game = problem, problem.replies.game
        codes, nothing = np.arange(len(game.codes), dtype=np.int32), np.zeros(len(game.secrets) + 1, np.int64)
        self._fewest = MIN_CANDIDATES_RULED if is_ruled(game) else MIN_CANDIDATES
        self._supersets: Supersets | None = None
        if Supersets.hold(game):
            self._supersets = Supersets(game, lambda some: problem.blocks.sums(nothing, codes, some)[1])

    @staticmethod
    def hold(game: Game) -> bool:
        """Whether SCAN holds for a game."""
        return not game.conditions.groups and game.conditions.guesses != "identify"

    def bound(self, part: Part, solver: PositionSolver) -> Vector:
        """A lower bound of the cost of a part, no less than `part.bound`."""
        problem, size = self._problem, len(part.candidates)
        if size <= EXACTLY_FILLED or len(part.history) + 1 < problem.compiled_from:
            return part.bound
        most = self._supersets.most(part.candidates) if self._supersets and size >= self._fewest else None
        least = solver.least(part.candidates, part.history, most)
        return problem.infinite if least >= solver.infinite else max(part.bound, solver.encoding.decode(least))
