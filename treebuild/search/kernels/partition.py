"""The parts of one guess: their sizes, their bounds, and what is known of them without search.

Row r of Workspace.parts[level] is the part of reply r: SIZE, START in the list that `group` writes, two words of key, a
lower BOUND, and whether it is OPEN, which means that its value is not known yet. Rows of replies that do not occur hold
nothing; those that do are listed in Workspace.met[level], the smallest part first, of equals the highest reply. The cost
of a guess is at least the sum of all BOUNDs.
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
    AGAIN,
    ASKED_MEMBERS,
    BOUND,
    FILL,
    INFINITE,
    KEY,
    KEY2,
    NONE,
    OPEN,
    PACKED_SIZE,
    PERFECT,
    SIZE,
    START,
    TABLE,
    VALUE,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.member_bitsets import most_made
from treebuild.search.kernels.part_bounds import by_members, by_most, few_parts, fill
from treebuild.search.kernels.table import guess_at, key_at, look_up
from treebuild.search.kernels.weighted_bounds import measure_weighed


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, I64), inline=True)
def measure(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    column: int,
    best: int,
    widest: int,
) -> tuple[int, int]:
    """Size and bound of every part of the guess in a column: (the sum of the bounds, or a smaller one >= best, parts).

    `widest` is the width of the set, see FILL. Of few candidates the scan has left the columns in the cache; the row of
    the guess is seldom there.
    """
    if tables.weighted:
        return measure_weighed(tables, costs, work, candidates, node, column, best, widest)
    sizes, parts, met = work.scratch[0], work.parts[node.level], work.met[node.level]
    depth, number, total = node.depth, 0, 0
    sizes[: len(tables.cap)] = 0
    row, few = tables.reply[tables.code_at[column]], len(candidates) <= PACKED_SIZE
    for i in range(len(candidates)):
        reply = tables.columns[candidates[i], column] if few else row[candidates[i]]
        work.answer[i] = reply
        met[number] = reply
        number += sizes[reply] == 0
        sizes[reply] += 1
    for reply in met[:number]:
        size = sizes[reply]
        if reply == tables.win:
            bound = costs.cost[depth]
        elif size < 3 or costs.prunings[node.row] & FILL:
            bound = fill(costs.cost, depth + 1, min(widest, tables.cap[reply]), size)
        else:
            bound = min(INFINITE, size * costs.cost[depth + 1])
        parts[reply, SIZE], parts[reply, BOUND], parts[reply, OPEN] = size, bound, size > 2
        total += bound
        if total >= best:
            break
    return int(total), number


@kernel(types.void(GAME_TABLES, WORKSPACE, SET, PARTITION, BYTES, SET), inline=True)
def group(tables: GameTables, work: Workspace, candidates: Array, parts: Array, met: Array, order: Array) -> None:
    """Sort the replies met by the sizes of their parts; write the candidates part after part; find starts and keys.

    The replies are those that `measure` left in work.answer. The candidates of a part keep their order.
    """
    places, start = work.scratch[0], 0
    for i in range(len(met)):
        key = parts[met[i], SIZE] << 8 | (255 - met[i])
        while i > 0 and places[i - 1] > key:
            places[i] = places[i - 1]
            i -= 1
        places[i] = key
    for i in range(len(met)):
        met[i] = 255 - (places[i] & 255)
    for reply in met:
        parts[reply, START] = start
        parts[reply, KEY], parts[reply, KEY2] = 0, 0
        places[reply] = start
        start += parts[reply, SIZE]
    for i in range(len(candidates)):
        reply, secret = work.answer[i], candidates[i]
        order[places[reply]] = secret
        places[reply] += 1
        parts[reply, KEY] ^= tables.word[secret, 0]
        parts[reply, KEY2] ^= tables.word[secret, 1]


@kernel(
    I64(GAME_TABLES, COSTS, WORKSPACE, NODE_STATE, I64, PARTITION, BYTES, SET, I64, SET, types.boolean), inline=True
)
def settle(
    tables: GameTables, costs: Costs, work: Workspace, below: NodeState, best: int, parts: Array, met: Array, order: Array, total: int,
    candidates: Array, separated: bool,
) -> int:  # fmt: skip
    """Raise the bounds of open parts by TABLE and PERFECT, without search, until their sum, `total`, reaches best.

    `below` is the node of the parts, but for its cap, which is the width of the set that they are parts of. `order`
    has the candidates part after part. Where the set is `separated`, the bits of parts are in Workspace.part. Returns the
    sum.
    """
    prunings = costs.prunings[below.row]
    if prunings & TABLE:
        for reply in met:
            if parts[reply, OPEN]:
                entry = look_up(work, key_at(parts[reply, KEY], below.depth, below.row), parts[reply, KEY2])
                if entry != NONE:
                    bound = max(work.table[entry, VALUE], parts[reply, BOUND])
                    parts[reply, OPEN] = guess_at(work, entry) == NONE
                    total += bound - parts[reply, BOUND]
                    parts[reply, BOUND] = bound
                    if total >= best:
                        return total
    if prunings & PERFECT:  # the largest first: they are the least likely to be perfect
        for i in range(len(met) - 1, -1, -1):
            reply = met[i]
            size, start = parts[reply, SIZE], parts[reply, START]
            if total >= best or size < 3:
                break
            if parts[reply, OPEN] and size <= max(len(tables.cap), ASKED_MEMBERS):
                cap = min(below.cap, tables.cap[reply])
                part = NodeState(below.depth, below.row, 0, cap, below.level, below.top, below.sets, 1)
                if separated:
                    low, high = work.part[reply, 0], work.part[reply, 1]
                    most, member = most_made(work.made[below.level - 1], low, high, min(size, cap + 1))
                    choice = int(tables.code_of[candidates[member]]) if most > few_parts(costs, part, size) else NONE
                    bound, guess = by_most(costs.cost, below.depth, cap, size, most, choice)
                else:
                    bound, guess = by_members(tables, costs, work, order[start : start + size], part)
                parts[reply, OPEN] = guess == NONE
                if bound > parts[reply, BOUND]:
                    total += bound - parts[reply, BOUND]
                    parts[reply, BOUND] = bound
    return total


@kernel(I64(PARTITION, BYTES, I64, I64), inline=True)
def next_open(parts: Array, met: Array, small: int, above: int) -> int:
    """The part to search next, or -1: the small ones first, which are cheap, of these and of others the largest.

    A large one says most. Parts of no more than `small` candidates are small; those of no more than `above` are passed
    over.
    """
    chosen = NONE
    for reply in met:
        size = parts[reply, SIZE]
        if parts[reply, OPEN] == 1 and size > above:
            if chosen != NONE and size > small >= parts[chosen, SIZE]:
                break
            chosen = int(reply)
    return chosen


@kernel(types.void(PARTITION, BYTES), inline=True)
def reopen(parts: Array, met: Array) -> None:
    """Open the parts that are to be searched again, by the plan, after RELAX has bounded them."""
    for reply in met:
        if parts[reply, OPEN] == AGAIN:
            parts[reply, OPEN] = 1
