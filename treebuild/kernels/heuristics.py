"""The guesses of the paper's heuristics (Slovesnov 2011, 2.2). `planned` has the search that asks for them."""

from __future__ import annotations

from treebuild.kernels.constants import CRUSH_MEMBERS, LARMOUTH, MAX_REPLIES_PACKED, NONE
from treebuild.kernels.counting import EIGHT_BITS, count_packed, packed_size
from treebuild.kernels.scan import list_members
from treebuild.kernels.uncompiled import f64, flag, i64, integer

MAX_CANDIDATES_BYTES = 127  # candidates for which the bytes of `counting.count_packed` are exact
MOST_DIGITS_NUMBER = 1 << 62  # numbers of parts, as digits, stay below


def count_listed(tables, work, candidates, n, codes, n_codes):
    """Write the part sizes of codes[j] to work.counts[j], the largest to work.largest[j]. Returns the least of these.

    The largest is 0 where a code tells nothing. If no code tells anything, the result is more than the number of
    candidates.
    """
    smallest = n + 1
    for j in range(n_codes):
        row, count = tables.reply + codes[j] * tables.secrets, work.counts + j * tables.replies
        largest: i64 = 0
        for reply in range(tables.replies):
            count[reply] = 0
        for secret in candidates[:n]:
            count[row[secret]] += 1
        for reply in range(tables.replies):
            largest = max(largest, count[reply])
        work.largest[j] = 0
        if largest < n or count[tables.win]:
            work.largest[j] = largest
            smallest = min(smallest, largest)
    return smallest


def count_columns(tables, work, n, n_columns):
    """As `count_listed`, for the codes of columns that are counted already. Their sizes stay packed."""
    largest = work.largest
    for j in range(n_columns):
        largest[j] = 0
    for reply in range(tables.replies):
        shift, words = 4 * (reply & 14), work.odd if reply & 1 else work.even
        for j in range(n_columns):
            largest[j] = max(largest[j], integer((words[j] >> shift) & EIGHT_BITS))
    smallest = n + 1
    for j in range(n_columns):
        if largest[j] == n:
            largest[j] = 0
        else:
            smallest = min(smallest, largest[j])
    return smallest


def size_at(tables, work, j, reply, packed):
    """The size of the part of one reply to the j-th guess."""
    if packed:
        return integer(packed_size(work.even[j], work.odd[j], reply))
    return work.counts[j * tables.replies + reply]


def fill_powers(power, replies):
    """Write the powers of a base to `power`, whose numbers may have `replies` as a digit. Returns how many digits.

    power[digit] is what counts a part in the digit-th place; power[0] is 0.
    """
    base = replies + 1
    reach = replies + 1
    digits: i64 = 1
    while reach < MOST_DIGITS_NUMBER // base // base:
        digits += 1
        reach *= base
    power[0] = 0
    for digit in range(1, digits + 1):
        power[digit] = base if digit == 1 else power[digit - 1] * base
    return digits


def write_sizes(tables, work, j, packed, sizes):
    """Write the part sizes of the j-th guess, the largest first."""
    for reply in range(tables.replies):
        size, at = size_at(tables, work, j, reply, packed), reply
        while at > 0 and sizes[at - 1] < size:
            sizes[at] = sizes[at - 1]
            at -= 1
        sizes[at] = size


def choose_crush(tables, work, codes, n_codes, smallest, packed):
    """The guess with the smallest part sizes, the largest compared first; of equals a member, then the highest code.

    Slovesnov 2.2.1 and 3.4. Vectors of sizes are first compared by a number whose digits count the parts of each of the
    largest sizes.
    """
    replies, sizes, best = tables.replies, work.scratch + work.scratch_row, work.scratch + 2 * work.scratch_row
    chosen: i64 = NONE
    inside: i64 = 0
    least: i64 = 0
    ignored = max(0, smallest - fill_powers(work.power, replies))
    for j in range(n_codes):
        if work.largest[j] != smallest:
            continue
        number: i64 = 0
        for reply in range(replies):
            number += work.power[max(0, size_at(tables, work, j, reply, packed) - ignored)]
        if chosen != NONE and number > least:
            continue
        won = tables.secret_of[codes[j]]
        member: i64 = won != NONE and work.mark[won] != 0
        order: i64 = -1 if chosen == NONE or number < least else 0
        if ignored:  # the number ignores the smallest sizes
            write_sizes(tables, work, j, packed, sizes)
            at: i64 = 0
            while order == 0 and at < replies:
                order = sizes[at] - best[at]
                at += 1
        code: i64 = codes[j]
        if order == 0:  # of equals a member, then the highest
            order = inside - member if member != inside else chosen - code
        if order < 0:
            chosen, inside, least = code, member, number
            for reply in range(replies):
                best[reply] = sizes[reply]
    return chosen


def choose_larmouth(tables, costs, work, codes, n_codes, packed):
    """The guess with the least sum of n ln n, less 2 ln 2 for a member; of equals the highest (Slovesnov 2.2.2, 3.4).

    The sums are doubles, added up in the order of the replies: published figures depend on how rounding separates sums.
    """
    score, logarithm = work.score, costs.logarithm
    for j in range(n_codes):
        score[j] = 0.0
    for reply in range(tables.replies):
        for j in range(n_codes):
            score[j] += logarithm[size_at(tables, work, j, reply, packed)]
    chosen: i64 = NONE
    least: f64 = 0.0
    for j in range(n_codes):
        if work.largest[j] == 0:
            continue
        won = tables.secret_of[codes[j]]
        value: f64 = score[j]
        if won != NONE and work.mark[won]:
            value -= logarithm[2]
        code: i64 = codes[j]
        if chosen == NONE or value < least or (value == least and code > chosen):
            chosen, least = code, value
    return chosen


def choose_guess(tables, costs, work, candidates, n, guesses, n_guesses, source, sets):
    """The guess that a heuristic makes among some codes, or among all where none are given; -1 where it makes none.

    `source` is the heuristic, a Source. `guesses` has codes, ascending; `sets` is where Workspace.sets is free.
    """
    codes, n_codes, mark = guesses, n_guesses, work.mark
    packed: flag = False
    if source == CRUSH_MEMBERS:
        members = work.sets + sets
        codes, n_codes = members, list_members(tables, work, candidates, n, guesses, n_guesses, members)
    elif n_guesses == 0:
        codes, n_codes = tables.code_at, tables.codes
        packed = n <= MAX_CANDIDATES_BYTES and tables.replies <= MAX_REPLIES_PACKED
        if packed:
            count_packed(tables, work, candidates, n, n_codes)
    for secret in candidates[:n]:
        mark[secret] = 1
    if packed:
        smallest = count_columns(tables, work, n, n_codes)
    else:
        smallest = count_listed(tables, work, candidates, n, codes, n_codes)
    chosen: i64 = NONE
    if smallest <= n:
        if source == LARMOUTH:
            chosen = choose_larmouth(tables, costs, work, codes, n_codes, packed)
        else:
            chosen = choose_crush(tables, work, codes, n_codes, smallest, packed)
    for secret in candidates[:n]:
        mark[secret] = 0
    return chosen
