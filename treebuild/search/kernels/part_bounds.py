"""FILL, PERFECT and SAME_PARTITION, compiled. Their proofs stand in `search.bounds`."""

import numpy as np

from treebuild.search.kernels.bits import count_bits, integer
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
from treebuild.search.kernels.layout import (
    CRUSH,
    INFINITE,
    MAX_CANDIDATES_PACKED,
    MAX_REPLIES_WORD,
    NONE,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.weighted_bounds import bound_by_weighted_members


@kernel(I64(I64_ARRAY, I64, I64, I64, I64), inline=True)
def fill_from(cost: Array, depth: int, slots: int, width: int, size: int) -> int:
    """The least cost of `size` secrets: at most `slots` at `depth`, and `width` times as many at each later depth."""
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
def fill_by_most_parts(cost: Array, depth: int, most: int, width: int, size: int) -> int:
    """PERFECT: the least cost of `size` secrets if no member makes more than `most` parts of them, its own included."""
    by_member = cost[depth] + fill_from(cost, depth + 1, most - 1, width, size - 1)
    return int(min(by_member, fill_from(cost, depth + 1, width, width, size), INFINITE))


@kernel(PAIR(GAME_TABLES, WORKSPACE, SET, I64, I64), inline=True)
def most_parts_marked(
    tables: GameTables, work: Workspace, candidates: Array, undecided: int, enough: int
) -> tuple[int, int]:
    """The most parts that a member makes, and the first member that does, or -1 if these do not decide the value.

    No more than `undecided` parts do not decide it. A member that makes `enough`, the most that are possible, ends the
    loop. For games of at most MAX_REPLIES_WORD replies, which are marked in a word.
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
        parts = integer(count_bits(replies))
        if parts > most:
            most, choice = parts, code
            if parts >= enough:
                break
    return most, choice if most > undecided else NONE


@kernel(PAIR(MATRIX, SET, I64_ARRAY, I64_ARRAY, SET, I64))
def most_parts_stamped(
    reply_to: Array, code_of: Array, stamp: Array, state: Array, candidates: Array, most: int
) -> tuple[int, int]:
    """As `most_parts_marked`, for any number of replies: each is stamped with the number of the member that got it.

    `most` is the number of parts that does not decide the value. A member is given up when it cannot make more, so
    where no member does, the number returned is `most`, and may be too large. `reply_to` and `code_of` are those of
    GameTables, `stamp` and `state` those of Workspace.
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
def bound_by_most_parts(cost: Array, depth: int, cap: int, size: int, most: int, choice: int) -> tuple[int, int]:
    """PERFECT: (value, guess) where the members that make the `most` parts decide the value, else (a lower bound, -1).

    `choice` is the first of these members. It is -1 where they make too few parts to decide, see `max_undecided_parts`.
    """
    now, then, late = cost[depth], cost[depth + 1], cost[depth + 2]
    if then >= INFINITE:
        return INFINITE, NONE
    if choice != NONE and most == size:
        return min(INFINITE, now + (size - 1) * then), choice
    if choice != NONE and late < INFINITE and now + (size - 2) * then + late <= size * then:
        return now + (size - 2) * then + late, choice
    return fill_by_most_parts(cost, depth, most, cap, size), NONE


@kernel(I64(COSTS, NODE_STATE, I64), inline=True)
def max_undecided_parts(costs: Costs, node: NodeState, size: int) -> int:
    """The largest number of parts, made by a member, that does not decide the value of `size` candidates.

    A heuristic takes a member that tells all candidates apart, but not always one that leaves a single pair.
    """
    return size - 1 if costs.plan[node.row, node.depth] >= CRUSH else size - 2


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE), inline=True)
def bound_by_members(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState
) -> tuple[int, int]:
    """PERFECT: (value, guess) where members decide the value, else (a lower bound, -1)."""
    if tables.weighted:
        return bound_by_weighted_members(tables, costs, work, candidates, node.depth, node.cap)
    n, undecided = len(candidates), max_undecided_parts(costs, node, len(candidates))
    if len(tables.cap) > MAX_REPLIES_WORD:
        most, choice = most_parts_stamped(tables.reply, tables.code_of, work.stamp, work.state, candidates, undecided)
    else:
        most, choice = most_parts_marked(tables, work, candidates, undecided, min(n, node.cap + 1))
    return bound_by_most_parts(costs.cost, node.depth, node.cap, n, most, choice)


@kernel(types.boolean(GAME_TABLES, WORKSPACE, SET, I64, SET, I64), inline=True)
def same_partition(
    tables: GameTables, work: Workspace, candidates: Array, column: int, recent: Array, number: int
) -> bool:
    """SAME_PARTITION: whether the guess in a column makes the same parts as one tried before; if not, note its column.

    `recent` has the columns noted last, of `number` in all. All these guesses have equal sums of squared part sizes. So
    if each part of this guess lies within a part of an earlier one, the parts are the same: if one held two of them,
    its sum of squares would be larger. The replies to this guess are in work.answer.
    """
    other, by_column = work.scratch[1], len(candidates) <= MAX_CANDIDATES_PACKED
    for t in range(min(number, len(recent))):
        row = tables.reply[tables.code_at[recent[t]]]
        other[: len(tables.cap)] = NONE
        alike = True
        for i in range(len(candidates)):
            reply, secret = work.answer[i], candidates[i]
            its = int(tables.columns[secret, recent[t]] if by_column else row[secret])
            if other[reply] == NONE:
                other[reply] = its
            if other[reply] != its or (reply == tables.win) != (its == tables.win):
                alike = False
                break
        if alike:
            return True
    recent[number % len(recent)] = column
    return False
