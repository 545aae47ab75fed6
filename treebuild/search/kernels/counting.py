"""Counting the parts that guesses make of a set, for all guesses at once."""

from typing import Any

import numpy as np

from treebuild.search.kernels.compiling import BOARD, I64, MEMORY, SET, U64, kernel, types
from treebuild.search.kernels.layout import Array, Board, Memory


@kernel(I64(U64), inline=True)
def count_bits(word: Any) -> int:
    """The number of one bits. The compiler knows this way to count, and takes the processor's own."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel(I64(BOARD, SET, I64), inline=True)
def count_parts(board: Board, candidates: Array, code: int) -> int:
    """The number of parts a code makes of the candidates. For games of 64 replies at most."""
    seen, row = np.uint64(0), board.reply[code]
    for secret in candidates:
        seen |= np.uint64(1) << np.uint64(row[secret])
    return count_bits(seen)


@kernel(types.void(BOARD, MEMORY, SET, I64))
def count_packed(board: Board, memory: Memory, candidates: Array, width: int) -> None:
    """Count the parts every code of the first `width` columns makes of at most 255 candidates.

    Byte r // 2 of memory.even (r even) or memory.odd (r odd) becomes the number of candidates with reply r, or 127
    where there are more. Fifteen candidates fill counters of four bits before these are added to bytes. The loops stay
    within 1024 columns, whose counters the first-level cache holds, and take four candidates a pass.
    """
    one, two, low = np.uint64(1), np.uint64(2), np.uint64(0x0F0F0F0F0F0F0F0F)
    high, seven, most = np.uint64(0x8080808080808080), np.uint64(7), np.uint64(127)
    n = len(candidates)
    for block in range(0, width, 1024):
        length = min(1024, width - block)
        packed = memory.packed[:length]
        even, odd = memory.even[block : block + length], memory.odd[block : block + length]
        even[:] = 0
        odd[:] = 0
        for first in range(0, n, 15):
            last = min(n, first + 15)
            packed[:] = 0
            i = first
            while i + 4 <= last:
                a = board.columns[candidates[i], block : block + length]
                b = board.columns[candidates[i + 1], block : block + length]
                c = board.columns[candidates[i + 2], block : block + length]
                d = board.columns[candidates[i + 3], block : block + length]
                for j in range(length):
                    packed[j] += (
                        (one << (np.uint64(a[j]) << two)) + (one << (np.uint64(b[j]) << two))
                        + (one << (np.uint64(c[j]) << two)) + (one << (np.uint64(d[j]) << two))
                    )  # fmt: skip
                i += 4
            while i < last:
                a = board.columns[candidates[i], block : block + length]
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


@kernel(I64(BOARD, MEMORY, SET, I64))
def mark_replies(board: Board, memory: Memory, candidates: Array, width: int) -> int:
    """Count the parts every code of the first `width` columns makes, in memory.number. Returns the most.

    A loop of 16-bit operations: a shift by less than 16 lets the compiler keep to narrow lanes.
    """
    one, mask = np.uint32(1), np.uint32(15)
    n, most = len(candidates), np.uint8(0)
    number = memory.number.view(np.uint8)
    for block in range(0, width, 2048):
        length = min(2048, width - block)
        seen, parts = memory.seen[:length], number[block : block + length]
        seen[:] = 0
        i = 0
        while i + 4 <= n:
            a = board.columns[candidates[i], block : block + length]
            b = board.columns[candidates[i + 1], block : block + length]
            c = board.columns[candidates[i + 2], block : block + length]
            d = board.columns[candidates[i + 3], block : block + length]
            for j in range(length):
                seen[j] |= np.uint16(
                    (one << (np.uint32(a[j]) & mask)) | (one << (np.uint32(b[j]) & mask))
                    | (one << (np.uint32(c[j]) & mask)) | (one << (np.uint32(d[j]) & mask))
                )  # fmt: skip
            i += 4
        while i < n:
            a = board.columns[candidates[i], block : block + length]
            for j in range(length):
                seen[j] |= np.uint16(one << (np.uint32(a[j]) & mask))
            i += 1
        for j in range(length):
            parts[j] = np.uint8(count_bits(np.uint64(seen[j])))
        for j in range(length):
            most = max(most, parts[j])
    return int(most)
