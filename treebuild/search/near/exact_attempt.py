"""The exact search of a whole game under a limit of work, which settles small games for the near-optimal search.

The limit is a number of positions. One thread alone does the work, with a table and results of its own. So only the
game, the objective and the efforts decide whether the search ends within the limit, and never threads, time or machine.
"""

from __future__ import annotations

from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import Result
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import Policy

MIN_NODES = 20  # positions for each secret: with a smaller limit hardly any search would come to its end


class ExactAttempt:
    """An exact search that stops at a limit, and goes on from there when it gets a higher limit."""

    def __init__(self, problem: Problem, options: SearchOptions, min_nodes: int = MIN_NODES) -> None:
        """Only the progress of `options` is used: it is called after every first guess that was tried."""
        self.problem, self._min_nodes = problem.apart(), min_nodes
        self._walk = Exhaustive(self.problem, SearchOptions(progress=options.progress))

    @property
    def policy(self) -> Policy:
        """The policy of the tree that `run` found."""
        return self._walk.policy

    def run(self, cutoff: Vector, work: int) -> Result | None:
        """The smallest cost if it is below `cutoff`, else a lower bound not below it; None if `work` did not suffice.

        Every position that the search looks at counts as much work as the game has codes. Positions of earlier calls
        count too. If `work` is less than MIN_NODES positions for each secret, this tries nothing. Raises StoppedError
        when the search was stopped.
        """
        walk, solver, everything = self._walk, self.problem.solver, self.problem.game.everything
        nodes = work // len(self.problem.replies.game.codes)
        if nodes < self._min_nodes * len(everything) or nodes <= solver.nodes:
            return None
        result = solver.limited(
            nodes, lambda: walk.scheduler.run(lambda worker: walk.position(everything, (), cutoff, worker))
        )
        if result is None:
            solver.resume()  # at the limit, the scheduler has stopped its workers, and so this solver
        elif result.exact:
            walk.note_choices(everything, (), result)
        return result
