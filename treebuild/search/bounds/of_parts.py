"""Lower bounds of the options of a position and of their parts, as cost vectors, for the depths walked in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treebuild.game.positions import Candidates
from treebuild.game.reply_matrix import Replies, part_sizes, partition
from treebuild.search.bounds import prunings
from treebuild.search.bounds.prunings import huffman
from treebuild.search.goal.permitted import names_last
from treebuild.search.goal.prices import Prices
from treebuild.search.goal.vectors import Vector, infinite, plus

PartSizes = Callable[[NDArray[np.int32], Candidates], NDArray[Any]]
"""Counts how many of the candidates give each reply to each guess: integers (guesses, replies)."""

MAX_SIZES = 1 << 20  # the most part sizes in one array, or replies that are counted for it


class OptionBounds:
    """Lower bounds of the costs of secrets, parts and guesses, by the cost vectors of one problem."""

    def __init__(
        self,
        replies: Replies,
        cap: NDArray[np.int64],
        costs: Sequence[Vector],
        by_weight: Sequence[bool],
        prices: Prices | None = None,
    ) -> None:
        """Prepare the bounds of a game.

        cap        int64 (replies,): CAPS, see `layout.GameTables`
        costs      costs[d] is the cost vector of a secret at depth d; with groups, it has one place
        by_weight  for every place of these vectors, whether it goes by weight; empty where all secrets weigh the same
        prices     the prices of guesses, if they have costs
        """
        self._groups = np.array(replies.game.conditions.groups, np.int64)
        by_weight = (True,) if len(self._groups) else by_weight  # a group weighs as much as its secrets together
        self.replies, self.cap = replies, cap
        self.costs, self.by_weight, self.prices = costs, by_weight, prices
        self.zero: Vector = (0,) * len(costs[0])
        self.infinite = infinite(len(costs[0]))
        self._weights = np.array(replies.game.secret_weights, np.int64)
        self.tests, self.test_costs = self._tests()
        self._ladder = [0, *np.cumsum(np.sort(self.test_costs)).tolist()] if len(self.tests) else []
        most = max(map(max, costs)) * len(replies.game.secrets)  # costs are not negative
        self._dtype = np.int64 if most < 1 << 62 else object
        self._reach = np.zeros((replies.count, 0), np.int64)
        # By the arguments of `_fill`, where all secrets weigh the same.
        self._known = dict[tuple[int, int, int, tuple[int, ...]], Vector]()
        # By depth, width and REACH: the bounds by size, and the largest size that was asked for.
        self._by_size = dict[tuple[int, int, tuple[int, ...]], tuple[NDArray[Any], int]]()

    def reaching(self, reach: NDArray[np.int64] | None) -> OptionBounds:
        """These bounds with REACH added, unless it is None: k + 1 guesses after reply r solve reach[r, k] at most."""
        other = copy(self)
        other._reach = self._reach if reach is None else reach
        return other

    @property
    def reaches(self) -> bool:
        """Whether these bounds have REACH, and all secrets weigh the same."""
        return self._reach.shape[1] > 0 and not self.by_weight

    @property
    def counts_tests(self) -> bool:
        """Whether HUFFMAN and CHEAPEST hold."""
        return bool(self._ladder)

    def _tests(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """int64 (tests,), twice: the tests, and the cost of each per unit of weight; empty where HUFFMAN fails."""
        steps = {after - before for (before, *_), (after, *_) in pairwise(self.costs[1:])}
        if not names_last(self.replies) or len(self.zero) > 1 or len(steps) != 1:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        tests = np.flatnonzero(self.replies.secret_of < 0)
        above = self.prices.surcharge[tests] if self.prices is not None else np.zeros(len(tests), np.int64)
        return tests, above + steps.pop()

    def _named(self, depth: int, width: int, part: Candidates) -> Vector:
        """HUFFMAN and CHEAPEST: the smallest cost of a part whose next guess is at `depth`."""
        weights = self._heaviest(part)
        whole = sum(weights)
        if depth >= len(self.costs) or not whole:
            return self.infinite if whole else self.zero
        tests, more = divmod(huffman(weights, width), whole)
        if tests + (more > 0) >= len(self._ladder):
            return self.infinite  # the game has too few tests
        cost = whole * (self.costs[depth][0] + self._ladder[tests])
        return (cost + (more * (self._ladder[tests + 1] - self._ladder[tests]) if more else 0),)

    def _heaviest(self, part: Candidates) -> list[int]:
        """The weights of the groups of a part, or without groups of its secrets, the heaviest first."""
        weights = self._weights[part] if self.by_weight else np.ones(len(part), np.int64)
        if len(self._groups):
            _, group = np.unique(self._groups[part], return_inverse=True)
            weights = np.bincount(group, weights).astype(np.int64)
        return sorted(weights.tolist(), reverse=True)

    def solved(self, depth: int, secret: int) -> Vector:
        """The cost of a secret that is solved at a depth."""
        if not self.by_weight:
            return self.costs[depth]
        weight = int(self._weights[secret])
        return tuple(cost * (weight if w else 1) for cost, w in zip(self.costs[depth], self.by_weight, strict=True))

    def asked(self, guess: int, candidates: Candidates) -> Vector:
        """SURCHARGE: how much more it costs to ask these candidates this guess than the cheapest guess."""
        if self.prices is None:
            return self.zero
        whole = int(self._weights[candidates].sum()) if self.by_weight else len(candidates)
        return (int(self.prices.surcharge[guess]) * whole,)

    def whole(self, candidates: Candidates) -> Vector:
        """FILL: a lower bound of the cost of all candidates of the game."""
        return self._filled(1, len(self.cap), candidates, ())

    def part(self, depth: int, reply: int, part: Candidates) -> Vector:
        """FILL, CAPS and REACH: a lower bound of the cost of a part that gives this reply, from `depth` on."""
        return self._filled(depth, int(self.cap[reply]), part, tuple(self._reach[reply].tolist()))

    def _filled(self, depth: int, width: int, part: Candidates, reach: tuple[int, ...]) -> Vector:
        if self._ladder:
            return self._named(depth, width, part)
        if not self.by_weight:
            return self._fill(depth, width, len(part), reach)
        heaviest = [0, *accumulate(self._heaviest(part))]
        cost = prunings.fill(self.costs, depth, width, len(heaviest) - 1, self.by_weight, heaviest, reach)
        return self.infinite if cost is None else cost

    def _fill(self, depth: int, width: int, size: int, reach: tuple[int, ...]) -> Vector:
        cost = self._known.get((depth, width, size, reach))
        if cost is None:
            found = prunings.fill(self.costs, depth, width, size, reach=reach)
            cost = self._known[depth, width, size, reach] = self.infinite if found is None else found
        return cost

    def ordered(
        self, candidates: Candidates, depth: int, guesses: NDArray[np.int32], sizes_of: PartSizes | None = None
    ) -> list[tuple[Vector, int]]:
        """(lower bound, guess) of all guesses that tell something, by bound, sum of squared part sizes, and index.

        `sizes_of` counts the parts of guesses; by default the reply matrix gives them.
        """
        ordered, replies = list[tuple[Vector, int, int]](), self.replies
        rows = max(MAX_SIZES // (replies.count if sizes_of else max(replies.count, len(candidates))), 1)
        sizes_of = sizes_of or partial(part_sizes, replies)
        for some in np.split(guesses, range(rows, len(guesses), rows)):
            sizes = sizes_of(some, candidates)
            telling = (sizes.max(axis=1) < len(candidates)) | (sizes[:, replies.win] > 0)
            sizes, some = sizes[telling], some[telling]
            if self.by_weight or self._ladder:
                lower = [self._by_parts(candidates, depth, guess) for guess in some.tolist()]
            else:
                lower = self._by_sizes(depth, sizes)
            if self.prices is not None:
                lower = [plus(bound, self.asked(guess, candidates)) for bound, guess in zip(lower, some, strict=True)]
            ordered += zip(
                lower, np.einsum("gr,gr->g", sizes, sizes, dtype=np.int64).tolist(), some.tolist(), strict=True
            )
        return [(bound, guess) for bound, _, guess in sorted(ordered)]

    def _by_sizes(self, depth: int, sizes: NDArray[np.int64]) -> list[Vector]:
        """The lower bounds of guesses by the sizes of their parts, int64 (guesses, replies); secrets weigh the same."""
        total, impossible = self._totals(depth, sizes, self.replies.count)
        vectors = map(tuple, total.T.tolist())
        if not impossible.any():
            return [*vectors]
        return [self.infinite if never else vector for vector, never in zip(vectors, impossible.tolist(), strict=True)]

    def least(self, candidates: Candidates, depth: int, guesses: NDArray[np.int32], sizes_of: PartSizes) -> Vector:
        """The least lower bound of guesses at candidates that weigh the same, by FILL, CAPS, PARTS and REACH.

        It is a lower bound of the cost of the candidates if `guesses` has all guesses that are permitted there and
        later, or one of each orbit. Of fewer guesses, the result is no less than that bound.
        """
        if depth >= len(self.costs):
            return self.infinite
        sizes = sizes_of(guesses, candidates)
        parts = np.count_nonzero(sizes, axis=1) - (sizes[:, self.replies.win] > 0)
        total, impossible = self._totals(depth, sizes, int(parts.max()))
        total = total[:, (sizes.max(axis=1) < len(candidates)) & ~impossible]
        for place in range(len(total)):
            if total.size:
                total = total[:, total[place] == total[place].min()]
        return tuple(total[:, 0].tolist()) if total.size else self.infinite

    def _totals(self, depth: int, sizes: NDArray[Any], width: int) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """(places, guesses): the lower bounds of guesses, and bool (guesses,): where a part keeps no depth limit.

        `sizes` are those of the parts, integers (guesses, replies). No node below makes more than `width` parts.
        """
        total = np.zeros((len(self.zero), len(sizes)), self._dtype)
        impossible = np.zeros(len(sizes), bool)
        for reply in np.flatnonzero(sizes.any(axis=0)).tolist():
            of_reply = np.ascontiguousarray(sizes[:, reply])
            if reply == self.replies.win:
                total[:, of_reply > 0] += np.array([self.costs[depth]], self._dtype).T
                continue
            by_size = self._costs_by_size(depth + 1, reply, width, int(of_reply.max()))
            fits = by_size.shape[1] - 1
            impossible |= of_reply > fits
            for place, costs in enumerate(by_size):
                total[place] += costs[np.minimum(of_reply, fits)]
        return total, impossible

    def _costs_by_size(self, depth: int, reply: int, width: int, largest: int) -> NDArray[Any]:
        """(places, sizes): FILL, CAPS and REACH for parts that give this reply, of 0 candidates to `largest` or beyond.

        There are fewer sizes if larger parts keep no depth limit.
        """
        width, reach = min(width, int(self.cap[reply])), tuple(self._reach[reply].tolist())
        key = depth, width, reach
        costs, most = self._by_size.get(key, (None, 0))
        if costs is None or most < largest:
            most = 1 << largest.bit_length()
            levels = prunings.levels(len(self.costs), depth, width, most, reach)
            each = [self.zero, *(self.costs[at] for at, number in levels for _ in range(number))]
            costs = np.cumsum(np.array(each, self._dtype).T, axis=1)
            self._by_size[key] = costs, most
        return costs

    def _by_parts(self, candidates: Candidates, depth: int, guess: int) -> Vector:
        """The lower bound of one guess by its parts, for secrets with weights and for tests."""
        total = self.zero
        for reply, part in partition(self.replies, guess, candidates):
            wins = reply == self.replies.win
            total = plus(total, self.solved(depth, int(part[0])) if wins else self.part(depth + 1, reply, part))
        return total
