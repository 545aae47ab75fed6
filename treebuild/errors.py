"""The errors for mistakes of the user, what helps against them (`Remedy`), warnings, and text that is safe to print."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from logging import getLogger

LONGEST = 4000  # characters of a line that is printed; texts from files may have millions
_SHOWN = 60  # characters of an argument that an error shows
_END = 400  # of LONGEST, the characters from the end of the line, which says what to do


@dataclass(frozen=True)
class Remedy:
    """What to do about an error: `advice`, in which {} stands for an argument of the function that was called.

    Python shows the argument as force=True. The command line, whose options have the same names, shows it as --force.
    """

    advice: str
    argument: str
    value: object = True

    def __str__(self) -> str:
        return self.advice.format(f"{self.argument}={self.value!r}")


class TreebuildError(Exception):
    """Something the user can put right: one line that says what was wrong, where, what was expected, what to do.

    `message` is the line without the remedy, made printable because it may quote a file. `remedy` is the argument that
    helps, or None. `kind` is the error kind of the format specifications in schema/, or "" for other errors.

    >>> build("minavgg", "p2c3n")
    Traceback (most recent call last):
        ...
    treebuild.errors.UsageError: unknown algorithm 'minavgg': did you mean 'minavg'?
    """

    def __init__(self, message: str, kind: str = "", remedy: Remedy | None = None) -> None:
        message = printable(message)
        super().__init__(message, kind, remedy)
        self.message, self.kind, self.remedy = message, kind, remedy

    def __str__(self) -> str:
        return self.message if self.remedy is None else f"{self.message}; {self.remedy}"

    def at(self, place: object, remedy: Remedy | None = None) -> TreebuildError:
        """The same error with a place, such as a file, before its message; `remedy` is used if it has none.

        It is no UsageError: what stands in a file are no words of the user.
        """
        return TreebuildError(f"{place}: {self.message}", self.kind, self.remedy or remedy)


class UsageError(TreebuildError):
    """A word that is none of the words to choose from, or options that do not go together.

    The command line then ends with exit code 2. After other errors it ends with 1.
    """


class MissingFileError(TreebuildError):
    """There is no file of this name. `more` may say what else the name could be."""

    def __init__(self, path: object, more: str = "", kind: str = "", remedy: Remedy | None = None) -> None:
        super().__init__(f"{path}: there is no such file{more}", kind, remedy)
        self.path = str(path)


def check_type(value: object, wanted: type | tuple[type, ...], what: str) -> None:
    """Raise TreebuildError for a value of another type. `what` says what was expected: "tree: expected a Tree"."""
    if not isinstance(value, wanted):
        shown = repr(value) if len(repr(value)) <= _SHOWN else f"an object of type {type(value).__name__}"
        raise TreebuildError(f"{shown} is no {what}")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Such as "did you mean 'minavg'? ", with a space at its end; "" where no known word is close."""
    near = difflib.get_close_matches(word, list(known), 1, 0.6)
    return f"did you mean {near[0]!r}? " if near else ""


def too_long(what: str, kind: str = "limit") -> TreebuildError:
    """The error for a tree that may be sound, but takes more than a second or two to read or replay.

    `what` is the beginning of the message: why it takes so long.
    """
    return TreebuildError(f"{what}, which may take long", kind, Remedy("{} reads it nevertheless", "patient"))


def some_of(texts: Sequence[str], most: int, between: str = ", ") -> str:
    """The first `most` of these texts, and "..." where there are more."""
    return between.join(texts[:most]) + f"{between}..." * (len(texts) > most)


def all_of(texts: Iterable[str]) -> str:
    """These texts, each once, as in "a, b and c"."""
    return _listed(texts, "and")


def any_of(texts: Iterable[str]) -> str:
    """These texts, each once, as in "a, b or c"."""
    return _listed(texts, "or")


def _listed(texts: Iterable[str], word: str) -> str:
    *others, last = dict.fromkeys(texts)
    return f"{', '.join(others)} {word} {last}" if others else last


def warn(text: str) -> None:
    """Tell whoever listens to the log of treebuild: the command line prints this as a line of its own."""
    getLogger("treebuild").warning(printable(text))


def printable(text: str) -> str:
    """The text as one line that only prints, and does nothing else to a terminal.

    Control characters, line ends, marks that turn the direction of writing, lone surrogates and spaces other than the
    usual one are escaped as in a Python string. A text of more than LONGEST characters loses its middle. A printable
    text comes back as it is, so calling this twice does no harm.
    """
    return escaped(text if len(text) <= LONGEST else f"{text[: LONGEST - _END]}...{text[-_END:]}")


def escaped(text: str) -> str:
    """The same, but whole, however long: for lines that programs read."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
