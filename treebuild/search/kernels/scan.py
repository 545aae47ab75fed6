"""Scanning: a lower bound for every guess that is allowed at a node, and a list of the guesses worth trying.

A scan writes the guesses whose bound is below `cutoff` to Workspace.bound and Workspace.tie, from node.top on, in any
order. It returns (how many, the least bound of all guesses, the width of the set: see PARTS). For fewer than
MIN_CANDIDATES_ONE_SCAN candidates there are two scans. The first has `above` = NONE and keeps only the guesses of the
least bound, because one of them mostly reaches it. The second has that bound as `above` and keeps the guesses whose
bounds are larger. For more candidates the first scan keeps all.

`exchangeable` has the masks of exchangeable symbols, see `symbols.rename_symbols`. A guess that SYMBOLS leaves out is
never kept.
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
from treebuild.search.kernels.counting import STEP, count_large, count_packed, count_parts, count_wide, sum_up, tally
from treebuild.search.kernels.layout import (
    FILL,
    INFINITE,
    MAX_CANDIDATES_PACKED,
    MAX_REPLIES_MARKED,
    MAX_REPLIES_PACKED,
    MEMBERS,
    MIN_CANDIDATES_ONE_SCAN,
    NONE,
    PARTS,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.part_bounds import fill
from treebuild.search.kernels.symbols import in_order

BY_ROW, BY_COLUMN, ALL_AT_ONCE = range(3)  # what `scan_counted` reads: rows of codes, columns, or all columns
COLUMNS_PER_GUESS = 8  # of a list: with no more columns for each guess in it, all columns are counted at once


@kernel(I64(GAME_TABLES, WORKSPACE, SET, I64, I64, I64, I64, WORDS), inline=True)
def keep_guess(
    tables: GameTables,
    work: Workspace,
    candidates: Array,
    column: int,
    bound: int,
    top: int,
    kept: int,
    exchangeable: Array,
) -> int:
    """Add a guess to those kept, unless SYMBOLS leaves it to an equivalent one. Returns how many are kept.

    `column` is the column of the guess, `bound` its lower bound, `top` where the stack begins, and `kept` how many
    there were.
    """
    code = int(tables.code_at[column])
    if not in_order(tables, code, exchangeable):
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
def scan_few(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, above: int, cutoff: int,
    n_columns: int, exchangeable: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """A scan of the first `n_columns` columns that takes bounds from the number of parts alone, by FILL for two depths.

    For fewer candidates than GameTables.min_candidates_sizes, and games in which a secret has one winning code.
    """
    most = count_parts(tables, candidates, n_columns, work.reply_bits, work.part_count)
    number = work.part_count.view(np.uint8)
    n, depth, top = len(candidates), node.depth, node.top
    c0, c1 = costs.cost[depth], costs.cost[depth + 1]
    c2 = costs.cost[depth + 2] if costs.prunings[node.row] & FILL else c1
    least = n * c2 - most * (c2 - c1)
    for secret in candidates:
        work.mark[secret] = 1
        column = tables.own_column[secret]
        if column < n_columns:  # else an equivalent member represents it
            least = min(least, n * c2 - int(number[column]) * (c2 - c1) - (c1 - c0))
    limit = least + 1 if above == NONE and n < MIN_CANDIDATES_ONE_SCAN else cutoff
    kept = 0
    if least < cutoff:
        for secret in candidates:
            column = int(tables.own_column[secret])
            if column < n_columns:
                bound = n * c2 - int(number[column]) * (c2 - c1) - (c1 - c0)
                if above < bound < limit:
                    kept = keep_guess(tables, work, candidates, column, bound, top, kept, exchangeable)
        fewest = 2
        while fewest <= most and n * c2 - fewest * (c2 - c1) >= limit:
            fewest += 1
        high, short = np.uint64(0x8080808080808080), np.uint64(128 - fewest) * np.uint64(0x0101010101010101)
        for word in range((n_columns + 7) // 8):  # the high bit of a byte says that a guess makes enough parts
            # With 128 parts or more a byte may overflow.
            if most < 128 and not (work.part_count[word] + short) & high:
                continue
            for j in range(8 * word, min(8 * word + 8, n_columns)):
                bound = n * c2 - int(number[j]) * (c2 - c1)
                if number[j] < fewest or bound <= above:
                    continue
                secret = tables.secret_of[tables.code_at[j]]
                if secret == NONE or not work.mark[secret]:
                    kept = keep_guess(tables, work, candidates, j, bound, top, kept, exchangeable)
    for secret in candidates:
        work.mark[secret] = 0
    return kept, least, min(node.cap, most) if costs.prunings[node.row] & PARTS else node.cap


@kernel(types.void(WORKSPACE, I64_ARRAY, I64, I64, I64))
def add_excess(work: Workspace, bound: Array, n_columns: int, replies: int, weight: int) -> None:
    """Add `weight` to every bound for each candidate by which a part exceeds scratch[0, reply].

    The counters are bytes of work.even and work.odd; eight of them are compared at a time.
    """
    limit = work.scratch[0, :replies]
    high, seven, ones = np.uint64(0x8080808080808080), np.uint64(7), np.uint64(0x0101010101010101)
    lower, upper = np.uint64(0), np.uint64(0)
    for reply in range(len(limit)):
        byte = np.uint64(min(limit[reply], 127)) << np.uint64(4 * (reply & 14))
        if reply & 1:
            upper |= byte
        else:
            lower |= byte
    for j in range(n_columns):
        a = (work.even[j] | high) - lower
        b = (work.odd[j] | high) - upper
        over = a & high
        a &= over - (over >> seven)
        over = b & high
        b &= over - (over >> seven)
        bound[j] += weight * int(((a * ones) >> np.uint64(56)) + ((b * ones) >> np.uint64(56)))


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, I64, NODE_STATE, I64, I64, WORDS))
def scan_packed(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    n: int,
    node: NodeState,
    cutoff: int,
    n_columns: int,
    exchangeable: Array,
) -> tuple[int, int, int]:
    """A scan of the first `n_columns` columns, which `count_packed` has counted for n candidates.

    A guess that makes k parts solves at most k secrets by depth + 1. By FILL a part solves only so many at depth + 2;
    what exceeds them is solved later, and so on for one more depth.
    """
    high, seven, ones = np.uint64(0x8080808080808080), np.uint64(7), np.uint64(0x0101010101010101)
    last, flags, byte = np.uint64(56), np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(255)
    shift = np.uint64(4 * (tables.win & 14))
    even, odd, number = work.even[:n_columns], work.odd[:n_columns], work.packed[:n_columns]
    bounds, ties = work.bound[node.top : node.top + n_columns], work.tie[node.top : node.top + n_columns]
    for j in range(n_columns):
        several = (((even[j] + flags) & high) >> seven) + (((odd[j] + flags) & high) >> seven)
        number[j] = (several * ones) >> last
    depth, prunings = node.depth, costs.prunings[node.row]
    c0, c1, c2, c3 = costs.cost[depth], costs.cost[depth + 1], costs.cost[depth + 2], costs.cost[depth + 3]
    if not prunings & FILL:
        c2 = c1
    most = np.uint64(0)
    wins = odd if tables.win & 1 else even
    for j in range(n_columns):
        win = (wins[j] >> shift) & np.uint64(1)
        parts = number[j] - win
        most = max(most, parts)
        bounds[j] = n * c2 + int(win) * (c0 - c2) - int(parts) * (c2 - c1)
    width = min(node.cap, int(most)) if prunings & PARTS else node.cap
    if prunings & FILL:
        limit = work.scratch[0, : len(tables.cap)]
        for reply in range(len(limit)):
            limit[reply] = 1 + min(width, tables.cap[reply])
        limit[tables.win] = 127
        shortest = 127
        for reply in range(len(limit)):
            shortest = min(shortest, limit[reply])
        if c3 > c2 and n > 1 + shortest:
            add_excess(work, bounds, n_columns, len(limit), c3 - c2)
        c4 = costs.cost[depth + 4]
        for reply in range(len(limit)):
            limit[reply] += (limit[reply] - 1) * width
        if c4 > c3 and n > 1 + shortest + (shortest - 1) * width:
            add_excess(work, bounds, n_columns, len(limit), c4 - c3)
    least = bounds[0]
    for j in range(n_columns):
        least = min(least, bounds[j])
    kept = 0
    if least >= cutoff:
        return kept, least, width
    for j in range(n_columns):
        bound = bounds[j]
        code = int(tables.code_at[j])
        if bound >= cutoff or number[j] < np.uint64(2) or not in_order(tables, code, exchangeable):
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
    return kept, least, width


@kernel(I64(COSTS, I64, I64, I64, I64, I64))
def bound_by_part_count(costs: Costs, depth: int, row: int, size: int, parts: int, win: int) -> int:
    """The least cost of a guess that makes so many `parts`, of which `win` win (0 or 1), by FILL for two depths."""
    two = costs.cost[depth + 2] if costs.prunings[row] & FILL else costs.cost[depth + 1]
    one, rest = costs.cost[depth + 1], size - parts
    if (parts > win and one >= INFINITE) or (rest and two >= INFINITE):
        return INFINITE
    return int(min(INFINITE, win * costs.cost[depth] + (parts - win) * one + rest * two))


@kernel(I64(GAME_TABLES, COSTS, I64_ARRAY, I64, NODE_STATE, I64))
def bound_by_sizes(tables: GameTables, costs: Costs, counter: Array, start: int, node: NodeState, width: int) -> int:
    """FILL: the least cost of a guess by the sizes of its parts, which `tally` has counted."""
    total = 0
    for reply in range(len(tables.cap)):
        size = max(counter[reply], start) - start
        if size and reply == tables.win:
            total += costs.cost[node.depth]
        elif size and total < INFINITE:
            total += fill(costs.cost, node.depth + 1, min(width, tables.cap[reply]), size)
    return int(total)


@kernel(I64(GAME_TABLES, SET, I64, I64, I64), inline=True)
def counter_row(tables: GameTables, codes: Array, j: int, method: int, stride: int) -> int:
    """The row of work.counts with the parts of the j-th code: that of its column, or else number `stride` * j."""
    return int(tables.column_of[codes[j]]) if method == ALL_AT_ONCE else stride * j


@kernel(TRIPLE(GAME_TABLES, WORKSPACE, SET, I64, SET, I64, I64), inline=True)
def tally_guess(
    tables: GameTables, work: Workspace, candidates: Array, j: int, codes: Array, method: int, stride: int
) -> tuple[int, int, int]:
    """`tally` the j-th code of a list, or of the first columns; or sum up the sizes that are counted already."""
    counter = work.counts[counter_row(tables, codes, j, method, stride)]
    if method == ALL_AT_ONCE:
        return sum_up(counter)
    if method == BY_ROW:
        return tally(tables.reply[codes[j]], candidates, counter, STEP * j)
    return tally(tables.columns[:, j], candidates, counter, STEP * j)


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, SET, I64, WORDS))
def scan_counted(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, above: int, cutoff: int,
    codes: Array, method: int, exchangeable: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """A scan of a list of codes, for any number of replies. With BY_COLUMN the codes are those of the first columns.

    In games of few replies each guess has counters of its own. In games of many replies all share one row of counters;
    there a guess is counted again if it has a part with more candidates than fit two depths, to bound this part by all
    depths.
    """
    n, stride, top = len(candidates), int(len(tables.cap) <= MAX_REPLIES_MARKED), node.top
    bounds, ties = work.bound[top : top + len(codes)], work.tie[top : top + len(codes)]
    most, prunings, step = 0, costs.prunings[node.row], STEP
    work.counts[0] = 0
    if method == ALL_AT_ONCE:
        step, n_columns = 0, 0  # each guess has counters of its own, which begin at 0
        for code in codes:
            n_columns = max(n_columns, tables.column_of[code] + 1)
        if len(tables.cap) <= MAX_REPLIES_PACKED:
            count_large(tables, work, candidates, n_columns)
        else:
            count_wide(tables, work, candidates, n_columns)
    for j in range(len(codes)):
        parts, squares, work.largest[j] = tally_guess(tables, work, candidates, j, codes, method, stride)
        win = int(work.counts[counter_row(tables, codes, j, method, stride), tables.win] > step * j)
        most = max(most, parts - win)
        bounds[j] = NONE if parts + win < 2 else bound_by_part_count(costs, node.depth, node.row, n, parts, win)
        ties[j] = (squares << 32) | codes[j]
    width = min(node.cap, most) if prunings & PARTS and node.complete else node.cap
    fits = n
    if prunings & FILL:
        for reply in range(len(tables.cap)):
            fits = min(fits, 1 + min(width, tables.cap[reply]))
    if not stride:
        work.counts[0] = 0
    kept, least = 0, INFINITE
    for j in range(len(codes)):
        bound, tie = bounds[j], ties[j]
        if bound == NONE:
            continue
        if work.largest[j] > fits and bound < cutoff:
            if not stride:
                tally_guess(tables, work, candidates, j, codes, method, stride)
            counter = work.counts[counter_row(tables, codes, j, method, stride)]
            bound = bound_by_sizes(tables, costs, counter, step * j, node, width)
        least = min(least, bound)
        if above == NONE and n < MIN_CANDIDATES_ONE_SCAN:
            if bound > least:
                continue
            if kept and bound < bounds[0]:
                kept = 0
        if bound >= cutoff or bound <= above or not in_order(tables, int(codes[j]), exchangeable):
            continue
        bounds[kept] = bound
        ties[kept] = tie
        kept += 1
    return kept, least, width


@kernel(I64(GAME_TABLES, WORKSPACE, SET, SET, SET))
def list_members(tables: GameTables, work: Workspace, candidates: Array, guesses: Array, codes: Array) -> int:
    """Write the codes that win against a candidate; returns how many. Where `guesses` is not empty, only those in it.

    They are written in the order of `guesses`, or ascending.
    """
    if tables.symmetric and len(guesses) == 0:  # a secret's number is that of its code
        for i in range(len(candidates)):
            codes[i] = candidates[i]
        return len(candidates)
    for secret in candidates:
        work.mark[secret] = 1
    number = 0
    for i in range(len(guesses) if len(guesses) else len(tables.secret_of)):
        code = int(guesses[i]) if len(guesses) else i
        if tables.secret_of[code] != NONE and work.mark[tables.secret_of[code]]:
            codes[number] = code
            number += 1
    for secret in candidates:
        work.mark[secret] = 0
    return number


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, SET, I64))
def scan_guesses(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, above: int, cutoff: int,
    guesses: Array, first: int,
) -> tuple[int, int, int]:  # fmt: skip
    """A scan of the guesses that are allowed here: those of the plan, and only those in `guesses`, if it is not empty.

    Exchangeable symbols are those from `first` up to the last.
    """
    n, replies = len(candidates), len(tables.cap)
    packed, counted = replies <= MAX_REPLIES_PACKED, replies <= MAX_REPLIES_MARKED
    if above != NONE and n >= MIN_CANDIDATES_ONE_SCAN:
        return 0, cutoff, node.cap
    exchangeable = work.exchangeable[node.level]
    if costs.plan[node.row, node.depth] == MEMBERS:
        space = work.sets[node.sets : node.sets + len(tables.secret_of)]
        codes = space[: list_members(tables, work, candidates, guesses, space)]
        return scan_counted(tables, costs, work, candidates, node, above, cutoff, codes, BY_ROW, exchangeable)
    if len(guesses):
        method = ALL_AT_ONCE if counted and COLUMNS_PER_GUESS * len(guesses) > len(tables.code_at) else BY_ROW
        return scan_counted(tables, costs, work, candidates, node, above, cutoff, guesses, method, exchangeable)
    n_columns = int(tables.columns_from[first])
    if n < tables.min_candidates_sizes and tables.one_winner:
        return scan_few(tables, costs, work, candidates, node, above, cutoff, n_columns, exchangeable)
    if n > MAX_CANDIDATES_PACKED or not packed:
        codes = tables.code_at[:n_columns]
        method = ALL_AT_ONCE if counted else BY_ROW if n > MAX_CANDIDATES_PACKED else BY_COLUMN
        return scan_counted(tables, costs, work, candidates, node, above, cutoff, codes, method, exchangeable)
    if above != NONE:
        return 0, cutoff, node.cap
    count_packed(tables, work, candidates, n_columns)
    return scan_packed(tables, costs, work, n, node, cutoff, n_columns, exchangeable)
