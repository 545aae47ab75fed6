"""The total of every guess of a position: how many guesses the best tree that begins with it takes for all candidates.

`GuessTotals.near` gives the total of a tree; the best tree may have a smaller one. `GuessTotals.best` finds the best
guesses, and searches every other guess to show that it costs no less. The search gives a guess up as soon as it is
known to cost as much as the worst of the best so far. So it tries the guesses first that look best.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from treebuild.game.game import Game
from treebuild.game.positions import Candidates
from treebuild.game.reply_matrix import Replies, partition, reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.reply_blocks import ReplyBlocks, logarithms
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.vectors import Vector
from treebuild.search.greedy import scored
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.walk import LocalWorker
from treebuild.tree.policy import Policy, Progress

PROMISING = 64  # guesses that get a near value before the search, so that those that cost least are searched first
MAX_KEPT_CANDIDATES = 8  # `GuessTotals` keeps the totals of sets of at most this many candidates
MOST_KEPT = 1 << 20  # sets whose totals it keeps, which take at most some 200 MB


@dataclass(frozen=True)
class NearLimits:
    """How much work a near value of a guess may take.

    most_tried  codes times secrets. In larger games a quick near value tries only the candidates and a pool of codes
    pool        how many codes this pool has: those that tell most at the start
    searched    candidates. Under a rule of guesses, positions of more than these are not searched but played greedily
    """

    most_tried: int = 1 << 22
    pool: int = 500
    searched: int = 64


class GuessTotals:
    """The guesses of a position, and the total of each.

    The total of a guess is the sum, over all candidates, of the guesses from this one to the last, this one included.
    A candidate of weight w counts w times.

    replies  the replies of the candidates alone; codes keep their indices
    weight   what all candidates weigh together

    >>> import numpy as np
    >>> from treebuild.analysis.guess_totals import GuessTotals
    >>> totals = GuessTotals(reply_matrix("p3c4r"), np.arange(64))
    >>> [(totals.replies.game.spell(totals.replies.game.codes[guess]), total) for guess, total in totals.best(3)]
    [('001', 206), ('012', 208), ('000', 233)]
    >>> totals.near(0), totals.value(0)
    (233, 233)
    """

    def __init__(
        self,
        replies: Replies,
        candidates: Candidates,
        codes: NDArray[np.int32] | None = None,
        options: SearchOptions | None = None,
        limits: NearLimits | None = None,
    ) -> None:
        """Compare `codes`, ascending, one of each set that symmetry makes equal; without `codes`, compare all.

        `candidates` is int32 (candidates,). `options` say how many threads search, and which store keeps the results.
        Raises TreebuildError for a game that is too large to be searched.
        """
        self.replies, self.options = restricted(replies, candidates), options or SearchOptions()
        self.limits = limits or NearLimits()
        self.weight = sum(self.replies.game.conditions.weights) or len(candidates)
        self._prepared = PreparedGame(self.replies)
        self._everything = self._prepared.everything
        self._codes = self._prepared.firsts if codes is None else codes
        self._known: tuple[dict[bytes, int], dict[bytes, int]] = {}, {}  # by `quick`

    @cached_property
    def guesses(self) -> NDArray[np.int32]:
        """int32 (guesses,): the codes that tell something, the best by information and by number of parts in turn."""
        table = logarithms(max(len(self._everything), 2))[: len(self._everything) + 1]
        information, parts = ReplyBlocks(self.replies).sums(table, self._codes, self._everything)
        telling = (parts > 1) | (self.replies.secret_of[self._codes] >= 0)
        codes, information, parts = self._codes[telling], information[telling], parts[telling]
        other = self.replies.secret_of[codes] < 0
        orders = np.lexsort((codes, other, information)), np.lexsort((codes, other, information, -parts))
        places = np.array([order.argsort() for order in orders])
        looks: NDArray[np.int32] = codes[np.lexsort((places[0], places.min(axis=0)))]
        return looks

    def near(self, guess: int, quick: bool = False) -> int:
        """The total of a tree that begins with this guess and goes on by the greedy score `parts`.

        The guess must tell something. `quick` looks only at some of the codes of a large game.
        """
        return self._begun(guess, self._everything, quick)

    def _begun(self, guess: int, candidates: Candidates, quick: bool) -> int:
        """`near` for some candidates."""
        own, total = self.replies.game.conditions.weights, 0
        for reply, part in partition(self.replies, guess, candidates):
            weights = sorted([own[secret] for secret in part]) if own else [1] * len(part)
            total += sum(weights)
            if reply == self.replies.win:
                continue
            if len(part) <= 2:  # the likelier one, then the other
                total += weights[-1] + 2 * sum(weights[:-1])
            else:
                total += self._continued(part, quick)
        return total

    def _continued(self, candidates: Candidates, quick: bool) -> int:
        """The total of the greedy tree of some candidates, kept for small sets: many guesses leave the same ones."""
        if len(candidates) > MAX_KEPT_CANDIDATES:
            return self._begun(self._greedy(candidates, quick), candidates, quick)
        key = candidates.tobytes()
        if key not in self._known[quick]:
            total = self._begun(self._greedy(candidates, quick), candidates, quick)
            if len(self._known[quick]) == MOST_KEPT:
                self._known[quick].clear()
            self._known[quick][key] = total
        return self._known[quick][key]

    def value(self, guess: int) -> int | None:
        """The smallest total of all trees that begin with this guess, by exhaustive search; None if it tells nothing.

        The guess must be one of the codes to compare.
        """
        if guess not in self.guesses:
            return None
        cost: Vector = self._walk.scheduler.run(
            lambda worker: self._option(guess, lambda: self._walk.problem.infinite, worker)
        )
        return cost[0]

    def all_near(self, progress: Progress | None = None) -> list[tuple[int, int]]:
        """(guess, quick near value) of every guess that tells something, the smallest value first."""
        found = []
        for done, guess in enumerate(self.guesses.tolist()):
            if progress:
                progress(done, len(self.guesses), "near values of all guesses")
            found.append((guess, self.near(guess, quick=True)))
        return sorted(found, key=lambda pair: (pair[1], self._place(pair[0])))

    def best(self, top: int, progress: Progress | None = None) -> list[tuple[int, int]]:
        """(guess, total) of the `top` guesses of least total, best first.

        Of guesses of equal total, candidates come first, then lower codes. The search is exhaustive: no other guess has
        a smaller total. It calls `progress` with the number of guesses that are decided. With a store in the options it
        goes on where an interrupted search ended. Ctrl-C stops it within a second.
        """
        problem = self._walk.problem
        ordered = problem.bounds.ordered(self._everything, 1, np.sort(self.guesses))
        bounds = {guess: bound for bound, guess in ordered}
        kept, guesses, lock = BestGuesses(top, problem.infinite, self._place), self._in_order(progress), Lock()
        decided = 0

        def decide(worker: LocalWorker, guess: int) -> None:
            nonlocal decided
            if bounds[guess] < kept.cutoff(guess):
                kept.add(guess, self._option(guess, partial(kept.cutoff, guess), worker))
            with lock:
                decided += 1
                if progress:
                    progress(decided, len(guesses), kept.in_words(self.replies.game))

        pool = self.options.threads(problem).pool
        pool.run(lambda: pool.map(decide, guesses))
        problem.store.finish()
        return [(guess, total) for (total,), guess in kept.found]

    @cached_property
    def _walk(self) -> Exhaustive:
        """The search for the smallest total. Its workers try different first guesses at the same time."""
        total = Objective.parse("total")
        return Exhaustive(Problem(self._prepared, total, len(self._everything), store=self.options.store))

    def _option(self, guess: int, cutoff: Callable[[], Vector], worker: LocalWorker) -> Vector:
        """The cost of a guess, or, if that is not below the cutoff, a lower bound that is not below it either."""
        return self._walk.option(self._everything, (), guess, cutoff, worker)

    def _in_order(self, progress: Progress | None) -> list[int]:
        """All guesses: the PROMISING ones, the smallest near value first, then the others."""
        promising, others = self.guesses[:PROMISING].tolist(), self.guesses[PROMISING:].tolist()
        values = {}
        for done, guess in enumerate(promising):
            if progress:
                progress(done, len(promising), "near values of the guesses that look best")
            values[guess] = self.near(guess)
        return [*sorted(promising, key=lambda guess: values[guess]), *others]

    def _place(self, guess: int) -> tuple[bool, int]:
        """The order of equally good guesses: candidates first, then lower codes."""
        return bool(self.replies.secret_of[guess] < 0), guess

    def _greedy(self, candidates: Candidates, quick: bool) -> int:
        policy, codes = self._some if quick else self._all
        return int(codes[policy(candidates, ())])  # a score needs no history

    @cached_property
    def _all(self) -> tuple[Policy, NDArray[np.int32]]:
        """The greedy policy, and the codes that its guesses are indices of."""
        return scored(self.replies, "parts"), np.arange(len(self.replies.game.codes), dtype=np.int32)

    @cached_property
    def _some(self) -> tuple[Policy, NDArray[np.int32]]:
        """As `_all`; in a large game, with the candidates and the codes that look best alone."""
        game = self.replies.game
        if not isinstance(game.rule, Rule) or len(game.codes) * len(game.secrets) <= self.limits.most_tried:
            return self._all
        codes = np.union1d(self.replies.code_of, self.guesses[: self.limits.pool]).astype(np.int32)
        smaller = replace(game, codes=tuple([game.codes[code] for code in codes]), space=None)
        smaller = smaller.under(game.conditions.unweighted())
        return scored(reply_matrix(smaller), "parts"), codes


class BestGuesses:
    """The guesses that cost least so far, at most `top`. Several threads may use it."""

    def __init__(self, top: int, infinite: Vector, place: Callable[[int], tuple[bool, int]]) -> None:
        self.top, self.infinite, self.place = top, infinite, place
        self.found: list[tuple[Vector, int]] = []
        self._lock = Lock()

    def cutoff(self, guess: int) -> Vector:
        """The cost below which this guess is one of the best. Of equal costs the first by `place` is better."""
        with self._lock:
            return self._cutoff(guess)

    def _cutoff(self, guess: int) -> Vector:
        if len(self.found) < self.top:
            return self.infinite
        (total,), last = self.found[-1]
        return (total + (self.place(guess) < self.place(last)),)

    def add(self, guess: int, cost: Vector) -> None:
        """Take in the cost of a guess, or a lower bound of it that is not below its cutoff."""
        with self._lock:
            if cost < self._cutoff(guess):
                self.found = sorted([*self.found, (cost, guess)], key=self._order)[: self.top]

    def _order(self, pair: tuple[Vector, int]) -> tuple[Vector, tuple[bool, int]]:
        return pair[0], self.place(pair[1])

    def in_words(self, game: Game) -> str:
        """The best three so far, such as "best 001 206, 012 208"."""
        with self._lock:
            return "best " + ", ".join(f"{game.spell(game.codes[guess])} {total}" for (total,), guess in self.found[:3])


def restricted(replies: Replies, candidates: Candidates) -> Replies:
    """The replies of the same game with these secrets alone, and their weights. Codes keep their indices.

    Equal weights are left out.
    """
    game = replies.game
    if len(candidates) == len(game.secrets):
        return replies
    all_weights = game.conditions.weights
    weights = [all_weights[secret] for secret in candidates] if all_weights else []
    weights = weights if len(set(weights)) > 1 else []
    secrets = [game.secrets[secret] for secret in candidates]
    name = f"{len(secrets)} secrets of {game.name}"
    if isinstance(game.rule, Rule):
        unweighted = game.under(game.conditions.unweighted())
        own = replace(unweighted, name=name, secrets=tuple(secrets), space=None)
    else:
        rows = replies.matrix[:, candidates].tolist()
        codes, spelled = [*map(game.spell, game.codes)], [*map(game.spell, secrets)]
        own = Game.from_table(name, codes, spelled, game.replies, game.win, rows)
    return reply_matrix(own.weighted(weights) if weights else own)
