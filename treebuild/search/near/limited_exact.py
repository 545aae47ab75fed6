"""The exact search of a whole game under a limit of work: how the near-optimal search ends where a game is small.

The limit is a number of positions, and one thread alone does the work, with a table and results of its own. So whether
the search ends within the limit depends on the game, the objective and the efforts, and never on threads, time or
machine.
"""

from __future__ import annotations

from treebuild.search.problem.vectors import Vector
from treebuild.search.store.results import Result
from treebuild.search.walk.game_search import GameSearch
from treebuild.search.walk.options import SearchOptions
from treebuild.search.walk.scheduler import schedule
from treebuild.tree.policy import Policy

MIN_NODES = 20  # positions for each secret: with a smaller limit the search would hardly come to its end


class LimitedExact:
    """An exact search that may be given up, and goes on from there when it may do more."""

    def __init__(self, search: GameSearch, options: SearchOptions) -> None:
        """`search` states the problem. The progress of `options` hears of the first guesses that were tried."""
        self.search = search.apart()
        self._scheduler = schedule(self.search, SearchOptions(progress=options.progress))

    @property
    def policy(self) -> Policy:
        """What grows the tree that `run` found."""
        return self.search.policy

    def run(self, cutoff: Vector, work: int) -> Result | None:
        """The smallest cost, if it is below `cutoff`, or a lower bound that is not; None where the work was too much.

        `work` counts the codes of the game for every position that is looked at, those of earlier calls included. A
        game that hardly can be searched with so much is not tried. Raises StoppedError when the search was stopped.
        """
        search = self.search
        nodes, everything = work // len(search.replies.game.codes), search.game.everything
        if nodes < MIN_NODES * len(everything) or nodes <= search.solver.nodes:
            return None
        result = search.solver.limited(
            nodes, lambda: self._scheduler.run(lambda worker: search.position(everything, (), cutoff, worker))
        )
        if result is None:
            search.solver.resume()  # at the limit, the scheduler has stopped its worker
        elif result.exact:
            search.note_choices(everything, (), result)
        return result
