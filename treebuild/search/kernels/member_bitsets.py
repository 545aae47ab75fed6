"""PERFECT for many guesses of one set. It refutes most of them, since no member divides their largest parts far enough.

Here the candidates of a set are numbered by their position in the list, and its subsets are bits of words. Once for the
set, `write_bitsets` works out which parts each member makes of it. After that a few operations for each member tell how
many parts it makes of any subset.
"""

import numpy as np

from treebuild.search.kernels.bits import Word, count_bits, integer, lowest_bit
from treebuild.search.kernels.compiling import (
    COSTS,
    GAME_TABLES,
    I64,
    NODE_STATE,
    PAIR,
    SET,
    WORKSPACE,
    array_type,
    kernel,
    types,
)
from treebuild.search.kernels.compiling import U64 as WORD
from treebuild.search.kernels.layout import (
    MAX_CANDIDATES_BITSETS,
    MAX_REPLIES_PACKED,
    MIN_CANDIDATES_BITSETS,
    NONE,
    PERFECT,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.part_bounds import fill, fill_by_most_parts, fill_from

BITSETS = array_type(WORD, 3)


@kernel(types.boolean(GAME_TABLES, COSTS, NODE_STATE, I64), inline=True)
def bitsets_apply(tables: GameTables, costs: Costs, node: NodeState, size: int) -> bool:
    """Whether `refuted_by_members` may be used for `size` candidates here, and can raise a bound of their parts."""
    fits = MIN_CANDIDATES_BITSETS <= size <= MAX_CANDIDATES_BITSETS and len(tables.cap) <= MAX_REPLIES_PACKED
    if tables.weighted or not fits:
        return False
    rises = costs.cost[node.depth + 3] > costs.cost[node.depth + 1]
    return bool(costs.prunings[node.row] & PERFECT and rises)


@kernel(types.void(GAME_TABLES, SET, BITSETS))
def write_bitsets(tables: GameTables, candidates: Array, bitsets: Array) -> None:
    """Write the parts that every member makes: bit i of bitsets[m, :, r] says that candidate i gives reply r to m."""
    n = len(candidates)
    bitsets[:n] = 0
    for i in range(n):
        row, bit = tables.columns[candidates[i]], np.uint64(1) << np.uint64(i & 63)
        for m in range(n):
            bitsets[m, i >> 6, row[tables.own_column[candidates[m]]]] |= bit


@kernel(PAIR(BITSETS, WORD, WORD, I64), inline=True)
def most_parts_bitsets(bitsets: Array, low: Word, high: Word, enough: int) -> tuple[int, int]:
    """The most parts that a member makes of a part, and the first member that does. The part's bits are given.

    `low` and `high` are its two words. A member that makes `enough` parts, the most that are possible, ends the loop.
    """
    most, first = 0, NONE
    for half in range(2):
        left = high if half else low
        while left:
            number = np.uint64(64 * half) + lowest_bit(left)
            member, parts = bitsets[number], np.uint64(0)
            for reply in range(len(member[0])):
                parts += np.uint64((member[0, reply] & low) | (member[1, reply] & high) != np.uint64(0))
            if integer(parts) > most:
                most, first = integer(parts), integer(number)
                if most >= enough:
                    return most, first
            left &= left - np.uint64(1)
    return most, first


@kernel(types.boolean(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, I64), inline=True)
def refuted_by_members(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    column: int,
    width: int,
    missing: int,
) -> bool:
    """Whether PERFECT raises the bounds of a guess's parts by `missing` or more; the largest parts are tried first.

    The bound that a scan has found for the guess is no more than the sum of what FILL says of its parts. So what
    PERFECT says of some parts beyond FILL may be added to it. hope[r] is the most that this can be for part r: it is
    what another code than a member costs, beyond FILL. `width` is the width of the set.
    """
    bitsets, part, size, hope = work.bitsets[node.level], work.part_bits, work.scratch[0], work.scratch[1]
    cost, depth, risen, hopes = costs.cost, node.depth + 1, 0, 0
    part[:] = 0
    for i in range(len(candidates)):
        part[tables.columns[candidates[i], column], i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    for reply in range(len(tables.cap)):
        number = integer(count_bits(part[reply, 0]) + count_bits(part[reply, 1]))
        own_width = min(width, tables.cap[reply])
        size[reply] = 0
        if number > 2:  # so it is not the winning one, which has one secret
            most = cost[depth + 1] - cost[depth]  # FILL charges one secret for `depth`, the others for later depths
            if number > own_width:
                most = fill_from(cost, depth + 1, own_width, own_width, number) - fill(cost, depth, own_width, number)
            if most > 0:
                size[reply], hope[reply] = number, most
                hopes += most
    while risen < missing <= risen + hopes:
        largest = 0
        for reply in range(len(tables.cap)):
            if size[reply] > size[largest]:
                largest = reply
        number, own_width = size[largest], min(width, tables.cap[largest])
        hopes -= hope[largest]
        size[largest] = 0
        enough = min(number, own_width + 1)
        most, _ = most_parts_bitsets(bitsets, part[largest, 0], part[largest, 1], enough)
        if most < enough:
            risen += fill_by_most_parts(cost, depth, most, own_width, number) - fill(cost, depth, own_width, number)
    return bool(risen >= missing)
