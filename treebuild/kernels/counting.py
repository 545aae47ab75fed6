"""Counting the parts that guesses make of a set, for all guesses at once."""

from __future__ import annotations

from treebuild.kernels.constants import (
    COLUMNS_WIDE,
    MAX_CANDIDATES_PACKED,
    MAX_REPLIES_MARKED,
    MAX_REPLIES_PACKED,
    NONE,
    VECTOR,
)
from treebuild.kernels.uncompiled import (
    HAS_BYTE_TABLES,
    bit,
    bytes_of,
    count_bits,
    halves_of,
    i64,
    join_bits,
    mark,
    u8,
    u32,
    u64,
    word,
)

STEP = 1 << 32  # the distance between values of `start` for `tally`: more than the number of candidates
COLUMNS_COUNTED = 1024  # columns that are counted together: their counters fit the first-level cache
COLUMNS_JOINED = 2048  # the same for counters of one or two bytes
FOUR_BITS, EIGHT_BITS, LOW_FOUR = 15, 255, 0x0F0F0F0F0F0F0F0F
HIGH_BITS = 0x8080808080808080  # the highest bit of each byte


def tally(replies, stride, candidates, n, counter, n_replies, start):
    """Count the parts of one guess: (number of parts, sum of their squared sizes, size of the largest).

    replies[stride * s] is the reply of secret s to the guess. Afterwards counter[r] exceeds `start` by the number of
    candidates with reply r, if there are any. No counter may exceed `start` before. So if `start` rises by STEP from
    guess to guess, the caller need not clear the counters. For few replies or many candidates the function reads all
    counters at the end; otherwise it reads only those of replies that occur, on the way.
    """
    parts: i64 = 0
    squares: i64 = 0
    largest: i64 = 0
    if n_replies <= MAX_REPLIES_MARKED or n > MAX_CANDIDATES_PACKED:
        for reply in range(n_replies):
            counter[reply] = start
        for secret in candidates[:n]:
            counter[replies[stride * secret]] += 1
        for reply in range(n_replies):
            size = counter[reply] - start
            parts += size > 0
            squares += size * size
            largest = max(largest, size)
        return parts, squares, largest
    for secret in candidates[:n]:
        met = replies[stride * secret]
        size = max(counter[met], start) - start
        counter[met] = start + size + 1
        parts += size == 0
        squares += 2 * size + 1
        largest = max(largest, size + 1)
    return parts, squares, largest


def sum_up(counter, n_replies):
    """The result of `tally` for one guess whose parts are counted already."""
    parts: i64 = 0
    squares: i64 = 0
    largest: i64 = 0
    for size in counter[:n_replies]:
        parts += size > 0
        squares += size * size
        largest = max(largest, size)
    return parts, squares, largest


def counter_of(reply):
    """A word of sixteen counters of four bits, of which that of this reply modulo sixteen is 1."""
    return bit((reply & FOUR_BITS) << 2)


def upper_counter_of(reply):
    """`counter_of` for a reply that is sixteen or more, and below 32; for any other, zero."""
    return counter_of(reply) & word(-(reply >> 4))


def count_packed(tables, work, candidates, n, n_columns):
    """Count the parts that every code of the first `n_columns` columns makes of at most 255 candidates.

    Byte r // 2 of work.even (r even) or work.odd (r odd) becomes the number of candidates with reply r, or 127 if there
    are more. Counters of four bits count fifteen candidates at a time, and are then added to the bytes. The loops stay
    within columns whose counters fit the first-level cache, and take four candidates a pass.
    """
    columns, codes, packed = tables.columns, tables.codes, work.packed
    for block in range(0, n_columns, COLUMNS_COUNTED):
        length = min(COLUMNS_COUNTED, n_columns - block)
        even, odd = work.even + block, work.odd + block
        for j in range(length):
            even[j] = 0
            odd[j] = 0
        for first in range(0, n, 15):
            last = min(n, first + 15)
            for j in range(length):
                packed[j] = 0
            i = first
            while i + 4 <= last:
                a, b = columns + candidates[i] * codes + block, columns + candidates[i + 1] * codes + block
                c, d = columns + candidates[i + 2] * codes + block, columns + candidates[i + 3] * codes + block
                for j in range(length):
                    packed[j] += bit(4 * a[j]) + bit(4 * b[j]) + bit(4 * c[j]) + bit(4 * d[j])
                i += 4
            while i < last:
                a = columns + candidates[i] * codes + block
                for j in range(length):
                    packed[j] += bit(4 * a[j])
                i += 1
            for j in range(length):
                even[j] += packed[j] & LOW_FOUR
                odd[j] += (packed[j] >> 4) & LOW_FOUR
        if n > 127:
            for j in range(length):
                even[j] = (even[j] | (((even[j] & HIGH_BITS) >> 7) * 127)) & ~HIGH_BITS
                odd[j] = (odd[j] | (((odd[j] & HIGH_BITS) >> 7) * 127)) & ~HIGH_BITS


def packed_size(even, odd, reply):
    """The size of the part of a reply, from the two words of a column that `count_packed` has written."""
    counters: u64 = odd if reply & 1 else even
    return (counters >> (4 * (reply & 14))) & EIGHT_BITS


def count_large(tables, work, candidates, n, n_columns):
    """As `count_packed`, for any number of candidates. It writes the sizes of parts to work.counts.

    It counts 120 candidates at a time: a byte holds this number, which is a multiple of fifteen.
    """
    n_replies, counts = tables.replies, work.counts
    for j in range(n_columns * n_replies):
        counts[j] = 0
    for first in range(0, n, 120):
        count_packed(tables, work, candidates + first, min(120, n - first), n_columns)
        for j in range(n_columns):
            for reply in range(n_replies):
                counts[j * n_replies + reply] += packed_size(work.even[j], work.odd[j], reply)


def count_wide(tables, work, candidates, n, n_columns):
    """As `count_large`, for at most MAX_REPLIES_MARKED replies.

    For each code one word counts all replies, modulo sixteen, and another word only replies of sixteen or more; their
    difference counts the replies below sixteen. It counts 240 candidates at a time: a byte holds this number.
    """
    columns, codes, n_replies = tables.columns, tables.codes, tables.replies
    every, upper = work.wide, work.wide + COLUMNS_WIDE
    rest_even, rest_odd = work.wide + 2 * COLUMNS_WIDE, work.wide + 3 * COLUMNS_WIDE
    upper_even, upper_odd = work.wide + 4 * COLUMNS_WIDE, work.wide + 5 * COLUMNS_WIDE
    for block in range(0, n_columns, COLUMNS_WIDE):
        length = min(COLUMNS_WIDE, n_columns - block)
        counts = work.counts + block * n_replies
        for j in range(length * n_replies):
            counts[j] = 0
        for start in range(0, n, 240):
            for j in range(length):
                rest_even[j], rest_odd[j], upper_even[j], upper_odd[j] = 0, 0, 0, 0
            end = min(n, start + 240)
            for first in range(start, end, 15):
                last = min(end, first + 15)
                for j in range(length):
                    every[j], upper[j] = 0, 0
                i = first
                while i + 3 <= last:
                    a, b = columns + candidates[i] * codes + block, columns + candidates[i + 1] * codes + block
                    c = columns + candidates[i + 2] * codes + block
                    for j in range(length):
                        every[j] += counter_of(a[j]) + counter_of(b[j]) + counter_of(c[j])
                        upper[j] += upper_counter_of(a[j]) + upper_counter_of(b[j]) + upper_counter_of(c[j])
                    i += 3
                while i < last:
                    a = columns + candidates[i] * codes + block
                    for j in range(length):
                        every[j] += counter_of(a[j])
                        upper[j] += upper_counter_of(a[j])
                    i += 1
                for j in range(length):
                    rest: u64 = every[j] - upper[j]
                    rest_even[j] += rest & LOW_FOUR
                    rest_odd[j] += (rest >> 4) & LOW_FOUR
                    upper_even[j] += upper[j] & LOW_FOUR
                    upper_odd[j] += (upper[j] >> 4) & LOW_FOUR
            for j in range(length):
                for reply in range(n_replies):
                    pair = work.wide + (2 + 2 * (reply >> 4)) * COLUMNS_WIDE
                    counts[j * n_replies + reply] += packed_size(pair[j], pair[COLUMNS_WIDE + j], reply & 15)


def count_marked(tables, candidates, n, n_columns, marks, part_count):
    """`count_parts` by words with a bit for every reply: of 16 bits for at most MAX_REPLIES_PACKED replies, else of 32.

    The mask shows the compiler that shifts are less than the width of a word, so that it can use narrow lanes.
    """
    columns, codes = tables.columns, tables.codes
    mask: u32 = 15 if tables.replies <= MAX_REPLIES_PACKED else 31
    most: u8 = 0
    for block in range(0, n_columns, COLUMNS_JOINED):
        length, parts = min(COLUMNS_JOINED, n_columns - block), part_count + block
        for j in range(length):
            marks[j] = 0
        i: i64 = 0
        while i + 4 <= n:
            a, b = columns + candidates[i] * codes + block, columns + candidates[i + 1] * codes + block
            c, d = columns + candidates[i + 2] * codes + block, columns + candidates[i + 3] * codes + block
            for j in range(length):
                marks[j] |= mark(a[j] & mask) | mark(b[j] & mask) | mark(c[j] & mask) | mark(d[j] & mask)
            i += 4
        while i < n:
            a = columns + candidates[i] * codes + block
            for j in range(length):
                marks[j] |= mark(a[j] & mask)
            i += 1
        for j in range(length):
            parts[j] = count_bits(marks[j])
        for j in range(length):
            most = max(most, parts[j])
    return most


def count_by_tables(tables, candidates, n, n_columns, marks, part_count):
    """`count_parts` by two bytes with a bit for every reply, for at most sixteen replies and at least VECTOR columns.

    A bit that is set twice stays set. So the last vector of a block may overlap the vector before it, and the last
    block may overlap the block before it.
    """
    columns, codes = tables.columns, tables.codes
    most: u8 = 0
    for block in range(0, n_columns, COLUMNS_JOINED):
        start = min(block, n_columns - VECTOR)
        length = min(COLUMNS_JOINED, n_columns - start)
        lower, upper, parts = marks, marks + length, part_count + start
        for j in range(2 * length):
            marks[j] = 0
        i: i64 = 0
        while i < n:
            a = columns + candidates[i] * codes + start
            b, c, d = a, a, a
            if i + 4 <= n:
                b, c = columns + candidates[i + 1] * codes + start, columns + candidates[i + 2] * codes + start
                d = columns + candidates[i + 3] * codes + start
                i += 3
            i += 1
            for j in range(0, length, VECTOR):
                at = min(j, length - VECTOR)
                join_bits(lower + at, upper + at, a + at, b + at, c + at, d + at)
        for j in range(length):
            parts[j] = count_bits(lower[j]) + count_bits(upper[j])
        for j in range(length):
            most = max(most, parts[j])
    return most


def count_by_pairs(tables, candidates, n, n_columns, same, part_count):
    """`count_parts` by pairs of candidates, for any number of replies.

    A candidate is the first of its part if no candidate before it gives the same reply. One operation compares the
    replies to 32 codes, which makes up for the many pairs.
    """
    columns, codes = tables.columns, tables.codes
    most: u8 = 0
    for block in range(0, n_columns, COLUMNS_COUNTED):
        length, parts = min(COLUMNS_COUNTED, n_columns - block), part_count + block
        for j in range(length):
            parts[j] = 0
        for i in range(n):
            own = columns + candidates[i] * codes + block
            for j in range(length):
                same[j] = 0
            k: i64 = 0
            while k + 4 <= i:
                a, b = columns + candidates[k] * codes + block, columns + candidates[k + 1] * codes + block
                c, d = columns + candidates[k + 2] * codes + block, columns + candidates[k + 3] * codes + block
                for j in range(length):
                    same[j] |= (a[j] == own[j]) | (b[j] == own[j]) | (c[j] == own[j]) | (d[j] == own[j])
                k += 4
            while k < i:
                a = columns + candidates[k] * codes + block
                for j in range(length):
                    same[j] |= a[j] == own[j]
                k += 1
            for j in range(length):
                parts[j] += same[j] ^ 1
        for j in range(length):
            most = max(most, parts[j])
    return most


def count_parts(tables, candidates, n, n_columns, reply_bits, part_count):
    """Write the number of parts that every code of the first `n_columns` columns makes to the bytes of `part_count`.

    Returns the largest number. `reply_bits`, uint32 (columns,), is working space. In games of more than
    MAX_REPLIES_MARKED replies there may be at most 255 candidates.
    """
    parts = bytes_of(part_count)
    if tables.replies <= MAX_REPLIES_PACKED:
        if HAS_BYTE_TABLES and n_columns >= VECTOR:
            return count_by_tables(tables, candidates, n, n_columns, bytes_of(reply_bits), parts)
        return count_marked(tables, candidates, n, n_columns, halves_of(reply_bits), parts)
    if tables.replies <= MAX_REPLIES_MARKED:
        return count_marked(tables, candidates, n, n_columns, reply_bits, parts)
    return count_by_pairs(tables, candidates, n, n_columns, bytes_of(reply_bits), parts)


def count_most_parts(tables, mark, counter, reply_bits, part_count, candidates, n):
    """The most non-winning parts that any code makes of the candidates.

    The other arguments are working space. mark, uint8 (secrets,), and counter, int64 (replies,), are zero between uses;
    reply_bits is uint32 (codes,), and part_count is uint64 (codes / 8 or more,).
    """
    codes, parts = tables.codes, bytes_of(part_count)
    most: i64 = 0
    for secret in candidates[:n]:
        mark[secret] = 1
    if tables.replies <= MAX_REPLIES_MARKED:
        count_parts(tables, candidates, n, codes, reply_bits, part_count)
    for j in range(codes):
        count: i64 = parts[j]
        if tables.replies > MAX_REPLIES_MARKED:
            count, _, _ = tally(tables.columns + j, codes, candidates, n, counter, tables.replies, STEP * j)
        won = tables.secret_of[tables.code_at[j]]
        most = max(most, count - (won != NONE and mark[won] != 0))
    for secret in candidates[:n]:
        mark[secret] = 0
    for reply in range(tables.replies):
        counter[reply] = 0
    return most
