"""The codes that treebuild adds to a table of tests: one to name each secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from treebuild.errors import TreebuildError
from treebuild.game.reply_rules import Row, packed_row

FOUND, NOT_IT = "found", "not it"  # the replies to a code that names a secret


@dataclass(frozen=True)
class Named:
    """A table of tests and of the codes that name the secrets.

    codes    the tests, then a code for each secret
    replies  the labels of the replies
    win      the index of FOUND in `replies`
    rows     rows[code][secret] is an index into `replies`
    """

    codes: list[str]
    replies: list[str]
    win: int
    rows: list[Row]


def with_namings(
    game: str, tests: Sequence[str], secrets: Sequence[str], replies: Sequence[str], rows: Sequence[Sequence[int]]
) -> Named:
    """The table of these tests and of a code for each secret, to which it replies FOUND and all others NOT_IT.

    rows[test][secret] is an index into `replies`. `game` is its name, for errors. Raises TreebuildError for a test that
    has the name of a secret, and where a test may get FOUND.
    """
    if both := [test for test in tests if test in set(secrets)]:
        raise TreebuildError(f"game {game!r}: {both[0]!r} is a test and a secret: rename one")
    if FOUND in replies:
        raise TreebuildError(
            f"game {game!r}: {FOUND!r} is what a secret answers to its name: give tests another reply, or give `win`"
        )
    labels = [*replies, *([] if NOT_IT in replies else [NOT_IT]), FOUND]
    no, yes = labels.index(NOT_IT), labels.index(FOUND)
    others = [no] * len(secrets)
    named = ([*others[:secret], yes, *others[secret + 1 :]] for secret in range(len(secrets)))
    return Named([*tests, *secrets], labels, yes, [packed_row(row, len(labels)) for row in chain(rows, named)])
