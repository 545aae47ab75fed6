"""Weights and costs as they are written: exact decimals, in lists, tables and CSV files."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from treebuild.errors import TreebuildError
from treebuild.game.pairs import read_pairs

Number: TypeAlias = int | float | Decimal | Fraction

_LONGEST = 40  # characters of a number: 1e999999999 would take gigabytes as a whole one


@dataclass(frozen=True)
class Kind:
    """What a number is, and what it is of: the weight of a secret, the cost of a code."""

    name: str
    of: str
    above: str
    zero: bool
    example: str

    def exact(self, number: Number, of: str) -> Fraction:
        """A number as a fraction; a float is taken as it is printed: 0.1 is a tenth.

        Raises TreebuildError, naming what it is of, unless it is finite and neither below 0 nor, where that is refused,
        0.
        """
        value = Decimal(repr(number)) if isinstance(number, float) else number
        if isinstance(value, bool) or not isinstance(value, int | Decimal | Fraction):
            raise TreebuildError(f"the {self.name} of {of} is {number!r}, expected a number, {self.above}")
        if (isinstance(value, Decimal) and not value.is_finite()) or self._too_small(value):
            raise TreebuildError(f"the {self.name} of {of} is {value}, expected a number, {self.above}")
        if isinstance(value, Decimal) and value and abs(value.adjusted()) > _LONGEST:
            raise TreebuildError(
                f"the {self.name} of {of} is {value}: expected one between 1e-{_LONGEST} and 1e{_LONGEST}"
            )
        return Fraction(value)

    def parse(self, text: str, where: str) -> Decimal:
        """A number from its text. Raises TreebuildError, saying where, for a text that is none of this kind."""
        try:
            value = Decimal(text) if len(text) <= _LONGEST else Decimal("nan")
        except ArithmeticError:
            value = Decimal("nan")
        if not value.is_finite() or self._too_small(value):
            raise TreebuildError(f"{where}: {text[:_LONGEST]!r} is no {self.name}, expected {self.example}")
        return value

    def read(self, path: Path, text: str) -> dict[str, Number]:
        """What it is of -> number, from the text of a CSV table, whose first line may be a heading of these two words.

        Raises TreebuildError, naming file and line.
        """
        pairs = read_pairs(path, text, self.of, self.name)
        return {of: self.parse(number, where) for of, (number, where) in pairs.items()}

    def _too_small(self, value: int | Decimal | Fraction) -> bool:
        return value < 0 or (value == 0 and not self.zero)


WEIGHT = Kind("weight", "secret", "0 or more", True, "a number such as 12 or 0.25")
COST = Kind("cost", "code", "more than 0", False, "a number above 0 such as 12 or 0.25")
