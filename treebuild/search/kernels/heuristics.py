"""What the paper's heuristics guess (Slovesnov 2011, 2.2), as a source of guesses for the exact search."""

import numpy as np

from treebuild.search.kernels.compiling import AIM, BOARD, I64, MEMORY, PLACE, SET, TRIPLE, kernel, types
from treebuild.search.kernels.counting import count_packed
from treebuild.search.kernels.layout import (
    CRUSH,
    CRUSH_BOTH,
    CRUSH_MEMBERS,
    LARMOUTH,
    NONE,
    PACKED_REPLIES,
    Aim,
    Array,
    Board,
    Memory,
    Place,
)
from treebuild.search.kernels.part_bounds import fill
from treebuild.search.kernels.scan import list_members

EXACT_BYTES = 127  # counters above this are cut short; see `counting.count_packed`


@kernel(I64(BOARD, MEMORY, SET, SET))
def count_listed(board: Board, memory: Memory, candidates: Array, codes: Array) -> int:
    """Part sizes of codes[j] into memory.counts[j], the largest into memory.largest[j]; returns the smallest of these.

    The largest is 0 where a code tells nothing; where none tells anything, the result is more than the candidates.
    """
    n, smallest = len(candidates), len(candidates) + 1
    for j in range(len(codes)):
        memory.largest[j] = 0
        row, count, largest = board.reply[codes[j]], memory.counts[j], 0
        count[:] = 0
        for secret in candidates:
            count[row[secret]] += 1
        for reply in range(len(board.cap)):
            largest = max(largest, int(count[reply]))
        if largest < n or count[board.win]:
            memory.largest[j] = largest
            smallest = min(smallest, largest)
    return smallest


@kernel(I64(BOARD, MEMORY, I64, I64))
def count_columns(board: Board, memory: Memory, n: int, width: int) -> int:
    """As `count_listed`, for the codes of columns that are counted already; their sizes stay packed."""
    byte, largest = np.uint64(255), memory.largest[:width]
    largest[:] = 0
    for reply in range(len(board.cap)):
        shift, words = np.uint64(4 * (reply & 14)), memory.odd[:width] if reply & 1 else memory.even[:width]
        for j in range(width):
            largest[j] = max(largest[j], np.int64((words[j] >> shift) & byte))
    smallest = n + 1
    for j in range(width):
        if largest[j] == n:
            largest[j] = 0
        else:
            smallest = min(smallest, largest[j])
    return smallest


@kernel(I64(MEMORY, I64, I64, types.boolean))
def size_at(memory: Memory, j: int, reply: int, packed: bool) -> int:
    """Size of a part of the j-th guess."""
    if not packed:
        return int(memory.counts[j, reply])
    word = memory.odd[j] if reply & 1 else memory.even[j]
    return int((word >> np.uint64(4 * (reply & 14))) & np.uint64(255))


@kernel(I64(BOARD, MEMORY, SET, I64, types.boolean))
def choose_crush(board: Board, memory: Memory, codes: Array, smallest: int, packed: bool) -> int:
    """The guess of the smallest part sizes, largest first; of equals a member, then the highest (2.2.1, 3.4).

    Vectors are compared by a number first, which counts the parts of each of the largest sizes as a digit.
    """
    replies, chosen, inside, least = len(board.cap), NONE, 0, 0
    base, digits, reach = replies + 1, 1, replies + 1
    while reach < (1 << 62) // base // base:
        digits += 1
        reach *= base
    sizes, best, power = memory.scratch[1], memory.scratch[2], memory.power
    power[0] = 0
    for digit in range(1, digits + 1):
        power[digit] = base if digit == 1 else power[digit - 1] * base
    below = max(0, smallest - digits)
    for j in range(len(codes)):
        if memory.largest[j] != smallest:
            continue
        number = 0
        for reply in range(replies):
            number += power[max(0, size_at(memory, j, reply, packed) - below)]
        if chosen != NONE and number > least:
            continue
        won = board.secret_of[codes[j]]
        member = int(won != NONE and memory.mark[won] != 0)
        order = -1 if chosen == NONE or number < least else 0
        if below:  # the number leaves the smallest sizes out
            for reply in range(replies):
                size, at = size_at(memory, j, reply, packed), reply
                while at > 0 and sizes[at - 1] < size:
                    sizes[at] = sizes[at - 1]
                    at -= 1
                sizes[at] = size
            at = 0
            while order == 0 and at < replies:
                order = sizes[at] - best[at]
                at += 1
        code = int(codes[j])
        if order == 0:  # of equals a member, then the highest
            order = inside - member if member != inside else chosen - code
        if order < 0:
            chosen, inside, least = code, member, number
            for reply in range(replies):
                best[reply] = sizes[reply]
    return chosen


@kernel(I64(BOARD, AIM, MEMORY, SET, types.boolean))
def choose_larmouth(board: Board, aim: Aim, memory: Memory, codes: Array, packed: bool) -> int:
    """The guess of the least sum of n ln n, less 2 ln 2 for a member; of equals the highest (2.2.2, 3.4).

    In doubles, added up in reply order: published figures depend on which equal sums rounding sets apart.
    """
    score = memory.score[: len(codes)]
    score[:] = 0.0
    for reply in range(len(board.cap)):
        for j in range(len(codes)):
            score[j] += aim.logarithm[size_at(memory, j, reply, packed)]
    chosen, least = NONE, np.inf
    for j in range(len(codes)):
        if memory.largest[j] == 0:
            continue
        won = board.secret_of[codes[j]]
        value = score[j] - aim.logarithm[2] if won != NONE and memory.mark[won] else score[j]
        code = int(codes[j])
        if value < least or (value == least and code > chosen):
            chosen, least = code, value
    return chosen


@kernel(I64(BOARD, AIM, MEMORY, SET, SET, I64, I64))
def choose(board: Board, aim: Aim, memory: Memory, candidates: Array, among: Array, source: int, sets: int) -> int:
    """What a heuristic, named by its Source, guesses among some codes, or when none are given among all; -1: nothing.

    `among` has codes, ascending; `sets` is where Memory.sets is free.
    """
    n, packed, codes = len(candidates), False, among
    if source == CRUSH_MEMBERS:
        codes = memory.sets[sets : sets + len(board.secret_of)]
        codes = codes[: list_members(board, memory, candidates, among, codes)]
    elif len(among) == 0:
        codes = board.code_at
        packed = n <= EXACT_BYTES and len(board.cap) <= PACKED_REPLIES
        if packed:
            count_packed(board, memory, candidates, len(codes))
    for secret in candidates:
        memory.mark[secret] = 1
    smallest = count_columns(board, memory, n, len(codes)) if packed else count_listed(board, memory, candidates, codes)
    chosen = NONE
    if smallest <= n:
        if source == LARMOUTH:
            chosen = choose_larmouth(board, aim, memory, codes, packed)
        else:
            chosen = choose_crush(board, memory, codes, smallest, packed)
    for secret in candidates:
        memory.mark[secret] = 0
    return chosen


@kernel(TRIPLE(BOARD, AIM, MEMORY, SET, PLACE, I64, SET))
def rank_chosen(
    board: Board, aim: Aim, memory: Memory, candidates: Array, place: Place, above: int, among: Array
) -> tuple[int, int, int]:
    """A scan, see `scan`, where a heuristic has the choice: it leaves one guess, whatever its bound.

    CRUSH_BOTH is the better of two: the best member, which is cheap to find, in the first scan, and in the second, if
    it comes to that, the best of all codes (2.3).
    """
    source, again = aim.plan[place.row, place.depth], above != NONE
    if again and source != CRUSH_BOTH:
        return 0, above, place.cap
    if source == CRUSH_BOTH:
        source = CRUSH if again else CRUSH_MEMBERS
    least = fill(aim.cost, place.depth, max(1, place.cap), len(candidates))
    code = choose(board, aim, memory, candidates, among, source, place.sets)
    if code == NONE:
        return 0, least, place.cap
    memory.bound[place.top], memory.tie[place.top] = least, code
    return 1, least, place.cap
