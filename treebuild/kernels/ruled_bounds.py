"""Lower bounds for games with a rule of guesses or costs of guesses; `bounds.prunings` has their proofs."""

from __future__ import annotations

from treebuild.kernels.constants import INFINITE, LOW_HALF, MAX_LEVELS, NONE
from treebuild.kernels.uncompiled import flag, i64


def solved(costs, depth, weight):
    """The cost of a secret of this weight that is solved at a depth."""
    return weight * costs.cost[depth] + costs.flat[depth]


def is_identified(tables, part, n):
    """Whether all candidates of a part are of one group. Without groups, each candidate is a group of its own."""
    for secret in part[:n]:
        if tables.group[secret] != tables.group[part[0]]:
            return False
    return True


def answered(tables, costs, part, n, depth):
    """The cost of a part of one group. One guess names it: the lowest winning code of one of its candidates.

    All its candidates would cost the same, since with groups codes that name are free.
    """
    extra = tables.surcharge[tables.code_of[part[0]]]
    total: i64 = 0
    for secret in part[:n]:
        weight = tables.weight[secret]
        total = min(total + solved(costs, depth, weight) + weight * extra, INFINITE)
    return total


def weigh_groups(tables, work, part, n):
    """Write the weights of the groups of a part to work.heavy, the heaviest first. Returns the number of groups."""
    heavy, place, group = work.heavy, work.place, tables.group
    number: i64 = 0
    for secret in part[:n]:
        own = group[secret]
        if place[own] == 0:
            heavy[number] = 0
            number += 1
            place[own] = number
        heavy[place[own] - 1] += tables.weight[secret]
    for secret in part[:n]:
        place[group[secret]] = 0
    for i in range(1, number if tables.grouped else 0):  # without groups the candidates are in this order already
        weight, at = heavy[i], i
        while at > 0 and heavy[at - 1] < weight:
            heavy[at] = heavy[at - 1]
            at -= 1
        heavy[at] = weight
    return number


def rise_of(tables, work, level):
    """The row of work.rise for a level: `rise` of `fill_rises`, and after tables.secrets + 1 numbers its `flat`."""
    return work.rise + level * 2 * (tables.secrets + 1)


def fill_rises(costs, rise, flat, depth, width, size):
    """FILL: write how much secret k of a part adds to its bound, for every k below `size`, from `depth` on.

    It adds its weight times rise[k], plus flat[k]. The first secret beyond the depth limit adds INFINITE.
    """
    slots: i64 = 1
    used: i64 = 0
    level: i64 = depth
    impossible: flag = False
    for k in range(size):
        if used == slots:
            slots, used, level = min(slots * width, size), 0, level + 1
        used += 1
        rise[k] = 0 if impossible else costs.cost[level]
        flat[k] = 0 if impossible else costs.flat[level]
        impossible = impossible or costs.flat[level] >= INFINITE


def filled(tables, work, level, part, n):
    """FILL: the bound of a part, by `fill_rises`."""
    rise = rise_of(tables, work, level)
    flat = rise + tables.secrets + 1
    total: i64 = 0
    if tables.grouped:
        for k in range(weigh_groups(tables, work, part, n)):
            total = min(total + work.heavy[k] * rise[k] + flat[k], INFINITE)
        return total
    for k in range(n):
        total = min(total + tables.weight[part[k]] * rise[k] + flat[k], INFINITE)
    return total


def shortest(tables, work, part, n, width):
    """HUFFMAN: the least sum of weight times number of tests, over the groups of a part.

    It merges the lightest nodes again and again, `width` at a time, and the first time so many that later merges come
    out even. The lightest node is the last leaf that is left or the first merged node, since merged nodes never get
    lighter from merge to merge.
    """
    left, heavy, merged, most = weigh_groups(tables, work, part, n), work.heavy, work.merged, max(width, 2)
    leaf, take = left - 1, left
    taken: i64 = 0
    made: i64 = 0
    total: i64 = 0
    while take > most:
        take -= most - 1
    while left > 1:
        together: i64 = 0
        for _ in range(take):
            if leaf >= 0 and (taken == made or heavy[leaf] <= merged[taken]):
                together += heavy[leaf]
                leaf -= 1
            else:
                together += merged[taken]
                taken += 1
        merged[made] = together
        made += 1
        total += together
        left -= take - 1
        take = most
    return total


def named(tables, costs, work, part, n, depth, width, level):
    """HUFFMAN and CHEAPEST: a bound of a part whose next guess is at `depth`, in games that name only the last group.

    work.cheapest[level] has the costs of the cheapest tests, see `sum_cheapest`.
    """
    cheapest = work.cheapest + level * (MAX_LEVELS + 1)
    whole: i64 = 0
    tests: i64 = 0
    for secret in part[:n]:
        whole += tables.weight[secret]
    if is_identified(tables, part, n):
        return answered(tables, costs, part, n, depth)
    if whole == 0:
        return 0
    more = shortest(tables, work, part, n, width)
    while more > whole and tests < MAX_LEVELS - 1:
        more -= whole
        tests += 1
    more = min(more, whole)
    if cheapest[tests + 1] >= INFINITE:
        return INFINITE  # the game has too few tests
    return whole * costs.cost[depth] + (whole - more) * cheapest[tests] + more * cheapest[tests + 1]


def sum_cheapest(tables, costs, work, level, top, count):
    """CHEAPEST: write the cost for a unit of weight of the k cheapest tests, for k = 0, 1, 2, ..., to work.cheapest.

    work.tie[top : top + count] has the tests that tell candidates apart.
    """
    cheapest, most = work.cheapest + level * (MAX_LEVELS + 1), min(count, MAX_LEVELS)
    cheapest[0] = 0
    for i in range(1, MAX_LEVELS + 1):
        cheapest[i] = INFINITE
    for i in range(count):  # insertion among the cheapest so far
        extra, place = tables.surcharge[work.tie[top + i] & LOW_HALF], min(i, most)
        while place > 0 and cheapest[place] > extra:
            if place < most:
                cheapest[place + 1] = cheapest[place]
            place -= 1
        if place < most:
            cheapest[place + 1] = extra
    for i in range(most):
        cheapest[i + 1] += cheapest[i] + costs.step


def most_parts_of_members(tables, work, part, n):
    """The most parts that a member makes of a part, and the code of the first member that makes them."""
    counter, last = work.counter, tables.replies
    most: i64 = 0
    guess: i64 = 0
    for secret in part[:n]:
        row, stamp = tables.reply + tables.code_of[secret] * tables.secrets, counter[last]
        count: i64 = 0
        for other in part[:n]:
            if counter[row[other]] <= stamp:
                counter[row[other]] = stamp + 1
                count += 1
        counter[last] = stamp + 1
        if count > most:
            most, guess = count, tables.code_of[secret]
            if most == n:
                break
    return most, guess


def bound_by_members(tables, costs, work, part, n, depth, width):
    """PERFECT: the value of a part and the member that reaches it, or a lower bound and -1."""
    most, guess = most_parts_of_members(tables, work, part, n)
    now, then = solved(costs, depth, 1), solved(costs, depth + 1, 1)
    if most == n:
        return now + (n - 1) * then, guess
    apart = n * then  # the least cost of a code that is no member
    if most == n - 1:
        value = now + (n - 2) * then + solved(costs, depth + 2, 1)
        if value <= apart:
            return value, guess
    total, left, slots, level = now, n - 1, most - 1, depth + 1
    while left > 0 and total < apart:
        fitting = min(left, slots)
        total += fitting * solved(costs, level, 1)
        left -= fitting
        slots, level = min(slots * width, n), level + 1
    return min(total, apart), NONE
