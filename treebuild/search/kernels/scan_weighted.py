"""Scanning where secrets have weights: see `scan`, and `weighted_bounds` for the order of the candidates.

One scan keeps all guesses whose bound is below `cutoff`. A first bound comes from the profile of a guess: how many
candidates it solves at most by the next depth, by the one after it, and so on, if these are the heaviest of all. For
guesses that pass, FILL charges each part by itself. This second bound also tells guesses of equally many parts apart;
by it they are tried.
"""

from typing import Any

import numpy as np

from treebuild.search.kernels.compiling import (
    COSTS,
    GAME_TABLES,
    I64,
    NODE_STATE,
    PAIR,
    SET,
    TRIPLE,
    U64,
    WORDS,
    WORKSPACE,
    kernel,
)
from treebuild.search.kernels.counting import STEP, count_packed, count_parts, tally
from treebuild.search.kernels.layout import (
    FILL,
    MAX_CANDIDATES_PACKED,
    MAX_REPLIES_PACKED,
    MEMBERS,
    NONE,
    PARTS,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.scan import add_excess, list_members
from treebuild.search.kernels.symbols import in_order
from treebuild.search.kernels.weighted_bounds import bound_by_profile, cost_at


@kernel(I64(U64), inline=True)
def count_fields(word: Any) -> int:
    """How many of the eight bytes of a word are not 0. Each is below 128."""
    some = ((word + np.uint64(0x7F7F7F7F7F7F7F7F)) & np.uint64(0x8080808080808080)) >> np.uint64(7)
    return int((some * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, I64, I64, I64, WORDS), inline=True)
def keep_weighted(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, code: int, width: int,
    cutoff: int, kept: int, least: int, exchangeable: Array,
) -> tuple[int, int]:  # fmt: skip
    """Add a guess to those kept, if FILL bounds it below `cutoff` and SYMBOLS does not leave it to an equivalent one.

    `kept` is how many are kept, `least` the least bound so far; both are returned anew.
    """
    sizes, row, total, squares = work.scratch[0], tables.reply[code], 0, 0
    fills = costs.prunings[node.row] & FILL
    sizes[:] = 0
    for secret in candidates:
        reply = row[secret]
        size = sizes[reply]
        depth = node.depth
        if reply != tables.win:
            depth += 1 + (int(tables.fill_level[min(width, tables.cap[reply]), size]) if fills else min(size, 1))
        total += cost_at(tables, costs, int(secret), depth)
        if total >= cutoff:
            return kept, least
        squares += 2 * size + 1
        sizes[reply] = size + 1
    if in_order(tables, code, exchangeable):
        work.bound[node.top + kept] = total
        work.tie[node.top + kept] = (squares << 32) | code
        kept += 1
    return kept, min(least, total)


@kernel(I64(GAME_TABLES, WORKSPACE, I64), inline=True)
def winner_of(tables: GameTables, work: Workspace, code: int) -> int:
    """The weight of the candidate that a code wins against, or -1. Candidates have their work.mark set."""
    secret = tables.secret_of[code]
    return int(tables.weight[secret]) if secret != NONE and work.mark[secret] else NONE


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, WORDS))
def scan_weighted_few(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    cutoff: int,
    n_columns: int,
    exchangeable: Array,
) -> tuple[int, int, int]:
    """`scan_weighted` of few candidates: the profile comes from the number of parts alone, by FILL for two depths."""
    most = count_parts(tables, candidates, n_columns, work.reply_bits, work.part_count)
    number = work.part_count.view(np.uint8)
    n, depth, kept = len(candidates), node.depth, 0
    fewest, least = most + 1, cutoff
    while fewest > 2 and bound_by_profile(costs, work.heaviest_sum, depth, n, NONE, fewest - 1, n, n) < cutoff:
        fewest -= 1
    width = min(node.cap, most) if costs.prunings[node.row] & PARTS else node.cap
    for secret in candidates:
        column = int(tables.own_column[secret])
        if column < n_columns:  # else an equivalent member represents it
            own, parts, code = int(tables.weight[secret]), int(number[column]), int(tables.code_of[secret])
            if bound_by_profile(costs, work.heaviest_sum, depth, n, own, parts, n, n) < cutoff:
                kept, least = keep_weighted(
                    tables, costs, work, candidates, node, code, width, cutoff, kept, least, exchangeable
                )  # fmt: skip
    for j in range(n_columns):
        if number[j] >= fewest and winner_of(tables, work, tables.code_at[j]) == NONE:
            code = int(tables.code_at[j])
            kept, least = keep_weighted(
                tables, costs, work, candidates, node, code, width, cutoff, kept, least, exchangeable
            )  # fmt: skip
    return kept, least, width


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, WORDS))
def scan_weighted_packed(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    cutoff: int,
    n_columns: int,
    exchangeable: Array,
) -> tuple[int, int, int]:
    """`scan_weighted` of at most 255 candidates: the profile comes from sizes in bytes, by FILL for four depths."""
    count_packed(tables, work, candidates, n_columns)
    n, depth, most, kept, least = len(candidates), node.depth, 0, 0, cutoff
    beyond, far = work.bound[node.top : node.top + n_columns], work.tie[node.top : node.top + n_columns]
    fills, parts = costs.prunings[node.row] & FILL, work.packed[:n_columns]
    for j in range(n_columns):
        parts[j] = np.uint64(count_fields(work.even[j]) + count_fields(work.odd[j]))
        beyond[j], far[j] = 0, 0
        won = winner_of(tables, work, tables.code_at[j]) != NONE
        most = max(most, int(parts[j]) - int(won))
    width = min(node.cap, most) if costs.prunings[node.row] & PARTS else node.cap
    if fills:
        limit = work.scratch[0, : len(tables.cap)]
        for reply in range(len(limit)):
            limit[reply] = 1 + min(width, tables.cap[reply])
        limit[tables.win] = 127
        add_excess(work, beyond, n_columns, len(limit), 1)
        for reply in range(len(limit)):
            limit[reply] += (limit[reply] - 1) * width
        add_excess(work, far, n_columns, len(limit), 1)
    for j in range(n_columns):
        code, soon, later, last = int(tables.code_at[j]), int(parts[j]), n - int(beyond[j]), n - int(far[j])
        winner = winner_of(tables, work, code)
        if soon > 1 and bound_by_profile(costs, work.heaviest_sum, depth, n, winner, soon, later, last) < cutoff:
            kept, least = keep_weighted(
                tables, costs, work, candidates, node, code, width, cutoff, kept, least, exchangeable
            )  # fmt: skip
    return kept, least, width


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, SET, WORDS))
def scan_weighted_counted(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    cutoff: int,
    codes: Array,
    exchangeable: Array,
) -> tuple[int, int, int]:
    """`scan_weighted` of a list of codes, for any number of replies and candidates: by FILL for four depths."""
    n, kept, most, least = len(candidates), 0, 0, cutoff
    counter, fills = work.counts[0], costs.prunings[node.row] & FILL
    counter[:] = 0
    for j in range(len(codes)):
        code, start = int(codes[j]), STEP * j
        parts, _, _ = tally(tables.reply[code], candidates, counter, start)
        winner, later, last = winner_of(tables, work, code), n, n
        most = max(most, parts - int(winner != NONE))
        if fills:
            for reply in range(len(tables.cap)):
                size, limit = max(counter[reply], start) - start, min(node.cap, tables.cap[reply])
                if size > 1 + limit:
                    later -= size - 1 - limit
                    last -= max(0, size - 1 - limit - limit * node.cap)
        if parts > 1 and bound_by_profile(costs, work.heaviest_sum, node.depth, n, winner, parts, later, last) < cutoff:
            kept, least = keep_weighted(
                tables, costs, work, candidates, node, code, node.cap, cutoff, kept, least, exchangeable
            )  # fmt: skip
    counter[:] = 0
    return kept, least, min(node.cap, most) if costs.prunings[node.row] & PARTS and node.complete else node.cap


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, SET, I64))
def scan_weighted(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, cutoff: int,
    guesses: Array, first: int,
) -> tuple[int, int, int]:  # fmt: skip
    """A scan of the guesses that are allowed here, as `scan.scan_guesses` makes one."""
    n, n_columns, alike = len(candidates), int(tables.columns_from[first]), work.exchangeable[node.level]
    codes, listed = tables.code_at[:n_columns], len(guesses) > 0
    if costs.plan[node.row, node.depth] == MEMBERS:
        space = work.sets[node.sets : node.sets + len(tables.secret_of)]
        codes, listed = space[: list_members(tables, work, candidates, guesses, space)], True
    elif listed:
        codes = guesses
    work.heaviest_sum[0] = 0
    for i in range(n):
        work.heaviest_sum[i + 1] = work.heaviest_sum[i] + tables.weight[candidates[i]]
        work.mark[candidates[i]] = 1
    if not listed and n < tables.min_candidates_sizes and tables.one_winner:
        kept, least, width = scan_weighted_few(tables, costs, work, candidates, node, cutoff, n_columns, alike)
    elif listed or n > MAX_CANDIDATES_PACKED or len(tables.cap) > MAX_REPLIES_PACKED:
        kept, least, width = scan_weighted_counted(tables, costs, work, candidates, node, cutoff, codes, alike)
    else:
        kept, least, width = scan_weighted_packed(tables, costs, work, candidates, node, cutoff, n_columns, alike)
    for secret in candidates:
        work.mark[secret] = 0
    return kept, least, width
