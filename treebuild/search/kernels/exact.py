"""The exact search: branch and bound over guesses. What it skips is proved in `search.bounds`.

`search` is the whole algorithm: probe the table, scan the guesses, try them in order of their bounds. To try a guess is
to add up bounds of its parts, the cheap ones first, until the sum reaches the best cost so far; then the parts that are
still open are searched. A value of INFINITE or above means that the depth limit cannot be kept.
"""

import numpy as np

from treebuild.search.kernels.compiling import (
    AIM,
    BOARD,
    COSTS,
    I64,
    MEMORY,
    PAIR,
    PLACE,
    SET,
    TRIPLE,
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
    Aim,
    Array,
    Board,
    Memory,
    Place,
)
from treebuild.search.kernels.member_bitsets import refuted, separate, worth_separating
from treebuild.search.kernels.part_bounds import by_members, fill, twin
from treebuild.search.kernels.partition import group, measure, next_open, reopen, settle
from treebuild.search.kernels.scan import rank
from treebuild.search.kernels.scan_weighted import rank_weighed
from treebuild.search.kernels.symbols import classes, rename, renamed, renamed_secret
from treebuild.search.kernels.table import known, remember
from treebuild.search.kernels.weighted_bounds import fill_two


@kernel(types.void(COSTS, COSTS, I64, I64))
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


@kernel(types.void(COSTS, COSTS, I64))
def heapify(bound: Array, tie: Array, size: int) -> None:
    """Make a heap of guesses."""
    for node in range(size // 2 - 1, -1, -1):
        sift(bound, tie, node, size)


@kernel(types.Tuple((SET, I64, PLACE))(BOARD, AIM, MEMORY, SET, PLACE, SET))
def name_symbols(
    board: Board, aim: Aim, memory: Memory, given: Array, place: Place, among: Array
) -> tuple[Array, int, Place]:
    """SYMBOLS: the candidates with their symbols renamed, the first symbol of the last class, and the place after them.

    A list of guesses to choose among is not renamed, so then nothing is.
    """
    if len(among) or board.symbol_count == 0 or not aim.prunings[place.row] & SYMBOLS:
        memory.alike[place.level] = 0
        for a in range(board.symbol_count):
            memory.names[place.level, a] = a
        return given, int(max(board.symbol_count - 1, 0)), place
    classes(board, memory, given)
    first = rename(board, memory, place.level)
    candidates = memory.sets[place.sets : place.sets + len(given)]
    for i in range(len(given)):
        candidates[i] = renamed_secret(board, int(given[i]), memory.names[place.level])
    sets = place.sets + len(given)
    here = Place(place.depth, place.row, place.floor, place.cap, place.level, place.top, sets, place.complete)
    return candidates, first, here


@kernel(I64(BOARD, MEMORY, I64, I64))
def old_name(board: Board, memory: Memory, level: int, guess: int) -> int:
    """The guess with the names its symbols had before `name_symbols` at this level."""
    if guess == NONE or board.symbol_count == 0:
        return guess
    names = memory.scratch[0, : board.symbol_count]
    for a in range(board.symbol_count):
        names[memory.names[level, a]] = a
    return renamed(board, guess, names)


@kernel(TRIPLE(BOARD, AIM, MEMORY, SET, PLACE, I64, I64, SET, I64))
def scan(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, above: int, beta: int,
    among: Array, first: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Leave a heap of the guesses worth trying; see `scan.rank` and, where a heuristic chooses, `rank_chosen`."""
    if aim.plan[place.row, place.depth] >= CRUSH:
        left, least, widest = rank_chosen(board, aim, memory, candidates, place, above, among)
    elif not board.weighted:
        left, least, widest = rank(board, aim, memory, candidates, place, above, beta, among, first)
    elif above == NONE:
        left, least, widest = rank_weighed(board, aim, memory, candidates, place, beta, among, first)
    else:
        left, least, widest = 0, beta, place.cap
    heapify(memory.bound[place.top : place.top + left], memory.tie[place.top : place.top + left], left)
    return left, least, widest


@kernel(PAIR(BOARD, AIM, MEMORY, SET, PLACE, I64, SET))
def search(
    board: Board, aim: Aim, memory: Memory, given: Array, place: Place, beta: int, among: Array
) -> tuple[int, int]:
    """The value of a set, and the guess that reaches it.

    The guess is the first, by (bound, sum of squared part sizes, code, symbols renamed), of those that reach the value.
    When the value is not below beta, the result is a lower bound, not below beta, and -1. `among` is a list of the
    guesses allowed here, or empty.
    """
    memory.state[1] += 1
    if place.level >= len(memory.parts) - 1 or place.top + len(board.column_of) > len(memory.bound):
        memory.state[0] = TOO_DEEP
    if memory.state[0]:
        return STOPPED, NONE
    candidates, first, here = name_symbols(board, aim, memory, given, place, among)
    n, level, row, prunings = len(candidates), here.level, here.row, aim.prunings[here.row]
    use_table = prunings & TABLE and len(among) == 0

    # Probe.
    if use_table:
        value, choice = known(board, memory, candidates, here, beta)
        if value != NONE:
            choice = old_name(board, memory, level, choice)
            remember(board, memory, given, place, value, choice)
            return value, choice

    # Scan.
    parts, tried, order = memory.parts[level], memory.twins[level], memory.sets[here.sets : here.sets + n]
    left, least, widest = scan(board, aim, memory, candidates, here, NONE, beta, among, first)
    best, choice, scanned = beta, NONE, NONE
    below_row = EXACT if here.depth + 1 >= aim.free else row
    small = len(board.cap)  # parts of so many are cheap to search
    relax = prunings & RELAX and aim.plan[row, here.depth] < CRUSH  # a lone guess has no rival to be compared with
    close, separated = worth_separating(board, aim, here, n), False
    while best > max(least, place.floor):
        bound, tie = memory.bound[here.top : here.top + left], memory.tie[here.top : here.top + left]
        last_bound, last_squares, number = NONE, NONE, 0
        free = here.top + left

        # Try a guess.
        while left and max(least, place.floor) < best and bound[0] < best:
            now, squares, code = bound[0], tie[0] >> 32, tie[0] & 0xFFFFFFFF
            column = int(board.column_of[code])
            left -= 1
            bound[0], tie[0] = bound[left], tie[left]
            sift(bound, tie, 0, left)
            if close and not separated:
                separated = True
                separate(board, candidates, memory.made[level])
            if close and refuted(board, aim, memory, candidates, here, column, widest, best - now):
                continue
            total, number_met = measure(board, aim, memory, candidates, here, column, best, widest)
            if total >= best:
                continue
            if now != last_bound or squares != last_squares:
                last_bound, last_squares, number = now, squares, 0
            alone = number == 0 and (left == 0 or bound[0] != now or tie[0] >> 32 != squares)
            if prunings & TWINS and not alone:
                if twin(board, memory, candidates, column, tried, number):
                    continue
                number += 1
            met = memory.met[level, :number_met]
            group(board, memory, candidates, parts, met, order)
            below = Place(here.depth + 1, below_row, 0, widest, level + 1, free, here.sets + n, 1)
            total = settle(board, aim, memory, below, best, parts, met, order, total, candidates, separated)
            for kind in range(EXACT if relax else below_row, below_row + 1):
                above = small if kind < below_row else 0
                reply = next_open(parts, met, small, above)
                while total < best and reply != NONE:
                    start, old, cap = parts[reply, START], parts[reply, BOUND], min(widest, board.cap[reply])
                    part, floor = order[start : start + parts[reply, SIZE]], old if kind == below_row else 0
                    below = Place(here.depth + 1, kind, floor, cap, level + 1, free, here.sets + n, 1)
                    value, _ = search(board, aim, memory, part, below, best - total + old, board.nothing)
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
        if max(least, place.floor) < best:
            left, _, _ = scan(board, aim, memory, candidates, here, scanned, best, among, first)
    value = best if choice != NONE else max(best, least, place.floor)
    if use_table:
        remember(board, memory, candidates, here, value, choice)
    choice = old_name(board, memory, level, choice)
    if use_table:
        remember(board, memory, given, place, value, choice)
    return value, choice


@kernel(PAIR(BOARD, AIM, MEMORY, SET, I64, I64, I64, I64, SET, I64))
def solve(
    board: Board, aim: Aim, memory: Memory, candidates: Array, depth: int, row: int, beta: int, floor: int,
    among: Array, complete: int,
) -> tuple[int, int]:  # fmt: skip
    """`search` for any set, at a depth, by a row of Aim: the value and a guess, or a lower bound not below beta and -1.

    Where a list of guesses is not complete, it is tried whatever members could do.
    """
    n, whole = len(candidates), 1 if len(among) == 0 else complete
    place = Place(depth, row, floor, len(board.cap), 0, 0, 0, whole)
    if whole:
        if n < 3:
            cost = fill_two(board, aim, candidates, depth) if board.weighted else fill(aim.cost, depth, 1, n)
            return cost, int(board.code_of[candidates[0]])
        if aim.prunings[row] & PERFECT and n <= len(board.cap):
            value, guess = by_members(board, aim, memory, candidates, place)
            if guess != NONE or value >= beta:
                return value, guess
        if aim.prunings[row] & TABLE and len(among) == 0:
            value, guess = known(board, memory, candidates, place, beta)
            if value != NONE:
                return value, guess
    return search(board, aim, memory, candidates, place, beta, among)
