"""The best guess by part sizes: the one scan behind every greedy strategy."""

import numpy as np

from treebuild.search.kernels.compiling import (
    I32_ARRAY,
    I64,
    I64_ARRAY,
    MATRIX,
    PARTITION,
    REPLY_TABLES,
    SCAN_WORKSPACE,
    array_type,
    kernel,
    types,
)
from treebuild.search.kernels.guess_lists import list_guesses
from treebuild.search.kernels.layout import (
    BY_CRUSH,
    BY_SIZE,
    BY_SUM,
    NONE,
    SIZE_BITS,
    Array,
    ReplyTables,
    ScanWorkspace,
)
from treebuild.search.kernels.reply_blocks import SIZES, are_tallied, count_sizes, fill_row, load_guesses, reply_to

UNITS = array_type(types.float64, 1)


@kernel(types.boolean(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I64, I64), inline=True)
def _tells_apart(tables: ReplyTables, work: ScanWorkspace, candidates: Array, guess: int, mark: int) -> bool:
    """Whether all candidates reply differently. `mark` is a number that no other guess at this position has."""
    for secret in candidates:
        reply = reply_to(tables, guess, secret)
        if work.seen[reply] == mark:
            return False
        work.seen[reply] = mark
    return True


@kernel(I64(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY), inline=True)
def _perfect_member(tables: ReplyTables, work: ScanWorkspace, candidates: Array) -> int:
    """The lowest member that splits the candidates into parts of one, or -1.

    It is the best guess by every score: no part sizes are better than ones, and in a tie members come first.
    """
    best = NONE
    work.seen[:] = NONE
    for secret in candidates:
        for place in range(tables.begin[secret], tables.begin[secret + 1]):
            guess = tables.winner[place]
            if (best == NONE or guess < best) and _tells_apart(tables, work, candidates, guess, guess):
                best = int(guess)
    return best


@kernel(I64(I64_ARRAY, I64, I64, I64), inline=True)
def _even_score(table: Array, score: int, candidates: int, ways: int) -> int:
    """The score of the most even parts. As many others are no better: no step of a table is smaller than before."""
    if candidates == 0:
        return 0
    ways = min(ways, candidates)
    size, larger = candidates // ways, candidates % ways
    if score == BY_SUM:
        return int((ways - larger) * table[size] + (larger * table[size + 1] if larger else 0))
    return int(size + (larger > 0))


@kernel([I64(sizes, I64, I64_ARRAY, I64) for sizes in (MATRIX, SIZES)], inline=True)
def _score(sizes: Array, guess: int, table: Array, score: int) -> int:
    """The score of a guess of a block; for BY_CRUSH only its first component, the largest."""
    value = 0
    for reply in range(len(sizes)):
        if score == BY_SUM:
            value += table[sizes[reply, guess]]
        else:
            value = max(value, int(sizes[reply, guess]))
    return int(value)


@kernel([types.void(sizes, I64, I32_ARRAY) for sizes in (MATRIX, SIZES)], inline=True)
def _descending(sizes: Array, guess: int, out: Array) -> None:
    """Sort the part sizes of a guess, largest first, by insertion: there are few, and most are 0."""
    for i in range(len(sizes)):
        size, j = np.int32(sizes[i, guess]), i
        while j > 0 and out[j - 1] < size:
            out[j] = out[j - 1]
            j -= 1
        out[j] = size


@kernel(I64(I32_ARRAY, I32_ARRAY), inline=True)
def _compare(left: Array, right: Array) -> int:
    """-1, 0 or 1 as the left vector is smaller, equal or larger, in lexicographic order."""
    for i in range(len(left)):
        if left[i] != right[i]:
            return -1 if left[i] < right[i] else 1
    return 0


@kernel(I64(REPLY_TABLES, SCAN_WORKSPACE, I64_ARRAY, I64, I64, I64, I32_ARRAY))
def best_guess(
    tables: ReplyTables, work: ScanWorkspace, table: Array, score: int, bonus: int, members_only: int, candidates: Array
) -> int:
    """The index of the code with the smallest score. Ties go to a member, then to the lowest index.

    table         int64 (secrets + 1,): for BY_SUM, what a part of each size adds to the score; no step is smaller than
                  the one before
    score         BY_SUM of the table's values, BY_LARGEST part, or BY_CRUSH: all parts, the largest first
    bonus         what is taken off the score of a member
    members_only  whether only codes that win against a candidate may be guessed
    candidates    int32, ascending secret indices, at least three

    Where not all guesses are tried, see `guess_lists`. The scan ends at a guess that none after it can beat or, as a
    member, equal.
    """
    n, ways = len(candidates), len(tables.sum_of) - 1
    if n <= ways + 1:
        best = _perfect_member(tables, work, candidates)
        if best != NONE:
            return best
    for parts in range(1, ways + 2):
        work.least[parts] = _even_score(table, score, n, parts)
    work.least[0] = work.least[ways + 1]  # what a byte makes of 256 parts
    least_member = _even_score(table, score, n - 1, min(ways, n - 2))
    least_member = table[1] + least_member - bonus if score == BY_SUM else max(least_member, 1)
    for secret in candidates:
        work.sought[secret] = 1
    best, best_score, best_member, tallied = NONE, 0, 0, are_tallied(tables, n)
    listed, block = list_guesses(tables, work, candidates, members_only), work.rows.shape[1]
    for start in range(0, listed, block):
        guesses = work.guesses[start : min(start + block, listed)]
        count_sizes(tables, work, guesses, candidates)
        for i in range(len(guesses)):
            if best >= 0 and work.least[work.parts[i]] - bonus > best_score:
                continue
            guess = int(guesses[i])
            member = int(work.sought[tables.secret_of[guess]])
            value = _score(work.tallies, i, table, score) if tallied else _score(work.sizes, i, table, score)
            value -= bonus * member
            if best >= 0 and value > best_score:
                continue
            if score == BY_CRUSH and tallied:
                _descending(work.tallies, i, work.vector)
            elif score == BY_CRUSH:
                _descending(work.sizes, i, work.vector)
            if best >= 0 and value == best_score:
                order = _compare(work.vector, work.best_vector) if score == BY_CRUSH else 0
                if order > 0 or (order == 0 and best_member >= member):
                    continue
            best, best_score, best_member = guess, value, member
            for reply in range(len(work.vector)):
                work.best_vector[reply] = work.vector[reply]
        unbeaten = best_score <= work.least[ways] and (best_member or least_member > best_score)
        if unbeaten and best_score <= least_member and (score != BY_CRUSH or best_score == 1):
            break
    for secret in candidates:
        work.sought[secret] = 0
    return best


@kernel(I64(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I64_ARRAY, I32_ARRAY), inline=True)
def _heaviest_perfect(
    tables: ReplyTables, work: ScanWorkspace, code_of: Array, weight: Array, candidates: Array
) -> int:
    """The heaviest candidate whose code splits all into parts of one, of equally heavy ones the first; or -1."""
    work.seen[:] = NONE
    best = NONE
    for member in candidates:
        if best != NONE and weight[member] <= weight[best]:
            continue
        if _tells_apart(tables, work, candidates, code_of[member], member):
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


@kernel(I64(REPLY_TABLES, I32_ARRAY, I64_ARRAY, I64, UNITS, PARTITION, I32_ARRAY, I64), inline=True)
def _best_heavy(
    tables: ReplyTables, code_of: Array, weight: Array, score: int, unit: Array, parts: Array, candidates: Array,
    perfect: int,
) -> int:  # fmt: skip
    """The best of a perfect member and the members that are heavier. All others have worse parts, or less taken off."""
    best, best_score = perfect, NONE
    for member in candidates:
        if member != perfect and weight[member] <= weight[perfect]:
            continue
        parts[0] = 0
        for secret in candidates:
            parts[0, reply_to(tables, code_of[member], secret)] += (weight[secret] << SIZE_BITS) + 1
        value = _expected(parts[0], score, unit) - int(np.rint(weight[member] * unit[1]))
        if best_score == NONE or value < best_score or (value == best_score and weight[member] > weight[best]):
            best, best_score = int(member), value
    return best


@kernel(I64(REPLY_TABLES, SCAN_WORKSPACE, I32_ARRAY, I64_ARRAY, I64, I64, UNITS, PARTITION, I32_ARRAY))
def likeliest_guess(
    tables: ReplyTables, work: ScanWorkspace, code_of: Array, weight: Array, score: int, members_only: int, unit: Array,
    parts: Array, candidates: Array,
) -> int:  # fmt: skip
    """As `best_guess`, for games with weights and scores that are expectations.

    code_of  int32 (secrets,): the lowest code that wins against each secret
    weight   int64 (secrets,): the weights of secrets
    score    BY_SIZE: the sum of weight times size over the parts; or BY_INFORMATION: the sum of w ln w over parts of
             weight w, in units of 1 / unit[0]
    unit     float64 (2,): unit[1] is what is taken off the score of a member for each unit of its weight
    parts    int64 (block, replies): working space, the weight and the size of each part in one number

    If a member tells all candidates apart, no parts are better than those of the heaviest such member. So only heavier
    members may be better, by what is taken off. Ties go to the heaviest member, then to the lowest index.
    """
    if len(candidates) <= parts.shape[1]:
        member = _heaviest_perfect(tables, work, code_of, weight, candidates)
        if member != NONE and unit[1] != 0:
            member = _best_heavy(tables, code_of, weight, score, unit, parts, candidates, member)
        if member != NONE:
            return int(code_of[member])
    for secret in candidates:
        work.sought[secret] = 1
    best, best_score, best_weight = NONE, 0, NONE
    listed, block, row = list_guesses(tables, work, candidates, members_only), len(parts), work.rows[0]
    for start in range(0, listed, block):
        guesses = work.guesses[start : min(start + block, listed)]
        parts[: len(guesses)] = 0
        load_guesses(tables, work, guesses)
        for secret in candidates:
            fill_row(tables, work, guesses, secret, row)
            heavy = (weight[secret] << SIZE_BITS) + 1
            for i in range(len(guesses)):
                parts[i, tables.reply_of[row[i]]] += heavy
        for i in range(len(guesses)):
            guess, secret = int(guesses[i]), tables.secret_of[guesses[i]]
            own = int(weight[secret]) if work.sought[secret] else NONE
            value = _expected(parts[i], score, unit) - int(np.rint(max(own, 0) * unit[1]))
            tied = best != NONE and value == best_score
            if best == NONE or value < best_score or (tied and own > best_weight):
                best, best_score, best_weight = guess, value, own
    for secret in candidates:
        work.sought[secret] = 0
    return best
