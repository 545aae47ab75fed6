"""PERFECT, compiled: how many parts members make of a set, and the bound or value that follows from it.

`bounds.prunings` has the proofs. For many guesses of one set, the kernel uses bitsets: it numbers the candidates of the
set by their position in the list, and a subset is two words with a bit for each candidate. Once for the set,
`write_bitsets` finds which parts each member makes of it. Then a few operations for each member count the parts that it
makes of any subset. This refutes most guesses, since no member divides their largest parts far enough.
"""

from __future__ import annotations

from treebuild.kernels.constants import (
    CRUSH,
    INFINITE,
    MAX_CANDIDATES_BITSETS,
    MAX_REPLIES_PACKED,
    MAX_REPLIES_WORD,
    MIN_CANDIDATES_BITSETS,
    NONE,
    PERFECT,
)
from treebuild.kernels.filling import fill, fill_by_most_parts, fill_from
from treebuild.kernels.uncompiled import bit, count_bits, flag, i64, lowest_bit, u64, words_of
from treebuild.kernels.weighted_bounds import bound_by_weighted_members

MEMBER_WORDS = 2 * MAX_REPLIES_PACKED  # words of a member in Workspace.bitsets: for each half, one for each reply


def most_parts_marked(tables, work, candidates, n, undecided, enough):
    """The most parts that a member makes, and the first member that makes them, or -1 if they do not decide the value.

    At most `undecided` parts do not decide it. A member that makes `enough` parts, the most that are possible, ends the
    loop. This is for games of at most MAX_REPLIES_WORD replies, which are marked in a word.
    """
    columns, codes = tables.columns, tables.codes
    seen, column = words_of(work.scratch + work.scratch_row), work.scratch + 2 * work.scratch_row
    most: i64 = 0
    choice: i64 = NONE
    for i in range(n):
        seen[i], column[i] = bit(tables.win), tables.own_column[candidates[i]]
    for i in range(n):
        row, replies = columns + candidates[i] * codes, seen[i]
        if tables.symmetric:
            for j in range(i + 1, n):
                own = bit(row[column[j]])
                replies |= own
                seen[j] |= own
        else:
            for secret in candidates[:n]:
                replies |= bit(columns[secret * codes + column[i]])
        parts = count_bits(replies)
        if parts > most:
            most, choice = parts, tables.code_of[candidates[i]]
            if parts >= enough:
                break
    return most, choice if most > undecided else NONE


def most_parts_stamped(tables, work, candidates, n, most):
    """As `most_parts_marked`, for any number of replies: each reply is stamped with the number of the member.

    `most` is the largest number of parts that does not decide the value. The loop gives a member up when it cannot make
    more parts. So if no member makes more, the returned number is `most`, which may be too large.
    """
    stamp, state = work.stamp, work.state
    choice: i64 = NONE
    for member in candidates[:n]:
        asked: i64 = state[2] + 1
        parts: i64 = n
        row = tables.reply + tables.code_of[member] * tables.secrets
        state[2] = asked
        for secret in candidates[:n]:
            reply = row[secret]
            parts -= stamp[reply] == asked
            stamp[reply] = asked
            if parts <= most:
                break
        if parts > most:
            most, choice = parts, tables.code_of[member]
            if parts == n:
                break
    return most, choice


def bound_by_most_parts(cost, depth, cap, size, most, choice):
    """PERFECT: (value, guess) if the members that make the `most` parts decide the value, else (a lower bound, -1).

    `choice` is the first of these members. It is -1 if they make too few parts to decide, see `max_undecided_parts`.
    """
    now, then, late = cost[depth], cost[depth + 1], cost[depth + 2]
    if then >= INFINITE:
        return INFINITE, NONE
    if choice != NONE and most == size:
        return min(INFINITE, now + (size - 1) * then), choice
    if choice != NONE and late < INFINITE and now + (size - 2) * then + late <= size * then:
        return now + (size - 2) * then + late, choice
    return fill_by_most_parts(cost, depth, most, cap, size), NONE


def max_undecided_parts(costs, node, size):
    """The largest number of parts of a member that does not decide the value of `size` candidates.

    A heuristic always takes a member that tells all candidates apart, but not always a member that leaves one pair.
    """
    return size - 1 if costs.plan[node.row * costs.depths + node.depth] >= CRUSH else size - 2


def bound_by_members(tables, costs, work, candidates, n, node):
    """PERFECT: (value, guess) if members decide the value, else (a lower bound, -1)."""
    if tables.weighted:
        return bound_by_weighted_members(tables, costs, work, candidates, n, node.depth, node.cap)
    undecided = max_undecided_parts(costs, node, n)
    if tables.replies > MAX_REPLIES_WORD:
        most, choice = most_parts_stamped(tables, work, candidates, n, undecided)
    else:
        most, choice = most_parts_marked(tables, work, candidates, n, undecided, min(n, node.cap + 1))
    return bound_by_most_parts(costs.cost, node.depth, node.cap, n, most, choice)


def bitsets_apply(tables, costs, node, size):
    """Whether `refuted_by_members` may be used for `size` candidates here, and can raise a bound of their parts."""
    if size < MIN_CANDIDATES_BITSETS or size > MAX_CANDIDATES_BITSETS:
        return False
    if tables.weighted or tables.replies > MAX_REPLIES_PACKED:
        return False
    rises: flag = costs.cost[node.depth + 3] > costs.cost[node.depth + 1]
    return rises and costs.prunings[node.row] & PERFECT != 0


def write_bitsets(tables, candidates, n, bitsets):
    """Write the parts that every member makes: bit i of bitsets[m, :, r] is 1 if candidate i gives reply r to m."""
    columns, codes, own_column = tables.columns, tables.codes, tables.own_column
    for i in range(n * MEMBER_WORDS):
        bitsets[i] = 0
    for i in range(n):
        row, half, own = columns + candidates[i] * codes, bitsets + (i >> 6) * MAX_REPLIES_PACKED, bit(i & 63)
        for m in range(n):
            half[m * MEMBER_WORDS + row[own_column[candidates[m]]]] |= own


def most_parts_bitsets(bitsets, low, high, enough):
    """The most parts that a member of a part makes of it, and the number of the first member that makes them.

    `low` and `high` are the two words of the part. A member that makes `enough` parts, the most that are possible, ends
    the loop.
    """
    most: i64 = 0
    first: i64 = NONE
    number: i64 = 0
    half: i64 = 0
    while half < 2:
        left: u64 = high if half else low
        while left:
            number = 64 * half + lowest_bit(left)
            member = bitsets + number * MEMBER_WORDS
            parts: i64 = 0
            for reply in range(MAX_REPLIES_PACKED):
                parts += ((member[reply] & low) | (member[MAX_REPLIES_PACKED + reply] & high)) != 0
            if parts > most:
                most, first = parts, number
                if most >= enough:
                    return most, first
            left &= left - 1
        half += 1
    return most, first


def count_part_bits(tables, candidates, n, column, part):
    """Write the parts that the guess in a column makes, as bits of candidates: part[2 * r] and part[2 * r + 1]."""
    columns, codes = tables.columns + column, tables.codes
    for i in range(2 * MAX_REPLIES_PACKED):
        part[i] = 0
    for i in range(n):
        part[2 * columns[candidates[i] * codes] + (i >> 6)] |= bit(i & 63)


def refuted_by_members(tables, costs, work, candidates, n, node, column, width, missing):
    """Whether PERFECT raises the bounds of a guess's parts by `missing` or more; the largest parts are tried first.

    The bound that a scan has found for the guess is no more than the sum of the FILL bounds of its parts. So the excess
    of PERFECT over FILL, for any of the parts, may be added to it. hope[r] is the largest possible excess for part r:
    that of the cost of a code that is no member. `width` is the width of the set.
    """
    bitsets, part = work.bitsets + node.level * MAX_CANDIDATES_BITSETS * MEMBER_WORDS, work.part_bits
    size, hope = work.scratch, work.scratch + work.scratch_row
    cost, depth = costs.cost, node.depth + 1
    risen: i64 = 0
    hopes: i64 = 0
    count_part_bits(tables, candidates, n, column, part)
    for reply in range(tables.replies):
        number = count_bits(part[2 * reply]) + count_bits(part[2 * reply + 1])
        own_width = min(width, tables.cap[reply])
        size[reply] = 0
        if number > 2:  # the winning part has only one secret
            most = cost[depth + 1] - cost[depth]  # FILL charges one secret for `depth`, the others for later depths
            if number > own_width:
                most = fill_from(cost, depth + 1, own_width, own_width, number) - fill(cost, depth, own_width, number)
            if most > 0:
                size[reply], hope[reply] = number, most
                hopes += most
    while risen < missing <= risen + hopes:
        largest: i64 = 0
        for reply in range(tables.replies):
            if size[reply] > size[largest]:
                largest = reply
        number, own_width = size[largest], min(width, tables.cap[largest])
        hopes -= hope[largest]
        size[largest] = 0
        enough = min(number, own_width + 1)
        most, _ = most_parts_bitsets(bitsets, part[2 * largest], part[2 * largest + 1], enough)
        if most < enough:
            risen += fill_by_most_parts(cost, depth, most, own_width, number) - fill(cost, depth, own_width, number)
    return risen >= missing
