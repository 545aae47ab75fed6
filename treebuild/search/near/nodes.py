"""The nodes of the near-optimal search: a large position, and the shortlist of its guesses by their quick costs."""

from __future__ import annotations

from treebuild.game.positions import Candidates, History
from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import Result
from treebuild.search.walk.open_node import OpenNode


class NearNode(OpenNode):
    """A position whose guesses are tried. `best` is the result of the guesses that the compiled search has tried."""

    def __init__(self, candidates: Candidates, history: History, best: Result, guesses: list[int]) -> None:
        zero = (0,) * len(best.value)
        super().__init__(candidates, history, best.value, [(zero, guess) for guess in guesses])
        self._best = best

    def result(self) -> Result:
        """The value of the position, once all guesses are tried."""
        return self._best if self.incumbent is None else super().result()

    def keep(self, guesses: list[int]) -> None:
        """Leave only these guesses to try, in this order, before any is tried."""
        self.options = [(self.options[0][0], guess) for guess in guesses]
        self._incumbent = len(guesses)  # there is none yet


class Shortlist(OpenNode):
    """Finds the guesses of a node with the smallest quick costs. Of equal ones, the first are kept.

    Report every quick cost, then `narrow` the node. There is no incumbent, and `has_cutoff` stays false. So a cluster
    sends each option as a task of its own. It has to: in a task, the cost of one option is a cutoff for the next.
    """

    def __init__(self, node: NearNode, kept: int, infinite: Vector) -> None:
        super().__init__(node.candidates, node.history, infinite, node.options)
        self._node, self.kept = node, kept
        self._best = list[tuple[Vector, int]]()  # the best quick costs so far and their indices, at most `kept`, sorted

    def cutoff(self, index: int) -> Vector:
        """The option of this index is kept only if it costs less than this."""
        best = self._best
        if len(best) < self.kept:
            return self.least
        value, last = best[-1]
        return value if last < index else (*value[:-1], value[-1] + 1)

    def report(self, index: int, cost: Vector) -> None:
        """Report the quick cost of an option, or a lower bound that is not below its cutoff."""
        with self._lock:
            self.reports += 1
            if cost < self.cutoff(index):
                self._best = sorted([*self._best, (cost, index)])[: self.kept]

    def narrow(self) -> None:
        """Let the node keep the guesses with the smallest quick costs, the best first.

        If fewer than `kept` guesses have a quick tree that keeps the depth limit, the node keeps all guesses: the whole
        effort may find a tree for the others.
        """
        first = [index for _, index in self._best]
        rest = [] if len(first) == self.kept else [index for index in range(len(self.options)) if index not in first]
        self._node.keep([self.options[index][1] for index in first + rest])
