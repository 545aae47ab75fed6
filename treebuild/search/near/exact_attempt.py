"""The exact search of a whole game under a limit of work: how the near-optimal search ends where a game is small.

The limit is a number of positions, and one thread alone does the work, with a table and results of its own. So whether
the search ends within the limit depends on the game, the objective and the efforts, and never on threads, time or
machine.
"""

from __future__ import annotations

from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import Result
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import Policy

MIN_NODES = 20  # positions for each secret: with a smaller limit the search would hardly come to its end


class ExactAttempt:
    """An exact search that may be given up, and goes on from there when it may do more."""

    def __init__(self, problem: Problem, options: SearchOptions, min_nodes: int = MIN_NODES) -> None:
        """The progress of `options` hears of the first guesses that were tried."""
        self.problem, self._min_nodes = problem.apart(), min_nodes
        self._walk = Exhaustive(self.problem, SearchOptions(progress=options.progress))

    @property
    def policy(self) -> Policy:
        """What grows the tree that `run` found."""
        return self._walk.policy

    def run(self, cutoff: Vector, work: int) -> Result | None:
        """The smallest cost, if it is below `cutoff`, or a lower bound that is not; None where the work was too much.

        `work` counts the codes of the game for every position that is looked at, those of earlier calls included. A
        game that hardly can be searched with so much is not tried. Raises StoppedError when the search was stopped.
        """
        walk, solver, everything = self._walk, self.problem.solver, self.problem.game.everything
        nodes = work // len(self.problem.replies.game.codes)
        if nodes < self._min_nodes * len(everything) or nodes <= solver.nodes:
            return None
        result = solver.limited(
            nodes, lambda: walk.scheduler.run(lambda worker: walk.position(everything, (), cutoff, worker))
        )
        if result is None:
            solver.resume()  # at the limit, the scheduler has stopped its worker
        elif result.exact:
            walk.note_choices(everything, (), result)
        return result
