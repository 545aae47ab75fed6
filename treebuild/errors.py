"""The one error a user can mend, and text that is safe to print."""

from __future__ import annotations

LONGEST = 4000  # characters of a line that is printed; a file may hold texts of megabytes
_END = 400  # of these, those kept from its end: what to do stands there


class TreebuildError(Exception):
    """Something the user can put right: one line that says what was wrong, where, what was expected, what to do.

    The line may quote a file: it is made printable. `kind` is the error kind of the format specifications in schema/,
    or "" where none applies.
    """

    def __init__(self, message: str, kind: str = "") -> None:
        super().__init__(printable(message))
        self.kind = kind


def too_long(what: str, kind: str = "limit") -> TreebuildError:
    """The error for a tree that may be sound, but takes more than a second or two to read or to replay."""
    return TreebuildError(f"{what}, which may take long: `treebuild convert` and `verify` do it with --patient", kind)


def printable(text: str) -> str:
    """A line that says what `text` says and does nothing else to a terminal.

    Control characters, line ends, marks that turn the direction of writing, lone surrogates and spaces other than the
    usual one are escaped as in a Python string; of what is longer than LONGEST the middle is left out. What is
    printable comes back as it is, so that it does no harm to do this twice.
    """
    shown = text if len(text) <= LONGEST else f"{text[: LONGEST - _END]}...{text[-_END:]}"
    if shown.isprintable():
        return shown
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in shown)
