"""The exact search for games where positions allow some guesses only or guesses have costs: branch and bound.

A position is a set of candidates, the codes that may be guessed there and later, and a depth. `search_ruled` works as
`branch_and_bound.search` does, with fewer ways to skip guesses. It does not exchange symbols, since an exchange need
not keep the codes allowed. It tries both of two guesses that make the same parts, since they may leave other codes
allowed. A guess with surcharge s costs s for each unit of weight of the candidates that it is asked of.
"""

from __future__ import annotations

import cython

from treebuild.kernels.constants import (
    HIGHEST_CUTOFF,
    INFINITE,
    LIMIT,
    LOW_HALF,
    MAX_CANDIDATES_PERFECT,
    NONE,
    OPEN,
    SETTLED,
    SHRINKING,
    STOPPED,
    TESTS,
    TOO_DEEP,
    WINNERS,
)
from treebuild.kernels.heap import heapify, remove_first
from treebuild.kernels.layout import Position
from treebuild.kernels.ruled_bounds import (
    answered,
    bound_by_members,
    fill_rises,
    filled,
    is_identified,
    named,
    rise_of,
    solved,
    sum_cheapest,
)
from treebuild.kernels.ruled_scan import scan_allowed, scan_tests, write_parts
from treebuild.kernels.table import DEPTH_KEY, look_up, store
from treebuild.kernels.uncompiled import (
    bound_ruled_costs,
    bound_ruled_tables,
    bound_ruled_workspace,
    flag,
    i64,
    product,
    u32s,
)


def key_of_position(tables, candidates, n, node):
    """The two words of the key of a position, from its candidates, its depth, and the codes allowed."""
    words = tables.secret_word
    key: i64 = node.key ^ product(node.depth, DEPTH_KEY)
    key2: i64 = node.key2
    for secret in candidates[:n]:
        key ^= words[2 * secret]
        key2 ^= words[2 * secret + 1]
    return key, key2


def list_kept(tables, work, node, guess, reply):
    """Write the codes that stay allowed after a reply to a guess, behind the allowed codes of the node.

    Returns their number, and the two words of their key.
    """
    allowed, words, left = work.allowed + node.first, tables.code_word, work.allowed + node.first + node.codes
    keeps = tables.keeps + (tables.shape[guess] * tables.replies + reply) * tables.replies
    row = tables.among + guess * tables.codes
    kept: i64 = 0
    key: i64 = 0
    key2: i64 = 0
    for i in range(node.codes):
        code = allowed[i]
        left[kept] = code
        if keeps[row[code]]:
            key ^= words[2 * code]
            key2 ^= words[2 * code + 1]
            kept += 1
    return kept, key, key2


def list_winning(tables, work, node, part, n):
    """Write the allowed codes that win against a candidate of a part, behind those of the node. Returns how many."""
    allowed, left, mark = work.allowed + node.first, work.allowed + node.first + node.codes, work.mark
    kept: i64 = 0
    for secret in part[:n]:
        mark[secret] = 1
    for i in range(node.codes):
        code = allowed[i]
        left[kept] = code
        won = tables.secret_of[code]
        kept += won >= 0 and mark[won] != 0
    for secret in part[:n]:
        mark[secret] = 0
    return kept


def position_after(tables, work, node, part, n, guess, reply, width, top, sets):
    """The position after a guess and a reply. If it allows fewer codes, they are written behind those of the node."""
    first, count, key, key2 = node.first, node.codes, node.key, node.key2
    if tables.allows == SHRINKING:
        count, key, key2 = list_kept(tables, work, node, guess, reply)
        first += node.codes
    elif tables.allows == WINNERS:
        count = list_winning(tables, work, node, part, n)
        first += node.codes
    return Position(node.depth + 1, node.level + 1, width, top, sets, first, count, 0, key, key2)


def raise_by_members(tables, costs, work, order, parts, number, depth, width, cutoff, total):
    """PERFECT: raise the bounds of parts, the smallest first, until their sum, now `total`, reaches `cutoff`."""
    for i in range(number):
        if total >= cutoff:
            break
        size = parts[i].size
        if 2 <= size <= MAX_CANDIDATES_PERFECT:
            value, member = bound_by_members(tables, costs, work, order + parts[i].first, size, depth, width)
            if member != NONE:
                parts[i].status = SETTLED
            value = max(value, parts[i].lower)
            total += value - parts[i].lower
            parts[i].lower = value
    return total


def bound_parts(tables, costs, work, candidates, n, node, guess, width, cutoff):
    """Write the parts of a guess with their bounds, the smallest first.

    Returns the bound of the guess, with its surcharge and its win, and the number of parts.
    """
    order, parts, depth = work.sets + node.sets, work.parts + node.level * tables.replies, node.depth + 1
    number = write_parts(tables, work, candidates, n, guess, order, node.level)
    row = tables.reply + guess * tables.secrets
    total: i64 = 0
    for secret in candidates[:n]:
        total += tables.weight[secret] * tables.surcharge[guess]
        if row[secret] == tables.win:
            total += solved(costs, node.depth, tables.weight[secret])
    for i in range(number):
        part, size = order + parts[i].first, parts[i].size
        parts[i].status = OPEN
        if is_identified(tables, part, size):
            parts[i].lower, parts[i].status = answered(tables, costs, part, size, depth), SETTLED
        elif tables.names_last and costs.step:
            parts[i].lower = named(tables, costs, work, part, size, depth, width, node.level)
        else:
            parts[i].lower = filled(tables, work, node.level, part, size)
        total = min(total + parts[i].lower, INFINITE)
    if tables.members:
        total = raise_by_members(tables, costs, work, order, parts, number, depth, width, cutoff, total)
    return total, number


def scan_position(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses, listed):
    """Keep the guesses worth trying, as `ruled_scan.scan_allowed` does. `listed` says whether a list is given."""
    allowed = work.allowed + node.first
    kept: i64 = 0
    most: i64 = 0
    telling: i64 = 0
    if tables.names_last and costs.step and listed:  # CHEAPEST needs the cheapest of all allowed tests, not of the list
        kept, most, telling = scan_allowed(
            tables, costs, work, candidates, n, node, HIGHEST_CUTOFF, allowed, node.codes, 0
        )
        sum_cheapest(tables, costs, work, node.level, node.top, kept)
        return scan_allowed(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses, 0)
    if tables.names_last and costs.step:
        return scan_tests(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses)
    kept, most, telling = scan_allowed(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses, 0)
    if tables.allows == TESTS and telling == 0:
        return scan_allowed(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses, 1)
    return kept, most, telling


def search_parts(tables, costs, work, candidates, n, node, guess, kept, width, best):
    """The cost of a guess, or a lower bound of `best` or more, or STOPPED. `kept` guesses are left in the heap."""
    order, parts = work.sets + node.sets, work.parts + node.level * tables.replies
    total, number = bound_parts(tables, costs, work, candidates, n, node, guess, width, best)
    for i in range(number):
        if total >= best:
            break
        if parts[i].status == SETTLED:
            continue
        part, size, old = order + parts[i].first, parts[i].size, parts[i].lower
        after = position_after(
            tables, work, node, part, size, guess, parts[i].reply, width, node.top + kept, node.sets + n
        )
        value, _ = search_ruled(tables, costs, work, part, size, after, best - total + old, work.allowed, 0)
        if value == STOPPED:
            return STOPPED
        total += max(value, old) - old
    return total


def must_stop(work, node):
    """Count a position. Returns whether the search has to stop; work.state[0] then has the reason."""
    state = work.state
    state[1] += 1
    if node.level >= work.levels - 1:
        state[0] = TOO_DEEP
    if state[1] == state[3] and not state[0]:  # keep the reason if the search was told to stop
        state[0] = LIMIT
    return state[0] != 0


def search_ruled(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses):
    """The value of a position, and the guess that reaches it: the first by bound, sum of squared part sizes, and code.

    If the value is `cutoff` or more, the result is a lower bound of `cutoff` or more, and -1. `guesses` lists the
    guesses to try at this position; if it is empty, the search tries all allowed guesses.
    """
    if must_stop(work, node):
        return STOPPED, NONE
    listed: flag = n_guesses > 0
    key, key2 = key_of_position(tables, candidates, n, node)
    if not listed:
        entry, value, choice = look_up(work.table, work.entries, key, key2)
        if entry != NONE and (choice != NONE or value >= cutoff):
            return value, choice
        guesses, n_guesses = work.allowed + node.first, node.codes
    kept, most, _ = scan_position(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses, listed)
    width = node.width if listed and not node.complete else min(most, node.width)
    rise, bound, tie = rise_of(tables, work, node.level), work.bound + node.top, work.tie + node.top
    fill_rises(costs, rise, rise + tables.secrets + 1, node.depth + 1, width, n)
    heapify(bound, tie, kept)
    best = cutoff
    choice = NONE
    while kept and bound[0] < best:
        guess = tie[0] & LOW_HALF
        kept = remove_first(bound, tie, kept)
        total = search_parts(tables, costs, work, candidates, n, node, guess, kept, width, best)
        if total == STOPPED:
            return STOPPED, NONE
        if total < best:
            best, choice = total, guess
    if not listed:
        store(work.table, work.entries, key, key2, n, best, choice)
    return best, choice


def solve_ruled(tables, costs, work, candidates, n, depth, cutoff, allowed, n_allowed, guesses, n_guesses, complete):
    """`search_ruled` for any position.

    `allowed` are the codes that may be guessed here and later. `guesses` are the guesses to try here; if it is empty,
    all allowed guesses are tried. `complete` says that for every allowed guess, `guesses` has a guess of equal cost.
    """
    whole: flag = n_guesses == 0 or complete != 0
    key: i64 = 0
    key2: i64 = 0
    if whole and is_identified(tables, candidates, n):
        return answered(tables, costs, candidates, n, depth), tables.code_of[candidates[0]]
    if tables.members and 2 <= n <= MAX_CANDIDATES_PERFECT and whole:
        value, guess = bound_by_members(tables, costs, work, candidates, n, depth, tables.replies)
        if guess != NONE or value >= cutoff:
            return value, guess
    for i in range(n_allowed):
        work.allowed[tables.codes + i] = allowed[i]
        if tables.allows == SHRINKING:
            key ^= tables.code_word[2 * allowed[i]]
            key2 ^= tables.code_word[2 * allowed[i] + 1]
    width = max(tables.replies - 1, 1)
    node = Position(depth, 0, width, 0, 0, tables.codes, n_allowed, complete, key, key2)
    return search_ruled(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses)


def least_allowed(tables, costs, work, candidates, n, depth, allowed, n_allowed):
    """The least bound of all allowed guesses at a position, by one scan. The rule may be any but TESTS."""
    node = Position(depth, 0, max(tables.replies - 1, 1), 0, 0, 0, n_allowed, 1, 0, 0)
    kept, _, _ = scan_allowed(tables, costs, work, candidates, n, node, HIGHEST_CUTOFF, allowed, n_allowed, 0)
    least: i64 = INFINITE
    for bound in work.bound[:kept]:
        least = min(least, bound)
    return least


def bound_by_part_count(costs, depth, size, parts, win):
    """The least cost of a guess that makes `parts` parts, of which `win` (0 or 1) win, by FILL for two depths."""
    now, then, later = solved(costs, depth, 1), solved(costs, depth + 1, 1), solved(costs, depth + 2, 1)
    if (parts > win and then >= INFINITE) or (size > parts and later >= INFINITE):
        return INFINITE
    return min(INFINITE, win * now + (parts - win) * then + (size - parts) * later)


def least_within(tables, costs, work, candidates, n, depth, allowed, n_allowed, most):
    """`least_allowed` by FILL for two depths, where no code c makes more than most[c] parts of the candidates.

    `allowed` lists the codes that may make the most parts first. The scan ends when no other code can have a lesser
    bound. Secrets have no weights and guesses have no costs.
    """
    counter, last, mark = work.counter, tables.replies, work.mark
    least: i64 = INFINITE
    for secret in candidates[:n]:
        mark[secret] = 1
    for code in allowed[:n_allowed]:
        may: i64 = min(most[code], n)
        if bound_by_part_count(costs, depth, n, may, 1) >= least:
            break
        won = tables.secret_of[code]
        wins: i64 = won >= 0 and mark[won] != 0
        if bound_by_part_count(costs, depth, n, may, wins) >= least:
            continue
        row, stamp = tables.reply + code * tables.secrets, counter[last]
        parts: i64 = 0
        for secret in candidates[:n]:
            reply = row[secret]
            parts += counter[reply] <= stamp
            counter[reply] = stamp + 1
        counter[last] = stamp + 1
        if parts + wins >= 2:
            least = min(least, bound_by_part_count(costs, depth, n, parts, wins))
    for secret in candidates[:n]:
        mark[secret] = 0
    return least


class RuledSearch:
    """The exact search of a game with a rule of guesses or costs of guesses. One thread at a time may use it."""

    def __init__(self, tables, costs, work):
        """The arguments are a RuledTables, a RuledCosts and a RuledWorkspace. Raises TypeError for wrong arrays."""
        self.kept = []
        self.tables = bound_ruled_tables(tables, self.kept)
        self.costs = bound_ruled_costs(costs, self.kept)
        self.work = bound_ruled_workspace(work, self.kept)

    def solve(self, candidates, depth: i64, cutoff: i64, allowed, guesses, complete: i64):
        """`solve_ruled`. All arrays are uint32 and ascend."""
        found, may, listed = u32s(candidates), u32s(allowed), u32s(guesses)
        n: i64 = len(candidates)
        n_allowed: i64 = len(allowed)
        n_guesses: i64 = len(guesses)
        with cython.nogil:
            value, guess = solve_ruled(
                self.tables, self.costs, self.work, found, n, depth, cutoff, may, n_allowed, listed, n_guesses,
                complete,
            )  # fmt: skip
        return value, guess

    def least(self, candidates, depth: i64, allowed):
        """`least_allowed`. The arrays are uint32 and ascend."""
        found, may = u32s(candidates), u32s(allowed)
        n: i64 = len(candidates)
        n_allowed: i64 = len(allowed)
        with cython.nogil:
            least = least_allowed(self.tables, self.costs, self.work, found, n, depth, may, n_allowed)
        return least

    def least_by_supersets(self, candidates, depth: i64, allowed, most):
        """`least_within`. The arrays are uint32; `most` is (codes,)."""
        found, may, parts = u32s(candidates), u32s(allowed), u32s(most)
        n: i64 = len(candidates)
        n_allowed: i64 = len(allowed)
        with cython.nogil:
            least = least_within(self.tables, self.costs, self.work, found, n, depth, may, n_allowed, parts)
        return least
