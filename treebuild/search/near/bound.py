"""A lower bound of the cost of every tree of a game, for `near`, by a best-first AND/OR search.

Every part has a first bound, which needs only the size of the part and its reply (FILL in `bounds.prunings`, REACH in
`bounds.reach`). The search raises these bounds. A first way to do so is SCAN (`bounds.supersets`): one scan of all
guesses of a part.

A position costs at least as much as the option there with the smallest lower bound. An option costs at least the sum of
the lower bounds of its parts. A step goes from the root to the option with the smallest bound, since no other option
can raise the bound of the position, on to one of its parts, and so on, until it comes to a position that is not
expanded. This position it expands: it searches a small one exactly, and of a large one it computes the bounds of all
options. Then it raises the bounds on the way back, and puts them into the store of the problem, where later searches
find them. Before it makes the parts of an option, it scans them. It does so for several options at a time, shared
among threads, and scans no more parts of an option once its bound is as large as that of another option whose parts are
scanned. So the bound of the root is a lower bound after any number of steps. When nothing is left to expand on the
way, it is the smallest cost.

Nodes of AND/OR search and the choice of what to expand next: Nilsson, Principles of Artificial Intelligence, 1980, 3.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from heapq import heappop, heappush
from math import inf
from time import monotonic, perf_counter

import numpy as np

from treebuild.game.positions import Candidates, History
from treebuild.search.bounds.of_parts import OptionBounds
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.goal.vectors import Vector, minus, plus
from treebuild.search.near.scans import Scans
from treebuild.search.store.results import MIN_STORED_SECONDS, Result
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.threads import Pool
from treebuild.search.walk.walk import LocalWorker

TOGETHER = 16  # options that threads scan side by side; any number of threads scans the same ones
EXPANDED_AS = 1 << 14  # to bound one option by sizes counts as many pairs as a scan looks at in that time
SEARCHED_AS = 16  # a position that is searched exactly counts as this many scans
WORTH_SCANNING = 64  # options are scanned if all together count as many scans as may still be made, times this, or less


@dataclass(slots=True)
class _Position:
    """A position (an OR node). It has no `options` until it is expanded."""

    name: object
    candidates: Candidates
    history: History
    bound: Vector
    settled: bool = False  # whether the bound is the smallest cost
    steps: int = 0  # how many steps went through this position
    options: _Options | None = None


@dataclass(slots=True)
class _Option:
    """A guess at a position (an AND node). Its parts are made when a step comes here, again after it was scanned.

    `solved` is the cost of the guess without its parts: of asking it, and of solving the secret that it names, if any.
    """

    bound: Vector
    guess: int
    rank: int  # the place of the guess by its first bound
    scanned: bool = False
    solved: Vector = ()
    parts: list[_Position] | None = None

    @property
    def place(self) -> tuple[Vector, int]:
        """By what options are ordered."""
        return self.bound, self.rank

    def __lt__(self, other: _Option) -> bool:
        return self.place < other.place


class _Options:
    """The options of a position, by lower bound. One is made when no other has a smaller bound: most never are."""

    def __init__(self, ordered: Sequence[tuple[Vector, int]]) -> None:
        """`ordered` has the lower bound and the guess of each option, the smallest bound first."""
        one = dict[Vector, Vector]()  # of equal vectors; thousands of positions have thousands of options
        self._bounds = [one.setdefault(bound, bound) for bound, _ in ordered]
        self._guesses = np.array([guess for _, guess in ordered], np.int32)
        self._heap, self._made = list[_Option](), 0

    def __len__(self) -> int:
        return len(self._heap) + len(self._bounds) - self._made

    @property
    def least(self) -> _Option:
        """The option with the smallest bound."""
        rank = self._made
        while rank < len(self._bounds) and (not self._heap or (self._bounds[rank], rank) < self._heap[0].place):
            heappush(self._heap, _Option(self._bounds[rank], int(self._guesses[rank]), rank))
            self._made = rank = rank + 1
        return self._heap[0]

    def pop(self) -> _Option:
        """Take away the option with the smallest bound."""
        assert self.least
        return heappop(self._heap)

    def push(self, option: _Option) -> None:
        """Put back an option."""
        heappush(self._heap, option)

    @property
    def scanned(self) -> Iterator[_Option]:
        """The options whose parts are scanned."""
        return (option for option in self._heap if option.scanned)


class LowerBound:
    """A lower bound of the cost of a game's trees, which `raise_to` raises. One thread at a time may use it."""

    def __init__(
        self,
        problem: Problem,
        blocks: ReplyBlocks,
        exact: int,
        bounds: OptionBounds,
        scanners: Pool[LocalWorker] | None = None,
    ) -> None:
        """The bound without any step.

        blocks    the replies, for this thread alone
        exact     the search is exact at positions of at most this many candidates
        bounds    the first bounds of parts: those of the search, or stronger ones
        scanners  threads that scan parts; without them, or where SCAN does not hold, no part is scanned
        """
        self.problem, self.blocks, self.exact, self.bounds = problem, blocks, exact, bounds
        self._scanners = scanners if Scans.hold(problem.replies.game) else None
        self._steps, self._pairs, self._left = 0, 0, 0.0
        everything, name = problem.game.everything, problem.position_name(())
        bound = bounds.whole(everything)
        known = None if problem.first is not None else problem.store.get(name)
        self.root = _Position(name, everything, (), bound if known is None else max(bound, known.value))
        self._positions: dict[object, _Position] = {}

    @property
    def bound(self) -> Vector:
        """No tree costs less."""
        return self.root.bound

    @cached_property
    def _scans(self) -> Scans:
        return Scans(self.problem, self.bounds)

    def raise_to(
        self, enough: Vector, steps: int, seconds: float = 0.0, after_step: Callable[[], None] = lambda: None
    ) -> None:
        """Raise the bound where it helps most, until it is `enough` or the smallest cost.

        End earlier when all calls together have expanded `steps` positions and, where parts are scanned, have looked at
        `steps` times as many pairs of a guess and a candidate as the game has; but not before this call has taken
        `seconds`. `after_step` is called after every step. Raises StoppedError when a solver was told to stop.
        """
        end, pairs = monotonic() + seconds, 0 if self._scanners is None else steps * self._pairs_of(self.root)
        while not self.root.settled and self.root.bound < enough:
            self._left = inf if monotonic() < end else pairs - self._pairs
            if self._left <= 0 and self._steps >= steps:
                break
            self.problem.solver.check_stop()
            self._raise(self.root)
            after_step()

    def settle(self, bound: Vector) -> None:
        """Note that another search of the whole game has found this bound to be the smallest cost."""
        self.root.bound, self.root.settled = bound, True

    def keep(self) -> None:
        """Keep the bound of the whole game in the store, and in its file even if the last step took little time."""
        if self.problem.first is None:
            self.problem.store.put(self.root.name, Result(self.bound), MIN_STORED_SECONDS)

    def _raise(self, position: _Position) -> None:
        """Expand the position, or a position below it, and raise the bounds on the way."""
        start, before = perf_counter(), position.bound
        self._step(position)
        if position.bound > before and (position.history or self.problem.first is None):
            self.problem.store.put(position.name, Result(position.bound), perf_counter() - start)

    def _step(self, position: _Position) -> None:
        position.steps += 1
        options = position.options
        if options is None:
            self._expand(position)
            return
        if not options.least.scanned and self._may_scan(position, options):
            self._scan_options(position, options)
            position.bound = max(position.bound, options.least.bound)
            return
        option = options.pop()
        parts = option.parts if option.parts is not None else self._make_parts(position, option)
        # If a step below another option found that no tree of a part keeps the limit, its bound cannot rise.
        waiting = [part for part in parts if not part.settled and part.bound < self.problem.infinite]
        try:
            if waiting:
                self._raise(max(waiting, key=lambda part: len(part.candidates) / (1 + part.steps)))
            option.bound = max(option.bound, reduce(plus, (part.bound for part in parts), option.solved))
        finally:
            options.push(option)
        position.bound = max(position.bound, options.least.bound)
        # Another option may have become the best, whose bound is older than those of its parts: a step there renews it.
        position.settled = options.least is option and all(part.settled for part in parts)

    def _pairs_of(self, position: _Position) -> int:
        """The pairs of a guess and a candidate that a scan of the parts of one option looks at."""
        return len(position.candidates) * len(self.problem.replies.game.codes)

    def _may_scan(self, position: _Position, options: _Options) -> bool:
        """Whether enough options of a position may be scanned to raise its bound."""
        return self._scanners is not None and (self._pairs_of(position) * len(options) <= WORTH_SCANNING * self._left)

    def _scan_options(self, position: _Position, options: _Options) -> None:
        """Raise the bounds of the options with the smallest bounds by scans of their parts."""
        assert self._scanners is not None
        together, scans = list[_Option](), self._scans
        enough = min((option.bound for option in options.scanned), default=self.problem.infinite)

        def scan(worker: LocalWorker, option: _Option) -> None:
            total, parts = self.problem.parts(position.candidates, position.history, option.guess, self.bounds)
            total = scans.raised(total, parts, enough, worker)
            option.bound, option.scanned, option.parts = max(option.bound, total), True, None

        while len(options) and not options.least.scanned and len(together) < TOGETHER:
            together.append(options.pop())
        try:
            self._scanners.map(scan, together)
        finally:  # a stop leaves some with the bounds that they had
            for option in together:
                options.push(option)
        self._pairs += len(together) * self._pairs_of(position)

    def _expand(self, position: _Position) -> None:
        """Search a small position exactly, or compute the bounds of all options of a large one."""
        problem, candidates, depth = self.problem, position.candidates, len(position.history) + 1
        self._steps += 1
        known = problem.known(position.name) if position.history else None
        if known is not None:
            position.bound, position.settled = known.value, True
            return
        small = len(candidates) <= self.exact or problem.replies.game.conditions.identified(candidates)
        if small and depth >= problem.compiled_from:
            self._pairs += SEARCHED_AS * self._pairs_of(position)
            start = perf_counter()
            result = problem.search_compiled(candidates, position.history, problem.infinite, None, problem.solver)
            problem.store.put(position.name, replace(result, history=position.history), perf_counter() - start)
            position.bound, position.settled = result.value, True
            return
        guesses = problem.all_guesses(candidates, position.history)
        self._pairs += EXPANDED_AS * len(guesses)
        ordered = self.bounds.ordered(candidates, depth, guesses, self.blocks.sizes)
        position.options = _Options(ordered)
        position.bound = max(position.bound, position.options.least.bound)

    def _make_parts(self, position: _Position, option: _Option) -> list[_Position]:
        """The positions that an option leads to. Images of one position are one node."""
        total, parts = self.problem.known_parts(position.candidates, position.history, option.guess, self.bounds)
        option.solved = reduce(minus, (part.bound for part in parts), total)
        option.parts = []
        for part in parts:
            bound = self._scans.bound(part, self.problem.solver, self.blocks.sizes) if option.scanned else part.bound
            node = _Position(part.name, part.candidates, part.history, bound)
            node = self._positions.setdefault(part.name, node)
            node.bound = node.bound if node.settled else max(node.bound, bound)
            option.parts.append(node)
        return option.parts
