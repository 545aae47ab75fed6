"""PERFECT for many guesses of one set: most guesses fail because their largest parts have no perfect member.

Each candidate of a set has a number here, its place in the list, and subsets are bits of words. What every member, as a
guess, would make of the set is worked out once, by `separate`; then a part is tested in a few operations a member.
"""

import numpy as np

from treebuild.search.kernels.bits import Word, count_bits, integer, lowest_bit
from treebuild.search.kernels.bounding import fill, fill_by_members, fill_from
from treebuild.search.kernels.compiling import (
    AIM,
    BOARD,
    COSTS,
    I64,
    MATRIX,
    PAIR,
    PLACE,
    SET,
    array_type,
    kernel,
    types,
)
from treebuild.search.kernels.compiling import U64 as WORD
from treebuild.search.kernels.layout import CLOSEST, FEW, NONE, PACKED_REPLIES, PERFECT, Aim, Array, Board, Place

MADE, MASKS = array_type(WORD, 3), array_type(WORD, 2)


@kernel(types.boolean(BOARD, AIM, PLACE, I64), inline=True)
def worth_separating(board: Board, aim: Aim, place: Place, size: int) -> bool:
    """Whether `refuted` is for sets of so many candidates here, and has anything to say of their parts."""
    if board.weighted or len(board.cap) > PACKED_REPLIES or not FEW <= size <= CLOSEST:
        return False
    rises = aim.cost[place.depth + 3] > aim.cost[place.depth + 1]
    return bool(aim.prunings[place.row] & PERFECT and rises)


@kernel(types.void(BOARD, SET, I64, MADE, COSTS))
def separate(board: Board, candidates: Array, widest: int, made: Array, caps: Array) -> None:
    """Write what every member would make of a set: bit i of made[m, :, r] is set where candidate i answers r to m.

    And the caps of parts of the set, which is of width `widest`, with 0 for the winning one.
    """
    n = len(candidates)
    made[:n] = 0
    for i in range(n):
        row, bit = board.columns[candidates[i]], np.uint64(1) << np.uint64(i & 63)
        for m in range(n):
            made[m, i >> 6, row[board.own_column[candidates[m]]]] |= bit
    for reply in range(len(board.cap)):
        caps[reply] = min(widest, board.cap[reply]) if reply != board.win else 0


@kernel(PAIR(MADE, WORD, WORD, I64), inline=True)
def most_made(made: Array, low: Word, high: Word, enough: int) -> tuple[int, int]:
    """The most parts that a member makes of a part, given as the two words of its bits, and the first such member.

    One that makes `enough`, the most there can be, ends it.
    """
    most, first = 0, NONE
    for half in range(2):
        left = high if half else low
        while left:
            number = np.uint64(64 * half) + lowest_bit(left)
            member, parts = made[number], np.uint64(0)
            for reply in range(len(member[0])):
                parts += np.uint64((member[0, reply] & low) | (member[1, reply] & high) != np.uint64(0))
            if integer(parts) > most:
                most, first = integer(parts), integer(number)
                if most >= enough:
                    return most, first
            left &= left - np.uint64(1)
    return most, first


@kernel(types.boolean(MATRIX, COSTS, SET, I64, COSTS, I64, I64, MADE, MASKS, COSTS, COSTS), inline=True)
def refuted(
    columns: Array, cap: Array, candidates: Array, column: int, cost: Array, depth: int, missing: int,
    made: Array, part: Array, size: Array, hope: Array,
) -> bool:  # fmt: skip
    """Whether members raise the bounds of a guess's parts by what is `missing` or more, the largest parts first.

    The bound of a guess that a scan finds is no more than what FILL says of its parts together; so what PERFECT says of
    some of them beyond FILL may be added to it. hope[r] is the most it can say of part r: what another code than a
    member costs, beyond FILL.

    `depth` is that of the parts, cap[r] the most parts of the part of reply r, 0 for the winning one; `part`, `size`
    and `hope` are working space.
    """
    part[:] = 0
    for i in range(len(candidates)):
        part[columns[candidates[i], column], i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    risen, hopes = 0, 0
    for reply in range(len(cap)):
        number, width = integer(count_bits(part[reply, 0]) + count_bits(part[reply, 1])), cap[reply]
        size[reply] = 0
        if number > 2 and width:
            most = cost[depth + 1] - cost[depth]  # FILL has one at `depth`, the others after it
            if number > width:
                most = fill_from(cost, depth + 1, width, width, number) - fill(cost, depth, width, number)
            if most > 0:
                size[reply], hope[reply] = number, most
                hopes += most
    while risen < missing <= risen + hopes:
        largest = 0
        for reply in range(len(cap)):
            if size[reply] > size[largest]:
                largest = reply
        number, width = size[largest], cap[largest]
        hopes -= hope[largest]
        size[largest] = 0
        enough = min(number, width + 1)
        most, _ = most_made(made, part[largest, 0], part[largest, 1], enough)
        if most < enough:
            risen += fill_by_members(cost, depth, most, width, number) - fill(cost, depth, width, number)
    return risen >= missing
