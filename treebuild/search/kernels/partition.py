"""The parts of one guess: their sizes, their bounds, and what is known of their values without a search.

Row r of Workspace.parts[level] describes the part of reply r: its SIZE, its START in the list that `write_parts`
writes, the two words of its key, a lower BOUND of its cost, and its STATUS. Rows of replies that do not occur hold
nothing. Workspace.met[level] lists those that occur, the smallest part first, and of equally large ones the highest
reply. A guess costs at least the sum of all BOUNDs.
"""

from treebuild.search.kernels.compiling import (
    BYTES,
    COSTS,
    GAME_TABLES,
    I64,
    NODE_STATE,
    PAIR,
    PARTITION,
    SET,
    WORKSPACE,
    kernel,
    types,
)
from treebuild.search.kernels.layout import (
    BOUND,
    FILL,
    INFINITE,
    KEY,
    KEY2,
    MAX_CANDIDATES_PACKED,
    MAX_CANDIDATES_PERFECT,
    NONE,
    OPEN,
    PERFECT,
    RELAXED,
    SIZE,
    START,
    STATUS,
    TABLE,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.member_bitsets import most_parts_bitsets
from treebuild.search.kernels.part_bounds import bound_by_members, bound_by_most_parts, fill, max_undecided_parts
from treebuild.search.kernels.table import key_at, look_up
from treebuild.search.kernels.weighted_bounds import bound_weighted_parts


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, I64), inline=True)
def bound_parts(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    column: int,
    best: int,
    width: int,
) -> tuple[int, int]:
    """Write size and bound of every part of the guess in a column. Returns (sum of the bounds, number of parts).

    Where the sum reaches `best`, it stops at once, and what it returns may be smaller than the whole sum. `width` is
    the width of the set, see FILL. For few candidates replies are read from the column, which the scan has left in the
    cache; the row of the guess is seldom there.
    """
    if tables.weighted:
        return bound_weighted_parts(tables, costs, work, candidates, node, column, best, width)
    sizes, parts, met = work.scratch[0], work.parts[node.level], work.met[node.level]
    depth, number, total = node.depth, 0, 0
    sizes[: len(tables.cap)] = 0
    row, by_column = tables.reply[tables.code_at[column]], len(candidates) <= MAX_CANDIDATES_PACKED
    for i in range(len(candidates)):
        reply = tables.columns[candidates[i], column] if by_column else row[candidates[i]]
        work.answer[i] = reply
        met[number] = reply
        number += sizes[reply] == 0
        sizes[reply] += 1
    for reply in met[:number]:
        size = sizes[reply]
        if reply == tables.win:
            bound = costs.cost[depth]
        elif size < 3 or costs.prunings[node.row] & FILL:
            bound = fill(costs.cost, depth + 1, min(width, tables.cap[reply]), size)
        else:
            bound = min(INFINITE, size * costs.cost[depth + 1])
        parts[reply, SIZE], parts[reply, BOUND], parts[reply, STATUS] = size, bound, size > 2
        total += bound
        if total >= best:
            break
    return int(total), number


@kernel(types.void(GAME_TABLES, WORKSPACE, SET, PARTITION, BYTES, SET), inline=True)
def write_parts(tables: GameTables, work: Workspace, candidates: Array, parts: Array, met: Array, order: Array) -> None:
    """Sort the replies met by the sizes of their parts, write the candidates part after part, fill in START and keys.

    It reads the replies that `bound_parts` has left in work.answer. The candidates of a part keep their order.
    """
    positions, start = work.scratch[0], 0
    for i in range(len(met)):
        key = parts[met[i], SIZE] << 8 | (255 - met[i])
        while i > 0 and positions[i - 1] > key:
            positions[i] = positions[i - 1]
            i -= 1
        positions[i] = key
    for i in range(len(met)):
        met[i] = 255 - (positions[i] & 255)
    for reply in met:
        parts[reply, START] = start
        parts[reply, KEY], parts[reply, KEY2] = 0, 0
        positions[reply] = start
        start += parts[reply, SIZE]
    for i in range(len(candidates)):
        reply, secret = work.answer[i], candidates[i]
        order[positions[reply]] = secret
        positions[reply] += 1
        parts[reply, KEY] ^= tables.hash_word[secret, 0]
        parts[reply, KEY2] ^= tables.hash_word[secret, 1]


@kernel(
    I64(GAME_TABLES, COSTS, WORKSPACE, NODE_STATE, I64, PARTITION, BYTES, SET, I64, SET, types.boolean), inline=True
)
def raise_bounds(
    tables: GameTables, costs: Costs, work: Workspace, part_node: NodeState, best: int, parts: Array, met: Array,
    order: Array, total: int, candidates: Array, bitsets_ready: bool,
) -> int:  # fmt: skip
    """Raise the bounds of open parts by TABLE and PERFECT, without a search, until their sum reaches `best`.

    `total` is the sum so far; the new sum is returned. `part_node` is the node of the parts, except that its cap is the
    width of the set that they are parts of. `order` has the candidates part after part. With `bitsets_ready` the bits
    of the parts are in Workspace.part_bits, and the members are counted by `member_bitsets`.
    """
    prunings = costs.prunings[part_node.row]
    if prunings & TABLE:
        for reply in met:
            if parts[reply, STATUS]:
                key = key_at(parts[reply, KEY], part_node.depth, part_node.row)
                entry, value, guess = look_up(work.table, key, parts[reply, KEY2])
                if entry != NONE:
                    bound = max(value, parts[reply, BOUND])
                    parts[reply, STATUS] = guess == NONE
                    total += bound - parts[reply, BOUND]
                    parts[reply, BOUND] = bound
                    if total >= best:
                        return total
    if prunings & PERFECT:  # the largest first: members are the least likely to tell all of it apart
        for i in range(len(met) - 1, -1, -1):
            reply = met[i]
            size, start = parts[reply, SIZE], parts[reply, START]
            if total >= best or size < 3:
                break
            if parts[reply, STATUS] and size <= max(len(tables.cap), MAX_CANDIDATES_PERFECT):
                cap = min(part_node.cap, tables.cap[reply])
                part = NodeState(
                    part_node.depth, part_node.row, 0, cap, part_node.level, part_node.top, part_node.sets, 1
                )
                if bitsets_ready:
                    low, high = work.part_bits[reply, 0], work.part_bits[reply, 1]
                    most, member = most_parts_bitsets(work.bitsets[part_node.level - 1], low, high, min(size, cap + 1))
                    choice = (
                        int(tables.code_of[candidates[member]])
                        if most > max_undecided_parts(costs, part, size)
                        else NONE
                    )
                    bound, guess = bound_by_most_parts(costs.cost, part_node.depth, cap, size, most, choice)
                else:
                    bound, guess = bound_by_members(tables, costs, work, order[start : start + size], part)
                parts[reply, STATUS] = guess == NONE
                if bound > parts[reply, BOUND]:
                    total += bound - parts[reply, BOUND]
                    parts[reply, BOUND] = bound
    return total


@kernel(I64(PARTITION, BYTES, I64, I64), inline=True)
def next_open(parts: Array, met: Array, small: int, above: int) -> int:
    """The reply of the part to search next, or -1. Small parts come first, because they are cheap, and then the others.

    Of the small parts the largest comes first, and so of the others: its value says most. A part is small if it has no
    more than `small` candidates. Parts of no more than `above` candidates are left out.
    """
    chosen = NONE
    for reply in met:
        size = parts[reply, SIZE]
        if parts[reply, STATUS] == OPEN and size > above:
            if chosen != NONE and size > small >= parts[chosen, SIZE]:
                break
            chosen = int(reply)
    return chosen


@kernel(types.void(PARTITION, BYTES), inline=True)
def reopen(parts: Array, met: Array) -> None:
    """Open the parts that RELAX has bounded, so that they are searched once more, by the plan."""
    for reply in met:
        if parts[reply, STATUS] == RELAXED:
            parts[reply, STATUS] = OPEN
