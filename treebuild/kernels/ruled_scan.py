"""The scan of the guesses that a position allows: a lower bound of each, with its surcharge."""

from __future__ import annotations

from treebuild.kernels.constants import HIGHEST_CUTOFF, INFINITE, LOW_HALF, TESTS
from treebuild.kernels.ruled_bounds import fill_rises, named, rise_of, solved, sum_cheapest
from treebuild.kernels.uncompiled import i64


def count_one(tables, costs, work, candidates, n, guess, depth, level):
    """For a guess: FILL's bound of its parts, the sum of their squared sizes, their number, and whether it wins.

    With groups, this charges each secret as if it were the first of its part; `ruled.bound_parts` bounds more exactly.
    """
    row, weight, counter = tables.reply + guess * tables.secrets, tables.weight, work.counter
    rise = rise_of(tables, work, level)
    flat = rise + tables.secrets + 1
    stamp, win, grouped = counter[tables.replies], tables.win, tables.grouped
    bound: i64 = 0
    squares: i64 = 0
    parts: i64 = 0
    wins: i64 = 0
    for secret in candidates[:n]:
        reply = row[secret]
        before = max(counter[reply], stamp) - stamp
        counter[reply] = stamp + before + 1
        squares += 2 * before + 1
        parts += before == 0
        if reply == win:
            wins = 1
            bound += solved(costs, depth, weight[secret])
        else:
            k = 0 if grouped else before
            bound = min(bound + weight[secret] * rise[k] + flat[k], INFINITE)
    counter[tables.replies] = stamp + n
    return bound, squares, parts, wins


def scan_allowed(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses, namings):
    """Keep the guesses with a bound below `cutoff`, as entries of work.bound and work.tie from node.top on.

    Returns the number of kept guesses, the most non-winning parts that any of `guesses` makes, and the number of
    `guesses` that tell candidates apart. If the rule allows TESTS, it keeps only tests, or, with `namings`, only codes
    that win.
    """
    rise = rise_of(tables, work, node.level)
    fill_rises(costs, rise, rise + tables.secrets + 1, node.depth + 1, node.width, n)
    whole: i64 = 0
    kept: i64 = 0
    most: i64 = 1
    telling: i64 = 0
    for secret in candidates[:n]:
        whole += tables.weight[secret]
    for guess in guesses[:n_guesses]:
        bound, squares, parts, wins = count_one(tables, costs, work, candidates, n, guess, node.depth, node.level)
        most = max(most, parts - wins)
        if (parts == 1 and not wins) or (tables.allows == TESTS and wins != namings):
            continue
        telling += 1
        bound += whole * tables.surcharge[guess]
        if bound < cutoff:
            work.bound[node.top + kept] = bound
            work.tie[node.top + kept] = squares << 32 | guess
            kept += 1
    return kept, most, telling


def write_parts(tables, work, candidates, n, guess, order, level):
    """Write the parts of a guess except the winning one, the smallest first. Returns their number.

    It writes the candidates to `order`, part after part; each part keeps their order.
    """
    row, start, parts = tables.reply + guess * tables.secrets, work.start, work.parts + level * tables.replies
    number: i64 = 0
    for reply in range(tables.replies + 1):
        start[reply] = 0
    for secret in candidates[:n]:
        start[row[secret] + 1] += 1
    for reply in range(tables.replies):
        size = start[reply + 1]
        if size and reply != tables.win:
            place = number
            while place > 0 and parts[place - 1].size > size:
                parts[place].reply = parts[place - 1].reply
                parts[place].first = parts[place - 1].first
                parts[place].size = parts[place - 1].size
                place -= 1
            parts[place].reply, parts[place].first, parts[place].size = reply, start[reply], size
            number += 1
        start[reply + 1] += start[reply]
    for secret in candidates[:n]:
        got = row[secret]
        order[start[got]] = secret
        start[got] += 1
    return number


def bound_named(tables, costs, work, candidates, n, node, guess, width):
    """The bound of a test by `ruled_bounds.named`, part by part."""
    order, parts = work.sets + node.sets, work.parts + node.level * tables.replies
    number = write_parts(tables, work, candidates, n, guess, order, node.level)
    total: i64 = 0
    for i in range(number):
        lower = named(tables, costs, work, order + parts[i].first, parts[i].size, node.depth + 1, width, node.level)
        total = min(total + lower, INFINITE)
    return total


def scan_tests(tables, costs, work, candidates, n, node, cutoff, guesses, n_guesses):
    """`scan_allowed` with better bounds, for games that name only a last group, if costs rise evenly with depth."""
    kept, most, telling = scan_allowed(tables, costs, work, candidates, n, node, HIGHEST_CUTOFF, guesses, n_guesses, 0)
    sum_cheapest(tables, costs, work, node.level, node.top, kept)
    bounds, ties = work.bound + node.top, work.tie + node.top
    whole: i64 = 0
    better: i64 = 0
    for secret in candidates[:n]:
        whole += tables.weight[secret]
    for i in range(kept):
        tie = ties[i]
        guess = tie & LOW_HALF
        bound = whole * tables.surcharge[guess] + bound_named(tables, costs, work, candidates, n, node, guess, most)
        if bound < cutoff:
            bounds[better], ties[better] = bound, tie
            better += 1
    return better, most, telling
