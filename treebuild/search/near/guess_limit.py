"""The search for a tree that keeps a limit of guesses. It first tries guesses whose parts most likely can be solved.

A position can be solved if some tree for it keeps the limit. Costs are no guide to such a tree: a guess that is good on
average may leave one part that cannot be solved. So the search tries the guesses of a position in the order of their
chances, and takes the first guess whose parts all can be solved. The chance of a guess is the product of the chances of
its parts. The part with the smallest chance is searched first, since the first part that cannot be solved ends the
trial of the guess.

The search learns the chances of positions while it runs, see `Chances`. A position with few candidates, or with few
guesses left (`Handover.limit_easy` and the fields after it), is searched exactly. If that takes more than POSITIONS
positions, it counts as one that cannot be solved. In p6c6r most positions that could be solved took fewer than 150,
and it takes thousands to find that a position cannot be solved.

One thread does all this, since the result of one part decides which guess is tried next. So the tree depends on the
efforts alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, partition
from treebuild.game.reply_rules import BYTE_REPLIES
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.goal.objective import Objective
from treebuild.search.near.efforts import Effort
from treebuild.search.near.guesses import distinct_guesses
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.walk import Step

POSITIONS = 150  # the limit of an exact search of one position
RESORTED = 16  # after this many guesses, the others are sorted again by the chances learned meanwhile
FEWER = 12  # third and later guesses whose parts are not searched exactly are fewer than the effort says by this factor
STEEP = 4  # the exponent in `Chances` is 2 to this power
HOPELESS = 1e-9  # guesses with a smaller chance come last, by the squares of the sizes of their parts
LEAST_RATES = 0.02, 0.1  # the least learning rates: of a size for all replies, and of a factor for one reply
FIRST_LEFT, FIRST_SIZES = 3, 3  # at first, three guesses are taken to solve three times as many candidates as replies
MOST_SIZES = 1 << 26  # part sizes that are kept of the guesses of a position with more than BYTE_REPLIES replies
MOST_GROWTHS = 30  # the first size grows with each guess left above FIRST_LEFT, but no more than this many times


class Chances:
    """How likely a position can be solved, by the guesses left, the last reply and the number of its candidates.

    The chance of n candidates is 1 / (1 + (n / m) ** 16), where m is the size whose chance is one half. It is the
    product of a size for the guesses left, and a factor for the guesses left and the last reply. After every search
    both are multiplied by 1 + r (s - p) / 16. Here s is 1 if the position was solved and 0 if not, p was its chance,
    and the rate r falls from 1 to one of LEAST_RATES (logistic regression in ln n). Only sums, products and quotients
    are used, so that every machine learns the same.
    """

    def __init__(self, replies: Replies) -> None:
        self._count = replies.count
        self._sizes = dict[tuple[int, ...], float]()  # sizes by (guesses left,), factors by (guesses left, reply)
        self._seen = dict[tuple[int, ...], int]()

    def of(self, left: int, reply: int, most: int) -> NDArray[np.float64]:
        """float64 (most + 1,): the chances of 0 to `most` candidates after this reply, with `left` guesses."""
        return self._chance(left, reply, np.arange(most + 1))

    def learn(self, left: int, reply: int, size: int, solved: bool) -> None:
        """Learn whether a position of `size` candidates after this reply was solved with `left` guesses."""
        step = (solved - float(self._chance(left, reply, np.array(size)))) / (1 << STEEP)
        for key, least in zip(((left,), (left, reply)), LEAST_RATES, strict=True):
            seen = self._seen[key] = self._seen.get(key, 0) + 1
            before = self._size(left) if key == (left,) else self._sizes.get(key, 1.0)
            self._sizes[key] = before * (1 + step * max(least, 3 / (3 + seen)))

    def _chance(self, left: int, reply: int, sizes: NDArray[np.int64]) -> NDArray[np.float64]:
        half = self._sizes.get((left, reply), 1.0) * self._size(left)
        power: NDArray[np.float64] = np.minimum(sizes / half, self._count)
        for _ in range(STEEP):
            power = power * power
        return 1 / (1 + power)

    def _size(self, left: int) -> float:
        """The number of candidates whose chance is one half, before the factor of the last reply."""
        if (left,) in self._sizes:
            return self._sizes[left,]
        growth = max(self._count / 3, 2)  # the factor for one guess more, before anything is learned
        size = float(FIRST_SIZES * self._count)
        for _ in range(FIRST_LEFT, min(left, FIRST_LEFT + MOST_GROWTHS)):
            size *= growth
        for _ in range(left, FIRST_LEFT):
            size /= growth
        return size


class LimitSearch:
    """Looks for a tree that keeps the depth limit of a problem. Later efforts use the chances of earlier ones."""

    def __init__(self, problem: Problem, options: SearchOptions) -> None:
        """Of the objective of the problem only the depth limit matters, and of the options only the progress."""
        limit = Objective.parse(f"limit:{problem.greatest}")
        self._problem = Problem(
            problem.game, limit, problem.greatest, problem.plan, first=problem.first, handover=problem.handover
        )
        self._blocks, self._options = problem.blocks.fork(), options
        self._chances = Chances(problem.replies)
        self._guesses = dict[object, int]()  # of positions that can be solved, by `Permitted.name`
        self._failed = set[object]()  # positions that this effort could not solve, by the same name

    def run(self, effort: Effort) -> bool:
        """Whether this effort finds a tree. Then `policy` grows it. Raises StoppedError once `solver` is stopped."""
        self._failed.clear()
        return self._can_solve(self._problem.game.everything, (), effort)

    @property
    def solver(self) -> PositionSolver:
        """The solver of the exact searches: stop it to end `run`."""
        return self._problem.solver

    def policy(self, candidates: Candidates, history: History) -> int:
        """The guess of the tree that was found: a Policy."""
        key = self._problem.permitted.name(candidates, history)
        if key not in self._guesses:  # below a position that was searched exactly
            self._guesses[key] = self.solver.policy(candidates, history)
        return self._guesses[key]

    def _can_solve(self, candidates: Candidates, history: History, effort: Effort) -> bool:
        """Whether it finds a tree for a position. It learns from the result, and keeps it."""
        key = self._problem.permitted.name(candidates, history)
        if key in self._guesses or key in self._failed:
            return key in self._guesses
        left = self._problem.greatest - len(history)
        exact = self._problem.handover.limit_is_compiled(left, len(candidates))
        exact = exact and len(history) + 1 >= self._problem.compiled_from
        exact = exact and (bool(history) or self._problem.first is None)
        guess = self._searched(candidates, history) if exact else self._found(candidates, history, effort)
        if history:
            self._chances.learn(left, history[-1][1], len(candidates), guess is not None)
        if guess is None:
            self._failed.add(key)
        else:
            self._guesses[key] = guess
        return guess is not None

    def _searched(self, candidates: Candidates, history: History) -> int | None:
        """The guess that a short exact search finds."""
        problem, solver = self._problem, self._problem.solver
        result = solver.limited(
            solver.nodes + POSITIONS,
            lambda: problem.search_compiled(candidates, history, problem.infinite, None, solver),
        )
        return result.guess if result is not None and result.exact else None

    def _found(self, candidates: Candidates, history: History, effort: Effort) -> int | None:
        """The first of the guesses that the effort tries whose parts all can be solved; None if there is none."""
        problem, depth = self._problem, len(history) + 1
        guesses = distinct_guesses(problem, candidates, history, self._blocks)
        guesses = self._few(guesses, candidates)
        sizes = self._blocks.sizes(guesses, candidates)
        sizes[:, problem.replies.win] = 0
        wanted = self._tries(effort, depth)
        for done, index in enumerate(self._in_order(sizes, problem.greatest - depth, wanted)):
            problem.solver.check_stop()
            if self._options.progress and depth <= 2:
                self._options.progress(Step(history, int(guesses[index]), done, wanted, None, None))
            if self._leaves_solved(candidates, history, int(guesses[index]), effort):
                return int(guesses[index])
        return None

    def _few(self, guesses: NDArray[np.int32], candidates: Candidates) -> NDArray[np.int32]:
        """The guesses, or, if they are too many for their part sizes to be kept, those that leave the fewest."""
        few = MOST_SIZES // self._problem.replies.count
        if len(guesses) <= few or self._problem.replies.count <= BYTE_REPLIES:
            return guesses
        squares = np.arange(len(candidates) + 1, dtype=np.int64) ** 2
        sums, _ = self._blocks.sums(squares, guesses, candidates)
        return np.sort(guesses[np.argsort(sums, kind="stable")[:few]])

    def _tries(self, effort: Effort, depth: int) -> int:
        """How many guesses an effort tries at a depth: few from the third on, if it does not search parts exactly."""
        few = depth > 2 and self._problem.greatest - depth > self._problem.handover.limit_last
        return max(effort.later // FEWER, 1) if few else effort.guesses(depth)

    def _in_order(self, sizes: NDArray[np.int32], left: int, wanted: int) -> Iterator[int]:
        """The indices of at most `wanted` guesses, the most promising first.

        Of guesses with the same sizes of parts by reply it gives only the first: most of the others are images of it.
        """
        squares, waiting = np.einsum("gr,gr->g", sizes, sizes, dtype=np.int64), np.arange(len(sizes))
        shapes, occur = set[bytes](), np.flatnonzero(sizes.any(axis=0)).tolist()
        while len(waiting) and len(shapes) < wanted:
            most, chances = int(sizes.max()), np.ones(len(waiting))
            for reply in occur:
                chances *= self._chances.of(left, reply, most)[sizes[waiting, reply]]
            chances[chances < HOPELESS] = 0
            waiting = waiting[np.lexsort((waiting, squares[waiting], -chances))]
            enough, taken = min(len(shapes) + RESORTED, wanted), 0
            while taken < len(waiting) and len(shapes) < enough:
                index, taken = int(waiting[taken]), taken + 1
                if (shape := sizes[index].tobytes()) not in shapes:
                    shapes.add(shape)
                    yield index
            waiting = waiting[taken:]

    def _leaves_solved(self, candidates: Candidates, history: History, guess: int, effort: Effort) -> bool:
        """Whether it finds trees for all parts of a guess."""
        replies, left = self._problem.replies, self._problem.greatest - len(history) - 1
        parts = [(reply, part) for reply, part in partition(replies, guess, candidates) if reply != replies.win]
        if not parts:
            return True
        if left < 1 or any(len(part) == len(candidates) for _, part in parts):
            return False
        parts.sort(key=lambda some: (self._chances.of(left, some[0], len(some[1]))[-1], some[0]))
        return all(self._can_solve(part, (*history, (guess, reply)), effort) for reply, part in parts)
