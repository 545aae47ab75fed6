"""Costs of guesses: the cost of each code, in whole numbers of one unit. A game whose guesses all cost 1 has none."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from treebuild.errors import TreebuildError
from treebuild.game.numbers import COST, Number

Costs: TypeAlias = Mapping[str, Number] | Sequence[Number]
"""Spelled codes with their costs; or the costs alone, in the order of the codes."""

MAX_COST = 1 << 20  # the largest whole number: the search sums costs times weights in 64 bits


def listed(
    name: str, costs: Costs, spelled: Sequence[str], find: Callable[[str], int], free: Collection[int]
) -> list[Fraction]:
    """The cost of every code of the game called `name`, in order: 0 for `free` codes, 1 for codes that `costs` omits.

    `spelled` has the spelling of every code in order. `find` turns a spelling, as a person writes it, into the index of
    the code. Raises TreebuildError for a cost that is not above 0, for the cost of a free code, and for a list of
    another length than the codes.
    """
    if isinstance(costs, Mapping):
        said = [(find(code), cost) for code, cost in costs.items()]
    elif len(costs) == len(spelled):
        said = [(code, cost) for code, cost in enumerate(costs) if cost or code not in free]
    else:
        raise TreebuildError(
            f"{len(costs)} costs for the {len(spelled)} codes of {name}: expected one for each, in their order, or a "
            "table of codes and costs"
        )
    found = [Fraction(code not in free) for code in range(len(spelled))]
    for code, cost in said:
        if code in free:
            raise TreebuildError(
                f"{spelled[code]} names a secret of {name}, which is free with guesses `identify`: remove its cost"
            )
        found[code] = COST.exact(cost, spelled[code])
    return found


def whole(costs: Sequence[Fraction]) -> tuple[tuple[int, ...], int]:
    """(numbers, unit), where costs[i] is numbers[i] / unit and `unit` is as small as it can be.

    Where every cost is 1, or 0 for a free code, this is ((), 1). Raises TreebuildError where a number or the unit would
    reach MAX_COST.
    """
    if not set(costs) - {0, 1}:
        return (), 1
    unit = math.lcm(*(cost.denominator for cost in costs))
    numbers = [int(cost * unit) for cost in costs]
    if max(*numbers, unit) >= MAX_COST:
        raise TreebuildError(
            f"the costs are too fine: as whole numbers the largest is {Decimal(max(*numbers, unit)):.1e}, expected "
            f"less than {MAX_COST:.1e}; round them"
        )
    return tuple(numbers), unit
