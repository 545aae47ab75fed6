"""The exact search: branch and bound over guesses. What it skips is proved in `search.bounds`.

`search` is the whole algorithm: probe the table, scan the guesses, try them in order of their bounds. To try a guess is
to add up bounds of its parts, the cheap ones first, until the sum reaches the best cost so far; then the parts that are
still open are searched. A value of INFINITE or above means that the depth limit cannot be kept.
"""

import numpy as np

from treebuild.search.kernels.compiling import (
    COSTS,
    GAME_TABLES,
    I64,
    I64_ARRAY,
    NODE_STATE,
    PAIR,
    SET,
    TRIPLE,
    WORKSPACE,
    kernel,
    types,
)
from treebuild.search.kernels.heuristics import rank_chosen
from treebuild.search.kernels.layout import (
    AGAIN,
    BOUND,
    CRUSH,
    EXACT,
    NONE,
    OPEN,
    PERFECT,
    RELAX,
    SIZE,
    START,
    STOPPED,
    SYMBOLS,
    TABLE,
    TOO_DEEP,
    TWINS,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.member_bitsets import refuted, separate, worth_separating
from treebuild.search.kernels.part_bounds import by_members, fill, twin
from treebuild.search.kernels.partition import group, measure, next_open, reopen, settle
from treebuild.search.kernels.scan import rank
from treebuild.search.kernels.scan_weighted import rank_weighed
from treebuild.search.kernels.symbols import classes, rename, renamed, renamed_secret
from treebuild.search.kernels.table import known, remember
from treebuild.search.kernels.weighted_bounds import fill_two


@kernel(types.void(I64_ARRAY, I64_ARRAY, I64, I64))
def sift(bound: Array, tie: Array, node: int, size: int) -> None:
    """Restore the heap below `node`: least bound first, then least tie."""
    one, here, end = np.uint64(1), np.uint64(node), np.uint64(size)  # of signed indices the sign would be asked for
    b, t = bound[here], tie[here]
    while here + here + one < end:
        child = here + here + one
        other = child + one
        if other < end and (bound[other] < bound[child] or (bound[other] == bound[child] and tie[other] < tie[child])):
            child = other
        if b < bound[child] or (b == bound[child] and t < tie[child]):
            break
        bound[here], tie[here] = bound[child], tie[child]
        here = child
    bound[here], tie[here] = b, t


@kernel(types.void(I64_ARRAY, I64_ARRAY, I64))
def heapify(bound: Array, tie: Array, size: int) -> None:
    """Make a heap of guesses."""
    for node in range(size // 2 - 1, -1, -1):
        sift(bound, tie, node, size)


@kernel(types.Tuple((SET, I64, NODE_STATE))(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, SET))
def name_symbols(
    tables: GameTables, costs: Costs, work: Workspace, given: Array, node: NodeState, among: Array
) -> tuple[Array, int, NodeState]:
    """SYMBOLS: the candidates with their symbols renamed, the first symbol of the last class, and the node after them.

    A list of guesses to choose among is not renamed, so then nothing is.
    """
    if len(among) or tables.symbol_count == 0 or not costs.prunings[node.row] & SYMBOLS:
        work.alike[node.level] = 0
        for a in range(tables.symbol_count):
            work.names[node.level, a] = a
        return given, int(max(tables.symbol_count - 1, 0)), node
    classes(tables, work, given)
    first = rename(tables, work, node.level)
    candidates = work.sets[node.sets : node.sets + len(given)]
    for i in range(len(given)):
        candidates[i] = renamed_secret(tables, int(given[i]), work.names[node.level])
    sets = node.sets + len(given)
    here = NodeState(node.depth, node.row, node.floor, node.cap, node.level, node.top, sets, node.complete)
    return candidates, first, here


@kernel(I64(GAME_TABLES, WORKSPACE, I64, I64))
def old_name(tables: GameTables, work: Workspace, level: int, guess: int) -> int:
    """The guess with the names its symbols had before `name_symbols` at this level."""
    if guess == NONE or tables.symbol_count == 0:
        return guess
    names = work.scratch[0, : tables.symbol_count]
    for a in range(tables.symbol_count):
        names[work.names[level, a]] = a
    return renamed(tables, guess, names)


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, SET, I64))
def scan(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, above: int, beta: int,
    among: Array, first: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Leave a heap of the guesses worth trying; see `scan.rank` and, where a heuristic chooses, `rank_chosen`."""
    if costs.plan[node.row, node.depth] >= CRUSH:
        left, least, widest = rank_chosen(tables, costs, work, candidates, node, above, among)
    elif not tables.weighted:
        left, least, widest = rank(tables, costs, work, candidates, node, above, beta, among, first)
    elif above == NONE:
        left, least, widest = rank_weighed(tables, costs, work, candidates, node, beta, among, first)
    else:
        left, least, widest = 0, beta, node.cap
    heapify(work.bound[node.top : node.top + left], work.tie[node.top : node.top + left], left)
    return left, least, widest


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, SET))
def search(
    tables: GameTables, costs: Costs, work: Workspace, given: Array, node: NodeState, beta: int, among: Array
) -> tuple[int, int]:
    """The value of a set, and the guess that reaches it.

    The guess is the first, by (bound, sum of squared part sizes, code, symbols renamed), of those that reach the value.
    When the value is not below beta, the result is a lower bound, not below beta, and -1. `among` is a list of the
    guesses allowed here, or empty.
    """
    work.state[1] += 1
    if node.level >= len(work.parts) - 1 or node.top + len(tables.column_of) > len(work.bound):
        work.state[0] = TOO_DEEP
    if work.state[0]:
        return STOPPED, NONE
    candidates, first, here = name_symbols(tables, costs, work, given, node, among)
    n, level, row, prunings = len(candidates), here.level, here.row, costs.prunings[here.row]
    use_table = prunings & TABLE and len(among) == 0

    # Probe.
    if use_table:
        value, choice = known(tables, work, candidates, here, beta)
        if value != NONE:
            choice = old_name(tables, work, level, choice)
            remember(tables, work, given, node, value, choice)
            return value, choice

    # Scan.
    parts, tried, order = work.parts[level], work.twins[level], work.sets[here.sets : here.sets + n]
    left, least, widest = scan(tables, costs, work, candidates, here, NONE, beta, among, first)
    best, choice, scanned = beta, NONE, NONE
    below_row = EXACT if here.depth + 1 >= costs.free else row
    small = len(tables.cap)  # parts of so many are cheap to search
    relax = prunings & RELAX and costs.plan[row, here.depth] < CRUSH  # a lone guess has no rival to be compared with
    close, separated = worth_separating(tables, costs, here, n), False
    while best > max(least, node.floor):
        bound, tie = work.bound[here.top : here.top + left], work.tie[here.top : here.top + left]
        last_bound, last_squares, number = NONE, NONE, 0
        free = here.top + left

        # Try a guess.
        while left and max(least, node.floor) < best and bound[0] < best:
            now, squares, code = bound[0], tie[0] >> 32, tie[0] & 0xFFFFFFFF
            column = int(tables.column_of[code])
            left -= 1
            bound[0], tie[0] = bound[left], tie[left]
            sift(bound, tie, 0, left)
            if close and not separated:
                separated = True
                separate(tables, candidates, work.made[level])
            if close and refuted(tables, costs, work, candidates, here, column, widest, best - now):
                continue
            total, number_met = measure(tables, costs, work, candidates, here, column, best, widest)
            if total >= best:
                continue
            if now != last_bound or squares != last_squares:
                last_bound, last_squares, number = now, squares, 0
            alone = number == 0 and (left == 0 or bound[0] != now or tie[0] >> 32 != squares)
            if prunings & TWINS and not alone:
                if twin(tables, work, candidates, column, tried, number):
                    continue
                number += 1
            met = work.met[level, :number_met]
            group(tables, work, candidates, parts, met, order)
            below = NodeState(here.depth + 1, below_row, 0, widest, level + 1, free, here.sets + n, 1)
            total = settle(tables, costs, work, below, best, parts, met, order, total, candidates, separated)
            for kind in range(EXACT if relax else below_row, below_row + 1):
                above = small if kind < below_row else 0
                reply = next_open(parts, met, small, above)
                while total < best and reply != NONE:
                    start, old, cap = parts[reply, START], parts[reply, BOUND], min(widest, tables.cap[reply])
                    part, floor = order[start : start + parts[reply, SIZE]], old if kind == below_row else 0
                    below = NodeState(here.depth + 1, kind, floor, cap, level + 1, free, here.sets + n, 1)
                    value, _ = search(tables, costs, work, part, below, best - total + old, tables.nothing)
                    if value == STOPPED:
                        return STOPPED, NONE
                    value = max(value, old)
                    parts[reply, BOUND] = value
                    parts[reply, OPEN] = AGAIN if kind < below_row else 0
                    total += value - old
                    reply = next_open(parts, met, small, above)
                reopen(parts, met)
            if total < best:
                best, choice = total, code
        if scanned != NONE:
            break
        scanned = least
        if max(least, node.floor) < best:
            left, _, _ = scan(tables, costs, work, candidates, here, scanned, best, among, first)
    value = best if choice != NONE else max(best, least, node.floor)
    if use_table:
        remember(tables, work, candidates, here, value, choice)
    choice = old_name(tables, work, level, choice)
    if use_table:
        remember(tables, work, given, node, value, choice)
    return value, choice


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, I64, I64, I64, I64, SET, I64))
def solve(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, depth: int, row: int, beta: int, floor: int,
    among: Array, complete: int,
) -> tuple[int, int]:  # fmt: skip
    """`search` for any set, at a depth, by a row of Costs: the value and a guess, or a lower bound not below beta and -1.

    Where a list of guesses is not complete, it is tried whatever members could do.
    """
    n, whole = len(candidates), 1 if len(among) == 0 else complete
    node = NodeState(depth, row, floor, len(tables.cap), 0, 0, 0, whole)
    if whole:
        if n < 3:
            cost = fill_two(tables, costs, candidates, depth) if tables.weighted else fill(costs.cost, depth, 1, n)
            return cost, int(tables.code_of[candidates[0]])
        if costs.prunings[row] & PERFECT and n <= len(tables.cap):
            value, guess = by_members(tables, costs, work, candidates, node)
            if guess != NONE or value >= beta:
                return value, guess
        if costs.prunings[row] & TABLE and len(among) == 0:
            value, guess = known(tables, work, candidates, node, beta)
            if value != NONE:
                return value, guess
    return search(tables, costs, work, candidates, node, beta, among)
