"""A lower bound of the cost of every tree of a game, for `near`, by a best-first AND/OR search.

It begins with a bound of every part, which needs only the size of the part and its reply (FILL in `bounds`, REACH in
`reach`), and searches to raise it.

A position costs at least as much as the option there with the smallest lower bound. An option costs at least the sum of
the lower bounds of its parts. A step goes from the root to the option with the smallest bound, since no other can raise
the bound of the position, on to one of its parts, and so on, until it meets a position that it can expand: a small
position is searched exactly; at a large one the bounds of all its options are worked out. Then the bounds on the way
back rise, and go into the store of the problem, from which later searches take them. So after any number of steps
the bound of the root is one, and when nothing is left to expand on the way it is the smallest cost.

Nodes of AND/OR search and the choice of what to expand next: Nilsson, Principles of Artificial Intelligence, 1980, 3.2.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce
from heapq import heapify, heapreplace
from time import perf_counter

from treebuild.game.positions import Candidates, History
from treebuild.search.bounds.of_parts import OptionBounds
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.goal.vectors import Vector, minus, plus
from treebuild.search.store.results import MIN_STORED_SECONDS, Result
from treebuild.search.walk.problem import Problem


@dataclass
class _Position:
    """A position (an OR node). `options` is a heap by lower bound once it is expanded. The store has it by its name."""

    name: object
    candidates: Candidates
    history: History
    bound: Vector
    settled: bool = False  # whether the bound is the smallest cost
    steps: int = 0  # that went through this position
    options: list[_Option] = field(default_factory=list)


@dataclass
class _Option:
    """A guess at a position (an AND node). Its parts are made when a step first comes here.

    `solved` is the cost of the secret that the guess itself solves, if any.
    """

    bound: Vector
    guess: int
    solved: Vector = ()
    parts: list[_Position] | None = None

    def __lt__(self, other: _Option) -> bool:
        return (self.bound, self.guess) < (other.bound, other.guess)


class LowerBound:
    """A lower bound of a game's trees, which `step` raises. One thread at a time may use it."""

    def __init__(self, problem: Problem, blocks: ReplyBlocks, exact: int, bounds: OptionBounds) -> None:
        """Positions of at most `exact` candidates are searched exactly.

        `bounds` are those of parts that no step has come to: those of the search, or stronger ones.
        """
        self.problem, self.blocks, self.exact, self.bounds = problem, blocks, exact, bounds
        self._steps = 0
        everything, name = problem.game.everything, problem.position_name(())
        bound = bounds.whole(everything)
        known = None if problem.first is not None else problem.store.get(name)
        self.root = _Position(name, everything, (), bound if known is None else max(bound, known.value))
        self._positions: dict[object, _Position] = {}

    @property
    def bound(self) -> Vector:
        """No tree costs less."""
        return self.root.bound

    def raise_to(self, enough: Vector, steps: int) -> None:
        """Go on until so many positions have been expanded in all, each where it helps most.

        Fewer are expanded if the bound is `enough` then. Raises StoppedError when the solver was told to stop.
        """
        while self._steps < steps and not self.root.settled and self.root.bound < enough:
            self.problem.solver.check_stop()
            self._raise(self.root)
            self._steps += 1

    def settle(self, bound: Vector) -> None:
        """Note what another search of the whole game has found: no tree costs less."""
        self.root.bound, self.root.settled = bound, True

    def keep(self) -> None:
        """Keep the bound of the whole game in the store, in its file too, however short the last step took."""
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
        if not position.options:
            self._expand(position)
            return
        option = position.options[0]
        parts = option.parts if option.parts is not None else self._make_parts(position, option)
        # A part may have turned out to be impossible below another option; its bound cannot rise.
        waiting = [part for part in parts if not part.settled and part.bound < self.problem.infinite]
        if waiting:
            self._raise(max(waiting, key=lambda part: len(part.candidates) / (1 + part.steps)))
        option.bound = reduce(plus, (part.bound for part in parts), option.solved)
        heapreplace(position.options, option)
        position.bound = max(position.bound, position.options[0].bound)
        best = position.options[0]
        position.settled = best.parts is not None and all(part.settled for part in best.parts)

    def _expand(self, position: _Position) -> None:
        """Search a small position exactly; work out the bounds of all options of a large one."""
        problem, candidates, depth = self.problem, position.candidates, len(position.history) + 1
        known = problem.known(position.name) if position.history else None
        if known is not None:
            position.bound, position.settled = known.value, True
            return
        small = len(candidates) <= self.exact or problem.replies.game.conditions.identified(candidates)
        if small and depth >= problem.compiled_from:
            start = perf_counter()
            result = problem.search_compiled(candidates, position.history, problem.infinite, None, problem.solver)
            problem.store.put(position.name, replace(result, history=position.history), perf_counter() - start)
            position.bound, position.settled = result.value, True
            return
        guesses = problem.all_guesses(candidates, position.history)
        position.options = [
            _Option(*pair) for pair in self.bounds.ordered(candidates, depth, guesses, self.blocks.sizes)
        ]
        heapify(position.options)
        position.bound = max(position.bound, position.options[0].bound)

    def _make_parts(self, position: _Position, option: _Option) -> list[_Position]:
        """The positions that an option leads to. Images of one position are one node."""
        total, parts = self.problem.known_parts(position.candidates, position.history, option.guess, self.bounds)
        option.solved = reduce(minus, (part.bound for part in parts), total)
        option.parts = []
        for part in parts:
            node = _Position(part.name, part.candidates, part.history, part.bound)
            option.parts.append(self._positions.setdefault(part.name, node))
        return option.parts
