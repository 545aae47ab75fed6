"""A problem whose reply matrix does not fit into memory: small positions become games of their own.

Only `near` uses it. Costs, bounds and symmetries are as in any problem. The search is exact only at positions of two
candidates or fewer. So the lower bound comes from REACH and from FILL, where FILL assumes that every guess makes as
many parts as the game has replies that do not win.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError, UsageError
from treebuild.game.conditions import Supports
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.reply_blocks import MOST_PAIRS, sample_size
from treebuild.search.engine.solver import PositionSolver, Solver
from treebuild.search.engine.without_matrix import SmallGames
from treebuild.search.goal.vectors import Vector
from treebuild.search.near.efforts import EFFORT, Effort, known_effort, of_large_game
from treebuild.search.store.results import Result
from treebuild.search.walk.problem import Problem

SUPPORTS = Supports(weights=True)
PAIR_SECONDS = 1.2e-9  # to compare a guess with a secret
SECRET_SECONDS = 2e-4  # to search small games, for each of their secrets
MOST_CERTAIN = 2  # with this many candidates the cost of the small game is certainly the smallest: guess one of the two


class LargeProblem(Problem):
    """A problem of a LargeGame. Its solvers are SmallGames."""

    def _make_solver(self, prunings: Prunings) -> Solver:
        self.compiled_from = 1
        games = SmallGames(self.replies, self.bounds.costs, self.plan, prunings, self.bounds.by_weight)
        self._sample = games.blocks.tables.sample
        return games

    @property
    def can_be_bounded(self) -> bool:
        """Whether a minute or so suffices to score all first guesses, as the lower bound needs."""
        return len(self.game.firsts) * len(self.game.everything) <= MOST_PAIRS

    def tried_guesses(self, candidates: Candidates, history: History) -> NDArray[np.int32]:
        """See Problem. In a game with too many codes it is a sample, see `reply_blocks.sample_rule`."""
        guesses, size = self.all_guesses(candidates, history), len(self._sample)
        if not size or len(guesses) <= size or self._members_only(history):
            return guesses
        members = min(len(candidates), size)
        evenly = np.arange(members) * len(candidates) // members
        return np.union1d(self._sample, self.replies.code_of[candidates[evenly]])

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
        """The value of a position in its small game, among all guesses of that game: `guesses` must be None."""
        assert isinstance(solver, SmallGames) and guesses is None
        game = solver.small_game(candidates, len(history) + 1)
        everything = np.arange(len(candidates), dtype=np.int32)
        result = super().search_compiled(everything, history, cutoff, None, game.solver)
        return Result(result.value, int(game.codes[result.guess])) if result.exact else result


def check_large(game: Game, effort: int | None, timed: bool, jobs: int, kept: bool, shared: bool) -> None:
    """Check before the search that a game without a reply matrix can be searched in this way.

    `kept` and `shared` say whether the search is to use a store and a cluster. Raises UsageError if so, and
    TreebuildError when the passes that the search cannot leave out take more than a day.
    """
    if shared:
        raise UsageError(
            f"'near' cannot use a cluster for {game.name}: workers need its reply matrix, which does not fit"
        )
    if kept:
        raise UsageError(
            f"'near' cannot use a store for {game.name}: a store needs its reply matrix, which does not fit"
        )
    last = 1 if timed else effort or EFFORT
    days = sum(pass_seconds(game, known_effort(number), number == 1) for number in range(1, last + 1)) / jobs / 86400
    if days > 1:
        raise TreebuildError(
            f"effort {last} takes some {math.ceil(days):,} days for {game.name}, whose reply matrix does not fit: "
            "try a smaller effort, or give the seconds that it may take"
        )


def pass_seconds(game: Game, effort: Effort, smallest: bool) -> float:
    """About the processor seconds of one pass in a game without a reply matrix; `smallest` is true for effort 1."""
    effort = of_large_game(effort)
    choosing = (sample_size(game) or len(game.codes)) * PAIR_SECONDS  # seconds to choose guesses, for each candidate
    left, large = float(len(game.secrets)), 0
    while left > effort.parts:
        left, large = left / max(len(game.replies) / 3, 2), large + 1
    whole = quick = SECRET_SECONDS  # seconds for each candidate of a position, with the whole and the quick effort
    for depth in range(large, 0, -1):
        tried = effort.firsts if smallest and depth == 1 else effort.guesses(depth)
        kept = min(effort.kept, tried) if effort.kept and depth > 1 else tried
        whole = choosing + kept * whole + (tried * quick if kept < tried else 0)
        quick += choosing
    return len(game.secrets) * whole
