"""The search by a plan in which a heuristic chooses the guesses at some depths (Slovesnov 2011, 2.1 to 2.4).

It tries guesses at the depths down to the last one where a heuristic chooses, and searches the parts below that depth
exactly. RELAX searches every guess exactly before it is tried by the plan: most guesses cost too much even if all codes
may follow. So the plan tries few, some thousands in all for Bulls and Cows.
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
    OPEN,
    PERFECT,
    RELAX,
    STOPPED,
    TABLE,
)
from treebuild.kernels.filling import fill
from treebuild.kernels.heap import remove_first
from treebuild.kernels.heuristics import choose_guess
from treebuild.kernels.layout import NodeState
from treebuild.kernels.members import bound_by_members
from treebuild.kernels.partition import bound_parts, raise_bounds, write_parts
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


def try_guess(tables, costs, work, candidates, n, node, code, best, width):
    """The cost of a guess by the plan, or a lower bound of `best` or more, or STOPPED. `width` is that of the set."""
    level, order = node.level, work.sets + node.sets
    parts, met = work.parts + level * tables.replies, work.met + level * (tables.replies + 1)
    part_row = EXACT if node.depth + 1 >= costs.free_from else node.row
    # RELAX cannot help a guess without a rival.
    relax: flag = costs.prunings[node.row] & RELAX != 0 and costs.plan[node.row * costs.depths + node.depth] < CRUSH
    if relax and part_row != EXACT:
        order[0] = code
        alone = NodeState(node.depth, EXACT, 0, node.cap, level + 1, node.top, node.sets + 1, 0)
        bound, _ = search(tables, costs, work, candidates, n, alone, best, order, 1)
        if bound == STOPPED or bound >= best:
            return bound
    total, number = bound_parts(tables, costs, work, candidates, n, node, tables.column_of[code], best, width)
    if total >= best:
        return total
    write_parts(tables, work, candidates, n, parts, met, number, order)
    part_node = NodeState(node.depth + 1, part_row, 0, width, level + 1, node.top, node.sets + n, 1)
    total = raise_bounds(tables, costs, work, part_node, best, parts, met, number, order, total, candidates, False)
    for i in range(number):
        bound, size, members = parts[met[i]].bound, parts[met[i]].size, order + parts[met[i]].start
        if parts[met[i]].status == OPEN and total < best:
            cap = min(width, tables.cap[met[i]])
            part = NodeState(node.depth + 1, part_row, bound, cap, level + 1, node.top, node.sets + n, 1)
            cutoff = best - total + bound
            value, _ = search_plan(tables, costs, work, members, size, part, cutoff, tables.no_guesses, 0)
            if value == STOPPED:
                return STOPPED
            total += max(value, bound) - bound
    return total


def try_guesses_by_plan(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses):
    """The result of `search_plan`, found by trying guesses in the order of their bounds."""
    bound, tie = work.bound + node.top, work.tie + node.top
    best, least = cutoff, cutoff
    choice: i64 = NONE
    above: i64 = NONE
    for _scan in range(2):
        remaining, above, width = scan_plan(tables, costs, work, candidates, n, node, above, best, guesses, n_guesses)
        least = max(above, node.lower_bound)
        free = node.top + remaining
        below = NodeState(node.depth, node.row, 0, node.cap, node.level, free, node.sets, node.complete)
        while remaining and least < best and bound[0] < best:
            code = tie[0] & LOW_HALF
            remaining = remove_first(bound, tie, remaining)
            total = try_guess(tables, costs, work, candidates, n, below, code, best, width)
            if total == STOPPED:
                return STOPPED, NONE
            if total < best:
                best, choice = total, code
        if least >= best:
            break
    return best if choice != NONE else max(best, least), choice


def search_plan(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses):
    """As `branch_and_bound.search`, by the row of the node. With row PLANNED no symbol or peg is renamed."""
    if node.row == EXACT:
        return search(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses)
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
    """The search of a game by a plan with a heuristic. One thread at a time uses it."""

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
