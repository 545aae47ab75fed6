"""The compiled search as an object: exact values and best guesses for any set of candidates."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from treebuild import kernels
from treebuild.errors import TreebuildError
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, part_sizes, partition
from treebuild.kernels.constants import (
    ASKED,
    EXACT,
    INFINITE,
    LIMIT,
    MAX_CANDIDATES_PACKED,
    MAX_LEVELS,
    MAX_REPLIES_MARKED,
    MIN_CANDIDATES_SIZES,
    PLANNED,
    STOPPED,
    TOO_DEEP,
)
from treebuild.kernels.layout import Costs, GameTables, RuledTables, RuledWorkspace, Workspace
from treebuild.kernels.workspaces import empty_table, search_workspace
from treebuild.search.bounds.prunings import Prunings, Vector
from treebuild.search.engine.numbering import in_order, numbered_codes, spellings
from treebuild.search.problem.encoding import Amount, Encoding
from treebuild.search.problem.plan import Source

TABLE_BITS = 21  # the transposition table has 2 ** TABLE_BITS entries, 64 MiB, unless fewer are asked for
TABLE_BITS_BEYOND = 5  # n secrets have 2 ** n sets: so many bits more leave most of these a place of their own
SEED = 1996  # seed of the random words that the keys of the table are made of
MAX_CAP_REPLIES = 1 << 31  # replies that CAPS reads at most; where they are read one by one each counts as eight

Plan = Sequence[Source]
Outcome = TypeVar("Outcome")
"""plan[d - 1] says where the guesses at depth d come from; the last entry holds for all later depths."""


def make_game_tables(replies: Replies) -> GameTables:
    """The tables of a game that the kernels read; see kernels.layout.GameTables. Threads may share them."""
    game = replies.game
    order, level, weight = np.zeros(0, np.uint32), np.zeros((0, 0), np.uint8), np.array(game.weights, np.int64)
    matrix, by_secret, secret_of, code_of = replies.matrix, replies.by_secret, replies.secret_of, replies.code_of
    if game.weights:
        heaviest_first = np.argsort(-weight, kind="stable")
        order = np.empty(len(weight), np.uint32)
        order[heaviest_first] = np.arange(len(weight), dtype=np.uint32)
        weight, level = weight[heaviest_first], _fill_levels(replies.count, len(weight))
        matrix, by_secret = np.ascontiguousarray(matrix[:, heaviest_first]), by_secret[heaviest_first]
        secret_of = np.where(secret_of < 0, -1, order[secret_of]).astype(np.int32)
        code_of = code_of[heaviest_first]
    codes, secrets = matrix.shape
    symbols, count, fixed, free_pegs = numbered_codes(game)
    code_spelled, ordered = np.zeros(0, np.int32), np.ones((1, codes), np.bool_)
    if count:
        code_spelled = np.full(count ** symbols.shape[1], -1, np.int32)
        code_spelled[spellings(symbols, count)] = np.arange(codes)
        ordered = np.array([in_order(symbols, first) for first in range(count)])
    # Codes that use the symbols from l on in order do so from l + 1 on: columns of l come first among those of l + 1.
    code_at = np.argsort(-ordered.sum(axis=0), kind="stable").astype(np.uint32)
    column_of = np.argsort(code_at).astype(np.int32)
    return GameTables(
        reply=matrix,
        columns=np.take(by_secret, code_at, axis=1),
        code_at=code_at,
        column_of=column_of,
        columns_from=ordered.sum(axis=1, dtype=np.int32),
        secret_of=secret_of,
        code_of=code_of.astype(np.uint32),
        own_column=column_of[code_of],
        symbols=symbols,
        free_pegs=free_pegs,
        code_spelled=code_spelled,
        hash_word=hash_words(secrets, SEED),
        cap=np.full(replies.count, max(replies.count - 1, 1), np.int64),
        no_guesses=np.zeros(0, np.uint32),
        order=order,
        weight=weight,
        fill_level=level,
        win=replies.win,
        symbol_count=count,
        fixed_symbols=fixed,
        symmetric=int(game.mutual and not game.weights),
        one_winner=int(not replies.several_winners),
        min_candidates_sizes=MIN_CANDIDATES_SIZES if replies.count <= MAX_REPLIES_MARKED else MAX_CANDIDATES_PACKED + 1,
        weighted=int(bool(game.weights)),
    )


def hash_words(secrets: int, seed: int) -> NDArray[np.int64]:
    """int64 (secrets or more, 2): the random words that the keys of sets are made of, see TABLE."""
    return np.random.default_rng(seed).integers(-(2**63), 2**63, (max(secrets, 64), 2), dtype=np.int64)


def _fill_levels(replies: int, secrets: int) -> NDArray[np.uint8]:
    """uint8 (replies, secrets): [w, i] is the level of the i-th secret of a tree that is filled from the top, see FILL.

    Its nodes have w children each.
    """
    level = np.full((replies, secrets), 255, np.uint8)
    for width in range(1, replies):
        first, slots, depth = 0, 1, 0
        while first < secrets and depth < 255:
            level[width, first : first + slots] = depth
            first, slots, depth = first + slots, slots * width, depth + 1
    return level


def cap_parts(tables: GameTables, replies: Replies, firsts: NDArray[np.int32]) -> None:
    """CAPS: set tables.cap from `firsts`, int32, which has one first guess of each orbit.

    Where counting after each of them would take longer than it can save, all secrets are counted once, for all replies.
    A part of n candidates is not counted where a cap is n already: no code makes more parts of it.
    """
    codes, secrets = replies.matrix.shape
    space = np.zeros(secrets, np.uint8), np.zeros(replies.count, np.int64), np.zeros(codes, np.uint32)
    compiled = kernels.load("branch_and_bound", replies.count)
    counter = compiled.PartCounter(tables, *space, np.zeros(codes // 8 + 1, np.uint64))
    everything = np.arange(secrets, dtype=np.int32)
    reads = 1 if replies.count <= MAX_REPLIES_MARKED else 8
    if len(firsts) * codes * secrets * reads > MAX_CAP_REPLIES:
        tables.cap[:] = max(counter.most_parts(tables.numbered(everything)), 1)
        return
    cap, others = np.ones(replies.count, np.int64), replies.count - 1
    for first, sizes in zip(firsts, part_sizes(replies, firsts, everything), strict=True):
        if not (np.minimum(sizes, others) > cap).any():
            continue
        for reply, part in partition(replies, int(first), everything):
            if min(len(part), others) > cap[reply]:
                cap[reply] = max(cap[reply], counter.most_parts(tables.numbered(part)))
    tables.cap[:] = cap


def make_costs(costs: Sequence[int], flat: Sequence[int], plan: Plan, prunings: Prunings, tables: GameTables) -> Costs:
    """What a search minimises; see kernels.layout.Costs.

    costs[d] and flat[d] are integer costs of a secret at depth d, costs[0] is not used; `flat` may be empty where costs
    do not go by weight. Prunings that the plan or the game does not allow are switched off: see `search.bounds`.
    """
    depths, secrets = len(costs), tables.reply.shape[1]
    planned = [plan[min(max(depth, 1), len(plan)) - 1] for depth in range(depths)]
    free = max((depth + 1 for depth, source in enumerate(planned) if source != Source.ALL), default=0)
    if not tables.one_winner:
        prunings &= ~Prunings.PERFECT  # PERFECT knows one winning code of each secret only
    exact = prunings & ~Prunings.RELAX
    if any(now == Source.MEMBERS != later for now, later in pairwise(planned[1:])):
        prunings &= ~Prunings.PARTS
    if any(source.heuristic for source in planned):
        prunings &= ~Prunings.SYMBOLS
    else:
        # The best tree of candidates is far from the exact value, so bounding by that costs more time than it saves.
        prunings &= ~Prunings.RELAX
    logarithm = np.array([size * math.log(max(size, 1)) for size in range(secrets + 1)])  # the same on every machine
    rows = np.zeros((2, depths), np.int64)
    rows[PLANNED] = planned
    cost, added = np.array(costs, np.int64), np.array(flat, np.int64)
    return Costs(cost, added, rows, np.array([exact, prunings], np.int64), logarithm, free)


class PositionSolver(ABC):
    """Exact values and best guesses of positions, for one objective. One thread at a time may use it.

    encoding  makes integers of cost vectors
    infinite  a cost that breaks the depth limit
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
        """(value, guess) of the candidates, ascending, that a history leaves. Values are integers of `encoding`.

        The value is exact when the guess is not -1. Otherwise it is a lower bound, and not below `cutoff`; without
        `cutoff` this means that the depth limit cannot be kept. `guesses`, int32, ascending, restricts this guess, but
        not later ones. `complete` says that for every guess that may be made, a symmetry of the position maps it onto
        one in `guesses`; then the value is that of the position. `lower_bound` is one that is known already: the search
        ends when it finds a guess that costs no more. Raises TreebuildError when the search goes too deep, and
        StoppedError when `stop` was called.
        """

    @abstractmethod
    def fork(self, apart: bool = False) -> PositionSolver:
        """Another solver of the same problem with a working space of its own, for another thread.

        Solvers of games without a rule of guesses share what they find, unless the other is to be `apart`.
        """

    def policy(self, candidates: Candidates, history: History) -> int:
        """A best guess: a Policy. Raises TreebuildError when the depth limit cannot be kept."""
        _, guess = self.search_position(candidates, history)
        if guess < 0:
            raise TreebuildError(
                f"{len(candidates)} candidates at depth {len(history) + 1} cannot be solved within the depth limit"
            )
        return guess

    def outcome(self, value: int, guess: int) -> tuple[int, int]:
        """What the compiled search returned, as `search_position` does."""
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
        """Make searches raise LimitReachedError after so many positions in the life of this solver; 0 is no limit."""
        self.work.state[3] = nodes

    def limited(self, nodes: int, work: Callable[[], Outcome]) -> Outcome | None:
        """What `work` returns, or None if this solver would look at more than so many positions in its life."""
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
        """Make a search that runs in another thread raise StoppedError at once, and all later ones."""
        self.work.state[0] = ASKED


class Solver(PositionSolver):
    """The solver where positions allow what a plan says, whatever their history."""

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
        table_bits: int = TABLE_BITS,
    ) -> None:
        """Prepare a search for a game and an objective.

        costs[d] is the cost vector of a secret at depth d, which may be no later than the last. Places of the vector
        may go `by_weight`: a secret is charged these as often as it weighs. The sets given may have at most `secrets`
        candidates, at depth `first` or later. Raises TreebuildError when costs that large do not fit 54 bits.
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
        table_bits = min(table_bits, tables.reply.shape[1] + TABLE_BITS_BEYOND)
        self._use(search_workspace(tables, empty_table(1 << table_bits)))

    def _use(self, work: Workspace) -> None:
        self.work: Workspace = work
        compiled = kernels.load("branch_and_bound", len(self.tables.cap))
        self._compiled = compiled.Search(self.tables, self.costs, work)

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
        """`search_position`, of any candidates, for a guess at `depth`."""
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
        """See PositionSolver: only the length of the history counts."""
        return self.search(candidates, len(history) + 1, cutoff, guesses, complete, lower_bound)

    def relaxed(self, candidates: NDArray[np.int32], depth: int, cutoff: int, guesses: NDArray[np.int32]) -> int:
        """RELAX: the value if all codes may be guessed, whatever the plan says, or a lower bound not below `cutoff`.

        Either bounds the value by the plan. `guesses` has at least one guess of each orbit of the symmetries of the
        candidates, as in `search`.
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
        """The guess that the heuristic of this depth makes among some codes (int32, ascending)."""
        source = int(self.costs.plan[PLANNED, depth])
        given, codes = self.tables.numbered(candidates), np.ascontiguousarray(guesses, np.uint32)
        chosen: int = self._compiled.choose(given, codes, source)
        return chosen


class StoppedError(Exception):
    """A search was told to stop."""


class LimitReachedError(Exception):
    """A search has looked at as many positions as it may."""
