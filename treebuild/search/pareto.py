"""The front of (total, secrets at the last depth): trees that can better neither without worsening the other.

The front of a game is the sum of the fronts after the first replies. Each of those is found from its ends, the trees
that are best by one count and then by the other, by weighing the counts so that two neighbours cost the same: a tree
that costs less lies between them. No tree lies below the line that joins neighbours for which there is none. Weights
do not reach trees on or above the line; some are found as sums of the fronts one guess later. A gap is closed when it
has a tree on the line for every second count between: none can do better. The others are told as `gaps`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.objective import Criterion, Objective, Vector
from treebuild.replies import Replies, partition
from treebuild.search.exact import History, Proof, Tables
from treebuild.search.solver import ALL_CODES, Prunings
from treebuild.tree import Policy

Point: TypeAlias = tuple[int, int]
"""(total, secrets at the last depth)"""


@dataclass(frozen=True)
class Choice:
    """A tree for some candidates: what it costs, its first guess, and a policy that grows it."""

    point: Point
    guess: int
    policy: Policy


@dataclass(frozen=True)
class Front:
    """The points found, by total, each with a policy, and the pairs of points after some first reply, by its label,
    between which trees may lie that were not found: the front is complete when there are none."""

    choices: tuple[Choice, ...]
    gaps: tuple[tuple[str, Point, Point], ...]


def front(
    replies: Replies, last: int = 7, *, jobs: int = 1, told: Callable[[str, Choice], None] | None = None
) -> Front:
    """The front of (total, secrets at depth `last`) of all trees with no secret later.

    `told` hears of the choices after each first reply. Raises TreebuildError when no tree keeps the limit, and for a
    game that can begin in ways that are not alike.
    """
    game = Tables(replies)
    if len(game.firsts) != 1:
        raise TreebuildError(
            f"{replies.game.name} can begin in {len(game.firsts)} ways that are not alike: its front cannot be put "
            "together from those after one first guess"
        )
    search, first, gaps = _Search(game, last, jobs), int(game.firsts[0]), []
    fronts: dict[int, list[Choice]] = {}
    for reply, part in sorted(partition(replies, first, game.everything), key=lambda pair: len(pair[1])):
        if reply != replies.win:
            fronts[reply], open_ones = search.front(part, ((first, reply),))
            gaps += [(replies.game.replies[reply], a.point, b.point) for a, b in open_ones]
            for choice in fronts[reply]:
                if told:
                    told(replies.game.replies[reply], choice)
    won = (1, int(last == 1))
    return Front(tuple(search.together(first, 1, won, fronts)), tuple(gaps))


class _Search:
    """Fronts of parts of one game."""

    def __init__(self, game: Tables, last: int, jobs: int) -> None:
        self.game, self.replies, self.last, self.jobs = game, game.replies, last, jobs
        self.final = Criterion("last", "at", last)
        self.total = Criterion("total", "total")
        self.limit = Criterion(f"limit:{last}", "limit", last)

    def front(
        self, candidates: NDArray[np.int32], history: History
    ) -> tuple[list[Choice], list[tuple[Choice, Choice]]]:
        """The choices found, by total, and the pairs with room for others between them."""
        start = self._best(candidates, history, (self.total, self.final), lambda cost: (cost[0], cost[1]))
        end = self._best(candidates, history, (self.final, self.total), lambda cost: (cost[1], cost[0]))
        choices = [start, *self._between(candidates, history, start, end)]
        if end.point != start.point:
            choices.append(end)
        gaps = [(a, b) for a, b in pairwise(choices) if _room(a.point, b.point)]
        if len(history) == 1:
            for guess in {choice.guess for gap in gaps for choice in gap}:
                choices = _front([*choices, *self._after(candidates, history, guess)])
            points = {choice.point for choice in choices}
            gaps = [(a, b) for a, b in gaps if not _line(a.point, b.point) <= points]
        return choices, gaps

    def _after(self, candidates: NDArray[np.int32], history: History, guess: int) -> list[Choice]:
        """The front of trees that begin with a guess, as a sum of fronts."""
        depth, won, fronts = len(history) + 1, (0, 0), {}
        for reply, part in partition(self.replies, guess, candidates):
            if reply == self.replies.win:
                won = (depth, int(depth == self.last))
            else:
                fronts[reply], _ = self.front(part, (*history, (guess, reply)))
        return self.together(guess, depth, won, fronts)

    def _between(self, candidates: NDArray[np.int32], history: History, a: Choice, b: Choice) -> list[Choice]:
        """The choices below the line from a to b."""
        if not _room(a.point, b.point):
            return []
        dearer, fewer = b.point[0] - a.point[0], a.point[1] - b.point[1]
        costs = tuple(fewer * depth + dearer * (depth == self.last) for depth in range(1, self.last + 1))
        criteria = Criterion("weighed", "costs", 0, costs), self.total, self.limit
        best = self._best(candidates, history, criteria, lambda cost: (cost[1], (cost[0] - fewer * cost[1]) // dearer))
        if fewer * (best.point[0] - a.point[0]) == dearer * (a.point[1] - best.point[1]):
            return []
        return [*self._between(candidates, history, a, best), best, *self._between(candidates, history, best, b)]

    def _best(
        self,
        candidates: NDArray[np.int32],
        history: History,
        criteria: tuple[Criterion, ...],
        point: Callable[[Vector], Point],
    ) -> Choice:
        proof = Proof(self.game, Objective(criteria), self.last, (ALL_CODES,), Prunings.ALL, self.jobs, None)
        found = proof.search(candidates, history)
        if found.guess < 0:
            raise TreebuildError(f"no tree of {self.replies.game.name} solves every secret in {self.last} guesses")
        proof.choose(candidates, history, found)
        return Choice(point(found.value), found.guess, proof.policy)

    def together(self, guess: int, depth: int, won: Point, fronts: dict[int, list[Choice]]) -> list[Choice]:
        """The front of trees that guess this at a depth, and go on after each reply with a choice of its front."""
        sums: list[tuple[Point, dict[int, Choice]]] = [(won, {})]
        for reply, choices in fronts.items():
            sums = _front_of(
                ((point[0] + one.point[0], point[1] + one.point[1]), {**after, reply: one})
                for point, after in sums
                for one in choices
            )
        return [Choice(point, guess, self._policy(guess, depth, after)) for point, after in sums]

    def _policy(self, guess: int, depth: int, after: dict[int, Choice]) -> Policy:
        answers = self.replies.matrix[guess]

        def policy(candidates: NDArray[np.int32], now: int) -> int:
            return guess if now == depth else after[int(answers[candidates[0]])].policy(candidates, now)

        return policy


def _room(a: Point, b: Point) -> bool:
    """Whether a point may lie between two in both counts."""
    return b[0] - a[0] > 1 and a[1] - b[1] > 1


def _line(a: Point, b: Point) -> set[Point]:
    """The least point above or on the line from a to b for every second count between; no tree is below the line."""
    dearer, fewer = b[0] - a[0], a[1] - b[1]
    return {(a[0] - (dearer * (second - a[1])) // fewer, second) for second in range(b[1] + 1, a[1])}


def _front_of(sums: Iterable[tuple[Point, dict[int, Choice]]]) -> list[tuple[Point, dict[int, Choice]]]:
    """Those no other is as good as, by total."""
    kept: list[tuple[Point, dict[int, Choice]]] = []
    for point, after in sorted(sums, key=lambda pair: pair[0]):
        if not kept or point[1] < kept[-1][0][1]:
            kept.append((point, after))
    return kept


def _front(choices: Iterable[Choice]) -> list[Choice]:
    """Those no other is as good as, by total."""
    kept: list[Choice] = []
    for choice in sorted(choices, key=lambda choice: choice.point):
        if not kept or choice.point[1] < kept[-1].point[1]:
            kept.append(choice)
    return kept
