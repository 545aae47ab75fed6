"""PERFECT for many guesses of one set: most guesses fail because their largest parts have no perfect member.

Each candidate of a set has a number here, its place in the list, and subsets are bits of words. What every member, as a
guess, would make of the set is worked out once, by `separate`; then a part is tested in a few operations a member.
"""

import numpy as np

from treebuild.search.kernels.bits import count_bits, lowest_bit
from treebuild.search.kernels.compiling import BOARD, COSTS, I64, MATRIX, SET, array_type, kernel, types
from treebuild.search.kernels.compiling import U64 as WORD
from treebuild.search.kernels.layout import NONE, PACKED_REPLIES, Array, Board

MASKS = array_type(WORD, 2)


@kernel(types.void(BOARD, SET, array_type(WORD, 3)))
def separate(board: Board, candidates: Array, made: Array) -> None:
    """Write what every member would make of the set: bit i % 64 of made[m, i // 64, r] is set where i answers r to m."""
    n = len(candidates)
    made[:n] = 0
    for i in range(n):
        row, bit = board.columns[candidates[i]], np.uint64(1) << np.uint64(i & 63)
        for m in range(n):
            made[m, i >> 6, row[board.own_column[candidates[m]]]] |= bit


@kernel(types.boolean(array_type(WORD, 3), WORD, WORD, I64), inline=True)
def has_perfect(made: Array, low: int, high: int, size: int) -> bool:
    """Whether some member of a part, given as the two words of its bits, gets a different reply from each of its `size`."""
    for half in range(2):
        left = high if half else low
        while left:
            member, parts = made[np.uint64(64 * half) + lowest_bit(left)], np.uint64(0)
            for reply in range(len(member[0])):
                parts += np.uint64((member[0, reply] & low) | (member[1, reply] & high) != np.uint64(0))
            if parts == size:
                return True
            left &= left - np.uint64(1)
    return False


@kernel(I64(MATRIX, SET, I64, array_type(WORD, 3), MASKS, COSTS, COSTS, I64), inline=True)
def count_imperfect(
    columns: Array, candidates: Array, column: int, made: Array, part: Array, size: Array, limit: Array, enough: int
) -> int:
    """How many parts of a guess have no perfect member, or `enough` of them; 0 if it sees that there are fewer.

    Looked at are parts of 3 to limit[reply] candidates, the largest first. `part` and `size` are working space.
    """
    part[:] = 0
    for i in range(len(candidates)):
        part[columns[candidates[i], column], i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    left, found = 0, 0
    for reply in range(len(limit)):
        size[reply] = count_bits(part[reply, 0]) + count_bits(part[reply, 1])
        if size[reply] > limit[reply]:
            size[reply] = 0
        left += size[reply] > 2
    while found + left >= enough > found:
        largest, most = NONE, 2
        for reply in range(len(limit)):
            if size[reply] > most:
                largest, most = reply, size[reply]
        if not has_perfect(made, part[largest, 0], part[largest, 1], most):
            found += 1
        size[largest] = 0
        left -= 1
    return found
