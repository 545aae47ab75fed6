"""The walk of the near-optimal search: at large positions a few promising guesses, below them exact search.

`near.solve` makes pass after pass, each with more effort.

A position of few candidates is searched exactly, unless it is hard (`Handover.easy_squares`). At any other position,
`guesses` chooses some guesses; the effort says how many. If all parts of a guess are small, the compiled search tries
it. The walk first tries the other guesses quickly: at every large position below, it tries only one guess. The cost of
a guess found in this way is its quick cost. The walk then tries the few guesses with the smallest quick costs again,
with the whole effort: it goes on in the same way with their parts, and gives a guess up when its cost reaches that of
the incumbent.

The tree depends on the effort alone, and not on the number of threads: the cost of a guess does not depend on when it
is tried, and of guesses with the same cost the first wins. Images of a position do not share a value, since `guesses`
may choose guesses there that are no images of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from uuid import uuid4

import numpy as np

from treebuild.game.positions import Candidates, History
from treebuild.search.goal.vectors import Vector, minus, plus
from treebuild.search.near.efforts import Effort
from treebuild.search.near.guesses import PromisingGuesses
from treebuild.search.near.nodes import NearNode, Shortlist
from treebuild.search.store.results import Result, Store, contradiction
from treebuild.search.walk.open_node import OpenNode, Part
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.scheduler import Scheduler
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.walk import Ahead, LocalWorker, ProblemSpec, Step, Walk, ignored

TIE_RULE = (
    "small positions, unless hard, as the exact search; above, of equally good guesses the first, by what they cost "
    "with one guess tried below, then by entropy and by number of parts in turn, candidates before others, then index"
)
FIRST_SLACK = 3  # larger efforts try a first guess if it costs at most this many thousandths more than the best one


@dataclass(frozen=True)
class EffortSpec(ProblemSpec):
    """A problem, an effort, and a name that no other pass has.

    Because of the name, workers of a cluster do not share the results of an earlier pass. They send only what they
    find, so the driver of this pass would never get results that they know already.
    """

    effort: Effort = field(kw_only=True)
    name: str = field(kw_only=True)

    def walk(self, results: Store) -> Pass:
        """See ProblemSpec."""
        problem = self.problem
        return Pass(problem, self.effort, SearchOptions(), SearchOptions().threads(problem), results)


class Pass(Walk):
    """One pass: near-optimal trees of one problem by one effort."""

    def __init__(
        self,
        problem: Problem,
        effort: Effort,
        options: SearchOptions,
        threads: Scheduler[LocalWorker],
        results: Store | None = None,
        sent_seconds: float = 0.0,
    ) -> None:
        """Prepare a pass.

        threads       they choose guesses, and try them unless `options` have a cluster
        results       keeps the values of positions by this effort, named by `Permitted.name`. By default it is the
                      store of the problem, but with a cluster a store in memory: a worker of several threads may send
                      the value of a position before the values of its parts, so that a file might lack these.
        sent_seconds  see ProblemSpec; it is 0 for the pass whose driver grows a tree, which needs all values
        """
        self.problem, self.effort, self.options, self.threads = problem, effort, options, threads
        if results is None:
            results = problem.store.of_effort(repr(effort)) if options.cluster is None else Store()
        self.results, self._sent_seconds = results, sent_seconds
        self._promising = PromisingGuesses(problem)
        self.scheduler = threads if options.cluster is None else options.scheduler(self)
        self.quick: Pass | None = None  # finds the quick costs
        if effort.kept:
            self.quick = Pass(problem, effort.quick, options, threads, sent_seconds=ProblemSpec.sent_seconds)
        self._first_guess = -1  # of the best tree, once there is one
        self._searched = set[History]()  # below these positions `policy` asks the solver, whatever `results` has
        self._tried: Callable[[int], None] = _ignored  # is called with the number of second guesses just tried

    @property
    def spec(self) -> EffortSpec:
        """See Walk."""
        problem = self.problem
        return EffortSpec(
            problem.replies.game,
            problem.objective,
            problem.greatest,
            problem.plan,
            problem.handover,
            self._sent_seconds,
            effort=self.effort,
            name=uuid4().hex,
        )

    def run(self, firsts: Sequence[int], cutoff: Vector, on_better: Callable[[Vector], None]) -> list[int]:
        """Find the tree of this effort if it costs less than `cutoff`; `policy` grows it. Returns `firsts` for later.

        `firsts` are the first guesses that the smallest effort found best, the best first; this effort tries some of
        them. The smallest effort gets none. It chooses more first guesses itself, and returns the best of them, which
        the later efforts should try.

        Whenever the pass finds a better tree, it calls `on_better` with the cost; from then on `policy` grows that
        tree. Raises StoppedError when a worker was stopped. Ctrl-C stops the pass within a second.
        """
        problem, worker = self.problem, self.threads.first
        everything, infinite = problem.game.everything, problem.infinite
        if problem.first is None and self._is_exact(everything, 1):
            result = self.threads.run(
                lambda worker: problem.search_compiled(everything, (), cutoff, None, worker.solver)
            )
            if result.exact:
                on_better(result.value)
            return []
        tried = firsts[: self.effort.first] or self._promising.firsts(worker.blocks, self.effort.firsts)
        costs = dict[int, Vector]()
        for guess in tried:
            costs[guess] = self._first(guess, cutoff if firsts else infinite)
            if costs[guess] < cutoff:
                cutoff = costs[guess]
                self._first_guess = guess
                on_better(cutoff)
        if firsts:
            return [*firsts]
        best = sorted(tried, key=costs.__getitem__)
        enough = (1000 + FIRST_SLACK) * costs[best[0]][0]
        return [guess for guess in best if 1000 * costs[guess][0] <= enough]

    def stop(self) -> None:
        """Make the other threads that `run` uses raise StoppedError soon."""
        self.threads.stop()
        self.scheduler.stop()
        if self.quick is not None:
            self.quick.stop()

    def policy(self, candidates: Candidates, history: History) -> int:
        """The guess of the tree that `run` found: a Policy. Ask for a position before the positions below it."""
        if not history and self._first_guess >= 0:
            return self._first_guess
        below = history[:-1] in self._searched
        known = None if below else self.results.get(self.problem.permitted.name(candidates, history))
        if known is None and history and not below and not self._is_exact(candidates, len(history) + 1):
            raise contradiction("a position of the best tree has no value")
        if known is None or not known.exact or not known.history:  # a result of the compiled search has no history
            self._searched.add(history)
        return known.guess if known and known.exact else self.problem.solver.policy(candidates, history)

    def _first(self, guess: int, cutoff: Vector) -> Vector:
        """The cost of a first guess, or a lower bound not below `cutoff`.

        Workers try the second guesses of all its parts side by side, beginning with the largest part.
        """
        problem = self.problem
        total, parts = problem.parts(problem.game.everything, (), guess, problem.bounds)
        if total >= cutoff:
            return total
        slack, largest_first = minus(cutoff, total), parts[::-1]

        def open_part(worker: LocalWorker, part: Part) -> Result | NearNode:
            return self.open(part.candidates, part.history, plus(part.bound, slack), worker)

        pool = self.threads.pool
        opened = pool.run(lambda: pool.map(open_part, largest_first))
        self._decide_all([node for node in opened if isinstance(node, NearNode)], guess)
        for part, node in zip(largest_first, opened, strict=True):
            result = self.close(node) if isinstance(node, NearNode) else node
            total = plus(minus(total, part.bound), result.value)
        return total

    def _decide_all(self, nodes: list[NearNode], guess: int) -> None:
        """Try the guesses of all parts of a first guess side by side: quickly first, then the best with the effort."""
        lists = self._shortlists(nodes)
        quick = sum(len(shortlist.options) for shortlist in lists)
        kept = sum(len(node.options) for node in nodes) - sum(len(some.options) - some.kept for some in lists)
        done, lock = 0, Lock()

        def note(number: int) -> None:
            nonlocal done
            with lock:
                done += number
                if self.options.progress:
                    self.options.progress(Step((), guess, done, max(quick + kept, done), None, None))

        self._narrow(lists, lambda quick: quick.decide_apart(lists, note))
        kept = sum(len(node.options) for node in nodes)  # a node keeps all where few quick trees keep the depth limit
        self.decide_apart(nodes, note)

    def decide_apart(self, nodes: Sequence[OpenNode], note: Callable[[int], None]) -> None:
        """Try the options of nodes side by side, without shortlists. `note` is called with the number just tried."""
        self._tried = note
        try:
            if nodes:
                self.scheduler.run(lambda worker: super(Pass, self).decide(nodes, worker))
        finally:
            self._tried = _ignored  # `note` may refer to this pass: without the cycle its tables are freed at once

    def tell(self, node: OpenNode, tried: list[tuple[int, int]]) -> None:
        """See Walk."""
        if len(node.history) == 1:
            self._tried(len(tried))

    def decide(
        self,
        nodes: Sequence[OpenNode],
        worker: LocalWorker,
        when_idle: Callable[[LocalWorker], OpenNode | None] | None = None,
    ) -> None:
        """See Walk. At nodes with a shortlist, all options are tried quickly first."""
        lists = self._shortlists(nodes)
        self._narrow(lists, lambda quick: quick.decide(lists, worker))
        super().decide(nodes, worker, when_idle)

    def _shortlists(self, nodes: Sequence[OpenNode]) -> list[Shortlist]:
        """A shortlist for every node with more guesses than this effort keeps."""
        kept, infinite = self.effort.kept, self.problem.infinite
        near = (node for node in nodes if isinstance(node, NearNode))
        return [Shortlist(node, kept, infinite) for node in near if 0 < kept < len(node.options)]

    def _narrow(self, shortlists: Sequence[Shortlist], decide: Callable[[Pass], None]) -> None:
        """Leave the best options to the nodes of these shortlists; `decide` finds the quick costs of all by a pass."""
        if self.quick is not None and shortlists:
            decide(self.quick)
            for shortlist in shortlists:
                shortlist.narrow()

    def open(
        self,
        candidates: Candidates,
        history: History,
        cutoff: Vector,
        worker: LocalWorker,
        least: Vector | None = None,
    ) -> Result | NearNode:
        """See Walk. The options of the node are the guesses that the compiled search does not try."""
        problem, depth = self.problem, len(history) + 1
        exact = self._is_exact(candidates, depth)
        if exact and self._is_always_easy(candidates):
            return problem.search_compiled(candidates, history, cutoff, None, worker.solver)
        worker.check_stop()
        known = self.results.get(problem.permitted.name(candidates, history))
        if known is not None and (known.exact or known.value >= cutoff):
            return known
        wanted = self.effort.guesses(depth)
        guesses, most_parts = self._promising.choose(candidates, history, worker.blocks, wanted)
        easy = problem.handover.easy(most_parts)  # parts get this limit too, though their guesses may make fewer parts
        if exact and len(candidates) <= easy:
            return problem.search_compiled(candidates, history, cutoff, None, worker.solver)
        small = min(self.effort.parts, easy) if depth >= problem.compiled_from else 0
        best = Result(cutoff)
        if compiled := sorted(guess for guess, largest in guesses if largest <= small):
            only = np.array(compiled, np.int32)
            best = problem.search_compiled(candidates, history, cutoff, only, worker.solver, complete=False)
        return NearNode(candidates, history, best, [guess for guess, largest in guesses if largest > small])

    def close(self, node: OpenNode) -> Result:
        """See Walk. `results` keeps the value."""
        return self.results.put(self.problem.permitted.name(node.candidates, node.history), node.result())

    def claim(self, history: History, guess: int) -> bool:
        """See Walk. Passes claim nothing: two processes with one store may try the same guess."""
        return True

    def release(self, history: History, guess: int) -> None:
        """See Walk."""

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

        def settle(part: Part, most: Vector, ahead: Ahead | None) -> Result:
            return self.position(part.candidates, part.history, most, worker)

        total, parts = self.problem.parts(candidates, history, guess, self.problem.bounds)
        value, exact = self.in_turn(total, parts, cutoff, settle, on_bound)
        return Result(value, guess if exact else -1, history)

    def _is_exact(self, candidates: Candidates, depth: int) -> bool:
        small = len(candidates) <= self.effort.exact or self.problem.replies.game.conditions.identified(candidates)
        return small and depth >= self.problem.compiled_from

    def _is_always_easy(self, candidates: Candidates) -> bool:
        """Whether a position is so small that it is not hard. In a game without a matrix, all small games are easy."""
        small = len(candidates) <= self.problem.handover.always_easy or not self.effort.parts
        return small or self.problem.replies.game.conditions.identified(candidates)


def _ignored(number: int) -> None:
    pass
