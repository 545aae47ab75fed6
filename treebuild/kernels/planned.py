"""The search by a plan in which a heuristic chooses the guesses at some depths (Slovesnov 2011, 2.1 to 2.4).

It searches the depths down to the last one that a heuristic decides, and calls the exact search below them. It also
calls the exact search for RELAX: by most of the guesses that it could try, even the best tree costs too much. So
nearly all time is spent there, and what tries guesses here is simple.
"""

from __future__ import annotations

import cython

from treebuild.kernels.branch_and_bound import Search, keep_names, must_stop, scan_node, search, solve_set
from treebuild.kernels.constants import (
    CRUSH,
    CRUSH_BOTH,
    CRUSH_MEMBERS,
    EXACT,
    LOW_HALF,
    NONE,
    PERFECT,
    RELAX,
    SETTLED,
    STOPPED,
    TABLE,
)
from treebuild.kernels.filling import fill
from treebuild.kernels.heap import remove_first
from treebuild.kernels.heuristics import choose_guess
from treebuild.kernels.layout import NodeState
from treebuild.kernels.members import bound_by_members
from treebuild.kernels.partition import bound_parts, next_open, raise_bounds, write_parts
from treebuild.kernels.table import known, remember
from treebuild.kernels.uncompiled import flag, i64, u32s


def scan_plan(tables, costs, work, candidates, n, node, above, cutoff, guesses, n_guesses):
    """A scan by the plan, see `branch_and_bound.scan_node`. Where a heuristic chooses, it keeps one guess.

    CRUSH_BOTH stands for the better of two guesses (2.3). The first scan keeps the best member, which is found quickly;
    the second, if there is one, keeps the best of all codes.
    """
    source = costs.plan[node.row * costs.depths + node.depth]
    again: flag = above != NONE
    if source < CRUSH:
        first = max(tables.symbol_count - 1, 0)
        return scan_node(tables, costs, work, candidates, n, node, above, cutoff, guesses, n_guesses, first)
    if again and source != CRUSH_BOTH:
        return 0, above, node.cap
    if source == CRUSH_BOTH:
        source = CRUSH if again else CRUSH_MEMBERS
    least = fill(costs.cost, node.depth, max(1, node.cap), n)
    code = choose_guess(tables, costs, work, candidates, n, guesses, n_guesses, source, node.sets)
    if code == NONE:
        return 0, least, node.cap
    work.bound[node.top], work.tie[node.top] = least, code
    return 1, least, node.cap


def relax(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses):
    """RELAX: what the exact search says of a set. `guesses` lists the guesses allowed first; where it is empty, all."""
    exact = NodeState(node.depth, EXACT, 0, node.cap, node.level, node.top, node.sets, n_guesses == 0)
    value, _ = search(tables, costs, work, candidates, n, exact, cutoff, guesses, n_guesses)
    return value


def plan_part(tables, costs, work, candidates, n, node, cutoff, relaxes):
    """The value of a part by the plan, or a lower bound of `cutoff` or more, or STOPPED."""
    least: i64 = node.lower_bound
    if node.depth >= costs.free_from or relaxes:
        least = relax(tables, costs, work, candidates, n, node, cutoff, tables.no_guesses, 0)
    if least == STOPPED or least >= cutoff or node.depth >= costs.free_from:
        return least
    part = NodeState(node.depth, node.row, least, node.cap, node.level, node.top, node.sets, 1)
    value, _ = search_plan(tables, costs, work, candidates, n, part, cutoff, tables.no_guesses, 0)
    return value


def try_guess(tables, costs, work, candidates, n, node, code, best, width):
    """The cost of a guess by the plan, or a lower bound of `best` or more, or STOPPED. `width` is that of the set."""
    level, row, order = node.level, node.row, work.sets + node.sets
    parts, met = work.parts + level * tables.replies, work.met + level * (tables.replies + 1)
    # RELAX cannot help a guess without a rival. Below `free_from` it is the search by the plan.
    relaxes: flag = costs.prunings[row] & RELAX != 0 and node.depth + 1 < costs.free_from
    relaxes = relaxes and costs.plan[row * costs.depths + node.depth] < CRUSH
    if relaxes:
        order[0] = code
        alone = NodeState(node.depth, row, 0, node.cap, level + 1, node.top, node.sets + 1, 0)
        bound = relax(tables, costs, work, candidates, n, alone, best, order, 1)
        if bound == STOPPED or bound >= best:
            return bound
    total, number = bound_parts(tables, costs, work, candidates, n, node, tables.column_of[code], best, width)
    if total >= best:
        return total
    write_parts(tables, work, candidates, n, parts, met, number, order)
    part_node = NodeState(node.depth + 1, row, 0, width, level + 1, node.top, node.sets + n, 1)
    total = raise_bounds(tables, costs, work, part_node, best, parts, met, number, order, total, candidates, False)
    reply = next_open(parts, met, number, tables.replies)
    while total < best and reply != NONE:
        old, cap = parts[reply].bound, min(width, tables.cap[reply])
        part = NodeState(node.depth + 1, row, old, cap, level + 1, node.top, node.sets + n, 1)
        value = plan_part(
            tables, costs, work, order + parts[reply].start, parts[reply].size, part, best - total + old, relaxes
        )
        if value == STOPPED:
            return STOPPED
        parts[reply].bound = max(value, old)
        parts[reply].status = SETTLED
        total += parts[reply].bound - old
        reply = next_open(parts, met, number, tables.replies)
    return total


def try_guesses_by_plan(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses):
    """What `search_plan` returns, by trying guesses in the order of their bounds."""
    bound, tie = work.bound + node.top, work.tie + node.top
    best = cutoff
    choice: i64 = NONE
    remaining, scanned, width = scan_plan(tables, costs, work, candidates, n, node, NONE, cutoff, guesses, n_guesses)
    least = max(scanned, node.lower_bound)
    again: flag = True
    while best > least:
        below = NodeState(node.depth, node.row, 0, node.cap, node.level, node.top + remaining, node.sets, node.complete)
        while remaining and least < best and bound[0] < best:
            code = tie[0] & LOW_HALF
            remaining = remove_first(bound, tie, remaining)
            total = try_guess(tables, costs, work, candidates, n, below, code, best, width)
            if total == STOPPED:
                return STOPPED, NONE
            if total < best:
                best, choice = total, code
        if not again:
            break
        again = False
        if least < best:
            remaining, _, _ = scan_plan(tables, costs, work, candidates, n, node, scanned, best, guesses, n_guesses)
    return best if choice != NONE else max(best, least), choice


def search_plan(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses):
    """As `branch_and_bound.search`, by the plan, at a depth before `free_from`. No symbol or peg is renamed."""
    if must_stop(tables, work, node):
        return STOPPED, NONE
    use_table: flag = costs.prunings[node.row] & TABLE != 0 and n_guesses == 0
    value: i64 = NONE
    choice: i64 = NONE
    if use_table:
        value, choice = known(tables, work, candidates, n, node, cutoff)
    if value == NONE:
        keep_names(tables, work, node.level)
        value, choice = try_guesses_by_plan(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses)
        if use_table and value != STOPPED:
            remember(tables, work, candidates, n, node, value, choice)
    return value, choice


def solve_plan(tables, costs, work, candidates, n, depth, row, cutoff, lower_bound, guesses, n_guesses, complete):
    """As `branch_and_bound.solve_set`, for any set at a depth, by a row of Costs."""
    whole = 1 if n_guesses == 0 else complete
    node = NodeState(depth, row, lower_bound, tables.replies, 0, 0, 0, whole)
    if row == EXACT or depth >= costs.free_from or (whole and n < 3):
        return solve_set(
            tables, costs, work, candidates, n, depth, row, cutoff, lower_bound, guesses, n_guesses, complete
        )
    if whole and costs.prunings[row] & PERFECT and n <= tables.replies:
        value, guess = bound_by_members(tables, costs, work, candidates, n, node)
        if guess != NONE or value >= cutoff:
            return value, guess
    return search_plan(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses)


class PlannedSearch(Search):
    """The search of a game by such a plan. One thread at a time uses it."""

    def solve(self, candidates, depth: i64, row: i64, cutoff: i64, lower_bound: i64, guesses, complete: i64):
        """`solve_plan`. `candidates` and `guesses` are uint32 and ascend."""
        found, listed = u32s(candidates), u32s(guesses)
        n: i64 = len(candidates)
        n_guesses: i64 = len(guesses)
        with cython.nogil:
            value, guess = solve_plan(
                self.tables, self.costs, self.work, found, n, depth, row, cutoff, lower_bound, listed, n_guesses,
                complete,
            )  # fmt: skip
        return value, guess

    def choose(self, candidates, codes, source: i64):
        """The guess that a heuristic chooses among codes, see `heuristics.choose_guess`. Both are uint32 and ascend."""
        found, listed = u32s(candidates), u32s(codes)
        n: i64 = len(candidates)
        n_codes: i64 = len(codes)
        with cython.nogil:
            guess = choose_guess(self.tables, self.costs, self.work, found, n, listed, n_codes, source, 0)
        return guess
