"""Near-optimal trees: at large positions the best of a few promising guesses, at small ones the exact search.

A position of few candidates is searched exactly. At a larger one, guesses are ordered by the sum of their squared part
sizes, and of guesses that make parts of the same sizes the first is taken. The few best of these are tried, each by
going on in the same way with its parts, and given up when its cost reaches that of the incumbent. An effort says how
few. The tree depends on the effort alone: the incumbent is the first, in this order, of the guesses that cost least.

`near_bound` has the lower bound that says how far from the optimum the tree can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.positions import Candidates, History
from treebuild.game.replies import Replies, part_sizes
from treebuild.search.allowed import Source
from treebuild.search.bounds import Vector
from treebuild.search.game_search import GameSearch, Part
from treebuild.search.near_bound import LowerBound
from treebuild.search.objective import Objective
from treebuild.search.option_bounds import MAX_SIZES, minus, plus
from treebuild.search.parallel.options import SearchOptions, Step
from treebuild.search.parallel.threads import Pool
from treebuild.search.prepared import PreparedGame
from treebuild.search.solver import Solver
from treebuild.search.store.memory import Result
from treebuild.tree.policy import Policy

TIE_RULE = (
    "below the effort's number of candidates as the exact search; above, of equally good guesses the first by sum of "
    "squared part sizes, candidates before others, then index"
)


@dataclass(frozen=True)
class Effort:
    """How much is tried.

    exact                 positions of so many candidates or fewer are searched exactly
    first, second, later  so many guesses are tried at a larger position, by the depth of the guess
    steps                 so many positions are expanded for the lower bound
    """

    exact: int
    first: int
    second: int
    later: int
    steps: int

    def guesses(self, depth: int) -> int:
        """The number of guesses that are tried at a position whose next guess is at this depth."""
        return (self.first, self.second)[depth - 1] if depth < 3 else self.later


EFFORTS = {
    1: Effort(100, 1, 1, 1, 8),
    2: Effort(150, 1, 3, 2, 16),
    3: Effort(150, 2, 8, 4, 32),
    4: Effort(200, 2, 12, 6, 64),
    5: Effort(300, 3, 15, 8, 128),
    6: Effort(400, 3, 20, 10, 256),
    7: Effort(500, 4, 30, 15, 512),
    8: Effort(700, 5, 45, 20, 1024),
    9: Effort(1000, 6, 60, 30, 2048),
}


@dataclass(frozen=True)
class NearSolution:
    """A near-optimal tree: what it costs, what every tree costs at least, that in words, and a policy that grows it."""

    cost: Vector
    bound: Vector
    searched: str
    policy: Policy


def solve(
    replies: Replies,
    objective: Objective,
    effort: int,
    *,
    plan: Sequence[Source] = (Source.ALL,),
    first: int | None = None,
    options: SearchOptions | None = None,
) -> NearSolution:
    """The tree of an effort from 1 to 9, and a lower bound. Both are the same for any number of threads.

    `plan` and `first` as for `exact.solve`. Raises TreebuildError for another effort, for an objective with `deepest`,
    when the effort finds no tree that keeps the depth limit, and when the costs do not fit the compiled search. Ctrl-C
    stops within a second.
    """
    if effort not in EFFORTS:
        raise TreebuildError(f"no effort {effort}: expected a number from 1 to {max(EFFORTS)}")
    if objective.needs_depth:
        raise TreebuildError(f"'near' cannot count secrets at the greatest depth ({objective.name}): use 'exact'")
    options, game = options or SearchOptions(), PreparedGame(replies)
    search = GameSearch(game, objective, objective.limit or len(replies.game.secrets), plan, first=first)
    near = NearSearch(search, EFFORTS[effort], options)
    result = near.run()
    if not result.exact:
        raise TreebuildError(
            f"effort {effort} finds no tree of {replies.game.name} that solves every secret in {search.greatest} "
            "guesses: try a larger effort, or 'exact', which tells whether there is one"
        )
    lower = LowerBound(search, EFFORTS[effort].exact)
    near.pool.run(partial(lower.raise_to, result.value, EFFORTS[effort].steps))
    return NearSolution(result.value, lower.bound, _in_words(search, result.value, lower.bound), near.policy)


def _in_words(search: GameSearch, cost: Vector, bound: Vector) -> str:
    """What a lower bound says, and how far above it the tree is."""
    replies, objective = search.replies, search.objective
    first = "" if search.first is None else replies.game.spell(replies.game.codes[search.first])
    candidates_only = all(source is Source.MEMBERS for source in search.plan)
    words = objective.searched(bound, search.greatest, first, candidates_only, bool(replies.game.weights))
    if bound >= cost:
        return words
    if objective.criteria[0].kind != "total":
        return f"near: {words} (searched)"
    total = f"{'weighted ' if replies.game.weights else ''}total {cost[0]}"
    return f"near: {total}; {words} (searched), a gap of {100 * (cost[0] - bound[0]) / bound[0]:.2f} %"


class NearSearch:
    """Near-optimal trees of one problem, which `search` states. The game search needs no scheduler for this."""

    def __init__(self, search: GameSearch, effort: Effort, options: SearchOptions) -> None:
        self.search, self.effort, self.replies = search, effort, search.replies
        self.pool: Pool[Solver] = Pool(search.solver, options.jobs, Solver.fork, Solver.stop)
        self.progress, self._lock = options.progress, Lock()
        self._results: dict[tuple[int, bytes], Result] = {}  # of positions: (depth of the next guess, candidates)

    def run(self) -> Result:
        """The cost of the effort's tree and its first guess, or -1 if the effort finds no tree that keeps the limit.

        Ctrl-C stops it within a second.
        """
        everything, best = self.search.game.everything, Result(self.search.infinite)
        if self.search.first is None and self._is_exact(len(everything), 1):
            return self.pool.run(
                lambda: self.search.search_compiled(everything, 1, best.value, None, self.search.solver)
            )
        for guess in self._promising(everything, ()):
            cost = self.pool.run(partial(self._first, guess, best.value))
            if cost < best.value:
                best = Result(cost, guess)
        self._results[1, everything.tobytes()] = best
        return best

    def policy(self, candidates: Candidates, depth: int) -> int:
        """The guess of the tree that `run` found: a Policy."""
        result = self._results.get((depth, candidates.tobytes()))
        return self.search.solver.policy(candidates, depth) if result is None else result.guess

    def _first(self, guess: int, cutoff: Vector) -> Vector:
        """The cost of a first guess, its parts searched side by side, or a lower bound not below `cutoff`."""
        total, parts = self.search.parts(self.search.game.everything, (), guess)
        if total >= cutoff:
            return total
        slack = minus(cutoff, total)

        done = 0

        def work(solver: Solver, part: Part) -> Result:
            nonlocal done
            result = self._position(part.candidates, part.history, plus(part.bound, slack), solver)
            with self._lock:
                done += 1
                if self.progress:
                    self.progress(Step((), guess, done, len(parts), None, None))
            return result

        largest_first = parts[::-1]
        for part, result in zip(largest_first, self.pool.map(work, largest_first), strict=True):
            total = plus(minus(total, part.bound), result.value)
        return total

    def _position(self, candidates: Candidates, history: History, cutoff: Vector, solver: Solver) -> Result:
        """The value of a position by this effort and its guess, or a lower bound of that value not below `cutoff`."""
        depth = len(history) + 1
        if self._is_exact(len(candidates), depth):
            return self.search.search_compiled(candidates, depth, cutoff, None, solver)
        solver.check_stop()
        key = depth, candidates.tobytes()
        known = self._results.get(key)
        if known is not None and (known.exact or known.value >= cutoff):
            return known
        best = Result(cutoff)
        for guess in self._promising(candidates, history):
            cost = self._option(candidates, history, guess, best.value, solver)
            if cost < best.value:
                best = Result(cost, guess)
        self._results[key] = best
        return best

    def _option(self, candidates: Candidates, history: History, guess: int, cutoff: Vector, solver: Solver) -> Vector:
        """The cost of a guess by this effort, or a lower bound of it not below `cutoff`."""
        total, parts = self.search.parts(candidates, history, guess)
        for part in parts:
            if total >= cutoff:
                break
            most = plus(minus(cutoff, total), part.bound)
            result = self._position(part.candidates, part.history, most, solver)
            total = plus(minus(total, part.bound), result.value)
        return total

    def _is_exact(self, size: int, depth: int) -> bool:
        return size <= self.effort.exact and depth >= self.search.compiled_from

    def _promising(self, candidates: Candidates, history: History) -> list[int]:
        """The guesses to try: the first of each shape of parts, the smallest sums of squared part sizes first."""
        guesses = self.search.all_guesses(candidates, history)
        squares = [np.einsum("gr,gr->g", sizes, sizes) for _, sizes in self._sizes(candidates, guesses)]
        members = np.isin(self.replies.secret_of[guesses], candidates)
        guesses = guesses[np.lexsort((guesses, ~members, np.concatenate(squares)))]
        chosen, shapes = list[int](), set[bytes]()
        for block, sizes in self._sizes(candidates, guesses):
            shape = np.sort(sizes, axis=1)
            member = np.isin(self.replies.secret_of[block], candidates)
            for row in np.flatnonzero(shape[:, -1] < len(candidates)).tolist():
                name = shape[row].tobytes() + bytes([int(member[row])])
                if name not in shapes:
                    shapes.add(name)
                    chosen.append(int(block[row]))
                    if len(chosen) == self.effort.guesses(len(history) + 1):
                        return chosen
        return chosen

    def _sizes(
        self, candidates: Candidates, guesses: NDArray[np.int32]
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int64]]]:
        """Guesses in blocks, with the sizes of the parts that each makes, int64 (guesses, replies)."""
        rows = max(MAX_SIZES // max(self.replies.count, len(candidates)), 1)
        for start in range(0, len(guesses), rows):
            block = guesses[start : start + rows]
            yield block, part_sizes(self.replies, block, candidates)
