"""The complete Pareto front of two criteria: the total, and the number of secrets at the greatest depth.

A tree that solves no secret later than at depth D has the point (t, k): its total, and the number of its secrets at
depth D. A point dominates another if it is at most as large in both places. The front of a set of candidates is the set
of its points that no other of its points dominates. Weighted sums alone do not find the front: a point of the front
above the lower hull is smallest by no weighted sum of t and k.

Completeness
------------
SUMS. A point of a guess is the sum of one point of each of its parts, plus the point of its own win. If one of these is
dominated, so is the sum. So the front of a guess is found among the sums of the fronts of its parts, which have fewer
candidates or a later depth, and the front of a set among the fronts of its guesses. Two guesses have the same points if
a symmetry exchanges them. They also have the same points if their partitions are equal, the winning part included,
unless earlier guesses restrict later ones (hard mode and `consistent`). One guess of each kind is enough. "All guesses"
means the guesses that the rule of the game permits.
ENDS. Let A be the smallest point by t, then k, and B the smallest by k, then t. Both are in the front. If they are
equal, A dominates all other points. Otherwise every other point of the front has a larger t than A and a larger k than
B.
HULL. A point that is smallest by u*t + v*k, where u, v > 0, is in the front. Let P and Q, t(P) < t(Q), be neighbours
among A, B and the points found in this way. Two points of the front never share a coordinate, so any other point of it
lies in the gap between two such neighbours: t(P) < t < t(Q) and k(Q) < k < k(P).
GAPS. Let F be a set of points of trees from P to Q, both included, such that no point of F dominates another. Let p be
a point of the front that lies in the gap and not in F. No point of F dominates p. So for the neighbours X and Y in F
with t(X) <= t(p) < t(Y) we know that k(p) <= k(X) - 1 and t(p) <= t(Y) - 1. Call (t(Y) - 1, k(X) - 1) a corner. If it
is not in the gap, there is no such p. Otherwise u*t(p) + v*k(p) is at most u*t + v*k of the corner. So a guess whose
every tree costs more than the costliest corner has no such p among its points. All other guesses are split into their
parts, and their points are added to F. When no guess is left, F is the front.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import gcd
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game import symmetry
from treebuild.game.conditions import GUESSES, Supports
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, partition
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.solver import StoppedError
from treebuild.search.exact import TIE_RULE
from treebuild.search.goal.objective import Criterion, Objective
from treebuild.search.goal.permitted import Permitted
from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import Store, StoreOpener, contradiction
from treebuild.search.store.weighted_sums import WeightedSumStore, Weights
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.threads import Pool
from treebuild.tree.policy import Policy, Progress

__all__ = ["TIE_RULE", "Front", "Point", "front"]

Point: TypeAlias = tuple[int, int]
"""(total, secrets at the greatest depth)"""
SUPPORTS = Supports(guesses=GUESSES)
MAX_SEARCHES = 4  # searches that keep their tables, 64 MiB each at most; those for the two ends do not count
BY_TOTAL, BY_DEEPEST = (1, 0), (0, 1)
TRIED_TOGETHER = 256  # guesses that one call of the compiled search tries to refute


@dataclass(frozen=True)
class Way:
    """A point, and how a tree reaches it: by the best guesses for some weights, or by a guess and its parts."""

    point: Point
    weights: Weights = BY_TOTAL
    guess: int = -1
    parts: tuple[Way, ...] = ()


@dataclass(frozen=True)
class Front:
    """The complete front of a game: `points` by ascending total, with a tree for each.

    depth  the greatest depth allowed: points count the secrets solved there
    """

    points: tuple[Point, ...]
    depth: int
    _ways: tuple[Way, ...] = field(repr=False)
    _search: Search = field(repr=False)

    def policy(self, point: Point) -> Policy:
        """A policy whose tree has this total and this number of secrets at the greatest depth.

        Raises TreebuildError when the front has no such point.
        """
        if point not in self.points:
            known = " ".join(f"{total},{deepest}" for total, deepest in self.points)
            raise TreebuildError(f"{point[0]},{point[1]} is no point of the front: choose one of {known}")
        guesses: dict[object, int] = {}
        self._search.note(guesses, self._search.game.everything, (), self._ways[self.points.index(point)])
        return lambda candidates, history: guesses[self._search.name(candidates, history)]


def front(
    replies: Replies,
    depth: int | None = None,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    store: StoreOpener | None = None,
) -> Front:
    """All points (total, secrets at `depth`) that no tree of at most `depth` guesses dominates, with a tree for each.

    depth     the depth limit; by default the smallest one that a tree can keep
    jobs      the number of threads, which share the replies to the first guess; it does not change the front
    progress  is called while the front of the whole game is searched
    store     keeps the results; it has to stay open as long as the front is in use

    Raises TreebuildError when no tree keeps the depth limit, for a bad number of jobs, and for a game with weights,
    costs or groups, where a total does not count guesses. Ctrl-C stops the search within a second.
    """
    replies.game.require("a front", SUPPORTS)
    game = PreparedGame(replies)
    search = Search(game, depth or _least_depth(game, store), jobs, progress, store)
    ways = search.run()
    if not ways:
        raise TreebuildError(
            f"no tree of {replies.game.name} solves every secret in {depth} guess{'es' * (depth != 1)} (searched): "
            "allow more"
        )
    return Front(tuple(way.point for way in ways), search.depth, tuple(ways), search)


def _least_depth(game: PreparedGame, store: StoreOpener | None) -> int:
    """The smallest depth that a tree can keep."""
    depth = 1
    while True:
        walk = Exhaustive(Problem(game, Objective(()).limited(depth), depth, store=store))
        walk.run()
        if walk.root.exact:
            return depth
        depth += 1


class Search:
    """The fronts of sets of candidates. One thread at a time may use it; the pool has one for each job."""

    def __init__(
        self,
        game: PreparedGame,
        depth: int,
        jobs: int = 1,
        progress: Progress | None = None,
        store: StoreOpener | None = None,
        handover: Handover | None = None,
    ) -> None:
        self.game, self.replies, self.depth, self.progress, self.store = game, game.replies, depth, progress, store
        self.handover = handover or Handover()
        self.permitted = Permitted(game.replies)
        self.fronts: dict[object, list[Way]] = {}  # by `name`
        self.searches: dict[Weights, Exhaustive] = {}  # in the order of their last use
        self.stores: dict[Weights, Store] = {}  # of all searches, the dropped ones included
        self.pool = Pool(self, jobs, lambda search: Search(game, depth, store=store, handover=handover), Search.stop)
        self.stopped = False

    def run(self) -> list[Way]:
        """The front of the game. Ctrl-C stops it within a second."""
        return self.pool.run(lambda: self.front(self.game.everything, ()))

    def stop(self) -> None:
        """Make the search that runs in another thread, and all later ones, raise StoppedError soon."""
        self.stopped = True
        for search in list(self.searches.values()):
            search.problem.solver.stop()

    def by_weights(self, weights: Weights) -> Exhaustive:
        """A search by these weights."""
        search = self.searches.pop(weights, None) or self._by_weights(weights)
        self.searches[weights] = search
        if self.stopped:
            raise StoppedError
        others = [other for other in self.searches if other not in (BY_TOTAL, BY_DEEPEST)]  # every front needs these
        if len(others) > MAX_SEARCHES:
            del self.searches[others[0]]
        return search

    def _by_weights(self, weights: Weights) -> Exhaustive:
        """A search for the smallest u*t + v*k, then the smallest t, then the smallest k."""
        u, v = weights
        costs = [u * depth + v * (depth == self.depth) for depth in range(1, self.depth + 1)]
        (weighted,) = Objective.costs("weighted", costs).criteria
        deepest = Criterion("deepest", "at", self.depth)
        objective = Objective((weighted, Criterion("total", "total"), deepest))
        problem = Problem(self.game, objective, self.depth, store=self.store, handover=self.handover)
        own = self.stores.setdefault(weights, problem.store)
        problem.store = WeightedSumStore(weights, own, self.stores, len(problem.zero))
        return Exhaustive(problem)

    def best(self, candidates: Candidates, history: History, weights: Weights, below: int | None = None) -> Way | None:
        """The smallest point by these weights and a guess that leads to it; None if no tree keeps the depth limit.

        With `below`, None also if no point costs less than `below` by the weights.
        """
        walk = self.by_weights(weights)
        problem = walk.problem
        cutoff = problem.infinite if below is None else (below, 0, 0)
        if len(history) < self.handover.walked:
            result = walk.scheduler.run(lambda worker: walk.position(candidates, history, cutoff, worker))
            value, guess = result.value, result.guess
        else:
            encoding, known = problem.solver.encoding, problem.known(problem.position_name(history), cutoff)
            if known is not None and not known.exact:
                return None
            # The store may have the guess of an image: search again for the guess here, which ends at the known value.
            least = 0 if known is None else encoding.ceiling(known.value)
            number, guess = problem.solver.search_position(
                candidates, history, encoding.ceiling(cutoff), lower_bound=least
            )
            value = encoding.decode(number)
        return None if guess < 0 or value >= cutoff else Way((value[1], value[2]), weights, guess)

    def front(self, candidates: Candidates, history: History) -> list[Way]:
        """The front of the candidates after a history, by ascending total; empty if no tree keeps the depth limit."""
        name = self.name(candidates, history)
        if name not in self.fronts:
            self.fronts[name] = self._front(candidates, history)
        return self.fronts[name]

    def name(self, candidates: Candidates, history: History) -> object:
        """A name that positions share only if they have the same front."""
        return self.permitted.name(candidates, history)

    def _front(self, candidates: Candidates, history: History) -> list[Way]:
        if len(history) == self.depth:  # no guess is left
            return []
        guesses = self.permitted.at(candidates, history)
        if len(history) < self.handover.walked:  # symmetries that keep a history keep the set of permitted guesses
            guesses = np.intersect1d(symmetry.representatives(self.game.symmetry.orbits(history)), guesses)
            if len(guesses) == 1:
                return self._sums(candidates, history, int(guesses[0]))
        hull = self._hull(candidates, history)
        ways = hull
        for left, right in pairwise(hull):
            if _corner(left, right, left, right):
                ways = _undominated([*ways, *self._fill(candidates, history, left, right, guesses)])
        return ways

    def _hull(self, candidates: Candidates, history: History) -> list[Way]:
        """ENDS and HULL: the ends of the front, and the points between them that are smallest by some weights."""
        first = self.best(candidates, history, BY_TOTAL)
        if first is None:
            return []
        last = self.best(candidates, history, BY_DEEPEST, below=first.point[1]) if first.point[1] else None
        hull, ahead = [first], [last] if last else []
        while ahead:
            left, right = hull[-1], ahead[-1]
            way, weights = None, _level(left, right)
            if _corner(left, right, left, right):
                way = self.best(candidates, history, weights, below=_cost(weights, left.point))
            if way:
                ahead.append(way)
            else:
                hull.append(ahead.pop())
        return hull

    def _fill(
        self, candidates: Candidates, history: History, left: Way, right: Way, guesses: NDArray[np.int32]
    ) -> list[Way]:
        """GAPS: the front between two neighbours of the hull."""
        weights, ways, number = _level(left, right), [left, right], len(guesses)
        while True:
            corners = [_corner(x, y, left, right) for x, y in pairwise(ways)]
            most = max((_cost(weights, corner) for corner in corners if corner), default=None)
            if most is None:
                return ways
            if self.progress and len(history) < self.handover.walked:
                text = f"from {left.point} to {right.point}: {len(ways)} points"
                self.progress(number - len(guesses), number, text)
            guess, guesses = self._promising(candidates, history, guesses, weights, most)
            if guess < 0:
                return ways
            inside = [w for w in self._sums(candidates, history, guess) if _inside(w.point, left, right)]
            ways = _undominated([*ways, *inside])

    def _promising(
        self, candidates: Candidates, history: History, guesses: NDArray[np.int32], weights: Weights, most: int
    ) -> tuple[int, NDArray[np.int32]]:
        """A guess that may have a point of weighted cost `most` or less, or -1; and the guesses left to look at."""
        walk, cutoff = self.by_weights(weights), (most + 1, 0, 0)
        solver = walk.problem.solver
        if len(history) >= self.handover.walked:
            ceiling = solver.encoding.ceiling(cutoff)
            for start in range(0, len(guesses), TRIED_TOGETHER):
                together = guesses[start : start + TRIED_TOGETHER]
                _, guess = solver.search_position(candidates, history, ceiling, together)
                if guess >= 0:
                    # The table may know another guess of the same set of candidates: then look at the first here.
                    found = guess if guess in together else int(together[0])
                    return found, guesses[start:][guesses[start:] != found]
            return -1, guesses[:0]

        def cost(guess: int) -> Vector:
            return walk.scheduler.run(lambda worker: walk.option(candidates, history, guess, lambda: cutoff, worker))

        for done, guess in enumerate(guesses.tolist(), 1):
            if cost(guess) < cutoff:
                return guess, guesses[done:]
        return -1, guesses[:0]

    def _sums(self, candidates: Candidates, history: History, guess: int) -> list[Way]:
        """SUMS: the front of a guess."""
        depth = len(history) + 1
        start, parts = Way((0, 0), guess=guess), []
        for reply, part in partition(self.replies, guess, candidates):
            if reply == self.replies.win:
                start = Way((depth, int(depth == self.depth)), guess=guess)
            else:
                parts.append((part, (*history, (guess, reply))))
        sums = [start]
        for ways in self._fronts(parts):
            sums = _undominated(
                Way((s.point[0] + w.point[0], s.point[1] + w.point[1]), guess=guess, parts=(*s.parts, w))
                for s in sums
                for w in ways
            )
        return sums

    def _fronts(self, parts: Sequence[tuple[Candidates, History]]) -> list[list[Way]]:
        """The fronts of the parts, in their order. Threads compute them, the largest parts first."""
        if self.pool.owned == [self]:
            return [self.front(part, history) for part, history in parts]
        done = [0]

        def work(search: Search, place: int) -> list[Way]:
            found = search.front(*parts[place])
            done[0] += 1
            if self.progress:
                self.progress(done[0], len(parts), "replies to the first guess")
            return found

        order = sorted(range(len(parts)), key=lambda place: -len(parts[place][0]))
        fronts = dict(zip(order, self.pool.map(work, order), strict=True))
        return [fronts[place] for place in range(len(parts))]

    def note(self, guesses: dict[object, int], candidates: Candidates, history: History, way: Way) -> None:
        """Note the guess at every node of the tree that reaches a point."""
        ways = iter(way.parts)
        guesses[self.name(candidates, history)] = way.guess
        for reply, part in partition(self.replies, way.guess, candidates):
            if reply != self.replies.win:
                longer = (*history, (way.guess, reply))
                below = next(ways, None) or self.best(part, longer, way.weights)
                if below is None:
                    raise contradiction("a part of a tree has no tree")
                self.note(guesses, part, longer, below)


def _level(left: Way, right: Way) -> Weights:
    """The weights by which two points cost the same."""
    u, v = left.point[1] - right.point[1], right.point[0] - left.point[0]
    return u // gcd(u, v), v // gcd(u, v)


def _cost(weights: Weights, point: Point) -> int:
    return weights[0] * point[0] + weights[1] * point[1]


def _inside(point: Point, left: Way, right: Way) -> bool:
    """Whether a point is in the gap between `left` and `right`."""
    return left.point[0] < point[0] < right.point[0] and right.point[1] < point[1] < left.point[1]


def _corner(x: Way, y: Way, left: Way, right: Way) -> Point | None:
    """GAPS: the corner of two neighbours x and y, if it lies in the gap from left to right."""
    corner = y.point[0] - 1, x.point[1] - 1
    return corner if _inside(corner, left, right) else None


def _undominated(ways: Iterable[Way]) -> list[Way]:
    """The points that no other one dominates, by ascending total. Of equal points the first is kept."""
    kept: list[Way] = []
    for way in sorted(ways, key=lambda way: way.point):
        if not kept or way.point[1] < kept[-1].point[1]:
            kept.append(way)
    return kept
