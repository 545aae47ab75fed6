"""What is worked out once for a game, before any search."""

import numpy as np

from treebuild.search.kernels.compiling import (
    BYTES,
    GAME_TABLES,
    I64,
    I64_ARRAY,
    MATRIX,
    SET,
    U32,
    WORDS,
    array_type,
    kernel,
    types,
)
from treebuild.search.kernels.counting import STEP, count_parts, tally
from treebuild.search.kernels.layout import MARKED_REPLIES, NONE, Array, GameTables


@kernel(types.void(MATRIX, SET, MATRIX))
def spread(by_secret: Array, code_at: Array, columns: Array) -> None:
    """Fill GameTables.columns, uint8 (secrets, codes): the reply to the code of every column.

    `by_secret` is uint8 (secrets, codes), `code_at` uint32 (codes,): see Replies and GameTables.
    """
    for secret in range(len(by_secret)):
        row, column = by_secret[secret], columns[secret]
        for j in range(len(code_at)):
            column[j] = row[code_at[j]]


@kernel(I64(GAME_TABLES, BYTES, I64_ARRAY, array_type(U32, 1), WORDS, SET))
def widest(tables: GameTables, mark: Array, counter: Array, seen: Array, number: Array, candidates: Array) -> int:
    """The most non-winning parts any code makes of the candidates.

    The others are working space: mark, uint8 (secrets,), and counter, int64 (replies,), zeros at first; seen, uint32
    (codes,); number, uint64 (codes / 8 and more,).
    """
    most, parts, width = 0, number.view(np.uint8), len(tables.code_at)
    if len(tables.cap) <= MARKED_REPLIES:
        count_parts(tables, candidates, width, seen, number)
    else:
        for j in range(width):
            found, _, _ = tally(tables.columns[:, j], candidates, counter, STEP * j)
            parts[j] = found
        counter[:] = 0
    for secret in candidates:
        mark[secret] = 1
    for j in range(width):
        secret = tables.secret_of[tables.code_at[j]]
        most = max(most, int(parts[j]) - int(secret != NONE and mark[secret] != 0))
    for secret in candidates:
        mark[secret] = 0
    return most
