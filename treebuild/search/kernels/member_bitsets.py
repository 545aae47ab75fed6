"""PERFECT for many guesses of one set: most guesses fail because their largest parts have no perfect member.

Each candidate of a set has a number here, its node in the list, and subsets are bits of words. What every member, as a
guess, would make of the set is worked out once, by `separate`; then a part is tested in a few operations a member.
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
    CLOSEST,
    FEW,
    NONE,
    PACKED_REPLIES,
    PERFECT,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.part_bounds import fill, fill_by_members, fill_from

MADE = array_type(WORD, 3)


@kernel(types.boolean(GAME_TABLES, COSTS, NODE_STATE, I64), inline=True)
def worth_separating(tables: GameTables, costs: Costs, node: NodeState, size: int) -> bool:
    """Whether `refuted` is for sets of so many candidates here, and has anything to say of their parts."""
    if tables.weighted or len(tables.cap) > PACKED_REPLIES or not FEW <= size <= CLOSEST:
        return False
    rises = costs.cost[node.depth + 3] > costs.cost[node.depth + 1]
    return bool(costs.prunings[node.row] & PERFECT and rises)


@kernel(types.void(GAME_TABLES, SET, MADE))
def separate(tables: GameTables, candidates: Array, made: Array) -> None:
    """Write what every member would make of a set: bit i of made[m, :, r] is set where candidate i answers r to m."""
    n = len(candidates)
    made[:n] = 0
    for i in range(n):
        row, bit = tables.columns[candidates[i]], np.uint64(1) << np.uint64(i & 63)
        for m in range(n):
            made[m, i >> 6, row[tables.own_column[candidates[m]]]] |= bit


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


@kernel(types.boolean(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, I64), inline=True)
def refuted(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    column: int,
    widest: int,
    missing: int,
) -> bool:
    """Whether members raise the bounds of a guess's parts by what is `missing` or more, the largest parts first.

    The bound of a guess that a scan finds is no more than what FILL says of its parts together; so what PERFECT says of
    some of them beyond FILL may be added to it. hope[r] is the most it can say of part r: what another code than a
    member costs, beyond FILL. `widest` is the width of the set.
    """
    made, part, size, hope = work.made[node.level], work.part, work.scratch[0], work.scratch[1]
    cost, depth, risen, hopes = costs.cost, node.depth + 1, 0, 0
    part[:] = 0
    for i in range(len(candidates)):
        part[tables.columns[candidates[i], column], i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    for reply in range(len(tables.cap)):
        number, width = integer(count_bits(part[reply, 0]) + count_bits(part[reply, 1])), min(widest, tables.cap[reply])
        size[reply] = 0
        if number > 2:  # so it is not the winning one, which has one secret
            most = cost[depth + 1] - cost[depth]  # FILL has one at `depth`, the others after it
            if number > width:
                most = fill_from(cost, depth + 1, width, width, number) - fill(cost, depth, width, number)
            if most > 0:
                size[reply], hope[reply] = number, most
                hopes += most
    while risen < missing <= risen + hopes:
        largest = 0
        for reply in range(len(tables.cap)):
            if size[reply] > size[largest]:
                largest = reply
        number, width = size[largest], min(widest, tables.cap[largest])
        hopes -= hope[largest]
        size[largest] = 0
        enough = min(number, width + 1)
        most, _ = most_made(made, part[largest, 0], part[largest, 1], enough)
        if most < enough:
            risen += fill_by_members(cost, depth, most, width, number) - fill(cost, depth, width, number)
    return bool(risen >= missing)
