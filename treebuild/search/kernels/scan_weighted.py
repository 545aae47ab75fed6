"""Scanning where secrets have weights: see `scan`, and `weighing` for the order of the candidates.

One scan keeps all guesses whose bound is low enough. A first bound comes from a profile of a guess: how many candidates
it solves by the next depth, at most, by the one after it, and so on, the heaviest of all first. For guesses that pass,
FILL charges each part for itself: by this bound, which tells guesses of equally many parts apart, they are tried.
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
from treebuild.search.kernels.scan import add_excess, list_members
from treebuild.search.kernels.symbols import in_order
from treebuild.search.kernels.weighted_bounds import by_profile, charge


@kernel(I64(U64), inline=True)
def count_fields(word: Any) -> int:
    """How many of the bytes of a word, each below 128, are not 0."""
    some = ((word + np.uint64(0x7F7F7F7F7F7F7F7F)) & np.uint64(0x8080808080808080)) >> np.uint64(7)
    return int((some * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, I64, I64, WORDS), inline=True)
def keep_weighed(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, code: int, widest: int, below: int,
    kept: int, alike: Array,
) -> tuple[int, int]:  # fmt: skip
    """Add a guess to those kept, if FILL bounds it below `below` and SYMBOLS does not leave it to another.

    Returns the bound, or `below`, and how many are kept.
    """
    sizes, row, total, squares = work.scratch[0], tables.reply[code], 0, 0
    fills = costs.prunings[node.row] & FILL
    sizes[:] = 0
    for secret in candidates:
        reply = row[secret]
        size = sizes[reply]
        depth = node.depth
        if reply != tables.win:
            depth += 1 + (int(tables.level[min(widest, tables.cap[reply]), size]) if fills else min(size, 1))
        total += charge(tables, costs, int(secret), depth)
        if total >= below:
            return below, kept
        squares += 2 * size + 1
        sizes[reply] = size + 1
    if in_order(tables, code, alike):
        work.bound[node.top + kept] = total
        work.tie[node.top + kept] = (squares << 32) | code
        kept += 1
    return total, kept


@kernel(I64(GAME_TABLES, WORKSPACE, I64), inline=True)
def winner_of(tables: GameTables, work: Workspace, code: int) -> int:
    """What the candidate weighs that a code wins against, or -1. Candidates are marked."""
    secret = tables.secret_of[code]
    return int(tables.weight[secret]) if secret != NONE and work.mark[secret] else NONE


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, WORDS))
def weigh_small(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    below: int,
    width: int,
    alike: Array,
) -> tuple[int, int, int]:
    """`rank_weighed` of few candidates: the bound comes from the number of parts alone, by FILL for two depths."""
    most = count_parts(tables, candidates, width, work.seen, work.number)
    number = work.number.view(np.uint8)
    n, depth, kept = len(candidates), node.depth, 0
    fewest, least = most + 1, below
    while fewest > 2 and by_profile(costs, work.heaviest, depth, n, NONE, fewest - 1, n, n) < below:
        fewest -= 1
    widest = min(node.cap, most) if costs.prunings[node.row] & PARTS else node.cap
    for secret in candidates:
        column = int(tables.own_column[secret])
        if column < width:  # else an equivalent member represents it
            bound = by_profile(costs, work.heaviest, depth, n, int(tables.weight[secret]), int(number[column]), n, n)
            if bound < below:
                code = int(tables.code_of[secret])
                bound, kept = keep_weighed(
                    tables, costs, work, candidates, node, code, widest, below, kept, alike
                )  # fmt: skip
                least = min(least, bound)
    for j in range(width):
        if number[j] >= fewest and winner_of(tables, work, tables.code_at[j]) == NONE:
            code = int(tables.code_at[j])
            bound, kept = keep_weighed(tables, costs, work, candidates, node, code, widest, below, kept, alike)
            least = min(least, bound)
    return kept, least, widest


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, WORDS))
def weigh_packed(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    below: int,
    width: int,
    alike: Array,
) -> tuple[int, int, int]:
    """`rank_weighed` of at most 255 candidates: by FILL for four depths, from part sizes counted side by side."""
    count_packed(tables, work, candidates, width)
    n, depth, most, kept, least = len(candidates), node.depth, 0, 0, below
    beyond, far = work.bound[node.top : node.top + width], work.tie[node.top : node.top + width]
    fills, parts = costs.prunings[node.row] & FILL, work.packed[:width]
    for j in range(width):
        parts[j] = np.uint64(count_fields(work.even[j]) + count_fields(work.odd[j]))
        beyond[j], far[j] = 0, 0
        won = winner_of(tables, work, tables.code_at[j]) != NONE
        most = max(most, int(parts[j]) - int(won))
    widest = min(node.cap, most) if costs.prunings[node.row] & PARTS else node.cap
    if fills:
        limit = work.scratch[0, : len(tables.cap)]
        for reply in range(len(limit)):
            limit[reply] = 1 + min(widest, tables.cap[reply])
        limit[tables.win] = 127
        add_excess(work, beyond, width, len(limit), 1)
        for reply in range(len(limit)):
            limit[reply] += (limit[reply] - 1) * widest
        add_excess(work, far, width, len(limit), 1)
    for j in range(width):
        code, soon, later, last = int(tables.code_at[j]), int(parts[j]), n - int(beyond[j]), n - int(far[j])
        winner = winner_of(tables, work, code)
        if soon > 1 and by_profile(costs, work.heaviest, depth, n, winner, soon, later, last) < below:
            bound, kept = keep_weighed(tables, costs, work, candidates, node, code, widest, below, kept, alike)
            least = min(least, bound)
    return kept, least, widest


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, SET, WORDS))
def weigh_counted(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    below: int,
    codes: Array,
    alike: Array,
) -> tuple[int, int, int]:
    """`rank_weighed` of a list of codes, for any number of replies and candidates: by FILL for four depths."""
    n, kept, most, least = len(candidates), 0, 0, below
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
        if parts > 1 and by_profile(costs, work.heaviest, node.depth, n, winner, parts, later, last) < below:
            bound, kept = keep_weighed(tables, costs, work, candidates, node, code, node.cap, below, kept, alike)
            least = min(least, bound)
    counter[:] = 0
    return kept, least, min(node.cap, most) if costs.prunings[node.row] & PARTS and node.complete else node.cap


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, SET, I64))
def rank_weighed(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, below: int, among: Array, first: int
) -> tuple[int, int, int]:  # fmt: skip
    """A scan of the guesses allowed here, as `scan.rank` makes one."""
    n, width, alike = len(candidates), int(tables.width[first]), work.alike[node.level]
    codes, listed = tables.code_at[:width], len(among) > 0
    if costs.plan[node.row, node.depth] == MEMBERS:
        space = work.sets[node.sets : node.sets + len(tables.secret_of)]
        codes, listed = space[: list_members(tables, work, candidates, among, space)], True
    elif listed:
        codes = among
    work.heaviest[0] = 0
    for i in range(n):
        work.heaviest[i + 1] = work.heaviest[i] + tables.weight[candidates[i]]
        work.mark[candidates[i]] = 1
    if not listed and n < tables.few and tables.single:
        found = weigh_small(tables, costs, work, candidates, node, below, width, alike)
    elif listed or n > PACKED_SIZE or len(tables.cap) > PACKED_REPLIES:
        found = weigh_counted(tables, costs, work, candidates, node, below, codes, alike)
    else:
        found = weigh_packed(tables, costs, work, candidates, node, below, width, alike)
    for secret in candidates:
        work.mark[secret] = 0
    return found
