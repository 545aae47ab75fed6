"""Counting the parts that guesses make of a set, for all guesses at once."""

from typing import Any

import numpy as np

from treebuild.search.kernels.bits import count_bits
from treebuild.search.kernels.byte_tables import HAS_BYTE_TABLES, VECTOR, join_bits
from treebuild.search.kernels.compiling import (
    BYTES,
    GAME_TABLES,
    I64,
    I64_ARRAY,
    SET,
    STRIDED,
    TRIPLE,
    U16,
    U32,
    U64,
    WORDS,
    WORKSPACE,
    array_type,
    kernel,
    types,
)
from treebuild.search.kernels.layout import (
    COLUMNS_WIDE,
    MAX_CANDIDATES_PACKED,
    MAX_REPLIES_MARKED,
    MAX_REPLIES_PACKED,
    Array,
    GameTables,
    Workspace,
)

STEP = 1 << 32  # the distance between values of `start` for `tally`: more than there are candidates


@kernel([TRIPLE(replies, SET, I64_ARRAY, I64) for replies in (BYTES, STRIDED)])
def tally(replies: Array, candidates: Array, counter: Array, start: int) -> tuple[int, int, int]:
    """Count the parts of one guess: (number of parts, sum of their squared sizes, size of the largest).

    `replies`, uint8 (secrets,), are the replies of all secrets to the guess. Afterwards counter[r] exceeds `start` by
    the number of candidates with reply r, if there are any. No counter may exceed `start` before, so if `start` rises
    by STEP from guess to guess, counters need not be set back. For few replies or many candidates all counters are read
    at the end; otherwise only those of replies that occur, on the way.
    """
    parts, squares, largest = 0, 0, 0
    if len(counter) <= MAX_REPLIES_MARKED or len(candidates) > MAX_CANDIDATES_PACKED:
        counter[:] = start
        for secret in candidates:
            counter[replies[secret]] += 1
        for count in counter:
            size = count - start
            parts += size > 0
            squares += size * size
            largest = max(largest, size)
        return parts, squares, largest
    for secret in candidates:
        reply = replies[secret]
        size = max(counter[reply], start) - start
        counter[reply] = start + size + 1
        parts += size == 0
        squares += 2 * size + 1
        largest = max(largest, size + 1)
    return parts, squares, largest


@kernel(types.void(GAME_TABLES, WORKSPACE, SET, I64))
def count_packed(tables: GameTables, work: Workspace, candidates: Array, n_columns: int) -> None:
    """Count the parts that every code of the first `n_columns` columns makes of at most 255 candidates.

    Byte r // 2 of work.even (r even) or work.odd (r odd) becomes the number of candidates with reply r, or 127 where
    there are more. Fifteen candidates at a time are counted in counters of four bits, which are then added to the
    bytes. The loops stay within 1024 columns, whose counters fit the first-level cache, and take four candidates a
    pass.
    """
    one, two, low = np.uint64(1), np.uint64(2), np.uint64(0x0F0F0F0F0F0F0F0F)
    high, seven, most = np.uint64(0x8080808080808080), np.uint64(7), np.uint64(127)
    n = len(candidates)
    for block in range(0, n_columns, 1024):
        length = min(1024, n_columns - block)
        packed = work.packed[:length]
        even, odd = work.even[block : block + length], work.odd[block : block + length]
        even[:] = 0
        odd[:] = 0
        for first in range(0, n, 15):
            last = min(n, first + 15)
            packed[:] = 0
            i = first
            while i + 4 <= last:
                a = tables.columns[candidates[i], block : block + length]
                b = tables.columns[candidates[i + 1], block : block + length]
                c = tables.columns[candidates[i + 2], block : block + length]
                d = tables.columns[candidates[i + 3], block : block + length]
                for j in range(length):
                    packed[j] += (
                        (one << (np.uint64(a[j]) << two)) + (one << (np.uint64(b[j]) << two))
                        + (one << (np.uint64(c[j]) << two)) + (one << (np.uint64(d[j]) << two))
                    )  # fmt: skip
                i += 4
            while i < last:
                a = tables.columns[candidates[i], block : block + length]
                for j in range(length):
                    packed[j] += one << (np.uint64(a[j]) << two)
                i += 1
            for j in range(length):
                even[j] += packed[j] & low
                odd[j] += (packed[j] >> np.uint64(4)) & low
        if n > 127:
            for j in range(length):
                even[j] = (even[j] | (((even[j] & high) >> seven) * most)) & ~high
                odd[j] = (odd[j] | (((odd[j] & high) >> seven) * most)) & ~high


@kernel(types.void(GAME_TABLES, WORKSPACE, SET, I64))
def count_large(tables: GameTables, work: Workspace, candidates: Array, n_columns: int) -> None:
    """As `count_packed`, for any number of candidates: the sizes of parts go to work.counts.

    120 candidates are counted at a time: a byte holds their number, and it is a multiple of fifteen.
    """
    counts, even, odd = work.counts[:n_columns], work.even[:n_columns], work.odd[:n_columns]
    replies, byte = counts.shape[1], np.uint64(255)
    counts[:] = 0
    for first in range(0, len(candidates), 120):
        count_packed(tables, work, candidates[first : first + 120], n_columns)
        for j in range(n_columns):
            for reply in range(replies):
                word = odd[j] if reply & 1 else even[j]
                counts[j, reply] += int((word >> np.uint64(4 * (reply & 14))) & byte)


@kernel(U64(U64), inline=True)
def one_of(reply: np.uint64) -> np.uint64:
    """A counter of four bits at 1: that of this reply, modulo sixteen."""
    return np.uint64(1) << ((reply & np.uint64(15)) << np.uint64(2))


@kernel(U64(U64), inline=True)
def one_of_upper(reply: np.uint64) -> np.uint64:
    """`one_of` for a reply that is sixteen or more; for any other, zero."""
    return one_of(reply) & (np.uint64(0) - (reply >> np.uint64(4)))


@kernel(types.void(GAME_TABLES, WORKSPACE, SET, I64))
def count_wide(tables: GameTables, work: Workspace, candidates: Array, n_columns: int) -> None:
    """As `count_large`, for at most MAX_REPLIES_MARKED replies.

    For each code one word counts all replies, modulo sixteen, and another one those that are sixteen or more; their
    difference counts the rest. 240 candidates are counted at a time: a byte holds their number.
    """
    four, low, byte = np.uint64(4), np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(255)
    n, replies = len(candidates), work.counts.shape[1]
    for block in range(0, n_columns, COLUMNS_WIDE):
        length = min(COLUMNS_WIDE, n_columns - block)
        every, upper, counts = work.wide[0, :length], work.wide[1, :length], work.counts[block : block + length]
        counts[:] = 0
        for start in range(0, n, 240):
            work.wide[2:, :length] = 0
            end = min(n, start + 240)
            for first in range(start, end, 15):
                last = min(end, first + 15)
                every[:] = 0
                upper[:] = 0
                i = first
                while i + 3 <= last:
                    a = tables.columns[candidates[i], block : block + length]
                    b = tables.columns[candidates[i + 1], block : block + length]
                    c = tables.columns[candidates[i + 2], block : block + length]
                    for j in range(length):
                        x, y, z = np.uint64(a[j]), np.uint64(b[j]), np.uint64(c[j])
                        every[j] += one_of(x) + one_of(y) + one_of(z)
                        upper[j] += one_of_upper(x) + one_of_upper(y) + one_of_upper(z)
                    i += 3
                while i < last:
                    a = tables.columns[candidates[i], block : block + length]
                    for j in range(length):
                        every[j] += one_of(np.uint64(a[j]))
                        upper[j] += one_of_upper(np.uint64(a[j]))
                    i += 1
                for half in range(2):
                    even, odd = work.wide[2 + 2 * half, :length], work.wide[3 + 2 * half, :length]
                    for j in range(length):
                        word = upper[j] if half else every[j] - upper[j]
                        even[j] += word & low
                        odd[j] += (word >> four) & low
            for j in range(length):
                for reply in range(replies):
                    word = work.wide[2 + 2 * (reply >> 4) + (reply & 1), j]
                    counts[j, reply] += int((word >> np.uint64(4 * (reply & 14))) & byte)


@kernel(TRIPLE(I64_ARRAY), inline=True)
def sum_up(counter: Array) -> tuple[int, int, int]:
    """What `tally` returns, for one guess whose parts are counted already."""
    parts, squares, largest = 0, 0, 0
    for size in counter:
        parts += size > 0
        squares += size * size
        largest = max(largest, size)
    return parts, squares, largest


@kernel([I64(GAME_TABLES, SET, I64, array_type(word, 1), BYTES, U32) for word in (U16, U32)], inline=True)
def count_marked(
    tables: GameTables, candidates: Array, n_columns: int, words: Array, part_count: Array, mask: Any
) -> int:
    """`count_parts` by words with a bit for every reply. `mask` is the number of bits of a word, less 1.

    A shift by less than the width of a word lets the compiler use narrow lanes.
    """
    one, n, most = np.uint32(1), len(candidates), np.uint8(0)
    for block in range(0, n_columns, 2048):
        length = min(2048, n_columns - block)
        reply_bits, parts = words[:length], part_count[block : block + length]
        reply_bits[:] = 0
        i = 0
        while i + 4 <= n:
            a = tables.columns[candidates[i], block : block + length]
            b = tables.columns[candidates[i + 1], block : block + length]
            c = tables.columns[candidates[i + 2], block : block + length]
            d = tables.columns[candidates[i + 3], block : block + length]
            for j in range(length):
                reply_bits[j] |= (
                    (one << (np.uint32(a[j]) & mask)) | (one << (np.uint32(b[j]) & mask))
                    | (one << (np.uint32(c[j]) & mask)) | (one << (np.uint32(d[j]) & mask))
                )  # fmt: skip
            i += 4
        while i < n:
            a = tables.columns[candidates[i], block : block + length]
            for j in range(length):
                reply_bits[j] |= one << (np.uint32(a[j]) & mask)
            i += 1
        for j in range(length):
            parts[j] = np.uint8(count_bits(np.uint64(reply_bits[j])))
        for j in range(length):
            most = max(most, parts[j])
    return int(most)


@kernel(I64(GAME_TABLES, SET, I64, BYTES, BYTES), inline=True)
def count_by_tables(tables: GameTables, candidates: Array, n_columns: int, words: Array, part_count: Array) -> int:
    """`count_parts` by two bytes with a bit for every reply, of at most sixteen, and at least VECTOR columns.

    A bit that is set twice stays set. So the last vector of a block may overlap the one before it, and the last block
    too.
    """
    n, most = len(candidates), np.uint8(0)
    for block in range(0, n_columns, 2048):
        start = min(block, n_columns - VECTOR)
        length = min(2048, n_columns - start)
        lower, upper, parts = words[:length], words[length : 2 * length], part_count[start : start + length]
        words[: 2 * length] = 0
        i = 0
        while i + 4 <= n:
            a = tables.columns[candidates[i], start : start + length]
            b = tables.columns[candidates[i + 1], start : start + length]
            c = tables.columns[candidates[i + 2], start : start + length]
            d = tables.columns[candidates[i + 3], start : start + length]
            for j in range(0, length, VECTOR):
                join_bits(lower, upper, a, b, c, d, min(j, length - VECTOR))
            i += 4
        while i < n:
            a = tables.columns[candidates[i], start : start + length]
            for j in range(0, length, VECTOR):
                join_bits(lower, upper, a, a, a, a, min(j, length - VECTOR))
            i += 1
        for j in range(length):
            parts[j] = np.uint8(count_bits(np.uint64(lower[j])) + count_bits(np.uint64(upper[j])))
        for j in range(length):
            most = max(most, parts[j])
    return int(most)


@kernel(I64(GAME_TABLES, SET, I64, BYTES, BYTES), inline=True)
def count_by_pairs(tables: GameTables, candidates: Array, n_columns: int, equal: Array, part_count: Array) -> int:
    """`count_parts` by pairs of candidates, for any number of replies.

    A candidate is the first of its part if no candidate before it gives the same reply. One operation compares the
    replies to 32 codes, which makes up for the many pairs.
    """
    most = np.uint8(0)
    for block in range(0, n_columns, 1024):
        length = min(1024, n_columns - block)
        same, parts = equal[:length], part_count[block : block + length]
        parts[:] = 0
        for i in range(len(candidates)):
            own = tables.columns[candidates[i], block : block + length]
            same[:] = 0
            k = 0
            while k + 4 <= i:
                a = tables.columns[candidates[k], block : block + length]
                b = tables.columns[candidates[k + 1], block : block + length]
                c = tables.columns[candidates[k + 2], block : block + length]
                d = tables.columns[candidates[k + 3], block : block + length]
                for j in range(length):
                    same[j] |= (
                        np.uint8(a[j] == own[j]) | np.uint8(b[j] == own[j])
                        | np.uint8(c[j] == own[j]) | np.uint8(d[j] == own[j])
                    )  # fmt: skip
                k += 4
            while k < i:
                a = tables.columns[candidates[k], block : block + length]
                for j in range(length):
                    same[j] |= np.uint8(a[j] == own[j])
                k += 1
            for j in range(length):
                parts[j] += same[j] ^ np.uint8(1)
        for j in range(length):
            most = max(most, parts[j])
    return int(most)


@kernel(I64(GAME_TABLES, SET, I64, array_type(U32, 1), WORDS))
def count_parts(tables: GameTables, candidates: Array, n_columns: int, reply_bits: Array, part_count: Array) -> int:
    """Write the number of parts that every code of the first `n_columns` columns makes to the bytes of `part_count`.

    Returns the largest number. `reply_bits`, uint32 (columns,), is working space. In games of more than
    MAX_REPLIES_MARKED replies there may be at most 255 candidates.
    """
    parts = part_count.view(np.uint8)
    if len(tables.cap) <= MAX_REPLIES_PACKED:
        if HAS_BYTE_TABLES and n_columns >= VECTOR:
            return count_by_tables(tables, candidates, n_columns, reply_bits.view(np.uint8), parts)
        return count_marked(tables, candidates, n_columns, reply_bits.view(np.uint16), parts, np.uint32(15))
    if len(tables.cap) <= MAX_REPLIES_MARKED:
        return count_marked(tables, candidates, n_columns, reply_bits, parts, np.uint32(31))
    return count_by_pairs(tables, candidates, n_columns, reply_bits.view(np.uint8), parts)
