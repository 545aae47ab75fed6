"""The compiled search of a problem with a depth limit. DEEPER: it first bounds a guess by trees that may be deeper."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.positions import Candidates, History
from treebuild.kernels.constants import MAX_LEVELS
from treebuild.kernels.layout import GameTables, Workspace
from treebuild.search.bounds.of_parts import OptionBounds
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.game_tables import hash_words
from treebuild.search.engine.solver import Solver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Plan
from treebuild.search.goal.vectors import Vector

MORE_DEPTHS = 2  # how many guesses deeper the deeper trees may be
SEED = 2026  # of the random words for the keys of the search of deeper trees


class LimitedSolver(Solver):
    """A solver by a depth limit, for costs of one place.

    It first searches a single guess in trees that may be deeper. To refute a guess there takes fewer positions. It
    searches whole positions only with the limit: most of them have a value below the cutoff, so that it would search
    them twice.
    """

    def __init__(
        self,
        tables: GameTables,
        costs: Sequence[Vector],
        secrets: int,
        first: int,
        plan: Plan,
        prunings: Prunings,
        by_weight: Sequence[bool],
        deeper: Sequence[Vector],
        refuted: int,
    ) -> None:
        """As for Solver. `deeper` are the cost vectors by depth of trees that may be deeper; `refuted` see Handover."""
        self._refuted = refuted
        key = tables.hash_word[:1].tobytes()
        words = hash_words(len(tables.hash_word), SEED, key)  # the two searches share a table, but no keys
        apart = tables._replace(hash_word=words)
        self._deeper = Solver(apart, deeper, secrets, first, plan, prunings, by_weight, bits=1)
        super().__init__(tables, costs, secrets, first, plan, prunings, by_weight)

    def _use(self, work: Workspace) -> None:
        super()._use(work)
        self._deeper = copy(self._deeper)
        self._deeper._use(work)

    def search_position(
        self,
        candidates: Candidates,
        history: History,
        cutoff: int | None = None,
        guesses: NDArray[np.int32] | None = None,
        complete: bool = False,
        lower_bound: int = 0,
    ) -> tuple[int, int]:
        """See PositionSolver."""
        if self._may_refute(len(candidates), cutoff, guesses, complete):
            value, guess = self._deeper.search_position(candidates, history, cutoff, guesses)
            if guess < 0:
                return value, guess
            lower_bound = max(lower_bound, value)
        return super().search_position(candidates, history, cutoff, guesses, complete, lower_bound)

    def _may_refute(self, size: int, cutoff: int | None, guesses: NDArray[np.int32] | None, complete: bool) -> bool:
        """Whether this is a search of a single guess for many candidates with a cutoff that may refute it."""
        single = guesses is not None and len(guesses) == 1 and not complete
        return single and size >= self._refuted and cutoff is not None and cutoff <= self.encoding.largest


def make_solver(
    objective: Objective,
    tables: GameTables,
    bounds: OptionBounds,
    secrets: int,
    first: int,
    plan: Plan,
    prunings: Prunings,
    refuted: int,
) -> Solver:
    """A solver of a problem by this objective: a LimitedSolver if DEEPER holds. Arguments and errors as for Solver."""
    given = tables, bounds.costs, secrets, first, plan, prunings, bounds.by_weight
    without, depths = objective.without_limit(), len(bounds.costs) - 1 + MORE_DEPTHS
    if without is not None and prunings & Prunings.DEEPER and depths < MAX_LEVELS:
        with suppress(TreebuildError):  # costs beyond the limit may be too large for the compiled search
            return LimitedSolver(*given, [without.vector(depth, depths) for depth in range(depths + 1)], refuted)
    return Solver(*given)
