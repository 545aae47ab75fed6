"""An option by its parts: each is searched, one after another or side by side, and their costs are added up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from time import perf_counter
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies
from treebuild.kernels.constants import MAX_REPLIES_MARKED
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.problem.objective import Objective
from treebuild.search.problem.vectors import Vector, above, minus, plus
from treebuild.search.store.results import Result, Store
from treebuild.search.walk.open_node import OpenNode, Part
from treebuild.search.walk.scheduling import Evaluator, Scheduling

Ahead = Callable[[OpenNode, Evaluator], OpenNode | None]
"""The node that comes after the one that is being decided, once it is clear which."""


class Positions(Protocol):
    """The game search, as its options see it."""

    infinite: Vector
    objective: Objective
    replies: Replies
    scheduler: Scheduling
    store: Store

    def known(self, name: object, cutoff: Vector | None = None) -> Result | None:
        """What is known of a position, if that suffices."""
        ...

    def guesses_walked(self, part: Part) -> NDArray[np.int32] | None:
        """The guesses of a part that is walked; None for one that the compiled search takes over."""
        ...

    def search_compiled(
        self,
        candidates: Candidates,
        history: History,
        cutoff: Vector,
        guesses: NDArray[np.int32] | None,
        solver: PositionSolver,
    ) -> Result:
        """The value of a position by the compiled search, or a lower bound not below `cutoff`."""
        ...

    def settle(
        self, candidates: Candidates, history: History, cutoff: Vector, worker: Evaluator, ahead: Ahead | None = None
    ) -> Result:
        """The value of a position, or a lower bound not below `cutoff`."""
        ...

    def node(self, part: Part, cutoff: Vector) -> OpenNode | None:
        """The node of a part that is walked; None for one that the compiled search takes over."""
        ...

    def open_ahead(self, part: Part, cutoff: Vector) -> OpenNode | None:
        """The node of a large part, which `settle` goes on with when it comes there, unless its cutoff is higher."""
        ...


class OptionParts:
    """The parts that a guess leaves, by size, and what the guess costs at least by the bounds of its parts."""

    def __init__(self, search: Positions, bound: Vector, parts: list[Part]) -> None:
        self.search, self.bound, self.parts = search, bound, parts

    def in_turn(
        self,
        cutoff: Callable[[], Vector],
        worker: Evaluator,
        on_bound: Callable[[Vector], None],
        settle: Callable[[Part, Vector, Ahead | None], Result] | None = None,
    ) -> tuple[Vector, bool]:
        """The cost and True, or a lower bound not below `cutoff` and False. See GameSearch.search_parts.

        Where nearly every secret costs something, small parts come first: they take little time, and what they cost is
        part of the cost of the guess. Otherwise most small parts cost nothing, and a guess fails in the largest.
        """
        search, exact = self.search, True
        if settle is None and cutoff() < search.infinite and self._scans_tell():
            self._raise_bounds(cutoff, worker)
        parts = self.parts if search.objective.charges_all else self.parts[::-1]
        total = self.bound
        for part, later in zip_longest(parts, parts[1:]):
            on_bound(total)
            known = search.known(part.name)
            if known is None:
                others, limit = minus(total, part.bound), cutoff()
                if total >= limit:
                    return total, False
                most = minus(limit, others)
                ahead = None if later is None else partial(self._ahead, later, others, cutoff)
                if settle is not None:
                    known = settle(part, most, ahead)
                else:
                    known = search.settle(part.candidates, part.history, most, worker, ahead)
            exact = exact and known.exact
            total = plus(minus(total, part.bound), known.value)
        return total, exact

    def _scans_tell(self) -> bool:
        """Whether the scan of a position bounds its cost well.

        It does so for totals, where guesses make many parts. For sevens the bounds are 0 mostly, and then it takes a
        search to tell more.
        """
        many = self.search.replies.count > MAX_REPLIES_MARKED
        return many and self.search.objective.criteria[0].kind == "total"

    def _raise_bounds(self, cutoff: Callable[[], Vector], worker: Evaluator) -> None:
        """Raise the bounds of the parts that the compiled search takes over, until their sum reaches `cutoff()`.

        A search whose cutoff hardly is above the bound of a part ends with its first scan, and gives the least bound
        of all guesses there. That takes a tenth of the time of its value, and says nearly as much of most parts.
        """
        search = self.search
        for index, part in enumerate(self.parts):
            if self.bound >= cutoff() or search.guesses_walked(part) is not None:
                return
            if search.known(part.name) is not None:
                continue
            more = above(above(part.bound))  # members alone, without a scan, may say that a part costs one more
            found = search.search_compiled(part.candidates, part.history, more, None, worker.solver)
            bound = max(part.bound, found.value)
            self.bound = plus(minus(self.bound, part.bound), bound)
            self.parts[index] = replace(part, bound=bound)

    def _ahead(
        self, later: Part, others: Vector, cutoff: Callable[[], Vector], node: OpenNode, worker: Evaluator
    ) -> OpenNode | None:
        """The node of the part that comes later than the part of `node`, whose last options are being tried.

        It begins with the cutoff that it will have if none of these improves on the incumbent. If one does, the node is
        opened again with a higher cutoff, and only what is known of its options is left of the work. `others` is what
        all parts cost at least without that of `node`.
        """
        total, limit = plus(others, node.least), cutoff()
        if node.incumbent is None or total >= limit or self.search.known(later.name) is not None:
            return None
        return self.search.open_ahead(later, plus(minus(limit, total), later.bound))

    def side_by_side(self, worker: Evaluator, on_cost: Callable[[Vector], None], *, small: bool = True) -> None:
        """Search the large parts of an option that has no cutoff, so that no worker waits between them.

        The largest come first. So the last options are short, and all workers end at nearly the same time. While these
        are tried, workers search the small parts, unless others do. When these are known, `on_cost` hears what the
        option costs at most, so that workers may go on to other options: they have a cutoff now.
        """
        search, nodes, compiled, start = self.search, dict[object, OpenNode](), list[Part](), perf_counter()
        for part in reversed(self.parts):
            if search.store.get(part.name) is not None:
                continue
            node = search.node(part, search.infinite)
            if node is None:
                compiled.append(part)
            else:
                nodes[part.name] = node

        def when_idle(worker: Evaluator) -> None:
            while small and compiled:
                part = compiled.pop()
                if search.known(part.name) is None:
                    search.settle(part.candidates, part.history, search.infinite, worker)
                    return
            known = all(part.name in nodes or search.known(part.name) for part in self.parts)
            if known and all(node.incumbent is not None for node in nodes.values()):
                on_cost(self._cost_so_far(nodes))

        search.scheduler.decide(list(nodes.values()), worker, when_idle)
        for name, node in nodes.items():
            search.store.put(name, node.result(), perf_counter() - start)

    def _cost_so_far(self, nodes: dict[object, OpenNode]) -> Vector:
        """What the option costs by the incumbents of these nodes, where all other parts are known."""
        total = self.bound
        for part in self.parts:
            known = nodes[part.name].result() if part.name in nodes else self.search.known(part.name)
            assert known is not None
            total = plus(minus(total, part.bound), known.value)
        return total
