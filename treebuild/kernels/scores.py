"""The best guess by the sizes of its parts: the scan that every greedy strategy uses."""

from __future__ import annotations

import cython

from treebuild.kernels.blocks import (
    are_numbered,
    are_tallied,
    count_sizes,
    fill_row,
    load_guesses,
    number_parts,
    reply_to,
    write_parts,
    write_sizes,
    write_sums,
)
from treebuild.kernels.constants import BY_CRUSH, BY_SIZE, BY_SUM, NONE, SIZE_BITS
from treebuild.kernels.guess_lists import is_sought, list_guesses, write_orbits
from treebuild.kernels.uncompiled import (
    bound_reply_tables,
    bound_scan_workspace,
    f64s,
    flag,
    i32s,
    i64,
    i64s,
    logarithm,
    rounded,
)

LOW_SIZE = (1 << SIZE_BITS) - 1  # the bits of a part that hold its size


def tells_apart(tables, work, candidates, n, guess, mark):
    """Whether all candidates reply differently to a guess. `mark` is a number that no other guess here has."""
    seen = work.seen
    for secret in candidates[:n]:
        reply = reply_to(tables, guess, secret)
        if seen[reply] == mark:
            return False
        seen[reply] = mark
    return True


def forget_marks(work):
    """Remove the marks of all replies, see `tells_apart`."""
    for reply in range(work.sums):
        work.seen[reply] = NONE


def perfect_member(tables, work, candidates, n):
    """The lowest member that splits the candidates into parts of one, or -1.

    It is the best guess by every score: no sizes of parts are better than ones, and in a tie members come first.
    """
    best: i64 = NONE
    forget_marks(work)
    for secret in candidates[:n]:
        for place in range(tables.begin[secret], tables.begin[secret + 1]):
            guess = tables.winner[place]
            if (best == NONE or guess < best) and tells_apart(tables, work, candidates, n, guess, guess):
                best = guess
    return best


def even_score(table, score, n, ways):
    """The score of n candidates in `ways` parts, or n, as even as possible.

    As many other parts score no better, since no step of a table is smaller than the step before.
    """
    if n == 0:
        return 0
    most = min(ways, n)
    size, larger = n // most, n % most
    if score == BY_SUM:
        return (most - larger) * table[size] + (larger * table[size + 1] if larger else 0)
    return size + (larger > 0)


def score_of(sizes, block, counted, table, score):
    """The score of a guess of a block; for BY_CRUSH only its first component, the size of the largest part.

    The size of part i, of as many as were counted, is sizes[i * block].
    """
    value: i64 = 0
    for i in range(counted):
        if score == BY_SUM:
            value += table[sizes[i * block]]
        else:
            value = max(value, sizes[i * block])
    return value


def sort_sizes(sizes, block, counted, replies, out):
    """Write the sizes of the parts of a guess, the largest first. It sorts by insertion, since most sizes are 0."""
    met: i64 = 0
    for i in range(counted):
        size, at = sizes[i * block], met
        if size == 0:
            continue
        while at > 0 and out[at - 1] < size:
            out[at] = out[at - 1]
            at -= 1
        out[at] = size
        met += 1
    for i in range(met, replies):
        out[i] = 0


def compare(left, right, n):
    """-1, 0 or 1 as the left vector is smaller, equal or larger, in lexicographic order."""
    for i in range(n):
        if left[i] != right[i]:
            return -1 if left[i] < right[i] else 1
    return 0


def fill_least_scores(tables, work, n, table, score):
    """Write the least score for each number of parts to work.least."""
    for parts in range(1, tables.replies + 1):
        work.least[parts] = even_score(table, score, n, parts)


def find_best_guess(tables, work, table, score, bonus, members_only, candidates, n):
    """The index of the code with the smallest score. Ties go to a member, then to the lowest index.

    table         int64 (secrets + 1,): for BY_SUM, what a part of each size adds to the score; no step from one size to
                  the next is smaller than the step before
    score         BY_SUM of the table's values, BY_LARGEST part, or BY_CRUSH: all parts, the largest first
    bonus         is subtracted from the score of a member
    members_only  whether only codes that win against a candidate may be guessed
    candidates    ascending secret indices, at least three

    In some games it does not try all guesses, see `guess_lists`. The scan ends early at a guess if no later guess can
    beat it, and no later member can equal it.
    """
    ways, block, replies, tallied = tables.replies - 1, work.block, tables.replies, are_tallied(tables, n)
    numbered: flag = are_numbered(tables, n)
    best: i64 = NONE
    if n <= replies:
        best = perfect_member(tables, work, candidates, n)
        if best != NONE:
            return best
    fill_least_scores(tables, work, n, table, score)
    least_member = even_score(table, score, n - 1, min(ways, n - 2))
    least_member = table[1] + least_member - bonus if score == BY_SUM else max(least_member, 1)
    for secret in candidates[:n]:
        work.sought[secret] = 1
    best_score: i64 = 0
    best_member: i64 = 0
    listed = list_guesses(tables, work, candidates, n, members_only)
    start: i64 = 0
    while start < listed:
        guesses, some = work.guesses + start, min(block, listed - start)
        count_sizes(tables, work, guesses, some, candidates, n)
        for i in range(some):
            if best >= 0 and work.least[work.parts[i]] - bonus > best_score:
                continue
            member: i64 = is_sought(tables, work, guesses[i])
            counted: i64 = work.parts[i] if numbered else replies
            value: i64 = 0
            if tallied:
                value = score_of(work.tallies + i, block, counted, table, score) - bonus * member
            else:
                value = score_of(work.sizes + i, block, counted, table, score) - bonus * member
            if best >= 0 and value > best_score:
                continue
            if score == BY_CRUSH and tallied:
                sort_sizes(work.tallies + i, block, counted, replies, work.vector)
            elif score == BY_CRUSH:
                sort_sizes(work.sizes + i, block, counted, replies, work.vector)
            if best >= 0 and value == best_score:
                order: i64 = compare(work.vector, work.best_vector, replies) if score == BY_CRUSH else 0
                if order > 0 or (order == 0 and best_member >= member):
                    continue
            best, best_score, best_member = guesses[i], value, member
            for reply in range(replies if score == BY_CRUSH else 0):
                work.best_vector[reply] = work.vector[reply]
        unbeaten: flag = best_score <= work.least[ways] and (best_member or least_member > best_score)
        if unbeaten and best_score <= least_member and (score != BY_CRUSH or best_score == 1):
            break
        start += block
    for secret in candidates[:n]:
        work.sought[secret] = 0
    return best


def heaviest_perfect(tables, work, code_of, weight, candidates, n):
    """The heaviest candidate whose code splits all of them into parts of one; of equal weights the first; or -1."""
    best: i64 = NONE
    forget_marks(work)
    for member in candidates[:n]:
        if best != NONE and weight[member] <= weight[best]:
            continue
        if tells_apart(tables, work, candidates, n, code_of[member], member):
            best = member
    return best


def expected(parts, counted, score, unit):
    """The score of a guess from the weights and sizes of its parts, see `find_likeliest_guess`."""
    value: i64 = 0
    for part in parts[:counted]:
        heavy = part >> SIZE_BITS
        if score == BY_SIZE:
            value += heavy * (part & LOW_SIZE)
        elif heavy > 1:
            value += rounded(heavy * logarithm(heavy) * unit[0])
    return value


def best_heavy(tables, code_of, weight, score, unit, parts, candidates, n, perfect):
    """The best of a perfect member and all heavier members. No other guess has better parts or a larger bonus."""
    best: i64 = perfect
    best_score: i64 = NONE
    for member in candidates[:n]:
        if member != perfect and weight[member] <= weight[perfect]:
            continue
        for reply in range(tables.replies):
            parts[reply] = 0
        for secret in candidates[:n]:
            parts[reply_to(tables, code_of[member], secret)] += (weight[secret] << SIZE_BITS) + 1
        value: i64 = expected(parts, tables.replies, score, unit) - rounded(weight[member] * unit[1])
        if best_score == NONE or value < best_score or (value == best_score and weight[member] > weight[best]):
            best, best_score = member, value
    return best


def weigh_parts(tables, work, weight, guesses, n, candidates, n_candidates, parts):
    """Write, in one number each, the weight and the size of each part that the guesses of a block make.

    The parts are those of all replies, or, see `are_numbered`, as many as work.parts says.
    """
    row, replies, reply_of, block = work.rows, tables.replies, tables.reply_of, work.block
    load_guesses(tables, work, guesses, n)
    if are_numbered(tables, n_candidates):
        number_parts(tables, work, guesses, n, candidates, n_candidates)
        for i in range(n):
            for part in range(work.parts[i]):
                parts[i * replies + part] = 0
        for place in range(n_candidates):
            heavy: i64 = (weight[candidates[place]] << SIZE_BITS) + 1
            for i in range(n):
                parts[i * replies + row[place * block + i]] += heavy
        return
    for i in range(n * replies):
        parts[i] = 0
    for secret in candidates[:n_candidates]:
        fill_row(tables, work, guesses, n, secret, row)
        heavy = (weight[secret] << SIZE_BITS) + 1
        for i in range(n):
            parts[i * replies + reply_of[row[i]]] += heavy


def find_likeliest_guess(tables, work, code_of, weight, score, members_only, unit, parts, block, candidates, n):
    """As `find_best_guess`, for games with weights and for scores that are expectations.

    code_of  int32 (secrets,): the lowest code that wins against each secret
    weight   int64 (secrets,): the weights of secrets
    score    BY_SIZE: the sum of weight times size over the parts; or BY_INFORMATION: the sum of w ln w over parts of
             weight w, in units of 1 / unit[0]
    unit     float64 (2,): unit[1] is subtracted from the score of a member for each unit of its weight
    parts    int64 (block, replies): working space, see `weigh_parts`

    If a member tells all candidates apart, no parts are better than those of the heaviest such member. So only heavier
    members may be better, since more is subtracted from their scores. Ties go to the heaviest member, then to the
    lowest index.
    """
    numbered: flag = are_numbered(tables, n)
    best: i64 = NONE
    if n <= tables.replies:
        best = heaviest_perfect(tables, work, code_of, weight, candidates, n)
        if best != NONE and unit[1] != 0:
            best = best_heavy(tables, code_of, weight, score, unit, parts, candidates, n, best)
        if best != NONE:
            return code_of[best]
    for secret in candidates[:n]:
        work.sought[secret] = 1
    best_score: i64 = 0
    best_weight: i64 = NONE
    listed = list_guesses(tables, work, candidates, n, members_only)
    start: i64 = 0
    while start < listed:
        guesses, some = work.guesses + start, min(block, listed - start)
        weigh_parts(tables, work, weight, guesses, some, candidates, n, parts)
        for i in range(some):
            own: i64 = weight[tables.secret_of[guesses[i]]] if is_sought(tables, work, guesses[i]) else NONE
            counted: i64 = work.parts[i] if numbered else tables.replies
            value: i64 = expected(parts + i * tables.replies, counted, score, unit)
            value -= rounded(max(own, 0) * unit[1])
            tied: flag = best != NONE and value == best_score
            if best == NONE or value < best_score or (tied and own > best_weight):
                best, best_score, best_weight = guesses[i], value, own
        start += block
    for secret in candidates[:n]:
        work.sought[secret] = 0
    return best


class Scan:
    """Scans of the guesses of a game, one at a time. Candidates and guesses are int32 and ascend."""

    def __init__(self, tables, work):
        """The arguments are a ReplyTables and a ScanWorkspace. Raises TypeError for arrays of wrong types or shapes."""
        self.kept = []
        self.tables = bound_reply_tables(tables, self.kept)
        self.work = bound_scan_workspace(work, self.kept)

    def fill_sizes(self, guesses, candidates, sizes):
        """`blocks.write_sizes`."""
        listed, found, written = i32s(guesses), i32s(candidates), i32s(sizes)
        n: i64 = len(guesses)
        n_candidates: i64 = len(candidates)
        with cython.nogil:
            write_sizes(self.tables, self.work, listed, n, found, n_candidates, written)

    def fill_parts(self, guesses, candidates, sizes):
        """`blocks.write_parts`."""
        listed, found, written = i32s(guesses), i32s(candidates), i32s(sizes)
        n: i64 = len(guesses)
        n_candidates: i64 = len(candidates)
        with cython.nogil:
            write_parts(self.tables, self.work, listed, n, found, n_candidates, written)

    def fill_sums(self, table, guesses, candidates, sums, parts):
        """`blocks.write_sums`."""
        values, listed, found = i64s(table), i32s(guesses), i32s(candidates)
        added, counted = i64s(sums), i64s(parts)
        n: i64 = len(guesses)
        n_candidates: i64 = len(candidates)
        with cython.nogil:
            write_sums(self.tables, self.work, values, listed, n, found, n_candidates, added, counted)

    def fill_orbits(self, candidates, orbits):
        """`guess_lists.write_orbits`."""
        found, written = i32s(candidates), i32s(orbits)
        n: i64 = len(candidates)
        with cython.nogil:
            write_orbits(self.tables, self.work, found, n, written)

    def best_guess(self, table, score: i64, bonus: i64, members_only: flag, candidates):
        """`find_best_guess`."""
        values, found = i64s(table), i32s(candidates)
        n: i64 = len(candidates)
        with cython.nogil:
            guess = find_best_guess(self.tables, self.work, values, score, bonus, members_only, found, n)
        return guess

    def likeliest_guess(self, code_of, weight, score: i64, members_only: flag, unit, parts, candidates):
        """`find_likeliest_guess`."""
        codes, weights, units = i32s(code_of), i64s(weight), f64s(unit)
        space, found = i64s(parts), i32s(candidates)
        n: i64 = len(candidates)
        block: i64 = len(parts)
        with cython.nogil:
            guess = find_likeliest_guess(
                self.tables, self.work, codes, weights, score, members_only, units, space, block, found, n
            )
        return guess
