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
from treebuild.search.kernels.layout import MAX_REPLIES_MARKED, NONE, Array, GameTables


@kernel(types.void(MATRIX, SET, MATRIX))
def fill_columns(by_secret: Array, code_at: Array, columns: Array) -> None:
    """Write GameTables.columns, uint8 (secrets, codes): the replies to the code of every column.

    `by_secret` is uint8 (secrets, codes), see Replies; `code_at` is uint32 (codes,), the code of every column.
    """
    for secret in range(len(by_secret)):
        row, column = by_secret[secret], columns[secret]
        for j in range(len(code_at)):
            column[j] = row[code_at[j]]


@kernel(I64(GAME_TABLES, BYTES, I64_ARRAY, array_type(U32, 1), WORDS, SET))
def max_parts(
    tables: GameTables, mark: Array, counter: Array, reply_bits: Array, part_count: Array, candidates: Array
) -> int:
    """The most non-winning parts that any code makes of the candidates, uint32.

    The others are working space: mark, uint8 (secrets,), and counter, int64 (replies,), are zero between uses;
    reply_bits is uint32 (codes,); part_count is uint64 (codes / 8 and more,).
    """
    most, parts, n_columns = 0, part_count.view(np.uint8), len(tables.code_at)
    if len(tables.cap) <= MAX_REPLIES_MARKED:
        count_parts(tables, candidates, n_columns, reply_bits, part_count)
    else:
        for j in range(n_columns):
            count, _, _ = tally(tables.columns[:, j], candidates, counter, STEP * j)
            parts[j] = count
        counter[:] = 0
    for secret in candidates:
        mark[secret] = 1
    for j in range(n_columns):
        secret = tables.secret_of[tables.code_at[j]]
        most = max(most, int(parts[j]) - int(secret != NONE and mark[secret] != 0))
    for secret in candidates:
        mark[secret] = 0
    return most
