"""One search of a game by an objective, from the first guess on.

The first guesses are searched here, with one guess for each orbit of the symmetries that keep the history, and one
search for all histories that are images of each other. Below them the compiled search takes over. Costs are vectors
here, and integers there.

What is known of a position, and of a guess there, goes into a store; a position is named by its history up to symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game import symmetry
from treebuild.game.game import Game
from treebuild.game.replies import part_sizes, partition
from treebuild.search import bounds
from treebuild.search.allowed import Source
from treebuild.search.bounds import Prunings, Vector
from treebuild.search.objective import Objective
from treebuild.search.open_node import Candidates, Contest
from treebuild.search.parallel.scheduler import Crew, Hand, Step
from treebuild.search.parallel.threads import Pool
from treebuild.search.prepared import Tables
from treebuild.search.solver import Solver
from treebuild.search.store.memory import ANY_REPLY, History, Known, Stated, Store

if TYPE_CHECKING:
    from treebuild.search.parallel.dask_driver import Cluster
    from treebuild.search.store.sqlite import StoreFile

SMALL = 20  # candidates that are not worth symmetries
MANY = 300  # first or second guesses, of few candidates, that are too many to be tried one by one; so is half of all
LARGE = 500  # candidates of which even many second and third guesses are: the compiled search may take minutes
AT_ONCE = 1 << 20  # replies that are looked at together
WINNING = 0  # in place of a cap, which is 1 or more: of the winning reply, whose part needs none
WHOLE = 1 << 24  # first guesses times secrets: of more, even many first guesses are


@dataclass(frozen=True)
class Child:
    """A part that a guess leaves, by the history that leads there, and what it costs at least."""

    name: object
    history: History
    candidates: Candidates
    bound: Vector


@dataclass(frozen=True)
class Problem:
    """What is searched for in a game: all that another machine needs to know."""

    game: Game
    objective: Objective
    greatest: int
    plan: tuple[Source, ...]


class Proof:
    """One search of a game by an objective in trees of at most `greatest` depths."""

    def __init__(
        self,
        game: Tables,
        objective: Objective,
        greatest: int,
        plan: Sequence[Source] = (Source.ALL,),
        prunings: Prunings = Prunings.ALL,
        jobs: int = 1,
        progress: Callable[[Step], None] | None = None,
        begin: int | None = None,
        file: StoreFile | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        """`begin` is the code that the trees looked at begin with, if it is given; `file` keeps what is settled.

        A `cluster` tries guesses instead of `jobs` threads.
        """
        self.game, self.replies, self.objective, self.greatest = game, game.replies, objective, greatest
        self.costs = [objective.vector(depth, greatest) or (0,) for depth in range(greatest + 1)]
        self.zero = (0,) * len(self.costs[0])
        most = max(map(max, self.costs)) * len(self.replies.game.secrets)  # costs are not negative
        self.number = np.int64 if most < 1 << 62 else object  # what arrays of costs hold
        self.by_weight = objective.by_weight(greatest) or (False,) if self.replies.game.weights else ()
        self.weights = np.array(self.replies.game.weights, np.int64)
        self.infinite: Vector = (1 << 60, *self.zero[1:])
        self.plan, self.begin, self.progress = plan, begin, progress
        self.store = Store() if file is None else file.store(self.replies, self._stated())
        self.choices: dict[tuple[int, bytes], int] = {}
        self.solver = self._make_solver(plan, prunings)
        self.hand = Hand(self.solver)
        if cluster is None:
            self.pool = Pool(self.hand, jobs, Hand.fork, Hand.stop)
        else:
            problem = Problem(self.replies.game, objective, greatest, tuple(plan))
            self.pool = Pool.of(cluster.hands(self, problem), Hand.stop)
        self.crew = Crew(self)

    def _stated(self) -> Stated:
        guesses = ",".join(source.name.lower() for source in self.plan)
        return Stated(self.objective.name, self.greatest, guesses, tuple(self.costs), self.by_weight)

    def _make_solver(self, plan: Sequence[Source], prunings: Prunings) -> Solver:
        """A solver for sets as early in the game as costs allow: those of fewer candidates fit smaller integers."""
        for depth, most in (1, len(self.game.everything)), (2, self.game.largest_part):
            self.first = depth
            with suppress(TreebuildError):
                return Solver(self.game.board, self.costs, most, depth, plan, prunings, self.by_weight)
        self.first, most = 3, self.game.largest_part
        return Solver(self.game.board, self.costs, most, self.first, plan, prunings, self.by_weight)

    def run(self) -> None:
        """Search the whole game. Ctrl-C stops it within a second."""
        whole = self.game.everything, (), self.infinite
        self.root = self.pool.run(lambda: self.crew.together(lambda hand: self.node(*whole, hand)))
        self.store.finish()

    def value(self, candidates: Candidates, history: History, below: Vector | None = None) -> Known:
        """The value of the candidates after a history, or a lower bound not below `below`.

        Without `below` it is exact, unless the depth limit cannot be kept.
        """
        below = below or self.infinite
        known = self.known(self._name(history), below)
        return known or self.crew.together(lambda hand: self.settle(candidates, history, below, hand))

    def choose(self, candidates: Candidates, history: History, found: Known) -> None:
        """Note the best guesses of the histories searched here, so that `policy` finds them.

        What is `found` already may be the guess after an image of the history. The one after this history is found
        again, and fast: a guess of a lesser cost than the value need not be looked for.
        """
        depth = len(history) + 1
        among = self.among(candidates, history)
        if among is None:
            return
        compiled = self._compiled(depth, among, len(candidates))
        if compiled:
            found = self._search(candidates, depth, _above(found.value), among, self.solver, found.value)
        elif found.history != history:
            found = self.node(candidates, history, _above(found.value), self.hand)
        self.choices[depth, candidates.tobytes()] = found.guess
        if compiled:
            return
        for reply, part in partition(self.replies, found.guess, candidates):
            longer = (*history, (found.guess, reply))
            if reply != self.replies.win:
                self.choose(part, longer, self.value(part, longer))

    def policy(self, candidates: Candidates, depth: int) -> int:
        """A best guess: a Policy."""
        choice = self.choices.get((depth, candidates.tobytes()))
        return self.solver.policy(candidates, depth) if choice is None else choice

    def _name(self, history: History) -> object:
        return symmetry.key(self.game.symmetry, history)

    def guess_name(self, history: History, guess: int) -> object:
        """Of a guess after a history, in the store."""
        return self._name((*history, (guess, ANY_REPLY)))

    def among(self, candidates: Candidates, history: History) -> NDArray[np.int32] | None:
        """One guess of each orbit, or None where the compiled search does without."""
        if not history and self.begin is not None:
            return np.array([self.begin], np.int32)
        if len(candidates) <= SMALL and len(history) + 1 >= self.first:
            return None
        guesses = symmetry.representatives(self.game.symmetry.orbits(history))
        if self.plan[min(len(history), len(self.plan) - 1)] is Source.MEMBERS:
            # The symmetries that keep a history keep its candidates: an orbit is of members, or has none.
            guesses = guesses[np.isin(self.replies.secret_of[guesses], candidates)]
        return guesses

    def _compiled(self, depth: int, among: NDArray[np.int32], size: int) -> bool:
        """Whether the compiled search takes over here."""
        if depth < self.first or (depth == 1 and self.begin is not None):
            return False
        many = len(among) > min(MANY, len(self.replies.matrix) // 2)
        if depth == 1:
            return many and len(among) * size < WHOLE
        return depth > 3 or (size <= LARGE and (depth == 3 or many))

    def node(self, candidates: Candidates, history: History, below: Vector, hand: Hand) -> Known:
        """The value of the candidates after a history, or a lower bound not below `below`."""
        depth = len(history) + 1
        among = self.among(candidates, history)
        if among is None or self._compiled(depth, among, len(candidates)):
            return replace(self._search(candidates, depth, below, among, hand.solver), history=history)
        contest = Contest(candidates, history, below, self.ordered(candidates, depth, among))
        self.crew.compete([contest], hand)
        return contest.found()

    def settle(self, candidates: Candidates, history: History, below: Vector, hand: Hand) -> Known:
        """`node`, of which the store is told."""
        start = perf_counter()
        found = self.node(candidates, history, below, hand)
        return self.store.put(self._name(history), found, perf_counter() - start)

    def _search(
        self,
        candidates: Candidates,
        depth: int,
        below: Vector,
        among: NDArray[np.int32] | None,
        solver: Solver,
        floor: Vector | None = None,
        complete: bool = True,
    ) -> Known:
        """The compiled `node`. `floor` is the value, if it is known already and only a guess is wanted.

        Unless `among` is complete, the cost is that of the guesses in it.
        """
        least, complete = 0 if floor is None else solver.scale.spell(floor), complete and among is not None
        value, guess = solver.search(candidates, depth, solver.scale.ceiling(below), among, complete, least)
        if guess < 0:  # a lower bound; the vector read from it may be below `below`, which is one too: keep the larger
            return Known(self.infinite if value >= solver.infinite else max(solver.scale.read(value), below))
        return Known(solver.scale.read(value), guess)

    def fill(self, depth: int, width: int, part: Candidates) -> Vector:
        """FILL: the least cost of a part from `depth` on."""
        heaviest = [0, *np.cumsum(-np.sort(-self.weights[part])).tolist()] if self.by_weight else []
        return self._filled(depth, width, len(part), heaviest)

    def _filled(self, depth: int, width: int, size: int, heaviest: Sequence[int] = ()) -> Vector:
        cost = bounds.fill(self.costs, depth, width, size, self.by_weight, heaviest)
        return self.infinite if cost is None else cost

    def won(self, depth: int, secret: int) -> Vector:
        """What a secret costs that is solved at a depth."""
        if not self.by_weight:
            return self.costs[depth]
        weight = int(self.weights[secret])
        return tuple(cost * (weight if w else 1) for cost, w in zip(self.costs[depth], self.by_weight, strict=True))

    def ordered(self, candidates: Candidates, depth: int, guesses: NDArray[np.int32]) -> list[tuple[Vector, int]]:
        """(lower bound, guess) of all guesses that tell something, by bound, sum of squared part sizes, and index."""
        ordered = list[tuple[Vector, int, int]]()
        rows = max(AT_ONCE // max(self.replies.count, len(candidates)), 1)
        for some in np.split(guesses, range(rows, len(guesses), rows)):
            sizes = part_sizes(self.replies, some, candidates)
            telling = sizes.max(axis=1) < len(candidates)
            sizes, some = sizes[telling], some[telling]
            if self.by_weight:
                bounds = [self._by_parts(candidates, depth, guess) for guess in some.tolist()]
            else:
                bounds = self._by_sizes(depth, sizes)
            ordered += zip(bounds, np.einsum("gr,gr->g", sizes, sizes).tolist(), some.tolist(), strict=True)
        return [(bound, guess) for bound, _, guess in sorted(ordered)]

    def _by_sizes(self, depth: int, sizes: NDArray[np.int64]) -> list[Vector]:
        """The lower bounds of guesses that make parts of these sizes, int64 (guesses, replies)."""
        bounds = np.zeros((len(sizes), len(self.zero)), self.number)
        hopeless = np.zeros(len(sizes), bool)
        caps = self.game.board.cap.copy()
        caps[self.replies.win] = WINNING
        for cap in set(caps[sizes.any(axis=0)].tolist()):
            among = sizes[:, caps == cap]
            occurring = np.flatnonzero(np.bincount(among.ravel()))
            cost = np.zeros((occurring[-1] + 1, len(self.zero)), self.number)
            for size in occurring[occurring > 0].tolist():
                filled = self.costs[depth] if cap == WINNING else self._filled(depth + 1, cap, size)
                if filled >= self.infinite:  # so are larger ones
                    hopeless |= among.max(axis=1) >= size
                    break
                cost[size] = filled
            bounds += cost[among].sum(axis=1)
        found = map(tuple, bounds.tolist())
        return [self.infinite if lost else bound for bound, lost in zip(found, hopeless.tolist(), strict=True)]

    def _by_parts(self, candidates: Candidates, depth: int, guess: int) -> Vector:
        """The same where secrets have weights."""
        bound = self.zero
        for reply, part in partition(self.replies, guess, candidates):
            won, cap = reply == self.replies.win, int(self.game.board.cap[reply])
            bound = _plus(bound, self.won(depth, int(part[0])) if won else self.fill(depth + 1, cap, part))
        return bound

    def guess(
        self, candidates: Candidates, history: History, guess: int, limit: Callable[[], Vector], hand: Hand
    ) -> Vector:
        """The cost of a guess, or a lower bound not below `limit()`, which may fall meanwhile."""
        start, name = perf_counter(), self.guess_name(history, guess)
        known = self.known(name, limit())
        if known is None:
            found = self.cost(candidates, history, guess, limit, hand)
            known = self.store.put(name, found, perf_counter() - start)
        return known.value

    def cost(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        limit: Callable[[], Vector],
        hand: Hand,
        heard: Callable[[Vector], None] = lambda least: None,
    ) -> Known:
        """`guess`, whatever is known of it. It is exact where its cost, and not only a bound, was found.

        Meanwhile `heard` hears what the guess costs at least, as far as its parts are known.
        """
        if len(history) < 2:
            return self.by_children(candidates, history, guess, limit, hand, heard)
        only = np.array([guess], np.int32)
        return self._search(candidates, len(history) + 1, limit(), only, hand.solver, complete=False)

    def by_children(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        limit: Callable[[], Vector],
        hand: Hand,
        heard: Callable[[Vector], None] = lambda least: None,
    ) -> Known:
        """`cost`, by the parts of the guess, small ones first."""
        total, children = self.children(candidates, history, guess)
        if not history and len(self.pool.owned) > 1 and limit() == self.infinite:
            self.side_by_side(children, hand)
        exact = True
        for child in children:
            heard(total)
            below = limit()
            if total >= below:
                return Known(total)
            known = self.known(child.name)
            if known is None:
                below = _plus(_minus(below, total), child.bound)
                known = self.settle(child.candidates, child.history, below, hand)
            exact = exact and known.exact
            total = _plus(_minus(total, child.bound), known.value)
        return Known(total, guess if exact else -1, history)

    def known(self, name: object, below: Vector | None = None) -> Known | None:
        """What the store has of a position or a guess: its value, or a lower bound not below `below`; else None.

        Without `below` that is one that says that the depth limit cannot be kept.
        """
        known = self.store.get(name)
        return known if known is not None and (known.exact or known.value >= (below or self.infinite)) else None

    def children(self, candidates: Candidates, history: History, guess: int) -> tuple[Vector, list[Child]]:
        """What a guess costs at least by what is known of its parts, and those that do not win, small ones first."""
        depth = len(history) + 1
        total, children = self.zero, list[Child]()
        for reply, part in partition(self.replies, guess, candidates):
            if reply == self.replies.win:
                total = _plus(total, self.won(depth, int(part[0])))
                continue
            longer = (*history, (guess, reply))
            name = self._name(longer)
            bound = self.fill(depth + 1, int(self.game.board.cap[reply]), part)
            known = self.store.get(name)
            bound = bound if known is None else max(bound, known.value)
            total = _plus(total, bound)
            children.append(Child(name, longer, part, bound))
        return total, sorted(children, key=lambda child: (len(child.candidates), child.history[-1][1]))

    def walked(self, child: Child) -> NDArray[np.int32] | None:
        """The guesses to try of a part that is searched here, guess by guess; of none that is left to the kernels."""
        part, history = child.candidates, child.history
        among = self.among(part, history)
        return None if among is None or self._compiled(len(history) + 1, among, len(part)) else among

    def side_by_side(self, children: list[Child], hand: Hand) -> None:
        """Search the large parts of a guess that has nothing to beat, so that no hand waits for another between them.

        The largest first: so the last are short, and all end at nearly the same time.
        """
        contests, start = {}, perf_counter()
        for child in reversed(children):
            guesses = self.walked(child)
            if guesses is not None and self.store.get(child.name) is None:
                ordered = self.ordered(child.candidates, len(child.history) + 1, guesses)
                contests[child.name] = Contest(child.candidates, child.history, self.infinite, ordered)
        self.crew.compete(list(contests.values()), hand)
        for name, contest in contests.items():
            self.store.put(name, contest.found(), perf_counter() - start)


def _above(value: Vector) -> Vector:
    """The least vector that is greater."""
    return *value[:-1], value[-1] + 1


def _plus(a: Vector, b: Vector) -> Vector:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _minus(a: Vector, b: Vector) -> Vector:
    return tuple(x - y for x, y in zip(a, b, strict=True))
