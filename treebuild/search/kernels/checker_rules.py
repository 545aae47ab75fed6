"""The rules of a checker of certificates, compiled. `schema/proof.md` defines the terms and has the proofs.

The writer of a certificate has to know which guesses a checker refutes without help. No checker shares this code. Where
secrets have weights, sets list the heaviest first, and a secret of weight w costs w * costs.cost[d] + costs.flat[d].
"""

import numpy as np

from treebuild.search.kernels.compiling import (
    BYTES,
    CHECKER_WORKSPACE,
    COSTS,
    GAME_TABLES,
    I64,
    I64_ARRAY,
    MATRIX,
    PAIR,
    SET,
    kernel,
)
from treebuild.search.kernels.counting import count_parts
from treebuild.search.kernels.layout import (
    INFINITE,
    MAX_CANDIDATES_MATRIX,
    MAX_CANDIDATES_PACKED,
    NONE,
    Array,
    CheckerWorkspace,
    Costs,
    GameTables,
)
from treebuild.search.kernels.part_bounds import fill_from
from treebuild.search.kernels.weighted_bounds import cost_at

MIN_CANDIDATES_MEMBERS, MAX_CANDIDATES_MEMBERS = 3, 13  # candidates of sets that the members rule is for
CODES_PER_BLOCK = 64  # codes that are left out together if all of them make few parts
CLAIM_ROW, PART_ROW = 0, 1  # rows of a CheckerWorkspace: of a claim, and of a part of a guess for it


@kernel(I64(GAME_TABLES, COSTS, SET, I64, I64, I64))
def fill_weighted(tables: GameTables, costs: Costs, candidates: Array, depth: int, slots: int, width: int) -> int:
    """`part_bounds.fill_from` with weights: the heaviest come first."""
    total, left = 0, slots
    for secret in candidates:
        if left == 0:
            slots *= width
            left, depth = slots, depth + 1
        total += cost_at(tables, costs, secret, depth)
        left -= 1
    return int(total)


@kernel(I64(GAME_TABLES, COSTS, SET, BYTES, I64, I64, I64_ARRAY, I64_ARRAY))
def fill_parts(
    tables: GameTables,
    costs: Costs,
    candidates: Array,
    replies: Array,
    depth: int,
    width: int,
    size: Array,
    bound: Array,
) -> int:
    """Write size and bound of the parts of a guess, by reply: Fill with weights. Returns the sum of the bounds.

    `replies` are those of the candidates to the guess.
    """
    total = 0
    bound[:] = 0
    for i in range(len(candidates)):
        secret, reply = candidates[i], replies[i]
        cost = cost_at(
            tables, costs, secret, depth if reply == tables.win else depth + 1 + tables.fill_level[width, size[reply]]
        )
        size[reply] += 1
        bound[reply] += cost
        total += cost
    return int(total)


@kernel(I64(BYTES, SET), inline=True)
def all_replies_differ(replies: Array, part: Array) -> bool:
    """Whether the secrets of a part all give different replies to a guess. `part` has their positions in `replies`."""
    seen, n = np.uint64(0), len(part)
    for i in range(n):
        reply = replies[part[i]]
        bit = np.uint64(1) << np.uint64(reply & 63)
        if seen & bit:  # in games of more than 64 replies some share a bit
            for k in range(i):
                if replies[part[k]] == reply:
                    return False
        seen |= bit
    return True


@kernel(I64(MATRIX, SET, SET, I64_ARRAY, I64), inline=True)
def bound_by_members(replies: Array, codes: Array, part: Array, cost: Array, depth: int) -> int:
    """The members rule of the checkers, M(S, d), which says less than PERFECT.

    `codes` are the rows of the members in `replies`, and `part` their columns.
    """
    n = len(part)
    now, then, late = cost[depth], cost[depth + 1], cost[depth + 2]
    for code in codes:
        if all_replies_differ(replies[code], part):
            return int(now + (n - 1) * then)
    return int(min(n * then, now + (n - 2) * then + late))


@kernel(I64(GAME_TABLES, COSTS, SET, SET, I64))
def bound_by_weighted_members(tables: GameTables, costs: Costs, codes: Array, part: Array, depth: int) -> int:
    """The members rule with weights. Of members that tell as much the heavier costs less."""
    everyone, last = 0, part[len(part) - 1]
    for secret in part:
        everyone += cost_at(tables, costs, secret, depth + 1)
    waits, least = cost_at(tables, costs, last, depth + 2) - cost_at(tables, costs, last, depth + 1), everyone
    for i in range(len(part)):
        cost = everyone - cost_at(tables, costs, part[i], depth + 1) + cost_at(tables, costs, part[i], depth)
        least = min(least, cost + waits)
        if cost >= least:
            break
        if all_replies_differ(tables.reply[codes[i]], part):
            return int(cost)
    return int(least)


@kernel(I64(GAME_TABLES, COSTS, CHECKER_WORKSPACE, I64, SET, I64), inline=True)
def survey(tables: GameTables, costs: Costs, work: CheckerWorkspace, row: int, candidates: Array, depth: int) -> int:
    """Count the parts that every code makes, and bound the cost of a guess by their number alone. Returns w(S).

    work.wins[row] says which columns win against a candidate, work.part_count[row] has the number of non-winning parts
    of every column, and work.least[row, h, k] is the least cost of a guess that makes k of them and wins (h = 1) or
    not. For few candidates work.reply_among[row] gets their replies to each other.
    """
    codes, wins, cost = len(tables.code_at), work.wins[row], costs.cost
    count_parts(tables, candidates, codes, work.reply_bits, work.part_count[row])
    parts = work.part_count[row].view(np.uint8)[:codes]
    wins[:] = False
    for secret in candidates:
        for column in work.winner[work.begin[secret] : work.begin[secret + 1]]:
            wins[column] = True
    most = np.uint8(1)
    for j in range(codes):
        parts[j] -= wins[j]
        most = max(most, parts[j])
    width = int(most)
    for k in range(width + 1):
        for h in range(2):
            others = len(candidates) - h
            if k == 0 and others > 0:
                work.least[row, h, k] = INFINITE
            elif tables.weighted:  # at best the guess wins against the heaviest
                deep = fill_weighted(tables, costs, candidates[h:], depth + 1, k, width)
                work.least[row, h, k] = deep + (cost_at(tables, costs, candidates[0], depth) if h else 0)
            else:
                deep = fill_from(cost, depth + 1, k, width, others) if k else 0
                work.least[row, h, k] = h * cost[depth] + deep
    for size in range(0 if tables.weighted else len(candidates) + 1):
        work.filled[row, size] = fill_from(cost, depth + 1, 1, width, size)
    if len(candidates) > 1:
        work.least[row, 0, 1] = INFINITE  # such a guess tells nothing
    if work.candidates_only[0]:
        work.least[row, 0] = INFINITE
    if len(candidates) <= MAX_CANDIDATES_MATRIX:
        for i in range(len(candidates)):
            replies, near = tables.reply[tables.code_of[candidates[i]]], work.reply_among[row, i]
            for k in range(len(candidates)):
                near[k] = replies[candidates[k]]
    return width


@kernel(I64(GAME_TABLES, COSTS, CHECKER_WORKSPACE, I64, SET, I64, I64, I64, I64), inline=True)
def bound_guess(
    tables: GameTables,
    costs: Costs,
    work: CheckerWorkspace,
    row: int,
    candidates: Array,
    depth: int,
    width: int,
    column: int,
    enough: int,
) -> int:
    """Split the candidates by the guess of a column, and bound every part by B0. Returns the sum of the bounds.

    Where the sum reaches `enough`, it stops, and may return less than the sum. The part of reply r is work.order[row],
    from work.start[row, r] to work.start[row, r + 1]: positions in the list of candidates. For few candidates a survey
    that was just made has left the columns in the cache; the row of the guess is seldom there.
    """
    replies, answer, start = tables.reply[tables.code_at[column]], work.answer[row], work.start[row]
    bound, order = work.bound[row], work.order[row]
    start[:] = 0
    total, cost, surveyed = 0, costs.cost, row == PART_ROW and len(candidates) <= MAX_CANDIDATES_PACKED
    for i in range(len(candidates)):
        answer[i] = tables.columns[candidates[i], column] if surveyed else replies[candidates[i]]
    if tables.weighted:
        total = fill_parts(tables, costs, candidates, answer, depth, width, start[1:], bound)
    else:
        for reply in answer[: len(candidates)]:
            start[reply + 1] += 1
        for reply in range(len(bound)):
            bound[reply] = work.filled[row, start[reply + 1]] if reply != tables.win else start[reply + 1] * cost[depth]
            total += bound[reply]
    for reply in range(len(bound)):
        start[reply + 1] += start[reply]
    if total >= enough:
        return int(total)
    for i in range(len(candidates) - 1, -1, -1):  # turns ends into beginnings; candidates keep their order
        reply = answer[i]
        start[reply + 1] -= 1
        order[start[reply + 1]] = i
    for reply in range(len(bound)):
        start[reply] = start[reply + 1]
    start[len(bound)] = len(candidates)
    for reply in range(len(bound)):
        size = start[reply + 1] - start[reply]
        if tables.one_winner and reply != tables.win and MIN_CANDIDATES_MEMBERS <= size <= MAX_CANDIDATES_MEMBERS:
            places = order[start[reply] : start[reply + 1]]
            if len(candidates) <= MAX_CANDIDATES_MATRIX and not tables.weighted:
                raised = bound_by_members(work.reply_among[row], places, places, cost, depth + 1)
            else:
                codes, secrets = work.member[0][:size], work.member[1][:size]
                for i in range(size):
                    secrets[i] = candidates[places[i]]
                    codes[i] = tables.code_of[secrets[i]]
                if tables.weighted:
                    raised = bound_by_weighted_members(tables, costs, codes, secrets, depth + 1)
                else:
                    raised = bound_by_members(tables.reply, codes, secrets, cost, depth + 1)
            total += max(raised - bound[reply], 0)
            bound[reply] = max(raised, bound[reply])
            if total >= enough:
                break
    return int(total)


@kernel(I64(GAME_TABLES, COSTS, CHECKER_WORKSPACE, SET, I64, I64))
def bound_one_guess_further(
    tables: GameTables, costs: Costs, work: CheckerWorkspace, candidates: Array, depth: int, enough: int
) -> int:
    """The least cost over all codes if B0 bounds the parts of a guess; or `enough`, if that is less.

    B1(S, d, w) is the larger of it and B0(S, d, w). Codes of most parts come first, because they mostly cost least. The
    number of parts tells that no code of fewer parts can cost less than what is known.
    """
    width = survey(tables, costs, work, PART_ROW, candidates, depth)
    parts, wins, least = work.part_count[PART_ROW].view(np.uint8), work.wins[PART_ROW], work.least[PART_ROW]
    best, most, codes = enough, width, len(tables.code_at)
    while most > 0:
        next_most = 0 if most < width - 1 else most - 1
        passed = next_most  # codes of no more parts come later, or cost `best` or more
        for first in range(0, codes, CODES_PER_BLOCK):
            while passed < most and min(least[0, passed + 1], least[1, passed + 1]) >= best:
                passed += 1
            if passed == most:
                break
            top = np.uint8(0)
            for number in parts[first : min(first + CODES_PER_BLOCK, codes)]:
                top = max(top, number)
            if top <= passed:
                continue
            for j in range(first, min(first + CODES_PER_BLOCK, codes)):
                if passed < parts[j] <= most and least[wins[j], parts[j]] < best:
                    best = min(best, bound_guess(tables, costs, work, PART_ROW, candidates, depth, width, j, best))
        most = next_most
    if least[1, 0] < best:  # there is one candidate only
        best = least[1, 0]
    return int(best)


@kernel(PAIR(GAME_TABLES, COSTS, CHECKER_WORKSPACE, SET, I64, I64, SET, SET))
def not_refuted(
    tables: GameTables,
    costs: Costs,
    work: CheckerWorkspace,
    candidates: Array,
    depth: int,
    least: int,
    codes: Array,
    left: Array,
) -> tuple[int, int]:
    """Which of some codes a checker does not refute without claims. Returns (how many, w(S)).

    They are written to `left`, in the order of `codes`; both are uint32.
    """
    width = survey(tables, costs, work, CLAIM_ROW, candidates, depth)
    parts, wins, number = work.part_count[CLAIM_ROW].view(np.uint8), work.wins[CLAIM_ROW], 0
    start, bound, order = work.start[CLAIM_ROW], work.bound[CLAIM_ROW], work.order[CLAIM_ROW]
    for code in codes:
        column = tables.column_of[code]
        if work.least[CLAIM_ROW, wins[column], parts[column]] >= least:
            continue
        total = bound_guess(tables, costs, work, CLAIM_ROW, candidates, depth, width, column, least)
        while total < least:
            largest, size = NONE, 2
            for reply in range(len(bound)):
                if start[reply + 1] - start[reply] > size and bound[reply] != NONE and reply != tables.win:
                    largest, size = reply, start[reply + 1] - start[reply]
            if largest == NONE:
                left[number] = code
                number += 1
                break
            secrets = work.part[:size]
            for i in range(size):
                secrets[i] = candidates[order[start[largest] + i]]
            raised = bound_one_guess_further(tables, costs, work, secrets, depth + 1, bound[largest] + least - total)
            total += max(raised - bound[largest], 0)
            bound[largest] = NONE  # it is raised already
    return number, width


@kernel(I64(GAME_TABLES, COSTS, CHECKER_WORKSPACE, SET, I64, I64, I64))
def bound_set(
    tables: GameTables, costs: Costs, work: CheckerWorkspace, candidates: Array, depth: int, width: int, enough: int
) -> int:
    """B1(S, d, w), or a smaller bound if that is `enough` or more."""
    if tables.weighted:
        bound = fill_weighted(tables, costs, candidates, depth, 1, width)
    else:
        bound = fill_from(costs.cost, depth, 1, width, len(candidates))
    if len(candidates) <= 2:
        return bound
    if tables.one_winner and len(candidates) <= MAX_CANDIDATES_MEMBERS:
        codes = work.member[0][: len(candidates)]
        for i in range(len(candidates)):
            codes[i] = tables.code_of[candidates[i]]
        if tables.weighted:
            bound = max(bound, bound_by_weighted_members(tables, costs, codes, candidates, depth))
        else:
            bound = max(bound, bound_by_members(tables.reply, codes, candidates, costs.cost, depth))
    return (
        bound
        if bound >= enough
        else max(bound, bound_one_guess_further(tables, costs, work, candidates, depth, enough))
    )
