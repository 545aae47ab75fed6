"""The guesses of the paper's heuristics (Slovesnov 2011, 2.2), as a source of guesses for the exact search."""

import numpy as np

from treebuild.search.kernels.compiling import (
    COSTS,
    GAME_TABLES,
    I64,
    NODE_STATE,
    SET,
    TRIPLE,
    WORKSPACE,
    kernel,
    types,
)
from treebuild.search.kernels.counting import count_packed
from treebuild.search.kernels.layout import (
    CRUSH,
    CRUSH_BOTH,
    CRUSH_MEMBERS,
    LARMOUTH,
    MAX_REPLIES_PACKED,
    NONE,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.part_bounds import fill
from treebuild.search.kernels.scan import list_members

MAX_CANDIDATES_BYTES = 127  # candidates for which the bytes of `counting.count_packed` are exact


@kernel(I64(GAME_TABLES, WORKSPACE, SET, SET))
def count_listed(tables: GameTables, work: Workspace, candidates: Array, codes: Array) -> int:
    """Write the part sizes of codes[j] to work.counts[j], the largest to work.largest[j]. Returns the least of these.

    The largest is 0 where a code tells nothing. If no code tells anything, the result is more than the number of
    candidates.
    """
    n, smallest = len(candidates), len(candidates) + 1
    for j in range(len(codes)):
        work.largest[j] = 0
        row, count, largest = tables.reply[codes[j]], work.counts[j], 0
        count[:] = 0
        for secret in candidates:
            count[row[secret]] += 1
        for reply in range(len(tables.cap)):
            largest = max(largest, int(count[reply]))
        if largest < n or count[tables.win]:
            work.largest[j] = largest
            smallest = min(smallest, largest)
    return smallest


@kernel(I64(GAME_TABLES, WORKSPACE, I64, I64))
def count_columns(tables: GameTables, work: Workspace, n: int, n_columns: int) -> int:
    """As `count_listed`, for the codes of columns that are counted already. Their sizes stay packed."""
    byte, largest = np.uint64(255), work.largest[:n_columns]
    largest[:] = 0
    for reply in range(len(tables.cap)):
        shift, words = np.uint64(4 * (reply & 14)), work.odd[:n_columns] if reply & 1 else work.even[:n_columns]
        for j in range(n_columns):
            largest[j] = max(largest[j], np.int64((words[j] >> shift) & byte))
    smallest = n + 1
    for j in range(n_columns):
        if largest[j] == n:
            largest[j] = 0
        else:
            smallest = min(smallest, largest[j])
    return smallest


@kernel(I64(WORKSPACE, I64, I64, types.boolean))
def size_at(work: Workspace, j: int, reply: int, packed: bool) -> int:
    """The size of the part of one reply to the j-th guess."""
    if not packed:
        return int(work.counts[j, reply])
    word = work.odd[j] if reply & 1 else work.even[j]
    return int((word >> np.uint64(4 * (reply & 14))) & np.uint64(255))


@kernel(I64(GAME_TABLES, WORKSPACE, SET, I64, types.boolean))
def choose_crush(tables: GameTables, work: Workspace, codes: Array, smallest: int, packed: bool) -> int:
    """The guess with the smallest part sizes, the largest compared first; of equals a member, then the highest code.

    Slovesnov 2.2.1 and 3.4. Vectors of sizes are first compared by a number whose digits count the parts of each of the
    largest sizes.
    """
    replies, chosen, inside, least = len(tables.cap), NONE, 0, 0
    base, digits, reach = replies + 1, 1, replies + 1
    while reach < (1 << 62) // base // base:
        digits += 1
        reach *= base
    sizes, best, power = work.scratch[1], work.scratch[2], work.power
    power[0] = 0
    for digit in range(1, digits + 1):
        power[digit] = base if digit == 1 else power[digit - 1] * base
    ignored = max(0, smallest - digits)
    for j in range(len(codes)):
        if work.largest[j] != smallest:
            continue
        number = 0
        for reply in range(replies):
            number += power[max(0, size_at(work, j, reply, packed) - ignored)]
        if chosen != NONE and number > least:
            continue
        won = tables.secret_of[codes[j]]
        member = int(won != NONE and work.mark[won] != 0)
        order = -1 if chosen == NONE or number < least else 0
        if ignored:  # the number ignores the smallest sizes
            for reply in range(replies):
                size, at = size_at(work, j, reply, packed), reply
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


@kernel(I64(GAME_TABLES, COSTS, WORKSPACE, SET, types.boolean))
def choose_larmouth(tables: GameTables, costs: Costs, work: Workspace, codes: Array, packed: bool) -> int:
    """The guess with the least sum of n ln n, less 2 ln 2 for a member; of equals the highest (Slovesnov 2.2.2, 3.4).

    The sums are doubles, added up in the order of the replies: published figures depend on how rounding separates sums.
    """
    score = work.score[: len(codes)]
    score[:] = 0.0
    for reply in range(len(tables.cap)):
        for j in range(len(codes)):
            score[j] += costs.logarithm[size_at(work, j, reply, packed)]
    chosen, least = NONE, np.inf
    for j in range(len(codes)):
        if work.largest[j] == 0:
            continue
        won = tables.secret_of[codes[j]]
        value = score[j] - costs.logarithm[2] if won != NONE and work.mark[won] else score[j]
        code = int(codes[j])
        if value < least or (value == least and code > chosen):
            chosen, least = code, value
    return chosen


@kernel(I64(GAME_TABLES, COSTS, WORKSPACE, SET, SET, I64, I64))
def choose(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, guesses: Array, source: int, sets: int
) -> int:
    """The guess that a heuristic makes among some codes, or among all where none are given; -1 where it makes none.

    `source` is the heuristic, a Source. `guesses` has codes, uint32, ascending; `sets` is where Workspace.sets is free.
    """
    n, packed, codes = len(candidates), False, guesses
    if source == CRUSH_MEMBERS:
        codes = work.sets[sets : sets + len(tables.secret_of)]
        codes = codes[: list_members(tables, work, candidates, guesses, codes)]
    elif len(guesses) == 0:
        codes = tables.code_at
        packed = n <= MAX_CANDIDATES_BYTES and len(tables.cap) <= MAX_REPLIES_PACKED
        if packed:
            count_packed(tables, work, candidates, len(codes))
    for secret in candidates:
        work.mark[secret] = 1
    smallest = count_columns(tables, work, n, len(codes)) if packed else count_listed(tables, work, candidates, codes)
    chosen = NONE
    if smallest <= n:
        if source == LARMOUTH:
            chosen = choose_larmouth(tables, costs, work, codes, packed)
        else:
            chosen = choose_crush(tables, work, codes, smallest, packed)
    for secret in candidates:
        work.mark[secret] = 0
    return chosen


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, SET))
def scan_chosen(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, above: int, guesses: Array
) -> tuple[int, int, int]:
    """A scan where a heuristic chooses, see `scan`: it keeps one guess, whatever its bound.

    CRUSH_BOTH stands for the better of two guesses (2.3). The first scan keeps the best member, which is found quickly;
    the second, if there is one, keeps the best of all codes.
    """
    source, again = costs.plan[node.row, node.depth], above != NONE
    if again and source != CRUSH_BOTH:
        return 0, above, node.cap
    if source == CRUSH_BOTH:
        source = CRUSH if again else CRUSH_MEMBERS
    least = fill(costs.cost, node.depth, max(1, node.cap), len(candidates))
    code = choose(tables, costs, work, candidates, guesses, source, node.sets)
    if code == NONE:
        return 0, least, node.cap
    work.bound[node.top], work.tie[node.top] = least, code
    return 1, least, node.cap
