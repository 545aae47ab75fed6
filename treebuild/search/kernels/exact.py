"""The exact search: branch and bound over guesses. What it skips is proved in `search.bounds`.

`search` is the whole algorithm: it looks the set up in the table, scans the guesses, and tries them in the order of
their bounds. To try a guess is to add up bounds of its parts, the cheap bounds first. Where the sum reaches the least
cost found so far, the guess is given up; else the parts whose values are not known yet are searched. A value of
INFINITE or above means that the depth limit cannot be kept.
"""

import numpy as np

from treebuild.search.kernels.compiling import (
    BYTES,
    COSTS,
    GAME_TABLES,
    I64,
    I64_ARRAY,
    NODE_STATE,
    PAIR,
    PARTITION,
    SET,
    TRIPLE,
    WORKSPACE,
    kernel,
    types,
)
from treebuild.search.kernels.heuristics import scan_chosen
from treebuild.search.kernels.layout import (
    BOUND,
    CRUSH,
    EXACT,
    LIMIT,
    MIN_CANDIDATES_IMAGES,
    NONE,
    OPEN,
    PERFECT,
    RELAX,
    RELAXED,
    SAME_PARTITION,
    SETTLED,
    SIZE,
    START,
    STATUS,
    STOPPED,
    SYMBOLS,
    TABLE,
    TOO_DEEP,
    Array,
    Costs,
    GameTables,
    NodeState,
    Workspace,
)
from treebuild.search.kernels.member_bitsets import bitsets_apply, refuted_by_members, write_bitsets
from treebuild.search.kernels.part_bounds import bound_by_members, fill, same_partition
from treebuild.search.kernels.partition import bound_parts, next_open, raise_bounds, reopen, write_parts
from treebuild.search.kernels.scan import scan_guesses
from treebuild.search.kernels.scan_weighted import scan_weighted
from treebuild.search.kernels.symbols import find_classes, image, order_pegs, rename_symbols
from treebuild.search.kernels.table import key_of, known, look_up, remember
from treebuild.search.kernels.weighted_bounds import fill_two


@kernel(types.void(I64_ARRAY, I64_ARRAY, I64, I64))
def sift(bound: Array, tie: Array, root: int, size: int) -> None:
    """Move the entry at `root` down until the heap is in order again: least bound first, then least tie."""
    one, parent, end = np.uint64(1), np.uint64(root), np.uint64(size)  # numba tests signed indices for their sign
    b, t = bound[parent], tie[parent]
    while parent + parent + one < end:
        child = parent + parent + one
        other = child + one
        if other < end and (bound[other] < bound[child] or (bound[other] == bound[child] and tie[other] < tie[child])):
            child = other
        if b < bound[child] or (b == bound[child] and t < tie[child]):
            break
        bound[parent], tie[parent] = bound[child], tie[child]
        parent = child
    bound[parent], tie[parent] = b, t


@kernel(types.void(I64_ARRAY, I64_ARRAY, I64))
def heapify(bound: Array, tie: Array, size: int) -> None:
    """Put the first `size` guesses in the order of a heap."""
    for root in range(size // 2 - 1, -1, -1):
        sift(bound, tie, root, size)


@kernel(I64(I64_ARRAY, I64_ARRAY, I64), inline=True)
def remove_first(bound: Array, tie: Array, size: int) -> int:
    """Remove the first guess from a heap. Returns how many remain."""
    size -= 1
    bound[0], tie[0] = bound[size], tie[size]
    sift(bound, tie, 0, size)
    return size


@kernel(types.Tuple((SET, I64, NODE_STATE))(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, SET))
def name_symbols(
    tables: GameTables, costs: Costs, work: Workspace, original: Array, node: NodeState, guesses: Array
) -> tuple[Array, int, NodeState]:
    """SYMBOLS: the candidates with symbols and pegs renamed, the first symbol of the last class, and the node.

    The renamed candidates go onto the stack Workspace.sets, so the node returned has `sets` after them. Where a list of
    guesses is given nothing is renamed, because the list is not. At level 0 pegs keep their names, so that `search`
    chooses the first of equal guesses by the names of the game. Ranks of such guesses are short.
    """
    peg_at, names = work.peg_at[node.level], work.new_name[node.level]
    if len(guesses) or tables.symbol_count == 0 or not costs.prunings[node.row] & SYMBOLS:
        work.exchangeable[node.level] = 0
        for a in range(len(names)):
            names[a] = a
        for peg in range(len(peg_at)):
            peg_at[peg] = peg
        return original, int(max(tables.symbol_count - 1, 0)), node
    order_pegs(tables, work, node.level, original, tables.free_pegs if node.level else tables.no_guesses)
    find_classes(tables, work, original)
    first = rename_symbols(tables, work, node.level)
    candidates = work.sets[node.sets : node.sets + len(original)]
    for i in range(len(original)):
        candidates[i] = tables.secret_of[image(tables, int(tables.code_of[original[i]]), peg_at, names)]
    sets = node.sets + len(original)
    cap, level, complete = node.cap, node.level, node.complete
    return candidates, first, NodeState(node.depth, node.row, node.lower_bound, cap, level, node.top, sets, complete)


@kernel(I64(GAME_TABLES, WORKSPACE, I64, I64))
def old_name(tables: GameTables, work: Workspace, level: int, guess: int) -> int:
    """The guess with the names that its symbols and pegs had before `name_symbols` renamed them at this level."""
    if guess == NONE or tables.symbol_count == 0:
        return guess
    peg_at, names = work.scratch[0, : tables.symbols.shape[1]], work.scratch[1, : tables.symbol_count]
    for k in range(len(peg_at)):
        peg_at[work.peg_at[level, k]] = k
    for a in range(len(names)):
        names[work.new_name[level, a]] = a
    return image(tables, guess, peg_at, names)


@kernel(I64(GAME_TABLES, COSTS, WORKSPACE, NODE_STATE, I64, PARTITION, BYTES, SET, I64))
def look_up_large_parts(
    tables: GameTables, costs: Costs, work: Workspace, part_node: NodeState, best: int, parts: Array, met: Array,
    order: Array, total: int,
) -> int:  # fmt: skip
    """Raise the bounds of large parts to what is known of their images, until the sum, now `total`, reaches `best`.

    Returns the sum. Where it reaches `best`, no part has to be searched. What is known of a set by its own key
    `raise_bounds` has looked up.
    """
    prunings = costs.prunings[part_node.row]
    if not (prunings & TABLE and prunings & SYMBOLS and tables.symbol_count):
        return total
    for i in range(len(met) - 1, -1, -1):  # the largest first
        reply, start, old = met[i], parts[met[i], START], parts[met[i], BOUND]
        if total >= best or parts[reply, SIZE] < MIN_CANDIDATES_IMAGES:
            break
        if parts[reply, STATUS] == SETTLED:
            continue
        part = order[start : start + parts[reply, SIZE]]
        renamed, _, _ = name_symbols(tables, costs, work, part, part_node, tables.no_guesses)
        entry, value, guess = look_up(work.table, *key_of(tables, renamed, part_node))
        if entry != NONE:
            parts[reply, BOUND] = max(value, old)
            parts[reply, STATUS] = OPEN if guess == NONE else SETTLED
            total += parts[reply, BOUND] - old
    return total


@kernel(TRIPLE(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, I64, SET, I64))
def scan_node(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, node: NodeState, above: int, cutoff: int,
    guesses: Array, first: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Leave a heap of the guesses worth trying, and return what `scan.scan_guesses` does.

    Where a heuristic chooses the guess, `heuristics.scan_chosen` does the same. With weights one scan keeps all.
    """
    if costs.plan[node.row, node.depth] >= CRUSH:
        kept, least, width = scan_chosen(tables, costs, work, candidates, node, above, guesses)
    elif not tables.weighted:
        kept, least, width = scan_guesses(tables, costs, work, candidates, node, above, cutoff, guesses, first)
    elif above == NONE:
        kept, least, width = scan_weighted(tables, costs, work, candidates, node, cutoff, guesses, first)
    else:
        kept, least, width = 0, cutoff, node.cap
    heapify(work.bound[node.top : node.top + kept], work.tie[node.top : node.top + kept], kept)
    return kept, least, width


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, NODE_STATE, I64, SET))
def search(
    tables: GameTables, costs: Costs, work: Workspace, original: Array, node: NodeState, cutoff: int, guesses: Array
) -> tuple[int, int]:
    """The value of a set, and the guess that reaches it.

    The guess is the first, by (bound, sum of squared part sizes, code), of those that reach the value. Codes are
    compared as `name_symbols` renames them.
    Where the value is `cutoff` or more, the result is a lower bound of `cutoff` or more, and -1. `guesses` lists the
    guesses allowed at this node; where it is empty, the plan says which are. A search that is told to stop returns
    STOPPED.
    """
    work.state[1] += 1
    if node.level >= len(work.parts) - 1 or node.top + len(tables.column_of) > len(work.bound):
        work.state[0] = TOO_DEEP
    if work.state[1] == work.state[3] and not work.state[0]:  # it may have been told to stop
        work.state[0] = LIMIT
    if work.state[0]:
        return STOPPED, NONE
    candidates, first, node = name_symbols(tables, costs, work, original, node, guesses)
    n, level, row, prunings = len(candidates), node.level, node.row, costs.prunings[node.row]
    use_table = prunings & TABLE and len(guesses) == 0
    if use_table and level:  # at level 0 `solve` has looked the set up
        value, choice = known(tables, work, candidates, node, cutoff)
        if value != NONE:
            choice = old_name(tables, work, level, choice)
            remember(tables, work, original, node, value, choice)
            return value, choice
    parts, recent, order = work.parts[level], work.recent[level], work.sets[node.sets : node.sets + n]
    remaining, least, width = scan_node(tables, costs, work, candidates, node, NONE, cutoff, guesses, first)
    best, choice, scanned = cutoff, NONE, NONE
    part_row = EXACT if node.depth + 1 >= costs.free_from else row
    small = len(tables.cap)  # parts of no more candidates are cheap to search
    relax = prunings & RELAX and costs.plan[row, node.depth] < CRUSH  # RELAX cannot help a guess without a rival
    use_bitsets, bitsets_ready = bitsets_apply(tables, costs, node, n), False
    while best > max(least, node.lower_bound):
        bound, tie = work.bound[node.top : node.top + remaining], work.tie[node.top : node.top + remaining]
        last_bound, last_squares, number = NONE, NONE, 0
        free = node.top + remaining

        # Try a guess.
        while remaining and max(least, node.lower_bound) < best and bound[0] < best:
            guess_bound, squares, code = bound[0], tie[0] >> 32, tie[0] & 0xFFFFFFFF
            column = int(tables.column_of[code])
            remaining = remove_first(bound, tie, remaining)
            if use_bitsets and not bitsets_ready:
                bitsets_ready = True
                write_bitsets(tables, candidates, work.bitsets[level])
            if use_bitsets and refuted_by_members(
                tables, costs, work, candidates, node, column, width, best - guess_bound
            ):
                continue
            total, number_met = bound_parts(tables, costs, work, candidates, node, column, best, width)
            if total >= best:
                continue
            if guess_bound != last_bound or squares != last_squares:
                last_bound, last_squares, number = guess_bound, squares, 0
            alone = number == 0 and (remaining == 0 or bound[0] != guess_bound or tie[0] >> 32 != squares)
            if prunings & SAME_PARTITION and not alone:
                if same_partition(tables, work, candidates, column, recent, number):
                    continue
                number += 1
            met = work.met[level, :number_met]
            write_parts(tables, work, candidates, parts, met, order)
            part_node = NodeState(node.depth + 1, part_row, 0, width, level + 1, free, node.sets + n, 1)
            total = raise_bounds(
                tables, costs, work, part_node, best, parts, met, order, total, candidates, bitsets_ready
            )
            total = look_up_large_parts(tables, costs, work, part_node, best, parts, met, order, total)
            for kind in range(EXACT if relax else part_row, part_row + 1):
                above = small if kind < part_row else 0
                reply = next_open(parts, met, small, above)
                while total < best and reply != NONE:
                    start, old, cap = parts[reply, START], parts[reply, BOUND], min(width, tables.cap[reply])
                    part, lower_bound = order[start : start + parts[reply, SIZE]], old if kind == part_row else 0
                    part_node = NodeState(node.depth + 1, kind, lower_bound, cap, level + 1, free, node.sets + n, 1)
                    value, _ = search(tables, costs, work, part, part_node, best - total + old, tables.no_guesses)
                    if value == STOPPED:
                        return STOPPED, NONE
                    value = max(value, old)
                    parts[reply, BOUND] = value
                    parts[reply, STATUS] = RELAXED if kind < part_row else SETTLED
                    total += value - old
                    reply = next_open(parts, met, small, above)
                reopen(parts, met)
            if total < best:
                best, choice = total, code
        if scanned != NONE:
            break
        scanned = least
        if max(least, node.lower_bound) < best:
            remaining, _, _ = scan_node(tables, costs, work, candidates, node, scanned, best, guesses, first)
    value = best if choice != NONE else max(best, least, node.lower_bound)
    if use_table:
        remember(tables, work, candidates, node, value, choice)
    choice = old_name(tables, work, level, choice)
    if use_table:
        remember(tables, work, original, node, value, choice)
    return value, choice


@kernel(PAIR(GAME_TABLES, COSTS, WORKSPACE, SET, I64, I64, I64, I64, SET, I64))
def solve(
    tables: GameTables, costs: Costs, work: Workspace, candidates: Array, depth: int, row: int, cutoff: int,
    lower_bound: int, guesses: Array, complete: int,
) -> tuple[int, int]:  # fmt: skip
    """`search` for any set at a depth, by a row of Costs. This is the entry point for Python.

    Returns the value and a guess, or a lower bound of `cutoff` or more and -1. `candidates` are uint32, numbered as by
    GameTables.numbered, ascending. `lower_bound` is one that is known already: the search ends when a guess costs no
    more. `guesses`, uint32, lists the guesses allowed first; `complete` says that it stands for all that the plan
    allows (see PARTS). Only then may members or the table decide the value before the guesses are tried.
    """
    n, whole, prunings = len(candidates), 1 if len(guesses) == 0 else complete, costs.prunings[row]
    node = NodeState(depth, row, lower_bound, len(tables.cap), 0, 0, 0, whole)
    if whole:
        if n < 3:
            cost = fill_two(tables, costs, candidates, depth) if tables.weighted else fill(costs.cost, depth, 1, n)
            return cost, int(tables.code_of[candidates[0]])
        if prunings & PERFECT and n <= len(tables.cap):
            value, guess = bound_by_members(tables, costs, work, candidates, node)
            if guess != NONE or value >= cutoff:
                return value, guess
    if len(guesses) or not prunings & TABLE:
        return search(tables, costs, work, candidates, node, cutoff, guesses)
    image_node = NodeState(depth, row, lower_bound, len(tables.cap), 1, 0, 0, whole)
    renamed, _, image_node = name_symbols(tables, costs, work, candidates, image_node, guesses)
    value, guess = known(tables, work, renamed, node, cutoff)
    pegs_move = prunings & SYMBOLS and len(tables.free_pegs) > 0
    if value != NONE and not pegs_move:
        return value, old_name(tables, work, 1, guess)
    if value != NONE and (guess == NONE or value >= cutoff):
        return value, NONE
    if value != NONE:  # which guess of this value comes first by the names of the game, `search` finds
        lower_bound, cutoff = value, value + 1
    node = NodeState(depth, row, lower_bound, len(tables.cap), 0, 0, image_node.sets, whole)
    value, guess = search(tables, costs, work, candidates, node, cutoff, guesses)
    if pegs_move and value != STOPPED:  # of the image only the value is used: the guess says that it is no bound
        remember(tables, work, renamed, node, value, guess)
    return value, guess
