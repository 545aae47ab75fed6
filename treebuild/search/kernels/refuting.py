"""What a checker of certificates works out by itself, compiled: `schema/proof.md` has the terms and the proofs.

The writer of a certificate has to know which guesses a checker refutes alone. No checker shares this code.
"""

from treebuild.search.kernels.compiling import BOARD, COSTS, I64, PAIR, SET, WORKPLACE, kernel
from treebuild.search.kernels.counting import count_parts
from treebuild.search.kernels.layout import INFINITE, NONE, Array, Board, Workplace

MEMBERS_FROM, MEMBERS_TO = 3, 13  # sizes of sets that the members rule is for
CLAIM, LOOK = 0, 1  # rows of a Workplace: a claim, and a part of a guess for it


@kernel(I64(COSTS, I64, I64, I64, I64), inline=True)
def fill_from(cost: Array, depth: int, slots: int, width: int, size: int) -> int:
    """The least cost of `size` secrets of which at most `slots` are solved at `depth`, `width` times as many next."""
    total = 0
    while size > 0:
        total += min(slots, size) * cost[depth]
        size -= slots
        slots *= width
        depth += 1
    return int(total)


@kernel(I64(BOARD, COSTS, SET, I64), inline=True)
def by_members(board: Board, cost: Array, candidates: Array, depth: int) -> int:
    """The members rule, M(S, d)."""
    n = len(candidates)
    now, then, late = cost[depth], cost[depth + 1], cost[depth + 2]
    for member in candidates:
        row, apart, i = board.reply[board.code_of[member]], True, 1
        while apart and i < n:
            for k in range(i):
                apart = apart and row[candidates[i]] != row[candidates[k]]
            i += 1
        if apart:
            return int(now + (n - 1) * then)
    return int(min(n * then, now + (n - 2) * then + late))


@kernel(I64(BOARD, COSTS, SET, I64, I64), inline=True)
def simple(board: Board, cost: Array, candidates: Array, depth: int, width: int) -> int:
    """B0(S, d, w)."""
    bound = fill_from(cost, depth, 1, width, len(candidates))
    if board.single and MEMBERS_FROM <= len(candidates) <= MEMBERS_TO:
        bound = max(bound, by_members(board, cost, candidates, depth))
    return bound


@kernel(I64(BOARD, COSTS, WORKPLACE, I64, SET, I64), inline=True)
def survey(board: Board, cost: Array, work: Workplace, row: int, candidates: Array, depth: int) -> int:
    """Count the parts that every code makes; bound what a guess costs by their number alone. Returns w(S).

    work.wins[row] tells which columns win against a candidate, until `leave`; work.number[row] has the non-winning
    parts of every column; work.least[row, h, k] is the least cost of a guess of k such parts that wins, or not.
    """
    codes, wins = len(board.code_at), work.wins[row]
    count_parts(board, candidates, codes, work.seen, work.number[row])
    parts = work.number[row].view(wins.dtype)
    for secret in candidates:
        work.member[row, secret] = 1
    width = 1
    for j in range(codes):
        secret = board.secret_of[board.code_at[j]]
        wins[j] = secret != NONE and work.member[row, secret]
        parts[j] -= wins[j]
        width = max(width, int(parts[j]))
    for secret in candidates:
        work.member[row, secret] = 0
    for k in range(width + 1):
        for h in range(2):
            left = len(candidates) - h
            deep = fill_from(cost, depth + 1, k, width, left) if k else 0
            work.least[row, h, k] = INFINITE if k == 0 < left else h * cost[depth] + deep
    if len(candidates) > 1:
        work.least[row, 0, 1] = INFINITE  # it tells nothing
    if work.candidates_only[0]:
        work.least[row, 0] = INFINITE
    return width


@kernel(I64(BOARD, COSTS, WORKPLACE, I64, SET, I64, I64, I64, I64), inline=True)
def split(
    board: Board,
    cost: Array,
    work: Workplace,
    row: int,
    candidates: Array,
    depth: int,
    width: int,
    column: int,
    enough: int,
) -> int:
    """Part the candidates by the guess of a column; bound every part by B0. Returns the sum, or less, but `enough`."""
    replies, start, bound, order = board.reply[board.code_at[column]], work.start[row], work.bound[row], work.order[row]
    start[:] = 0
    for secret in candidates:
        start[replies[secret] + 1] += 1
    total = 0
    for reply in range(len(bound)):
        size = start[reply + 1]
        bound[reply] = 0
        if size:
            bound[reply] = cost[depth] if reply == board.win else fill_from(cost, depth + 1, 1, width, size)
        total += bound[reply]
    if total >= enough:
        return int(total)
    for reply in range(len(bound)):
        start[reply + 1] += start[reply]
    for i in range(len(candidates) - 1, -1, -1):  # the last of a part first: starts become ends
        secret = candidates[i]
        reply = replies[secret]
        start[reply + 1] -= 1
        order[start[reply + 1]] = secret
    for reply in range(len(bound)):  # now start[r + 1] is where the part of r begins
        start[reply] = start[reply + 1]
    start[len(bound)] = len(candidates)
    for reply in range(len(bound)):
        part = order[start[reply] : start[reply + 1]]
        if board.single and reply != board.win and MEMBERS_FROM <= len(part) <= MEMBERS_TO:
            raised = max(bound[reply], by_members(board, cost, part, depth + 1))
            total += raised - bound[reply]
            bound[reply] = raised
            if total >= enough:
                break
    return int(total)


@kernel(I64(BOARD, COSTS, WORKPLACE, SET, I64, I64), inline=False)
def look(board: Board, cost: Array, work: Workplace, candidates: Array, depth: int, enough: int) -> int:
    """The least, over all codes, of what a guess costs if B0 bounds its parts; or `enough`, if that is less.

    B1(S, d, w) is the larger of it and B0(S, d, w).
    """
    width = survey(board, cost, work, LOOK, candidates, depth)
    parts, wins, least = work.number[LOOK].view(work.wins.dtype), work.wins[LOOK], work.least[LOOK]
    best = enough
    for j in range(len(board.code_at)):
        if least[wins[j], parts[j]] < best:
            best = min(best, split(board, cost, work, LOOK, candidates, depth, width, j, best))
    return int(best)


@kernel(PAIR(BOARD, COSTS, WORKPLACE, SET, I64, I64, SET, SET))
def unrefuted(
    board: Board, cost: Array, work: Workplace, candidates: Array, depth: int, least: int, codes: Array, left: Array
) -> tuple[int, int]:
    """Which of some codes are not refuted without claims: (how many, written to `left` in their order, and w(S))."""
    width = survey(board, cost, work, CLAIM, candidates, depth)
    parts, wins, number = work.number[CLAIM].view(work.wins.dtype), work.wins[CLAIM], 0
    start, bound, order = work.start[CLAIM], work.bound[CLAIM], work.order[CLAIM]
    for code in codes:
        column = board.column_of[code]
        if work.least[CLAIM, wins[column], parts[column]] >= least:
            continue
        total = split(board, cost, work, CLAIM, candidates, depth, width, column, least)
        while total < least:
            largest, size = NONE, 2
            for reply in range(len(bound)):
                if start[reply + 1] - start[reply] > size and bound[reply] >= 0 and reply != board.win:
                    largest, size = reply, start[reply + 1] - start[reply]
            if largest == NONE:
                left[number] = code
                number += 1
                break
            part = order[start[largest] : start[largest + 1]]
            raised = look(board, cost, work, part, depth + 1, bound[largest] + least - total)
            total += max(raised - bound[largest], 0)
            bound[largest] = NONE  # looked at
    return number, width


@kernel(I64(BOARD, COSTS, WORKPLACE, SET, I64, I64, I64))
def looked(board: Board, cost: Array, work: Workplace, candidates: Array, depth: int, width: int, enough: int) -> int:
    """B1(S, d, w), or `enough`, if that is less."""
    bound = simple(board, cost, candidates, depth, width)
    if bound >= enough or len(candidates) <= 2:
        return bound
    return max(bound, look(board, cost, work, candidates, depth, enough))
