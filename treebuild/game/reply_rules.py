"""The rules that give replies: the built-in ones, tables, and functions of one's own; and the limits of sizes.

A built-in rule looks at the symbols of guess and secret. `RuleKind.reply` defines it in plain Python. For whole
matrices a reply is also a sum of what every peg of the guess adds (`RuleKind.term`), which may depend on the peg, on
its symbol, and on the other pegs of the guess with the same symbol. A table has the reply to every code for every
secret.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import eq
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError, UsageError

Code: TypeAlias = Any  # any hashable; in a game with a built-in rule a tuple of ints, the indices of its symbols
Symbols: TypeAlias = tuple[int, ...]
Indices: TypeAlias = NDArray[np.uint8 | np.uint16]  # indices of replies, in the dtype of `reply_dtype`
Style: TypeAlias = Literal["counts", "count", "marks", "labels"]
Row: TypeAlias = "bytes | array[int]"  # the same of a table, as `packed_row` makes them

MATRIX_LIMIT = 4 << 30  # bytes of a reply matrix
MOST_CODES = 1 << 20  # codes of a game, whose lists then take some hundred megabytes
MOST_SYMBOLS = 1 << 16  # symbols of a game: arrays hold them as uint16
REPLY_LIMIT = 1 << 16  # replies of a game: a matrix holds their indices as uint8 or uint16
BYTE_REPLIES = 256  # replies of which one byte holds an index


def reply_dtype(replies: int) -> type[np.uint8 | np.uint16]:
    """The dtype for the indices of this number of replies."""
    return np.uint8 if replies <= BYTE_REPLIES else np.uint16


def packed_row(row: Sequence[int], replies: int) -> Row:
    """The indices of replies, of which a game has this number, as bytes or, of more than a byte numbers, as words."""
    if isinstance(row, bytes if replies <= BYTE_REPLIES else array):
        return row
    return bytes(iter(row)) if replies <= BYTE_REPLIES else array("H", iter(row))  # `iter`: bytes are no words


class RuleKind(ABC):
    """A built-in rule for codes of any number of pegs: its replies, and all that the rest of treebuild asks about it.

    A subclass defines a rule, and RULES lists it; nothing else has to know it. By every rule, a code gets the last
    reply for itself as the secret, and for no other secret. The attributes with a value here promise more, or name what
    else knows the rule. With the values that they have here, a rule works everywhere.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    """What its games of word lists are called."""
    most_pegs: ClassVar[int]
    """With more pegs there are more than REPLY_LIMIT replies, or sums of terms above 16 bits."""
    space_pegs: ClassVar[int]
    """The most pegs of codes that are all sequences of symbols; at most `most_pegs`."""
    style: ClassVar[Style] = "labels"
    """How people write its replies, see `user_input`. Labels of `counts` are two numbers with a point between, those of
    `count` are numbers, and those of `marks` have a sign of WORDLE for each peg."""
    keeps_symbols: ClassVar[bool] = False
    """Whether symbols may change places, in guess and secret alike, without changing a reply."""
    keeps_pegs: ClassVar[bool] = False
    """Whether pegs may change places, in guess and secret alike, without changing a reply."""
    mutual: ClassVar[bool] = False
    """Whether guess and secret may change places without changing the reply."""
    in_kernels: ClassVar[Literal["counts", "places", "marks", ""]] = ""
    """How `kernels/blocks.py` computes its replies. Else greedy searches need the matrix of all replies."""
    in_checkers: ClassVar[bool] = False
    """Whether `checker/` has it, in Python and in C. Else certificates carry a table of its replies."""
    in_page: ClassVar[bool] = False
    """Whether `player/page/described.js` has it. Else the page carries a table of its replies."""

    @abstractmethod
    def replies(self, pegs: int) -> tuple[str, ...]:
        """The labels of the replies in order; the last one wins."""

    @abstractmethod
    def reply(self, guess: Symbols, secret: Symbols) -> int:
        """The index of the reply: the definition of the rule."""

    @abstractmethod
    def term(self, secrets: NDArray[np.uint16], peg: int, symbol: int, same: tuple[int, ...]) -> NDArray[np.uint16]:
        """uint16 (secrets,): what a peg of a guess adds to the sum that stands for the reply, see `sums`.

        `secrets` is uint16 (secrets, pegs), `symbol` is the symbol of the peg, and `same` has all pegs of the guess
        with this symbol.
        """

    def sums(self, pegs: int) -> NDArray[np.int64]:
        """int64 (replies,): the sum of terms that stands for each reply. Unless a rule says more, that is its index."""
        return np.arange(len(self.replies(pegs)))


class BullsAndCows(RuleKind):
    """How many symbols are in the right place, and how many others occur in another place."""

    name, title, style = "bulls-cows", "Bulls and Cows", "counts"
    in_kernels = "counts"
    most_pegs, space_pegs = 255, 21  # the players of pNcM games know no more than 21 pegs
    keeps_symbols = keeps_pegs = mutual = in_checkers = in_page = True

    def replies(self, pegs: int) -> tuple[str, ...]:
        return tuple(f"{bulls}.{cows}" for bulls, cows in bulls_and_cows(pegs))

    def reply(self, guess: Symbols, secret: Symbols) -> int:
        bulls: int = sum(map(eq, guess, secret))
        return _index_of_counts(len(guess))[bulls, _common(guess, secret) - bulls]

    def term(self, secrets: NDArray[np.uint16], peg: int, symbol: int, same: tuple[int, ...]) -> NDArray[np.uint16]:
        bull, occurs = secrets[:, peg] == symbol, (secrets == symbol).sum(axis=1)
        return np.asarray(bull * (secrets.shape[1] + 1) + (occurs > same.index(peg)), np.uint16)

    def sums(self, pegs: int) -> NDArray[np.int64]:
        return np.array([bulls * (pegs + 1) + bulls + cows for bulls, cows in bulls_and_cows(pegs)])


class Bulls(RuleKind):
    """How many symbols are in the right place."""

    name, title, style = "bulls", "Right places", "count"
    in_kernels = "places"
    most_pegs = space_pegs = 255
    keeps_symbols = keeps_pegs = mutual = in_checkers = in_page = True

    def replies(self, pegs: int) -> tuple[str, ...]:
        return tuple(map(str, range(pegs + 1)))

    def reply(self, guess: Symbols, secret: Symbols) -> int:
        return sum(map(eq, guess, secret))

    def term(self, secrets: NDArray[np.uint16], peg: int, symbol: int, same: tuple[int, ...]) -> NDArray[np.uint16]:
        return np.asarray(secrets[:, peg] == symbol, np.uint16)


class Wordle(RuleKind):
    """A mark for each symbol. Bulls first; then, from the left, a cow for each symbol that the secret has once more."""

    name, title, style = "wordle", "Wordle", "marks"
    in_kernels = "marks"
    most_pegs = space_pegs = 10
    keeps_symbols = in_checkers = in_page = True

    def replies(self, pegs: int) -> tuple[str, ...]:
        marks = [""]
        for _ in range(pegs):
            marks = [mark + letter for mark in marks for letter in WORDLE]
        return tuple(marks)

    def reply(self, guess: Symbols, secret: Symbols) -> int:
        left = [symbol for symbol, other in zip(secret, guess, strict=True) if symbol != other]
        number = 0
        for symbol, other in zip(guess, secret, strict=True):
            mark = 2 if symbol == other else 1 if symbol in left else 0
            if mark == 1:
                left.remove(symbol)
            number = 3 * number + mark
        return number

    def term(self, secrets: NDArray[np.uint16], peg: int, symbol: int, same: tuple[int, ...]) -> NDArray[np.uint16]:
        bull, occurs = secrets[:, peg] == symbol, (secrets == symbol).sum(axis=1)
        bulls = (secrets[:, same] == symbol).sum(axis=1)
        earlier = (secrets[:, same[: same.index(peg)]] != symbol).sum(axis=1)  # pegs that take a cow before this one
        mark = np.where(bull, 2, earlier < occurs - bulls)
        return np.asarray(mark * 3 ** (secrets.shape[1] - 1 - peg), np.uint16)


RULES: dict[str, RuleKind] = {kind.name: kind for kind in (BullsAndCows(), Bulls(), Wordle())}


@dataclass(frozen=True)
class Rule:
    """A built-in rule, one of RULES, for codes with a given number of pegs. Raises UsageError for another name."""

    name: str
    pegs: int

    def __post_init__(self) -> None:
        if self.name not in RULES:
            raise UsageError(f"unknown rule {self.name!r}: expected one of {', '.join(RULES)}")

    @property
    def kind(self) -> RuleKind:
        """What the rule is for any number of pegs."""
        return RULES[self.name]

    def check(self, game: str, playable: Callable[[], int] | None = None) -> None:
        """Raise TreebuildError, naming the game, where the rule has too many replies for its pegs.

        `playable` is for codes of all sequences of symbols. The error advises at most playable() pegs: the most of
        which there are not too many codes.
        """
        most = self.kind.space_pegs if playable else self.kind.most_pegs
        if self.pegs > most:
            most = min(most, playable()) if playable else most
            raise TreebuildError(
                f"game {game!r}: codes of {self.pegs} pegs have too many replies by {self.name}: "
                f"use at most {most} peg{'s' * (most > 1)}"
            )

    @cached_property
    def replies(self) -> tuple[str, ...]:
        """The labels of the replies in order; the last one wins."""
        return self.kind.replies(self.pegs)

    @property
    def reply(self) -> Callable[[Symbols, Symbols], int]:
        """reply(guess, secret) is the index of the reply: the definition of the rule."""
        return self.kind.reply

    @property
    def term(self) -> Callable[[NDArray[np.uint16], int, int, tuple[int, ...]], NDArray[np.uint16]]:
        """`RuleKind.term`; `numbered` turns the sum of the terms of all pegs into the reply."""
        return self.kind.term

    @cached_property
    def sums(self) -> NDArray[np.int64]:
        """int64 (replies,): the sum of terms that stands for each reply: numbered[sums[reply]] == reply."""
        return self.kind.sums(self.pegs)

    @cached_property
    def numbered(self) -> Indices:
        """uint8 or uint16: numbered[sum of the terms of all pegs] is the index of the reply."""
        index = np.zeros(int(self.sums.max()) + 1, reply_dtype(len(self.replies)))
        index[self.sums] = np.arange(len(self.replies))
        return index


WORDLE = ".yg"  # grey, yellow, green


@cache
def bulls_and_cows(pegs: int) -> tuple[tuple[int, int], ...]:
    """All (bulls, cows) of bulls-cows in order. (pegs - 1, 1) cannot occur: the last peg cannot be a cow."""
    return tuple((b, c) for b in range(pegs + 1) for c in range(pegs + 1 - b) if (b, c) != (pegs - 1, 1))


@cache
def _index_of_counts(pegs: int) -> dict[tuple[int, int], int]:
    return {answer: i for i, answer in enumerate(bulls_and_cows(pegs))}


@dataclass(frozen=True, eq=False)
class Table:
    """A rule given by a table: the reply to a code for a secret is rows[code][column[secret]].

    `hypotheses` has the name of the hypothesis that each secret is a variant of, where answers of some are unknown (see
    game/variants.py); it is empty in other tables.
    """

    rows: Mapping[Code, Row]
    column: Mapping[Code, int]
    hypotheses: Mapping[Code, str] = field(default_factory=dict)
    name: str = "table"

    @classmethod
    def of(
        cls, codes: Sequence[Code], secrets: Sequence[Code], rows: Sequence[Row], hypotheses: Sequence[str] = ()
    ) -> Table:
        """The table of these codes and secrets: rows[i][j] is the index of the reply to codes[i] for secrets[j]."""
        column = {secret: i for i, secret in enumerate(secrets)}
        return cls(dict(zip(codes, rows, strict=True)), column, dict(zip(secrets, hypotheses, strict=False)))

    def reply(self, guess: Code, secret: Code) -> int:
        """The index of the reply: the definition of the rule."""
        return self.rows[guess][self.column[secret]]


def _common(guess: Symbols, secret: Symbols) -> int:
    """The number of symbols that guess and secret have in common, each counted as often as it occurs in both."""
    symbols = set(guess)
    if len(symbols) == len(guess):
        return len(symbols.intersection(secret))
    return sum(min(guess.count(symbol), secret.count(symbol)) for symbol in symbols)


def check_code_count(name: str, codes: int, symbols: int) -> None:
    """Raise TreebuildError for a game of more codes than MOST_CODES, or of more symbols than MOST_SYMBOLS."""
    for count, most, what in ((symbols, MOST_SYMBOLS, "symbols"), (codes, MOST_CODES, "codes")):
        if count > most:
            raise TreebuildError(
                f"game {name!r} is too large: it has {count:,} {what}, at most {most:,} are supported; use fewer pegs "
                "or symbols"
            )


def matrix_size(codes: int, secrets: int, replies: int) -> int:
    """The bytes of a codes x secrets matrix of indices of this number of replies."""
    return codes * secrets * (1 if replies <= BYTE_REPLIES else 2)


def check_matrix_size(name: str, codes: int, secrets: int, replies: int) -> None:
    """Raise TreebuildError when the reply matrix of a game would have more than MATRIX_LIMIT bytes."""
    needed = matrix_size(codes, secrets, replies)
    if needed > MATRIX_LIMIT:
        raise TreebuildError(
            f"game {name!r} is too large: its {codes:,} x {secrets:,} reply matrix needs {_bytes(needed)}, "
            f"at most {_bytes(MATRIX_LIMIT)} is supported; use fewer pegs or symbols"
        )


def _bytes(count: int) -> str:
    power = min((count.bit_length() - 1) // 10, 8)
    return f"{count >> 10 * power:,} {('bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB')[power]}"


def indexed(
    name: str, reply: Callable[[Code, Code], Hashable], replies: Sequence[Hashable]
) -> Callable[[Code, Code], int]:
    """A function like `reply` that returns the index in `replies`. Its errors are TreebuildErrors naming the game."""
    index = {label: i for i, label in enumerate(replies)}

    def reply_index(guess: Code, secret: Code) -> int:
        try:
            answer = reply(guess, secret)
        except (Exception, SystemExit) as error:
            what = f"{type(error).__name__}: {error}"
            raise TreebuildError(f"game {name!r}: its reply({guess!r}, {secret!r}) raises {what}") from error
        try:
            return index[answer]
        except (KeyError, TypeError):  # TypeError: the answer is not hashable
            raise TreebuildError(
                f"game {name!r}: {answer!r}, its reply({guess!r}, {secret!r}), is not one of its replies"
            ) from None

    return reply_index
