"""Proofs: the best tree of a game by an objective, from the first guess on.

The first guesses are searched here, with one guess for each orbit of the symmetries that keep the history, and one
search for all histories that are images of each other. Below them the compiled search takes over. Costs are vectors
here, and integers there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from threading import Lock
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game import symmetry
from treebuild.game.replies import Replies, partition
from treebuild.search.bounds import Prunings, Vector, fill
from treebuild.search.objective import Objective
from treebuild.search.plan import Source
from treebuild.search.pool import Pool
from treebuild.search.solver import Solver, cap_parts, make_board
from treebuild.search.store import Known, Store
from treebuild.tree.policy import Policy, grow

TIE_RULE = (
    "of equally good guesses the first by lower bound, sum of squared part sizes and index; where members decide, the "
    "first of them"
)
SMALL = 20  # candidates that are not worth symmetries
MANY = 300  # first or second guesses that are too many to be searched one by one here

Candidates: TypeAlias = NDArray[np.int32]
History: TypeAlias = tuple[tuple[int, int], ...]
Child: TypeAlias = tuple[int, int, object, History, Candidates, Vector]  # size, reply, name, history, part, bound


@dataclass(frozen=True)
class Solution:
    """The best tree: what it costs, what is proved of it, and a policy that grows it.

    cost      by the criteria of `objective`, in their order
    by_reply  the cost of the secrets that give each reply to the first guess
    proof     the search that found it, which knows the values of other positions
    """

    objective: Objective
    cost: Vector
    proved: str
    first: int
    by_reply: dict[str, Vector]
    proof: Proof

    @property
    def policy(self) -> Policy:
        """A best guess for every position of the tree."""
        return self.proof.policy


@dataclass(frozen=True)
class Step:
    """What a search tells while it runs: a second guess was settled after a first reply.

    `best` is the least cost so far, if any; `done` of `guesses` are tried, the others, if any, cost `bound` or more.
    """

    history: History
    guess: int
    done: int
    guesses: int
    best: Vector | None
    bound: Vector | None


def solve(
    replies: Replies,
    objective: Objective,
    *,
    plan: Sequence[Source] = (Source.ALL,),
    first: int | None = None,
    prunings: Prunings = Prunings.ALL,
    jobs: int = 1,
    progress: Callable[[Step], None] | None = None,
) -> Solution:
    """The best tree of a game by an objective, with its proof.

    plan[d - 1] says where the guesses at depth d come from, the last entry for all later depths; `first` is a code that
    the trees looked at begin with. `jobs` threads share the work; the tree is the same for any number. Raises
    TreebuildError when no tree keeps the depth limit, when the first guess tells nothing, and when the costs do not fit
    the compiled search. Ctrl-C stops within a second.
    """
    game = Tables(replies, prunings)
    if first is not None and len(partition(replies, first, game.everything)) == 1 < len(game.everything):
        code = replies.game.spell(replies.game.codes[first])
        raise TreebuildError(f"the first guess {code} tells nothing: every secret of {replies.game.name} answers alike")

    def prove(objective: Objective, greatest: int) -> Proof:
        proof = Proof(game, objective, greatest, plan, prunings, jobs, progress, first)
        proof.run()
        return proof

    if not objective.needs_depth:
        return prove(objective, objective.limit or len(replies.game.secrets)).solution()
    before = objective.without_deepest()
    if len(before.vector(1, 1)):
        proof = prove(before, before.limit or len(replies.game.secrets))
        proof.solution()
        greatest = grow(replies, proof.policy).max_depth
    else:
        greatest = 1
        while prove(Objective(()).limited(greatest), greatest).root.guess < 0:
            if greatest == objective.limit:
                break
            greatest += 1
    return prove(objective, greatest).solution()


class Tables:
    """A game prepared for searching: what all proofs about it share."""

    def __init__(self, replies: Replies, prunings: Prunings = Prunings.ALL) -> None:
        self.replies = replies
        self.symmetry = symmetry.symmetry_of(replies)
        self.board = make_board(replies)
        self.everything = np.arange(len(replies.game.secrets), dtype=np.int32)
        self.firsts = symmetry.representatives(self.symmetry.orbits())
        if prunings & Prunings.CAPS:
            cap_parts(self.board, replies, self.firsts)

    @cached_property
    def largest_part(self) -> int:
        """The most candidates that are left after one guess and its reply."""
        parts = (part for first in self.firsts for _, part in partition(self.replies, int(first), self.everything))
        return max(map(len, parts))


class Proof:
    """One search of a game by an objective in trees of at most `greatest` depths."""

    def __init__(
        self,
        game: Tables,
        objective: Objective,
        greatest: int,
        plan: Sequence[Source],
        prunings: Prunings,
        jobs: int,
        progress: Callable[[Step], None] | None,
        begin: int | None = None,
    ) -> None:
        """`begin` is the code that the trees looked at begin with, if it is given."""
        self.game, self.replies, self.objective, self.greatest = game, game.replies, objective, greatest
        self.costs = [objective.vector(depth, greatest) or (0,) for depth in range(greatest + 1)]
        self.zero = (0,) * len(self.costs[0])
        self.infinite: Vector = (1 << 60, *self.zero[1:])
        self.plan, self.begin, self.progress = plan, begin, progress
        self.store = Store()
        self.choices: dict[tuple[int, bytes], int] = {}
        self.solver = self._make_solver(plan, prunings)
        self.pool = Pool(self.solver, jobs, Solver.fork, Solver.stop)

    def _make_solver(self, plan: Sequence[Source], prunings: Prunings) -> Solver:
        """A solver for sets as early in the game as costs allow: those of fewer candidates fit smaller integers."""
        for depth, most in (1, len(self.game.everything)), (2, self.game.largest_part):
            self.first = depth
            with suppress(TreebuildError):
                return Solver(self.game.board, self.costs, most, depth, plan, prunings)
        self.first = 3
        return Solver(self.game.board, self.costs, self.game.largest_part, self.first, plan, prunings)

    def run(self) -> None:
        """Search the whole game. Ctrl-C stops it within a second."""
        self.root = self.pool.run(lambda: self.node(self.game.everything, (), self.infinite, self.solver))

    def solution(self) -> Solution:
        """What was found. Raises TreebuildError when the depth limit cannot be kept."""
        game = self.replies.game
        begin = "" if self.begin is None else game.spell(game.codes[self.begin])
        trees = f"{game.name} that begins with {begin}" if begin else game.name
        if self.root.guess < 0:
            raise TreebuildError(
                f"no tree of {trees} solves every secret in {self.greatest} guesses (searched): allow more, such as "
                f"limit:{self.greatest + 1}"
            )
        self.choose(self.game.everything, (), self.root)
        by_reply = {}
        for reply, part in partition(self.replies, self.root.guess, self.game.everything):
            history = ((self.root.guess, reply),)
            if reply == self.replies.win:
                by_reply[game.replies[reply]] = self.costs[1]
            else:
                by_reply[game.replies[reply]] = self.value(part, history).value
        candidates_only = all(source is Source.MEMBERS for source in self.plan)
        proved = self.objective.proved(self.root.value, self.greatest, begin, candidates_only)
        return Solution(self.objective, self.root.value, proved, self.root.guess, by_reply, self)

    def value(self, candidates: Candidates, history: History) -> Known:
        """The value of the candidates after a history; it is not exact where the depth limit cannot be kept."""
        known = self.store.get(symmetry.key(self.game.symmetry, history))
        if known is None or not (known.exact or known.value >= self.infinite):
            known = self.store.put(
                symmetry.key(self.game.symmetry, history), self.node(candidates, history, self.infinite, self.solver)
            )
        return known

    def choose(self, candidates: Candidates, history: History, found: Known) -> None:
        """Note the best guesses of the histories searched here, so that `policy` finds them."""
        depth = len(history) + 1
        among = self._among(candidates, history)
        if among is None:
            return
        if self._compiled(depth, among):
            found = self._search(candidates, depth, self.infinite, among, self.solver)
        self.choices[depth, candidates.tobytes()] = found.guess
        if self._compiled(depth, among):
            return
        for reply, part in partition(self.replies, found.guess, candidates):
            longer = (*history, (found.guess, reply))
            if reply != self.replies.win:
                known = self.store.get(symmetry.key(self.game.symmetry, longer))
                assert known is not None  # a part of the best guess was searched
                self.choose(part, longer, known)

    def policy(self, candidates: Candidates, depth: int) -> int:
        """A best guess: a Policy."""
        choice = self.choices.get((depth, candidates.tobytes()))
        return self.solver.policy(candidates, depth) if choice is None else choice

    def _among(self, candidates: Candidates, history: History) -> NDArray[np.int32] | None:
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

    def _compiled(self, depth: int, among: NDArray[np.int32]) -> bool:
        """Whether the compiled search takes over here."""
        return depth >= self.first and (depth > 2 or len(among) > MANY) and (depth > 1 or self.begin is None)

    def node(self, candidates: Candidates, history: History, below: Vector, solver: Solver) -> Known:
        """The value of the candidates after a history, or a lower bound not below `below`."""
        depth = len(history) + 1
        among = self._among(candidates, history)
        if among is None or self._compiled(depth, among):
            return self._search(candidates, depth, below, among, solver)
        race = Race(candidates, history, below, self._ordered(candidates, depth, among))
        self._compete([race], None if depth == 2 else solver)
        return race.found()

    def _compete(self, races: list[Race], alone: Solver | None = None) -> None:
        """Try the guesses of races, one race after the other, with one solver alone or with all of them."""

        def compete(solver: Solver) -> None:
            for race in races:
                for index, guess in race:
                    value = self.guess(race.candidates, race.history, guess, partial(race.limit, index), solver)
                    race.enter(index, value)
                    if self.progress:
                        best = race.best if race.winner < len(race.ordered) else None
                        done, guesses = race.next, len(race.ordered)
                        bound = race.ordered[done][0] if done < guesses else None
                        self.progress(Step(race.history, guess, done, guesses, best, bound))

        if alone is None:
            self.pool.each(compete)
        else:
            compete(alone)

    def _search(
        self, candidates: Candidates, depth: int, below: Vector, among: NDArray[np.int32] | None, solver: Solver
    ) -> Known:
        value, guess = solver.search(candidates, depth, solver.scale.ceiling(below), among, complete=among is not None)
        if guess < 0:  # a lower bound; the vector read from it may be below `below`, which is one too: keep the larger
            return Known(self.infinite if value >= solver.infinite else max(solver.scale.read(value), below))
        return Known(solver.scale.read(value), guess)

    def _fill(self, depth: int, width: int, size: int) -> Vector:
        """FILL: the least cost of `size` secrets from `depth` on."""
        cost = fill(self.costs, depth, width, size)
        return self.infinite if cost is None else cost

    def _ordered(self, candidates: Candidates, depth: int, guesses: NDArray[np.int32]) -> list[tuple[Vector, int]]:
        """(lower bound, guess) of all guesses that tell something, by bound, sum of squared part sizes, and index."""
        replies, cap = self.replies, self.game.board.cap
        ordered = []
        for guess in guesses.tolist():
            sizes = np.bincount(replies.matrix[guess][candidates], minlength=replies.count).tolist()
            if max(sizes) == len(candidates):
                continue
            bound = self.zero
            for reply, size in enumerate(sizes):
                if reply == replies.win:
                    bound = _plus(bound, self.costs[depth] if size else self.zero)
                else:
                    bound = _plus(bound, self._fill(depth + 1, int(cap[reply]), size))
            ordered.append((bound, sum(size * size for size in sizes), guess))
        return [(bound, guess) for bound, _, guess in sorted(ordered)]

    def guess(
        self, candidates: Candidates, history: History, guess: int, limit: Callable[[], Vector], solver: Solver
    ) -> Vector:
        """The cost of a guess, or a lower bound not below `limit()`, which may fall meanwhile. Small parts first."""
        depth = len(history) + 1
        total, children = self.zero, list[Child]()
        for reply, part in partition(self.replies, guess, candidates):
            if reply == self.replies.win:
                total = _plus(total, self.costs[depth])
                continue
            longer = (*history, (guess, reply))
            name = symmetry.key(self.game.symmetry, longer)
            bound = self._fill(depth + 1, int(self.game.board.cap[reply]), len(part))
            known = self.store.get(name)
            bound = bound if known is None else max(bound, known.value)
            total = _plus(total, bound)
            children.append((len(part), reply, name, longer, part, bound))
        children.sort(key=lambda child: child[:2])
        if depth == 1 and len(self.pool.owned) > 1 and limit() == self.infinite:
            self._side_by_side(children)
        for _, _, name, longer, part, bound in children:
            below = limit()
            if total >= below:
                break
            known = self.store.get(name)
            if known is None or (not known.exact and known.value < self.infinite):
                known = self.store.put(name, self.node(part, longer, _plus(_minus(below, total), bound), solver))
            total = _plus(_minus(total, bound), known.value)
        return total

    def _side_by_side(self, children: list[Child]) -> None:
        """Search the parts of a first guess that has nothing to beat, so that no thread waits for another between them.

        The largest first: so the last are short, and all threads end at nearly the same time.
        """
        races = {}
        for _, _, name, history, part, _ in reversed(children):
            among = self._among(part, history)
            if among is not None and not self._compiled(2, among) and self.store.get(name) is None:
                races[name] = Race(part, history, self.infinite, self._ordered(part, 2, among))
        self._compete(list(races.values()))
        for name, race in races.items():
            self.store.put(name, race.found())


class Race:
    """Guesses that compete for the least cost, taken in order by one thread or several.

    The winner is the first, in their order, of those that cost least, whichever thread is faster: a guess that stands
    before the best one so far has to be beaten, one that stands after it has to beat it.
    """

    def __init__(
        self, candidates: Candidates, history: History, below: Vector, ordered: list[tuple[Vector, int]]
    ) -> None:
        self.candidates, self.history, self.best, self.ordered = candidates, history, below, ordered
        self.winner = len(ordered)
        self.next = 0
        self._lock = Lock()

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """(index, guess) of guesses that no other thread has taken and that may still win."""
        while True:
            with self._lock:
                index = self.next
                if index == len(self.ordered) or self.ordered[index][0] >= self.limit(index):
                    return
                self.next += 1
            yield index, self.ordered[index][1]

    def found(self) -> Known:
        """The least cost so far and its guess, or the limit given and -1."""
        return Known(self.best, self.ordered[self.winner][1] if self.winner < len(self.ordered) else -1)

    def limit(self, index: int) -> Vector:
        """The guess of this index wins only if it costs less than this."""
        best = self.best
        return best if self.winner <= index or self.winner == len(self.ordered) else (*best[:-1], best[-1] + 1)

    def enter(self, index: int, value: Vector) -> None:
        """Tell what a guess costs, or a lower bound not below its limit."""
        with self._lock:
            if value < self.limit(index):
                self.best, self.winner = value, index


def _plus(a: Vector, b: Vector) -> Vector:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _minus(a: Vector, b: Vector) -> Vector:
    return tuple(x - y for x, y in zip(a, b, strict=True))
