"""The tables of a game that the compiled search reads, and a game prepared for searching.

For SYMBOLS, the symbols of a game get new numbers, so that the symbols that the search may exchange come last.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treebuild import kernels
from treebuild.game import symmetry
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, part_sizes, partition
from treebuild.game.reply_rules import MATRIX_LIMIT, Indices, Rule, matrix_size
from treebuild.game.symmetry import exchangeable
from treebuild.kernels.constants import MAX_CANDIDATES_PACKED, MAX_REPLIES_MARKED, MIN_CANDIDATES_SIZES, PLANNED
from treebuild.kernels.layout import Costs, GameTables
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.bounds.reach import A_THIRD, reach
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.goal.plan import Plan, Source

SEED = 1996  # of the random words from which the table makes its keys
MAX_CAP_REPLIES = 1 << 31  # the most replies that CAPS reads; a reply that is read alone counts as eight
MAX_SPELLINGS = 1 << 22  # the search of a game with more sequences of symbols does without SYMBOLS
KEPT_TWICE = 1 << 28  # the most bytes of a matrix that `near` keeps by code and by secret


class PreparedGame:
    """The replies of a game, its symmetries, and the tables that the compiled search reads.

    Without CAPS among the prunings, tables.cap is the number of replies that do not win.
    """

    def __init__(self, replies: Replies, prunings: Prunings = Prunings.ALL, kept_twice: int = MATRIX_LIMIT) -> None:
        self.replies = replies
        self.tables = make_game_tables(replies, kept_twice)  # first, since it refuses a game that is too large
        self.symmetry = symmetry.symmetry_of(replies)
        self.everything = np.arange(len(replies.game.secrets), dtype=np.int32)
        self.firsts = symmetry.representatives(self.symmetry.orbits())
        if prunings & Prunings.CAPS:
            cap_parts(self.tables, replies, self.firsts)

    @cached_property
    def largest_part(self) -> int:
        """The most candidates that may be left after one guess and its reply."""
        return max(int(np.bincount(self.replies.to(int(first), self.everything)).max()) for first in self.firsts)

    @cached_property
    def reach(self) -> NDArray[np.int64] | None:
        """REACH, see `reach.reach`; None where it does not hold, or takes more than a third of a second."""
        return reach(self.replies, self.symmetry, ReplyBlocks(self.replies).sizes, A_THIRD)


def make_game_tables(replies: Replies, kept_twice: int = MATRIX_LIMIT) -> GameTables:
    """The tables of a game that the kernels read; see kernels.layout.GameTables. Threads may share them.

    The matrix is kept by code and by secret. If it has more than `kept_twice` bytes it is kept by secret alone where it
    can be, see `is_arranged`. The search of `near` then takes as long, as it reads few rows: it has a list of guesses
    wherever more than 255 candidates are left. Other kernels than `branch_and_bound` need both.
    """
    game, weights = replies.game, replies.game.conditions.weights
    arranged = is_arranged(game, kept_twice) and not replies.has_matrix
    order, level, weight = np.zeros(0, np.uint32), np.zeros((0, 0), np.uint8), np.array(weights, np.int64)
    secret_of, code_of = replies.secret_of, replies.code_of
    if weights:
        heaviest_first = np.argsort(-weight, kind="stable")
        order = np.empty(len(weight), np.uint32)
        order[heaviest_first] = np.arange(len(weight), dtype=np.uint32)
        weight, level = weight[heaviest_first], _fill_levels(replies.count, len(weight))
        secret_of = np.where(secret_of < 0, -1, order[secret_of]).astype(np.int32)
        code_of = code_of[heaviest_first]
    codes, secrets = len(game.codes), len(weight) or len(game.secrets)
    symbols, count, fixed, free_pegs = numbered_codes(game)
    code_spelled, ordered = np.zeros(0, np.int32), np.ones((1, codes), np.bool_)
    if count:
        code_spelled = np.full(count ** symbols.shape[1], -1, np.int32)
        code_spelled[spellings(symbols, count)] = np.arange(codes)
        ordered = np.array([in_order(symbols, first) for first in range(count)])
    # A code that uses the symbols from l on in order also uses those from l + 1 on in order. So in this order of codes,
    # the codes that do so from l on are the first columns, for every l.
    code_at = np.argsort(-ordered.sum(axis=0), kind="stable").astype(np.uint32)
    column_of = np.argsort(code_at).astype(np.int32)
    if arranged:
        reply = columns = replies.arrange(code_at)
    elif weights:
        reply = np.ascontiguousarray(replies.matrix[:, heaviest_first])
        columns = np.ascontiguousarray(reply[code_at].T)
    else:
        reply = replies.matrix
        if not count:
            columns = replies.by_secret  # the codes are in this order: no copy in vain
        else:
            columns = np.take(reply, code_at, axis=1) if game.mutual else np.ascontiguousarray(reply[code_at].T)
    return GameTables(
        reply=reply,
        columns=columns,
        code_at=code_at,
        column_of=column_of,
        columns_from=ordered.sum(axis=1, dtype=np.int32),
        secret_of=secret_of,
        code_of=code_of.astype(np.uint32),
        own_column=column_of[code_of],
        symbols=symbols,
        free_pegs=free_pegs,
        code_spelled=code_spelled,
        hash_word=hash_words(secrets, SEED, hash_key(game, reply)),
        cap=np.full(replies.count, max(replies.count - 1, 1), np.int64),
        no_guesses=np.zeros(0, np.uint32),
        order=order,
        weight=weight,
        fill_level=level,
        win=replies.win,
        symbol_count=count,
        fixed_symbols=fixed,
        symmetric=int(game.mutual and not weights),
        one_winner=int(not replies.several_winners),
        min_candidates_sizes=MIN_CANDIDATES_SIZES if replies.count <= MAX_REPLIES_MARKED else MAX_CANDIDATES_PACKED + 1,
        weighted=int(bool(weights)),
        arranged=int(arranged),
    )


def is_arranged(game: Game, kept_twice: int) -> bool:
    """Whether the matrix of a game has more than `kept_twice` bytes and can be kept by secret alone."""
    large = matrix_size(len(game.codes), len(game.secrets), len(game.replies)) > kept_twice
    return large and game.mutual and not game.conditions.weights and len(game.replies) <= MAX_REPLIES_MARKED


def hash_words(number: int, seed: int, key: bytes = b"") -> NDArray[np.int64]:
    """int64 (number or more, 2): the random words from which the table makes the keys of sets, see TABLE."""
    draw = np.random.default_rng([seed, int.from_bytes(key)] if key else seed)
    return draw.integers(-(2**63), 2**63, (max(number, 64), 2), dtype=np.int64)


def hash_key(game: Game, matrix: Indices) -> bytes:
    """What the words of TABLE are drawn by, besides a seed: a digest of the game, or nothing for a pNcM game.

    `matrix` is that of the replies, its columns in the order of the words. If the words were known before, somebody
    could make a game, weights that order its secrets, or costs that lead the search to some sets of them, so that sets
    of a search share keys.
    """
    played = game.conditions
    chosen = played.weights, played.costs, played.groups
    if game.space is not None and game.secrets == game.codes and not any(chosen):
        return b""
    digest = hashlib.blake2b(np.ascontiguousarray(matrix).data, digest_size=16)
    digest.update(repr(chosen).encode())
    if isinstance(game.rule, Rule):  # the codes alone decide which codes `consistent` and `hard` permit
        digest.update(np.array(game.codes, np.int32).data)
    return digest.digest()


def _fill_levels(replies: int, secrets: int) -> NDArray[np.uint8]:
    """uint8 (replies, secrets): [w, i] is the level of secret i if FILL fills a tree whose nodes have w children."""
    level = np.full((replies, secrets), 255, np.uint8)
    for width in range(1, replies):
        first, slots, depth = 0, 1, 0
        while first < secrets and depth < 255:
            level[width, first : first + slots] = depth
            first, slots, depth = first + slots, slots * width, depth + 1
    return level


def numbered_codes(game: Game) -> tuple[NDArray[np.uint8], int, int, NDArray[np.uint32]]:
    """SYMBOLS: the codes in numbered symbols, the number of symbols, how many of these are fixed, and the free pegs.

    The codes are uint8 (codes, pegs). The fixed symbols have the first numbers; the others are the largest class of
    symbols that may be exchanged. If there is no such class of two or more, the codes have no symbols here: the result
    is (codes, 0), 0, 0 and no pegs. The free pegs are uint32, ascending: the largest class of pegs that may change
    places, or none if there is no such class of two or more.
    """
    count, none = len(game.symbols), np.zeros(0, np.uint32)
    pegs, symbols = exchangeable(game) if may_number(game) else ([], [])
    largest = max(symbols, key=len, default=[])
    if len(largest) < 2:
        return np.zeros((len(game.codes), 0), np.uint8), 0, 0, none
    order = [*(symbol for symbol in range(count) if symbol not in largest), *largest]
    number = np.empty(count, np.uint8)
    number[order] = np.arange(count)
    free = max(pegs, key=len)
    return number[np.array(game.codes)], count, count - len(largest), np.array(free, np.uint32) if free[1:] else none


def may_number(game: Game) -> bool:
    """Whether `numbered_codes` looks for symbols to number: others have too many, or too many sequences of them."""
    return 0 < len(game.symbols) <= 63 and len(game.symbols) ** len(game.codes[0]) <= MAX_SPELLINGS


def spellings(symbols: NDArray[Any], count: int) -> NDArray[np.int64]:
    """int64 (codes,): the symbols of each code as the digits of a number."""
    place: NDArray[np.int64] = count ** np.arange(symbols.shape[1] - 1, -1, -1, dtype=np.int64)
    return np.asarray(symbols.astype(np.int64) @ place)


def in_order(symbols: NDArray[np.uint8], first: int) -> NDArray[np.bool_]:
    """bool (codes,): which codes use the symbols from `first` on in ascending order and without a gap."""
    following = np.full(len(symbols), first)
    good = np.ones(len(symbols), np.bool_)
    for column in symbols.T:
        good &= column <= following
        following += column == following
    return good


def cap_parts(
    tables: GameTables, replies: Replies, firsts: NDArray[np.int32], most_replies: int = MAX_CAP_REPLIES
) -> None:
    """CAPS: set tables.cap from `firsts`, int32, which has one first guess of each orbit.

    If counting the parts after each of them would read more than `most_replies`, and so take longer than it can save,
    all caps are the most parts of all secrets. No parts are counted of n candidates if the cap is n already, since no
    code makes more parts of them.
    """
    codes, secrets = tables.reply.shape
    space = np.zeros(secrets, np.uint8), np.zeros(replies.count, np.int64), np.zeros(codes, np.uint32)
    compiled = kernels.load("branch_and_bound", replies.count)
    counter = compiled.PartCounter(tables, *space, np.zeros(codes // 8 + 1, np.uint64))
    everything = np.arange(secrets, dtype=np.int32)
    reads = 1 if replies.count <= MAX_REPLIES_MARKED else 8
    if len(firsts) * codes * secrets * reads > most_replies:
        tables.cap[:] = max(counter.most_parts(tables.numbered(everything)), 1)
        return
    cap, others = np.ones(replies.count, np.int64), replies.count - 1
    for first in firsts:
        sizes = part_sizes(replies, np.array([first], np.int32), everything)
        if not (np.minimum(sizes, others) > cap).any():
            continue
        for reply, part in partition(replies, int(first), everything):
            if min(len(part), others) > cap[reply]:
                cap[reply] = max(cap[reply], counter.most_parts(tables.numbered(part)))
    tables.cap[:] = cap


def make_costs(costs: Sequence[int], flat: Sequence[int], plan: Plan, prunings: Prunings, tables: GameTables) -> Costs:
    """The costs that a search minimises; see kernels.layout.Costs.

    costs[d] and flat[d] are integer costs of a secret at depth d, and costs[0] is not used. `flat` may be empty if no
    cost goes by weight. The result leaves out prunings that the plan or the game does not allow: see `bounds.prunings`.
    """
    depths, secrets = len(costs), tables.reply.shape[1]
    planned = [plan[min(max(depth, 1), len(plan)) - 1] for depth in range(depths)]
    free = max((depth + 1 for depth, source in enumerate(planned) if source != Source.ALL), default=0)
    if not tables.one_winner:
        prunings &= ~Prunings.PERFECT  # it assumes one winning code of each secret
    exact = prunings & ~Prunings.RELAX
    if any(now == Source.MEMBERS != later for now, later in pairwise(planned[1:])):
        prunings &= ~Prunings.PARTS
    if any(source.heuristic for source in planned):
        prunings &= ~Prunings.SYMBOLS
    else:
        # The best tree among candidates costs far more than the exact value, so RELAX would cost more than it saves.
        prunings &= ~Prunings.RELAX
    logarithm = np.array([size * math.log(max(size, 1)) for size in range(secrets + 1)])  # the same on every machine
    rows = np.zeros((2, depths), np.int64)
    rows[PLANNED] = planned
    cost, added = np.array(costs, np.int64), np.array(flat, np.int64)
    return Costs(cost, added, rows, np.array([exact, prunings], np.int64), logarithm, free)
