"""The exact search: branch and bound over guesses. `bounds.prunings` proves that it skips no better tree.

`search` is the whole algorithm: it looks the set up in the table, scans the guesses, and tries them in the order of
their bounds. To try a guess is to add up bounds of its parts, the cheap bounds first. If the sum reaches the least cost
found so far, the search gives the guess up; else it searches the parts whose values are not known yet. A value of
INFINITE or above means that no tree keeps the depth limit.
"""

from __future__ import annotations

import cython

from treebuild.kernels.constants import (
    HIGHEST_CUTOFF,
    INFINITE,
    LIMIT,
    LOW_HALF,
    MAX_CANDIDATES_BITSETS,
    MAX_CANDIDATES_PACKED,
    MAX_LEVELS,
    MAX_RECENT_PARTITIONS,
    MAX_REPLIES_PACKED,
    MIN_CANDIDATES_IMAGES,
    NONE,
    OPEN,
    PERFECT,
    SAME_PARTITION,
    SETTLED,
    STOPPED,
    SYMBOLS,
    TABLE,
    TOO_DEEP,
)
from treebuild.kernels.counting import count_most_parts
from treebuild.kernels.filling import fill
from treebuild.kernels.heap import heapify, remove_first
from treebuild.kernels.layout import NodeState
from treebuild.kernels.members import MEMBER_WORDS, bitsets_apply, bound_by_members, refuted_by_members, write_bitsets
from treebuild.kernels.partition import bound_parts, next_open, raise_bounds, same_partition, write_parts
from treebuild.kernels.scan import bound_by_part_count, scan_guesses
from treebuild.kernels.symbols import find_classes, image, order_pegs, rename_symbols
from treebuild.kernels.table import key_of, known, look_up, remember
from treebuild.kernels.uncompiled import (
    bound_costs,
    bound_game_tables,
    bound_workspace,
    flag,
    i64,
    i64s,
    u8s,
    u32s,
    u64s,
)
from treebuild.kernels.weighted_bounds import fill_two
from treebuild.kernels.weighted_scan import scan_weighted

FIRST_COUNTED = 64  # codes that `least_within` counts before it knows how many more it has to count
COLUMN_SPEED = 600  # to read replies by columns is so many times as fast as by rows, for each candidate of a set


def are_renamed(tables, costs, node):
    """SYMBOLS: whether symbols and pegs are renamed at a node without a list of guesses."""
    return tables.symbol_count > 0 and costs.prunings[node.row] & SYMBOLS != 0


def keep_names(tables, work, level):
    """Let symbols and pegs keep their names at a level."""
    names, peg_at = work.new_name + level * tables.symbol_count, work.peg_at + level * tables.pegs
    exchangeable = work.exchangeable + level * max(tables.symbol_count, 1)
    for a in range(max(tables.symbol_count, 1)):
        exchangeable[a] = 0
    for a in range(tables.symbol_count):
        names[a] = a
    for peg in range(tables.pegs):
        peg_at[peg] = peg


def name_symbols(tables, work, original, n, node):
    """SYMBOLS: write the candidates with symbols and pegs renamed to work.sets. Returns the first of the last class.

    At level 0 pegs keep their names, so that `search` chooses the first of equal guesses by the names of the game.
    Ranks of such guesses are short.
    """
    level, candidates = node.level, work.sets + node.sets
    peg_at, names = work.peg_at + level * tables.pegs, work.new_name + level * tables.symbol_count
    order_pegs(tables, work, level, original, n, tables.free_pegs, tables.free if level else 0)
    find_classes(tables, work, original, n)
    first = rename_symbols(tables, work, level)
    for i in range(n):
        candidates[i] = tables.secret_of[image(tables, tables.code_of[original[i]], peg_at, names)]
    return first


def old_name(tables, work, level, guess):
    """The guess with the names that its symbols and pegs had before `name_symbols` renamed them at this level."""
    if guess == NONE or tables.symbol_count == 0:
        return guess
    peg_at, names = work.scratch, work.scratch + work.scratch_row
    new_name = work.new_name + level * tables.symbol_count
    for k in range(tables.pegs):
        peg_at[work.peg_at[level * tables.pegs + k]] = k
    for a in range(tables.symbol_count):
        names[new_name[a]] = a
    return image(tables, guess, peg_at, names)


def look_up_large_parts(tables, costs, work, part_node, best, parts, met, number, order, total):
    """Raise the bounds of large parts by the entries of their images, until the sum, now `total`, reaches `best`.

    Returns the sum. If it reaches `best`, no part has to be searched. `raise_bounds` has already looked up the parts by
    their own keys.
    """
    if not (costs.prunings[part_node.row] & TABLE and are_renamed(tables, costs, part_node)):
        return total
    for i in range(number - 1, -1, -1):  # the largest first
        reply = met[i]
        size, old = parts[reply].size, parts[reply].bound
        if total >= best or size < MIN_CANDIDATES_IMAGES:
            break
        if parts[reply].status == SETTLED:
            continue
        name_symbols(tables, work, order + parts[reply].start, size, part_node)
        key, key2 = key_of(tables, work.sets + part_node.sets, size, part_node)
        entry, value, guess = look_up(work.table, work.entries, key, key2)
        if entry != NONE:
            parts[reply].bound = max(value, old)
            parts[reply].status = OPEN if guess == NONE else SETTLED
            total += parts[reply].bound - old
    return total


def scan_node(tables, costs, work, candidates, n, node, above, cutoff, guesses, n_guesses, first):
    """Leave a heap of the guesses worth trying. Returns as `scan.scan_guesses`.

    With weights one scan keeps all guesses.
    """
    kept: i64 = 0
    least, width = cutoff, node.cap
    if not tables.weighted:
        kept, least, width = scan_guesses(
            tables, costs, work, candidates, n, node, above, cutoff, guesses, n_guesses, first
        )
    elif above == NONE:
        kept, least, width = scan_weighted(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses, first)
    heapify(work.bound + node.top, work.tie + node.top, kept)
    return kept, least, width


def must_stop(tables, work, node):
    """Count a position. Returns whether the search has to stop; work.state[0] then has the reason."""
    state = work.state
    state[1] += 1
    if node.level >= MAX_LEVELS - 1 or node.top + tables.codes > work.space:
        state[0] = TOO_DEEP
    if state[1] == state[3] and not state[0]:  # keep the reason if the search was told to stop
        state[0] = LIMIT
    return state[0] != 0


def search_parts(tables, costs, work, node, parts, met, number, order, best, total, width):
    """Search the open parts of a guess, until their sum, now `total`, reaches `best`. Returns the sum, or STOPPED.

    `node` is the node of the parts.
    """
    reply = next_open(parts, met, number, tables.replies)
    while total < best and reply != NONE:
        old = parts[reply].bound
        cap = min(width, tables.cap[reply])
        part = NodeState(node.depth, node.row, old, cap, node.level, node.top, node.sets, 1)
        value, _ = search(
            tables, costs, work, order + parts[reply].start, parts[reply].size, part, best - total + old,
            tables.no_guesses, 0,
        )  # fmt: skip
        if value == STOPPED:
            return STOPPED
        parts[reply].bound = max(value, old)
        parts[reply].status = SETTLED
        total += parts[reply].bound - old
        reply = next_open(parts, met, number, tables.replies)
    return total


def search(tables, costs, work, original, n, node, cutoff, guesses, n_guesses):
    """The value of a set, and the guess that reaches it.

    Of the guesses that reach the value it is the first, by (bound, sum of squared part sizes, code), where codes have
    the names that `name_symbols` gives them. If the value is `cutoff` or more, the result is a lower bound of `cutoff`
    or more, and -1. `guesses` lists the guesses allowed at this node; if it is empty, the plan says which are allowed.
    A search that has to stop returns STOPPED.
    """
    if must_stop(tables, work, node):
        return STOPPED, NONE
    level, row, prunings, candidates, free_sets = node.level, node.row, costs.prunings[node.row], original, node.sets
    first = max(tables.symbol_count - 1, 0)
    if n_guesses == 0 and are_renamed(tables, costs, node):
        first, candidates = name_symbols(tables, work, original, n, node), work.sets + node.sets
        free_sets += n
    else:
        keep_names(tables, work, level)
    node = NodeState(node.depth, row, node.lower_bound, node.cap, level, node.top, free_sets, node.complete)
    use_table: flag = prunings & TABLE != 0 and n_guesses == 0
    if use_table and level:  # at level 0 `solve` has looked the set up
        value, choice = known(tables, work, candidates, n, node, cutoff)
        if value != NONE:
            choice = old_name(tables, work, level, choice)
            remember(tables, work, original, n, node, value, choice)
            return value, choice
    value, choice = try_guesses(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses, first)
    if value == STOPPED:
        return STOPPED, NONE
    if use_table:
        remember(tables, work, candidates, n, node, value, choice)
    choice = old_name(tables, work, level, choice)
    if use_table:
        remember(tables, work, original, n, node, value, choice)
    return value, choice


def try_guesses(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses, first):
    """The result of `search`, found by trying guesses in the order of their bounds."""
    level, prunings = node.level, costs.prunings[node.row]
    parts, met = work.parts + level * tables.replies, work.met + level * (tables.replies + 1)
    recent, order = work.recent + level * MAX_RECENT_PARTITIONS, work.sets + node.sets
    bound, tie = work.bound + node.top, work.tie + node.top
    bitsets = work.bitsets + level * MAX_CANDIDATES_BITSETS * MEMBER_WORDS
    remaining, least, width = scan_node(
        tables, costs, work, candidates, n, node, NONE, cutoff, guesses, n_guesses, first
    )
    best = cutoff
    choice: i64 = NONE
    scanned: i64 = NONE
    use_bitsets: flag = bitsets_apply(tables, costs, node, n)
    bitsets_ready: flag = False
    while best > max(least, node.lower_bound):
        last_bound: i64 = NONE
        last_squares: i64 = NONE
        number: i64 = 0
        free = node.top + remaining
        part_node = NodeState(node.depth + 1, node.row, 0, width, level + 1, free, node.sets + n, 1)

        # Try a guess.
        while remaining and max(least, node.lower_bound) < best and bound[0] < best:
            guess_bound, squares, code = bound[0], tie[0] >> 32, tie[0] & LOW_HALF
            column = tables.column_of[code]
            remaining = remove_first(bound, tie, remaining)
            if use_bitsets and not bitsets_ready:
                bitsets_ready = True
                write_bitsets(tables, candidates, n, bitsets)
            if use_bitsets and refuted_by_members(
                tables, costs, work, candidates, n, node, column, width, best - guess_bound
            ):
                continue
            total, n_met = bound_parts(tables, costs, work, candidates, n, node, column, best, width)
            if total >= best:
                continue
            if guess_bound != last_bound or squares != last_squares:
                last_bound, last_squares, number = guess_bound, squares, 0
            alone: flag = number == 0 and (remaining == 0 or bound[0] != guess_bound or tie[0] >> 32 != squares)
            if prunings & SAME_PARTITION and not alone:
                if same_partition(tables, work, candidates, n, column, recent, MAX_RECENT_PARTITIONS, number):
                    continue
                number += 1
            write_parts(tables, work, candidates, n, parts, met, n_met, order)
            total = raise_bounds(
                tables, costs, work, part_node, best, parts, met, n_met, order, total, candidates, bitsets_ready
            )
            total = look_up_large_parts(tables, costs, work, part_node, best, parts, met, n_met, order, total)
            total = search_parts(tables, costs, work, part_node, parts, met, n_met, order, best, total, width)
            if total == STOPPED:
                return STOPPED, NONE
            if total < best:
                best, choice = total, code
        if scanned != NONE:
            break
        scanned = least
        if max(least, node.lower_bound) < best:
            remaining, _, _ = scan_node(
                tables, costs, work, candidates, n, node, scanned, best, guesses, n_guesses, first
            )
    return best if choice != NONE else max(best, least, node.lower_bound), choice


def solve_set(tables, costs, work, candidates, n, depth, row, cutoff, lower_bound, guesses, n_guesses, complete):
    """`search` for any set at a depth, by a row of Costs.

    Returns the value and a guess, or a lower bound of `cutoff` or more and -1. `candidates` are the numbers of
    GameTables.numbered, ascending. `lower_bound` is a known lower bound: the search ends when a guess costs no more.
    `guesses` lists the guesses allowed first; `complete` says that the list represents all guesses that the plan allows
    (see PARTS). Only then, or without a list, may members or the table decide the value before any guess is tried.
    """
    whole, prunings, width = 1 if n_guesses == 0 else complete, costs.prunings[row], tables.replies
    node = NodeState(depth, row, lower_bound, width, 0, 0, 0, whole)
    if whole:
        if n < 3:
            cost = fill_two(tables, costs, candidates, n, depth) if tables.weighted else fill(costs.cost, depth, 1, n)
            return cost, tables.code_of[candidates[0]]
        if prunings & PERFECT and n <= width:
            value, guess = bound_by_members(tables, costs, work, candidates, n, node)
            if guess != NONE or value >= cutoff:
                return value, guess
    if n_guesses or not prunings & TABLE:
        return search(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses)
    renamed, free_sets = candidates, node.sets
    if are_renamed(tables, costs, node):
        name_symbols(tables, work, candidates, n, NodeState(depth, row, lower_bound, width, 1, 0, 0, whole))
        renamed, free_sets = work.sets + node.sets, n
    else:
        keep_names(tables, work, 1)
    value, guess = known(tables, work, renamed, n, node, cutoff)
    pegs_move: flag = prunings & SYMBOLS != 0 and tables.free > 0
    if value != NONE and not pegs_move:
        return value, old_name(tables, work, 1, guess)
    if value != NONE and (guess == NONE or value >= cutoff):
        return value, NONE
    if value != NONE:  # `search` finds the guess of this value that comes first by the names of the game
        lower_bound, cutoff = value, value + 1
    node = NodeState(depth, row, lower_bound, width, 0, 0, free_sets, whole)
    value, guess = search(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses)
    if pegs_move and value != STOPPED:  # later only the value of the image is used; a guess marks it as exact
        remember(tables, work, renamed, n, node, value, guess)
    return value, guess


def least_bound(tables, costs, work, candidates, n, depth, row):
    """The least bound of all guesses at a set, by one scan: no tree for the set costs less.

    The cutoff says how exactly a scan bounds guesses, see `scan.scan_counted`. Other scans only keep guesses below it.
    """
    node = NodeState(depth, row, 0, tables.replies, 0, 0, 0, 1)
    first, named = max(tables.symbol_count - 1, 0), candidates
    if are_renamed(tables, costs, node):
        first, named = name_symbols(tables, work, candidates, n, node), work.sets
        node = NodeState(depth, row, 0, tables.replies, 0, 0, n, 1)
    else:
        keep_names(tables, work, 0)
    many: flag = tables.replies > MAX_REPLIES_PACKED and n >= tables.min_candidates_sizes
    exactly: flag = tables.weighted or many or n > MAX_CANDIDATES_PACKED
    cutoff: i64 = HIGHEST_CUTOFF if exactly else 0
    _, least, _ = scan_node(tables, costs, work, named, n, node, NONE, cutoff, tables.no_guesses, 0, first)
    return min(least, INFINITE)


def order_codes(tables, work, n, most):
    """Write all codes to work.largest, those first that may make the most parts of n candidates, by most[code]."""
    place, order = work.bound, work.largest
    for k in range(n + 2):
        place[k] = 0
    for code in range(tables.codes):
        place[n - min(most[code], n) + 1] += 1
    for k in range(n):
        place[k + 1] += place[k]
    for code in range(tables.codes):
        k = n - min(most[code], n)
        order[place[k]] = code
        place[k] += 1


def least_within(tables, costs, work, candidates, n, depth, row, most):
    """`least_bound` where no code c makes more than most[c] parts of the candidates. It counts the parts of few codes.

    It is for games of many replies without weights. It begins with the codes that may make the most parts, and ends
    when no other code can have a lesser bound. If many codes still can after the first ones, it scans all.
    """
    order_codes(tables, work, n, most)
    order, stamp, mark = work.largest, work.counts, work.mark
    least: i64 = INFINITE
    few: i64 = tables.codes * n // COLUMN_SPEED if n <= MAX_CANDIDATES_PACKED else tables.codes
    many: flag = False
    for reply in range(tables.replies):
        stamp[reply] = 0
    for secret in candidates[:n]:
        mark[secret] = 1
    for i in range(tables.codes):
        code = order[i]
        may: i64 = min(most[code], n)
        if bound_by_part_count(costs, depth, row, n, may, 1) >= least:
            break
        if i == FIRST_COUNTED and i + few < tables.codes:
            later: i64 = min(most[order[i + few]], n)
            many = bound_by_part_count(costs, depth, row, n, later, 1) < least
            if many:
                break
        won = tables.secret_of[code]
        wins: i64 = won != NONE and mark[won] != 0
        if bound_by_part_count(costs, depth, row, n, may, wins) >= least:
            continue
        answers = tables.reply + code * tables.secrets
        parts: i64 = 0
        for secret in candidates[:n]:
            met = answers[secret]
            parts += stamp[met] <= i
            stamp[met] = i + 1
        if parts + wins >= 2:
            least = min(least, bound_by_part_count(costs, depth, row, n, parts, wins))
    for secret in candidates[:n]:
        mark[secret] = 0
    return least_bound(tables, costs, work, candidates, n, depth, row) if many else least


class Search:
    """The exact search of a game, with the costs of an objective, in a working space. One thread at a time uses it."""

    def __init__(self, tables, costs, work):
        """The arguments are a GameTables, a Costs and a Workspace. Raises TypeError for wrong arrays."""
        self.kept = []
        self.tables = bound_game_tables(tables, self.kept)
        self.costs = bound_costs(costs, self.kept)
        self.work = bound_workspace(work, self.kept)

    def solve(self, candidates, depth: i64, row: i64, cutoff: i64, lower_bound: i64, guesses, complete: i64):
        """`solve_set`. `candidates` and `guesses` are uint32 and ascend."""
        found, listed = u32s(candidates), u32s(guesses)
        n: i64 = len(candidates)
        n_guesses: i64 = len(guesses)
        with cython.nogil:
            value, guess = solve_set(
                self.tables, self.costs, self.work, found, n, depth, row, cutoff, lower_bound, listed, n_guesses,
                complete,
            )  # fmt: skip
        return value, guess

    def least(self, candidates, depth: i64, row: i64):
        """`least_bound`. `candidates` are uint32 and ascend; there are three or more."""
        found = u32s(candidates)
        n: i64 = len(candidates)
        with cython.nogil:
            least = least_bound(self.tables, self.costs, self.work, found, n, depth, row)
        return least

    def least_by_supersets(self, candidates, depth: i64, row: i64, most):
        """`least_within`. Also `most` is uint32, (codes,)."""
        found, parts = u32s(candidates), u32s(most)
        n: i64 = len(candidates)
        with cython.nogil:
            least = least_within(self.tables, self.costs, self.work, found, n, depth, row, parts)
        return least


class PartCounter:
    """Counts the parts of sets of secrets for CAPS, see `game_tables.cap_parts`."""

    def __init__(self, tables, mark, counter, reply_bits, part_count):
        """The arrays are working space, see `counting.count_most_parts`."""
        self.kept = [mark, counter, reply_bits, part_count]
        self.tables = bound_game_tables(tables, self.kept)
        self.mark, self.counter = u8s(mark), i64s(counter)
        self.reply_bits, self.part_count = u32s(reply_bits), u64s(part_count)

    def most_parts(self, candidates):
        """The most non-winning parts that any code makes of the candidates, uint32."""
        found = u32s(candidates)
        n: i64 = len(candidates)
        with cython.nogil:
            most = count_most_parts(self.tables, self.mark, self.counter, self.reply_bits, self.part_count, found, n)
        return most
