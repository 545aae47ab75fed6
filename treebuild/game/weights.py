"""Weights of secrets: how likely each secret is, as whole numbers. Where all are equal, a game has no weights."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from treebuild.errors import TreebuildError

Number: TypeAlias = int | float | Decimal | Fraction
Weights: TypeAlias = Mapping[str, Number] | Sequence[Number]
"""Secret, as it is spelled, to its weight; or the weights in the order of the secrets."""

MOST = 1 << 40  # what all weights may add up to: the compiled search sums weights times guesses in 64 bits
_LONGEST = 40  # characters of a number: 1e999999999 would take gigabytes as a whole one


def whole(weights: Sequence[Fraction]) -> tuple[int, ...]:
    """The weights as whole numbers without a common factor; empty where all are equal.

    Raises TreebuildError when all are 0, or when the whole numbers add up to MOST or more.
    """
    if not any(weights):
        raise TreebuildError("all weights are 0: expected one secret, at least, that may be drawn")
    scale = math.lcm(*(weight.denominator for weight in weights))
    numbers = [int(weight * scale) for weight in weights]
    factor = math.gcd(*numbers)
    numbers = [number // factor for number in numbers]
    if sum(numbers) >= MOST:
        raise TreebuildError(
            f"the weights are too fine: as whole numbers they add up to {Decimal(sum(numbers)):.1e}, expected less "
            f"than {MOST:.1e}; round them"
        )
    return () if len(set(numbers)) == 1 else tuple(numbers)


def exact(weight: Number, of: str) -> Fraction:
    """A weight as a fraction. Raises TreebuildError, naming the secret, unless it is a finite number of 0 or more."""
    number = Decimal(repr(weight)) if isinstance(weight, float) else weight
    if isinstance(number, bool) or not isinstance(number, int | Decimal | Fraction):
        raise TreebuildError(f"the weight of {of} is {weight!r}, expected a number, 0 or more")
    if (isinstance(number, Decimal) and not number.is_finite()) or number < 0:
        raise TreebuildError(f"the weight of {of} is {number}, expected a number, 0 or more")
    if isinstance(number, Decimal) and number and abs(number.adjusted()) > _LONGEST:
        raise TreebuildError(f"the weight of {of} is {number}: expected one between 1e-{_LONGEST} and 1e{_LONGEST}")
    return Fraction(number)


def read_weights(path: Path, text: str) -> dict[str, Number]:
    """Secret -> weight, from the text of a CSV table. A first line `secret,weight` is taken as its heading.

    Raises TreebuildError, naming file and line.
    """
    found: dict[str, Number] = {}
    reader = csv.reader(text.splitlines())
    try:
        for row in reader:
            where = f"{path}: line {reader.line_num}"
            if not any(row) or (reader.line_num == 1 and [cell.strip() for cell in row] == ["secret", "weight"]):
                continue
            if len(row) != 2:
                raise TreebuildError(f"{where}: has {len(row)} columns, expected a secret and its weight")
            secret, weight = (cell.strip() for cell in row)
            if secret in found:
                raise TreebuildError(f"{where}: {secret!r} is there already: remove one")
            found[secret] = number(weight, where)
    except csv.Error as error:
        raise TreebuildError(f"{path}: line {reader.line_num}: is not CSV: {error}") from None
    if not found:
        raise TreebuildError(f"{path}: has no weights, expected a secret and its weight on every line")
    return found


def number(text: str, where: str) -> Decimal:
    """A weight from its text. Raises TreebuildError, saying where, for a text that is no weight."""
    try:
        weight = Decimal(text) if len(text) <= _LONGEST else Decimal("nan")
    except ArithmeticError:
        weight = Decimal("nan")
    if not weight.is_finite() or weight < 0:
        raise TreebuildError(f"{where}: {text[:_LONGEST]!r} is no weight, expected a number such as 12 or 0.25")
    return weight
