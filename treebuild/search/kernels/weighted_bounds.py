"""What bounds are where secrets have weights: one of weight w costs w * aim.cost[d] + aim.flat[d] at depth d.

Secrets are numbered by falling weight, and sets list their members by rising number: the heaviest come first. SYMBOLS
keeps that order, as symbols that change places keep weights. The proofs stand in `search.bounds`.
"""

from treebuild.search.kernels.compiling import AIM, BOARD, COSTS, I64, MEMORY, PAIR, PLACE, SET, kernel
from treebuild.search.kernels.layout import (
    BOUND,
    FILL,
    INFINITE,
    NONE,
    OPEN,
    SIZE,
    Aim,
    Array,
    Board,
    Memory,
    Place,
)


@kernel(I64(BOARD, AIM, I64, I64), inline=True)
def charge(board: Board, aim: Aim, secret: int, depth: int) -> int:
    """What a secret costs at a depth."""
    if aim.cost[depth] >= INFINITE:
        return INFINITE
    return int(board.weight[secret] * aim.cost[depth] + aim.flat[depth])


@kernel(I64(BOARD, AIM, SET, I64))
def fill_two(board: Board, aim: Aim, candidates: Array, depth: int) -> int:
    """What one or two candidates cost: the heavier is guessed first."""
    total = charge(board, aim, candidates[0], depth)
    if len(candidates) == 2:
        total += charge(board, aim, candidates[1], depth + 1)
    return min(INFINITE, total)


@kernel(I64(BOARD, AIM, SET, I64, I64, I64, I64), inline=True)
def fill_heaviest(board: Board, aim: Aim, candidates: Array, but: int, depth: int, slots: int, width: int) -> int:
    """FILL: what all candidates `but` one cost, heaviest first: `slots` at `depth`, then `width` times as many."""
    total, used = 0, 0
    for i in range(len(candidates)):
        if i == but:
            continue
        if used == slots:
            depth, slots, used = depth + 1, slots * width, 0
        used += 1
        total += charge(board, aim, candidates[i], depth)
    return int(min(total, INFINITE))


@kernel(PAIR(BOARD, AIM, MEMORY, SET, I64, I64))
def by_weighed_members(
    board: Board, aim: Aim, memory: Memory, candidates: Array, depth: int, cap: int
) -> tuple[int, int]:
    """PERFECT: (value, guess) where members decide it, else (a lower bound, -1).

    Members are asked from the heaviest on, until one is perfect. What one costs is known if at most one candidate has
    to wait for depth + 2, the lighter of the two that reply the same; else two have to, not lighter than the lightest.
    """
    n, now, then, late = len(candidates), aim.cost[depth], aim.cost[depth + 1], aim.cost[depth + 2]
    if then >= INFINITE:
        return INFINITE, NONE
    flat, later = aim.flat[depth + 1] - aim.flat[depth], aim.flat[depth + 2] - aim.flat[depth + 1]
    everyone = 0
    for secret in candidates:
        everyone += charge(board, aim, secret, depth + 1)
    best, choice = INFINITE, NONE
    least, bound = everyone, fill_heaviest(board, aim, candidates, NONE, depth + 1, cap, cap)
    waiting = (board.weight[candidates[n - 1]] + board.weight[candidates[n - 2]]) * (late - then) + 2 * later
    for i in range(n):
        member, parts, asked, second = int(candidates[i]), n, memory.state[2] + 1, NONE
        memory.state[2] = asked
        row = board.reply[board.code_of[member]]
        for secret in candidates:
            if memory.stamp[row[secret]] == asked:
                parts -= 1
                second = int(secret)
            memory.stamp[row[secret]] = asked
        cost = everyone - int(board.weight[member] * (then - now) + flat)
        if parts < n - 1:
            least = min(least, INFINITE if late >= INFINITE else cost + waiting)
            filled = fill_heaviest(board, aim, candidates, i, depth + 1, parts - 1, cap)
            bound = min(bound, charge(board, aim, member, depth) + filled)
            continue
        if parts < n:
            cost = INFINITE if late >= INFINITE else cost + int(board.weight[second] * (late - then) + later)
        if cost < best:
            best, choice = cost, int(board.code_of[member])
        if parts == n:
            break
    if best <= least:  # whatever the cap: the guess must depend on the set alone
        return best, choice
    return min(best, bound), NONE


@kernel(PAIR(BOARD, AIM, MEMORY, SET, PLACE, I64, I64, I64))
def measure_weighed(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, column: int, best: int, widest: int
) -> tuple[int, int]:
    """`parts.measure` with weights: FILL gives the i-th heaviest of a part the earliest place that is left."""
    sizes, parts, met = memory.scratch[0], memory.parts[place.level], memory.met[place.level]
    total, number, fills = 0, 0, aim.prunings[place.row] & FILL
    sizes[: len(board.cap)] = 0
    row = board.reply[board.code_at[column]]
    for i in range(len(candidates)):
        secret = int(candidates[i])
        reply = row[secret]
        size = sizes[reply]
        memory.answer[i] = reply
        if size == 0:
            met[number] = reply
            number += 1
            parts[reply, BOUND] = 0
        depth = place.depth
        if reply != board.win:
            depth += 1 + (board.level[min(widest, board.cap[reply]), size] if fills else min(size, 1))
        cost = charge(board, aim, secret, depth)
        total += cost
        if total >= best:
            return int(total), number
        parts[reply, BOUND] += cost
        sizes[reply] = size + 1
    for reply in met[:number]:
        parts[reply, SIZE], parts[reply, OPEN] = sizes[reply], sizes[reply] > 2
    return int(total), number


@kernel(I64(AIM, COSTS, I64, I64, I64, I64, I64, I64))
def by_profile(aim: Aim, heaviest: Array, depth: int, n: int, winner: int, soon: int, later: int, last: int) -> int:
    """The least cost of n candidates of which so many are solved by depth + 1, + 2 and + 3 at most, the others after.

    heaviest[i] is what the i heaviest weigh together. `winner` is what the candidate weighs that is solved at once, or
    -1. It counts among those solved later; the i heaviest with it among them weigh heaviest[i] at most, and no more
    than it and the i - 1 heaviest.
    """
    total, solved, weight = 0, 0, 0
    if winner >= 0:
        total, solved, weight = winner * aim.cost[depth] + aim.flat[depth], 1, winner
    for after in range(1, 5):
        reached = soon if after == 1 else later if after == 2 else last if after == 3 else n
        if reached <= solved:
            continue
        if aim.cost[depth + after] >= INFINITE:
            return INFINITE
        reach = heaviest[reached] if winner < 0 else min(heaviest[reached], heaviest[reached - 1] + winner)
        total += (reach - weight) * aim.cost[depth + after] + (reached - solved) * aim.flat[depth + after]
        solved, weight = reached, reach
    return int(total)
