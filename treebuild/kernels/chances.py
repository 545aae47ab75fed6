"""Exact figures of a player who guesses any candidate: counts modulo primes, and whole numbers for small sets.

For a set S of candidates, f(S) is a vector: for each number of guesses, how many secrets of S the player is expected to
find with it. |S| f(S) is the sum of f over all parts of all guesses, each one guess later, and |S| for the guess
itself. So n! f(S) is a vector of whole numbers for n candidates, and small sets need no other numbers. For large sets
the kernel computes modulo primes, where it can divide, and `analysis.random_player` puts the numbers together again.

In a set of at most MAX_CANDIDATES_PAD candidates, these get new numbers, and its subsets are words with a bit for each
candidate. The pad has, for each guess and candidate, the set of the candidates that give the same reply, so one
operation finds a part.
"""

from __future__ import annotations

import cython

from treebuild.kernels.constants import (
    CHANCE_LEVELS,
    LEVEL_WORDS,
    MAX_CANDIDATES_PAD,
    MAX_CANDIDATES_WHOLE,
    MAX_SMALL_SETS,
    PAD_WORDS,
    SCALE,
    VALUES_START,
)
from treebuild.kernels.uncompiled import bit, bound_chance_tables, count_bits, i64, integer, lowest_bit, u64, word

THIRD = SCALE // 3
SETS_SEEN = PAD_WORDS - 1  # the index in the pad of the number of small sets so far


def untold(pad, three):
    """How many of three candidates, as guesses, do not tell the other two apart."""
    two = three & (three - 1)
    a, b, c = lowest_bit(three), lowest_bit(two), lowest_bit(two & (two - 1))
    of_a = pad[a * MAX_CANDIDATES_PAD + b] >> c & 1
    of_b = pad[b * MAX_CANDIDATES_PAD + a] >> c & 1
    return of_a + of_b + (pad[c * MAX_CANDIDATES_PAD + a] >> b & 1)


def add_pairs_and_triples(values, second, third, of_triples, longest):
    """Add the expected counts of the parts of one, two and three candidates to `values`, which begin at this guess.

    f is (1, 1) for two members. For three members, m of which do not tell the other two apart, it is
    (1, 2 - m / 3, m / 3). Returns the most guesses that are needed.
    """
    if second:
        values[1] += SCALE * second
        longest = max(longest, 2)
    if third:
        values[2] += SCALE * third - THIRD * of_triples
        longest = max(longest, 3)
    if of_triples:
        values[3] += THIRD * of_triples
        longest = max(longest, 4)
    return longest


def count_small(pad, level, members):
    """Write SCALE times the expected counts of `members` of the set in the pad to the values of the level.

    There are at most MAX_CANDIDATES_WHOLE members. Returns the most guesses that are needed, or 0 when there are too
    many sets.
    """
    pad[SETS_SEEN] += 1
    if pad[SETS_SEEN] > MAX_SMALL_SETS:
        return 0
    count = count_bits(members)
    values, part_values = pad + VALUES_START + level * LEVEL_WORDS, pad + VALUES_START + (level + 1) * LEVEL_WORDS
    for d in range(1, count):
        values[d] = 0
    second: u64 = 0
    third: u64 = 0
    of_triples: u64 = 0
    longest: i64 = 1
    guesses: u64 = members
    while guesses:
        i = lowest_bit(guesses)
        others: u64 = members ^ bit(i)
        guesses &= guesses - 1
        while others:
            part: u64 = others & pad[i * MAX_CANDIDATES_PAD + lowest_bit(others)]
            others ^= part
            size = count_bits(part)
            if size > 3:
                deep: i64 = count_small(pad, level + 1, part)
                if deep == 0:
                    return 0
                for d in range(1, deep + 1):
                    values[d] += part_values[d - 1]
                longest = max(longest, deep + 1)
                continue
            second += 1
            if size == 2:
                third += 1
            elif size == 3:
                third += 2
                of_triples += untold(pad, part)
    longest = add_pairs_and_triples(values, second, third, of_triples, longest)
    values[0] = SCALE
    for d in range(1, longest):
        values[d] //= word(count)
    return longest


def begin_set(tables, level, count):
    """Note a set of `count` candidates, and clear the sums of its level. Returns whether there are levels enough."""
    if level + MAX_CANDIDATES_WHOLE + 1 >= CHANCE_LEVELS:
        return False
    tables.seen[level * (tables.secrets + 1) + count] = 1
    sums, residues = tables.sums + level * tables.width, tables.residues + level * tables.many * tables.width
    for d in range(tables.width):
        sums[d] = 0
    for at in range(tables.many * tables.width):
        residues[at] = 0
    return True


def add_part(tables, level, size, weight, deep):
    """Add the counts of a part, which takes at most `deep` guesses, to the sums of a level. Returns if they fit."""
    width, many = tables.width, tables.many
    if deep <= 0 or deep >= width:
        return False
    if size <= MAX_CANDIDATES_WHOLE:
        values, sums = tables.pad + VALUES_START + (level + 1) * LEVEL_WORDS, tables.sums + level * width
        for d in range(deep):
            sums[d + 1] += weight * integer(values[d])
        return True
    for which in range(many):
        residues = tables.residues + (level * many + which) * width
        later = residues + many * width
        for d in range(deep):
            residues[d + 1] += word(weight) * later[d]
    return True


def share(tables, level, longest, count):
    """Divide the sums over the parts of all members by the number of members, modulo every prime. Returns `longest`."""
    many, width, sums = tables.many, tables.width, tables.sums + level * tables.width
    for which in range(many):
        prime, unscale = tables.primes[which], tables.primes[many + which]
        inverse, residues = tables.inverses[which * tables.inverted + count], tables.residues
        row = residues + (level * many + which) * width
        for d in range(1, longest):
            value: u64 = word(sums[d]) % prime * unscale % prime + row[d] % prime
            row[d] = value % prime * inverse % prime
        row[0] = 1
    return longest


def count_medium(tables, level, members):
    """`count_large` for `members` of the set in the pad."""
    count = count_bits(members)
    if not begin_set(tables, level, count):
        return -1
    pad = tables.pad
    longest: i64 = 1
    guesses: u64 = members
    while guesses:
        i = lowest_bit(guesses)
        others: u64 = members ^ bit(i)
        guesses &= guesses - 1
        weight: i64 = tables.weights[i] if level == 0 else 1
        if weight == 0:
            continue
        while others:
            part: u64 = others & pad[i * MAX_CANDIDATES_PAD + lowest_bit(others)]
            others ^= part
            size = count_bits(part)
            deep: i64 = 0
            if size <= MAX_CANDIDATES_WHOLE:
                deep = count_small(pad, level + 1, part)
            else:
                deep = count_medium(tables, level + 1, part)
            if not add_part(tables, level, size, weight, deep):
                return -1
            longest = max(longest, deep + 1)
    return share(tables, level, longest, count)


def renumber(tables, candidates, count):
    """Write the sets of candidates with equal replies to the pad, for at most MAX_CANDIDATES_PAD candidates.

    Returns the set of all candidates.
    """
    answered, pad = tables.answered, tables.pad
    for i in range(count):
        row = tables.table + candidates[i] * tables.secrets
        for j in range(count):
            answered[row[candidates[j]]] = 0
        for j in range(count):
            answered[row[candidates[j]]] |= bit(j)
        for j in range(count):
            pad[i * MAX_CANDIDATES_PAD + j] = answered[row[candidates[j]]]
    return word((bit(count - 1) << 1) - 1)


def sort_by_reply(tables, row, candidates, count, starts, ordered):
    """Write the candidates part after part, by their replies in `row`; `starts` gets the ends of the parts."""
    for reply in range(tables.replies + 1):
        starts[reply] = 0
    for j in range(count):
        starts[row[candidates[j]] + 1] += 1
    for reply in range(tables.replies):
        starts[reply + 1] += starts[reply]
    for j in range(count):
        got = row[candidates[j]]
        ordered[starts[got]] = candidates[j]
        starts[got] += 1


def count_large(tables, level, count):
    """Write the expected counts of the first `count` members of sets[level], modulo every prime, to residues[level].

    For at most MAX_CANDIDATES_WHOLE members after the first guess, `count_small` writes them to the pad instead.
    Returns the most guesses that are needed, or -1 when CHANCE_LEVELS or the width of `residues` are too small or there
    are too many sets.
    """
    n, candidates = tables.secrets, tables.sets + level * tables.secrets
    if count <= MAX_CANDIDATES_PAD:
        members = renumber(tables, candidates, count)
        if count <= MAX_CANDIDATES_WHOLE and level > 0:
            return count_small(tables.pad, level, members)
        return count_medium(tables, level, members)
    if not begin_set(tables, level, count):
        return -1
    starts, ordered = tables.starts + level * (tables.replies + 1), tables.ordered + level * n
    part = tables.sets + (level + 1) * n
    longest: i64 = 1
    for i in range(count):
        guess = candidates[i]
        row, weight = tables.table + guess * n, tables.weights[guess] if level == 0 else 1
        if weight == 0:
            continue
        sort_by_reply(tables, row, candidates, count, starts, ordered)
        first: i64 = 0
        for reply in range(tables.replies):
            size, before = starts[reply] - first, first
            first = starts[reply]
            if size == 0 or reply == row[guess]:
                continue
            for j in range(size):
                part[j] = ordered[before + j]
            deep: i64 = count_large(tables, level + 1, size)
            if not add_part(tables, level, size, weight, deep):
                return -1
            longest = max(longest, deep + 1)
    return share(tables, level, longest, count)


def count_all(tables):
    """The most guesses that the whole set takes, or -1; afterwards its expected counts are in residues[0]."""
    tables.pad[SETS_SEEN] = 0
    for i in range(tables.secrets):
        tables.sets[i] = i
    return count_large(tables, 0, tables.secrets)


class Chances:
    """The expected counts of a set of candidates, see `analysis.random_player`."""

    def __init__(self, tables):
        """`tables` is a `layout.ChanceTables`. Raises TypeError for arrays of other types or shapes."""
        self.kept = []
        self.tables = bound_chance_tables(tables, self.kept)

    def expected_residues(self):
        """`count_all`."""
        with cython.nogil:
            deepest = count_all(self.tables)
        return deepest
