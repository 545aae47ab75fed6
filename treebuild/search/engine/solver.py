"""The compiled search as an object: exact values and best guesses for any set of candidates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from treebuild import kernels
from treebuild.errors import TreebuildError
from treebuild.game.positions import Candidates, History
from treebuild.kernels.constants import (
    ASKED,
    EXACT,
    INFINITE,
    LIMIT,
    MAX_LEVELS,
    PLANNED,
    STOPPED,
    TOO_DEEP,
)
from treebuild.kernels.layout import GameTables, RuledTables, RuledWorkspace, Workspace
from treebuild.kernels.workspaces import empty_table, search_workspace
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.game_tables import make_costs
from treebuild.search.goal.plan import Plan, Source
from treebuild.search.goal.vectors import Amount, Encoding, Vector

TABLE_BITS = 20  # the transposition table has 2 ** TABLE_BITS entries, 32 MiB ...
MANY_SECRETS, TABLE_BITS_OF_MANY = 8000, 21  # ... or 64 MiB in games of more secrets: their searches take minutes
TABLE_BITS_BEYOND = 5  # n secrets have 2 ** n sets; with n + 5 bits most sets have a place of their own

Outcome = TypeVar("Outcome")


def table_bits(secrets: int) -> int:
    """The transposition table of a game with this number of secrets has 2 ** `table_bits` entries."""
    most = TABLE_BITS_OF_MANY if secrets > MANY_SECRETS else TABLE_BITS
    return min(most, secrets + TABLE_BITS_BEYOND)


class PositionSolver(ABC):
    """Exact values and best guesses of positions, for one objective. One thread at a time may use it.

    encoding  encodes cost vectors as integers
    infinite  the cost of breaking the depth limit
    tables    the arrays of the game
    work      the working space
    """

    encoding: Encoding | Amount
    infinite = INFINITE
    tables: GameTables | RuledTables
    work: Workspace | RuledWorkspace

    @abstractmethod
    def search_position(
        self,
        candidates: Candidates,
        history: History,
        cutoff: int | None = None,
        guesses: NDArray[np.int32] | None = None,
        complete: bool = False,
        lower_bound: int = 0,
    ) -> tuple[int, int]:
        """(value, guess) of the candidates after a history. Values are integers of `encoding`.

        The value is exact if the guess is not -1. Otherwise it is a lower bound not below `cutoff`; without `cutoff`,
        no tree then keeps the depth limit.

        candidates   int32, ascending
        guesses      int32, ascending: restricts this guess, but no later ones
        complete     says that a symmetry of the position maps every permitted guess onto a guess in `guesses`; then the
                     value is that of the position
        lower_bound  a known lower bound: the search ends when it finds a guess that costs no more

        Raises TreebuildError when the search goes too deep, StoppedError when `stop` was called, and LimitReachedError
        at the limit of `limit`.
        """

    @abstractmethod
    def least(self, candidates: Candidates, history: History, most: NDArray[np.uint32] | None = None) -> int:
        """A lower bound of the value of three candidates or more, an integer of `encoding`: SCAN in `bounds.supersets`.

        `most`, uint32 (codes,), says how many parts each code makes of the candidates at most: SUPERSETS.
        """

    @abstractmethod
    def fork(self, apart: bool = False) -> PositionSolver:
        """Another solver of the same problem with a working space of its own, for another thread.

        Solvers of games without a rule of guesses share a table of results, unless `apart` is true.
        """

    def policy(self, candidates: Candidates, history: History) -> int:
        """A best guess: a Policy. Raises TreebuildError if no tree keeps the depth limit."""
        _, guess = self.search_position(candidates, history)
        if guess < 0:
            raise TreebuildError(
                f"{len(candidates)} candidates at depth {len(history) + 1} cannot be solved within the depth limit"
            )
        return guess

    def outcome(self, value: int, guess: int) -> tuple[int, int]:
        """The result of `search_position` for the result of the compiled search. Raises as `search_position` does."""
        if value == STOPPED:
            if self.work.state[0] == TOO_DEEP:
                self.work.state[0] = 0
                raise TreebuildError(
                    f"the search went {MAX_LEVELS} guesses deep: give the objective a depth limit, such as limit:16"
                )
            raise LimitReachedError if self.work.state[0] == LIMIT else StoppedError
        return value, guess if value < self.infinite else -1

    @property
    def nodes(self) -> int:
        """The number of positions that this solver has looked at."""
        return int(self.work.state[1])

    def limit(self, nodes: int) -> None:
        """Make searches raise LimitReachedError once this solver has looked at `nodes` positions; 0 is no limit."""
        self.work.state[3] = nodes

    def limited(self, nodes: int, work: Callable[[], Outcome]) -> Outcome | None:
        """The result of `work`, or None if this solver comes to `nodes` positions, those before `work` included."""
        self.limit(nodes)
        try:
            return work()
        except LimitReachedError:
            if self.work.state[0] == LIMIT:  # `stop` may have been called since
                self.resume()
            return None
        finally:
            self.limit(0)

    def resume(self) -> None:
        """Allow searches again after `stop`."""
        self.work.state[0] = 0

    def check_stop(self) -> None:
        """Raise StoppedError if `stop` was called."""
        if self.work.state[0] == ASKED:
            raise StoppedError

    def stop(self) -> None:
        """Make the search that runs in another thread, and all later ones, raise StoppedError at once."""
        self.work.state[0] = ASKED


class Solver(PositionSolver):
    """The solver for games where the plan says which guesses are allowed, whatever the history is."""

    encoding: Encoding
    tables: GameTables

    def __init__(
        self,
        tables: GameTables,
        costs: Sequence[Vector],
        secrets: int,
        first: int,
        plan: Plan = (Source.ALL,),
        prunings: Prunings = Prunings.ALL,
        by_weight: Sequence[bool] = (),
        bits: int | None = None,
    ) -> None:
        """Prepare a search for a game and an objective.

        tables     the arrays of the game
        costs      costs[d] is the cost vector of a secret at depth d; no secret may be solved later than the last
        secrets    the most candidates of a set that will be searched
        first      the least depth of a set that will be searched
        by_weight  for every place of the vectors, whether it is multiplied by the weight of the secret
        bits       the table has 2 ** bits entries; by default `table_bits` says how many

        Raises TreebuildError when costs do not fit 54 bits.
        """
        width = max(len(tables.cap) - 1, 1)
        weighted = bool(tables.weighted) and any(by_weight)
        weights = (by_weight, tables.weight.tolist()) if weighted else ()
        self.encoding = Encoding(costs, secrets, first, width, *weights)
        if self.encoding.largest >= INFINITE:
            raise TreebuildError(
                f"the objective needs costs up to {self.encoding.largest:.1e}, at most {INFINITE:.1e} can be searched "
                "exactly: use fewer criteria, smaller costs, or a lower depth limit"
            )
        self.tables = tables._replace(weighted=int(weighted))
        depths = tables.reply.shape[1] + len(costs) + 8
        table = self.encoding.table(depths, INFINITE, weighted)
        flat = self.encoding.table(depths, 0) if weighted else []
        self.costs = make_costs(table, flat, plan, prunings, tables)
        self.row = PLANNED if self.costs.free_from else EXACT
        self.heuristic = any(source.heuristic for source in plan)
        self._use(search_workspace(tables, empty_table(1 << (bits or table_bits(tables.reply.shape[1])))))

    def _use(self, work: Workspace) -> None:
        self.work: Workspace = work
        kernel, name = ("planned", "PlannedSearch") if self.heuristic else ("branch_and_bound", "Search")
        compiled = kernels.load(kernel, len(self.tables.cap))
        self._compiled = getattr(compiled, name)(self.tables, self.costs, work)

    def fork(self, apart: bool = False) -> Solver:
        """See PositionSolver."""
        other = copy(self)
        other._use(search_workspace(self.tables, empty_table(len(self.work.table)) if apart else self.work.table))
        return other

    def search(
        self,
        candidates: NDArray[np.int32],
        depth: int,
        cutoff: int | None = None,
        guesses: NDArray[np.int32] | None = None,
        complete: bool = False,
        lower_bound: int = 0,
    ) -> tuple[int, int]:
        """`search_position` for any candidates and a guess at `depth`."""
        return self._search(self.row, candidates, depth, cutoff, guesses, complete, lower_bound)

    def search_position(
        self,
        candidates: Candidates,
        history: History,
        cutoff: int | None = None,
        guesses: NDArray[np.int32] | None = None,
        complete: bool = False,
        lower_bound: int = 0,
    ) -> tuple[int, int]:
        """See PositionSolver. Only the length of the history counts."""
        return self.search(candidates, len(history) + 1, cutoff, guesses, complete, lower_bound)

    def least(self, candidates: Candidates, history: History, most: NDArray[np.uint32] | None = None) -> int:
        """See PositionSolver. Only the length of the history counts."""
        given, depth = self.tables.numbered(candidates), len(history) + 1
        least: int = (
            self._compiled.least(given, depth, self.row)
            if most is None
            else self._compiled.least_by_supersets(given, depth, self.row, most)
        )
        return least

    def relaxed(self, candidates: NDArray[np.int32], depth: int, cutoff: int, guesses: NDArray[np.int32]) -> int:
        """RELAX: the value with all codes allowed, or a lower bound of it not below `cutoff`.

        Both are lower bounds of the value by the plan. `guesses` has at least one guess of each orbit of the symmetries
        of the candidates.
        """
        return self._search(EXACT, candidates, depth, cutoff, guesses, True, 0)[0]

    def _search(
        self,
        row: int,
        candidates: NDArray[np.int32],
        depth: int,
        cutoff: int | None,
        guesses: NDArray[np.int32] | None,
        complete: bool,
        lower_bound: int,
    ) -> tuple[int, int]:
        most = self.infinite if cutoff is None else min(cutoff, self.infinite)
        given, codes = self.tables.numbered(candidates), np.ascontiguousarray(self._listed(guesses), np.uint32)
        return self.outcome(*self._compiled.solve(given, depth, row, most, lower_bound, codes, complete))

    def _listed(self, guesses: NDArray[np.int32] | None) -> NDArray[Any]:
        return self.tables.no_guesses if guesses is None else guesses

    def value(self, candidates: NDArray[np.int32], depth: int, cutoff: int | None = None) -> int:
        """The value of candidates (int32, ascending), or a lower bound that is not below `cutoff`."""
        return self.search(candidates, depth, cutoff)[0]

    def chosen(self, candidates: NDArray[np.int32], depth: int, guesses: NDArray[np.int32]) -> int:
        """The guess that the heuristic of this depth chooses among `guesses` (int32, ascending)."""
        source = int(self.costs.plan[PLANNED, depth])
        given, codes = self.tables.numbered(candidates), np.ascontiguousarray(guesses, np.uint32)
        chosen: int = self._compiled.choose(given, codes, source)
        return chosen


class StoppedError(Exception):
    """A search was told to stop."""


class LimitReachedError(Exception):
    """A search has reached its limit of positions."""
