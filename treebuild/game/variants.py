"""Tests whose answers are not all known: a hypothesis becomes variants, one for each combination of its answers.

A cell of a table of tests says what a hypothesis answers to a test:

a        the answer a
a/b      either: a or b
? or ""  nothing is known: any answer that the test has in the table; so does NA say, as R and pandas write it
- or n/a the test does not apply, which is an answer of its own

A variant is a secret. It has its share of the weight of its hypothesis, and all variants of a hypothesis are of one
group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import TypeAlias

import numpy as np

from treebuild.errors import TreebuildError, some_of, warn
from treebuild.game.mistaken_cells import MAY_MEAN_UNKNOWN, note_mistaken
from treebuild.game.table_file import TableFile

MOST_SECRETS = 1 << 12  # of a table with variants: the matrix then has 16 million replies, which fit in a tree's file
MOST_COUNTED = 10**15  # of one hypothesis: exact counts may have a million digits
MOST_LEFT_OUT = 8  # tests that an error advises to leave out
MOST_NAMED = 3  # hypotheses that an error or a warning names, and tests of each
MISSING = "NA"  # in capitals, and with a warning, since it may be meant as an answer
UNKNOWN, EITHER, INAPPLICABLE, PLUS = ("", "?", MISSING), "/", ("-", "n/a"), "+"
DASHES = dict.fromkeys("\u2212\u2013\u2014", "-")  # what spreadsheets make of a minus in a cell of its own
DOES_NOT_APPLY = "does not apply"  # the answer in place of "-", where the game file gives no other words

Options: TypeAlias = tuple[str, ...]
"""The answers that a hypothesis may give to a test."""


@dataclass(frozen=True)
class Variants:
    """A table of tests in which every answer is known.

    hypotheses  the hypothesis of every secret; a hypothesis of one variant has the name of its secret
    answers     answers[test][secret]
    """

    tests: list[str]
    secrets: list[str]
    hypotheses: list[str]
    answers: list[Sequence[str]]


def spread(table: TableFile, applies_not: str = DOES_NOT_APPLY) -> Variants:
    """The variants of a table of tests, each named by its hypothesis and, in brackets, by the answers of its own.

    `applies_not` is the answer that "-" stands for. Tests of which no answer is known are left out, with a warning.
    Raises TreebuildError, naming the cell, for a text such as "a/"; naming the hypotheses with the most, for more than
    MOST_SECRETS secrets where some are variants; and where no answer at all is known.
    """
    if missing := sum(row.count(MISSING) for row in table.cells):
        warn(f"note: {table.path}: {missing} cells are {MISSING}, which says that nothing is known, as ? does")
    read = _options(table, applies_not)
    note_mistaken(table, [set(chain.from_iterable(row)) for row in read])
    tests, options, silent = [], [], []
    for test, row in enumerate(read):
        if known := tuple(dict.fromkeys(chain.from_iterable(row))):
            tests.append(test)
            options.append([some or known for some in row])
        else:
            silent.append(table.codes[test])
    if not tests:
        raise TreebuildError(f"{table.path}: no answer to any test is known, expected a table with some")
    if silent:
        some = some_of(silent, MOST_NAMED)
        warn(f"note: {table.path}: tests of which no answer is known are left out: {some}")
    columns = list(zip(*options, strict=True))
    _check_count(table, tests, columns)
    secrets, hypotheses, answers = [], [], []
    for hypothesis, column in zip(table.secrets, columns, strict=True):
        for choice in product(*column):
            own = [answer for answer, some in zip(choice, column, strict=True) if len(some) > 1]
            secrets.append(f"{hypothesis} ({', '.join(own)})" if own else hypothesis)
            hypotheses.append(hypothesis)
            answers.append(choice)
    return Variants([table.codes[test] for test in tests], secrets, hypotheses, list(zip(*answers, strict=True)))


def check_known(table: TableFile, key: str) -> None:
    """Raise TreebuildError for a cell of which not one answer is known; `key` is what the game file says of them."""
    for code, row in enumerate(table.cells):
        for secret, cell in enumerate(row):
            if cell in UNKNOWN or (EITHER in cell and cell.lower() not in INAPPLICABLE):
                what = f"is {cell!r}" if cell else "is empty"
                raise TreebuildError(
                    f"{table.where(code, secret)} {what}, expected one answer, since the game file says {key}"
                )


def _options(table: TableFile, applies_not: str) -> list[list[Options]]:
    """The answers of every cell, without repetition; none where nothing is known.

    In a test with + among its answers, - is the opposite of it, and says in no cell that the test does not apply.
    """
    kept_by_signs: dict[bool, dict[str, Options]] = {False: {}, True: {}}  # most cells have the text of another
    found = []
    for code, row in enumerate(table.cells):
        signs = any(PLUS in map(str.strip, cell.split(EITHER)) for cell in set(row))
        kept = kept_by_signs[signs]
        for secret, cell in enumerate(row):
            if cell not in kept:
                whole = cell.lower() in (*UNKNOWN, *INAPPLICABLE, *MAY_MEAN_UNKNOWN)
                parts = [cell] if whole else [DASHES.get(part.strip(), part.strip()) for part in cell.split(EITHER)]
                if len(parts) > 1 and "" in parts:
                    raise TreebuildError(
                        f"{table.where(code, secret)} is {cell!r}, expected an answer, or answers with {EITHER} between"
                    )
                inapplicable = INAPPLICABLE[signs:]
                said = [applies_not if part.lower() in inapplicable else part for part in parts]
                kept[cell] = () if set(said).intersection(UNKNOWN) else tuple(dict.fromkeys(said))
        found.append([kept[cell] for cell in row])
    return found


def _count(column: Sequence[Options]) -> int:
    """The number of variants of a hypothesis, or MOST_COUNTED if there are more."""
    count = 1
    for options in column:
        count *= len(options)
        if count >= MOST_COUNTED:
            return MOST_COUNTED
    return count


def _check_count(table: TableFile, tests: list[int], columns: list[tuple[Options, ...]]) -> None:
    """Raise TreebuildError where the variants are too many, naming the hypotheses that have the most, and the cells."""
    counts = [_count(column) for column in columns]
    if sum(counts) <= max(MOST_SECRETS, len(counts)):
        return
    worst = []
    several = [secret for secret, count in enumerate(counts) if count > 1]
    for secret in sorted(several, key=lambda secret: -counts[secret])[:MOST_NAMED]:
        cells = [test for test, options in zip(tests, columns[secret], strict=True) if len(options) > 1]
        named = some_of([table.codes[test] for test in cells], MOST_NAMED)
        worst.append(f"{table.secrets[secret]} ({counts[secret]:,}: {named})")
    left_out, left = _tests_to_leave_out(columns)
    named = ", ".join(table.codes[tests[test]] for test in left_out)
    advice = f"tests: without {named} {left:,} are left" if left else "tests that few hypotheses answer"
    raise TreebuildError(
        f"{table.path}: its unknown and variable answers make at least {sum(counts):,} variants, at most "
        f"{MOST_SECRETS:,} are supported; most are of {', '.join(worst)}: fill in such cells, or leave out {advice}"
    )


def _tests_to_leave_out(columns: list[tuple[Options, ...]]) -> tuple[list[int], int]:
    """A few tests without which the variants are not too many, and how many are left; 0 where no few tests suffice.

    The test without which the fewest variants are left comes first. A measurement of which some are unknown is such a
    test: it has nearly as many answers as there are hypotheses.
    """
    ways = np.log([[len(options) for options in column] for column in columns])
    together, without = ways.sum(axis=1), list[int]()
    while len(without) < min(MOST_LEFT_OUT, len(columns[0]) - 1):
        left = np.logaddexp.reduce(together[:, None] - ways, axis=0)
        left[without] = np.inf
        without.append(test := int(left.argmin()))
        together = together - ways[:, test]
        kept = [[options for at, options in enumerate(column) if at not in without] for column in columns]
        if (count := sum(map(_count, kept))) <= MOST_SECRETS:
            return without, count
    return [], 0
