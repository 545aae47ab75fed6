"""The working spaces of kernels, and the table that searches share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treebuild.kernels.constants import (
    GUESSES_PER_BLOCK,
    MAX_CANDIDATES_PERFECT,
    MAX_LEVELS,
    NONE,
    REPLIES_PER_CANDIDATE,
    ROWS,
)
from treebuild.kernels.layout import (
    CheckerWorkspace,
    Entry,
    GameTables,
    ReplyTables,
    RuledTables,
    RuledWorkspace,
    ScanWorkspace,
    Workspace,
    allocated,
)

CACHE_LINE_BYTES = 64
MAX_COUNTERS = 1 << 17  # the most part sizes of a block: they fit the second-level cache


def empty_table(entries: int) -> NDArray[np.int64]:
    """int64 (entries, fields of Entry): an empty table; `entries` is a power of two. Threads may share the table.

    It begins at the beginning of a cache line, in huge pages if numpy asks for them.
    """
    words = entries * len(Entry._fields)
    space = np.zeros(words + CACHE_LINE_BYTES // 8, np.int64)
    start = -space.ctypes.data % CACHE_LINE_BYTES // 8
    return space[start : start + words].reshape(entries, len(Entry._fields))


def search_workspace(tables: GameTables, table: NDArray[np.int64]) -> Workspace:
    """The working space of one search at a time, with this table."""
    codes, secrets = tables.reply.shape
    replies, symbols, pegs = len(tables.cap), tables.symbol_count, tables.symbols.shape[1]
    return allocated(
        Workspace, tables.reply.dtype.name, {"table": table},
        codes=codes, secrets=secrets, replies=replies, symbols=symbols, pegs=pegs, space=codes * (MAX_LEVELS + 1),
        scratch_row=max(symbols, replies, MAX_CANDIDATES_PERFECT),
    )  # fmt: skip


def ruled_workspace(tables: RuledTables, entries: int) -> RuledWorkspace:
    """The working space of one search at a time, with a table of `entries` entries, a power of two."""
    codes, secrets = tables.reply.shape
    replies, levels = tables.keeps.shape[1], min(MAX_LEVELS, secrets + 2) + 1
    work = allocated(
        RuledWorkspace, tables.reply.dtype.name, {"table": empty_table(entries)},
        codes=codes, secrets=secrets, replies=replies, levels=levels,
    )  # fmt: skip
    work.allowed[:codes] = np.arange(codes)
    return work


def checker_workspace(tables: GameTables, candidates_only: bool) -> CheckerWorkspace:
    """The working space of the checker's rules, for one thread."""
    codes, secrets = tables.reply.shape
    secret_at = tables.secret_of[tables.code_at]  # by column
    winner = np.argsort(secret_at, kind="stable")[np.count_nonzero(secret_at == NONE) :]
    begin = np.searchsorted(secret_at[winner], np.arange(secrets + 1))
    given = {
        "winner": winner.astype(np.uint32),
        "begin": begin.astype(np.int64),
        "candidates_only": int(candidates_only),
    }
    replies = len(tables.cap)
    return allocated(
        CheckerWorkspace, tables.reply.dtype.name, given,
        codes=codes, secrets=secrets, replies=replies, words=codes // 8 + 1,
    )  # fmt: skip


def scan_workspace(tables: ReplyTables) -> ScanWorkspace:
    """The working space of one scan of guesses at a time."""
    replies = len(tables.sum_of)
    block = min(max(MAX_COUNTERS // replies // CACHE_LINE_BYTES, 1) * CACHE_LINE_BYTES, GUESSES_PER_BLOCK)
    work = allocated(
        ScanWorkspace, tables.sum_of.dtype.name, {},
        pegs=len(tables.columns), counted=len(tables.counts), block=block, replies=replies,
        codes=len(tables.secret_of), secrets=tables.secrets, sums=len(tables.reply_of),
        listed=max(min(replies // REPLIES_PER_CANDIDATE, tables.secrets), ROWS),
    )  # fmt: skip
    work.slot[:] = NONE
    return work
