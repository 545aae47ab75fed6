"""The one error a user can mend."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Remedy:
    """What to do about an error: `advice`, in which {} stands for an argument of the function that was called.

    Python writes the argument force=True; the command line, whose options have the same names, --force.
    """

    advice: str
    argument: str
    value: object = True

    def __str__(self) -> str:
        return self.advice.format(f"{self.argument}={self.value!r}")


class TreebuildError(Exception):
    """Something the user can put right: one line that says what was wrong, where, what was expected, what to do.

    `message` is the line without the remedy, `remedy` the argument that helps, if one does. `kind` is the error kind of
    the format specifications in schema/, or "" where none applies.

    >>> build("minavgg", "p2c3n")
    Traceback (most recent call last):
        ...
    treebuild.errors.TreebuildError: unknown algorithm 'minavgg': did you mean 'minavg'?
    """

    def __init__(self, message: str, kind: str = "", remedy: Remedy | None = None) -> None:
        super().__init__(message, kind, remedy)
        self.message, self.kind, self.remedy = message, kind, remedy

    def __str__(self) -> str:
        return self.message if self.remedy is None else f"{self.message}; {self.remedy}"

    def at(self, place: object, remedy: Remedy | None = None) -> TreebuildError:
        """The same error, said of a place such as a file; `remedy` is for one that has none."""
        return TreebuildError(f"{place}: {self.message}", self.kind, self.remedy or remedy)


def too_long(what: str, kind: str = "limit") -> TreebuildError:
    """The error for a file that may be sound, but takes more than a second or two to read."""
    return TreebuildError(f"{what}, which may take long", kind, Remedy("{} reads it nevertheless", "patient"))
