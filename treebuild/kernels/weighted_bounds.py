"""Bounds for games with weights: a secret of weight w costs w * costs.cost[d] + costs.flat[d] at depth d.

Secrets are numbered by falling weight, and sets list them by rising number, so the heaviest come first. SYMBOLS keeps
that order, because exchanges of symbols keep the weights. `bounds.prunings` has the proofs.
"""

from __future__ import annotations

from treebuild.kernels.constants import FILL, INFINITE, NONE
from treebuild.kernels.uncompiled import flag, i64


def cost_at(tables, costs, secret, depth):
    """The cost of a secret that is solved at a depth."""
    if costs.cost[depth] >= INFINITE:
        return INFINITE
    return tables.weight[secret] * costs.cost[depth] + costs.flat[depth]


def fill_two(tables, costs, candidates, n, depth):
    """The cost of one or two candidates: the heavier one is guessed first."""
    total = cost_at(tables, costs, candidates[0], depth)
    if n == 2:
        total += cost_at(tables, costs, candidates[1], depth + 1)
    return min(INFINITE, total)


def fill_heaviest(tables, costs, candidates, n, but, depth, slots, width):
    """FILL: the least cost of all candidates except number `but`: `slots` at `depth`, then `width` times as many.

    The heaviest are solved first.
    """
    total: i64 = 0
    used: i64 = 0
    for i in range(n):
        if i == but:
            continue
        if used == slots:
            depth, slots, used = depth + 1, slots * width, 0
        used += 1
        total += cost_at(tables, costs, candidates[i], depth)
        if total >= INFINITE:  # return at once: in games of many replies the sum might overflow
            return INFINITE
    return total


def bound_by_weighted_members(tables, costs, work, candidates, n, depth, cap):
    """PERFECT: (value, guess) if members decide the value, else (a lower bound, -1).

    The loop tries members from the heaviest on, until one tells all candidates apart. The cost of a member is known if
    at most one candidate is left for depth + 2; this is the lighter one of the two that give the same reply. Otherwise
    at least two candidates are left for depth + 2, and together they weigh at least as much as the two lightest.
    """
    weight, stamp, state = tables.weight, work.stamp, work.state
    now, then, late = costs.cost[depth], costs.cost[depth + 1], costs.cost[depth + 2]
    if then >= INFINITE:
        return INFINITE, NONE
    flat, later = costs.flat[depth + 1] - costs.flat[depth], costs.flat[depth + 2] - costs.flat[depth + 1]
    all_next: i64 = 0
    for secret in candidates[:n]:
        all_next += cost_at(tables, costs, secret, depth + 1)
    best: i64 = INFINITE
    choice: i64 = NONE
    least, bound = all_next, fill_heaviest(tables, costs, candidates, n, NONE, depth + 1, cap, cap)
    two_later = (weight[candidates[n - 1]] + weight[candidates[n - 2]]) * (late - then) + 2 * later
    for i in range(n):
        member = candidates[i]
        asked: i64 = state[2] + 1
        parts: i64 = n
        second: i64 = NONE
        row = tables.reply + tables.code_of[member] * tables.secrets
        state[2] = asked
        for secret in candidates[:n]:
            if stamp[row[secret]] == asked:
                parts -= 1
                second = secret
            stamp[row[secret]] = asked
        cost = all_next - (weight[member] * (then - now) + flat)
        if parts < n - 1:
            least = min(least, INFINITE if late >= INFINITE else cost + two_later)
            filled = fill_heaviest(tables, costs, candidates, n, i, depth + 1, parts - 1, cap)
            bound = min(bound, cost_at(tables, costs, member, depth) + filled)
            continue
        if parts < n:
            cost = INFINITE if late >= INFINITE else cost + (weight[second] * (late - then) + later)
        if cost < best:
            best, choice = cost, tables.code_of[member]
        if parts == n:
            break
    if best <= least:  # not `bound`, which depends on the cap: the guess must depend on the set alone
        return best, choice
    return min(best, bound), NONE


def level_at(tables, width, reply, size, fills):
    """At which level of its part FILL solves a candidate, after `size` others of this part; the first level is 0.

    `width` is the width of the set, see FILL. Without `fills` the level is 0 for the first candidate and 1 for others.
    """
    if fills:
        level: i64 = tables.fill_level[min(width, tables.cap[reply]) * tables.weights + size]
        return level
    return min(size, 1)


def bound_weighted_parts(tables, costs, work, candidates, n, node, column, best, width):
    """`partition.bound_parts` with weights: in each part FILL gives the i-th heaviest the i-th earliest place."""
    sizes, answer, row = work.scratch, work.answer, tables.reply + tables.code_at[column] * tables.secrets
    parts, met = work.parts + node.level * tables.replies, work.met + node.level * (tables.replies + 1)
    total: i64 = 0
    number: i64 = 0
    fills: flag = costs.prunings[node.row] & FILL != 0
    for reply in range(tables.replies):
        sizes[reply] = 0
    for i in range(n):
        secret = candidates[i]
        got = row[secret]
        size = sizes[got]
        answer[i] = got
        if size == 0:
            met[number] = got
            number += 1
            parts[got].bound = 0
        depth = node.depth
        if got != tables.win:
            depth += 1 + level_at(tables, width, got, size, fills)
        cost = cost_at(tables, costs, secret, depth)
        total += cost
        if total >= best:
            return total, number
        parts[got].bound += cost
        sizes[got] = size + 1
    for i in range(number):
        got = met[i]
        parts[got].size, parts[got].status = sizes[got], sizes[got] > 2
    return total, number


def bound_by_profile(costs, heaviest_sum, depth, n, winner, soon, later, last):
    """The least cost of n candidates: at most `soon` by depth + 1, `later` by depth + 2 and `last` by depth + 3.

    The others are solved at depth + 4. heaviest_sum[i] is the weight of the i heaviest candidates together. `winner` is
    the weight of the candidate that the guess wins against, or -1. This candidate counts among the `soon`. Any i
    candidates that include it weigh at most heaviest_sum[i], and at most its weight plus heaviest_sum[i - 1].
    """
    cost, flat = costs.cost + depth, costs.flat + depth
    total: i64 = 0
    solved: i64 = 0
    weight: i64 = 0
    after: i64
    if winner >= 0:
        total, solved, weight = winner * cost[0] + flat[0], 1, winner
    for after in range(1, 5):
        reached = soon if after == 1 else later if after == 2 else last if after == 3 else n
        if reached <= solved:
            continue
        if cost[after] >= INFINITE:
            return INFINITE
        reach = heaviest_sum[reached]
        if winner >= 0:
            reach = min(reach, heaviest_sum[reached - 1] + winner)
        total += (reach - weight) * cost[after] + (reached - solved) * flat[after]
        solved, weight = reached, reach
    return total
