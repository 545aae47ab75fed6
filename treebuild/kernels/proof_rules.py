"""The rules of a checker of certificates, compiled. `schema/proof.md` defines the terms and has the proofs.

The writer of a certificate has to know which guesses a checker refutes without help. The checkers have code of their
own. Where secrets have weights, sets list the heaviest first, and a secret of weight w costs
w * costs.cost[d] + costs.flat[d].
"""

from __future__ import annotations

import cython

from treebuild.kernels.constants import (
    INFINITE,
    MAX_CANDIDATES_MATRIX,
    MAX_CANDIDATES_PACKED,
    NONE,
)
from treebuild.kernels.counting import count_parts
from treebuild.kernels.filling import fill_from
from treebuild.kernels.uncompiled import (
    bit,
    bound_checker_workspace,
    bound_costs,
    bound_game_tables,
    bytes_of,
    i64,
    u8,
    u32s,
    u64,
)
from treebuild.kernels.weighted_bounds import cost_at

MIN_CANDIDATES_MEMBERS, MAX_CANDIDATES_MEMBERS = 3, 13  # candidates of sets to which the members rule applies
CODES_PER_BLOCK = 64  # codes that are skipped together if all of them make few parts
CLAIM_ROW, PART_ROW = 0, 1  # rows of a CheckerWorkspace: for a claim, and for a part of a guess for it
LEAST_ROWS = 2  # rows of CheckerWorkspace.least for each of these: for guesses that do not win, and that win


def fill_weighted(tables, costs, candidates, n, depth, slots, width):
    """`filling.fill_from` with weights: the heaviest come first."""
    total: i64 = 0
    left: i64 = slots
    for secret in candidates[:n]:
        if left == 0:
            slots *= width
            left, depth = slots, depth + 1
        total += cost_at(tables, costs, secret, depth)
        left -= 1
    return total


def fill_parts(tables, costs, candidates, n, replies, depth, width, size, bound):
    """Write size and bound of the parts of a guess, by reply: Fill with weights. Returns the sum of the bounds.

    `replies` are the replies of the candidates to the guess.
    """
    total: i64 = 0
    for reply in range(tables.replies):
        bound[reply] = 0
    for i in range(n):
        got, at = replies[i], depth
        if got != tables.win:
            at += 1 + tables.fill_level[width * tables.weights + size[got]]
        cost = cost_at(tables, costs, candidates[i], at)
        size[got] += 1
        bound[got] += cost
        total += cost
    return total


def all_replies_differ(replies, part, n):
    """Whether the secrets of a part all give different replies to a guess. `part` has their positions in `replies`."""
    seen: u64 = 0
    for i in range(n):
        reply = replies[part[i]]
        own = bit(reply & 63)
        if seen & own:  # in games of more than 64 replies, different replies may share a bit
            for k in range(i):
                if replies[part[k]] == reply:
                    return False
        seen |= own
    return True


def bound_members(replies, stride, codes, part, n, cost, depth):
    """The members rule of the checkers, M(S, d), which is weaker than PERFECT.

    `codes` are the rows of the members in `replies`, and `part` their columns; rows are `stride` apart.
    """
    now, then, late = cost[depth], cost[depth + 1], cost[depth + 2]
    for code in codes[:n]:
        if all_replies_differ(replies + code * stride, part, n):
            return now + (n - 1) * then
    return min(n * then, now + (n - 2) * then + late)


def bound_weighted_members(tables, costs, codes, part, n, depth):
    """The members rule with weights. Of two members that make equally many parts, the heavier one costs less."""
    last = part[n - 1]
    everyone: i64 = 0
    for secret in part[:n]:
        everyone += cost_at(tables, costs, secret, depth + 1)
    waits = cost_at(tables, costs, last, depth + 2) - cost_at(tables, costs, last, depth + 1)
    least = everyone
    for i in range(n):
        cost = everyone - cost_at(tables, costs, part[i], depth + 1) + cost_at(tables, costs, part[i], depth)
        least = min(least, cost + waits)
        if cost >= least:
            break
        if all_replies_differ(tables.reply + codes[i] * tables.secrets, part, n):
            return cost
    return least


def parts_of(work, row):
    """The numbers of non-winning parts of all columns, a byte each."""
    return bytes_of(work.part_count + row * work.words)


def least_of(work, row, wins):
    """The least costs of guesses by the number of parts, of guesses that win (`wins` is 1) or not (0)."""
    return work.least + (row * LEAST_ROWS + wins) * (work.replies + 1)


def least_cost(tables, costs, candidates, n, depth, width, parts, wins):
    """The least cost of a guess that makes `parts` non-winning parts, and wins (`wins` is 1) or not (0)."""
    others = n - wins
    if parts == 0 and others > 0:
        return INFINITE
    if tables.weighted:  # at best the guess wins against the heaviest
        deep = fill_weighted(tables, costs, candidates + wins, others, depth + 1, parts, width)
        return deep + (cost_at(tables, costs, candidates[0], depth) if wins else 0)
    deep = fill_from(costs.cost, depth + 1, parts, width, others) if parts else 0
    return wins * costs.cost[depth] + deep


def count_non_winning(tables, work, row, candidates, n):
    """Count the non-winning parts that every column makes, and note which columns win. Returns the most, at least 1.

    A byte holds the number, since games of certificates have at most 256 replies, of which one wins.
    """
    codes, wins, parts = tables.codes, work.wins + row * tables.codes, parts_of(work, row)
    count_parts(tables, candidates, n, codes, work.reply_bits, work.part_count + row * work.words)
    for j in range(codes):
        wins[j] = 0
    for secret in candidates[:n]:
        for place in range(work.begin[secret], work.begin[secret + 1]):
            wins[work.winner[place]] = 1
    most: u8 = 1
    for j in range(codes):
        parts[j] -= wins[j]
        most = max(most, parts[j])
    return most


def survey(tables, costs, work, row, candidates, n, depth):
    """Count the parts that every code makes, and bound the cost of a guess by their number alone. Returns w(S).

    It writes to work.wins[row] which columns win against a candidate, to work.part_count[row] the number of non-winning
    parts of every column, and to work.least[row, h, k] the least cost of a guess that makes k such parts and wins
    (h = 1) or not (h = 0). For few candidates it writes their replies to each other to work.reply_among[row].
    """
    width = count_non_winning(tables, work, row, candidates, n)
    lost, won = least_of(work, row, 0), least_of(work, row, 1)
    for k in range(width + 1):
        lost[k] = least_cost(tables, costs, candidates, n, depth, width, k, 0)
        won[k] = least_cost(tables, costs, candidates, n, depth, width, k, 1)
    if not tables.weighted:
        filled = work.filled + row * (tables.secrets + 1)
        for size in range(n + 1):
            filled[size] = fill_from(costs.cost, depth + 1, 1, width, size)
    if n > 1:
        lost[1] = INFINITE  # a guess with one part that does not win tells nothing
    if work.candidates_only:
        for k in range(tables.replies + 1):
            lost[k] = INFINITE
    if n <= MAX_CANDIDATES_MATRIX:
        among = work.reply_among + row * MAX_CANDIDATES_MATRIX * MAX_CANDIDATES_MATRIX
        for i in range(n):
            replies, near = tables.reply + tables.code_of[candidates[i]] * tables.secrets, among
            for k in range(n):
                near[i * MAX_CANDIDATES_MATRIX + k] = replies[candidates[k]]
    return width


def sort_parts(answer, n, start, order, replies):
    """Put the positions of candidates in the order of their replies. The candidates of a part keep their order.

    Before, start[r + 1] is the end of part r; afterwards start[r] is its beginning.
    """
    for i in range(n - 1, -1, -1):
        reply = answer[i]
        start[reply + 1] -= 1
        order[start[reply + 1]] = i
    for r in range(replies):
        start[r] = start[r + 1]
    start[replies] = n


def raised_by_members(tables, costs, work, row, candidates, n, depth, places, size):
    """The members rule for a part of a guess; `places` are the positions of its candidates in the list."""
    if n <= MAX_CANDIDATES_MATRIX and not tables.weighted:
        among = work.reply_among + row * MAX_CANDIDATES_MATRIX * MAX_CANDIDATES_MATRIX
        return bound_members(among, MAX_CANDIDATES_MATRIX, places, places, size, costs.cost, depth + 1)
    codes, secrets = work.member, work.member + 16
    for i in range(size):
        secrets[i] = candidates[places[i]]
        codes[i] = tables.code_of[secrets[i]]
    if tables.weighted:
        return bound_weighted_members(tables, costs, codes, secrets, size, depth + 1)
    return bound_members(tables.reply, tables.secrets, codes, secrets, size, costs.cost, depth + 1)


def bound_guess(tables, costs, work, row, candidates, n, depth, width, column, enough):
    """Split the candidates by the guess of a column, and bound every part by B0. Returns the sum of the bounds.

    If the sum reaches `enough`, it stops, and may return less than the whole sum. It writes the part of reply r to
    work.order[row], from work.start[row, r] to work.start[row, r + 1]: positions in the list of candidates. For few
    candidates it reads columns, since the survey just before has left them in the cache; the row of the guess is seldom
    there.
    """
    replies, answer, n_replies = tables.columns + column, work.answer + row * tables.secrets, tables.replies
    start, bound, step = work.start + row * (n_replies + 1), work.bound + row * n_replies, tables.codes
    order = work.order + row * tables.secrets
    if row != PART_ROW or n > MAX_CANDIDATES_PACKED:
        replies, step = tables.reply + tables.code_at[column] * tables.secrets, 1
    for reply in range(n_replies + 1):
        start[reply] = 0
    for i in range(n):
        answer[i] = replies[candidates[i] * step]
    total: i64 = 0
    if tables.weighted:
        total = fill_parts(tables, costs, candidates, n, answer, depth, width, start + 1, bound)
    else:
        filled = work.filled + row * (tables.secrets + 1)
        for i in range(n):
            start[answer[i] + 1] += 1
        for reply in range(n_replies):
            size = start[reply + 1]
            bound[reply] = filled[size] if reply != tables.win else size * costs.cost[depth]
            total += bound[reply]
    for reply in range(n_replies):
        start[reply + 1] += start[reply]
    if total >= enough:
        return total
    sort_parts(answer, n, start, order, n_replies)
    for reply in range(n_replies):
        size = start[reply + 1] - start[reply]
        if tables.one_winner and reply != tables.win and MIN_CANDIDATES_MEMBERS <= size <= MAX_CANDIDATES_MEMBERS:
            raised = raised_by_members(tables, costs, work, row, candidates, n, depth, order + start[reply], size)
            total += max(raised - bound[reply], 0)
            bound[reply] = max(raised, bound[reply])
            if total >= enough:
                break
    return total


def bound_one_guess_further(tables, costs, work, candidates, n, depth, enough):
    """The least cost over all codes if B0 bounds the parts of a guess; or `enough`, if that is less.

    B1(S, d, w) is the larger one of this cost and B0(S, d, w). Codes with the most parts come first, because most of
    them cost least. The loop ends when the number of parts shows that no code with fewer parts can cost less.
    """
    width = survey(tables, costs, work, PART_ROW, candidates, n, depth)
    parts, wins, codes = parts_of(work, PART_ROW), work.wins + PART_ROW * tables.codes, tables.codes
    lost, won = least_of(work, PART_ROW, 0), least_of(work, PART_ROW, 1)
    best, most = enough, width
    while most > 0:
        next_most: i64 = 0 if most < width - 1 else most - 1
        passed = next_most  # codes with at most this many parts come later, or cost `best` or more
        for first in range(0, codes, CODES_PER_BLOCK):
            last = min(first + CODES_PER_BLOCK, codes)
            while passed < most and min(lost[passed + 1], won[passed + 1]) >= best:
                passed += 1
            if passed == most:
                break
            top: u8 = 0
            for j in range(first, last):
                top = max(top, parts[j])
            if top <= passed:
                continue
            for j in range(first, last):
                if passed < parts[j] <= most and (won if wins[j] else lost)[parts[j]] < best:
                    best = min(best, bound_guess(tables, costs, work, PART_ROW, candidates, n, depth, width, j, best))
        most = next_most
    return min(best, won[0])  # won[0] is INFINITE unless there is only one candidate


def raise_largest(tables, costs, work, candidates, depth, missing):
    """Raise the bound of the largest part that B1 has not raised yet. Returns by how much, or -1 if there is none."""
    start, bound, order = work.start, work.bound, work.order  # row CLAIM_ROW is the first
    largest: i64 = NONE
    size: i64 = 2
    for reply in range(tables.replies):
        if start[reply + 1] - start[reply] > size and bound[reply] != NONE and reply != tables.win:
            largest, size = reply, start[reply + 1] - start[reply]
    if largest == NONE:
        return NONE
    for i in range(size):
        work.part[i] = candidates[order[start[largest] + i]]
    before = bound[largest]
    raised = bound_one_guess_further(tables, costs, work, work.part, size, depth + 1, before + missing)
    bound[largest] = NONE  # marks that B1 has raised it
    return max(raised - before, 0)


def list_not_refuted(tables, costs, work, candidates, n, depth, least, codes, n_codes, left):
    """Write to `left` the codes among `codes` that a checker does not refute without claims, in this order.

    Returns (their number, w(S)).
    """
    width = survey(tables, costs, work, CLAIM_ROW, candidates, n, depth)
    parts, wins = parts_of(work, CLAIM_ROW), work.wins + CLAIM_ROW * tables.codes
    lost, won = least_of(work, CLAIM_ROW, 0), least_of(work, CLAIM_ROW, 1)
    number: i64 = 0
    for code in codes[:n_codes]:
        column = tables.column_of[code]
        if (won if wins[column] else lost)[parts[column]] >= least:
            continue
        total = bound_guess(tables, costs, work, CLAIM_ROW, candidates, n, depth, width, column, least)
        while total < least:
            more = raise_largest(tables, costs, work, candidates, depth, least - total)
            if more == NONE:
                left[number] = code
                number += 1
                break
            total += more
    return number, width


def bound_of_set(tables, costs, work, candidates, n, depth, width, enough):
    """B1(S, d, w), or a smaller bound if the smaller bound is `enough` or more."""
    bound: i64 = 0
    if tables.weighted:
        bound = fill_weighted(tables, costs, candidates, n, depth, 1, width)
    else:
        bound = fill_from(costs.cost, depth, 1, width, n)
    if n <= 2:
        return bound
    if tables.one_winner and n <= MAX_CANDIDATES_MEMBERS:
        codes = work.member
        for i in range(n):
            codes[i] = tables.code_of[candidates[i]]
        if tables.weighted:
            bound = max(bound, bound_weighted_members(tables, costs, codes, candidates, n, depth))
        else:
            bound = max(bound, bound_members(tables.reply, tables.secrets, codes, candidates, n, costs.cost, depth))
    if bound >= enough:
        return bound
    return max(bound, bound_one_guess_further(tables, costs, work, candidates, n, depth, enough))


class ProofRules:
    """The rules of a checker for a game, with the costs of a claim. One thread at a time may use it."""

    def __init__(self, tables, costs, work):
        """The arguments are a GameTables, a Costs and a CheckerWorkspace. Raises TypeError for wrong arrays."""
        self.kept = []
        self.tables = bound_game_tables(tables, self.kept)
        self.costs = bound_costs(costs, self.kept)
        self.work = bound_checker_workspace(work, self.kept)

    def not_refuted(self, candidates, depth: i64, least: i64, codes, left):
        """`list_not_refuted`. All arrays are uint32, and `left` is as long as `codes`."""
        found, listed, written = u32s(candidates), u32s(codes), u32s(left)
        n: i64 = len(candidates)
        n_codes: i64 = len(codes)
        with cython.nogil:
            number, width = list_not_refuted(
                self.tables, self.costs, self.work, found, n, depth, least, listed, n_codes, written
            )
        return number, width

    def bound_set(self, candidates, depth: i64, width: i64, enough: i64):
        """`bound_of_set`. `candidates` are uint32."""
        found = u32s(candidates)
        n: i64 = len(candidates)
        with cython.nogil:
            bound = bound_of_set(self.tables, self.costs, self.work, found, n, depth, width, enough)
        return bound
