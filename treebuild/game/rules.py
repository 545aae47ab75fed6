"""The rules of Bulls and Cows and Mastermind, `pNcM`: codes, replies."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from operator import eq
from typing import Any, TypeAlias

from treebuild.errors import TreebuildError

Code: TypeAlias = Any  # any hashable; in a pNcM game a tuple of ints

ALIASES = {"bulls-cows": "p4c10n", "mastermind": "p4c6r"}
MATRIX_LIMIT = 4 << 30  # bytes; one byte for every (code, secret)
REPLY_LIMIT = 255  # reply indices are stored in one byte


@dataclass(frozen=True)
class Rule:
    """A rule string taken apart: `pNcM` and then n (all symbols of a code differ) or r (symbols may repeat)."""

    pegs: int
    symbols: int
    repeat: bool

    @classmethod
    def parse(cls, text: str) -> Rule:
        """Read a rule string such as p4c10n, or an alias. Raises TreebuildError when it is none or cannot be played."""
        match = re.fullmatch(r"p([0-9]{1,6})c([0-9]{1,6})([nr])", ALIASES.get(text, text))
        if match is None:
            names = ", ".join(ALIASES)
            raise TreebuildError(
                f"bad game {text!r}: expected pNcM and then n (no symbol twice) or r (repetition allowed), "
                f"such as p4c10n, or one of {names}"
            )
        rule = cls(int(match[1]), int(match[2]), match[3] == "r")
        rule._check(text)
        return rule

    def _check(self, text: str) -> None:
        if self.pegs < 1 or self.symbols < 1:
            raise TreebuildError(f"bad game {text!r}: a code needs at least one peg and one symbol")
        if not self.repeat and self.pegs > self.symbols:
            raise TreebuildError(
                f"bad game {text!r}: {self.pegs} different symbols cannot be drawn from {self.symbols}; "
                f"use at least {self.pegs} symbols, or r to allow repetition"
            )
        replies = (self.pegs + 1) * (self.pegs + 2) // 2 - 1
        if replies > REPLY_LIMIT:
            raise TreebuildError(
                f"bad game {text!r}: {self.pegs} pegs have {replies} replies, at most {REPLY_LIMIT} are supported; "
                "use fewer pegs"
            )
        check_matrix_size(text, self.code_count, self.code_count)

    @property
    def code_count(self) -> int:
        """Number of codes."""
        return self.symbols**self.pegs if self.repeat else math.perm(self.symbols, self.pegs)

    @cached_property
    def replies(self) -> tuple[tuple[int, int], ...]:
        """All (bulls, cows) in order; with all pegs but one right the last cannot be a cow."""
        n = self.pegs
        return tuple((b, c) for b in range(n + 1) for c in range(n + 1 - b) if (b, c) != (n - 1, 1))

    def codes(self) -> Iterable[tuple[int, ...]]:
        """All codes in lexicographic order."""
        if self.repeat:
            return product(range(self.symbols), repeat=self.pegs)
        return permutations(range(self.symbols), self.pegs)

    def __str__(self) -> str:
        return f"p{self.pegs}c{self.symbols}{'r' if self.repeat else 'n'}"


def bulls_and_cows(rule: Rule) -> Callable[[Code, Code], int]:
    index = {answer: i for i, answer in enumerate(rule.replies)}

    def reply(guess: Code, secret: Code) -> int:
        bulls, symbols = sum(map(eq, guess, secret)), set(guess)
        if rule.repeat:
            common = sum(min(guess.count(symbol), secret.count(symbol)) for symbol in symbols)
        else:
            common = len(symbols.intersection(secret))
        return index[bulls, common - bulls]

    return reply


def check_matrix_size(name: str, codes: int, secrets: int) -> None:
    """Raise TreebuildError, naming the memory needed, when a codes x secrets matrix of bytes would not fit."""
    if codes * secrets > MATRIX_LIMIT:
        raise TreebuildError(
            f"game {name!r} is too large: its {codes:,} x {secrets:,} reply matrix needs {_bytes(codes * secrets)}, "
            f"at most {_bytes(MATRIX_LIMIT)} is supported; use fewer pegs or symbols"
        )


def _bytes(count: int) -> str:
    power = min((count.bit_length() - 1) // 10, 8)
    return f"{count >> 10 * power:,} {('bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB')[power]}"
