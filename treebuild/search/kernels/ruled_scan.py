"""The scan of the guesses that a position allows: a lower bound of each, with what it costs above the cheapest."""

from treebuild.search.kernels.compiling import I64, SET, TRIPLE, kernel, types
from treebuild.search.kernels.layout import Array
from treebuild.search.kernels.ruled_bounds import (
    COSTS,
    POSITION,
    TABLES,
    WORK,
    fill_rises,
    named,
    solved,
    sum_cheapest,
)
from treebuild.search.kernels.ruled_layout import (
    COUNT,
    FIRST,
    LOWER,
    REPLY,
    TESTS,
    Position,
    RuledCosts,
    RuledTables,
    RuledWorkspace,
)


@kernel(types.UniTuple(I64, 4)(TABLES, COSTS, WORK, SET, I64, I64, I64))
def count_one(
    tables: RuledTables, costs: RuledCosts, work: RuledWorkspace, candidates: Array, guess: int, depth: int, level: int
) -> tuple[int, int, int, int]:
    """Of a guess: FILL's bound of its parts, the sum of their squared sizes, their number, and whether it wins.

    With groups, a secret is charged here as if it were the first of its part; `ruled.bound_parts` does better.
    """
    row, rise, weight = tables.reply[guess], work.rise[level], tables.weight
    counter = work.counter
    last = len(counter) - 1
    stamp, win = counter[last], tables.win
    bound, squares, parts, wins = 0, 0, 0, 0
    for secret in candidates:
        reply = row[secret]
        before = max(counter[reply], stamp) - stamp
        counter[reply] = stamp + before + 1
        squares += 2 * before + 1
        parts += before == 0
        if reply == win:
            wins = 1
            bound += solved(costs, depth, weight[secret])
        else:
            k = 0 if tables.grouped else before
            bound += weight[secret] * rise[0, k] + rise[1, k]
    counter[last] = stamp + len(candidates)
    return bound, squares, parts, wins


@kernel(TRIPLE(TABLES, COSTS, WORK, SET, POSITION, I64, SET, I64))
def scan_allowed(
    tables: RuledTables, costs: RuledCosts, work: RuledWorkspace, candidates: Array, node: Position, cutoff: int,
    guesses: Array, namings: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Keep the guesses with a bound below `cutoff`, as entries of Workspace.bound and tie from node.top on.

    Returns how many there are, the most non-winning parts that any of them all makes, and how many tell candidates
    apart. Where the rule allows tests, only these are kept, or, with `namings`, only codes that win.
    """
    fill_rises(costs, work.rise[node.level], node.depth + 1, node.width, len(candidates))
    whole, kept, most, telling = 0, 0, 1, 0
    for secret in candidates:
        whole += tables.weight[secret]
    for guess in guesses:
        bound, squares, parts, wins = count_one(tables, costs, work, candidates, guess, node.depth, node.level)
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


@kernel(I64(TABLES, WORK, SET, I64, SET, I64))
def write_parts(
    tables: RuledTables, work: RuledWorkspace, candidates: Array, guess: int, order: Array, level: int
) -> int:
    """Write the parts of a guess, but for the winning one, the smallest first. Returns how many there are.

    `order` is uint32 (candidates,): the candidates, part after part, each part in the order of the candidates.
    """
    row, start, parts = tables.reply[guess], work.start, work.parts[level]
    start[:] = 0
    for secret in candidates:
        start[row[secret] + 1] += 1
    number = 0
    for reply in range(len(start) - 1):
        size = start[reply + 1]
        if size and reply != tables.win:
            place = number
            while place > 0 and parts[place - 1, COUNT] > size:
                for column in range(LOWER):
                    parts[place, column] = parts[place - 1, column]
                place -= 1
            parts[place, REPLY], parts[place, FIRST], parts[place, COUNT] = reply, start[reply], size
            number += 1
        start[reply + 1] += start[reply]
    for secret in candidates:
        reply = row[secret]
        order[start[reply]] = secret
        start[reply] += 1
    return number


@kernel(I64(TABLES, COSTS, WORK, SET, POSITION, I64, I64))
def bound_named(
    tables: RuledTables, costs: RuledCosts, work: RuledWorkspace, candidates: Array, node: Position, guess: int,
    width: int,
) -> int:  # fmt: skip
    """The bound of a test by `ruled_bounds.named`, part by part."""
    order = work.sets[node.sets : node.sets + len(candidates)]
    number, total = write_parts(tables, work, candidates, guess, order, node.level), 0
    for i in range(number):
        first, size = work.parts[node.level, i, FIRST], work.parts[node.level, i, COUNT]
        total += named(tables, costs, work, order[first : first + size], node.depth + 1, width, node.level)
    return total


@kernel(TRIPLE(TABLES, COSTS, WORK, SET, POSITION, I64, SET))
def scan_tests(
    tables: RuledTables, costs: RuledCosts, work: RuledWorkspace, candidates: Array, node: Position, cutoff: int,
    guesses: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """`scan_allowed` with better bounds, where only the last candidate is named and costs rise evenly with depth."""
    kept, most, telling = scan_allowed(tables, costs, work, candidates, node, 1 << 62, guesses, 0)
    sum_cheapest(tables, costs, work, node.level, node.top, kept)
    whole, better = 0, 0
    for secret in candidates:
        whole += tables.weight[secret]
    for i in range(kept):
        tie = work.tie[node.top + i]
        guess = tie & 0xFFFFFFFF
        bound = whole * tables.surcharge[guess]
        bound += bound_named(tables, costs, work, candidates, node, guess, most)
        if bound < cutoff:
            work.bound[node.top + better], work.tie[node.top + better] = bound, tie
            better += 1
    return better, most, telling
