"""What it costs to guess each code, in whole numbers of one unit. A game where every guess costs 1 has no costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from treebuild.errors import TreebuildError
from treebuild.game.numbers import COST, Number

Costs: TypeAlias = Mapping[str, Number] | Sequence[Number]
"""Code, as it is spelled, to its cost; or the costs in the order of the codes."""

MAX_COST = 1 << 20  # the largest whole number: the search sums costs times weights in 64 bits


def listed(
    name: str, costs: Costs, spelled: Sequence[str], find: Callable[[str], int], free: Collection[int]
) -> list[Fraction]:
    """The cost of every code of the game of this name: 1 for those that no cost is given for, 0 for the `free` ones.

    `spelled` has the codes in order, and `find` the index of one as a person spells it. Raises TreebuildError for a
    cost of 0 or below, or of a free code, and for too few or too many.
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
    """The costs as whole numbers of a unit, and how many of it make 1; the least unit. Empty where all are 1 or 0.

    Raises TreebuildError for whole numbers of MAX_COST or more.
    """
    if not set(costs) - {0, 1}:
        return (), 1
    unit = math.lcm(*(cost.denominator for cost in costs))
    numbers = [int(cost * unit) for cost in costs]
    if max(*numbers, unit) >= MAX_COST:
        raise TreebuildError(
            f"the costs are too fine: as whole numbers the largest is {max(*numbers, unit):.1e}, expected less than "
            f"{MAX_COST:.1e}; round them"
        )
    return tuple(numbers), unit
