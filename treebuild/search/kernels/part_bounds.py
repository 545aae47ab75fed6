"""FILL, PERFECT and TWINS, compiled; their proofs stand in `search.bounds`."""

import numpy as np

from treebuild.search.kernels.compiling import (
    COSTS,
    GAME_TABLES,
    I64,
    I64_ARRAY,
    MATRIX,
    NODE_STATE,
    PAIR,
    SET,
    WORKSPACE,
    kernel,
    types,
)
from treebuild.search.kernels.counting import count_bits
from treebuild.search.kernels.layout import (
    CRUSH,
    INFINITE,
    NONE,
    PACKED_SIZE,
    WORD_REPLIES,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.weighted_bounds import by_weighed_members


@kernel(I64(I64_ARRAY, I64, I64, I64, I64), inline=True)
def fill_from(cost: Array, depth: int, slots: int, width: int, size: int) -> int:
    """The least cost of `size` secrets, `slots` at `depth` at most, `width` times as many at each depth after."""
    total = 0
    while size > 0:
        if cost[depth] >= INFINITE:
            return INFINITE
        total += min(slots, size) * cost[depth]
        size -= slots
        slots *= width
        depth += 1
    return min(total, INFINITE)


@kernel(I64(I64_ARRAY, I64, I64, I64), inline=True)
def fill(cost: Array, depth: int, width: int, size: int) -> int:
    """FILL: the least cost of `size` secrets from `depth` on when no node has more than `width` children."""
    return fill_from(cost, depth, 1, width, size)


@kernel(I64(I64_ARRAY, I64, I64, I64, I64), inline=True)
def fill_by_members(cost: Array, depth: int, most: int, width: int, size: int) -> int:
    """PERFECT: the least cost of `size` secrets of which members make no more than `most` parts, their own included."""
    by_member = cost[depth] + fill_from(cost, depth + 1, most - 1, width, size - 1)
    return int(min(by_member, fill_from(cost, depth + 1, width, width, size), INFINITE))


@kernel(PAIR(GAME_TABLES, WORKSPACE, SET, I64, I64), inline=True)
def most_marked(tables: GameTables, work: Workspace, candidates: Array, few: int, enough: int) -> tuple[int, int]:
    """The most parts that a member makes, and the first of those members, or -1 if they are no more than `few`.

    One that makes `enough`, the most there can be, ends it. For games of at most 64 replies: a word marks them.
    """
    n, most, choice = len(candidates), 0, NONE
    seen = work.scratch[1].view(np.uint64)
    column = work.scratch[2]
    for i in range(n):
        seen[i], column[i] = np.uint64(1) << np.uint64(tables.win), tables.own_column[candidates[i]]
    for i in range(n):
        code, row, replies = int(tables.code_of[candidates[i]]), tables.columns[candidates[i]], seen[i]
        if tables.symmetric:
            for j in range(i + 1, n):
                bit = np.uint64(1) << np.uint64(row[column[j]])
                replies |= bit
                seen[j] |= bit
        else:
            for secret in candidates:
                replies |= np.uint64(1) << np.uint64(tables.columns[secret, column[i]])
        parts = count_bits(replies)
        if parts > most:
            most, choice = parts, code
            if parts >= enough:
                break
    return most, choice if most > few else NONE


@kernel(PAIR(MATRIX, SET, I64_ARRAY, I64_ARRAY, SET, I64))
def most_parts(
    reply_to: Array, code_of: Array, stamp: Array, state: Array, candidates: Array, most: int
) -> tuple[int, int]:
    """As `most_marked`, for any number of replies: each is stamped with the number of the member that was given it.

    It gives up a member that makes no more than the `most` given, so it may return these where the most are fewer.
    Of GameTables `reply` and `code_of` are given, of Workspace `stamp` and `state`.
    """
    n, choice = len(candidates), NONE
    for member in candidates:
        code, parts, asked = int(code_of[member]), n, state[2] + 1
        state[2] = asked
        for secret in candidates:
            reply = reply_to[code, secret]
            parts -= stamp[reply] == asked
            stamp[reply] = asked
            if parts <= most:
                break
        if parts > most:
            most, choice = parts, code
            if parts == n:
                break
    return most, choice


@kernel(PAIR(I64_ARRAY, I64, I64, I64, I64, I64), inline=True)
def by_most(cost: Array, depth: int, cap: int, size: int, most: int, choice: int) -> tuple[int, int]:
    """PERFECT: (value, guess) where the members decide it that make most parts, else (a lower bound, -1).

    `choice` is the first of them, or -1, where they make fewer than all parts but one, or a heuristic need not take it.
    """
    now, then, late = cost[depth], cost[depth + 1], cost[depth + 2]
    if then >= INFINITE:
        return INFINITE, NONE
    if choice != NONE and most == size:
        return min(INFINITE, now + (size - 1) * then), choice
    if choice != NONE and late < INFINITE and now + (size - 2) * then + late <= size * then:
        return now + (size - 2) * then + late, choice
    return fill_by_members(cost, depth, most, cap, size), NONE


@kernel(I64(COSTS, NODE_STATE, I64), inline=True)
def few_parts(costs: Costs, node: NodeState, size: int) -> int:
    """A member that makes more parts is the guess to make: a heuristic takes a perfect one, not the next best."""
    return size - 1 if costs.plan[node.row, node.depth] >= CRUSH else size - 2


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE), inline=True)
def by_members(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState
) -> tuple[int, int]:
    """PERFECT: (value, guess) where members decide it, else (a lower bound, -1)."""
    if tables.weighted:
        return by_weighed_members(tables, costs, work, candidates, node.depth, node.cap)
    n, few = len(candidates), few_parts(costs, node, len(candidates))
    if len(tables.cap) > WORD_REPLIES:
        most, choice = most_parts(tables.reply, tables.code_of, work.stamp, work.state, candidates, few)
    else:
        most, choice = most_marked(tables, work, candidates, few, min(n, node.cap + 1))
    return by_most(costs.cost, node.depth, node.cap, n, most, choice)


@kernel(types.boolean(GAME_TABLES, WORKSPACE, SET, I64, SET, I64), inline=True)
def twin(tables: GameTables, work: Workspace, candidates: Array, column: int, tried: Array, number: int) -> bool:
    """TWINS: whether one of the guesses tried last, `number` in all, makes the same parts; else it joins them.

    All have equal sums of squares. So if each part of this guess lies within a part of that one, they are the same
    parts: joining two would raise the sum. The replies to this guess are in work.answer.
    """
    same, few = work.scratch[1], len(candidates) <= PACKED_SIZE
    for t in range(min(number, len(tried))):
        row = tables.reply[tables.code_at[tried[t]]]
        same[: len(tables.cap)] = NONE
        alike = True
        for i in range(len(candidates)):
            here, secret = work.answer[i], candidates[i]
            there = int(tables.columns[secret, tried[t]] if few else row[secret])
            if same[here] == NONE:
                same[here] = there
            if same[here] != there or (here == tables.win) != (there == tables.win):
                alike = False
                break
        if alike:
            return True
    tried[number % len(tried)] = column
    return False
