"""Packs a tree: finds a tree that is as good, and whose ranked text is short.

A guess that the scoring rule ranks first takes nothing in the text, any other guess, an exception, about fifteen bits.
So packing tries the guesses of every node in order of rank, and the exact search says which of them are as good.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import NoneType

import numpy as np
from numpy.typing import NDArray

from treebuild.codec import ranked
from treebuild.codec.base92 import check_whole
from treebuild.codec.ranked import RANK_ORDER, Odd, Span, golomb, spans_after
from treebuild.codec.ranked_scoring import Ranking, guesses_left
from treebuild.errors import TreebuildError, check_type
from treebuild.game.conditions import PLAIN
from treebuild.game.positions import Candidates
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.solver import Solver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.vectors import Vector
from treebuild.tree.policy import Progress
from treebuild.tree.tree import NONE, Tree
from treebuild.tree.verifier import verify

PLACE_BITS = 7  # the name of a node in the text takes about this
TRIED = 16  # ranks: of each, the rule's own subtree is tried for its counts

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Fit:
    """A subtree: the bits that its exceptions take, about, its cost, and the exceptions (node, rank or 0, guess)."""

    bits: int
    cost: int
    odd: tuple[Odd, ...] = ()

    def moved(self, by: int) -> Fit:
        """The same for equal candidates that begin at another place."""
        odd = (
            (Span(span.depth, span.start + by, span.size, span.named), rank, guess) for span, rank, guess in self.odd
        )
        return Fit(self.bits, self.cost, tuple(odd))


def pack(tree: Tree, keep: Objective | str | None = None, progress: Progress | None = None) -> bytes:
    """A short ranked text of a tree as good as `tree`, with the same first guess, verified by replaying every secret.

    `keep` is an objective, such as "total": the tree of the text costs no more by it, and is no deeper. With None the
    tree has the same depth counts, and packing looks only among subtrees that the scoring rule makes. Raises
    TreebuildError when the costs do not fit the exact search.

    >>> pack(build("minavg", "p3c4r"))
    b'Eorv9M\\n'
    """
    check_type(tree, Tree, "tree: expected a Tree, as build and load(path) return")
    check_type(keep, (str, Objective, NoneType), "objective: expected one such as total, or None")
    if isinstance(keep, str):
        keep = Objective.parse(keep)
    check_whole(tree.game)
    tree.game.require("packing", PLAIN)
    replies = reply_matrix(tree.game)
    costs = [(keep.vector(depth, tree.max_depth) if keep else ()) or (0,) for depth in range(tree.max_depth + 1)]
    solver = None
    if keep is not None:
        tables = PreparedGame(replies)
        solver = Solver(tables.tables, costs, tables.largest_part, 2)
    ranking = Ranking(replies)
    texts, most = [ranked.encode(tree, ranking)], 1 << 30
    for limit in (min(tree.max_depth, ranked.MAX_LIMIT), 0):
        if solver is None:
            packing: Packing = SameCounts(tree, ranking, limit, progress)
        else:
            packing = Budgets(tree, ranking, limit, progress, solver, costs)
        fit = packing.root(most)
        if fit is not None:
            most = fit.bits
            texts.append(ranked.spell(tree.game, limit, fit.odd))
    text = min(texts, key=len)
    packed = ranked.decode(text, tree.game, patient=True)
    _check(tree, packed, keep is None, costs)
    return text


def _check(tree: Tree, packed: Tree, same: bool, costs: Sequence[Vector]) -> None:
    replayed = verify(packed)
    if not replayed.ok:
        raise TreebuildError(f"the packed tree is not sound: {replayed.problems[0]}")
    cost, cost_before = (
        tuple(np.array(each.counts) @ np.array(costs[1 : len(each.counts) + 1])) for each in (packed, tree)
    )
    if packed.max_depth > tree.max_depth or cost > cost_before or (same and packed.counts != tree.counts):
        raise TreebuildError(
            f"the packed tree solves {packed.counts} by depth, the tree it was made from {tree.counts}"
        )


class Packing(ABC):
    """Chooses a guess at every node, under one limit of the rule."""

    def __init__(self, tree: Tree, ranking: Ranking, limit: int, progress: Progress | None) -> None:
        self.tree, self.ranking, self.limit, self.progress = tree, ranking, limit, progress
        self.replies: Replies = ranking.replies
        self.code_bits = (len(tree.game.codes) - 1).bit_length()
        self._plain: dict[tuple[int, bytes], Counts] = {}

    def root(self, most: int) -> Fit | None:
        """A tree with the first guess of `self.tree`, in less than `most` bits, or None."""
        everything = np.arange(len(self.tree.game.secrets), dtype=np.int32)
        position, guess = Span(1, 0, len(everything)), int(self.tree.guess[0])
        rank = 0 if len(everything) == 1 else self.rank(position, everything, guess)
        return self._with(position, rank, guess, self._after(position, everything, guess, 0, 0, most))

    def rank(self, position: Span, candidates: Candidates, guess: int) -> int | None:
        """The rank of a guess, or None if it has none: then the text names the guess by its code."""
        return self.ranking.rank(candidates, guesses_left(self.limit, position.depth), position.named, guess)

    def best(self, position: Span, candidates: Candidates) -> list[int]:
        """The guesses that have a rank, best first."""
        return self.ranking.best(candidates, guesses_left(self.limit, position.depth), position.named)

    def plain(self, position: Span, candidates: Candidates) -> Counts:
        """int64 (depths + 1,): how many secrets the rule's own subtree solves at each depth; at 0 the too deep ones."""
        key = position.depth, candidates.tobytes()
        if key not in self._plain:
            guess = self.ranking.first(candidates, guesses_left(self.limit, position.depth), position.named)
            nothing = np.zeros(self.tree.max_depth + 1, np.int64)
            self._plain[key] = sum(self.follow(position, candidates, guess), nothing)
        return self._plain[key]

    def follow(self, position: Span, candidates: Candidates, guess: int) -> Iterator[Counts]:
        """The counts of the subtree that begins with this guess and goes on by the rule, in pieces to be added up.

        Pieces that take little time come first.
        """
        counts = np.zeros(self.tree.max_depth + 1, np.int64)
        parts = partition(self.replies, guess, candidates)
        for reply, part in parts:
            depth = position.depth + (reply != self.replies.win)
            if depth > self.tree.max_depth:
                counts[0] += len(part)
            elif len(part) == 1:
                counts[depth] += 1
        yield counts
        if position.depth < self.tree.max_depth:
            inner = zip(
                spans_after(self.ranking, position, guess, parts), (p for _, p in parts if len(p) > 1), strict=True
            )
            for span, part in sorted(inner, key=lambda item: item[0].size):
                yield self.plain(span, part)

    @abstractmethod
    def fit(self, position: Span, candidates: Candidates, budget: int, most: int, node: int) -> Fit | None:
        """The candidates' subtree of the fewest bits within a budget, or None when it takes `most` bits or more.

        `node` is the node of `self.tree` with these candidates, whose subtree keeps the budget, or NONE.
        """

    @abstractmethod
    def _least(self, part: Candidates, depth: int, node: int) -> int:
        """A budget that some subtree of the part keeps."""

    def _cost(self, depth: int) -> int:
        """The cost of a secret solved at this depth."""
        return 0

    def _after(
        self, position: Span, candidates: Candidates, guess: int, spare: int, node: int, most: int
    ) -> Fit | None:
        """The parts' subtrees together, or None. The parts share the budget `spare`.

        The largest part comes first, because smaller ones are likelier to need no exception.
        """
        done = Fit(0, 0)
        parts = partition(self.replies, guess, candidates)
        spans = spans_after(self.ranking, position, guess, parts)
        waiting = []
        for reply, part in parts:
            if len(part) == 1:
                done = Fit(0, done.cost + self._cost(position.depth + (reply != self.replies.win)))
            else:
                waiting.append((len(part), reply, part, next(spans)))
        for number, (_, reply, part, span) in enumerate(sorted(waiting, key=lambda item: (-item[0], item[1]))):
            if self.progress and position.depth == 1:
                doing = f"after {self.tree.game.replies[reply]}, limit {self.limit}"
                self.progress(number, len(waiting), doing)
            child = NONE if node == NONE else self.tree.child(node, reply)
            least = self._least(part, span.depth, child)
            fit = self.fit(span, part, least + spare, most - done.bits, child)
            if fit is None:
                return None
            spare -= fit.cost - least
            done = Fit(done.bits + fit.bits, done.cost + fit.cost, done.odd + fit.odd)
        return done

    def _with(self, position: Span, rank: int | None, guess: int, fit: Fit | None) -> Fit | None:
        """A subtree with an exception for its first guess, unless that has rank 0."""
        if fit is None or rank == 0:
            return fit
        return Fit(fit.bits + self._bits(rank), fit.cost, ((position, rank or 0, guess), *fit.odd))

    def _bits(self, rank: int | None) -> int:
        """The bits that a guess takes in the text, about: rank 0 takes none, and no rank takes the bits of a code."""
        if rank == 0:
            return 0
        return PLACE_BITS + len(golomb(rank or 0, RANK_ORDER)) + (self.code_bits if rank is None else 0)


class Budgets(Packing):
    """Keeps the cost of every subtree within a budget, which at the root is the cost of `self.tree`."""

    def __init__(
        self,
        tree: Tree,
        ranking: Ranking,
        limit: int,
        progress: Progress | None,
        solver: Solver,
        costs: Sequence[Vector],
    ) -> None:
        super().__init__(tree, ranking, limit, progress)
        self.solver = solver
        self.cost = [*map(solver.encoding.encode, costs), solver.infinite, solver.infinite]
        self.known: dict[tuple[int, bytes, int], tuple[Fit | None, int]] = {}
        of_node = tree.found * np.array(self.cost[: tree.max_depth + 1], np.int64)[tree.depth]
        self.below: list[int] = tree.sums(of_node).tolist()

    def fit(self, position: Span, candidates: Candidates, budget: int, most: int, node: int) -> Fit | None:
        """See `Packing.fit`. Equal candidates are fitted once, unless a later call allows more bits."""
        plain = self.plain(position, candidates)
        cost = sum(int(count) * cost for count, cost in zip(plain, self.cost, strict=False))
        if not plain[0] and cost <= budget:
            return Fit(0, cost)
        key = position.depth, candidates.tobytes(), budget
        known, tried = self.known.get(key, (None, 0))
        if known is not None:
            known = known.moved(position.start)
        elif tried < most:
            known = self._best(position, candidates, budget, most, node) or self._named(
                position, candidates, budget, most, node
            )
            self.known[key] = (known and known.moved(-position.start)), most
        return known if known is not None and known.bits < most else None

    def _best(self, position: Span, candidates: Candidates, budget: int, most: int, node: int) -> Fit | None:
        best: Fit | None = None
        for rank, guess in enumerate(self.best(position, candidates)):
            bits = self._bits(rank)
            if bits >= most:
                break
            fit = self._guess(position, candidates, guess, budget, most - bits, node)
            if fit is not None:
                best = self._with(position, rank, guess, fit)
                most = bits + fit.bits
        return best

    def _named(self, position: Span, candidates: Candidates, budget: int, most: int, node: int) -> Fit | None:
        """A guess that keeps the budget, named by its code."""
        guess = int(self.solver.search(candidates, position.depth)[1] if node == NONE else self.tree.guess[node])
        most -= self._bits(None)
        fit = self._guess(position, candidates, guess, budget, most, node) if most > 0 else None
        return self._with(position, None, guess, fit)

    def _guess(
        self, position: Span, candidates: Candidates, guess: int, budget: int, most: int, node: int
    ) -> Fit | None:
        if node != NONE and guess == self.tree.guess[node]:
            return self._after(position, candidates, guess, budget - self.below[node], node, most)
        cost, best = self.solver.search(candidates, position.depth, budget + 1, np.array([guess], np.int32))
        return None if best < 0 else self._after(position, candidates, guess, budget - cost, NONE, most)

    def _least(self, part: Candidates, depth: int, node: int) -> int:
        return self.solver.value(part, depth) if node == NONE else self.below[node]

    def _cost(self, depth: int) -> int:
        return self.cost[depth]


class SameCounts(Packing):
    """Keeps the depth counts of every subtree, by the rule's own subtree or else by the guess of `self.tree`."""

    def fit(self, position: Span, candidates: Candidates, budget: int, most: int, node: int) -> Fit | None:
        """See `Packing.fit`. The counts of the node stand in for a budget."""
        if np.array_equal(self.plain(position, candidates), self._counts(node)):
            return Fit(0, 0)
        guess = int(self.tree.guess[node])
        rank = self.rank(position, candidates, guess)
        left = most - self._bits(rank)
        fit = self._after(position, candidates, guess, 0, node, left) if left > 0 else None
        own = self._with(position, rank, guess, fit)
        for rank, guess in enumerate(self.best(position, candidates)[:TRIED]):
            if self._bits(rank) >= (own.bits if own else most):
                break
            if self._same(self.follow(position, candidates, guess), node):
                return self._with(position, rank, guess, Fit(0, 0))
        return own

    def _counts(self, node: int) -> Counts:
        """The counts of a node of `self.tree`, as `plain` gives them."""
        counts = np.zeros(self.tree.max_depth + 1, np.int64)
        own = self.tree.counts_at(node)
        counts[1 : len(own) + 1] = own
        return counts

    def _same(self, pieces: Iterable[Counts], node: int) -> bool:
        """Whether pieces add up to the counts of a node. Where they do not, the first few pieces mostly show it."""
        left = self._counts(node)
        for piece in pieces:
            left -= piece
            if (left < 0).any():
                return False
        return not left.any()

    def _least(self, part: Candidates, depth: int, node: int) -> int:
        return 0
