"""The game search: an AND/OR branch and bound over the first guesses of a game, by one objective.

A position (an OR node) is a choice of guesses. An option is a guess there (an AND node) with a part for each reply. The
first guesses are walked here in Python, one guess for each orbit of the symmetries that keep the history, and positions
that are images of each other are searched once. Below them the compiled search takes over. Costs are vectors here, and
integers there.

Results go into a store, where a position is named by its history up to symmetry. Who tries the options, and how many at
the same time, is up to a scheduler: see `walk.scheduler`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game import symmetry
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import partition, reply_matrix
from treebuild.kernels.constants import MAX_REPLIES_MARKED
from treebuild.search.bounds.of_guesses import OptionBounds
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.limited_solver import make_solver
from treebuild.search.engine.ruled_solver import RuledSolver
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.engine.tables import PreparedGame
from treebuild.search.problem.objective import Objective
from treebuild.search.problem.permitted import Permitted, is_ruled
from treebuild.search.problem.plan import Source
from treebuild.search.problem.prices import prices_of
from treebuild.search.problem.vectors import Vector, above, plus
from treebuild.search.store.results import ANY_REPLY, ProblemKey, Result, Store, StoreOpener
from treebuild.search.walk.open_node import OpenNode, Part
from treebuild.search.walk.option_parts import Ahead, OptionParts
from treebuild.search.walk.scheduling import Evaluator, Scheduling

FEW_CANDIDATES = 20  # of as many or fewer, finding symmetries takes longer than it saves
MANY_GUESSES = 300  # more first or second guesses than this, or half of all, are left to the compiled search ...
LARGE_SET = 500  # ... unless there are more candidates than this: the compiled search may take minutes for one guess
MAX_FIRST_REPLIES = 1 << 24  # ... or first guesses times secrets are more
MOST_LISTED = 0.9  # of all codes, in games of many replies: there a longer list costs more than it saves


@dataclass(frozen=True)
class ProblemSpec:
    """What is searched for in a game: all that another machine needs to know.

    `sent_seconds` is how long a result has to take there for others to hear of it: else they find it again as fast.
    """

    game: Game
    objective: Objective
    greatest: int
    plan: tuple[Source, ...]
    sent_seconds: float = 0.002

    def search(self) -> GameSearch:
        """A search for it."""
        return GameSearch(PreparedGame(reply_matrix(self.game)), self.objective, self.greatest, self.plan)


class GameSearch:
    """One search of a game by an objective, in trees of at most `greatest` depths."""

    scheduler: Scheduling
    root: Result

    def __init__(
        self,
        game: PreparedGame,
        objective: Objective,
        greatest: int,
        plan: Sequence[Source] = (Source.ALL,),
        *,
        prunings: Prunings = Prunings.ALL,
        first: int | None = None,
        store: StoreOpener | None = None,
    ) -> None:
        """`first` is the code that all trees begin with, if one is given. `store` keeps the results.

        Give the search a scheduler before you run it: `scheduler.schedule` does.
        """
        self.game, self.replies, self.objective, self.greatest = game, game.replies, objective, greatest
        self.plan, self.first = tuple(plan), first
        if self.replies.game.guesses == "candidates" and not is_ruled(self.replies.game):
            self.plan = (Source.MEMBERS,)
        self.permitted, self.prices = Permitted(self.replies), prices_of(self.replies)
        costs = [self._cost(depth) for depth in range(greatest + 1)]
        by_weight = objective.by_weight(greatest) or (False,) if self.replies.game.weights else ()
        self.bounds = OptionBounds(self.replies, game.tables.cap, costs, by_weight, self.prices)
        self.zero, self.infinite = self.bounds.zero, self.bounds.infinite
        guesses = ",".join(source.name.lower() for source in self.plan)
        if is_ruled(self.replies.game):
            charged = repr(self.replies.game.costs) + repr(self.replies.game.groups) * bool(self.replies.game.groups)
            guesses = f"{self.replies.game.guesses} {sha256(charged.encode()).hexdigest()[:16]}"
        key = ProblemKey(objective.name, greatest, guesses, tuple(costs), by_weight)
        self.store = Store() if store is None else store.store(self.replies, key)
        self.choices: dict[tuple[int, bytes], int] = {}
        self._opened: dict[History, OpenNode] = {}  # ahead of the search
        self.prunings = prunings
        self.solver = self._make_solver(prunings)

    @cached_property
    def part_bounds(self) -> OptionBounds:
        """The bounds of parts of first and second guesses, with REACH, which `bounds` has not.

        Guesses are tried in the order of `bounds`: of equal ones, those in published trees stay the first.
        """
        return self.bounds.reaching(self.game.reach if self.prunings & Prunings.REACH else None)

    def apart(self) -> GameSearch:
        """The same problem, with a solver and results of its own that no other search shares."""
        other = copy(self)
        other.solver, other.store, other.choices, other._opened = self.solver.fork(apart=True), Store(), {}, {}
        return other

    @property
    def spec(self) -> ProblemSpec:
        """The problem, for another machine."""
        return ProblemSpec(self.replies.game, self.objective, self.greatest, self.plan)

    def _cost(self, depth: int) -> Vector:
        """The cost vector of a secret at a depth: where guesses have costs, what the cheapest would cost."""
        if self.prices is not None:
            return self.prices.vector(depth)
        return self.objective.vector(depth, self.greatest) or (0,)

    def _make_solver(self, prunings: Prunings) -> PositionSolver:
        """A solver that takes over as early as its integers allow: sets of fewer candidates need smaller ones."""
        if is_ruled(self.replies.game):
            self.compiled_from = 1
            return RuledSolver(self.replies, self.bounds.costs, self.bounds.by_weight, self.prices)

        def solver(depth: int, most: int) -> PositionSolver:
            self.compiled_from = depth
            return make_solver(self.objective, self.game.tables, self.bounds, most, depth, self.plan, prunings)

        for depth, most in (1, len(self.game.everything)), (2, self.game.largest_part):
            with suppress(TreebuildError):
                return solver(depth, most)
        return solver(3, self.game.largest_part)

    def run(self) -> None:
        """Search the whole game. Ctrl-C stops it within a second."""
        self.root = self.scheduler.run(lambda worker: self.position(self.game.everything, (), self.infinite, worker))
        self.store.finish()

    def value(self, candidates: Candidates, history: History, cutoff: Vector | None = None) -> Result:
        """The value of a position, or a lower bound not below `cutoff`; without it exact, if a tree keeps the limit."""
        cutoff = cutoff or self.infinite
        known = self.known(self.position_name(history), cutoff)
        return known or self.scheduler.run(lambda worker: self.settle(candidates, history, cutoff, worker))

    def note_choices(self, candidates: Candidates, history: History, result: Result) -> None:
        """Note the best guess of this position and of those below it that are searched here: `policy` needs them.

        The store may have the result of an image of this position. Its guess is then found again, and fast: no guess
        that costs less than the value need be looked for.
        """
        depth, guesses = len(history) + 1, self.guesses(candidates, history)
        if guesses is None:
            return
        compiled = self._is_compiled(depth, guesses, len(candidates))
        if compiled:
            cutoff = above(result.value)
            result = self.search_compiled(candidates, history, cutoff, guesses, self.solver, lower_bound=result.value)
        elif result.history != history:
            cutoff = above(result.value)
            result = self.scheduler.run(lambda worker: self.position(candidates, history, cutoff, worker))
        self.choices[depth, candidates.tobytes()] = result.guess
        if compiled:
            return
        for reply, part in partition(self.replies, result.guess, candidates):
            longer = (*history, (result.guess, reply))
            if reply != self.replies.win:
                self.note_choices(part, longer, self.value(part, longer))

    def policy(self, candidates: Candidates, history: History) -> int:
        """A best guess: a Policy."""
        choice = self.choices.get((len(history) + 1, candidates.tobytes()))
        return self.solver.policy(candidates, history) if choice is None else choice

    def position_name(self, history: History) -> object:
        return symmetry.key(self.game.symmetry, history)

    def option_name(self, history: History, guess: int) -> object:
        """The name of a guess after a history, in the store."""
        return self.position_name((*history, (guess, ANY_REPLY)))

    def guesses(self, candidates: Candidates, history: History) -> NDArray[np.int32] | None:
        """One guess of each orbit, or None where the compiled search does without."""
        if not history and self.first is not None:
            return np.array([self.first], np.int32)
        if len(candidates) <= FEW_CANDIDATES and len(history) + 1 >= self.compiled_from:
            return None
        if self.replies.game.identified(candidates):
            return None  # and so it does at all depths where there are groups
        guesses = symmetry.representatives(self.game.symmetry.orbits(history))
        if self.plan[min(len(history), len(self.plan) - 1)] is Source.MEMBERS:
            # The symmetries that keep a history keep its candidates: an orbit is of members, or has none.
            guesses = guesses[np.isin(self.replies.secret_of[guesses], candidates)]
        if is_ruled(self.replies.game):  # likewise: they keep what a position permits
            guesses = np.intersect1d(guesses, self.permitted.at(candidates, history))
        return guesses

    def all_guesses(self, candidates: Candidates, history: History) -> NDArray[np.int32]:
        """One guess of each orbit while symmetries are worth finding, then every guess that the plan allows."""
        guesses = self.guesses(candidates, history) if len(history) < 3 else None
        if guesses is None:
            guesses = self.permitted.at(candidates, history)
            if self.plan[min(len(history), len(self.plan) - 1)] is Source.MEMBERS:
                guesses = guesses[np.isin(self.replies.secret_of[guesses], candidates)]
        return guesses

    def tried_guesses(self, candidates: Candidates, history: History) -> NDArray[np.int32]:
        """Of these the guesses that a near-optimal search looks at: all, unless a game is too large for that."""
        return self.all_guesses(candidates, history)

    def _is_compiled(self, depth: int, guesses: NDArray[np.int32], size: int) -> bool:
        """Whether the compiled search takes over here."""
        if depth < self.compiled_from or (depth == 1 and self.first is not None):
            return False
        many = len(guesses) > min(MANY_GUESSES, len(self.replies.matrix) // 2)
        if depth == 1:
            return many and len(guesses) * size < MAX_FIRST_REPLIES
        return depth > 3 or (size <= LARGE_SET and (depth == 3 or many))

    def position(
        self,
        candidates: Candidates,
        history: History,
        cutoff: Vector,
        worker: Evaluator,
        least: Vector | None = None,
        ahead: Ahead | None = None,
    ) -> Result:
        """The value of the candidates after a history, or a lower bound not below `cutoff`; `least` is one if known.

        `ahead` gives a node to go on with while the last options of this one are tried, and no others are left.
        """
        depth, guesses = len(history) + 1, self.guesses(candidates, history)
        if guesses is None or self._is_compiled(depth, guesses, len(candidates)):
            result = self.search_compiled(candidates, history, cutoff, guesses, worker.solver, lower_bound=least)
            return replace(result, history=history)
        node = self._opened.pop(history, None)
        if node is None or node.given < cutoff:
            node = OpenNode.of(guesses, candidates, history, cutoff, self.bounds)
        self.scheduler.decide([node], worker, ahead and partial(ahead, node))
        return node.result()

    def settle(
        self, candidates: Candidates, history: History, cutoff: Vector, worker: Evaluator, ahead: Ahead | None = None
    ) -> Result:
        """The same, and put it into the store."""
        start, name = worker.spent(), self.position_name(history)
        known = self.store.get(name)
        least = None if known is None else known.value
        result = self.position(candidates, history, cutoff, worker, least, ahead)
        return self.store.put(name, result, worker.spent() - start)

    def search_compiled(
        self,
        candidates: Candidates,
        history: History,
        cutoff: Vector,
        guesses: NDArray[np.int32] | None,
        solver: PositionSolver,
        *,
        lower_bound: Vector | None = None,
        complete: bool = True,
    ) -> Result:
        """`position` by the compiled search, which ends when it finds a guess that costs `lower_bound`.

        Unless `guesses` is complete, the cost is that of the guesses in it.
        """
        many = self.replies.count > MAX_REPLIES_MARKED
        if complete and many and guesses is not None and len(guesses) > MOST_LISTED * len(self.replies.game.codes):
            guesses = None
        complete = complete and guesses is not None
        least = 0 if lower_bound is None else solver.encoding.ceiling(lower_bound)
        ceiling = solver.encoding.ceiling(cutoff)
        value, guess = solver.search_position(candidates, history, ceiling, guesses, complete, least)
        if guess >= 0:
            return Result(solver.encoding.decode(value), guess)
        # The value is a lower bound. Its vector may be below the cutoff, which is a lower bound too: take the larger.
        return Result(self.infinite if value >= solver.infinite else max(solver.encoding.decode(value), cutoff))

    def option(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        cutoff: Callable[[], Vector],
        worker: Evaluator,
        on_cost: Callable[[Vector], None] = lambda cost: None,
    ) -> Vector:
        """The cost of a guess, or a lower bound not below `cutoff()`, which may fall meanwhile.

        `on_cost` may be called with a cost that it has at most.
        """
        start, name = worker.spent(), self.option_name(history, guess)
        known = self.known(name, cutoff())
        if known is None:
            result = self.search_option(candidates, history, guess, cutoff, worker, on_cost=on_cost)
            known = self.store.put(name, result, worker.spent() - start)
        return known.value

    def search_option(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        cutoff: Callable[[], Vector],
        worker: Evaluator,
        on_bound: Callable[[Vector], None] = lambda bound: None,
        on_cost: Callable[[Vector], None] = lambda cost: None,
    ) -> Result:
        """`option` without a look into the store. The result is exact if the cost was found, and not only a bound.

        `on_bound` is called with the lower bound of the guess whenever it has grown. `on_cost`: see `option`.
        """
        if len(history) < 2:
            return self.search_parts(candidates, history, guess, cutoff, worker, on_bound, on_cost)
        one = np.array([guess], np.int32)
        return self.search_compiled(candidates, history, cutoff(), one, worker.solver, complete=False)

    def search_parts(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        cutoff: Callable[[], Vector],
        worker: Evaluator,
        on_bound: Callable[[Vector], None] = lambda bound: None,
        on_cost: Callable[[Vector], None] = lambda cost: None,
        settle: Callable[[Part, Vector, Ahead | None], Result] | None = None,
    ) -> Result:
        """`search_option` by the parts of the guess. `settle`, if given, has each part's cutoff."""
        option = OptionParts(self, *self.parts(candidates, history, guess, self.part_bounds))
        if not history and self.scheduler.size > 1 and cutoff() == self.infinite:
            option.side_by_side(worker, on_cost)
        value, exact = option.in_turn(cutoff, worker, on_bound, settle)
        return Result(value, guess if exact else -1, history)

    def known(self, name: object, cutoff: Vector | None = None) -> Result | None:
        """What the store has of a position or an option, if that suffices: its value, or a bound not below `cutoff`.

        Without `cutoff` only a bound suffices that says that the depth limit cannot be kept.
        """
        known = self.store.get(name)
        return known if known is not None and (known.exact or known.value >= (cutoff or self.infinite)) else None

    def parts(
        self, candidates: Candidates, history: History, guess: int, bounds: OptionBounds
    ) -> tuple[Vector, list[Part]]:
        """The lower bound of a guess, by what is known of its parts, and the parts that go on, small ones first."""
        depth = len(history) + 1
        total, parts = bounds.asked(guess, candidates), list[Part]()
        for reply, part in partition(self.replies, guess, candidates):
            if reply == self.replies.win:
                total = plus(total, bounds.solved(depth, int(part[0])))
                continue
            longer = (*history, (guess, reply))
            name, bound = self.position_name(longer), bounds.part(depth + 1, reply, part)
            known = self.store.get(name)
            bound = bound if known is None else max(bound, known.value)
            total = plus(total, bound)
            parts.append(Part(name, longer, part, bound))
        return total, sorted(parts, key=lambda part: (len(part.candidates), part.history[-1][1]))

    def guesses_walked(self, part: Part) -> NDArray[np.int32] | None:
        """The guesses of a part that is walked here; None for a part that is left to the compiled search."""
        guesses = self.guesses(part.candidates, part.history)
        compiled = guesses is None or self._is_compiled(len(part.history) + 1, guesses, len(part.candidates))
        return None if compiled else guesses

    def may_divide(self, node: OpenNode) -> bool:
        """Whether an option of a node may take so long that its parts are to be searched apart."""
        return len(node.candidates) > LARGE_SET

    def node(self, part: Part, cutoff: Vector) -> OpenNode | None:
        """The node of a part that is walked; None for one that the compiled search takes over."""
        guesses = self.guesses_walked(part)
        return None if guesses is None else OpenNode.of(guesses, part.candidates, part.history, cutoff, self.bounds)

    def open_ahead(self, part: Part, cutoff: Vector) -> OpenNode | None:
        """The node of a large part, which `settle` goes on with when it comes there, unless its cutoff is higher."""
        node = self.node(part, cutoff) if len(part.candidates) > LARGE_SET else None
        if node is not None:
            self._opened[part.history] = node
        return node
