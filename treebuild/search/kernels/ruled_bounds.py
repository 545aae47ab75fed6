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


@kernel(I64(TABLES, SET), inline=True)
def is_identified(tables: RuledTables, part: Array) -> int:
    """Whether all candidates of a part are of one group: one is left, where there are no groups."""
    for secret in part:
        if tables.group[secret] != tables.group[part[0]]:
            return 0
    return 1


@kernel(I64(TABLES, COSTS, SET, I64), inline=True)
def answered(tables: RuledTables, costs: RuledCosts, part: Array, depth: int) -> int:
    """What a part costs that is of one group: one guess names it, the lowest winning code of a candidate.

    Which candidate makes no difference: with groups, codes that name are free.
    """
    extra, total = tables.surcharge[tables.code_of[part[0]]], 0
    for secret in part:
        weight = tables.weight[secret]
        total += solved(costs, depth, weight) + weight * extra
    return int(total)


@kernel(I64(TABLES, WORK, SET))
def weigh_groups(tables: RuledTables, work: RuledWorkspace, part: Array) -> int:
    """Write into `heavy` what each group of a part weighs, the heaviest first. Returns how many there are."""
    heavy, place, number = work.heavy, work.place, 0
    for secret in part:
        group = tables.group[secret]
        if place[group] == 0:
            heavy[number], number = 0, number + 1
            place[group] = number
        heavy[place[group] - 1] += tables.weight[secret]
    for secret in part:
        place[tables.group[secret]] = 0
    for i in range(1, number if tables.grouped else 0):  # without groups the candidates are in this order
        weight, at = heavy[i], i
        while at > 0 and heavy[at - 1] < weight:
            heavy[at] = heavy[at - 1]
            at -= 1
        heavy[at] = weight
    return number


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


@kernel(I64(TABLES, WORK, RISES, SET))
def filled(tables: RuledTables, work: RuledWorkspace, rise: Array, part: Array) -> int:
    """FILL: the bound of a part, by `fill_rises`."""
    total = 0
    if tables.grouped:
        for k in range(weigh_groups(tables, work, part)):
            total += work.heavy[k] * rise[0, k] + rise[1, k]
        return total
    for k in range(len(part)):
        total += tables.weight[part[k]] * rise[0, k] + rise[1, k]
    return total


@kernel(I64(TABLES, WORK, SET, I64))
def shortest(tables: RuledTables, work: RuledWorkspace, part: Array, width: int) -> int:
    """HUFFMAN: the least sum of weight times number of tests, over the groups of a part.

    Merges the lightest again and again, `width` at a time and at first as many as make this come out even. The lightest
    is the last leaf that is left, or the first merged one: what is merged never gets lighter.
    """
    left, heavy, merged = weigh_groups(tables, work, part), work.heavy, work.merged
    leaf, taken, made, total, take = left - 1, 0, 0, 0, left
    while take > max(width, 2):
        take -= max(width, 2) - 1
    while left > 1:
        together = 0
        for _ in range(take):
            if leaf >= 0 and (taken == made or heavy[leaf] <= merged[taken]):
                together += heavy[leaf]
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
    """HUFFMAN and CHEAPEST: a bound of a part whose next guess is at `depth`, where only the last group is named.

    work.cheapest[level] has the costs of the cheapest tests, see `sum_cheapest`.
    """
    whole = 0
    for secret in part:
        whole += tables.weight[secret]
    if is_identified(tables, part):
        return answered(tables, costs, part, depth)
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
