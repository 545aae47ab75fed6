"""What a player who guesses any candidate needs, exactly: counts modulo primes, and small sets in whole numbers.

If f(S) has for every number of guesses how many secrets of S are expected to be found with it, then |S| f(S) is the sum
of f over all parts of all guesses, each one guess later, and |S| for the guess itself. So n! f(S) is a vector of whole
numbers for n candidates and more, and small sets need no more than those. Large ones are worked out modulo primes,
where one can divide; `search.consistent` puts the numbers together again.
"""

import numpy as np

from treebuild.search.kernels.compiling import I64, MATRIX, U64, array_type, kernel
from treebuild.search.kernels.layout import Array

FEW = 14  # candidates: 14! times the expected counts of 10,000 secrets is below 2^63
SCALE = 87_178_291_200  # 14!
LEVELS = 48  # sets within sets; no set of the games we know comes near
I32 = array_type(np.int32, 2)
GRID, CUBE, LARGE = array_type(I64, 2), array_type(U64, 3), array_type(U64, 2)


@kernel(I64(MATRIX, I32, GRID, I64, I64))
def _few(table: Array, sets: Array, values: Array, level: int, count: int) -> int:
    """Write SCALE times the expected counts of the first members of sets[level] into values[level].

    Returns the most guesses that are needed.
    """
    values[level, :count] = 0
    longest = 1
    for i in range(count):
        guess, told = sets[level, i], 1 << i
        for j in range(count):
            if told >> j & 1:
                continue
            size, reply = 0, table[guess, sets[level, j]]
            for k in range(j, count):
                if k != i and table[guess, sets[level, k]] == reply:
                    sets[level + 1, size] = sets[level, k]
                    told |= 1 << k
                    size += 1
            if size <= 2:
                for d in range(size):
                    values[level, d + 1] += SCALE
                longest = max(longest, size + 1)
            else:
                deep = _few(table, sets, values, level + 1, size)
                for d in range(deep):
                    values[level, d + 1] += values[level + 1, d]
                longest = max(longest, deep + 1)
    for d in range(1, longest):
        values[level, d] //= count
    values[level, 0] = SCALE
    return longest


@kernel(I64(MATRIX, GRID, LARGE, LARGE, I32, I32, I32, GRID, GRID, CUBE, GRID, I64, I64))
def _many(
    table: Array, weights: Array, primes: Array, inverses: Array,
    sets: Array, ordered: Array, starts: Array, values: Array, sums: Array, residues: Array, seen: Array,
    level: int, count: int,
) -> int:  # fmt: skip
    """Write the expected counts of the first members of sets[level], modulo every prime, into residues[level].

    Returns the most guesses that are needed, or -1 when LEVELS or the width of `residues` do not hold them.
    """
    replies, width = starts.shape[1] - 1, sums.shape[1]
    if level + FEW + 1 >= LEVELS:
        return -1
    seen[level, count] = 1
    sums[level] = 0
    residues[level] = 0
    longest = 1
    for i in range(count):
        guess = sets[level, i]
        weight = weights[level, i] if level == 0 else 1
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
        win = table[guess, guess]
        start = 0
        for reply in range(replies):
            size, first = starts[level, reply] - start, start
            start = starts[level, reply]
            if size == 0 or reply == win:
                continue
            for j in range(size):
                sets[level + 1, j] = ordered[level, first + j]
            if size <= FEW:
                deep = _few(table, sets, values, level + 1, size)
                if deep >= width:
                    return -1
                for d in range(deep):
                    sums[level, d + 1] += weight * values[level + 1, d]
            else:
                deep = _many(
                    table, weights, primes, inverses, sets, ordered, starts, values, sums, residues, seen,
                    level + 1, size,
                )  # fmt: skip
                if deep < 0 or deep >= width:
                    return -1
                for which in range(primes.shape[1]):
                    for d in range(deep):
                        residues[level, which, d + 1] += np.uint64(weight) * residues[level + 1, which, d]
            longest = max(longest, deep + 1)
    for which in range(primes.shape[1]):
        prime, unscale = primes[0, which], primes[1, which]
        for d in range(1, longest):
            value = np.uint64(sums[level, d]) % prime * unscale % prime + residues[level, which, d] % prime
            residues[level, which, d] = value % prime * inverses[which, count] % prime
        residues[level, which, 0] = 1
    return longest


@kernel(I64(MATRIX, GRID, LARGE, LARGE, I32, I32, I32, GRID, GRID, CUBE, GRID))
def consistent(
    table: Array, weights: Array, primes: Array, inverses: Array,
    sets: Array, ordered: Array, starts: Array, values: Array, sums: Array, residues: Array, seen: Array,
) -> int:  # fmt: skip
    """The most guesses that a set of more than FEW candidates takes, or -1; its expected counts are in residues[0].

    table     uint8 (n, n): the replies to every candidate as a guess
    weights   int64 (1, n): how many candidates each stands for as the first guess; their sum is n, at most 10,000
    primes    uint64 (2, primes): primes below 2^31, and the inverse of SCALE modulo each
    inverses  uint64 (primes, n + 1 or more): the inverses of 1, 2, ... modulo each
    residues  uint64 (LEVELS, primes, width): [0, p, d] is the expected number of secrets found by guess d + 1
    seen      int64 (LEVELS, n + 1): 1 where a set of so many candidates, more than FEW, came up

    The others are working space: see search.consistent.
    """
    for i in range(len(table)):
        sets[0, i] = i
    return _many(table, weights, primes, inverses, sets, ordered, starts, values, sums, residues, seen, 0, len(table))
