"""The game search where the reply matrix does not fit into memory: small positions become games of their own.

Only `near` uses it. Costs, bounds and symmetries are those of the game search. No position of more than two candidates
is searched exactly. So the lower bound comes from REACH, and from FILL, which takes every guess to make as many parts
as there are replies that do not win.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treebuild.game import symmetry
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.reply_blocks import MOST_PAIRS, is_computed, is_too_large
from treebuild.search.engine.solver import PositionSolver, Solver
from treebuild.search.engine.tables import PreparedGame, make_game_tables
from treebuild.search.engine.without_matrix import SmallGames
from treebuild.search.problem.plan import Source
from treebuild.search.problem.vectors import Vector
from treebuild.search.store.results import Result
from treebuild.search.walk.game_search import GameSearch

MOST_CERTAIN = 2  # candidates of a position whose small game has its smallest cost for certain: guess one of the two


def needs_small_games(game: Game) -> bool:
    """Whether `near` has to do without the reply matrix of a game, and can."""
    return is_too_large(game) and is_computed(game)


class LargeGame(PreparedGame):
    """A game prepared for searching without its matrix. Of `tables` only `cap` says anything."""

    def __init__(self, replies: Replies) -> None:
        self.replies = replies
        none = np.zeros(0, np.int32)
        without_codes = Game(replies.game.name, (), (), replies.game.replies, replies.win, replies.game.reply)
        self.tables = make_game_tables(Replies(without_codes, none, none, np.zeros((0, 0), np.uint8)))
        self.symmetry = symmetry.symmetry_of(replies)
        self.everything = np.arange(len(replies.game.secrets), dtype=np.int32)
        self.firsts = symmetry.representatives(self.symmetry.orbits())


class LargeGameSearch(GameSearch):
    """A game search of a LargeGame. Its solvers are SmallGames."""

    def _make_solver(self, prunings: Prunings) -> Solver:
        self.compiled_from = 1
        games = SmallGames(self.replies, self.bounds.costs, self.plan, prunings, self.bounds.by_weight)
        self._sample = games.blocks.tables.sample
        return games

    @property
    def can_be_bounded(self) -> bool:
        """Whether all first guesses can be looked at in a minute or so: the lower bound needs that."""
        return len(self.game.firsts) * len(self.game.everything) <= MOST_PAIRS

    def tried_guesses(self, candidates: Candidates, history: History) -> NDArray[np.int32]:
        """See GameSearch: of a game with too many codes a sample, see `reply_blocks.sample_rule`."""
        guesses, size = self.all_guesses(candidates, history), len(self._sample)
        if not size or len(guesses) <= size or self.plan[min(len(history), len(self.plan) - 1)] is Source.MEMBERS:
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
        """The value of a position in its small game. It may be searched with all guesses only."""
        assert isinstance(solver, SmallGames) and guesses is None
        game = solver.small_game(candidates, len(history) + 1)
        everything = np.arange(len(candidates), dtype=np.int32)
        result = super().search_compiled(everything, history, cutoff, None, game.solver)
        return Result(result.value, int(game.codes[result.guess])) if result.exact else result
