"""The best guess by part sizes: the one scan behind every greedy strategy."""

import numpy as np

from treebuild.search.kernels.compiling import (
    I64,
    I64_ARRAY,
    PARTITION,
    U8,
    WORDS,
    array_type,
    kernel,
    types,
)
from treebuild.search.kernels.layout import BY_CRUSH, BY_SIZE, BY_SUM, GUESSES_PER_BLOCK, NONE, SIZE_BITS, Array

I32 = types.int32
REPLIES, VECTOR, SIZES, FLAGS = array_type(U8, 2), array_type(I32, 1), array_type(I32, 2), array_type(U8, 1)
UNITS = array_type(types.float64, 1)


@kernel(I64(REPLIES, VECTOR, VECTOR, FLAGS, I64_ARRAY))
def _perfect_member(by_secret: Array, candidates: Array, secret_of: Array, sought: Array, seen: Array) -> int:
    """The lowest member that splits the candidates into parts of one, or -1.

    It is the best guess by every score: no part sizes are better than ones, and in a tie members come first.
    """
    seen[:] = NONE
    for guess in range(len(secret_of)):
        if not sought[secret_of[guess]]:
            continue
        perfect = True
        for secret in candidates:
            reply = by_secret[secret, guess]
            if seen[reply] == guess:
                perfect = False
                break
            seen[reply] = guess
        if perfect:
            return guess
    return NONE


@kernel(types.void(REPLIES, VECTOR, I64, WORDS, SIZES))
def _part_sizes(by_secret: Array, candidates: Array, start: int, fields: Array, sizes: Array) -> None:
    """Count the parts of the guesses from `start` on: sizes, int32 (replies, guesses).

    The inner loops run over guesses, because the replies of one secret to them are contiguous. Fifteen candidates at a
    time are counted in the 4-bit fields of one word for each guess, sixteen replies a word. That is three times as fast
    as counting each candidate in `sizes`.
    """
    replies = len(sizes)
    guesses = min(sizes.shape[1], by_secret.shape[1] - start)
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
                        field = np.int64(row[guess]) - first
                        if 0 <= field < 16:
                            fields[guess] += np.uint64(1) << np.uint64(4 * field)
            for reply in range(first, min(first + 16, replies)):
                shift = np.uint64(4 * (reply - first))
                if chunk == 0:
                    for guess in range(guesses):
                        sizes[reply, guess] = np.int32((fields[guess] >> shift) & np.uint64(15))
                else:
                    for guess in range(guesses):
                        sizes[reply, guess] += np.int32((fields[guess] >> shift) & np.uint64(15))


@kernel(types.void(SIZES, I64_ARRAY, I64, I64_ARRAY))
def _score(sizes: Array, table: Array, score: int, scores: Array) -> None:
    """The scores of all guesses, int64, from their part sizes; for BY_CRUSH only their first component, the largest."""
    for guess in range(sizes.shape[1]):
        scores[guess] = 0
    for reply in range(len(sizes)):
        if score == BY_SUM:
            for guess in range(sizes.shape[1]):
                scores[guess] += table[sizes[reply, guess]]
        else:
            for guess in range(sizes.shape[1]):
                scores[guess] = max(scores[guess], np.int64(sizes[reply, guess]))


@kernel(types.void(SIZES, I64, VECTOR), inline=True)
def _descending(sizes: Array, guess: int, out: Array) -> None:
    """Sort the part sizes of a guess, largest first, by insertion: there are few, and most are 0."""
    for i in range(len(sizes)):
        size, j = sizes[i, guess], i
        while j > 0 and out[j - 1] < size:
            out[j] = out[j - 1]
            j -= 1
        out[j] = size


@kernel(I64(VECTOR, VECTOR), inline=True)
def _compare(left: Array, right: Array) -> int:
    """-1, 0 or 1 as the left vector is smaller, equal or larger, in lexicographic order."""
    for i in range(len(left)):
        if left[i] != right[i]:
            return -1 if left[i] < right[i] else 1
    return 0


@kernel(
    I64(REPLIES, VECTOR, I64_ARRAY, I64, I64, I64, FLAGS, I64_ARRAY, WORDS, SIZES, I64_ARRAY, VECTOR, VECTOR, VECTOR)
)
def best_guess(
    by_secret: Array, secret_of: Array, table: Array, score: int, bonus: int, members_only: int,
    sought: Array, seen: Array, fields: Array, sizes: Array, scores: Array, vector: Array, best_vector: Array,
    candidates: Array,
) -> int:  # fmt: skip
    """The index of the code with the smallest score. Ties go to a member, then to the lowest index.

    by_secret     uint8 (secrets, codes): reply indices
    secret_of     int32 (codes,): the secret that a code wins against, or -1
    table         int64 (secrets + 1,): for BY_SUM, what a part of each size adds to the score
    score         BY_SUM of the table's values, BY_LARGEST part, or BY_CRUSH: all parts, the largest first
    bonus         what is taken off the score of a member
    members_only  whether only codes that win against a candidate may be guessed
    candidates    int32, ascending secret indices, at least two

    The others are working space, see search.greedy. sought, uint8 (secrets + 1,), is zero between uses; its last entry
    is always zero, for codes that win against none (-1).
    """
    for secret in candidates:
        sought[secret] = 1
    best, best_score = NONE, 0
    if len(candidates) <= 256:
        best = _perfect_member(by_secret, candidates, secret_of, sought, seen)
    codes = by_secret.shape[1] if best == NONE else 0
    for start in range(0, codes, GUESSES_PER_BLOCK):
        _part_sizes(by_secret, candidates, start, fields, sizes)
        _score(sizes, table, score, scores)
        for i in range(min(GUESSES_PER_BLOCK, codes - start)):
            guess = start + i
            member = sought[secret_of[guess]]
            if members_only and not member:
                continue
            value = scores[i] - (bonus if member else 0)
            if best >= 0 and value > best_score:
                continue
            if score == BY_CRUSH:
                _descending(sizes, i, vector)
            if best >= 0 and value == best_score:
                order = _compare(vector, best_vector) if score == BY_CRUSH else 0
                if order > 0 or (order == 0 and (sought[secret_of[best]] or not member)):
                    continue
            best, best_score = guess, value
            for reply in range(len(vector)):
                best_vector[reply] = vector[reply]
    for secret in candidates:
        sought[secret] = 0
    return best


@kernel(I64(REPLIES, VECTOR, VECTOR, I64_ARRAY, I64_ARRAY), inline=True)
def _heaviest_perfect(by_secret: Array, code_of: Array, candidates: Array, weight: Array, seen: Array) -> int:
    """The heaviest candidate whose code splits all into parts of one, of equally heavy ones the first; or -1."""
    seen[:] = NONE
    best = NONE
    for member in candidates:
        if best != NONE and weight[member] <= weight[best]:
            continue
        perfect, guess = True, code_of[member]
        for secret in candidates:
            reply = by_secret[secret, guess]
            if seen[reply] == member:
                perfect = False
                break
            seen[reply] = member
        if perfect:
            best = int(member)
    return best


@kernel(I64(I64_ARRAY, I64, UNITS), inline=True)
def _expected(parts: Array, score: int, unit: Array) -> int:
    """The score of a guess from the weights and sizes of its parts, see `likeliest_guess`."""
    value, size = 0, (1 << SIZE_BITS) - 1
    for part in parts:
        heavy = part >> SIZE_BITS
        if score == BY_SIZE:
            value += heavy * (part & size)
        elif heavy > 1:
            value += int(np.rint(heavy * np.log(heavy) * unit[0]))
    return int(value)


@kernel(I64(REPLIES, VECTOR, I64_ARRAY, I64, UNITS, PARTITION, VECTOR, I64), inline=True)
def _best_heavy(
    by_secret: Array, code_of: Array, weight: Array, score: int, unit: Array, parts: Array, candidates: Array,
    perfect: int,
) -> int:  # fmt: skip
    """The best of a perfect member and the members that are heavier. All others have worse parts, or less taken off."""
    best, best_score = perfect, NONE
    for member in candidates:
        if member != perfect and weight[member] <= weight[perfect]:
            continue
        parts[0] = 0
        for secret in candidates:
            parts[0, by_secret[secret, code_of[member]]] += (weight[secret] << SIZE_BITS) + 1
        value = _expected(parts[0], score, unit) - int(np.rint(weight[member] * unit[1]))
        if best_score == NONE or value < best_score or (value == best_score and weight[member] > weight[best]):
            best, best_score = int(member), value
    return best


@kernel(I64(REPLIES, VECTOR, VECTOR, I64_ARRAY, I64, I64, UNITS, FLAGS, I64_ARRAY, PARTITION, VECTOR))
def likeliest_guess(
    by_secret: Array, secret_of: Array, code_of: Array, weight: Array, score: int, members_only: int, unit: Array,
    sought: Array, seen: Array, parts: Array, candidates: Array,
) -> int:  # fmt: skip
    """As `best_guess`, for games with weights and scores that are expectations.

    weight  int64 (secrets,): the weights of secrets
    score   BY_SIZE: the sum of weight times size over the parts; or BY_INFORMATION: the sum of w ln w over parts of
            weight w, in units of 1 / unit[0]
    unit    float64 (2,): unit[1] is what is taken off the score of a member for each unit of its weight
    parts   int64 (guesses, replies): working space, the weight and the size of each part in one number

    If a member tells all candidates apart, no parts are better than those of the heaviest such member. So only heavier
    members may be better, by what is taken off. Ties go to the heaviest member, then to the lowest index.
    """
    if len(candidates) <= parts.shape[1]:
        member = _heaviest_perfect(by_secret, code_of, candidates, weight, seen)
        if member != NONE and unit[1] != 0:
            member = _best_heavy(by_secret, code_of, weight, score, unit, parts, candidates, member)
        if member != NONE:
            return int(code_of[member])
    for secret in candidates:
        sought[secret] = 1
    best, best_score, best_weight = NONE, 0, NONE
    for start in range(0, by_secret.shape[1], len(parts)):
        guesses = min(len(parts), by_secret.shape[1] - start)
        parts[:guesses] = 0
        for secret in candidates:
            row, heavy = by_secret[secret, start : start + guesses], (weight[secret] << SIZE_BITS) + 1
            for i in range(guesses):
                parts[i, row[i]] += heavy
        for i in range(guesses):
            secret = secret_of[start + i]
            own = int(weight[secret]) if sought[secret] else NONE
            if members_only and own == NONE:
                continue
            value = _expected(parts[i], score, unit) - int(np.rint(max(own, 0) * unit[1]))
            if best == NONE or value < best_score or (value == best_score and own > best_weight):
                best, best_score, best_weight = start + i, value, own
    for secret in candidates:
        sought[secret] = 0
    return best
