"""The exhaustive walk: every guess of a position is an option, one for each orbit of the symmetries of its history.

The walk searches positions that are images of each other once: it keeps results in a store, where all images of a
position have one name, made from its history.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import partition
from treebuild.kernels.constants import MAX_REPLIES_MARKED
from treebuild.search.goal.vectors import Vector, above, minus, plus
from treebuild.search.store.results import Result, Store, contradiction
from treebuild.search.walk.open_node import OpenNode, Part
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.walk import Ahead, LocalWorker, ProblemSpec, Settle, Walk, ignored


@dataclass(frozen=True)
class ExhaustiveSpec(ProblemSpec):
    """A problem that is searched exhaustively."""

    def walk(self, results: Store) -> Exhaustive:
        """See ProblemSpec."""
        problem = self.problem
        problem.store = results
        return Exhaustive(problem)


class Exhaustive(Walk):
    """An exhaustive search of one problem. After `run`, `root` has the value of the game."""

    root: Result

    def __init__(self, problem: Problem, options: SearchOptions | None = None) -> None:
        options = options or SearchOptions()
        self.problem, self.results, self.progress = problem, problem.store, options.progress
        self.scheduler = options.scheduler(self)
        self._choices: dict[tuple[int, bytes], int] = {}
        self._opened: dict[History, OpenNode] = {}  # ahead of the search

    @property
    def spec(self) -> ExhaustiveSpec:
        """See Walk."""
        problem = self.problem
        return ExhaustiveSpec(problem.replies.game, problem.objective, problem.greatest, problem.plan, problem.handover)

    def run(self) -> None:
        """Search the whole game. Ctrl-C stops it within a second."""
        everything, infinite = self.problem.game.everything, self.problem.infinite
        self.root = self.scheduler.run(lambda worker: self.position(everything, (), infinite, worker))
        self.problem.store.finish()

    def value(self, candidates: Candidates, history: History, cutoff: Vector | None = None) -> Result:
        """The value of a position, or a lower bound not below `cutoff`.

        Without `cutoff` it is the value, or `problem.infinite` if no tree keeps the depth limit.
        """
        cutoff = cutoff or self.problem.infinite
        known = self.problem.known(self.problem.position_name(history), cutoff)
        return known or self.scheduler.run(lambda worker: self.settle(candidates, history, cutoff, worker))

    def note_choices(self, candidates: Candidates, history: History, result: Result) -> None:
        """Note for `policy` the best guess of this position, and of all walked positions below it in the best tree.

        The store may have the result of an image of this position. The search then finds the guess here again. That is
        fast, since it ends with the first guess that has the known value.
        """
        problem, cutoff = self.problem, above(result.value)
        guesses = problem.guesses(candidates, history)
        if guesses is None:
            return
        compiled = problem.is_compiled(history, guesses, len(candidates))
        if compiled:
            result = problem.search_compiled(
                candidates, history, cutoff, guesses, problem.solver, lower_bound=result.value
            )
        elif result.history != history:
            result = self.scheduler.run(lambda worker: self.position(candidates, history, cutoff, worker))
        if not result.exact:
            raise contradiction("a position of the best tree has no guess with the known cost")
        self._choices[len(history), candidates.tobytes()] = result.guess
        if compiled:
            return
        for reply, part in partition(problem.replies, result.guess, candidates):
            longer = (*history, (result.guess, reply))
            if reply != problem.replies.win:
                if len(part) == len(candidates):
                    raise contradiction("a guess of the best tree tells nothing")
                self.note_choices(part, longer, self.value(part, longer))

    def policy(self, candidates: Candidates, history: History) -> int:
        """A best guess: a Policy."""
        choice = self._choices.get((len(history), candidates.tobytes()))
        return self.problem.solver.policy(candidates, history) if choice is None else choice

    def open(
        self,
        candidates: Candidates,
        history: History,
        cutoff: Vector,
        worker: LocalWorker,
        least: Vector | None = None,
    ) -> Result | OpenNode:
        """See Walk."""
        problem = self.problem
        guesses = problem.guesses(candidates, history)
        if guesses is None or problem.is_compiled(history, guesses, len(candidates)):
            result = problem.search_compiled(candidates, history, cutoff, guesses, worker.solver, lower_bound=least)
            return replace(result, history=history)
        node = self._opened.pop(history, None)
        if node is None or node.given < cutoff:
            node = OpenNode.of(guesses, candidates, history, cutoff, problem.bounds)
        return node

    def settle(
        self,
        candidates: Candidates,
        history: History,
        cutoff: Vector,
        worker: LocalWorker,
        ahead: Ahead | None = None,
    ) -> Result:
        """See Walk. The store keeps the result."""
        start, name = worker.spent(), self.problem.position_name(history)
        known = self.problem.store.get(name)
        least = None if known is None else known.value
        result = self.position(candidates, history, cutoff, worker, least, ahead)
        return self.problem.store.put(name, result, worker.spent() - start)

    def known_option(self, history: History, guess: int, cutoff: Vector) -> Result | None:
        """See Walk."""
        return self.problem.known(self.problem.option_name(history, guess), cutoff)

    def keep_option(self, history: History, guess: int, result: Result, seconds: float) -> Result:
        """See Walk."""
        return self.problem.store.put(self.problem.option_name(history, guess), result, seconds)

    def search_option(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        cutoff: Callable[[], Vector],
        worker: LocalWorker,
        on_bound: Callable[[Vector], None] = ignored,
        on_cost: Callable[[Vector], None] = ignored,
    ) -> Result:
        """See Walk."""
        if len(history) < self.problem.handover.walked:
            return self.search_parts(candidates, history, guess, cutoff, worker, on_bound, on_cost)
        one, problem = np.array([guess], np.int32), self.problem
        return problem.search_compiled(candidates, history, cutoff(), one, worker.solver, complete=False)

    def search_parts(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        cutoff: Callable[[], Vector],
        worker: LocalWorker,
        on_bound: Callable[[Vector], None] = ignored,
        on_cost: Callable[[Vector], None] = ignored,
        settle: Settle | None = None,
    ) -> Result:
        """`search_option` by the parts of the guess. `settle` finds the value of a part, by default `self.settle`.

        Where nearly every secret costs something, small parts come first: they take little time, and their costs raise
        the bound of the guess. Otherwise most small parts cost nothing, and a guess fails in its largest part.
        """
        problem = self.problem
        total, parts = problem.known_parts(candidates, history, guess, problem.part_bounds)
        if not history and self.scheduler.size > 1 and cutoff() == problem.infinite:
            self.side_by_side(total, parts, worker, on_cost)

        def settle_here(part: Part, most: Vector, ahead: Ahead | None) -> Result:
            return self.settle(part.candidates, part.history, most, worker, ahead)

        if settle is None and cutoff() < problem.infinite and self._scans_tell():
            total, parts = self._raised(total, parts, cutoff, worker)
        in_order = parts if problem.objective.charges_all else parts[::-1]
        value, exact = self.in_turn(total, in_order, cutoff, settle or settle_here, on_bound)
        return Result(value, guess if exact else -1, history)

    def known_part(self, part: Part) -> Result | None:
        """See Walk."""
        return self.problem.known(part.name)

    def _scans_tell(self) -> bool:
        """Whether the scan of a position bounds its cost well.

        It does for totals in games where guesses make many parts. For an objective such as sevens most bounds are 0,
        and only a search tells more.
        """
        many = self.problem.replies.count > MAX_REPLIES_MARKED
        return many and self.problem.objective.criteria[0].kind == "total"

    def _raised(
        self, total: Vector, parts: list[Part], cutoff: Callable[[], Vector], worker: LocalWorker
    ) -> tuple[Vector, list[Part]]:
        """Raise the bounds of the parts that the compiled search takes over, until their sum reaches `cutoff()`.

        A search of a part ends with its first scan if its cutoff is hardly above the bound of the part. It returns the
        least bound of all guesses there. The scan takes a tenth of the time of a whole search, and for most parts its
        bound is nearly the value.
        """
        problem, raised = self.problem, [*parts]
        for index, part in enumerate(parts):
            if total >= cutoff() or problem.guesses_walked(part) is not None:
                break
            if self.known_part(part) is not None:
                continue
            more = above(above(part.bound))  # with a cutoff only one above, members alone may end it before the scan
            found = problem.search_compiled(part.candidates, part.history, more, None, worker.solver)
            bound = max(part.bound, found.value)
            total = plus(minus(total, part.bound), bound)
            raised[index] = replace(part, bound=bound)
        return total, raised

    def ahead(self, later: Part, others: Vector, cutoff: Callable[[], Vector]) -> Ahead:
        """See Walk.

        The node begins with the cutoff that it will have if none of the last options improves on the incumbent. If one
        does, `open` opens the node again with a higher cutoff, and of this work only the results of options remain.
        """

        def opened(node: OpenNode, worker: LocalWorker) -> OpenNode | None:
            total, limit = plus(others, node.least), cutoff()
            if node.incumbent is None or total >= limit or self.known_part(later) is not None:
                return None
            return self.open_ahead(later, plus(minus(limit, total), later.bound))

        return opened

    def open_ahead(self, part: Part, cutoff: Vector) -> OpenNode | None:
        """The node of a large part. When `open` comes to the part, it goes on with it, unless its cutoff is too low."""
        node = self.node(part, cutoff) if len(part.candidates) > self.problem.handover.large else None
        if node is not None:
            self._opened[part.history] = node
        return node

    def node(self, part: Part, cutoff: Vector) -> OpenNode | None:
        """The node of a part that is walked; None if the compiled search takes over the part."""
        guesses = self.problem.guesses_walked(part)
        if guesses is None:
            return None
        return OpenNode.of(guesses, part.candidates, part.history, cutoff, self.problem.bounds)

    def may_divide(self, node: OpenNode) -> bool:
        """Whether an option of a node may take so long that a cluster should search its parts separately."""
        return len(node.candidates) > self.problem.handover.large

    def side_by_side(
        self,
        total: Vector,
        parts: list[Part],
        worker: LocalWorker,
        on_cost: Callable[[Vector], None],
        *,
        small: bool = True,
    ) -> None:
        """Search the large parts of an option that has no cutoff, so that no worker waits between them.

        The largest parts come first. So the last options are short, and all workers end at nearly the same time. While
        the last options are tried, idle workers search the small parts if `small` is true. When all small parts are
        known, and each large part has an incumbent, `on_cost` gets an upper bound of the cost of the option. It is a
        cutoff for the other options, to which workers may go on.
        """
        problem, nodes, compiled, start = self.problem, dict[object, OpenNode](), list[Part](), perf_counter()
        for part in reversed(parts):
            if problem.store.get(part.name) is not None:
                continue
            node = self.node(part, problem.infinite)
            if node is None:
                compiled.append(part)
            else:
                nodes[part.name] = node

        def when_idle(worker: LocalWorker) -> None:
            while small and compiled:
                part = compiled.pop()
                if self.known_part(part) is None:
                    self.settle(part.candidates, part.history, problem.infinite, worker)
                    return
            known = all(part.name in nodes or self.known_part(part) for part in parts)
            if known and all(node.incumbent is not None for node in nodes.values()):
                on_cost(self._cost_so_far(total, parts, nodes))

        self.decide(list(nodes.values()), worker, when_idle)
        for name, node in nodes.items():
            problem.store.put(name, node.result(), perf_counter() - start)

    def _cost_so_far(self, total: Vector, parts: list[Part], nodes: dict[object, OpenNode]) -> Vector:
        """An upper bound of the cost of an option, by the incumbents of these nodes; all other parts are known."""
        for part in parts:
            known = nodes[part.name].result() if part.name in nodes else self.known_part(part)
            assert known is not None
            total = plus(minus(total, part.bound), known.value)
        return total

    def claim(self, history: History, guess: int) -> bool:
        """See Walk."""
        return not history or self.problem.store.claim(self.problem.option_name(history, guess))

    def release(self, history: History, guess: int) -> None:
        """See Walk."""
        if history:
            self.problem.store.release(self.problem.option_name(history, guess))
