"""The walk over the first guesses of a game: an AND/OR branch and bound, by one of two rules.

A rule says which guesses of a position are its options. By the exhaustive rule (`exhaustive`) all guesses are, one for
each orbit of the symmetries. By the rule of an effort (`near.passes`) a few promising guesses are. Both rules use this
module: at a position that the compiled search does not take over, workers try the options. The cost of an option is the
sum of the costs of its parts, and a part is a position again. The value of a position does not depend on which worker
tries which option, or when: see `OpenNode`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import zip_longest
from typing import TypeAlias

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.goal.vectors import Vector, minus, plus
from treebuild.search.store.results import Result, Store
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.open_node import OpenNode, Part
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.scheduler import Scheduler, Worker

Ahead: TypeAlias = Callable[[OpenNode, "LocalWorker"], OpenNode | None]
"""Given a node that is being decided, the node that the walk will come to next, if that is clear already."""
Settle: TypeAlias = Callable[[Part, Vector, "Ahead | None"], Result]
"""The value of a part, or a lower bound not below a cutoff."""


@dataclass(frozen=True)
class Step:
    """An option of a position was tried; most of these positions are after one guess.

    history, guess  the position, and the option
    done, options   how many options of the position are tried, and how many it has
    best            the smallest cost so far, if an option has a cost below the cutoff
    bound           a lower bound of the options that are not tried, if there are any
    """

    history: History
    guess: int
    done: int
    options: int
    best: Vector | None
    bound: Vector | None


@dataclass(frozen=True)
class ProblemSpec(ABC):
    """A problem and a rule, in a form that is sent to other machines.

    A machine sends a result to the others if it took `sent_seconds` or more. They can find any other result again in
    less time than it takes to send it.
    """

    game: Game
    objective: Objective
    greatest: int
    plan: tuple[Source, ...]
    handover: Handover = field(default_factory=Handover)
    sent_seconds: float = 0.002

    @abstractmethod
    def walk(self, results: Store) -> Walk:
        """A walk of the problem by the rule, with one thread, that keeps the values of positions in `results`."""

    @property
    def problem(self) -> Problem:
        """The problem, with tables and a solver of its own."""
        game = PreparedGame(reply_matrix(self.game))
        return Problem(game, self.objective, self.greatest, self.plan, handover=self.handover)


def ignored(value: Vector) -> None:
    """Do nothing: for a caller that needs no costs or bounds meanwhile."""


class LocalWorker(Worker):
    """Tries options in this process, one at a time, with a solver of its own. Two workers must not share one."""

    def __init__(self, problem: Problem, solver: PositionSolver) -> None:
        super().__init__()
        self.problem, self.solver = problem, solver

    @cached_property
    def blocks(self) -> ReplyBlocks:
        """The replies to blocks of guesses, with a working space of its own."""
        return self.problem.blocks.fork()

    def lease_size(self, walk: Walk, node: OpenNode) -> int:
        """How many options of a node this worker takes at a time."""
        return 1

    def evaluate(self, walk: Walk, node: OpenNode, leased: list[tuple[int, int]]) -> list[int]:
        """Try options of a node, given by index and guess, and report them. Returns the indices it did not try."""
        for index, guess in leased:
            cutoff, report = partial(node.cutoff, index), partial(node.report, index)
            report(walk.option(node.candidates, node.history, guess, cutoff, self, report))
        return []

    def fork(self) -> LocalWorker:
        """Another worker, for another thread."""
        return LocalWorker(self.problem, self.solver.fork())

    def others(self) -> str:
        """See Worker."""
        return self.problem.store.others()

    def check_stop(self) -> None:
        """See Worker."""
        self.solver.check_stop()

    def stop(self) -> None:
        """See Worker."""
        self.solver.stop()


class Walk(ABC):
    """A walk of one problem by one rule, with the workers that try its options."""

    problem: Problem
    results: Store
    """Keeps the values of positions that the machines of a cluster find."""
    scheduler: Scheduler[LocalWorker]
    progress: Callable[[Step], None] | None = None

    @property
    @abstractmethod
    def spec(self) -> ProblemSpec:
        """The problem and the rule, for another machine."""

    @abstractmethod
    def open(
        self,
        candidates: Candidates,
        history: History,
        cutoff: Vector,
        worker: LocalWorker,
        least: Vector | None = None,
    ) -> Result | OpenNode:
        """The result of a position, if nobody has to try its options one by one, else the node of its options."""

    def option(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        cutoff: Callable[[], Vector],
        worker: LocalWorker,
        on_cost: Callable[[Vector], None] = ignored,
    ) -> Vector:
        """The cost of a guess, or a lower bound not below `cutoff()`, which may fall meanwhile.

        `on_cost` may be called with upper bounds of the cost.
        """
        start, known = worker.spent(), self.known_option(history, guess, cutoff())
        if known is None:
            result = self.search_option(candidates, history, guess, cutoff, worker, on_cost=on_cost)
            known = self.keep_option(history, guess, result, worker.spent() - start)
        return known.value

    @abstractmethod
    def search_option(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        cutoff: Callable[[], Vector],
        worker: LocalWorker,
        on_bound: Callable[[Vector], None] = ignored,
        on_cost: Callable[[Vector], None] = ignored,
    ) -> Result:
        """`option` without a look into a store. The result is exact if it is the cost, and not only a lower bound.

        `on_bound` is called with the lower bound of the guess whenever it has grown. `on_cost` is as in `option`.
        """

    def known_option(self, history: History, guess: int, cutoff: Vector) -> Result | None:
        """The known result of an option, if it is its cost, or a lower bound not below `cutoff`."""
        return None

    def keep_option(self, history: History, guess: int, result: Result, seconds: float) -> Result:
        """Keep the result of an option, which took these seconds to find. Returns the best known result of it."""
        return result

    def settle(
        self,
        candidates: Candidates,
        history: History,
        cutoff: Vector,
        worker: LocalWorker,
        ahead: Ahead | None = None,
    ) -> Result:
        """The result of `position`, which the walk keeps if its rule says so."""
        return self.position(candidates, history, cutoff, worker, ahead=ahead)

    def position(
        self,
        candidates: Candidates,
        history: History,
        cutoff: Vector,
        worker: LocalWorker,
        least: Vector | None = None,
        ahead: Ahead | None = None,
    ) -> Result:
        """The value of the candidates after a history, or a lower bound not below `cutoff`.

        `least` is a known lower bound, if there is one. `ahead` gives workers a node to go on with when the last
        options of this position are being tried.
        """
        opened = self.open(candidates, history, cutoff, worker, least)
        if isinstance(opened, Result):
            return opened
        self.decide([opened], worker, ahead and partial(ahead, opened))
        return self.close(opened)

    def close(self, node: OpenNode) -> Result:
        """The value of a position whose options are decided."""
        return node.result()

    def decide(
        self,
        nodes: Sequence[OpenNode],
        worker: LocalWorker,
        when_idle: Callable[[LocalWorker], OpenNode | None] | None = None,
    ) -> None:
        """Try the options of these nodes until all are decided."""
        self.scheduler.decide([*nodes], self.try_some, worker, when_idle)

    def try_some(self, node: OpenNode, worker: LocalWorker, helps: bool) -> bool:
        """Try the next options of a node, as many as the worker takes at a time. Returns whether there were any."""
        with node.lease(partial(self.claim, node.history), worker.lease_size(self, node)) as leased:
            if not leased:
                return False
            not_tried, start = list[int](), worker.spent()
            try:
                not_tried = worker.evaluate(self, node, leased)
            finally:  # also after StoppedError: the next search may use this store, which stays open
                for _, guess in leased:
                    with suppress(TreebuildError):  # if a store cannot be written, `put` says so
                        self.release(node.history, guess)
            if helps:
                seconds = worker.spent() - start
                worker.credit(-seconds)
                node.add_help(seconds)
            node.give_back(not_tried)
        self.tell(node, [option for option in leased if option[0] not in not_tried])
        return True

    @abstractmethod
    def claim(self, history: History, guess: int) -> bool:
        """Whether this process may try a guess, because no other process with the same store is trying it."""

    @abstractmethod
    def release(self, history: History, guess: int) -> None:
        """Give up a claim."""

    def tell(self, node: OpenNode, tried: list[tuple[int, int]]) -> None:
        """Call `progress` after options of a node, given by index and guess, were tried."""
        if self.progress and tried:
            done, bound = node.progress
            self.progress(Step(node.history, tried[-1][1], done, len(node.options), node.incumbent, bound))

    def in_turn(
        self,
        total: Vector,
        parts: Sequence[Part],
        cutoff: Callable[[], Vector],
        settle: Settle,
        on_bound: Callable[[Vector], None],
    ) -> tuple[Vector, bool]:
        """The cost of an option and True, or a lower bound not below `cutoff()` and False, by its parts in this order.

        `total` is the cost of the guess itself plus the lower bounds of its parts.
        """
        exact = True
        for part, later in zip_longest(parts, parts[1:]):
            on_bound(total)
            known = self.known_part(part)
            if known is None:
                others, limit = minus(total, part.bound), cutoff()
                if total >= limit:
                    return total, False
                ahead = None if later is None else self.ahead(later, others, cutoff)
                known = settle(part, minus(limit, others), ahead)
            exact = exact and known.exact
            total = plus(minus(total, part.bound), known.value)
        return total, exact

    def known_part(self, part: Part) -> Result | None:
        """The known result of a part, if it suffices whatever the cutoff is: see `Problem.known`."""
        return None

    def ahead(self, later: Part, others: Vector, cutoff: Callable[[], Vector]) -> Ahead | None:
        """A function that may give the node of the next part, `later`, while the last options of a part are tried.

        `others` is the sum of the lower bounds of the other parts and the cost of the guess itself.
        """
        return None

    @property
    def nodes(self) -> int:
        """The number of sets of candidates that the compiled search of all workers has looked at."""
        return sum(worker.solver.nodes for worker in self.scheduler.pool.owned)
