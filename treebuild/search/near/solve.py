"""Near-optimal trees with a lower bound. Each pass has a larger effort, and has to beat the tree of the pass before.

`passes` makes one pass. `bound` finds the lower bound, which limits how far the tree is from the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from threading import Timer
from time import monotonic
from typing import TypeAlias

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies
from treebuild.search.bounds.kraft import KraftBounds
from treebuild.search.bounds.of_parts import OptionBounds
from treebuild.search.bounds.reach import TEN_SECONDS, reach
from treebuild.search.engine.game_tables import KEPT_TWICE, PreparedGame
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.engine.solver import PositionSolver, StoppedError
from treebuild.search.engine.without_matrix import LargeGame, needs_small_games, small_games_rule
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.goal.prices import check_objective
from treebuild.search.goal.vectors import Vector
from treebuild.search.near.bound import LowerBound
from treebuild.search.near.efforts import EFFORT, EFFORTS, Effort, known_effort, of_large_game
from treebuild.search.near.exact_attempt import ExactAttempt
from treebuild.search.near.guess_limit import LimitSearch
from treebuild.search.near.large_game import MOST_CERTAIN, SUPPORTS, LargeProblem
from treebuild.search.near.passes import TIE_RULE, Pass
from treebuild.search.store.results import contradiction
from treebuild.search.walk.claims import near_in_words, no_tree, tree_cost
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.threads import Pool
from treebuild.tree.gap import gap
from treebuild.tree.policy import Policy, grow

BOUNDING = 2  # with a time limit or a gap, the lower bound gets this many times the time that trees get
LINE_SECONDS = 1  # at least so much time lies between two lines of the log that only tell of a better bound


@dataclass(frozen=True)
class NearLine:
    """A line of the log: a better tree, or a better lower bound.

    seconds       the time since the search began
    effort        the number of the effort whose pass runs
    cost          the cost of the best tree so far, by the criteria of the objective
    bound         no tree costs less
    counts_total  whether the first criterion, the first place of `cost`, is the total
    """

    seconds: float
    effort: int
    cost: Vector
    bound: Vector
    counts_total: bool

    @property
    def gap(self) -> float | None:
        """How far the total is above its lower bound, as a share of the bound; None for another objective."""
        return gap(self.cost[0], self.bound[0]) if self.counts_total else None


Log: TypeAlias = Callable[[NearLine], None]


def _silent(line: NearLine) -> None:
    pass


@dataclass(frozen=True)
class NearSolution:
    """A near-optimal tree with its lower bound.

    cost      the cost of the tree, by the criteria of the objective
    bound     no tree costs less
    searched  the claim about cost and bound, in words
    policy    grows the tree
    effort    the largest effort whose pass came to its end
    problem   the problem that was searched
    stopped   whether the tree may depend on the time that the search took
    """

    cost: Vector
    bound: Vector
    searched: str
    policy: Policy
    effort: int
    problem: Problem
    stopped: bool = False


def solve(
    replies: Replies,
    objective: Objective,
    effort: int | None = None,
    *,
    seconds: float | None = None,
    gap: float | None = None,
    plan: Sequence[Source] = (Source.ALL,),
    first: int | None = None,
    options: SearchOptions | None = None,
    log: Log = _silent,
    efforts: Mapping[int, Effort] = EFFORTS,
) -> NearSolution:
    """The best tree of the efforts from 1 to `effort`, and a lower bound: the same for any number of threads.

    effort       the largest effort; by default EFFORT, or the largest of `efforts` if `seconds` or a gap are given
    seconds      limits the search. It returns the best tree so far, at Ctrl-C too, but it always finishes the first
                 guess of effort 1.
    gap          ends the search when the total is above its lower bound by no more than this share of the bound
    plan, first  as for `exact.solve`
    options      the store, if there is one, keeps the results. Those of earlier searches may raise the lower bound,
                 but never change the tree, and values by the same effort are not searched again.
    log          is called with every better tree and every better bound
    efforts      how much each effort from 1 on tries

    With `seconds`, or with a gap and no effort, the lower bound gets time of its own after each pass, about BOUNDING
    times as long as the passes take.

    Raises TreebuildError for an unknown effort, when no pass finds a tree that keeps the depth limit, and when the
    costs do not fit the compiled search. Without `seconds` and a gap, Ctrl-C stops the search within a second.
    """
    timed = seconds is not None or (gap is not None and effort is None)
    if effort is None:
        effort = max(efforts) if timed else EFFORT
    known_effort(effort, efforts)
    end = None if seconds is None else monotonic() + seconds
    check_objective(replies.game, objective)
    large, options = needs_small_games(replies.game), options or SearchOptions()
    if large:
        replies.game.require("the search of a game whose reply matrix does not fit", SUPPORTS)
    game = LargeGame(replies) if large else PreparedGame(replies, kept_twice=KEPT_TWICE)
    problem_of = LargeProblem if large else Problem

    def passes(objective: Objective, greatest: int, log: Log = log) -> _Passes:
        problem = problem_of(
            game, objective, greatest, plan, first=first, store=options.store, handover=options.handover
        )
        return _Passes(problem, efforts, options, log, gap, timed)

    def run(objective: Objective, greatest: int, log: Log = log) -> NearSolution:
        nonlocal end
        search = passes(objective, greatest, log)
        found = search.run(effort, end)
        if search.interrupted:
            end = monotonic()  # the searches that follow end with their first trees
        return found

    if not objective.needs_depth:
        return run(objective, objective.limit or len(replies.game.secrets))
    before = objective.without_deepest()
    if not before.charges(1):
        quietly = partial(run, log=_silent)
        return replace(run(objective, _least_depth(replies, quietly, before.limit)), stopped=seconds is not None)
    first_passes = passes(before, before.limit or len(replies.game.secrets))
    found = first_passes.run(effort, end)
    if found.stopped:
        return found
    best = run(objective, grow(replies, found.policy).max_depth, log=_silent)
    if best.cost[: len(found.cost)] > found.cost:  # the time was up before the second search had as good a tree
        return replace(found, stopped=True)
    if found.cost > found.bound or best.cost > best.bound:  # then only the bound of the first criteria holds
        words = near_in_words(first_passes.problem, first_passes.lower.bound, best.cost[: len(found.cost)])
        best = replace(best, bound=found.bound, searched=words)
    return replace(best, stopped=seconds is not None)


def tie_rule(game: Game, candidates_only: bool) -> str:
    """TIE_RULE and, for a game whose reply matrix does not fit, the rule of its sample of guesses."""
    sampled = needs_small_games(game) and not candidates_only
    return f"{TIE_RULE}; {small_games_rule(game)}" if sampled else TIE_RULE


def lower_bound(problem: Problem, effort: int) -> tuple[Vector, bool]:
    """The lower bound of the cost of every tree that this effort finds, and whether it is the smallest cost.

    It looks for no tree. Raises as `solve` does.

    If the exact search ends within the work of this effort, the bound is the smallest cost, or `problem.infinite` if no
    tree keeps the depth limit. The bound does without SCAN, REACH and KRAFT, since certificates have no rules for them.
    """
    known = known_effort(effort)
    least = ExactAttempt(problem, SearchOptions()).run(problem.infinite, known.work)
    if least is not None:
        return least.value, True
    lower = LowerBound(problem, problem.blocks, EFFORTS[1].exact, problem.bounds)
    lower.raise_to(problem.infinite, known.steps)
    return lower.bound, lower.root.settled


def _effort_for(problem: Problem, number: int, effort: Effort) -> Effort:
    """The effort of this number, adapted to the game of the problem."""
    if not isinstance(problem, LargeProblem):
        few = number == 1 and problem.bounds.counts_tests
        return replace(effort, exact=min(effort.exact, problem.handover.tests_exact)) if few else effort
    steps = effort.steps if problem.can_be_bounded else 0
    return replace(of_large_game(effort), exact=max(effort.exact, effort.parts), parts=0, steps=steps)


def _least_depth(replies: Replies, run: Callable[[Objective, int], NearSolution], limit: int | None) -> int:
    """The smallest depth limit for which the search finds a near-optimal tree."""
    total = Objective.parse("total")
    start = total if limit is None else total.limited(limit)
    depth = grow(replies, run(start, limit or len(replies.game.secrets)).policy).max_depth
    while depth > 1:
        try:
            run(Objective(()).limited(depth - 1), depth - 1)
        except TreebuildError:
            break
        depth -= 1
    return depth


def _settled(problem: Problem, effort: Effort) -> int:
    """The most candidates of a position that the lower bound searches exactly; `effort` is the smallest effort."""
    if isinstance(problem, LargeProblem):
        return MOST_CERTAIN
    return problem.handover.tests_settled if problem.bounds.counts_tests else effort.exact


def _stronger(problem: Problem, blocks: ReplyBlocks) -> OptionBounds:
    """The bounds of a search, strengthened by KRAFT in games of tests, and by REACH in other games."""
    bounds = problem.bounds
    if bounds.counts_tests:
        return KraftBounds(bounds.replies, bounds.cap, bounds.costs, bounds.by_weight, bounds.prices)
    return bounds.reaching(reach(problem.replies, problem.game.symmetry, blocks.sizes, TEN_SECONDS))


class _Passes:
    """The passes of one search, and the best tree so far."""

    def __init__(
        self,
        problem: Problem,
        efforts: Mapping[int, Effort],
        options: SearchOptions,
        log: Log,
        gap: float | None,
        timed: bool,
    ) -> None:
        self.problem, self.efforts, self.options, self.log = problem, efforts, options, log
        self.counts_total = problem.objective.criteria[0].kind == "total"
        self.gap, self.timed = gap if self.counts_total else None, timed
        self.threads = options.threads(problem)
        blocks = self.threads.first.blocks
        self.exact = None if isinstance(problem, LargeProblem) else ExactAttempt(problem, options)
        limited = self.exact is not None and problem.objective.limit is not None
        self.within = LimitSearch(problem, options) if limited else None
        settled, scanners = _settled(problem, efforts[1]), None if self.exact is None else self.threads.pool
        self.lower = LowerBound(problem, blocks, settled, _stronger(problem, blocks), scanners)
        self.start, self.effort, self.stopped = monotonic(), 0, False
        self.cost = problem.infinite
        self.firsts = list[int]()  # the best first guesses of the first pass, the best first
        self.policy: Policy | None = None  # grows the best tree
        self.current: Pass | None = None  # the pass that runs
        self.interrupted = False  # whether Ctrl-C ended `run`
        self._bounding = 0.0  # seconds that the lower bound took
        self._told = self.start, self.lower.bound  # when the last line was logged, and its bound
        self._late = False  # whether the time is up
        self._growing = False  # whether a tree that was found is being grown

    @property
    def _solvers(self) -> list[PositionSolver]:
        solvers = [worker.solver for worker in self.threads.pool.owned]
        solvers += [] if self.exact is None else [self.exact.problem.solver]
        return solvers + ([] if self.within is None else [self.within.solver])

    def _end(self) -> None:
        """The time is up. Stop if there is a tree or the first pass has ended; else `_better` or `run` stops later."""
        self._late = True
        if (self.policy is not None or self.effort) and not self._growing:
            self._stop()

    def _stop(self) -> None:
        for solver in self._solvers:
            solver.stop()
        if self.current is not None:
            self.current.stop()

    def run(self, effort: int, end: float | None) -> NearSolution:
        """The solution after every pass up to this effort, or at the time `end` of the clock `monotonic`."""
        for number in range(1, effort + 1):
            late = end is not None and monotonic() >= end
            if self._is_close() or (late and number > 1):
                break
            tree_first = end is not None and self.policy is None  # the exact search may take more time than is left
            most = self.cost
            try:
                with self._stopped_at(end):
                    self._pass(number, exact=not tree_first, last=end is not None or number == effort)
                self.effort = number
                with self._stopped_at(end):
                    if tree_first and not self._is_close():
                        self._searched(number, most)  # with this cutoff it finds the same tree as without `end`
                    if self.timed and self.policy is not None:
                        self._raise(number, self._seconds_to_raise(number, effort, end))
            except (StoppedError, KeyboardInterrupt) as reason:
                self.interrupted = isinstance(reason, KeyboardInterrupt)
                late = isinstance(reason, StoppedError) and self.effort > 0
                if not self.timed or (self.policy is None and not late):
                    raise
                self.stopped = True
                break
        if self.policy is None:
            if self.lower.bound >= self.cost:
                raise no_tree(self.problem)
            tried, more = (f"effort {self.effort}", "a larger effort") if end is None else ("near", "more time")
            raise TreebuildError(
                f"{tried} finds no tree of {self.problem.replies.game.name} that solves every secret in "
                f"{self.problem.greatest} guesses: try {more}, or 'exact', which tells whether there is one"
            )
        self._check_bound()
        self.stopped |= self.timed and self.gap is not None and self.cost > self.lower.bound
        for solver in self._solvers:
            solver.resume()
        self.lower.keep()
        self.problem.store.finish()
        words = near_in_words(self.problem, self.lower.bound, self.cost)
        return NearSolution(self.cost, self.lower.bound, words, self.policy, self.effort, self.problem, self.stopped)

    def _pass(self, number: int, exact: bool, last: bool) -> None:
        """The work of one effort: raise the lower bound, try the exact search if `exact`, and make the pass.

        If a tree only has to keep a depth limit, only the `last` effort makes the pass: it seldom finds such a tree.
        """
        effort = _effort_for(self.problem, number, self.efforts[number])
        pass_ = self.current = Pass(self.problem, effort, self.options, self.threads)
        if not self.timed or self.policy is None:  # else the bound gets time of its own after the pass
            self._raise(number)
        if self._is_close() or (exact and self._searched(number, self.cost)):
            return
        if self.policy is None and self.within is not None:
            self._keep_limit(number, effort, self.within)
        if self._is_close():
            return
        if self.within is None or last or self.problem.objective.charges(self.problem.greatest):
            self.firsts = pass_.run(self.firsts, self.cost, lambda cost: self._better(number, cost, pass_.policy))

    def _seconds_to_raise(self, number: int, effort: int, end: float | None) -> float:
        """How long to raise the lower bound after a pass: BOUNDING times as long as all passes took, or 2 * 2^number.

        The next pass may take long. But it gets half of the time that is left, unless this pass was the last one.
        """
        if number == effort and self.gap is not None:
            return math.inf
        looking = monotonic() - self.start - self._bounding
        seconds = max(BOUNDING * looking - self._bounding, float(2 << number))
        return seconds if end is None else min(seconds, (end - monotonic()) / 2)

    def _raise(self, number: int, seconds: float = 0.0) -> None:
        """Raise the lower bound by the steps of this effort, and for some seconds, and log that it rises."""
        first = 1 if seconds else number
        start, steps = monotonic(), _effort_for(self.problem, first, self.efforts[first]).steps

        def tell() -> None:
            told, bound = self._told
            if self.policy is not None and self.lower.bound > bound and monotonic() - told >= LINE_SECONDS:
                self._note(number)

        if steps:  # else the game is too large
            self.threads.pool.run(partial(self.lower.raise_to, self._enough(), steps, seconds, tell))
        self._bounding += monotonic() - start
        if self.policy is not None and self.lower.bound > self._told[1]:
            self._note(number)

    def _enough(self) -> Vector:
        """The lower bound that ends the search: the cost of the best tree or, with a gap, the least that it allows."""
        if self.gap is None or self.policy is None:
            return self.cost
        total = self.cost[0]
        bound = math.ceil(total / (1 + self.gap))
        bound += gap(total, bound) > self.gap  # by rounding
        return min(self.cost, (bound, *self.problem.zero[1:]))

    def _is_close(self) -> bool:
        """Whether the best tree is close enough to the lower bound."""
        return self.lower.bound >= self._enough()

    def _keep_limit(self, number: int, effort: Effort, within: LimitSearch) -> None:
        """Look for a tree that keeps the depth limit, whatever else it costs."""
        if Pool.of([within.solver], PositionSolver.stop).run(partial(within.run, effort)):
            self._growing = True  # if time is up meanwhile, `_end` must not stop the solver that grows the tree
            tree = grow(self.problem.replies, within.policy)
            self._better(number, tree_cost(self.problem, tree), within.policy)
            self._growing = False

    def _better(self, number: int, cost: Vector, policy: Policy) -> None:
        """A pass has found a better tree."""
        self.cost, self.policy = cost, policy
        self._note(number)
        if self._late:
            self._stop()

    def _searched(self, number: int, cutoff: Vector) -> bool:
        """Whether an exact search of the game ends within the work of this effort. Then cost and lower bound meet."""
        result = self.exact.run(cutoff, self.efforts[number].work) if self.exact is not None else None
        if self.exact is None or result is None:
            return False
        if result.exact:
            self.cost, self.policy = result.value, self.exact.policy
        self.lower.settle(self.cost)
        if self.policy is not None:
            self._note(number)
        return True

    def _note(self, number: int) -> None:
        """Log the best tree, unless every tree that keeps the depth limit costs nothing."""
        if not self.problem.objective.charges(self.problem.greatest):
            return
        self._check_bound()
        self._told = monotonic(), self.lower.bound
        self.log(NearLine(self._told[0] - self.start, number, self.cost, self.lower.bound, self.counts_total))

    def _check_bound(self) -> None:
        """Raise TreebuildError if the best tree costs less than the lower bound, which a changed store may cause."""
        if self.lower.bound > self.cost:
            raise contradiction("a tree costs less than the lower bound")

    @contextmanager
    def _stopped_at(self, end: float | None) -> Iterator[None]:
        """Within this block, stop all workers when the time is up, but not before there is a tree."""
        if end is None:
            yield
            return
        timer = Timer(max(end - monotonic(), 0), self._end)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # the solvers that it stops are used again
