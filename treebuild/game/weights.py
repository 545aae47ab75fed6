"""Weights of secrets: whole numbers in proportion to probabilities. Where all are equal, a game has none."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from treebuild.errors import TreebuildError
from treebuild.game.numbers import Number

Weights: TypeAlias = Mapping[str, Number] | Sequence[Number]
"""Spelled secrets with their weights; or the weights alone, in the order of the secrets."""

MAX_WEIGHT_SUM = 1 << 40  # all weights add up to less: the compiled search sums weights times guesses in 64 bits


def whole(weights: Sequence[Fraction]) -> tuple[int, ...]:
    """The weights as whole numbers without a common factor; empty where all are equal.

    Raises TreebuildError when all are 0, or when the whole numbers add up to MAX_WEIGHT_SUM or more.
    """
    if not any(weights):
        raise TreebuildError("all weights are 0: expected at least one secret of a weight above 0")
    scale = math.lcm(*(weight.denominator for weight in weights))
    numbers = [int(weight * scale) for weight in weights]
    factor = math.gcd(*numbers)
    numbers = [number // factor for number in numbers]
    if sum(numbers) >= MAX_WEIGHT_SUM:
        raise TreebuildError(
            f"the weights are too fine: as whole numbers they add up to {Decimal(sum(numbers)):.1e}, expected less "
            f"than {MAX_WEIGHT_SUM:.1e}; round them"
        )
    return () if len(set(numbers)) == 1 else tuple(numbers)
