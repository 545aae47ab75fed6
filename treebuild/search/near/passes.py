"""One pass of the near-optimal search: at large positions the best of a few promising guesses, below them exact search.

The search begins in `near.solve`, which makes pass after pass.

A position of few candidates is searched exactly, unless it is hard, see EASY_SQUARES. At another one, `near_guesses`
chooses some guesses; an effort says how many. Where all parts of a guess are small, the compiled search tries it. The
other guesses are first tried quickly: at every large position below, only one guess is tried. What a guess costs then
is its quick cost. The few with the smallest quick costs are tried again, with the whole effort, one after the other:
each by going on in the same way with its parts, and given up when its cost reaches that of the incumbent.

The tree depends on the effort alone, and not on the number of threads: what a guess costs does not depend on when it is
tried, and of guesses that cost as little, the first wins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock

import numpy as np

from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import partition
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.near.efforts import Effort
from treebuild.search.near.guesses import PromisingGuesses
from treebuild.search.near.nodes import NearNode, Shortlist
from treebuild.search.problem.vectors import Vector, minus, plus
from treebuild.search.store.results import Result, Store, contradiction
from treebuild.search.walk.game_search import GameSearch
from treebuild.search.walk.open_node import OpenNode
from treebuild.search.walk.options import SearchOptions, Step
from treebuild.search.walk.threads import Pool

TIE_RULE = (
    "small positions, unless hard, as the exact search; above, of equally good guesses the first, by what they cost "
    "with one guess tried below, then by entropy and by number of parts in turn, candidates before others, then index"
)
FIRST_SLACK = 3  # thousandths by which a first guess may cost more than the best one, for larger efforts to try it
EASY_SQUARES = 2
"""A position is hard when it has more than so many times k * k candidates, where no guess makes more than k parts.

Two guesses leave k * k parts at most, so few guesses are ruled out before the third. In p6c6r, 100 candidates with
k = 6 take minutes.
"""
ALWAYS_EASY = 72  # so many candidates are searched exactly without counting parts


@dataclass(frozen=True)
class NearWorker:
    """What one thread works with."""

    solver: PositionSolver
    blocks: ReplyBlocks

    def fork(self) -> NearWorker:
        """The same for another thread."""
        return NearWorker(self.solver.fork(), self.blocks.fork())

    def stop(self) -> None:
        """Make the work raise StoppedError soon."""
        self.solver.stop()


@dataclass(frozen=True)
class _Part:
    """A part that a guess leaves, and what it costs at least."""

    reply: int
    candidates: Candidates
    bound: Vector


class NearSearch:
    """Near-optimal trees of one problem, which `search` states. The game search needs no scheduler for this."""

    def __init__(
        self,
        search: GameSearch,
        effort: Effort,
        pool: Pool[NearWorker],
        options: SearchOptions,
        results: Store | None = None,
    ) -> None:
        """`results` keeps the values of positions by this effort, by `Permitted.name`; by default the game search's."""
        self.search, self.effort, self.pool, self.options = search, effort, pool, options
        self._lock = Lock()
        self._promising = PromisingGuesses(search)
        self.results = search.store.of_effort(repr(effort)) if results is None else results
        self.quick = self.make_quick() if effort.kept else None  # finds the quick costs
        self._first_guess = -1  # of the best tree, once there is one
        self._searched = set[History]()  # below these, costs are those of the exact search, whatever `results` has

    def run(self, firsts: Sequence[int], cutoff: Vector, on_better: Callable[[Vector], None]) -> list[int]:
        """Find the effort's tree, if it costs less than `cutoff`. `policy` grows it.

        `firsts` are the first guesses that the smallest effort found best, in this order; this effort tries some of
        them. Without any, as the smallest effort, it tries more, and returns those that later ones should try.

        `on_better` is called with the cost of a tree whenever a better one than before is found; from then on `policy`
        grows that one. Raises StoppedError when a worker was stopped. Ctrl-C stops it within a second.
        """
        everything, worker = self.search.game.everything, self.pool.owned[0]
        if self.search.first is None and self._is_exact(everything, 1):
            result = self.pool.run(lambda: self.search.search_compiled(everything, (), cutoff, None, worker.solver))
            if result.exact:
                on_better(result.value)
            return []
        tried = firsts[: self.effort.first] or self._promising.firsts(worker.blocks, self.effort.firsts)
        costs = dict[int, Vector]()
        for guess in tried:
            most = cutoff if firsts else self.search.infinite
            costs[guess] = self.pool.run(partial(self._first, guess, most))
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
        """Make what `run` does in other threads raise StoppedError soon."""
        for worker in self.pool.owned:
            worker.stop()

    def policy(self, candidates: Candidates, history: History) -> int:
        """The guess of the tree that `run` found: a Policy. Ask it for a position before those below."""
        if not history and self._first_guess >= 0:
            return self._first_guess
        below = history[:-1] in self._searched
        known = None if below else self.results.get(self.search.permitted.name(candidates, history))
        if known is None and history and not below and not self._is_exact(candidates, len(history) + 1):
            raise contradiction("a position of the best tree has no value")
        if known is None or not known.exact or not known.history:  # a result of the compiled search has no history
            self._searched.add(history)
        return known.guess if known and known.exact else self.search.solver.policy(candidates, history)

    def _first(self, guess: int, cutoff: Vector) -> Vector:
        """The cost of a first guess, or a lower bound not below `cutoff`.

        The second guesses of all its parts are tried side by side, those of the largest part first.
        """
        total, parts = self._parts(self.search.game.everything, 1, guess)
        if total >= cutoff:
            return total
        slack, largest_first = minus(cutoff, total), parts[::-1]

        def open_part(worker: NearWorker, part: _Part) -> Result | NearNode:
            return self._open(part.candidates, ((guess, part.reply),), plus(part.bound, slack), worker)

        opened = self.pool.map(open_part, largest_first)
        self._try_nodes([node for node in opened if isinstance(node, NearNode)], guess)
        for part, node in zip(largest_first, opened, strict=True):
            result = self._close(node) if isinstance(node, NearNode) else node
            total = plus(minus(total, part.bound), result.value)
        return total

    def _try_nodes(self, nodes: list[NearNode], guess: int) -> None:
        """Try the guesses of all parts of a first guess side by side: all of them quickly, then those that are kept."""
        lists = self._shortlists(nodes)
        quick, done = _options(lists), 0
        tasks = len(quick) + len(_options(nodes)) - sum(len(some.options) - some.kept for some in lists)

        def note() -> None:
            nonlocal done
            with self._lock:
                done += 1
                if self.options.progress:
                    self.options.progress(Step((), guess, done, tasks, None, None))

        if self.quick is not None:
            self.quick.try_all(quick, note)
        for shortlist in lists:
            shortlist.narrow()
        whole = _options(nodes)
        tasks = len(quick) + len(whole)  # more than before where few quick trees keep a depth limit
        self.try_all(whole, note)

    def make_quick(self) -> NearSearch:
        """A search that finds the quick costs, in the same threads."""
        return NearSearch(self.search, self.effort.quick, self.pool, self.options)

    def _shortlists(self, nodes: list[NearNode]) -> list[Shortlist]:
        """What finds the guesses that are tried with this effort, for the nodes where these are not all."""
        kept = self.effort.kept
        return [Shortlist(node, kept, self.search.infinite) for node in nodes if 0 < kept < len(node.options)]

    def try_all(self, tasks: list[tuple[OpenNode, int]], note: Callable[[], None]) -> None:
        """Try options of nodes, each by its node and its index there, side by side. `note` is called after each."""

        def work(worker: NearWorker, task: tuple[OpenNode, int]) -> None:
            self._option(*task, worker)
            note()

        self.pool.map(work, tasks)

    def position(self, candidates: Candidates, history: History, cutoff: Vector, worker: NearWorker) -> Result:
        """The value of a position by this effort and its guess, or a lower bound of that value not below `cutoff`."""
        node = self._open(candidates, history, cutoff, worker)
        if isinstance(node, Result):
            return node
        for shortlist in self._shortlists([node]):
            if self.quick is not None:
                self.quick.try_each(shortlist, worker)
            shortlist.narrow()
        self.try_each(node, worker)
        return self._close(node)

    def try_each(self, node: OpenNode, worker: NearWorker) -> None:
        """Try the options of a node one after the other."""
        for index in range(len(node.options)):
            self._option(node, index, worker)

    def _open(self, candidates: Candidates, history: History, cutoff: Vector, worker: NearWorker) -> Result | NearNode:
        """`position` where no guess need be tried, or the guesses to try there.

        Each of these has a value that does not depend on when it is tried, and the node keeps the first of the best.
        """
        search, depth = self.search, len(history) + 1
        exact = self._is_exact(candidates, depth)
        if exact and self._is_always_easy(candidates):
            return search.search_compiled(candidates, history, cutoff, None, worker.solver)
        worker.solver.check_stop()
        known = self.results.get(search.permitted.name(candidates, history))
        if known is not None and (known.exact or known.value >= cutoff):
            return known
        wanted = self.effort.guesses(depth)
        guesses, most_parts = self._promising.choose(candidates, history, worker.blocks, wanted)
        easy = EASY_SQUARES * most_parts**2  # parts have this limit too, though guesses may make fewer parts of them
        if exact and len(candidates) <= easy:
            return search.search_compiled(candidates, history, cutoff, None, worker.solver)
        small = min(self.effort.parts, easy) if depth >= search.compiled_from else 0
        best = Result(cutoff)
        if compiled := sorted(guess for guess, largest in guesses if largest <= small):
            only = np.array(compiled, np.int32)
            best = search.search_compiled(candidates, history, cutoff, only, worker.solver, complete=False)
        return NearNode(candidates, history, best, [guess for guess, largest in guesses if largest > small])

    def _close(self, node: NearNode) -> Result:
        """The value of a position whose guesses have all been tried."""
        return self.results.put(self.search.permitted.name(node.candidates, node.history), node.result())

    def _option(self, node: OpenNode, index: int, worker: NearWorker) -> None:
        """Try a guess: report its cost by this effort, or a lower bound of it not below its cutoff."""
        guess, cutoff = node.options[index][1], partial(node.cutoff, index)
        node.report(index, self.option(node.candidates, node.history, guess, cutoff, worker))

    def option(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        cutoff: Callable[[], Vector],
        worker: NearWorker,
        on_bound: Callable[[Vector], None] = lambda bound: None,
    ) -> Vector:
        """The cost of a guess by this effort, or a lower bound of it not below `cutoff`, which may fall meanwhile.

        `on_bound` is called with the lower bound of the guess whenever it has grown.
        """
        total, parts = self._parts(candidates, len(history) + 1, guess)
        for part in parts:
            on_bound(total)
            if total >= (least := cutoff()):
                break
            most = plus(minus(least, total), part.bound)
            result = self.position(part.candidates, (*history, (guess, part.reply)), most, worker)
            total = plus(minus(total, part.bound), result.value)
        return total

    def _parts(self, candidates: Candidates, depth: int, guess: int) -> tuple[Vector, list[_Part]]:
        """The lower bound of a guess, and the parts that go on, small ones first."""
        bounds, win = self.search.bounds, self.search.replies.win
        total, parts = bounds.asked(guess, candidates), list[_Part]()
        for reply, part in partition(self.search.replies, guess, candidates):
            if reply == win:
                total = plus(total, bounds.solved(depth, int(part[0])))
                continue
            bound = bounds.part(depth + 1, reply, part)
            total = plus(total, bound)
            parts.append(_Part(reply, part, bound))
        return total, sorted(parts, key=lambda part: (len(part.candidates), part.reply))

    def _is_exact(self, candidates: Candidates, depth: int) -> bool:
        small = len(candidates) <= self.effort.exact or self.search.replies.game.identified(candidates)
        return small and depth >= self.search.compiled_from

    def _is_always_easy(self, candidates: Candidates) -> bool:
        """Whether few candidates are searched exactly, uncounted; a small game, with few guesses, always is."""
        small = len(candidates) <= ALWAYS_EASY or not self.effort.parts
        return small or self.search.replies.game.identified(candidates)


def _options(nodes: Sequence[OpenNode]) -> list[tuple[OpenNode, int]]:
    """The options of nodes, each by its node and its index there."""
    return [(node, index) for node in nodes for index in range(len(node.options))]
