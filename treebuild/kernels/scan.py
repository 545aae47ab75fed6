"""Scanning: a lower bound for every guess that is allowed at a node, and a list of the guesses worth trying.

A scan writes the guesses whose bound is below `cutoff` to Workspace.bound and Workspace.tie, from node.top on, in any
order. It returns (their number, the least bound of all guesses, the width of the set: see PARTS). For fewer than
MIN_CANDIDATES_ONE_SCAN candidates there are two scans. The first has `above` = NONE and keeps only the guesses with the
least bound, because in most cases one of them reaches it. The second has that bound as `above` and keeps the guesses
whose bounds are larger. For more candidates the first scan keeps all guesses below `cutoff`.

`exchangeable` has the masks of exchangeable symbols, see `symbols.rename_symbols`. A scan never keeps a guess that
SYMBOLS leaves out.
"""

from __future__ import annotations

from treebuild.kernels.constants import (
    FILL,
    INFINITE,
    MAX_CANDIDATES_PACKED,
    MAX_REPLIES_MARKED,
    MAX_REPLIES_PACKED,
    MEMBERS,
    MIN_CANDIDATES_ONE_SCAN,
    NONE,
    PARTS,
)
from treebuild.kernels.counting import (
    EIGHT_BITS,
    HIGH_BITS,
    STEP,
    count_large,
    count_packed,
    count_parts,
    count_wide,
    sum_up,
    tally,
)
from treebuild.kernels.filling import fill
from treebuild.kernels.symbols import in_order
from treebuild.kernels.uncompiled import bytes_of, flag, i64, integer, u64, word

BY_ROW, BY_COLUMN, ALL_AT_ONCE = range(3)  # `scan_counted` reads the rows of codes, columns, or all columns at once
COLUMNS_PER_GUESS = 8  # if a list has one guess for fewer columns than this, all columns are counted at once
EACH_BYTE = 0x0101010101010101  # times a word, the sum of its bytes is in the highest byte
ALL_BUT_HIGH = 0x7F7F7F7F7F7F7F7F  # all bits of each byte but the highest


def keep_guess(tables, work, candidates, n, column, bound, top, kept, exchangeable):
    """Keep a guess, unless SYMBOLS leaves it to an equivalent one. Returns the number of kept guesses.

    `column` is the column of the guess, `bound` its lower bound, `top` the beginning of the stack, and `kept` the
    number of guesses kept before.
    """
    code = tables.code_at[column]
    if not in_order(tables, code, exchangeable):
        return kept
    sizes, columns, codes = work.scratch, tables.columns + column, tables.codes
    squares: i64 = 0
    for reply in range(tables.replies):
        sizes[reply] = 0
    for secret in candidates[:n]:
        met = columns[secret * codes]
        squares += 2 * sizes[met] + 1
        sizes[met] += 1
    work.bound[top + kept] = bound
    work.tie[top + kept] = squares << 32 | code
    return kept + 1


def scan_few(tables, costs, work, candidates, n, node, above, cutoff, n_columns, exchangeable):
    """A scan of the first `n_columns` columns that takes bounds from the number of parts alone, by FILL for two depths.

    It is for fewer candidates than GameTables.min_candidates_sizes, in games where a secret has one winning code.
    """
    most = count_parts(tables, candidates, n, n_columns, work.reply_bits, work.part_count)
    number, mark, own_column = bytes_of(work.part_count), work.mark, tables.own_column
    fills: flag = costs.prunings[node.row] & FILL != 0
    depth, top = node.depth, node.top
    c0, c1 = costs.cost[depth], costs.cost[depth + 1]
    c2 = costs.cost[depth + 2] if fills else c1
    least = n * c2 - most * (c2 - c1)
    for secret in candidates[:n]:
        mark[secret] = 1
        column = own_column[secret]
        if column < n_columns:  # else an equivalent member represents it
            least = min(least, n * c2 - number[column] * (c2 - c1) - (c1 - c0))
    limit = least + 1 if above == NONE and n < MIN_CANDIDATES_ONE_SCAN else cutoff
    kept: i64 = 0
    if least < cutoff:
        for secret in candidates[:n]:
            column = own_column[secret]
            if column < n_columns:
                bound = n * c2 - number[column] * (c2 - c1) - (c1 - c0)
                if above < bound < limit:
                    kept = keep_guess(tables, work, candidates, n, column, bound, top, kept, exchangeable)
        fewest: i64 = 2
        while fewest <= most and n * c2 - fewest * (c2 - c1) >= limit:
            fewest += 1
        short = word(128 - fewest) * EACH_BYTE
        for eight in range((n_columns + 7) // 8):  # the high bit of a byte becomes 1 if a guess makes enough parts
            # If a guess makes 128 parts or more, its byte may overflow: look at every guess.
            if most < 128 and not (work.part_count[eight] + short) & HIGH_BITS:
                continue
            for j in range(8 * eight, min(8 * eight + 8, n_columns)):
                bound = n * c2 - number[j] * (c2 - c1)
                if number[j] < fewest or bound <= above:
                    continue
                won = tables.secret_of[tables.code_at[j]]
                if won == NONE or not mark[won]:
                    kept = keep_guess(tables, work, candidates, n, j, bound, top, kept, exchangeable)
    for secret in candidates[:n]:
        mark[secret] = 0
    return kept, least, min(node.cap, most) if costs.prunings[node.row] & PARTS else node.cap


def add_excess(work, bound, n_columns, n_replies, weight):
    """Add `weight` to every bound for each candidate by which a part exceeds scratch[0, reply].

    The counters are bytes of work.even and work.odd; eight of them are compared at a time.
    """
    limit, even, odd = work.scratch, work.even, work.odd
    lower: u64 = 0
    upper: u64 = 0
    for reply in range(n_replies):
        byte = word(min(limit[reply], 127)) << (4 * (reply & 14))
        if reply & 1:
            upper |= byte
        else:
            lower |= byte
    for j in range(n_columns):
        a, b = (even[j] | HIGH_BITS) - lower, (odd[j] | HIGH_BITS) - upper
        over_a, over_b = a & HIGH_BITS, b & HIGH_BITS
        a &= over_a - (over_a >> 7)
        b &= over_b - (over_b >> 7)
        bound[j] += weight * integer((word(a * EACH_BYTE) >> 56) + (word(b * EACH_BYTE) >> 56))


def count_packed_parts(even, odd, n_columns, number):
    """Write to `number` how many parts each column makes, by the counters of `count_packed`."""
    for j in range(n_columns):
        several = (((even[j] + ALL_BUT_HIGH) & HIGH_BITS) >> 7) + (((odd[j] + ALL_BUT_HIGH) & HIGH_BITS) >> 7)
        number[j] = word(several * EACH_BYTE) >> 56


def add_excess_of_depths(tables, costs, work, n, node, width, bounds, n_columns):
    """FILL: add to the bounds the cost of secrets that do not fit depth + 2, or depth + 3, and are solved later."""
    limit, n_replies = work.scratch, tables.replies
    c2, c3, c4 = costs.cost[node.depth + 2], costs.cost[node.depth + 3], costs.cost[node.depth + 4]
    for reply in range(n_replies):
        limit[reply] = 1 + min(width, tables.cap[reply])
    limit[tables.win] = 127
    shortest: i64 = 127
    for reply in range(n_replies):
        shortest = min(shortest, limit[reply])
    if c3 > c2 and n > 1 + shortest:
        add_excess(work, bounds, n_columns, n_replies, c3 - c2)
    for reply in range(n_replies):
        limit[reply] += (limit[reply] - 1) * width
    if c4 > c3 and n > 1 + shortest + (shortest - 1) * width:
        add_excess(work, bounds, n_columns, n_replies, c4 - c3)


def sum_packed_squares(even, odd):
    """The sum of the squared sizes of parts, from the two words of a column."""
    squares: u64 = 0
    shift: i64
    for shift in range(0, 64, 8):
        size, other = (even >> shift) & EIGHT_BITS, (odd >> shift) & EIGHT_BITS
        squares += size * size + other * other
    return integer(squares)


def scan_packed(tables, costs, work, n, node, cutoff, n_columns, exchangeable):
    """A scan of the first `n_columns` columns, which `count_packed` has counted for n candidates.

    A guess that makes k parts solves at most k secrets by depth + 1. FILL limits how many secrets of a part are solved
    at depth + 2; all others are solved later. The same holds for one more depth.
    """
    even, odd, number = work.even, work.odd, work.packed
    bounds, ties = work.bound + node.top, work.tie + node.top
    count_packed_parts(even, odd, n_columns, number)
    prunings, depth = costs.prunings[node.row], node.depth
    c0, c1 = costs.cost[depth], costs.cost[depth + 1]
    c2 = costs.cost[depth + 2] if prunings & FILL else c1
    wins, shift = odd if tables.win & 1 else even, 4 * (tables.win & 14)
    most: i64 = 0
    for j in range(n_columns):
        win: i64 = (wins[j] >> shift) & 1
        parts: i64 = integer(number[j]) - win
        most = max(most, parts)
        bounds[j] = n * c2 + win * (c0 - c2) - parts * (c2 - c1)
    width = min(node.cap, most) if prunings & PARTS else node.cap
    if prunings & FILL:
        add_excess_of_depths(tables, costs, work, n, node, width, bounds, n_columns)
    least = bounds[0]
    for j in range(n_columns):
        least = min(least, bounds[j])
    kept: i64 = 0
    if least >= cutoff:
        return kept, least, width
    for j in range(n_columns):
        bound, code = bounds[j], tables.code_at[j]
        if bound >= cutoff or number[j] < 2 or not in_order(tables, code, exchangeable):
            continue
        bounds[kept] = bound
        ties[kept] = sum_packed_squares(even[j], odd[j]) << 32 | code
        kept += 1
    return kept, least, width


def bound_by_part_count(costs, depth, row, size, parts, win):
    """The least cost of a guess that makes `parts` parts, of which `win` (0 or 1) win, by FILL for two depths."""
    two = costs.cost[depth + 2] if costs.prunings[row] & FILL else costs.cost[depth + 1]
    one, rest = costs.cost[depth + 1], size - parts
    if (parts > win and one >= INFINITE) or (rest and two >= INFINITE):
        return INFINITE
    return min(INFINITE, win * costs.cost[depth] + (parts - win) * one + rest * two)


def bound_by_sizes(tables, costs, counter, start, node, width):
    """FILL: the least cost of a guess by the sizes of its parts, which `tally` has counted."""
    total: i64 = 0
    for reply in range(tables.replies):
        size = max(counter[reply], start) - start
        if size and reply == tables.win:
            total += costs.cost[node.depth]
        elif size and total < INFINITE:
            total += fill(costs.cost, node.depth + 1, min(width, tables.cap[reply]), size)
    return total


def counter_row(tables, work, codes, j, method, own_rows):
    """The row of work.counts for the parts of code j of a list: that of its column, row j, or the first row."""
    row = tables.column_of[codes[j]] if method == ALL_AT_ONCE else j if own_rows else 0
    return work.counts + row * tables.replies


def tally_guess(tables, work, candidates, n, j, codes, method, counter):
    """`tally` code j of a list or the code of column j. With ALL_AT_ONCE, sum up the sizes that are counted already."""
    if method == ALL_AT_ONCE:
        return sum_up(counter, tables.replies)
    if method == BY_ROW and not tables.arranged:
        row = tables.reply + codes[j] * tables.secrets
        return tally(row, 1, candidates, n, counter, tables.replies, STEP * j)
    column: i64 = tables.column_of[codes[j]] if method == BY_ROW else j
    return tally(tables.columns + column, tables.codes, candidates, n, counter, tables.replies, STEP * j)


def count_all_at_once(tables, work, candidates, n, codes, n_codes):
    """Count the parts of all columns up to the last column with a code of the list."""
    n_columns: i64 = 0
    for code in codes[:n_codes]:
        n_columns = max(n_columns, tables.column_of[code] + 1)
    if tables.replies <= MAX_REPLIES_PACKED:
        count_large(tables, work, candidates, n, n_columns)
    else:
        count_wide(tables, work, candidates, n, n_columns)


def scan_counted(tables, costs, work, candidates, n, node, above, cutoff, codes, n_codes, method, exchangeable):
    """A scan of a list of codes, for any number of replies. With BY_COLUMN the codes are those of the first columns.

    In games of few replies each guess has counters of its own. In games of many replies all guesses share one row of
    counters. There the scan counts a guess again if it has a part with more candidates than fit two depths, so that it
    can bound this part by all depths.
    """
    own_rows: flag = tables.replies <= MAX_REPLIES_MARKED
    bounds, ties, prunings = work.bound + node.top, work.tie + node.top, costs.prunings[node.row]
    most: i64 = 0
    step: i64 = 0 if method == ALL_AT_ONCE else STEP  # counters of all columns begin at 0
    for reply in range(tables.replies):
        work.counts[reply] = 0
    if method == ALL_AT_ONCE:
        count_all_at_once(tables, work, candidates, n, codes, n_codes)
    for j in range(n_codes):
        counter = counter_row(tables, work, codes, j, method, own_rows)
        parts, squares, largest = tally_guess(tables, work, candidates, n, j, codes, method, counter)
        work.largest[j] = largest
        win: i64 = counter[tables.win] > step * j
        most = max(most, parts - win)
        bounds[j] = NONE if parts + win < 2 else bound_by_part_count(costs, node.depth, node.row, n, parts, win)
        ties[j] = squares << 32 | codes[j]
    width = min(node.cap, most) if prunings & PARTS and node.complete else node.cap
    fits = n
    if prunings & FILL:
        for reply in range(tables.replies):
            fits = min(fits, 1 + min(width, tables.cap[reply]))
    if not own_rows:
        for reply in range(tables.replies):
            work.counts[reply] = 0
    kept: i64 = 0
    least: i64 = INFINITE
    for j in range(n_codes):
        bound, tie = bounds[j], ties[j]
        if bound == NONE:
            continue
        if work.largest[j] > fits and bound < cutoff:
            counter = counter_row(tables, work, codes, j, method, own_rows)
            if not own_rows:
                tally_guess(tables, work, candidates, n, j, codes, method, counter)
            bound = bound_by_sizes(tables, costs, counter, step * j, node, width)
        least = min(least, bound)
        if above == NONE and n < MIN_CANDIDATES_ONE_SCAN:
            if bound > least:
                continue
            if kept and bound < bounds[0]:
                kept = 0
        if bound >= cutoff or bound <= above or not in_order(tables, codes[j], exchangeable):
            continue
        bounds[kept] = bound
        ties[kept] = tie
        kept += 1
    return kept, least, width


def list_members(tables, work, candidates, n, guesses, n_guesses, codes):
    """Write the codes that win against a candidate to `codes`, ascending. Returns their number.

    If `guesses` is not empty, write only its codes that win, in its order.
    """
    if tables.symmetric and n_guesses == 0:  # the number of a secret is the number of its code
        for i in range(n):
            codes[i] = candidates[i]
        return n
    mark, secret_of = work.mark, tables.secret_of
    number: i64 = 0
    for secret in candidates[:n]:
        mark[secret] = 1
    for i in range(n_guesses if n_guesses else tables.codes):
        code: i64 = guesses[i] if n_guesses else i
        if secret_of[code] != NONE and mark[secret_of[code]]:
            codes[number] = code
            number += 1
    for secret in candidates[:n]:
        mark[secret] = 0
    return number


def scan_guesses(tables, costs, work, candidates, n, node, above, cutoff, guesses, n_guesses, first):
    """A scan of the guesses that the plan allows here; if `guesses` is not empty, only of those in it.

    The symbols from `first` to the last are exchangeable.
    """
    packed: flag = tables.replies <= MAX_REPLIES_PACKED
    counted: flag = tables.replies <= MAX_REPLIES_MARKED
    if above != NONE and n >= MIN_CANDIDATES_ONE_SCAN:
        return 0, cutoff, node.cap
    alike = work.exchangeable + node.level * max(tables.symbol_count, 1)
    method: i64 = BY_ROW
    if costs.plan[node.row * costs.depths + node.depth] == MEMBERS:
        codes = work.sets + node.sets
        n_codes = list_members(tables, work, candidates, n, guesses, n_guesses, codes)
        return scan_counted(tables, costs, work, candidates, n, node, above, cutoff, codes, n_codes, method, alike)
    if n_guesses:
        if counted and COLUMNS_PER_GUESS * n_guesses > tables.codes:
            method = ALL_AT_ONCE
        return scan_counted(tables, costs, work, candidates, n, node, above, cutoff, guesses, n_guesses, method, alike)
    n_columns: i64 = tables.columns_from[first]
    if n < tables.min_candidates_sizes and tables.one_winner:
        return scan_few(tables, costs, work, candidates, n, node, above, cutoff, n_columns, alike)
    if n > MAX_CANDIDATES_PACKED or not packed:
        method = ALL_AT_ONCE if counted else BY_ROW if n > MAX_CANDIDATES_PACKED else BY_COLUMN
        return scan_counted(
            tables, costs, work, candidates, n, node, above, cutoff, tables.code_at, n_columns, method, alike
        )
    if above != NONE:
        return 0, cutoff, node.cap
    count_packed(tables, work, candidates, n, n_columns)
    return scan_packed(tables, costs, work, n, node, cutoff, n_columns, alike)
