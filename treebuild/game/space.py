"""Spaces of codes: all sequences of some pegs and symbols, `pNcM`, without those that begin with a given symbol."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, permutations, product, zip_longest

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import UsageError
from treebuild.game.reply_rules import MOST_CODES, RULES, Code, Rule, check_code_count

ALIASES = {"bulls-cows": "p4c10n", "mastermind": "p4c6r"}
_RULE_STRING = re.compile(r"p([0-9]{1,6})c([0-9]{1,6})([nr])")


def is_rule_string(text: str) -> bool:
    """Whether a text is a rule string such as p4c10n, or an alias of one. `Space.parse` reads both."""
    return text in ALIASES or _RULE_STRING.fullmatch(text) is not None


def symbols_of(codes: Sequence[Code]) -> NDArray[np.uint16]:
    """uint16 (codes, pegs): the symbols of codes. numpy takes many times as long to read a list of tuples."""
    return np.fromiter(chain.from_iterable(codes), np.uint16, len(codes) * len(codes[0])).reshape(len(codes), -1)


@dataclass(frozen=True)
class Space:
    """All codes of some pegs and symbols: `pNcM` and then n (all symbols of a code differ) or r (symbols may repeat).

    `not_first` is a symbol that no code begins with, such as the 0 of numbers.
    """

    pegs: int
    symbols: int
    repeat: bool
    not_first: int | None = None

    @classmethod
    def parse(cls, text: str) -> Space:
        """The space of a rule string such as p4c10n, or of an alias.

        Raises UsageError for any other text, and TreebuildError for a space that `check` refuses.
        """
        match = _RULE_STRING.fullmatch(ALIASES.get(text, text))
        if match is None:
            names = ", ".join(ALIASES)
            raise UsageError(
                f"bad game {text!r}: expected pNcM and then n (no symbol twice) or r (repetition allowed), "
                f"such as p4c10n, or one of {names}"
            )
        space = cls(int(match[1]), int(match[2]), match[3] == "r")
        space.check(text)
        return space

    @classmethod
    def of(cls, codes: Sequence[tuple[int, ...]], symbols: int) -> Space | None:
        """The space that has exactly these codes, in order, or None."""
        repeat = any(len(set(code)) < len(code) for code in codes)
        missing = set(range(symbols)).difference(code[0] for code in codes)
        space = cls(len(codes[0]), symbols, repeat, missing.pop() if len(missing) == 1 else None)
        if missing or len(codes) > space.code_count or (not repeat and space.pegs > symbols):
            return None
        alike = all(a == b for a, b in zip_longest(codes, space.codes()))
        return space if alike else None

    def check(self, name: str, rule: str = "bulls-cows") -> None:
        """Raise TreebuildError, naming the game, when there is no code, or there are too many codes or replies."""
        if self.pegs < 1 or self.symbols < 1:
            raise UsageError(f"bad game {name!r}: a code needs at least one peg and one symbol")
        if not self.repeat and self.pegs > self.symbols:
            raise UsageError(
                f"bad game {name!r}: {self.pegs} different symbols cannot be drawn from {self.symbols}; "
                f"use at least {self.pegs} symbols, or r to allow repetition"
            )
        if self.symbols == 1 and self.not_first is not None:
            raise UsageError(f"bad game {name!r}: no code is left when its only symbol may not come first")
        Rule(rule, self.pegs).check(name, self._playable_pegs)
        check_code_count(name, self.code_count, self.symbols)

    def _playable_pegs(self) -> int:
        """The most pegs of which there are not too many codes; at most `pegs`, and at most what some rule allows."""
        pegs, most = 1, min(self.pegs, max(kind.most_pegs for kind in RULES.values()))
        while pegs < most and replace(self, pegs=pegs + 1).code_count <= MOST_CODES:
            pegs += 1
        return pegs

    @property
    def code_count(self) -> int:
        """The number of codes, counting also those that begin with `not_first`."""
        return self.symbols**self.pegs if self.repeat else math.perm(self.symbols, self.pegs)

    def codes(self) -> Iterable[tuple[int, ...]]:
        """All codes in lexicographic order."""
        symbols = range(self.symbols)
        codes = product(symbols, repeat=self.pegs) if self.repeat else permutations(symbols, self.pegs)
        return codes if self.not_first is None else (code for code in codes if code[0] != self.not_first)

    def __str__(self) -> str:
        return f"p{self.pegs}c{self.symbols}{'r' if self.repeat else 'n'}"
