"""FILL, PERFECT and TWINS, compiled; their proofs stand in `search.bounds`."""

import numpy as np

from treebuild.search.kernels.compiling import AIM, BOARD, COSTS, I64, MEMORY, PAIR, PLACE, SET, kernel, types
from treebuild.search.kernels.counting import count_bits
from treebuild.search.kernels.layout import CRUSH, INFINITE, NONE, PACKED_SIZE, Aim, Array, Board, Memory, Place


@kernel(I64(COSTS, I64, I64, I64), inline=True)
def fill(cost: Array, depth: int, width: int, size: int) -> int:
    """FILL: the least cost of `size` secrets from `depth` on when no node has more than `width` children."""
    total, slots = 0, 1
    while size > 0:
        if cost[depth] >= INFINITE:
            return INFINITE
        total += min(slots, size) * cost[depth]
        size -= slots
        slots *= width
        depth += 1
    return min(total, INFINITE)


@kernel(PAIR(BOARD, AIM, MEMORY, SET, PLACE), inline=True)
def by_members(board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place) -> tuple[int, int]:
    """PERFECT: (value, guess) where members decide it, else (a lower bound, -1). For games of 64 replies at most."""
    n, depth = len(candidates), place.depth
    now, then, late = aim.cost[depth], aim.cost[depth + 1], aim.cost[depth + 2]
    if then >= INFINITE:
        return INFINITE, NONE
    near = INFINITE if late >= INFINITE else now + (n - 2) * then + late
    most, choice = n - 2, NONE
    if aim.plan[place.row, depth] >= CRUSH:
        most = n - 1  # a heuristic takes a perfect member (it has no better), but need not take the next best
    seen = memory.scratch[1].view(np.uint64)
    column = memory.scratch[2]
    for i in range(n):
        seen[i], column[i] = np.uint64(1) << np.uint64(board.win), board.own_column[candidates[i]]
    for i in range(n):
        code, row, replies = int(board.code_of[candidates[i]]), board.columns[candidates[i]], seen[i]
        if board.symmetric:
            for j in range(i + 1, n):
                bit = np.uint64(1) << np.uint64(row[column[j]])
                replies |= bit
                seen[j] |= bit
        else:
            for secret in candidates:
                replies |= np.uint64(1) << np.uint64(board.columns[secret, column[i]])
        parts = count_bits(replies)
        if parts > most:
            if parts == n:
                return min(INFINITE, now + (n - 1) * then), code
            most, choice = parts, code
    if choice != NONE and near <= n * then:
        return min(INFINITE, near), choice
    return min(INFINITE, near, n * then), NONE


@kernel(types.boolean(BOARD, MEMORY, SET, I64, SET, I64), inline=True)
def twin(board: Board, memory: Memory, candidates: Array, column: int, tried: Array, number: int) -> bool:
    """TWINS: whether one of the guesses tried last, `number` in all, makes the same parts; else it joins them.

    All have equal sums of squares. So if each part of this guess lies within a part of that one, they are the same
    parts: joining two would raise the sum. The replies to this guess are in memory.answer.
    """
    same, few = memory.scratch[1], len(candidates) <= PACKED_SIZE
    for t in range(min(number, len(tried))):
        row = board.reply[board.code_at[tried[t]]]
        same[: len(board.cap)] = NONE
        alike = True
        for i in range(len(candidates)):
            here, secret = memory.answer[i], candidates[i]
            there = int(board.columns[secret, tried[t]] if few else row[secret])
            if same[here] == NONE:
                same[here] = there
            if same[here] != there or (here == board.win) != (there == board.win):
                alike = False
                break
        if alike:
            return True
    tried[number % len(tried)] = column
    return False
