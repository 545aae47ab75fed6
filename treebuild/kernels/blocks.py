"""Replies to many guesses, read from the matrix or computed from symbols, and the sizes of the parts of the guesses.

The kernel takes guesses in blocks. The replies of one secret to a block are numbers side by side, so that one
instruction works on 32 or 64 guesses.
"""

from __future__ import annotations

from treebuild.kernels.constants import (
    COUNTS,
    FROM_MATRIX,
    MARKS,
    MAX_REPLIES_COMPARED,
    PLACES,
    REPLIES_PER_CANDIDATE,
    ROWS,
)
from treebuild.kernels.uncompiled import Reply, flag, i64

NO_SUM = 255  # not the sum of any reply in games of at most MAX_REPLIES_COMPARED replies
MAX_TALLIED = 31 * ROWS  # the most candidates, in whole rows, that a byte can count
LANES = 32  # the number of guesses in a vector of the compiler, or a divisor or a multiple of it


def power_of_three(exponent):
    """3 ** exponent."""
    power: i64 = 1
    for _ in range(exponent):
        power *= 3
    return power


def reply_to(tables, guess, secret):
    """The reply of one secret to one guess."""
    if tables.source == FROM_MATRIX:
        return tables.by_secret[secret * tables.codes + guess]
    pegs, ours, theirs = tables.pegs, tables.code + guess * tables.pegs, tables.secret + secret * tables.pegs
    bulls: i64 = 0
    cows: i64 = 0
    taken: i64 = 0
    total: i64 = 0
    for peg in range(pegs):
        bull: i64 = ours[peg] == theirs[peg]
        taken |= bull << peg
        bulls += bull
        total = 3 * total + 2 * bull
    if tables.source == PLACES:
        return bulls
    power = power_of_three(pegs - 1)
    for peg in range(pegs):
        if ours[peg] != theirs[peg]:
            for other in range(pegs):
                if ours[peg] == theirs[other] and not taken >> other & 1:
                    one: i64 = 1
                    taken |= one << other
                    cows += 1
                    total += power
                    break
        power //= 3
    if tables.source == MARKS:
        return total
    return tables.reply_of[bulls * (pegs + 1) + bulls + cows]


def whole_vectors(work, n):
    """n rounded up to whole vectors, within a block, so that no guess is left over for slow code.

    Entries of rows beyond n have no meaning, and no result depends on them. Only loops that read `guesses` have to stop
    at n.
    """
    return min((n + LANES - 1) // LANES * LANES, work.block)


def load_rows(source, n_rows, width, target, block, guesses, n):
    """Copy the entries for the guesses of a block from `n_rows` rows of `width` to rows of `block`."""
    first = guesses[0]
    side_by_side: flag = guesses[n - 1] - first == n - 1
    for i in range(n_rows):
        row, loaded = source + i * width, target + i * block
        if side_by_side:
            for j in range(n):
                loaded[j] = row[first + j]
        else:
            for j in range(n):
                loaded[j] = row[guesses[j]]


def load_guesses(tables, work, guesses, n):
    """Load the symbols of the guesses of a block, ascending, for `fill_row`."""
    load_rows(tables.columns, work.pegs, tables.codes, work.columns, work.block, guesses, n)
    load_rows(tables.counts, work.counted, tables.codes, work.counts, work.block, guesses, n)


def add_cows(tables, work, theirs, symbol, count, n, row):
    """MARKS: add the cows of one symbol, from the left, as many as the secret has it at pegs that are no bulls."""
    left, pegs = work.left, tables.pegs
    for j in range(n):
        left[j] = count
    for peg in range(pegs):
        if theirs[peg] == symbol:
            column = work.columns + peg * work.block
            for j in range(n):
                left[j] -= column[j] == symbol
    cow: Reply = power_of_three(pegs - 1)
    for peg in range(pegs):
        if theirs[peg] != symbol:
            column = work.columns + peg * work.block
            for j in range(n):
                cows: Reply = (column[j] == symbol) & (left[j] > 0)
                left[j] -= cows
                row[j] += cows * cow
        cow //= 3


def add_bulls(tables, work, theirs, n, row):
    """Add the terms of the pegs at which guess and secret have the same symbol."""
    pegs: i64 = tables.pegs
    bull: Reply = 1
    if tables.source == MARKS:
        bull = 2 * power_of_three(pegs - 1)
    elif tables.source == COUNTS:
        bull = pegs + 1
    for peg in range(pegs):
        column, symbol = work.columns + peg * work.block, theirs[peg]
        for j in range(n):
            row[j] += bull * (column[j] == symbol)
        if tables.source == MARKS:
            bull //= 3


def add_common(counts, count, n, row):
    """Add how often guess and secret share a symbol; the guesses have it counts[j] times, and the secret `count`."""
    for j in range(n):
        row[j] += min(counts[j], count)


def fill_row(tables, work, guesses, n, secret, row):
    """Write the sums of the replies of one secret to the loaded guesses to `row`, see ReplyTables."""
    if tables.source == FROM_MATRIX:
        replies = tables.by_secret + secret * tables.codes
        for j in range(n):
            row[j] = replies[guesses[j]]
        return
    theirs, pegs, wide = tables.secret + secret * tables.pegs, tables.pegs, whole_vectors(work, n)
    for j in range(wide):
        row[j] = 0
    add_bulls(tables, work, theirs, wide, row)
    if tables.source == PLACES:
        return
    for peg in range(pegs):
        symbol = theirs[peg]
        count: i64 = 0
        for other in range(pegs):
            count += theirs[other] == symbol
        first: i64 = 0
        while theirs[first] != symbol:
            first += 1
        if first < peg:
            continue
        if tables.source == COUNTS:
            add_common(work.counts + symbol * work.block, count, wide, row)
        else:
            add_cows(tables, work, theirs, symbol, count, wide, row)


def add_tally(rows, block, own, n, tally):
    """Add to tally[j] how many of ROWS rows have the sum `own` at j."""
    a, b, c, d = rows, rows + block, rows + 2 * block, rows + 3 * block
    e, f, g, h = rows + 4 * block, rows + 5 * block, rows + 6 * block, rows + 7 * block
    for j in range(n):
        tally[j] += (
            (a[j] == own) + (b[j] == own) + (c[j] == own) + (d[j] == own)
            + (e[j] == own) + (f[j] == own) + (g[j] == own) + (h[j] == own)
        )  # fmt: skip


def tally_candidates(tables, work, guesses, n, candidates, n_candidates):
    """Count at most MAX_TALLIED candidates in work.tallies: compare with each reply, ROWS candidates at a time."""
    block, rows, wide = work.block, work.rows, whole_vectors(work, n)
    i: i64
    for reply in range(tables.replies):
        tally = work.tallies + reply * block
        for j in range(wide):
            tally[j] = 0
    for start in range(0, n_candidates, ROWS):
        for i in range(ROWS):
            row = rows + i * block
            if start + i < n_candidates:
                fill_row(tables, work, guesses, n, candidates[start + i], row)
            else:
                for j in range(wide):
                    row[j] = NO_SUM
        for reply in range(tables.replies):
            add_tally(rows, block, tables.sum_of[reply], wide, work.tallies + reply * block)


def count_each(tables, work, guesses, n, candidates, n_candidates):
    """Count the candidates in work.sizes, each at the place of its reply."""
    row, sizes, block, reply_of = work.rows, work.sizes, work.block, tables.reply_of
    for secret in candidates[:n_candidates]:
        fill_row(tables, work, guesses, n, secret, row)
        for j in range(n):
            sizes[reply_of[row[j]] * block + j] += 1


def are_numbered(tables, n_candidates):
    """Whether `count_sizes` numbers the parts of this number of candidates: then few of many replies can occur."""
    return tables.replies > MAX_REPLIES_COMPARED and n_candidates * REPLIES_PER_CANDIDATE <= tables.replies


def number_parts(tables, work, guesses, n, candidates, n_candidates):
    """Number the parts that each guess of a block makes of the candidates, in the order in which they occur.

    It writes the numbers of the parts to work.rows, a row for each candidate, and how many they are to work.parts.
    There may be at most as many candidates as replies.
    """
    block, slot, met = work.block, work.slot, work.vector
    for i in range(n_candidates):
        fill_row(tables, work, guesses, n, candidates[i], work.rows + i * block)
    for j in range(n):
        parts: i64 = 0
        column = work.rows + j
        for i in range(n_candidates):
            reply_sum = column[i * block]
            if slot[reply_sum] < 0:
                slot[reply_sum] = parts
                met[parts] = reply_sum
                parts += 1
            column[i * block] = slot[reply_sum]
        for i in range(parts):
            slot[met[i]] = -1
        work.parts[j] = parts


def count_numbered(tables, work, guesses, n, candidates, n_candidates):
    """As `count_sizes`: the size of part i of guess j is work.sizes[i * block + j], for i below `n_candidates`."""
    block, wide = work.block, whole_vectors(work, n)
    number_parts(tables, work, guesses, n, candidates, n_candidates)
    for i in range(n_candidates):
        sizes = work.sizes + i * block
        for j in range(wide):
            sizes[j] = 0
    for i in range(n_candidates):
        row, sizes = work.rows + i * block, work.sizes
        for j in range(n):
            sizes[row[j] * block + j] += 1


def are_tallied(tables, n_candidates):
    """Whether `count_sizes` writes the part sizes of this number of candidates to work.tallies, not to work.sizes."""
    return n_candidates <= MAX_TALLIED and tables.replies <= MAX_REPLIES_COMPARED


def add_parts(sizes, n, parts):
    """Add 1 to parts[j] for every guess j with sizes[j] > 0, where `sizes` are the sizes of the parts of one reply."""
    for j in range(n):
        parts[j] += sizes[j] > 0


def count_sizes(tables, work, guesses, n, candidates, n_candidates):
    """Count the parts that a block of guesses, ascending, makes of the candidates.

    It writes their sizes to work.tallies or work.sizes, see `are_tallied`, and their number to work.parts. The sizes
    are those of all replies, or, see `are_numbered`, of as many parts as there are candidates, the empty ones last.
    """
    block, parts, wide = work.block, work.parts, whole_vectors(work, n)
    load_guesses(tables, work, guesses, n)
    if are_numbered(tables, n_candidates):
        count_numbered(tables, work, guesses, n, candidates, n_candidates)
        return
    for j in range(wide):
        parts[j] = 0
    if are_tallied(tables, n_candidates):
        tally_candidates(tables, work, guesses, n, candidates, n_candidates)
        for reply in range(tables.replies):
            add_parts(work.tallies + reply * block, wide, parts)
        return
    for reply in range(tables.replies):
        sizes = work.sizes + reply * block
        for j in range(wide):
            sizes[j] = 0
    if tables.replies > MAX_REPLIES_COMPARED:
        count_each(tables, work, guesses, n, candidates, n_candidates)
    else:
        for start in range(0, n_candidates, MAX_TALLIED):
            some = min(MAX_TALLIED, n_candidates - start)
            tally_candidates(tables, work, guesses, n, candidates + start, some)
            for reply in range(tables.replies):
                sizes, tally = work.sizes + reply * block, work.tallies + reply * block
                for j in range(wide):
                    sizes[j] += tally[j]
    for reply in range(tables.replies):
        add_parts(work.sizes + reply * block, wide, parts)


def write_each(tables, work, guesses, n, candidates, n_candidates, sizes):
    """`write_sizes` for a block of guesses, where so many replies are possible that each is counted at its place."""
    row, replies, reply_of = work.rows, tables.replies, tables.reply_of
    load_guesses(tables, work, guesses, n)
    for i in range(n * replies):
        sizes[i] = 0
    for secret in candidates[:n_candidates]:
        fill_row(tables, work, guesses, n, secret, row)
        for j in range(n):
            sizes[j * replies + reply_of[row[j]]] += 1


def write_sizes(tables, work, guesses, n, candidates, n_candidates, sizes):
    """Write how many candidates give each reply to each guess to `sizes`, int32 (guesses, replies). Guesses ascend."""
    block, replies = work.block, tables.replies
    tallied: flag = are_tallied(tables, n_candidates)
    start: i64 = 0
    while start < n:
        some = min(block, n - start)
        if replies > MAX_REPLIES_COMPARED:
            write_each(tables, work, guesses + start, some, candidates, n_candidates, sizes + start * replies)
        else:
            count_sizes(tables, work, guesses + start, some, candidates, n_candidates)
            for j in range(some):
                row = sizes + (start + j) * replies
                for reply in range(replies):
                    row[reply] = work.tallies[reply * block + j] if tallied else work.sizes[reply * block + j]
        start += block


def write_parts(tables, work, guesses, n, candidates, n_candidates, sizes):
    """Write the sizes of the parts of each guess to `sizes`, in any order, and then zeros. Guesses ascend.

    sizes  int32 (guesses, the smaller number of candidates and of replies)
    """
    block, width = work.block, min(n_candidates, tables.replies)
    tallied: flag = are_tallied(tables, n_candidates)
    counted: i64 = n_candidates if are_numbered(tables, n_candidates) else tables.replies
    start: i64 = 0
    while start < n:
        some = min(block, n - start)
        count_sizes(tables, work, guesses + start, some, candidates, n_candidates)
        for j in range(some):
            row = sizes + (start + j) * width
            met: i64 = 0
            for i in range(counted):
                size: i64 = work.tallies[i * block + j] if tallied else work.sizes[i * block + j]
                if size > 0:
                    row[met] = size
                    met += 1
            for i in range(met, width):
                row[i] = 0
        start += block


def add_up(sizes, block, counted, n, table, sums, parts):
    """Write the sums of table[size] over the parts of n guesses, and the numbers of these parts."""
    for j in range(n):
        sums[j], parts[j] = 0, 0
    for i in range(counted):
        row = sizes + i * block
        for j in range(n):
            sums[j] += table[row[j]]
            parts[j] += row[j] > 0


def write_sums(tables, work, table, guesses, n, candidates, n_candidates, sums, parts):
    """For every guess, write the sum of table[size] over its parts, and the number of its parts. The guesses ascend.

    table        int64 (secrets + 1,): what a part of each size adds to the sum; 0 for an empty part
    sums, parts  int64 (guesses,): the results
    """
    block: i64 = work.block
    tallied: flag = are_tallied(tables, n_candidates)
    counted: i64 = n_candidates if are_numbered(tables, n_candidates) else tables.replies
    start: i64 = 0
    while start < n:
        some = min(block, n - start)
        count_sizes(tables, work, guesses + start, some, candidates, n_candidates)
        if tallied:
            add_up(work.tallies, block, counted, some, table, sums + start, parts + start)
        else:
            add_up(work.sizes, block, counted, some, table, sums + start, parts + start)
        start += block
