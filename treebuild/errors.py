"""The one error a user can mend."""


class TreebuildError(Exception):
    """Something the user can put right: one line that says what was wrong, where, what was expected, what to do."""
