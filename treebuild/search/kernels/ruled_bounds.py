"""Lower bounds where a position allows some guesses only, or guesses have costs; `search.bounds` has their proofs."""

from treebuild.search.kernels.compiling import I64, PAIR, SET, array_type, kernel, tuple_type, types
from treebuild.search.kernels.layout import INFINITE, MAX_LEVELS, NONE, Array
from treebuild.search.kernels.ruled_layout import Position, RuledCosts, RuledTables, RuledWorkspace

TABLES, COSTS, WORK, POSITION = map(tuple_type, (RuledTables, RuledCosts, RuledWorkspace, Position))
RISES = array_type(I64, 2)


@kernel(I64(COSTS, I64, I64), inline=True)
def solved(costs: RuledCosts, depth: int, weight: int) -> int:
    """What a secret costs that is solved at a depth."""
    return int(weight * costs.cost[depth] + costs.flat[depth])


@kernel(I64(TABLES, COSTS, I64, I64), inline=True)
def lone(tables: RuledTables, costs: RuledCosts, secret: int, depth: int) -> int:
    """What the last candidate costs: it is guessed by its lowest winning code."""
    weight = tables.weight[secret]
    return solved(costs, depth, weight) + int(weight * tables.surcharge[tables.code_of[secret]])


@kernel(types.void(COSTS, RISES, I64, I64, I64))
def fill_rises(costs: RuledCosts, rise: Array, depth: int, width: int, size: int) -> None:
    """FILL: write what the k-th secret of a part adds to its bound, for every k below `size`, from `depth` on.

    It adds its weight times rise[0, k], and rise[1, k]. The first that the depth limit does not let in adds INFINITE.
    """
    slots, used, level, impossible = 1, 0, depth, False
    for k in range(size):
        if used == slots:
            slots, used, level = min(slots * width, size), 0, level + 1
        used += 1
        rise[0, k] = 0 if impossible else costs.cost[level]
        rise[1, k] = 0 if impossible else costs.flat[level]
        impossible = impossible or costs.flat[level] >= INFINITE


@kernel(I64(TABLES, RISES, SET))
def filled(tables: RuledTables, rise: Array, part: Array) -> int:
    """FILL: the bound of a part, by `fill_rises`."""
    total = 0
    for k in range(len(part)):
        total += tables.weight[part[k]] * rise[0, k] + rise[1, k]
    return total


@kernel(I64(TABLES, WORK, SET, I64))
def shortest(tables: RuledTables, work: RuledWorkspace, part: Array, width: int) -> int:
    """HUFFMAN: the least sum of weight times number of tests, over the candidates of a part, heaviest first.

    Merges the lightest again and again, `width` at a time and at first as many as make this come out even. The lightest
    is the last leaf that is left, or the first merged one: what is merged never gets lighter.
    """
    merged, leaf, taken, made, total = work.merged, len(part) - 1, 0, 0, 0
    left, take = len(part), len(part)
    while take > max(width, 2):
        take -= max(width, 2) - 1
    while left > 1:
        together = 0
        for _ in range(take):
            if leaf >= 0 and (taken == made or tables.weight[part[leaf]] <= merged[taken]):
                together += tables.weight[part[leaf]]
                leaf -= 1
            else:
                together += merged[taken]
                taken += 1
        merged[made] = together
        made, total, left, take = made + 1, total + together, left - take + 1, max(width, 2)
    return total


@kernel(I64(TABLES, COSTS, WORK, SET, I64, I64, I64))
def named(
    tables: RuledTables, costs: RuledCosts, work: RuledWorkspace, part: Array, depth: int, width: int, level: int
) -> int:
    """HUFFMAN and CHEAPEST: a bound of a part whose next guess is at `depth`, where only the last candidate is named.

    work.cheapest[level] has the costs of the cheapest tests, see `sum_cheapest`.
    """
    whole = 0
    for secret in part:
        whole += tables.weight[secret]
    if len(part) == 1:
        return lone(tables, costs, part[0], depth)
    if whole == 0:
        return 0
    more, tests, cheapest = shortest(tables, work, part, width), 0, work.cheapest[level]
    while more > whole and tests < MAX_LEVELS - 1:
        more, tests = more - whole, tests + 1
    more = min(more, whole)
    if cheapest[tests + 1] >= INFINITE:
        return INFINITE  # there are not so many tests
    return int(whole * costs.cost[depth] + (whole - more) * cheapest[tests] + more * cheapest[tests + 1])


@kernel(types.void(TABLES, COSTS, WORK, I64, I64, I64))
def sum_cheapest(
    tables: RuledTables, costs: RuledCosts, work: RuledWorkspace, level: int, top: int, count: int
) -> None:
    """CHEAPEST: write what the cheapest tests cost a unit of weight: none of them, one, two, ...

    work.tie[top : top + count] has the tests that tell candidates apart; they are put in the order of their costs.
    """
    cheapest = work.cheapest[level]
    cheapest[0] = 0
    for i in range(1, MAX_LEVELS + 1):
        cheapest[i] = INFINITE
    most = min(count, MAX_LEVELS)
    for i in range(count):  # insertion among the cheapest so far
        extra, place = tables.surcharge[work.tie[top + i] & 0xFFFFFFFF], min(i, most)
        while place > 0 and cheapest[place] > extra:
            if place < most:
                cheapest[place + 1] = cheapest[place]
            place -= 1
        if place < most:
            cheapest[place + 1] = extra
    for i in range(most):
        cheapest[i + 1] += cheapest[i] + costs.step


@kernel(PAIR(TABLES, COSTS, WORK, SET, I64, I64))
def bound_by_members(
    tables: RuledTables, costs: RuledCosts, work: RuledWorkspace, part: Array, depth: int, width: int
) -> tuple[int, int]:
    """PERFECT: the value of a part and the member that reaches it, or a lower bound and -1."""
    n, replies = len(part), len(work.counter) - 1
    counter, most, guess = work.counter, 0, 0
    for secret in part:
        row, count = tables.reply[tables.code_of[secret]], 0
        stamp = counter[replies]
        for other in part:
            if counter[row[other]] <= stamp:
                counter[row[other]] = stamp + 1
                count += 1
        counter[replies] = stamp + 1
        if count > most:
            most, guess = count, int(tables.code_of[secret])
            if most == n:
                break
    if most == n:
        return solved(costs, depth, 1) + (n - 1) * solved(costs, depth + 1, 1), guess
    apart = n * solved(costs, depth + 1, 1)  # what other codes cost at least
    if most == n - 1:
        value = solved(costs, depth, 1) + (n - 2) * solved(costs, depth + 1, 1) + solved(costs, depth + 2, 1)
        if value <= apart:
            return value, guess
    total, left, slots, level = solved(costs, depth, 1), n - 1, most - 1, depth + 1
    while left > 0 and total < apart:
        fitting = min(left, slots)
        total += fitting * solved(costs, level, 1)
        left, slots, level = left - fitting, min(slots * width, n), level + 1
    return min(total, apart), NONE
