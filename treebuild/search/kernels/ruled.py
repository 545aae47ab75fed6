"""The exact search where a position allows some guesses only, or guesses have costs: branch and bound.

A position is a set of candidates, the codes that may be guessed there and later, and a depth. `search_ruled` works as
`exact.search` does, with fewer ways to leave guesses out: symbols are not exchanged, since that need not keep the codes
allowed, and guesses that make the same parts are both tried, since they may leave other codes. A guess of surcharge s
costs s for each unit of weight of the candidates that it is asked of.
"""

from treebuild.search.kernels.compiling import I64, PAIR, SET, kernel, types
from treebuild.search.kernels.exact import heapify, remove_first
from treebuild.search.kernels.layout import (
    LIMIT,
    MAX_CANDIDATES_PERFECT,
    NONE,
    STOPPED,
    TOO_DEEP,
    Array,
)
from treebuild.search.kernels.ruled_bounds import (
    COSTS,
    POSITION,
    TABLES,
    WORK,
    answered,
    bound_by_members,
    fill_rises,
    filled,
    is_identified,
    named,
    solved,
    sum_cheapest,
)
from treebuild.search.kernels.ruled_layout import (
    COUNT,
    FIRST,
    LOWER,
    OPEN,
    REPLY,
    SETTLED,
    SHRINKING,
    STATE,
    TESTS,
    WINNERS,
    Position,
    RuledCosts,
    RuledTables,
    RuledWorkspace,
)
from treebuild.search.kernels.ruled_scan import scan_allowed, scan_tests, write_parts
from treebuild.search.kernels.table import DEPTH_KEY, look_up, store


@kernel(PAIR(TABLES, SET, POSITION), inline=True)
def key_of(tables: RuledTables, candidates: Array, node: Position) -> tuple[int, int]:
    """The two words of the key of a position: of its candidates, its depth, and the codes allowed."""
    key, key2 = node.key ^ (node.depth * DEPTH_KEY), node.key2
    for secret in candidates:
        key ^= tables.secret_word[secret, 0]
        key2 ^= tables.secret_word[secret, 1]
    return key, key2


@kernel(POSITION(TABLES, WORK, POSITION, SET, I64, I64, I64, I64, I64))
def position_after(
    tables: RuledTables, work: RuledWorkspace, node: Position, part: Array, guess: int, reply: int, width: int,
    top: int, sets: int,
) -> Position:  # fmt: skip
    """The position after a guess and a reply; the codes that it allows are written where there is space for them."""
    first, count, key, key2 = node.first, node.codes, node.key, node.key2
    allowed, free, kept = work.allowed, node.first + node.codes, 0
    if tables.allows == SHRINKING:
        keeps, row, key, key2 = tables.keeps[tables.shape[guess], reply], tables.among[guess], 0, 0
        for i in range(first, first + count):
            code = allowed[i]
            allowed[free + kept] = code
            if keeps[row[code]]:
                key ^= tables.code_word[code, 0]
                key2 ^= tables.code_word[code, 1]
                kept += 1
        first, count = free, kept
    elif tables.allows == WINNERS:
        for secret in part:
            work.mark[secret] = 1
        for i in range(first, first + count):
            code = allowed[i]
            allowed[free + kept] = code
            secret_won = tables.secret_of[code]
            kept += secret_won >= 0 and work.mark[secret_won] != 0
        for secret in part:
            work.mark[secret] = 0
        first, count = free, kept
    return Position(node.depth + 1, node.level + 1, width, top, sets, first, count, 0, key, key2)


@kernel(types.UniTuple(I64, 2)(TABLES, COSTS, WORK, SET, POSITION, I64, I64, I64))
def bound_parts(
    tables: RuledTables, costs: RuledCosts, work: RuledWorkspace, candidates: Array, node: Position, guess: int,
    width: int, cutoff: int,
) -> tuple[int, int]:  # fmt: skip
    """Write the parts of a guess with the bounds of each, the smallest first.

    Returns the sum of all that the guess costs by these bounds, and how many parts there are.
    """
    order, depth = work.sets[node.sets : node.sets + len(candidates)], node.depth + 1
    number, total = write_parts(tables, work, candidates, guess, order, node.level), 0
    for secret in candidates:
        total += tables.weight[secret] * tables.surcharge[guess]
        if tables.reply[guess, secret] == tables.win:
            total += solved(costs, node.depth, tables.weight[secret])
    parts, rise = work.parts[node.level], work.rise[node.level]
    for i in range(number):
        part = order[parts[i, FIRST] : parts[i, FIRST] + parts[i, COUNT]]
        parts[i, STATE] = OPEN
        if is_identified(tables, part):
            parts[i, LOWER], parts[i, STATE] = answered(tables, costs, part, depth), SETTLED
        elif tables.names_last and costs.step:
            parts[i, LOWER] = named(tables, costs, work, part, depth, width, node.level)
        else:
            parts[i, LOWER] = filled(tables, work, rise, part)
        total += parts[i, LOWER]
    if tables.members:
        for i in range(number):
            if total >= cutoff:
                break
            part = order[parts[i, FIRST] : parts[i, FIRST] + parts[i, COUNT]]
            if 2 <= len(part) <= MAX_CANDIDATES_PERFECT:
                value, member = bound_by_members(tables, costs, work, part, depth, width)
                if member != NONE:
                    parts[i, STATE] = SETTLED
                value = max(value, parts[i, LOWER])
                total += value - parts[i, LOWER]
                parts[i, LOWER] = value
    return total, number


@kernel(PAIR(TABLES, COSTS, WORK, SET, POSITION, I64, SET))
def search_ruled(
    tables: RuledTables, costs: RuledCosts, work: RuledWorkspace, candidates: Array, node: Position, cutoff: int,
    guesses: Array,
) -> tuple[int, int]:  # fmt: skip
    """The value of a position, and the guess that reaches it: the first by bound, sum of squared part sizes, and code.

    Where the value is `cutoff` or more, the result is a lower bound of `cutoff` or more, and -1. `guesses` lists the
    guesses to try at this position; where it is empty, they are those that are allowed.
    """
    work.state[1] += 1
    if node.level >= len(work.parts) - 1:
        work.state[0] = TOO_DEEP
    if work.state[1] == work.state[3] and not work.state[0]:  # it may have been told to stop
        work.state[0] = LIMIT
    if work.state[0]:
        return STOPPED, NONE
    n, listed = len(candidates), len(guesses) > 0
    key, key2 = key_of(tables, candidates, node)
    if not listed:
        entry, value, choice = look_up(work.table, key, key2)
        if entry != NONE and (choice != NONE or value >= cutoff):
            return value, choice
        guesses = work.allowed[node.first : node.first + node.codes]
    if tables.names_last and costs.step and listed:  # the cheapest tests are those of all that are allowed
        allowed = work.allowed[node.first : node.first + node.codes]
        kept, _, _ = scan_allowed(tables, costs, work, candidates, node, 1 << 62, allowed, 0)
        sum_cheapest(tables, costs, work, node.level, node.top, kept)
        kept, most, telling = scan_allowed(tables, costs, work, candidates, node, cutoff, guesses, 0)
    elif tables.names_last and costs.step:
        kept, most, telling = scan_tests(tables, costs, work, candidates, node, cutoff, guesses)
    else:
        kept, most, telling = scan_allowed(tables, costs, work, candidates, node, cutoff, guesses, 0)
        if tables.allows == TESTS and telling == 0:
            kept, most, telling = scan_allowed(tables, costs, work, candidates, node, cutoff, guesses, 1)
    width = node.width if listed and not node.complete else min(most, node.width)
    fill_rises(costs, work.rise[node.level], node.depth + 1, width, n)
    bound, tie = work.bound[node.top : node.top + kept], work.tie[node.top : node.top + kept]
    heapify(bound, tie, kept)
    best, choice = cutoff, NONE
    while kept and bound[0] < best:
        guess = tie[0] & 0xFFFFFFFF
        kept = remove_first(bound, tie, kept)
        total, number = bound_parts(tables, costs, work, candidates, node, guess, width, best)
        parts, order = work.parts[node.level], work.sets[node.sets : node.sets + n]
        for i in range(number):
            if total >= best:
                break
            if parts[i, STATE] == SETTLED:
                continue
            part, old = order[parts[i, FIRST] : parts[i, FIRST] + parts[i, COUNT]], parts[i, LOWER]
            after = position_after(
                tables, work, node, part, guess, parts[i, REPLY], width, node.top + kept, node.sets + n
            )
            value, _ = search_ruled(tables, costs, work, part, after, best - total + old, work.allowed[:0])
            if value == STOPPED:
                return STOPPED, NONE
            total += max(value, old) - old
        if total < best:
            best, choice = total, guess
    if not listed:
        store(work.table, key, key2, n, best, choice)
    return best, choice


@kernel(PAIR(TABLES, COSTS, WORK, SET, I64, I64, SET, SET, I64))
def solve_ruled(
    tables: RuledTables, costs: RuledCosts, work: RuledWorkspace, candidates: Array, depth: int, cutoff: int,
    allowed: Array, guesses: Array, complete: int,
) -> tuple[int, int]:  # fmt: skip
    """`search_ruled` for any position. This is the entry point for Python.

    `candidates`, `allowed` (the codes that may be guessed here and later) and `guesses` (those to try here, all where
    it is empty) are uint32 and ascend. `complete` says that for every guess allowed here `guesses` has one that costs
    as much.
    """
    n, codes, whole = len(candidates), len(tables.reply), len(guesses) == 0 or complete != 0
    if whole and is_identified(tables, candidates):
        return answered(tables, costs, candidates, depth), int(tables.code_of[candidates[0]])
    if tables.members and 2 <= n <= MAX_CANDIDATES_PERFECT and whole:
        value, guess = bound_by_members(tables, costs, work, candidates, depth, len(work.counter) - 1)
        if guess != NONE or value >= cutoff:
            return value, guess
    key, key2 = 0, 0
    for i in range(len(allowed)):
        work.allowed[codes + i] = allowed[i]
        if tables.allows == SHRINKING:
            key ^= tables.code_word[allowed[i], 0]
            key2 ^= tables.code_word[allowed[i], 1]
    width = max(len(work.counter) - 2, 1)
    node = Position(depth, 0, width, 0, 0, codes, len(allowed), complete, key, key2)
    return search_ruled(tables, costs, work, candidates, node, cutoff, guesses)
