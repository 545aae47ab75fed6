"""Bounds for games with weights: a secret of weight w costs w * costs.cost[d] + costs.flat[d] at depth d.

Secrets are numbered by falling weight, and sets list them by rising number, so the heaviest come first. SYMBOLS keeps
that order, because symbols that may be exchanged keep the weights. The proofs stand in `search.bounds`.
"""

from treebuild.search.kernels.compiling import (
    COSTS,
    GAME_TABLES,
    I64,
    I64_ARRAY,
    NODE_STATE,
    PAIR,
    SET,
    WORKSPACE,
    kernel,
)
from treebuild.search.kernels.layout import (
    BOUND,
    FILL,
    INFINITE,
    NONE,
    SIZE,
    STATUS,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)


@kernel(I64(GAME_TABLES, COSTS, I64, I64), inline=True)
def cost_at(tables: GameTables, costs: Costs, secret: int, depth: int) -> int:
    """What a secret costs that is solved at a depth."""
    if costs.cost[depth] >= INFINITE:
        return INFINITE
    return int(tables.weight[secret] * costs.cost[depth] + costs.flat[depth])


@kernel(I64(GAME_TABLES, COSTS, SET, I64))
def fill_two(tables: GameTables, costs: Costs, candidates: Array, depth: int) -> int:
    """What one or two candidates cost: the heavier one is guessed first."""
    total = cost_at(tables, costs, candidates[0], depth)
    if len(candidates) == 2:
        total += cost_at(tables, costs, candidates[1], depth + 1)
    return min(INFINITE, total)


@kernel(I64(GAME_TABLES, COSTS, SET, I64, I64, I64, I64), inline=True)
def fill_heaviest(
    tables: GameTables, costs: Costs, candidates: Array, but: int, depth: int, slots: int, width: int
) -> int:
    """FILL: the least cost of the candidates without number `but`: `slots` at `depth`, then `width` times as many.

    The heaviest are solved first.
    """
    total, used = 0, 0
    for i in range(len(candidates)):
        if i == but:
            continue
        if used == slots:
            depth, slots, used = depth + 1, slots * width, 0
        used += 1
        total += cost_at(tables, costs, candidates[i], depth)
    return int(min(total, INFINITE))


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, I64, I64))
def bound_by_weighted_members(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, depth: int, cap: int
) -> tuple[int, int]:
    """PERFECT: (value, guess) where members decide the value, else (a lower bound, -1).

    Members are tried from the heaviest on, until one tells all candidates apart. The cost of a member is known if at
    most one candidate is left for depth + 2, which is the lighter of the two that give the same reply. Otherwise at
    least two candidates are left, and none is lighter than the two lightest.
    """
    n, now, then, late = len(candidates), costs.cost[depth], costs.cost[depth + 1], costs.cost[depth + 2]
    if then >= INFINITE:
        return INFINITE, NONE
    flat, later = costs.flat[depth + 1] - costs.flat[depth], costs.flat[depth + 2] - costs.flat[depth + 1]
    all_next = 0
    for secret in candidates:
        all_next += cost_at(tables, costs, secret, depth + 1)
    best, choice = INFINITE, NONE
    least, bound = all_next, fill_heaviest(tables, costs, candidates, NONE, depth + 1, cap, cap)
    two_later = (tables.weight[candidates[n - 1]] + tables.weight[candidates[n - 2]]) * (late - then) + 2 * later
    for i in range(n):
        member, parts, asked, second = int(candidates[i]), n, work.state[2] + 1, NONE
        work.state[2] = asked
        row = tables.reply[tables.code_of[member]]
        for secret in candidates:
            if work.stamp[row[secret]] == asked:
                parts -= 1
                second = int(secret)
            work.stamp[row[secret]] = asked
        cost = all_next - int(tables.weight[member] * (then - now) + flat)
        if parts < n - 1:
            least = min(least, INFINITE if late >= INFINITE else cost + two_later)
            filled = fill_heaviest(tables, costs, candidates, i, depth + 1, parts - 1, cap)
            bound = min(bound, cost_at(tables, costs, member, depth) + filled)
            continue
        if parts < n:
            cost = INFINITE if late >= INFINITE else cost + int(tables.weight[second] * (late - then) + later)
        if cost < best:
            best, choice = cost, int(tables.code_of[member])
        if parts == n:
            break
    if best <= least:  # not `bound`, which depends on the cap: the guess must depend on the set alone
        return best, choice
    return min(best, bound), NONE


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, I64))
def bound_weighted_parts(
    tables: GameTables,
    costs: Costs,
    work: Workspace,
    candidates: Array,
    node: NodeState,
    column: int,
    best: int,
    width: int,
) -> tuple[int, int]:
    """`partition.bound_parts` with weights: in each part FILL gives the i-th heaviest the i-th earliest place."""
    sizes, parts, met = work.scratch[0], work.parts[node.level], work.met[node.level]
    total, number, fills = 0, 0, costs.prunings[node.row] & FILL
    sizes[: len(tables.cap)] = 0
    row = tables.reply[tables.code_at[column]]
    for i in range(len(candidates)):
        secret = int(candidates[i])
        reply = row[secret]
        size = sizes[reply]
        work.answer[i] = reply
        if size == 0:
            met[number] = reply
            number += 1
            parts[reply, BOUND] = 0
        depth = node.depth
        if reply != tables.win:
            depth += 1 + (tables.fill_level[min(width, tables.cap[reply]), size] if fills else min(size, 1))
        cost = cost_at(tables, costs, secret, depth)
        total += cost
        if total >= best:
            return int(total), number
        parts[reply, BOUND] += cost
        sizes[reply] = size + 1
    for reply in met[:number]:
        parts[reply, SIZE], parts[reply, STATUS] = sizes[reply], sizes[reply] > 2
    return int(total), number


@kernel(I64(COSTS, I64_ARRAY, I64, I64, I64, I64, I64, I64))
def bound_by_profile(
    costs: Costs, heaviest_sum: Array, depth: int, n: int, winner: int, soon: int, later: int, last: int
) -> int:
    """The least cost of n candidates: at most `soon` by depth + 1, `later` by depth + 2 and `last` by depth + 3.

    The others are solved at depth + 4. heaviest_sum[i] is what the i heaviest candidates weigh together. `winner` is
    the weight of the candidate that the guess wins against, or -1. This candidate counts among the `soon`. Any i
    candidates with it among them weigh at most heaviest_sum[i], and at most what it and the i - 1 heaviest weigh.
    """
    total, solved, weight = 0, 0, 0
    if winner >= 0:
        total, solved, weight = winner * costs.cost[depth] + costs.flat[depth], 1, winner
    for after in range(1, 5):
        reached = soon if after == 1 else later if after == 2 else last if after == 3 else n
        if reached <= solved:
            continue
        if costs.cost[depth + after] >= INFINITE:
            return INFINITE
        reach = heaviest_sum[reached]
        if winner >= 0:
            reach = min(reach, heaviest_sum[reached - 1] + winner)
        total += (reach - weight) * costs.cost[depth + after] + (reached - solved) * costs.flat[depth + after]
        solved, weight = reached, reach
    return int(total)
