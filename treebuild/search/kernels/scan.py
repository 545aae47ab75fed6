"""Scanning: a lower bound for every guess that is allowed at a node, and which guesses are worth trying.

A scan leaves the guesses whose bound is below `below` in Workspace.bound and Workspace.tie, from node.top on, in any order,
and returns (how many, the least bound of all guesses, the width of the set: see PARTS). Of fewer than FEW candidates
there are two scans: the first, with above = NONE, keeps only the guesses of the least bound, as mostly one of them
reaches it; the second, with that bound as `above`, keeps the others. Of more candidates the first keeps all.

`alike` has the exchangeable symbols, see `symbols.rename`; a guess that SYMBOLS leaves out is never kept.
"""

import numpy as np

from treebuild.search.kernels.compiling import (
    COSTS,
    GAME_TABLES,
    I64,
    I64_ARRAY,
    NODE_STATE,
    SET,
    TRIPLE,
    WORDS,
    WORKSPACE,
    kernel,
    types,
)
from treebuild.search.kernels.counting import STEP, count_large, count_packed, count_parts, sum_up, tally
from treebuild.search.kernels.layout import (
    FEW,
    FILL,
    INFINITE,
    MARKED_REPLIES,
    MEMBERS,
    NONE,
    PACKED_REPLIES,
    PACKED_SIZE,
    PARTS,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.part_bounds import fill
from treebuild.search.kernels.symbols import in_order

ROWS, COLUMNS, TOGETHER = range(3)  # how `rank_counted` counts: codes by their rows, by their columns, or all at once
MANY = 8  # all columns are counted at once where one of so many is of a code that is asked for


@kernel(I64(GAME_TABLES, WORKSPACE, SET, I64, I64, I64, I64, WORDS), inline=True)
def keep(
    tables: GameTables, work: Workspace, candidates: Array, column: int, bound: int, top: int, kept: int, alike: Array
) -> int:
    """Add a guess to those kept, unless SYMBOLS leaves it to an equivalent one. Returns how many are kept.

    `column` is that of the guess, `bound` its lower bound, `top` where the stack begins, `kept` how many there are.
    """
    code = int(tables.code_at[column])
    if not in_order(tables, code, alike):
        return kept
    sizes, squares = work.scratch[0], 0
    sizes[:] = 0
    for secret in candidates:
        reply = tables.columns[secret, column]
        squares += 2 * sizes[reply] + 1
        sizes[reply] += 1
    work.bound[top + kept] = bound
    work.tie[top + kept] = (squares << 32) | code
    return kept + 1


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, I64, WORDS))
def rank_small(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, above: int, below: int,
    width: int, alike: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """A scan of few candidates, see GameTables: the bound comes from the number of parts alone, by FILL for two depths.

    The first `width` columns are scanned. For games of one winning code a secret.
    """
    most = count_parts(tables, candidates, width, work.seen, work.number)
    number = work.number.view(np.uint8)
    n, depth, top = len(candidates), node.depth, node.top
    c0, c1 = costs.cost[depth], costs.cost[depth + 1]
    c2 = costs.cost[depth + 2] if costs.prunings[node.row] & FILL else c1
    least = n * c2 - most * (c2 - c1)
    for secret in candidates:
        work.mark[secret] = 1
        column = tables.own_column[secret]
        if column < width:  # else an equivalent member represents it
            least = min(least, n * c2 - int(number[column]) * (c2 - c1) - (c1 - c0))
    limit = least + 1 if above == NONE and n < FEW else below
    kept = 0
    if least < below:
        for secret in candidates:
            column = int(tables.own_column[secret])
            if column < width:
                bound = n * c2 - int(number[column]) * (c2 - c1) - (c1 - c0)
                if above < bound < limit:
                    kept = keep(tables, work, candidates, column, bound, top, kept, alike)
        fewest = 2
        while fewest <= most and n * c2 - fewest * (c2 - c1) >= limit:
            fewest += 1
        high, short = np.uint64(0x8080808080808080), np.uint64(128 - fewest) * np.uint64(0x0101010101010101)
        for word in range((width + 7) // 8):  # a byte reaches its high bit where a guess makes parts enough
            if most < 128 and not (work.number[word] + short) & high:  # else a byte may overflow
                continue
            for j in range(8 * word, min(8 * word + 8, width)):
                bound = n * c2 - int(number[j]) * (c2 - c1)
                if number[j] < fewest or bound <= above:
                    continue
                secret = tables.secret_of[tables.code_at[j]]
                if secret == NONE or not work.mark[secret]:
                    kept = keep(tables, work, candidates, j, bound, top, kept, alike)
    for secret in candidates:
        work.mark[secret] = 0
    return kept, least, min(node.cap, most) if costs.prunings[node.row] & PARTS else node.cap


@kernel(types.void(WORKSPACE, I64_ARRAY, I64, I64, I64))
def add_excess(work: Workspace, bound: Array, width: int, replies: int, weight: int) -> None:
    """Add to every bound `weight` for each candidate by which a part exceeds scratch[0, reply]; bytes side by side."""
    limit = work.scratch[0, :replies]
    high, seven, ones = np.uint64(0x8080808080808080), np.uint64(7), np.uint64(0x0101010101010101)
    lower, upper = np.uint64(0), np.uint64(0)
    for reply in range(len(limit)):
        byte = np.uint64(min(limit[reply], 127)) << np.uint64(4 * (reply & 14))
        if reply & 1:
            upper |= byte
        else:
            lower |= byte
    for j in range(width):
        a = (work.even[j] | high) - lower
        b = (work.odd[j] | high) - upper
        over = a & high
        a &= over - (over >> seven)
        over = b & high
        b &= over - (over >> seven)
        bound[j] += weight * int(((a * ones) >> np.uint64(56)) + ((b * ones) >> np.uint64(56)))


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, I64, NODE_STATE, I64, I64, WORDS))
def rank_packed(
    tables: GameTables, costs: Costs, work: Workspace, n: int, node: NodeState, below: int, width: int, alike: Array
) -> tuple[int, int, int]:
    """A scan of the first `width` columns, which `count_packed` has counted, for a set of n candidates.

    With k parts a guess solves k secrets at depth + 1 at most; by FILL, what exceeds the places of a part at depth + 2
    is solved later, and so on.
    """
    high, seven, ones = np.uint64(0x8080808080808080), np.uint64(7), np.uint64(0x0101010101010101)
    last, flags, byte = np.uint64(56), np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(255)
    shift = np.uint64(4 * (tables.win & 14))
    even, odd, number = work.even[:width], work.odd[:width], work.packed[:width]
    bounds, ties = work.bound[node.top : node.top + width], work.tie[node.top : node.top + width]
    for j in range(width):
        several = (((even[j] + flags) & high) >> seven) + (((odd[j] + flags) & high) >> seven)
        number[j] = (several * ones) >> last
    depth, prunings = node.depth, costs.prunings[node.row]
    c0, c1, c2, c3 = costs.cost[depth], costs.cost[depth + 1], costs.cost[depth + 2], costs.cost[depth + 3]
    if not prunings & FILL:
        c2 = c1
    most = np.uint64(0)
    wins = odd if tables.win & 1 else even
    for j in range(width):
        win = (wins[j] >> shift) & np.uint64(1)
        parts = number[j] - win
        most = max(most, parts)
        bounds[j] = n * c2 + int(win) * (c0 - c2) - int(parts) * (c2 - c1)
    widest = min(node.cap, int(most)) if prunings & PARTS else node.cap
    if prunings & FILL:
        limit = work.scratch[0, : len(tables.cap)]
        for reply in range(len(limit)):
            limit[reply] = 1 + min(widest, tables.cap[reply])
        limit[tables.win] = 127
        shortest = 127
        for reply in range(len(limit)):
            shortest = min(shortest, limit[reply])
        if c3 > c2 and n > 1 + shortest:
            add_excess(work, bounds, width, len(limit), c3 - c2)
        c4 = costs.cost[depth + 4]
        for reply in range(len(limit)):
            limit[reply] += (limit[reply] - 1) * widest
        if c4 > c3 and n > 1 + shortest + (shortest - 1) * widest:
            add_excess(work, bounds, width, len(limit), c4 - c3)
    least = bounds[0]
    for j in range(width):
        least = min(least, bounds[j])
    kept = 0
    if least >= below:
        return kept, least, widest
    for j in range(width):
        bound = bounds[j]
        code = int(tables.code_at[j])
        if bound >= below or number[j] < np.uint64(2) or not in_order(tables, code, alike):
            continue
        squares = np.uint64(0)
        for bit in range(0, 64, 8):
            size = (even[j] >> np.uint64(bit)) & byte
            squares += size * size
            size = (odd[j] >> np.uint64(bit)) & byte
            squares += size * size
        bounds[kept] = bound
        ties[kept] = (int(squares) << 32) | code
        kept += 1
    return kept, least, widest


@kernel(I64(COSTS, I64, I64, I64, I64, I64))
def by_parts(costs: Costs, depth: int, row: int, size: int, parts: int, win: int) -> int:
    """The least cost of a guess that makes so many parts, or the only part; FILL for two depths."""
    two = costs.cost[depth + 2] if costs.prunings[row] & FILL else costs.cost[depth + 1]
    one, rest = costs.cost[depth + 1], size - parts
    if (parts > win and one >= INFINITE) or (rest and two >= INFINITE):
        return INFINITE
    return int(min(INFINITE, win * costs.cost[depth] + (parts - win) * one + rest * two))


@kernel(I64(GAME_TABLES, COSTS, I64_ARRAY, I64, NODE_STATE, I64))
def by_sizes(tables: GameTables, costs: Costs, counter: Array, start: int, node: NodeState, widest: int) -> int:
    """FILL: the least cost of a guess that `tally` has counted, by the sizes of its parts."""
    total = 0
    for reply in range(len(tables.cap)):
        size = max(counter[reply], start) - start
        if size and reply == tables.win:
            total += costs.cost[node.depth]
        elif size and total < INFINITE:
            total += fill(costs.cost, node.depth + 1, min(widest, tables.cap[reply]), size)
    return int(total)


@kernel(I64(GAME_TABLES, SET, I64, I64, I64), inline=True)
def counter_of(tables: GameTables, codes: Array, j: int, how: int, own: int) -> int:
    """The row of work.counts that has the parts of the j-th code: of its column, its `own`, or the first."""
    return int(tables.column_of[codes[j]]) if how == TOGETHER else own * j


@kernel(TRIPLE(GAME_TABLES, WORKSPACE, SET, I64, SET, I64, I64), inline=True)
def tally_guess(
    tables: GameTables, work: Workspace, candidates: Array, j: int, codes: Array, how: int, own: int
) -> tuple[int, int, int]:
    """`tally` the j-th of a list of codes, or of all columns, or sum up what is counted already."""
    counter = work.counts[counter_of(tables, codes, j, how, own)]
    if how == TOGETHER:
        return sum_up(counter)
    if how == ROWS:
        return tally(tables.reply[codes[j]], candidates, counter, STEP * j)
    return tally(tables.columns[:, j], candidates, counter, STEP * j)


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, SET, I64, WORDS))
def rank_counted(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, above: int, below: int,
    codes: Array, how: int, alike: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """A scan of codes, which are those of the first columns if they are counted by COLUMNS, for any number of replies.

    Guesses of few replies have counters of their own; of many they share them, and one with a part of more candidates
    than fit two depths is counted again, to bound the part by all depths.
    """
    n, own, top = len(candidates), int(len(tables.cap) <= MARKED_REPLIES), node.top
    bounds, ties = work.bound[top : top + len(codes)], work.tie[top : top + len(codes)]
    most, prunings, step = 0, costs.prunings[node.row], STEP
    work.counts[0] = 0
    if how == TOGETHER:
        step, width = 0, 0  # each has counters of its own that begin at 0
        for code in codes:
            width = max(width, tables.column_of[code] + 1)
        count_large(tables, work, candidates, width)
    for j in range(len(codes)):
        parts, squares, work.largest[j] = tally_guess(tables, work, candidates, j, codes, how, own)
        win = int(work.counts[counter_of(tables, codes, j, how, own), tables.win] > step * j)
        most = max(most, parts - win)
        bounds[j] = NONE if parts + win < 2 else by_parts(costs, node.depth, node.row, n, parts, win)
        ties[j] = (squares << 32) | codes[j]
    widest = min(node.cap, most) if prunings & PARTS and node.complete else node.cap
    fits = n
    if prunings & FILL:
        for reply in range(len(tables.cap)):
            fits = min(fits, 1 + min(widest, tables.cap[reply]))
    if not own:
        work.counts[0] = 0
    kept, least = 0, INFINITE
    for j in range(len(codes)):
        bound, tie = bounds[j], ties[j]
        if bound == NONE:
            continue
        if work.largest[j] > fits and bound < below:
            if not own:
                tally_guess(tables, work, candidates, j, codes, how, own)
            counter = work.counts[counter_of(tables, codes, j, how, own)]
            bound = by_sizes(tables, costs, counter, step * j, node, widest)
        least = min(least, bound)
        if above == NONE and n < FEW:
            if bound > least:
                continue
            if kept and bound < bounds[0]:
                kept = 0
        if bound >= below or bound <= above or not in_order(tables, int(codes[j]), alike):
            continue
        bounds[kept] = bound
        ties[kept] = tie
        kept += 1
    return kept, least, widest


@kernel(I64(GAME_TABLES, WORKSPACE, SET, SET, SET))
def list_members(tables: GameTables, work: Workspace, candidates: Array, among: Array, codes: Array) -> int:
    """Write the codes that win against a candidate, among some or, when that is empty, all; returns how many.

    They are written in the order of `among`, or ascending.
    """
    if tables.symmetric and len(among) == 0:  # a secret's number is that of its code
        for i in range(len(candidates)):
            codes[i] = candidates[i]
        return len(candidates)
    for secret in candidates:
        work.mark[secret] = 1
    number = 0
    for i in range(len(among) if len(among) else len(tables.secret_of)):
        code = int(among[i]) if len(among) else i
        if tables.secret_of[code] != NONE and work.mark[tables.secret_of[code]]:
            codes[number] = code
            number += 1
    for secret in candidates:
        work.mark[secret] = 0
    return number


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, SET, I64))
def rank(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, above: int, below: int,
    among: Array, first: int,
) -> tuple[int, int, int]:  # fmt: skip
    """A scan of the guesses allowed here: what the plan says, and where `among` is not empty, only those in it.

    `first` is the first of the symbols that are exchangeable up to the last.
    """
    n, packed = len(candidates), len(tables.cap) <= PACKED_REPLIES
    if above != NONE and n >= FEW:
        return 0, below, node.cap
    alike = work.alike[node.level]
    if costs.plan[node.row, node.depth] == MEMBERS:
        space = work.sets[node.sets : node.sets + len(tables.secret_of)]
        codes = space[: list_members(tables, work, candidates, among, space)]
        return rank_counted(tables, costs, work, candidates, node, above, below, codes, ROWS, alike)
    if len(among):
        how = TOGETHER if packed and MANY * len(among) > len(tables.code_at) else ROWS
        return rank_counted(tables, costs, work, candidates, node, above, below, among, how, alike)
    width = int(tables.width[first])
    if n < tables.few and tables.single:
        return rank_small(tables, costs, work, candidates, node, above, below, width, alike)
    if n > PACKED_SIZE or not packed:
        codes = tables.code_at[:width]
        how = TOGETHER if packed else ROWS if n > PACKED_SIZE else COLUMNS
        return rank_counted(tables, costs, work, candidates, node, above, below, codes, how, alike)
    if above != NONE:
        return 0, below, node.cap
    count_packed(tables, work, candidates, width)
    return rank_packed(tables, costs, work, n, node, below, width, alike)
