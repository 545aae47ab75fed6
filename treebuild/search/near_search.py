"""One pass of the near-optimal search: at large positions the best of a few promising guesses, below them exact search.

The search begins in `near.solve`, which makes pass after pass.

A position of few candidates is searched exactly, unless it is hard, see EASY_SQUARES. At another one, guesses are
taken in turn from two lists: one begins with those of most information (entropy of the parts), the other with those
that make the most parts. Of guesses whose
parts have the same sizes only the first is taken. An effort says how many of these are tried. Where all parts of a
guess are small, the compiled search tries it. Other guesses are tried one after the other, each by going on in the same
way with its parts, and given up when its cost reaches that of the incumbent.

The tree depends on the effort alone, and not on the number of threads: what a guess costs does not depend on when it is
tried, and of guesses that cost as little, the first wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import partition
from treebuild.search.bounds import Vector
from treebuild.search.game_search import GameSearch
from treebuild.search.greedy import SCORES, RuledScore, logarithms
from treebuild.search.open_node import OpenNode
from treebuild.search.option_bounds import minus, plus
from treebuild.search.parallel.options import SearchOptions, Step
from treebuild.search.parallel.threads import Pool
from treebuild.search.reply_blocks import ReplyBlocks
from treebuild.search.solver import PositionSolver
from treebuild.search.store.memory import Result, Store

TIE_RULE = (
    "small positions as the exact search; above, of equally good guesses the first, by entropy and by number of parts "
    "in turn, candidates before others, then index"
)
FIRSTS = 12  # first guesses that the smallest effort tries
FIRST_BITS = 0.9  # of the most information that a first guess gives: one that gives less is not tried
FIRST_SLACK = 3  # thousandths by which a first guess may cost more than the best one, for larger efforts to try it
EASY_SQUARES = 2
"""A position is hard when it has more than so many times k * k candidates, where no guess makes more than k parts.

Two guesses leave k * k parts at most, so few guesses are ruled out before the third. In p6c6r, 100 candidates with
k = 6 take minutes.
"""
ALWAYS_EASY = 72  # so many candidates are searched exactly without counting parts
_FIRST_LOOK = 4  # times as many guesses as are wanted are looked at first, since many make parts of the same sizes
_Shape: TypeAlias = tuple[bool, bytes]  # of a guess: whether it is no candidate, and the sizes of its parts, sorted


@dataclass(frozen=True)
class Effort:
    """How much is tried.

    exact                 positions of so many candidates or fewer are searched exactly, unless they are hard
    parts                 guesses whose parts have so many candidates or fewer are left to the compiled search, likewise
    first, second, later  so many guesses are tried at a larger position, by the depth of the guess; of first guesses
                          the smallest effort tries more, see `firsts`, and larger ones those that it found best
    steps                 so many positions are expanded for the lower bound, those of smaller efforts included
    firsts                first guesses that the smallest effort tries
    work                  the exact search before the pass may do so much, see `LimitedExact.run`
    """

    exact: int
    parts: int
    first: int
    second: int
    later: int
    steps: int
    firsts: int = FIRSTS
    work: int = 0

    def guesses(self, depth: int) -> int:
        """The number of guesses that are tried at a position whose next guess is at this depth."""
        return (self.first, self.second)[depth - 1] if depth < 3 else self.later


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


class NearNode(OpenNode):
    """A position whose guesses are tried, after the compiled search has tried some others: `best` is what it found."""

    def __init__(self, candidates: Candidates, history: History, best: Result, guesses: list[int]) -> None:
        super().__init__(candidates, history, best.value, [(best.value, guess) for guess in guesses])
        self._best = best

    def result(self) -> Result:
        """The value of the position, once all are tried."""
        return self._best if self.incumbent is None else super().result()


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
        """`results` keeps the values of positions by this effort, by `Permitted.name`; by default a new one."""
        self.search, self.effort, self.pool, self.progress = search, effort, pool, options.progress
        self._lock = Lock()
        self._logarithms = logarithms(len(search.game.everything))
        game = search.replies.game
        by_gain = ("entropy", "parts") if game.costs or game.guesses == "identify" else ()
        self._gains = [RuledScore(search.replies, SCORES[name]) for name in by_gain]
        self.results = Store() if results is None else results
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
        tried = firsts[: self.effort.first] or self._promising_firsts(worker)
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

    def _promising_firsts(self, worker: NearWorker) -> list[int]:
        """The first guesses that the smallest effort tries: `firsts` at most, all with much information."""
        everything = self.search.game.everything
        promising, _ = self._promising(everything, (), worker, self.effort.firsts)
        guesses = [guess for guess, _ in promising]
        if self._gains:  # a dear guess may lead to the best tree
            return guesses
        ascending = sorted(guesses)
        information, _ = self._scores(np.array(ascending, np.int32), everything, worker)
        whole = int(self._logarithms[len(everything)])
        bits = {guess: whole - some for guess, some in zip(ascending, information.tolist(), strict=True)}
        most = max(bits.values())
        return [guess for guess in guesses if bits[guess] >= FIRST_BITS * most]

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
        tasks = [(node, index) for node in opened if isinstance(node, NearNode) for index in range(len(node.options))]
        done = 0

        def note() -> None:
            nonlocal done
            with self._lock:
                done += 1
                if self.progress:
                    self.progress(Step((), guess, done, len(tasks), None, None))

        self._try_all(tasks, note)
        for part, node in zip(largest_first, opened, strict=True):
            result = self._close(node) if isinstance(node, NearNode) else node
            total = plus(minus(total, part.bound), result.value)
        return total

    def _try_all(self, tasks: list[tuple[NearNode, int]], note: Callable[[], None]) -> None:
        """Try options of nodes, each by its node and its index there, side by side. `note` is called after each."""

        def work(worker: NearWorker, task: tuple[NearNode, int]) -> None:
            self._option(*task, worker)
            note()

        self.pool.map(work, tasks)

    def position(self, candidates: Candidates, history: History, cutoff: Vector, worker: NearWorker) -> Result:
        """The value of a position by this effort and its guess, or a lower bound of that value not below `cutoff`."""
        node = self._open(candidates, history, cutoff, worker)
        if isinstance(node, Result):
            return node
        for index in range(len(node.options)):
            self._option(node, index, worker)
        return self._close(node)

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
        guesses, most_parts = self._promising(candidates, history, worker)
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

    def _option(self, node: NearNode, index: int, worker: NearWorker) -> None:
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

    def _promising(
        self, candidates: Candidates, history: History, worker: NearWorker, wanted: int = 0
    ) -> tuple[list[tuple[int, int]], int]:
        """The guesses to try, from both lists in turn, each with the size of its largest part.

        They are as many as are `wanted`, or as the effort says. Then the most parts that a guess makes; where guesses
        are sorted by what they gain for their cost, the most that one could make.
        """
        guesses = self.search.tried_guesses(candidates, history)
        if len(guesses) == len(self.search.replies.game.codes) and worker.blocks.has_orbits and not self._gains:
            # Images make parts of the same sizes: only the lowest of them would be taken.
            guesses = np.flatnonzero(worker.blocks.orbits(candidates) == guesses).astype(np.int32)
        is_candidate = np.zeros(len(self.search.game.everything) + 1, np.bool_)  # the last is for codes of no secret
        is_candidate[candidates] = True
        other = ~is_candidate[self.search.replies.secret_of[guesses]]
        information, parts = self._scores(guesses, candidates, worker)
        lists = np.lexsort((guesses, other, information)), np.lexsort((guesses, other, information, parts))
        wanted = wanted or self.effort.guesses(len(history) + 1)
        chosen, shapes = list[tuple[int, int]](), set[_Shape]()
        waiting = [self._telling(guesses[order], other[order], candidates, wanted, worker) for order in lists]
        while waiting and len(chosen) < wanted:
            following = waiting.pop(0)
            for guess, largest, shape in following:
                if shape not in shapes:
                    shapes.add(shape)
                    chosen.append((guess, largest))
                    waiting.append(following)
                    break
        most_parts = self.search.replies.count if self._gains else -int(parts.min())
        return chosen, most_parts

    def _scores(
        self, guesses: NDArray[np.int32], candidates: Candidates, worker: NearWorker
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Of each guess the sum of n ln n over its parts, and their number, below 0: the smaller the better.

        The smaller the sum, the more information. Where guesses have costs, or only tests are permitted, information
        goes by weight, and both are what a guess gains for its cost, below 0.
        """
        if self._gains:
            sizes = worker.blocks.sizes(guesses, candidates)
            by_entropy, by_parts = (
                -gain.gains(guesses, candidates, gain.values(guesses, candidates, sizes)) for gain in self._gains
            )
            return by_entropy, by_parts
        information, parts = worker.blocks.sums(self._logarithms, guesses, candidates)
        return information, -parts

    def _telling(
        self,
        guesses: NDArray[np.int32],
        other: NDArray[np.bool_],
        candidates: Candidates,
        wanted: int,
        worker: NearWorker,
    ) -> Iterator[tuple[int, int, _Shape]]:
        """The guesses that tell something, in this order, each with the size of its largest part and its shape."""
        replies, start, block = self.search.replies, 0, _FIRST_LOOK * wanted
        while start < len(guesses):
            some = guesses[start : start + block]
            ascending = np.argsort(some, kind="stable")
            counted = worker.blocks.sizes(some[ascending], candidates)
            sizes, telling = np.empty_like(counted), np.empty(len(some), np.bool_)
            sizes[ascending] = np.sort(counted, axis=1)
            telling[ascending] = (counted.max(axis=1) < len(candidates)) | (counted[:, replies.win] > 0)
            for row, tells, guess in zip(sizes, telling.tolist(), some.tolist(), strict=True):
                if tells:
                    shape = str(guess).encode() if self._gains else row.tobytes()  # of equal sizes one may cost less
                    yield guess, int(row[-1]), (bool(other[start]), shape)
                start += 1
            block *= 2
