"""Replies to many guesses, read from the matrix or computed from symbols, and the sizes of the parts that they make.

Guesses are taken in blocks. The replies of one secret to a block are bytes side by side, so that one instruction works
on 32 or 64 guesses.
"""

import numpy as np

from treebuild.search.kernels.compiling import (
    BYTES,
    I32_ARRAY,
    I64,
    I64_ARRAY,
    MATRIX,
    REPLY_TABLES,
    SCAN_WORKSPACE,
    array_type,
    kernel,
    types,
)
from treebuild.search.kernels.layout import (
    COUNTS,
    FROM_MATRIX,
    MARKS,
    MAX_REPLIES_COMPARED,
    PLACES,
    ROWS,
    Array,
    ReplyTables,
    ScanWorkspace,
)

NO_SUM = 255  # the sum of no reply, where replies are compared one after another
MAX_TALLIED = 31 * ROWS  # candidates that a byte can count
SIZES = array_type(types.int32, 2)


@kernel(I64(I64), inline=True)
def _power_of_three(exponent: int) -> int:
    """Without `**`, which would need a library of mathematical functions."""
    power = 1
    for _ in range(exponent):
        power *= 3
    return power


@kernel(I64(REPLY_TABLES, I64, I64), inline=True)
def reply_to(tables: ReplyTables, guess: int, secret: int) -> int:
    """The reply of one secret to one guess."""
    if tables.source == FROM_MATRIX:
        return int(tables.by_secret[secret, guess])
    ours, theirs = tables.code[guess], tables.secret[secret]
    pegs, bulls, cows, taken, total = len(ours), 0, 0, 0, 0
    for peg in range(pegs):
        bull = ours[peg] == theirs[peg]
        taken |= int(bull) << peg
        bulls += bull
        total = 3 * total + 2 * bull
    if tables.source == PLACES:
        return bulls
    power = _power_of_three(pegs - 1)
    for peg in range(pegs):
        if ours[peg] != theirs[peg]:
            for other in range(pegs):
                if ours[peg] == theirs[other] and not taken >> other & 1:
                    taken |= 1 << other
                    cows += 1
                    total += power
                    break
        power //= 3
    return total if tables.source == MARKS else int(tables.reply_of[bulls * (pegs + 1) + bulls + cows])


@kernel(types.void(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY))
def load_guesses(tables: ReplyTables, work: ScanWorkspace, guesses: Array) -> None:
    """Make the guesses of a block, int32 and ascending, ready for `fill_row`."""
    length, first = len(guesses), guesses[0]
    side_by_side = guesses[length - 1] - first == length - 1
    for kind in range(2):
        source, target = (tables.columns, work.columns) if kind == 0 else (tables.counts, work.counts)
        for i in range(len(source)):
            row, loaded = source[i], target[i]
            if side_by_side:
                for j in range(length):
                    loaded[j] = row[first + j]
            else:
                for j in range(length):
                    loaded[j] = row[guesses[j]]


@kernel(types.void(SCAN_WORKSPACE, BYTES, I64, I64, I64, BYTES))
def _add_cows(work: ScanWorkspace, theirs: Array, symbol: int, count: int, length: int, row: Array) -> None:
    """Add the cows of one symbol where pegs are marked: from the left, as many as the secret has elsewhere."""
    letter, left, zero = np.uint8(symbol), work.left, np.uint8(0)
    left[:length] = np.uint8(count)
    for peg in range(len(theirs)):
        if theirs[peg] == letter:
            column = work.columns[peg]
            for j in range(length):
                left[j] -= np.uint8(column[j] == letter)
    cow = np.uint8(_power_of_three(len(theirs) - 1))
    for peg in range(len(theirs)):
        if theirs[peg] != letter:
            column = work.columns[peg]
            for j in range(length):
                cows = np.uint8((column[j] == letter) & (left[j] > zero))
                left[j] -= cows
                row[j] += cows * cow
        cow //= np.uint8(3)


@kernel(types.void(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I64, BYTES))
def fill_row(tables: ReplyTables, work: ScanWorkspace, guesses: Array, secret: int, row: Array) -> None:
    """Write row, uint8 (block,): the sums of the replies of one secret to the guesses loaded, see ReplyTables."""
    length = len(guesses)
    if tables.source == FROM_MATRIX:
        replies = tables.by_secret[secret]
        for j in range(length):
            row[j] = replies[guesses[j]]
        return
    theirs, pegs, one = tables.secret[secret], tables.secret.shape[1], np.uint8(1)
    bull = np.uint8(2 * _power_of_three(pegs - 1)) if tables.source == MARKS else one
    if tables.source == COUNTS:
        bull = np.uint8(pegs + 1)
    row[:length] = 0
    for peg in range(pegs):
        column, symbol = work.columns[peg], theirs[peg]
        for j in range(length):
            row[j] += bull * np.uint8(column[j] == symbol)
        if tables.source == MARKS:
            bull //= np.uint8(3)
    if tables.source == PLACES:
        return
    for peg in range(pegs):
        symbol, count = theirs[peg], np.uint8(0)
        for other in range(pegs):
            count += np.uint8(theirs[other] == symbol)
        first = 0
        while theirs[first] != symbol:
            first += 1
        if first < peg:
            continue
        if tables.source == COUNTS:
            counts = work.counts[symbol]
            for common in range(count):
                for j in range(length):
                    row[j] += np.uint8(counts[j] > np.uint8(common))
        else:
            _add_cows(work, theirs, int(symbol), int(count), length, row)


@kernel(types.void(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I32_ARRAY))
def _tally(tables: ReplyTables, work: ScanWorkspace, guesses: Array, candidates: Array) -> None:
    """Count at most 255 candidates in work.tallies: compare with each reply in turn, ROWS candidates at a time."""
    length, replies, rows = len(guesses), len(tables.sum_of), work.rows
    for reply in range(replies):
        work.tallies[reply, :length] = 0
    for start in range(0, len(candidates), ROWS):
        for i in range(ROWS):
            if start + i < len(candidates):
                fill_row(tables, work, guesses, candidates[start + i], rows[i])
            else:
                rows[i, :length] = NO_SUM
        a, b, c, d, e, f, g, h = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7]
        for reply in range(replies):
            tally, own = work.tallies[reply], tables.sum_of[reply]
            for j in range(length):
                tally[j] += (
                    np.uint8(a[j] == own) + np.uint8(b[j] == own) + np.uint8(c[j] == own) + np.uint8(d[j] == own)
                    + np.uint8(e[j] == own) + np.uint8(f[j] == own) + np.uint8(g[j] == own) + np.uint8(h[j] == own)
                )  # fmt: skip


@kernel(types.void(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I32_ARRAY), inline=True)
def _count_each(tables: ReplyTables, work: ScanWorkspace, guesses: Array, candidates: Array) -> None:
    """Count candidates in work.sizes, each at the place of its reply."""
    row, sizes = work.rows[0], work.sizes
    for secret in candidates:
        fill_row(tables, work, guesses, secret, row)
        for j in range(len(guesses)):
            sizes[tables.reply_of[row[j]], j] += 1


@kernel(types.boolean(REPLY_TABLES, I64), inline=True)
def are_tallied(tables: ReplyTables, candidates: int) -> bool:
    """Whether `count_sizes` leaves the part sizes of so many candidates in work.tallies, not in work.sizes."""
    return candidates <= MAX_TALLIED and len(tables.sum_of) <= MAX_REPLIES_COMPARED


@kernel(types.void(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I32_ARRAY))
def count_sizes(tables: ReplyTables, work: ScanWorkspace, guesses: Array, candidates: Array) -> None:
    """The parts that a block of guesses, int32 and ascending, makes of the candidates, int32.

    Their sizes go to work.tallies or work.sizes, see `are_tallied`, and the number of the parts to work.parts.
    """
    length, replies, parts = len(guesses), len(tables.sum_of), work.parts
    load_guesses(tables, work, guesses)
    parts[:length] = 0
    if are_tallied(tables, len(candidates)):
        _tally(tables, work, guesses, candidates)
        for reply in range(replies):
            tally = work.tallies[reply]
            for j in range(length):
                parts[j] += np.uint8(tally[j] > np.uint8(0))
        return
    for reply in range(replies):
        work.sizes[reply, :length] = 0
    if replies > MAX_REPLIES_COMPARED:
        _count_each(tables, work, guesses, candidates)
    else:
        for start in range(0, len(candidates), MAX_TALLIED):
            _tally(tables, work, guesses, candidates[start : start + MAX_TALLIED])
            for reply in range(replies):
                sizes, tally = work.sizes[reply], work.tallies[reply]
                for j in range(length):
                    sizes[j] += tally[j]
    for reply in range(replies):
        sizes = work.sizes[reply]
        for j in range(length):
            parts[j] += np.uint8(sizes[j] > 0)


@kernel(types.void(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I32_ARRAY, SIZES))
def fill_sizes(tables: ReplyTables, work: ScanWorkspace, guesses: Array, candidates: Array, sizes: Array) -> None:
    """Write sizes, int32 (guesses, replies): how many candidates give each reply. The guesses, int32, ascend."""
    block = work.rows.shape[1]
    for start in range(0, len(guesses), block):
        some = guesses[start : start + block]
        count_sizes(tables, work, some, candidates)
        tallied = are_tallied(tables, len(candidates))
        for j in range(len(some)):
            for reply in range(len(tables.sum_of)):
                sizes[start + j, reply] = work.tallies[reply, j] if tallied else work.sizes[reply, j]


@kernel([types.void(sizes, I64, I64_ARRAY, I64_ARRAY, I64_ARRAY) for sizes in (MATRIX, SIZES)])
def _add_up(sizes: Array, length: int, table: Array, sums: Array, parts: Array) -> None:
    """Write the sums of the table's values of the parts of `length` guesses, and the numbers of these parts."""
    sums[:length] = 0
    parts[:length] = 0
    for reply in range(len(sizes)):
        row = sizes[reply]
        for j in range(length):
            sums[j] += table[row[j]]
            parts[j] += row[j] > 0


@kernel(types.void(REPLY_TABLES, SCAN_WORKSPACE, I64_ARRAY, I32_ARRAY, I32_ARRAY, I64_ARRAY, I64_ARRAY))
def fill_sums(
    tables: ReplyTables, work: ScanWorkspace, table: Array, guesses: Array, candidates: Array, sums: Array, parts: Array
) -> None:
    """For every guess, int32 and ascending, write the sum of a table's values of its part sizes, and how many parts.

    table        int64 (secrets + 1,): what a part of each size adds to the sum, an empty one nothing
    sums, parts  int64 (guesses,)
    """
    block, tallied = work.rows.shape[1], are_tallied(tables, len(candidates))
    for start in range(0, len(guesses), block):
        some = guesses[start : start + block]
        count_sizes(tables, work, some, candidates)
        if tallied:
            _add_up(work.tallies, len(some), table, sums[start : start + block], parts[start : start + block])
        else:
            _add_up(work.sizes, len(some), table, sums[start : start + block], parts[start : start + block])
