"""Codes that name secrets: those that win against one, and those that treebuild adds to a table of tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treebuild.errors import TreebuildError

FOUND, NOT_IT = "found", "not it"  # what naming a secret is answered


@dataclass(frozen=True)
class Named:
    """The codes, replies, winning reply and rows of a table of tests with the codes that name the secrets."""

    codes: list[str]
    replies: list[str]
    win: int
    rows: list[bytes]


def with_namings(
    game: str, tests: Sequence[str], secrets: Sequence[str], replies: Sequence[str], rows: Sequence[bytes]
) -> Named:
    """The table in which a code for each secret, after the tests, is answered FOUND by it and NOT_IT by all others.

    Raises TreebuildError for a test that all secrets answer alike or that has the name of a secret, and where FOUND is
    the answer to a test.
    """
    for test, row in zip(tests, rows, strict=True):
        if len(set(row)) == 1:
            raise TreebuildError(
                f"game {game!r}: the test {test!r} tells nothing apart, every secret answers {replies[row[0]]!r}: "
                "remove it"
            )
    if both := [test for test in tests if test in set(secrets)]:
        raise TreebuildError(f"game {game!r}: {both[0]!r} is a test and a secret: rename one")
    if FOUND in replies:
        raise TreebuildError(
            f"game {game!r}: {FOUND!r} is what a secret answers to its name: let tests answer otherwise, or give win"
        )
    labels = [*replies, *([] if NOT_IT in replies else [NOT_IT]), FOUND]
    no, yes = labels.index(NOT_IT), labels.index(FOUND)
    named = [bytes([yes if other == secret else no for other in range(len(secrets))]) for secret in range(len(secrets))]
    return Named([*tests, *secrets], labels, yes, [*rows, *named])
