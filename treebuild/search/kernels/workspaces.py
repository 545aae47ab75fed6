"""The working spaces of compiled code: what arrays they have, and of which shapes. Nothing here loads the compiler."""

from __future__ import annotations

from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from treebuild.search.kernels.layout import (
    COLUMNS_WIDE,
    ENTRY_FIELDS,
    GUESSES_PER_BLOCK,
    MAX_CANDIDATES_BITSETS,
    MAX_CANDIDATES_MATRIX,
    MAX_CANDIDATES_PERFECT,
    MAX_LEVELS,
    MAX_RECENT_PARTITIONS,
    MAX_REPLIES_PACKED,
    MAX_SWAPS,
    NONE,
    PART_FIELDS,
    ROWS,
    CheckerWorkspace,
    GameTables,
    ReplyTables,
    ScanWorkspace,
    Workspace,
)

CACHE_LINE_BYTES = 64
MAX_COUNTERS = 1 << 17  # part sizes of a block: they fit the second-level cache


def empty_table(entries: int) -> NDArray[np.int64]:
    """A table of so many entries, a power of two. Searches in several threads may share it.

    It begins where a cache line does, in huge pages if numpy asks for them.
    """
    words = entries * ENTRY_FIELDS
    space = np.zeros(words + CACHE_LINE_BYTES // 8, np.int64)
    start = -space.ctypes.data % CACHE_LINE_BYTES // 8
    return space[start : start + words].reshape(entries, ENTRY_FIELDS)


def search_workspace(tables: GameTables, table: NDArray[np.int64]) -> Workspace:
    """Working space of one search at a time, with a table of values."""
    codes, secrets = tables.reply.shape
    replies, symbols, pegs = len(tables.cap), tables.symbol_count, tables.symbols.shape[1]
    space = codes * (MAX_LEVELS + 1)
    shapes = {
        "packed": codes,
        "even": codes,
        "odd": codes,
        "wide": (6, COLUMNS_WIDE),
        "reply_bits": codes,
        "part_count": codes // 8 + 1,
        "counts": (codes, replies),
        "largest": codes,
        "score": codes,
        "power": 64,
        "stamp": replies,
        "heaviest_sum": secrets + 1,
        "mark": secrets,
        "answer": secrets,
        "bound": space,
        "tie": space,
        "sets": 2 * secrets * (MAX_LEVELS + 1) + codes,
        "number_at": (symbols, pegs),
        "peg_at": (MAX_LEVELS, pegs),
        "new_name": (MAX_LEVELS, symbols),
        "exchangeable": (MAX_LEVELS, max(symbols, 1)),
        "parts": (MAX_LEVELS, replies, PART_FIELDS),
        "met": (MAX_LEVELS, replies + 1),
        "recent": (MAX_LEVELS, MAX_RECENT_PARTITIONS),
        "bitsets": (MAX_LEVELS, MAX_CANDIDATES_BITSETS, 2, MAX_REPLIES_PACKED),
        "part_bits": (MAX_REPLIES_PACKED, 2),
        "scratch": (4, max(symbols, replies, MAX_CANDIDATES_PERFECT)),
        "state": 4,
    }
    types = get_type_hints(Workspace, include_extras=True)
    arrays: dict[str, Any] = {name: np.zeros(shape, types[name].__metadata__[0]) for name, shape in shapes.items()}
    return Workspace(table=table, **arrays)


def checker_workspace(tables: GameTables, candidates_only: bool) -> CheckerWorkspace:
    """Working space of the checker's rules, for one thread."""
    codes, secrets = tables.reply.shape
    replies = len(tables.cap)
    secret_at = tables.secret_of[tables.code_at]  # by column
    winner = np.argsort(secret_at, kind="stable")[np.count_nonzero(secret_at == NONE) :]
    shapes = {
        "reply_bits": (codes,),
        "winner": winner.shape,
        "begin": (secrets + 1,),
        "part_count": (2, codes // 8 + 1),
        "wins": (2, codes),
        "least": (2, 2, replies + 1),
        "filled": (2, secrets + 1),
        "answer": (2, secrets),
        "start": (2, replies + 1),
        "bound": (2, replies),
        "order": (2, secrets),
        "part": (secrets,),
        "member": (2, 16),
        "reply_among": (2, MAX_CANDIDATES_MATRIX, MAX_CANDIDATES_MATRIX),
        "candidates_only": (1,),
    }
    types = get_type_hints(CheckerWorkspace, include_extras=True)
    work = CheckerWorkspace(**{name: np.zeros(shape, types[name].__metadata__[0]) for name, shape in shapes.items()})
    work.winner[:], work.begin[:] = winner, np.searchsorted(secret_at[winner], np.arange(secrets + 1))
    work.candidates_only[0] = candidates_only
    return work


def scan_workspace(tables: ReplyTables) -> ScanWorkspace:
    """Working space for scans of guesses, one at a time."""
    replies = len(tables.sum_of)
    block = min(MAX_COUNTERS // replies // CACHE_LINE_BYTES * CACHE_LINE_BYTES, GUESSES_PER_BLOCK)
    shapes = {
        "columns": (len(tables.columns), block),
        "counts": (len(tables.counts), block),
        "left": (block,),
        "rows": (ROWS, block),
        "tallies": (replies, block),
        "sizes": (replies, block),
        "parts": (block,),
        "least": (replies + 1,),
        "guesses": tables.secret_of.shape,
        "swaps": (MAX_SWAPS, 4),
        "sought": tables.begin.shape,
        "seen": (256,),
        "vector": (replies,),
        "best_vector": (replies,),
    }
    types = get_type_hints(ScanWorkspace, include_extras=True)
    return ScanWorkspace(**{name: np.zeros(shape, types[name].__metadata__[0]) for name, shape in shapes.items()})
