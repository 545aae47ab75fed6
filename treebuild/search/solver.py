"""The compiled search at the service of Python: exact values and best guesses for any set of candidates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from enum import IntFlag
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.replies import Replies, partition
from treebuild.game.rules import Rule
from treebuild.search.objective import Vector
from treebuild.search.scale import Scale

if TYPE_CHECKING:
    from treebuild.search.kernels.layout import Aim, Board, Memory

TABLE_BITS = 19  # transposition entries, as a power of two: 21 MB
SEED = 1996  # of the random words that key the table
LEVELS = 64  # guesses below the set that is given
SPELLINGS = 1 << 22  # a game with more sequences of symbols goes without SYMBOLS
CAP_WORK = 1 << 28  # replies looked at to bound the parts after a first reply


class Prunings(IntFlag):
    """What the search may skip, each with its proof in kernels/exact.py. No pruning changes a value, only the time."""

    FILL = 1
    PARTS = 2
    CAPS = 4
    PERFECT = 8
    SYMBOLS = 16
    TWINS = 32
    TABLE = 64
    ALL = 127


@dataclass(frozen=True)
class Source:
    """Where a depth takes its guesses from."""

    name: str
    code: int


ALL_CODES, MEMBERS = Source("all", 0), Source("members", 1)
CRUSH, LARMOUTH = Source("crush", 2), Source("larmouth", 3)
CRUSH_MEMBERS, CRUSH_BOTH = Source("crush of members", 4), Source("crush of members, crush of all", 5)


def make_board(replies: Replies) -> Board:
    """The tables of a game that the kernels read; see kernels.exact.Board. Threads may share them."""
    from treebuild.search.kernels.layout import PACKED_REPLIES, Board
    from treebuild.search.kernels.setup import spread

    game, rule = replies.game, replies.game.rule
    codes, secrets = replies.matrix.shape
    spelled = rule is not None and rule.symbols <= 63 and rule.symbols**rule.pegs <= SPELLINGS
    if rule is not None and spelled:
        symbols = np.array(game.codes, np.uint8)
        code_spelled = np.full(rule.symbols**rule.pegs, -1, np.int32)
        code_spelled[_spellings(symbols, rule)] = np.arange(codes)
        groups = [_in_order(symbols, first) for first in range(rule.symbols)]
    else:
        symbols, code_spelled = np.zeros((codes, 0), np.uint8), np.zeros(0, np.int32)
        groups = [np.arange(codes)]
    code_at = np.concatenate(groups).astype(np.uint32)
    level = np.cumsum([0, *map(len, groups)]).astype(np.int32)
    column_of = np.full((len(groups), codes), -1, np.int32)
    for group, start, columns_of in zip(groups, level, column_of, strict=False):
        columns_of[group] = start + np.arange(len(group))
    packed = replies.count <= PACKED_REPLIES
    columns = np.empty((secrets, len(code_at)) if packed else (0, 0), np.uint8)
    if packed:
        spread(replies.by_secret, code_at, columns)
    words = np.random.default_rng(SEED).integers(-(2**63), 2**63, (max(secrets, 64), 2), dtype=np.int64)
    return Board(
        reply=replies.matrix,
        columns=columns,
        code_at=code_at,
        level=level,
        column_of=column_of,
        secret_of=replies.secret_of,
        code_of=replies.code_of.astype(np.uint32),
        symbols=symbols,
        code_spelled=code_spelled,
        word=words,
        cap=np.full(replies.count, max(replies.count - 1, 1), np.int64),
        nothing=np.zeros(0, np.uint32),
        win=replies.win,
        symbol_count=rule.symbols if rule is not None and spelled else 0,
        symmetric=int(rule is not None),
    )


def cap_parts(board: Board, replies: Replies, firsts: NDArray[np.int32]) -> None:
    """CAPS: set board.cap, given one first guess of each orbit. Skipped where it would take longer than it can save."""
    from treebuild.search.kernels.setup import widest

    codes, secrets = replies.matrix.shape
    if len(firsts) * codes * secrets > CAP_WORK or replies.count > 64:
        return
    cap = np.ones(replies.count, np.int64)
    everything = np.arange(secrets, dtype=np.int32)
    for first in firsts:
        for reply, part in partition(replies, int(first), everything):
            cap[reply] = max(cap[reply], widest(board, part.astype(np.uint32)))
    board.cap[:] = cap


def make_memory(board: Board, levels: int = LEVELS) -> Memory:
    """Working space for one search at a time."""
    from treebuild.search.kernels.layout import TWIN_MEMORY, Memory

    codes, secrets = board.reply.shape
    columns, replies, symbols = len(board.code_at), len(board.cap), board.symbol_count
    space = columns + codes * levels
    return Memory(
        table=np.zeros((1 << TABLE_BITS, 5), np.int64),
        packed=np.zeros(columns, np.uint64),
        even=np.zeros(columns, np.uint64),
        odd=np.zeros(columns, np.uint64),
        seen=np.zeros(columns, np.uint16),
        number=np.zeros(columns // 8 + 1, np.uint64),
        counts=np.zeros((codes, replies), np.int32),
        largest=np.zeros(codes, np.int64),
        score=np.zeros(codes, np.float64),
        power=np.zeros(64, np.int64),
        mark=np.zeros(secrets, np.uint8),
        answer=np.zeros(secrets, np.uint8),
        bound=np.empty(space, np.int64),
        tie=np.empty(space, np.int64),
        sets=np.empty(2 * secrets * (levels + 1), np.uint32),
        names=np.zeros((levels, symbols), np.int64),
        alike=np.zeros((levels, max(symbols, 1)), np.uint64),
        parts=np.zeros((levels, replies, 6), np.int64),
        twins=np.zeros((levels, TWIN_MEMORY, 2), np.int64),
        scratch=np.zeros((4, max(symbols, replies, 16)), np.int64),
        state=np.zeros(2, np.int64),
    )


def make_aim(costs: Sequence[int], plan: Sequence[Source], prunings: Prunings, replies: int, secrets: int) -> Aim:
    """What to search for; see kernels.layout.Aim. costs[d] is the cost at depth d.

    plan[d - 1] says where its guesses come from, the last entry for all later depths.
    """
    from treebuild.search.kernels.layout import Aim

    depths = len(costs)
    sources = [plan[min(max(depth, 1), len(plan)) - 1].code for depth in range(depths)]
    if replies > 64:
        prunings &= ~Prunings.PERFECT  # it looks for equal replies in a 64-bit word
    if any(now == MEMBERS.code != later for now, later in pairwise(sources[1:])):
        prunings &= ~Prunings.PARTS  # what members can do says nothing about other guesses, later
    if any(code >= CRUSH.code for code in sources):
        prunings &= ~Prunings.SYMBOLS  # a heuristic's choice among equals is not kept by exchanging symbols
    logarithm = np.array([size * math.log(max(size, 1)) for size in range(secrets + 1)])  # the same on every machine
    return Aim(np.array(costs, np.int64), np.array(sources, np.int64), logarithm, int(prunings))


def _spellings(symbols: NDArray[Any], rule: Rule) -> NDArray[np.int64]:
    """The symbols of codes as the digits of a number."""
    return symbols.astype(np.int64) @ (rule.symbols ** np.arange(rule.pegs - 1, -1, -1, dtype=np.int64))


def _in_order(symbols: NDArray[np.uint8], first: int) -> NDArray[np.int64]:
    """The codes whose symbols from `first` on occur in ascending order without a gap."""
    following = np.full(len(symbols), first)
    good = np.ones(len(symbols), np.bool_)
    for column in symbols.T:
        good &= column <= following
        following += column == following
    return np.flatnonzero(good)


class Solver:
    """Exact values and best guesses of sets of candidates, by one objective. One thread at a time may use it."""

    def __init__(
        self,
        board: Board,
        costs: Sequence[Vector],
        secrets: int,
        first: int,
        plan: Sequence[Source] = (ALL_CODES,),
        prunings: Prunings = Prunings.ALL,
    ) -> None:
        """costs[d] is the cost vector of a secret at depth d, which may be no later than the last.

        The sets given may have `secrets` candidates at most, at depth `first` or later. Raises TreebuildError when
        costs that large do not fit 54 bits.
        """
        from treebuild.search.kernels.layout import INFINITE

        width = max(len(board.cap) - 1, 1)
        self.scale = Scale(costs, secrets, first, width)
        if self.scale.largest >= INFINITE:
            raise TreebuildError(
                f"the objective needs costs up to {self.scale.largest:.1e}, at most {INFINITE:.1e} can be searched "
                "exactly: use fewer criteria, smaller costs, or a lower depth limit"
            )
        self.infinite = INFINITE
        self.board = board
        table = self.scale.table(len(board.reply[0]) + len(costs) + 8, INFINITE)
        self.aim = make_aim(table, plan, prunings, len(board.cap), len(board.reply[0]))
        self.memory = make_memory(board)

    def fork(self) -> Solver:
        """Another solver of the same problem with working space of its own, for another thread."""
        other = copy(self)
        other.memory = make_memory(self.board)
        return other

    def search(
        self,
        candidates: NDArray[np.int32],
        depth: int,
        below: int | None = None,
        among: NDArray[np.int32] | None = None,
    ) -> tuple[int, int]:
        """(value, guess) of candidates (int32, ascending) at the depth of the next guess, by the integers of `scale`.

        The value is exact when the guess is not -1. Else it is a lower bound, and not below `below`; without `below`
        that means that the depth limit cannot be kept. `among` restricts this guess, not later ones. Raises
        TreebuildError when the search goes too deep, and StoppedError when `stop` was called.
        """
        from treebuild.search.kernels import exact, layout

        beta = self.infinite if below is None else min(below, self.infinite)
        codes = self.board.nothing if among is None else among.view(np.uint32)
        cap = len(self.board.cap)
        value, guess = exact.solve(
            self.board, self.aim, self.memory, candidates.view(np.uint32), depth, beta, cap, codes
        )
        if value == layout.STOPPED:
            if self.memory.state[0] == layout.TOO_DEEP:
                self.memory.state[0] = 0
                raise TreebuildError(
                    f"the search went {LEVELS} guesses deep: give the objective a depth limit, such as limit:16"
                )
            raise StoppedError
        return value, guess if value < self.infinite else -1

    def value(self, candidates: NDArray[np.int32], depth: int, below: int | None = None) -> int:
        """The value of candidates (int32, ascending), or, when that is not below `below`, a lower bound that is not."""
        return self.search(candidates, depth, below)[0]

    def policy(self, candidates: NDArray[np.int32], depth: int) -> int:
        """A best guess: a Policy. Raises TreebuildError when the depth limit cannot be kept."""
        _, guess = self.search(candidates, depth)
        if guess < 0:
            raise TreebuildError(
                f"{len(candidates)} candidates at depth {depth} cannot be solved within the depth limit"
            )
        return guess

    def stop(self) -> None:
        """Make a search that runs in another thread raise StoppedError at once, and all later ones."""
        self.memory.state[0] = 1


class StoppedError(Exception):
    """A search was told to stop."""


def chosen_by(solver: Solver, candidates: NDArray[np.int32], depth: int, among: NDArray[np.int32]) -> int:
    """The guess that the heuristic planned for this depth makes, among some codes (int32, ascending)."""
    from treebuild.search.kernels.heuristics import choose

    source = int(solver.aim.plan[depth])
    given, codes = candidates.view(np.uint32), among.view(np.uint32)
    return choose(solver.board, solver.aim, solver.memory, given, codes, source, 0)
