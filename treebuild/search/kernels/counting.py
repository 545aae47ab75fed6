"""Counting the parts that guesses make of a set, for all guesses at once."""

from typing import Any

import numpy as np

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
from treebuild.search.kernels.layout import MARKED_REPLIES, PACKED_REPLIES, PACKED_SIZE, Array, GameTables, Workspace

STEP = 1 << 32  # more than there are candidates: between the values of `start` that `tally` is given


@kernel(I64(U64), inline=True)
def count_bits(word: Any) -> int:
    """The number of one bits. The compiler knows this way to count, and takes the processor's own."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel([TRIPLE(replies, SET, I64_ARRAY, I64) for replies in (BYTES, STRIDED)])
def tally(replies: Array, candidates: Array, counter: Array, start: int) -> tuple[int, int, int]:
    """Count the parts of one guess, whose replies to all secrets are given: (parts, sum of squared sizes, largest).

    Where counter[r] exceeds `start`, it does by the candidates with reply r. No counter may exceed `start` before; so a
    `start` that rises by STEP from guess to guess needs no counter to be set back. Of few replies, or for
    many candidates, all are looked at afterwards; else only those that occur, on the way.
    """
    parts, squares, largest = 0, 0, 0
    if len(counter) <= MARKED_REPLIES or len(candidates) > PACKED_SIZE:
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
def count_packed(tables: GameTables, work: Workspace, candidates: Array, width: int) -> None:
    """Count the parts every code of the first `width` columns makes of at most 255 candidates.

    Byte r // 2 of work.even (r even) or work.odd (r odd) becomes the number of candidates with reply r, or 127
    where there are more. Fifteen candidates fill counters of four bits before these are added to bytes. The loops stay
    within 1024 columns, whose counters the first-level cache holds, and take four candidates a pass.
    """
    one, two, low = np.uint64(1), np.uint64(2), np.uint64(0x0F0F0F0F0F0F0F0F)
    high, seven, most = np.uint64(0x8080808080808080), np.uint64(7), np.uint64(127)
    n = len(candidates)
    for block in range(0, width, 1024):
        length = min(1024, width - block)
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
def count_large(tables: GameTables, work: Workspace, candidates: Array, width: int) -> None:
    """Count the parts every code of the first `width` columns makes of any number of candidates, in work.counts.

    So many at a time as a byte holds, and as fill counters of four bits.
    """
    counts, even, odd = work.counts[:width], work.even[:width], work.odd[:width]
    replies, byte = counts.shape[1], np.uint64(255)
    counts[:] = 0
    for first in range(0, len(candidates), 120):
        count_packed(tables, work, candidates[first : first + 120], width)
        for j in range(width):
            for reply in range(replies):
                word = odd[j] if reply & 1 else even[j]
                counts[j, reply] += int((word >> np.uint64(4 * (reply & 14))) & byte)


@kernel(TRIPLE(I64_ARRAY), inline=True)
def sum_up(counter: Array) -> tuple[int, int, int]:
    """What `tally` returns, of one guess whose parts are counted."""
    parts, squares, largest = 0, 0, 0
    for size in counter:
        parts += size > 0
        squares += size * size
        largest = max(largest, size)
    return parts, squares, largest


@kernel([I64(GAME_TABLES, SET, I64, array_type(word, 1), BYTES, U32) for word in (U16, U32)], inline=True)
def mark(tables: GameTables, candidates: Array, width: int, words: Array, number: Array, mask: Any) -> int:
    """`count_parts` by the words in which every reply has a bit. `mask` is the number of bits in a word, less 1.

    A shift by less than their number lets the compiler keep to narrow lanes.
    """
    one, n, most = np.uint32(1), len(candidates), np.uint8(0)
    for block in range(0, width, 2048):
        length = min(2048, width - block)
        seen, parts = words[:length], number[block : block + length]
        seen[:] = 0
        i = 0
        while i + 4 <= n:
            a = tables.columns[candidates[i], block : block + length]
            b = tables.columns[candidates[i + 1], block : block + length]
            c = tables.columns[candidates[i + 2], block : block + length]
            d = tables.columns[candidates[i + 3], block : block + length]
            for j in range(length):
                seen[j] |= (
                    (one << (np.uint32(a[j]) & mask)) | (one << (np.uint32(b[j]) & mask))
                    | (one << (np.uint32(c[j]) & mask)) | (one << (np.uint32(d[j]) & mask))
                )  # fmt: skip
            i += 4
        while i < n:
            a = tables.columns[candidates[i], block : block + length]
            for j in range(length):
                seen[j] |= one << (np.uint32(a[j]) & mask)
            i += 1
        for j in range(length):
            parts[j] = np.uint8(count_bits(np.uint64(seen[j])))
        for j in range(length):
            most = max(most, parts[j])
    return int(most)


@kernel(I64(GAME_TABLES, SET, I64, BYTES, BYTES), inline=True)
def compare(tables: GameTables, candidates: Array, width: int, equal: Array, number: Array) -> int:
    """`count_parts` by pairs of candidates: one is the first of its part when no reply before is the same.

    For any number of replies. Thirty-two codes in one operation make up for the many pairs.
    """
    most = np.uint8(0)
    for block in range(0, width, 1024):
        length = min(1024, width - block)
        same, parts = equal[:length], number[block : block + length]
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
def count_parts(tables: GameTables, candidates: Array, width: int, seen: Array, number: Array) -> int:
    """Count the parts every code of the first `width` columns makes, in the bytes of `number`. Returns the most.

    `seen` is working space. Of games of more than MARKED_REPLIES for 255 candidates at most.
    """
    parts = number.view(np.uint8)
    if len(tables.cap) <= PACKED_REPLIES:
        return mark(tables, candidates, width, seen.view(np.uint16), parts, np.uint32(15))
    if len(tables.cap) <= MARKED_REPLIES:
        return mark(tables, candidates, width, seen, parts, np.uint32(31))
    return compare(tables, candidates, width, seen.view(np.uint8), parts)
