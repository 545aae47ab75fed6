"""The one error a user can mend."""


class TreebuildError(Exception):
    """Something the user can put right: one line that says what was wrong, where, what was expected, what to do.

    `kind` is the error kind of the format specifications in schema/, or "" where none applies.
    """

    def __init__(self, message: str, kind: str = "") -> None:
        super().__init__(message)
        self.kind = kind


def too_long(what: str, kind: str = "limit") -> TreebuildError:
    """The error for a file that may be sound, but takes more than a second or two to read."""
    return TreebuildError(f"{what}, which may take long: `treebuild convert --patient` reads it nevertheless", kind)
