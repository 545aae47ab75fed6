"""Reading weights and costs: numbers as exact fractions, from Python or the text of a CSV file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from treebuild.errors import TreebuildError
from treebuild.game.pairs import read_pairs

Number: TypeAlias = int | float | Decimal | Fraction

_LONGEST = 40  # characters of a number, and powers of ten: 1e999999999 would take gigabytes as a whole number
_MOST: int = 10**_LONGEST  # Python prints no integer of more than 4,300 digits
_WRITTEN = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,9})?", re.IGNORECASE)  # no 1_0, no ٣


@dataclass(frozen=True)
class Kind:
    """A kind of number, weights or costs, and the words that errors have for it.

    name     the word for the number: "weight" or "cost"
    of       the word for what it belongs to: "secret" or "code"
    above    the range that errors give
    zero     whether 0 is allowed
    example  a correct number, in words
    """

    name: str
    of: str
    above: str
    zero: bool
    example: str

    def exact(self, number: Number, of: str) -> Fraction:
        """The number as a fraction. A float has the value that it prints: 0.1 is a tenth.

        Raises TreebuildError, which names the secret or code `of`, for a number that is not finite, is below 0, is 0
        where 0 is not allowed, or has a power of ten beyond 40 either way.
        """
        value = Decimal(repr(number)) if isinstance(number, float) else number
        if isinstance(value, bool) or not isinstance(value, int | Decimal | Fraction):
            raise TreebuildError(f"the {self.name} of {of} is {number!r}, expected a number, {self.above}")
        if not _in_range(value):
            raise TreebuildError(
                f"the {self.name} of {of} is out of range: expected one between 1e-{_LONGEST} and 1e{_LONGEST}"
            )
        if (isinstance(value, Decimal) and not value.is_finite()) or self._too_small(value):
            raise TreebuildError(f"the {self.name} of {of} is {value}, expected a number, {self.above}")
        return Fraction(value)

    def parse(self, text: str, where: str, more: str = "") -> Decimal:
        """The number that a text spells.

        Raises TreebuildError for any other text. The error begins with `where`, and ends with `more` that was expected.
        """
        value = Decimal(text) if len(text) <= _LONGEST and _WRITTEN.fullmatch(text) else Decimal("nan")
        if not value.is_finite() or self._too_small(value):
            raise TreebuildError(f"{where}: {text[:_LONGEST]!r} is no {self.name}, expected {self.example}{more}")
        return value

    def read(self, path: Path, text: str) -> dict[str, Number]:
        """The number of each secret or code, from the text of a CSV file at `path`.

        The first line may be a heading: the words `of` and `name`. Raises TreebuildError, naming file and line.
        """
        more = f", or the heading {self.of},{self.name}"

        def parsed(number: str, where: str) -> Decimal:
            return self.parse(number, where, more * where.endswith(": line 1"))

        pairs = read_pairs(path, text, self.of, self.name, parsed)
        return {of: parsed(*pair) for of, pair in pairs.items()}

    def _too_small(self, value: int | Decimal | Fraction) -> bool:
        return value < 0 or (value == 0 and not self.zero)


def _in_range(value: int | Decimal | Fraction) -> bool:
    """Whether a number is not too large or small to compute with, and to be told in an error."""
    if isinstance(value, Decimal):
        return not value.is_finite() or not value or abs(value.adjusted()) <= _LONGEST
    return max(abs(value.numerator), value.denominator) < _MOST


WEIGHT = Kind("weight", "secret", "0 or more", True, "a number such as 12 or 0.25")
COST = Kind("cost", "code", "more than 0", False, "a number above 0 such as 12 or 0.25")
