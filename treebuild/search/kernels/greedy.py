"""The best guess by part sizes: the one scan behind every greedy strategy."""

from typing import Any, TypeAlias

import numpy as np
from numba import njit

Array: TypeAlias = np.ndarray[Any, Any]

SUM, MAX, CRUSH = 0, 1, 2  # how part sizes make a score


@njit(nogil=True, cache=True, inline="always")
def _members(candidates: Array, secret_of: Array, secrets: int) -> Array:
    """bool (codes,): which codes win against a candidate."""
    sought = np.zeros(secrets + 1, np.bool_)  # the last one stays False, for codes that win against none (-1)
    for secret in candidates:
        sought[secret] = True
    return sought[secret_of]


@njit(nogil=True, cache=True)
def _perfect_member(by_secret: Array, candidates: Array, member: Array) -> int:
    """The lowest member that splits the candidates into parts of one, or -1.

    It is the best guess by every score: no part sizes are better than ones, no tie is lost by a member.
    """
    seen = np.zeros(256, np.int64)
    for guess in np.flatnonzero(member):
        perfect = True
        for secret in candidates:
            reply = by_secret[secret, guess]
            if seen[reply] == guess + 1:
                perfect = False
                break
            seen[reply] = guess + 1
        if perfect:
            return int(guess)
    return -1


@njit(nogil=True, cache=True)
def _part_sizes(by_secret: Array, candidates: Array, start: int, fields: Array, sizes: Array) -> None:
    """Count the parts of the guesses from `start` on, sizes int32 (replies, guesses), into work space.

    The inner loops run over guesses, which are contiguous for one secret. Fifteen candidates at a time are counted in
    the 4-bit fields of one word a guess, sixteen replies a word: three times faster than counting each in place.
    """
    replies, guesses = sizes.shape
    for first in range(0, replies, 16):
        for chunk in range(0, len(candidates), 15):
            fields[:guesses] = 0
            for secret in candidates[chunk : chunk + 15]:
                row = by_secret[secret, start : start + guesses]
                if replies <= 16:
                    for guess in range(guesses):
                        fields[guess] += np.uint64(1) << np.uint64(4 * row[guess])
                else:
                    for guess in range(guesses):
                        place = np.int64(row[guess]) - first
                        if 0 <= place < 16:
                            fields[guess] += np.uint64(1) << np.uint64(4 * place)
            for reply in range(first, min(first + 16, replies)):
                shift = np.uint64(4 * (reply - first))
                if chunk == 0:
                    for guess in range(guesses):
                        sizes[reply, guess] = np.int32((fields[guess] >> shift) & np.uint64(15))
                else:
                    for guess in range(guesses):
                        sizes[reply, guess] += np.int32((fields[guess] >> shift) & np.uint64(15))


@njit(nogil=True, cache=True)
def _score(sizes: Array, table: Array, score: int, scores: Array) -> None:
    """The scores of all guesses, int64, from their part sizes; for CRUSH the first component, the largest part."""
    for guess in range(sizes.shape[1]):
        scores[guess] = 0
    for reply in range(len(sizes)):
        if score == SUM:
            for guess in range(sizes.shape[1]):
                scores[guess] += table[sizes[reply, guess]]
        else:
            for guess in range(sizes.shape[1]):
                scores[guess] = max(scores[guess], np.int64(sizes[reply, guess]))


@njit(nogil=True, cache=True)
def _descending(sizes: Array, out: Array) -> None:
    """Sort part sizes, largest first, by insertion: there are few, and most are nought."""
    for i in range(len(sizes)):
        size, j = sizes[i], i
        while j > 0 and out[j - 1] < size:
            out[j] = out[j - 1]
            j -= 1
        out[j] = size


@njit(nogil=True, cache=True)
def _compare(left: Array, right: Array) -> int:
    """-1, 0 or 1: two vectors in lexicographic order."""
    for i in range(len(left)):
        if left[i] != right[i]:
            return -1 if left[i] < right[i] else 1
    return 0


@njit("int64(uint8[:, ::1], int64, int32[::1], int32[::1], int64[::1], int64, int64, boolean)", nogil=True, cache=True)
def best_guess(
    by_secret: Array,
    replies: int,
    candidates: Array,
    secret_of: Array,
    table: Array,
    score: int,
    bonus: int,
    members_only: bool,
) -> int:
    """Index of the code with the smallest score; ties go to a member, then to the lowest index.

    by_secret     (secrets, codes) reply indices
    replies       number of replies
    candidates    ascending secret indices, at least two
    secret_of     (codes,) the secret a code wins against, or -1
    table         what a part of each size, up to the number of candidates, adds to the score (for SUM)
    score         SUM of the table's values, the largest part (MAX), or all parts, largest first (CRUSH)
    bonus         taken off the score of a member
    members_only  guess no code but one that wins against a candidate
    """
    secrets, codes = by_secret.shape
    member = _members(candidates, secret_of, secrets)
    if len(candidates) <= 256:
        perfect = _perfect_member(by_secret, candidates, member)
        if perfect >= 0:
            return perfect
    block = 1024  # guesses whose part sizes are counted together: they stay in the first-level cache
    fields, scores = np.empty(block, np.uint64), np.empty(block, np.int64)
    vector, best_vector = np.empty(replies, np.int32), np.empty(replies, np.int32)
    best, best_score = -1, np.int64(0)
    for start in range(0, codes, block):
        sizes = np.empty((replies, min(block, codes - start)), np.int32)
        _part_sizes(by_secret, candidates, start, fields, sizes)
        _score(sizes, table, score, scores)
        for i in range(sizes.shape[1]):
            guess = start + i
            if members_only and not member[guess]:
                continue
            value = scores[i] - (bonus if member[guess] else 0)
            if best >= 0 and value > best_score:
                continue
            if score == CRUSH:
                _descending(sizes[:, i], vector)
            if best >= 0 and value == best_score:
                order = _compare(vector, best_vector) if score == CRUSH else 0
                if order > 0 or (order == 0 and (member[best] or not member[guess])):
                    continue
            best, best_score = guess, value
            best_vector[:] = vector
    return best
