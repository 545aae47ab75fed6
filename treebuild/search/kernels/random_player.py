"""Exact figures of a player who guesses any candidate: counts modulo primes, and small sets in whole numbers.

Let f(S) say, for every number of guesses, how many secrets of S are expected to be found with it. Then |S| f(S) is the
sum of f over all parts of all guesses, each one guess later, and |S| for the guess itself. So n! f(S) is a vector of
whole numbers for n candidates, and small sets need no other numbers. Large sets are worked out modulo primes, where one
can divide; `search.random_player` puts the numbers together again.

The candidates of a set of at most MAX_CANDIDATES_WORD are numbered anew, and its subsets are the bits of a word. The
pad has for each guess and candidate the set of those that give the same reply, so one operation finds a part.
"""

import numpy as np

from treebuild.search.kernels.bits import Word, count_bits, integer, lowest_bit
from treebuild.search.kernels.compiling import I64, MATRIX, U64, WORDS, array_type, kernel
from treebuild.search.kernels.layout import Array
from treebuild.search.kernels.random_player_layout import (
    LEVEL_WORDS,
    MAX_CANDIDATES_WHOLE,
    MAX_CANDIDATES_WORD,
    MAX_LEVELS,
    MAX_SMALL_SETS,
    PAD_WORDS,
    SCALE,
    VALUES_START,
)

I32 = array_type(np.int32, 2)
GRID, CUBE, LARGE = array_type(I64, 2), array_type(U64, 3), array_type(U64, 2)
NUMBERS: list[Word] = [
    np.uint64(number) for number in (
        0, 1, 2, 3, SCALE, SCALE // 3, MAX_CANDIDATES_WORD, LEVEL_WORDS, VALUES_START, PAD_WORDS - 1, MAX_SMALL_SETS,
    )
]  # fmt: skip
ZERO, ONE, TWO, THREE, UNIT, THIRD, ROW, LEVEL, VALUES, SETS_SEEN, SETS_ALLOWED = NUMBERS


@kernel(U64(WORDS, U64), inline=True)
def _untold(pad: Array, three: Word) -> Word:
    """How many of three candidates, when they are guessed, do not tell the other two apart."""
    a, two = lowest_bit(three), three & (three - ONE)
    b, c = lowest_bit(two), lowest_bit(two & (two - ONE))
    of_a = pad[a * ROW + b] >> c & ONE
    of_b = pad[b * ROW + a] >> c & ONE
    return of_a + of_b + (pad[c * ROW + a] >> b & ONE)


@kernel(U64(WORDS, U64, U64))
def _small(pad: Array, level: Word, members: Word) -> Word:
    """Write SCALE times the expected counts of `members` of the set at hand to the values of the level.

    There are at most MAX_CANDIDATES_WHOLE members. Returns the most guesses that are needed, or 0 when there are too
    many sets. f is (1, 1) for two members. For three, m of which do not tell the others apart, it is (1, 2 - m / 3, m /
    3).
    """
    pad[SETS_SEEN] += ONE
    if pad[SETS_SEEN] > SETS_ALLOWED:
        return ZERO
    count = count_bits(members)
    own, part_values = VALUES + level * LEVEL, VALUES + (level + ONE) * LEVEL - ONE
    for d in range(ONE, count):
        pad[own + d] = 0
    second = third = untold = ZERO
    longest, guesses = ONE, members
    while guesses:
        i = lowest_bit(guesses)
        others = members ^ (ONE << i)
        guesses &= guesses - ONE
        while others:
            part = others & pad[i * ROW + lowest_bit(others)]
            others ^= part
            size = count_bits(part)
            if size > THREE:
                deep = _small(pad, level + ONE, part)
                if deep == ZERO:
                    return ZERO
                for d in range(ONE, deep + ONE):
                    pad[own + d] += pad[part_values + d]
                longest = max(longest, deep + ONE)
                continue
            second += ONE
            if size == TWO:
                third += ONE
            elif size == THREE:
                third += TWO
                untold += _untold(pad, part)
    if second:
        pad[own + ONE] += UNIT * second
        longest = max(longest, TWO)
    if third:
        pad[own + TWO] += UNIT * third - THIRD * untold
        longest = max(longest, THREE)
    if untold:
        pad[own + THREE] += THIRD * untold
        longest = max(longest, THREE + ONE)
    pad[own] = UNIT
    for d in range(ONE, longest):
        pad[own + d] //= count
    return longest


@kernel(I64(GRID, CUBE, GRID, I64, I64), inline=True)
def _begin_set(sums: Array, residues: Array, seen: Array, level: int, count: int) -> int:
    """Note that a set of `count` candidates came up; empty the sums of its level. Returns whether it may go so deep."""
    if level + MAX_CANDIDATES_WHOLE + 1 >= MAX_LEVELS:
        return 0
    seen[level, count] = 1
    sums[level] = 0
    residues[level] = 0
    return 1


@kernel(I64(WORDS, GRID, CUBE, I64, I64, I64, I64), inline=True)
def _add_part(pad: Array, sums: Array, residues: Array, level: int, size: int, weight: int, deep: int) -> int:
    """Add the counts of a part, which takes at most `deep` guesses, to the sums of a level. Returns if they fit."""
    if deep <= 0 or deep >= sums.shape[1]:
        return 0
    if size <= MAX_CANDIDATES_WHOLE:
        values = VALUES_START + (level + 1) * LEVEL_WORDS
        for d in range(deep):
            sums[level, d + 1] += weight * np.int64(pad[values + d])
    else:
        for which in range(residues.shape[1]):
            for d in range(deep):
                residues[level, which, d + 1] += np.uint64(weight) * residues[level + 1, which, d]
    return 1


@kernel(I64(LARGE, LARGE, GRID, CUBE, I64, I64, I64), inline=True)
def _share(primes: Array, inverses: Array, sums: Array, residues: Array, level: int, longest: int, count: int) -> int:
    """Divide the sums over the parts of all members by the number of members, modulo every prime. Returns `longest`."""
    for which in range(primes.shape[1]):
        prime, unscale = primes[0, which], primes[1, which]
        for d in range(1, longest):
            value = np.uint64(sums[level, d]) % prime * unscale % prime + residues[level, which, d] % prime
            residues[level, which, d] = value % prime * inverses[which, count] % prime
        residues[level, which, 0] = 1
    return longest


@kernel(I64(WORDS, GRID, LARGE, LARGE, GRID, CUBE, GRID, I64, U64))
def _medium(
    pad: Array, weights: Array, primes: Array, inverses: Array, sums: Array, residues: Array, seen: Array,
    level: int, members: Word,
) -> int:  # fmt: skip
    """`_large`, for members of the set at hand."""
    count = integer(count_bits(members))
    if not _begin_set(sums, residues, seen, level, count):
        return -1
    longest, guesses = 1, members
    while guesses:
        i = lowest_bit(guesses)
        others = members ^ (ONE << i)
        guesses &= guesses - ONE
        weight = weights[0, i] if level == 0 else 1
        if weight == 0:
            continue
        while others:
            part = others & pad[i * ROW + lowest_bit(others)]
            others ^= part
            size = integer(count_bits(part))
            if size <= MAX_CANDIDATES_WHOLE:
                deep = integer(_small(pad, np.uint64(level + 1), part))
            else:
                deep = _medium(pad, weights, primes, inverses, sums, residues, seen, level + 1, part)
            if not _add_part(pad, sums, residues, level, size, weight, deep):
                return -1
            longest = max(longest, deep + 1)
    return _share(primes, inverses, sums, residues, level, longest, count)


@kernel(U64(MATRIX, I32, WORDS, WORDS, I64, I64))
def _renumber(table: Array, sets: Array, pad: Array, answered: Array, level: int, count: int) -> Word:
    """Make the first members of sets[level], of which a word holds all, the set at hand. Returns the set of all."""
    for i in range(count):
        guess = sets[level, i]
        for j in range(count):
            answered[table[guess, sets[level, j]]] = 0
        for j in range(count):
            answered[table[guess, sets[level, j]]] |= ONE << np.uint64(j)
        for j in range(count):
            pad[i * MAX_CANDIDATES_WORD + j] = answered[table[guess, sets[level, j]]]
    return (TWO << np.uint64(count - 1)) - ONE


@kernel(I64(MATRIX, WORDS, WORDS, GRID, LARGE, LARGE, I32, I32, I32, GRID, CUBE, GRID, I64, I64))
def _large(
    table: Array, pad: Array, answered: Array, weights: Array, primes: Array, inverses: Array,
    sets: Array, ordered: Array, starts: Array, sums: Array, residues: Array, seen: Array,
    level: int, count: int,
) -> int:  # fmt: skip
    """Write the expected counts of the first members of sets[level], modulo every prime, to residues[level].

    Those of a part of at most MAX_CANDIDATES_WHOLE members go where `_small` writes them. Returns the most guesses that
    are needed. Returns -1 when MAX_LEVELS or the width of `residues` are too small, or when there are too many sets.
    """
    if count <= MAX_CANDIDATES_WORD:
        members = _renumber(table, sets, pad, answered, level, count)
        if count <= MAX_CANDIDATES_WHOLE and level > 0:
            return integer(_small(pad, np.uint64(level), members))
        return _medium(pad, weights, primes, inverses, sums, residues, seen, level, members)
    if not _begin_set(sums, residues, seen, level, count):
        return -1
    longest, replies = 1, starts.shape[1] - 1
    for i in range(count):
        guess = sets[level, i]
        weight = weights[0, i] if level == 0 else 1
        if weight == 0:
            continue
        starts[level] = 0
        for j in range(count):
            starts[level, table[guess, sets[level, j]] + 1] += 1
        for reply in range(replies):
            starts[level, reply + 1] += starts[level, reply]
        for j in range(count):
            reply = table[guess, sets[level, j]]
            ordered[level, starts[level, reply]] = sets[level, j]
            starts[level, reply] += 1  # now the end of the part
        start = 0
        for reply in range(replies):
            size, first = starts[level, reply] - start, start
            start = starts[level, reply]
            if size == 0 or reply == table[guess, guess]:
                continue
            for j in range(size):
                sets[level + 1, j] = ordered[level, first + j]
            deep = _large(
                table, pad, answered, weights, primes, inverses, sets, ordered, starts, sums, residues, seen,
                level + 1, size,
            )  # fmt: skip
            if not _add_part(pad, sums, residues, level, size, weight, deep):
                return -1
            longest = max(longest, deep + 1)
    return _share(primes, inverses, sums, residues, level, longest, count)


@kernel(I64(MATRIX, WORDS, WORDS, GRID, LARGE, LARGE, I32, I32, I32, GRID, CUBE, GRID))
def expected_residues(
    table: Array, pad: Array, answered: Array, weights: Array, primes: Array, inverses: Array,
    sets: Array, ordered: Array, starts: Array, sums: Array, residues: Array, seen: Array,
) -> int:  # fmt: skip
    """The most guesses that a set takes, or -1; its expected counts are in residues[0].

    table     uint8 (n, n): the replies to every candidate as a guess
    weights   int64 (1, n): how many candidates each stands for as the first guess; their sum is n, at most 10,000
    primes    uint64 (2, primes): primes below 2^31, and the inverse of SCALE modulo each
    inverses  uint64 (primes, n + 1 or more): the inverses of 1, 2, ... modulo each
    residues  uint64 (MAX_LEVELS, primes, width): [0, p, d] is the expected number of secrets found by guess d + 1
    seen      int64 (MAX_LEVELS, n + 1): 1 where a set of so many candidates came up; of the sets of at most
              MAX_CANDIDATES_WHOLE candidates only the whole one is noted

    The others are working space, see search.random_player.
    """
    pad[SETS_SEEN] = ZERO
    for i in range(len(table)):
        sets[0, i] = i
    return _large(
        table, pad, answered, weights, primes, inverses, sets, ordered, starts, sums, residues, seen, 0, len(table)
    )
