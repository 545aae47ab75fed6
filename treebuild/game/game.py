"""A game: what may be guessed, what is sought, what is replied. No other layer knows what a bull is."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations, product
from typing import Any, TypeAlias

from treebuild.errors import TreebuildError

Code: TypeAlias = Any  # any hashable; in a pNcM game a tuple of ints

ALIASES = {"bulls-cows": "p4c10n", "mastermind": "p4c6r"}
MATRIX_LIMIT = 4 << 30  # bytes; one byte for every (code, secret)
REPLY_LIMIT = 255  # reply indices are stored in one byte
_SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"


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


@dataclass(frozen=True, eq=False)
class Game:
    """Codes, secrets and the reply to every pair of them.

    `name` is the rule string of a pNcM game. `replies` are the labels in order, `win` the index of the one that ends
    the game. Make one with `from_rules` or `from_parts`.
    """

    name: str
    codes: tuple[Code, ...]
    secrets: tuple[Code, ...]
    replies: tuple[str, ...]
    win: int
    reply: Callable[[Code, Code], int] = field(repr=False)
    """The definition of the game: reply(guess, secret) -> index into `replies`, in plain Python."""
    rule: Rule | None = None
    symmetries: tuple[Callable[[Code], Code], ...] = ()
    """Generators of a custom game's symmetry group: maps of codes and secrets that keep every reply."""

    @classmethod
    def from_rules(cls, rules: str = "p4c10n") -> Game:
        """The game a rule string or alias names, codes and secrets both in lexicographic order.

        Raises TreebuildError for a bad rule and for a game whose reply matrix would not fit.
        """
        rule = Rule.parse(rules)
        codes = tuple(rule.codes())
        return cls(
            name=str(rule),
            codes=codes,
            secrets=codes,
            replies=tuple(f"{bulls}.{cows}" for bulls, cows in rule.replies),
            win=len(rule.replies) - 1,
            reply=_bulls_and_cows(rule),
            rule=rule,
        )

    @classmethod
    def from_parts(
        cls,
        name: str,
        codes: Sequence[Code],
        secrets: Sequence[Code],
        reply: Callable[[Code, Code], Hashable],
        replies: Sequence[Hashable],
        win: Hashable,
        symmetries: Sequence[Callable[[Code], Code]] = (),
    ) -> Game:
        """A game of your own.

        `reply(guess, secret)` returns one of `replies`; `win` is the reply that ends the game. Every code may win
        against one secret at most. `symmetries` are maps s with reply(s(g), s(x)) == reply(g, x). Raises
        TreebuildError when a code, secret or reply is given twice, or the matrix would not fit.
        """
        for what, items in (("code", codes), ("secret", secrets), ("reply", replies)):
            if not items or len(set(items)) != len(items):
                raise TreebuildError(f"game {name!r}: expected every {what} once and at least one, got {len(items)}")
        if win not in replies or len(replies) > REPLY_LIMIT:
            raise TreebuildError(
                f"game {name!r}: expected at most {REPLY_LIMIT} replies with {win!r}, the winning one, among them"
            )
        check_matrix_size(name, len(codes), len(secrets))
        index = {label: i for i, label in enumerate(replies)}

        def reply_index(guess: Code, secret: Code) -> int:
            answer = reply(guess, secret)
            if answer not in index:
                raise TreebuildError(
                    f"game {name!r}: {answer!r}, its reply({guess!r}, {secret!r}), is not in its alphabet"
                )
            return index[answer]

        labels = tuple(str(label) for label in replies)
        return cls(name, tuple(codes), tuple(secrets), labels, index[win], reply_index, None, tuple(symmetries))

    @cached_property
    def code_index(self) -> dict[Code, int]:
        """Code -> its index."""
        return {code: i for i, code in enumerate(self.codes)}

    def spell(self, code: Code) -> str:
        """A code as text: 0123 for (0, 1, 2, 3); symbols beyond 9 are letters, beyond 36 symbols numbers and dots."""
        if self.rule is None:
            return str(code)
        if self.rule.symbols > len(_SYMBOLS):
            return ".".join(map(str, code))
        return "".join(_SYMBOLS[symbol] for symbol in code)

    def parse(self, text: str) -> Code:
        """The code spelled `text`. Raises TreebuildError when no code is spelled so."""
        code = self._spelled.get(text.strip().lower() if self.rule else text)
        if code is None:
            example = self.spell(self.codes[0])
            raise TreebuildError(f"{text!r} is not a code of {self.name}: expected one such as {example}")
        return code

    @cached_property
    def _spelled(self) -> dict[str, Code]:
        return {self.spell(code): code for code in (*self.secrets, *self.codes)}


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


def _bulls_and_cows(rule: Rule) -> Callable[[Code, Code], int]:
    index = {answer: i for i, answer in enumerate(rule.replies)}

    def reply(guess: Code, secret: Code) -> int:
        bulls = sum(a == b for a, b in zip(guess, secret, strict=True))
        common = sum(min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess))
        return index[bulls, common - bulls]

    return reply
