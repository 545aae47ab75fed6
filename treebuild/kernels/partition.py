"""The parts of one guess: their sizes, their bounds, and the values that are known without a search.

parts[r] describes the part of reply r, see `layout.Part`; it has no meaning if the reply does not occur. met[:number]
lists the replies that occur, the smallest part first, and of equally large parts the highest reply first. Both have a
row for each level of the search. A guess costs at least the sum of the bounds of its parts.
"""

from __future__ import annotations

from treebuild.kernels.constants import (
    FILL,
    INFINITE,
    LOW_REPLY,
    MAX_CANDIDATES_BITSETS,
    MAX_CANDIDATES_PACKED,
    MAX_CANDIDATES_PERFECT,
    NONE,
    OPEN,
    PERFECT,
    REPLY_BITS,
    TABLE,
)
from treebuild.kernels.filling import fill
from treebuild.kernels.layout import NodeState
from treebuild.kernels.members import (
    MEMBER_WORDS,
    bound_by_members,
    bound_by_most_parts,
    max_undecided_parts,
    most_parts_bitsets,
)
from treebuild.kernels.table import key_at, look_up
from treebuild.kernels.uncompiled import flag, i64
from treebuild.kernels.weighted_bounds import bound_weighted_parts


def bound_parts(tables, costs, work, candidates, n, node, column, best, width):
    """Write size and bound of every part of the guess in a column. Returns (sum of the bounds, number of parts).

    If the sum reaches `best`, it stops at once, and the sum that it returns may lack some parts. `width` is the width
    of the set, see FILL. For few candidates it reads the replies from the column, which the scan has left in the cache;
    the row of the guess is seldom there.
    """
    if tables.weighted:
        return bound_weighted_parts(tables, costs, work, candidates, n, node, column, best, width)
    sizes, answer, depth = work.scratch, work.answer, node.depth
    parts, met = work.parts + node.level * tables.replies, work.met + node.level * (tables.replies + 1)
    number: i64 = 0
    total: i64 = 0
    bound: i64 = 0
    for reply in range(tables.replies):
        sizes[reply] = 0
    row, step = tables.columns + column, tables.codes
    if n > MAX_CANDIDATES_PACKED and not tables.arranged:
        row, step = tables.reply + tables.code_at[column] * tables.secrets, 1
    for i in range(n):
        got = row[candidates[i] * step]
        answer[i] = got
        met[number] = got
        number += sizes[got] == 0
        sizes[got] += 1
    fills: flag = costs.prunings[node.row] & FILL != 0
    for i in range(number):
        got = met[i]
        size = sizes[got]
        if got == tables.win:
            bound = costs.cost[depth]
        elif size < 3 or fills:
            bound = fill(costs.cost, depth + 1, min(width, tables.cap[got]), size)
        else:
            bound = min(INFINITE, size * costs.cost[depth + 1])
        parts[got].size, parts[got].bound, parts[got].status = size, bound, size > 2
        total += bound
        if total >= best:
            break
    return total, number


def write_parts(tables, work, candidates, n, parts, met, number, order):
    """Sort the replies in `met` by the sizes of their parts, and write the candidates to `order`, part after part.

    It reads the replies that `bound_parts` has left in work.answer. The candidates of a part keep their order. It also
    writes the start and the key of every part.
    """
    positions, words, answer = work.scratch, tables.hash_word, work.answer
    start: i64 = 0
    for i in range(number):
        key, at = parts[met[i]].size << REPLY_BITS | (LOW_REPLY - met[i]), i
        while at > 0 and positions[at - 1] > key:
            positions[at] = positions[at - 1]
            at -= 1
        positions[at] = key
    for i in range(number):
        met[i] = LOW_REPLY - (positions[i] & LOW_REPLY)
    for i in range(number):
        reply = met[i]
        parts[reply].start, parts[reply].key, parts[reply].key2 = start, 0, 0
        positions[reply] = start
        start += parts[reply].size
    for i in range(n):
        reply, secret = answer[i], candidates[i]
        order[positions[reply]] = secret
        positions[reply] += 1
        parts[reply].key ^= words[2 * secret]
        parts[reply].key2 ^= words[2 * secret + 1]


def raise_by_table(work, part_node, best, parts, met, number, total):
    """TABLE: raise the bounds of open parts by the table, until their sum, now `total`, reaches `best`."""
    for i in range(number):
        reply = met[i]
        if parts[reply].status:
            key = key_at(parts[reply].key, part_node.depth, part_node.row)
            entry, value, guess = look_up(work.table, work.entries, key, parts[reply].key2)
            if entry != NONE:
                bound = max(value, parts[reply].bound)
                parts[reply].status = guess == NONE
                total += bound - parts[reply].bound
                parts[reply].bound = bound
                if total >= best:
                    break
    return total


def bound_part(tables, costs, work, part_node, part, reply, members, candidates, bitsets_ready):
    """PERFECT: `bound_by_members` of a part, whose candidates are `members`.

    With `bitsets_ready`, the bits of the part are in Workspace.part_bits, and bitsets count the parts of its members.
    """
    cap = min(part_node.cap, tables.cap[reply])
    node = NodeState(part_node.depth, part_node.row, 0, cap, part_node.level, part_node.top, part_node.sets, 1)
    if not bitsets_ready:
        return bound_by_members(tables, costs, work, members, part.size, node)
    bitsets = work.bitsets + (node.level - 1) * MAX_CANDIDATES_BITSETS * MEMBER_WORDS
    low, high = work.part_bits[2 * reply], work.part_bits[2 * reply + 1]
    most, member = most_parts_bitsets(bitsets, low, high, min(part.size, cap + 1))
    choice: i64 = NONE
    if most > max_undecided_parts(costs, node, part.size):
        choice = tables.code_of[candidates[member]]
    return bound_by_most_parts(costs.cost, node.depth, cap, part.size, most, choice)


def raise_bounds(tables, costs, work, part_node, best, parts, met, number, order, total, candidates, bitsets_ready):
    """Raise the bounds of open parts by TABLE and PERFECT, without a search, until their sum reaches `best`.

    `total` is the sum so far. Returns the new sum. `part_node` is the node of the parts, except that its cap is the
    width of the whole set. `order` has the candidates part after part.
    """
    prunings = costs.prunings[part_node.row]
    if prunings & TABLE:
        total = raise_by_table(work, part_node, best, parts, met, number, total)
    if not prunings & PERFECT:
        return total
    for i in range(number - 1, -1, -1):  # the largest part first: members are least likely to tell all of it apart
        reply = met[i]
        size = parts[reply].size
        if total >= best or size < 3:
            break
        if parts[reply].status and size <= max(tables.replies, MAX_CANDIDATES_PERFECT):
            members = order + parts[reply].start
            bound, guess = bound_part(
                tables, costs, work, part_node, parts[reply], reply, members, candidates, bitsets_ready
            )
            parts[reply].status = guess == NONE
            if bound > parts[reply].bound:
                total += bound - parts[reply].bound
                parts[reply].bound = bound
    return total


def same_partition(tables, work, candidates, n, column, recent, n_recent, number):
    """SAME_PARTITION: whether the guess in a column makes the same parts as an earlier guess; if not, note its column.

    `recent` has the last columns noted, of `number` in all. All these guesses have equal sums of squared part sizes. So
    if each part of this guess lies within a part of an earlier guess, the parts are the same: if a part of the earlier
    guess held two of them, its sum of squares would be larger. The replies to this guess are in work.answer.
    """
    other, answer, win = work.scratch + work.scratch_row, work.answer, tables.win
    by_column: flag = n <= MAX_CANDIDATES_PACKED or tables.arranged
    for t in range(min(number, n_recent)):
        row, columns = tables.reply + tables.code_at[recent[t]] * tables.secrets, tables.columns + recent[t]
        for reply in range(tables.replies):
            other[reply] = NONE
        alike: flag = True
        for i in range(n):
            own, secret = answer[i], candidates[i]
            its: i64 = columns[secret * tables.codes] if by_column else row[secret]
            if other[own] == NONE:
                other[own] = its
            if other[own] != its or (own == win) != (its == win):
                alike = False
                break
        if alike:
            return True
    recent[number % n_recent] = column
    return False


def next_open(parts, met, number, small):
    """The reply of the open part to search next, or -1. Small parts come first, because they are cheap.

    The largest of the small parts comes first, since its value raises the sum most, and likewise the largest of the
    other parts. A part is small if it has at most `small` candidates.
    """
    chosen: i64 = NONE
    for i in range(number):
        reply = met[i]
        size = parts[reply].size
        if parts[reply].status == OPEN:
            if chosen != NONE and size > small >= parts[chosen].size:
                break
            chosen = reply
    return chosen
