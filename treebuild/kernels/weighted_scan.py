"""Scanning in games with weights: see `scan`, and `weighted_bounds` for the order of the candidates.

One scan keeps all guesses whose bound is below `cutoff`. A first bound comes from the profile of a guess: the most
candidates that it solves by the next depth, by the depth after it, and so on, as if these were the heaviest of all. If
this bound is below `cutoff`, FILL charges each part by itself. This second bound also differs between guesses with
equally many parts, and the search tries guesses in its order.
"""

from __future__ import annotations

from treebuild.kernels.constants import (
    FILL,
    MAX_CANDIDATES_PACKED,
    MAX_REPLIES_PACKED,
    MEMBERS,
    NONE,
    PARTS,
)
from treebuild.kernels.counting import STEP, count_packed, count_parts, tally
from treebuild.kernels.scan import add_excess, count_packed_parts, list_members
from treebuild.kernels.symbols import in_order
from treebuild.kernels.uncompiled import bytes_of, flag, i64, integer
from treebuild.kernels.weighted_bounds import bound_by_profile, cost_at, level_at


def keep_weighted(tables, costs, work, candidates, n, node, code, width, cutoff, kept, least, exchangeable):
    """Keep a guess, if FILL bounds it below `cutoff` and SYMBOLS does not leave it to an equivalent one.

    `kept` is the number of guesses kept so far, and `least` the least bound so far. Returns the new values of both.
    """
    sizes, row = work.scratch, tables.reply + code * tables.secrets
    total: i64 = 0
    squares: i64 = 0
    fills: flag = costs.prunings[node.row] & FILL != 0
    for reply in range(tables.replies):
        sizes[reply] = 0
    for secret in candidates[:n]:
        got = row[secret]
        size, depth = sizes[got], node.depth
        if got != tables.win:
            depth += 1 + level_at(tables, width, got, size, fills)
        total += cost_at(tables, costs, secret, depth)
        if total >= cutoff:
            return kept, least
        squares += 2 * size + 1
        sizes[got] = size + 1
    if in_order(tables, code, exchangeable):
        work.bound[node.top + kept] = total
        work.tie[node.top + kept] = squares << 32 | code
        kept += 1
    return kept, min(least, total)


def winner_of(tables, work, code):
    """The weight of the candidate that a code wins against, or -1. work.mark marks the candidates."""
    secret = tables.secret_of[code]
    return tables.weight[secret] if secret != NONE and work.mark[secret] else NONE


def scan_weighted_few(tables, costs, work, candidates, n, node, cutoff, n_columns, exchangeable):
    """`scan_weighted` for few candidates: the profile comes from the number of parts alone, by FILL for two depths."""
    most = count_parts(tables, candidates, n, n_columns, work.reply_bits, work.part_count)
    number, heaviest_sum, depth = bytes_of(work.part_count), work.heaviest_sum, node.depth
    fewest, least, width = most + 1, cutoff, node.cap
    kept: i64 = 0
    while fewest > 2 and bound_by_profile(costs, heaviest_sum, depth, n, NONE, fewest - 1, n, n) < cutoff:
        fewest -= 1
    if costs.prunings[node.row] & PARTS:
        width = min(node.cap, most)
    for secret in candidates[:n]:
        column = tables.own_column[secret]
        if column < n_columns:  # else an equivalent member represents it
            own, code = tables.weight[secret], tables.code_of[secret]
            if bound_by_profile(costs, heaviest_sum, depth, n, own, number[column], n, n) < cutoff:
                kept, least = keep_weighted(
                    tables, costs, work, candidates, n, node, code, width, cutoff, kept, least, exchangeable
                )
    for j in range(n_columns):
        if number[j] >= fewest and winner_of(tables, work, tables.code_at[j]) == NONE:
            kept, least = keep_weighted(
                tables, costs, work, candidates, n, node, tables.code_at[j], width, cutoff, kept, least, exchangeable
            )
    return kept, least, width


def count_beyond(tables, work, node, width, n_columns):
    """FILL: write to work.bound how many candidates parts cannot solve by depth + 2, and to work.tie by depth + 3."""
    limit = work.scratch
    for reply in range(tables.replies):
        limit[reply] = 1 + min(width, tables.cap[reply])
    limit[tables.win] = 127
    add_excess(work, work.bound + node.top, n_columns, tables.replies, 1)
    for reply in range(tables.replies):
        limit[reply] += (limit[reply] - 1) * width
    add_excess(work, work.tie + node.top, n_columns, tables.replies, 1)


def scan_weighted_packed(tables, costs, work, candidates, n, node, cutoff, n_columns, exchangeable):
    """`scan_weighted` for at most 255 candidates: the profile comes from sizes in bytes, by FILL for four depths."""
    count_packed(tables, work, candidates, n, n_columns)
    beyond, far, parts = work.bound + node.top, work.tie + node.top, work.packed
    count_packed_parts(work.even, work.odd, n_columns, parts)
    most: i64 = 0
    for j in range(n_columns):
        beyond[j], far[j] = 0, 0
        won: i64 = winner_of(tables, work, tables.code_at[j]) != NONE
        most = max(most, integer(parts[j]) - won)
    width, least = node.cap, cutoff
    kept: i64 = 0
    if costs.prunings[node.row] & PARTS:
        width = min(node.cap, most)
    if costs.prunings[node.row] & FILL:
        count_beyond(tables, work, node, width, n_columns)
    for j in range(n_columns):
        code, soon, later, last = tables.code_at[j], integer(parts[j]), n - beyond[j], n - far[j]
        winner = winner_of(tables, work, code)
        bound = bound_by_profile(costs, work.heaviest_sum, node.depth, n, winner, soon, later, last)
        if soon > 1 and bound < cutoff:
            kept, least = keep_weighted(
                tables, costs, work, candidates, n, node, code, width, cutoff, kept, least, exchangeable
            )
    return kept, least, width


def scan_weighted_counted(tables, costs, work, candidates, n, node, cutoff, codes, n_codes, exchangeable):
    """`scan_weighted` for a list of codes and any number of replies and candidates, by FILL for four depths."""
    counter, cap, least = work.counts, node.cap, cutoff
    fills: flag = costs.prunings[node.row] & FILL != 0
    kept: i64 = 0
    most: i64 = 0
    for reply in range(tables.replies):
        counter[reply] = 0
    for j in range(n_codes):
        code, start, later, last = codes[j], STEP * j, n, n
        parts, _, _ = tally(tables.reply + code * tables.secrets, 1, candidates, n, counter, tables.replies, start)
        winner = winner_of(tables, work, code)
        most = max(most, parts - (winner != NONE))
        if fills:
            for reply in range(tables.replies):
                size, limit = max(counter[reply], start) - start, min(cap, tables.cap[reply])
                if size > 1 + limit:
                    later -= size - 1 - limit
                    last -= max(0, size - 1 - limit - limit * cap)
        if parts > 1 and bound_by_profile(costs, work.heaviest_sum, node.depth, n, winner, parts, later, last) < cutoff:
            kept, least = keep_weighted(
                tables, costs, work, candidates, n, node, code, cap, cutoff, kept, least, exchangeable
            )
    for reply in range(tables.replies):
        counter[reply] = 0
    return kept, least, min(cap, most) if costs.prunings[node.row] & PARTS and node.complete else cap


def scan_weighted(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses, first):
    """`scan.scan_guesses` for games with weights."""
    n_columns: i64 = tables.columns_from[first]
    alike = work.exchangeable + node.level * max(tables.symbol_count, 1)
    codes, n_codes, heaviest_sum, mark = tables.code_at, n_columns, work.heaviest_sum, work.mark
    listed: flag = n_guesses > 0
    if costs.plan[node.row * costs.depths + node.depth] == MEMBERS:
        members = work.sets + node.sets
        codes, n_codes = members, list_members(tables, work, candidates, n, guesses, n_guesses, members)
        listed = True
    elif listed:
        codes, n_codes = guesses, n_guesses
    heaviest_sum[0] = 0
    for i in range(n):
        heaviest_sum[i + 1] = heaviest_sum[i] + tables.weight[candidates[i]]
        mark[candidates[i]] = 1
    if not listed and n < tables.min_candidates_sizes and tables.one_winner:
        kept, least, width = scan_weighted_few(tables, costs, work, candidates, n, node, cutoff, n_columns, alike)
    elif listed or n > MAX_CANDIDATES_PACKED or tables.replies > MAX_REPLIES_PACKED:
        kept, least, width = scan_weighted_counted(
            tables, costs, work, candidates, n, node, cutoff, codes, n_codes, alike
        )
    else:
        kept, least, width = scan_weighted_packed(tables, costs, work, candidates, n, node, cutoff, n_columns, alike)
    for secret in candidates[:n]:
        mark[secret] = 0
    return kept, least, width
