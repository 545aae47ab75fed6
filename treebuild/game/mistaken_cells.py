"""Cells of a table of tests that may be mistaken, as they may mean something else than they are taken for.

Notes say so, and what to write. `variants` reads the cells, also those whose answer is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import groupby, pairwise

from treebuild.errors import some_of, warn
from treebuild.game.table_file import TableFile

MAY_MEAN_UNKNOWN = (  # in any case
    *("unknown", "not known", "nan", "n.a.", "#n/a", "??", "--"),
    *("not tested", "not recorded", "not applicable", "n/k", "n/d", "nd", "n.d."),
    *("variable", "varies", "various", "any", "maybe", "sometimes"),
)
_SIGNS = {"+", "-"}
_MOST_NAMED = 3  # texts in a note
_MAY_BE_OTHERS = re.compile(r"[|&,;+\[({\u2013]|\d-\d|\s(?:or|and|to)\s|.\?$", re.IGNORECASE)
_RANGE = re.compile(r"(\d+(?:\.\d+)?)\s*[-\u2013]\s*(\d+(?:\.\d+)?)")
_BRACKETS = re.compile(r"[\[({](.*)[\])}]")
_BETWEEN = re.compile(r"\s*[|&,;+()\u2013]\s*|(?<=\d)-(?=\d)|\s+(?:or|and|to)\s+", re.IGNORECASE)
_BETWEEN_IN_BRACKETS = re.compile(r"[\s/|&,;+]+")
_HOW_OFTEN = re.compile(r"(?:usually|mostly|often|sometimes|rarely)\s+", re.IGNORECASE)


def note_mistaken(table: TableFile, answers: Sequence[Set[str]]) -> None:
    """Warn of cells that may mean something else: in a line for each kind, and for joined answers in the first cell.

    `answers` has the answers to every test, as they are taken.
    """
    texts = [set(row) for row in table.cells]
    if words := sorted(cell for cell in set().union(*texts) if cell.lower() in MAY_MEAN_UNKNOWN):
        taken = (
            "taken as an answer like others: write ? where any answer is possible, n/a where the test does not apply"
        )
        warn(f"note: {table.path} has {', '.join(words)}, {taken}")
    if lone := [table.codes[test] for test, known in enumerate(answers) if len(known) == 1 and "" in texts[test]]:
        why = "an empty cell says that nothing is known: write no, or what else is meant"
        warn(f"note: {table.path}: one answer or none in every cell of {some_of(lone, _MOST_NAMED)}: {why}")
    signed = [texts[test] & (known - _SIGNS) for test, known in enumerate(answers) if known >= _SIGNS]
    if others := sorted(set().union(*signed)):
        advice = "write +/- where it may be either, ? where nothing is known"
        warn(f"note: {table.path} has {some_of(others, _MOST_NAMED)} in tests with + and -, taken as a third: {advice}")
    if alike := list(dict.fromkeys(pair for known in answers for pair in _alike(known))):
        warn(f"note: {table.path}: only capitals tell {some_of(alike, _MOST_NAMED, '; ')} apart: write them alike")
    if wide := [pair for known in answers for pair in _overlapping(known)]:
        advice = "as answers, they exclude one another; write classes, such as small and large"
        warn(f"note: {table.path}: {some_of(wide, _MOST_NAMED, '; ')} overlap: {advice}")
    for test, known in enumerate(answers):
        joined = sorted(filter(_MAY_BE_OTHERS.search, texts[test]))
        spelled = {answer.casefold(): answer for answer in sorted(known)} if joined else {}
        for cell in joined:
            if others := _others(cell, spelled):
                where = table.where(test, table.cells[test].index(cell))
                right = "each of these is a right answer" if len(others) > 1 else "this is right, ? if nothing is known"
                advice = f"write {'/'.join(others)} if {right}"
                warn(f"note: {where} is {cell!r}, taken as one answer of that name: {advice}")
                return


def _alike(answers: Set[str]) -> Iterator[str]:
    """The answers to a test that differ in capitals alone, such as "Red and red"."""
    if len(set(map(str.casefold, answers))) == len(answers):
        return  # as in most tests, and quicker than to sort
    for _, same in groupby(sorted(answers, key=lambda answer: (answer.casefold(), answer)), str.casefold):
        if len(spellings := list(same)) > 1:
            yield " and ".join(spellings)


def _overlapping(answers: Set[str]) -> Iterator[str]:
    """Answers to a test that are ranges of numbers with some numbers in common, such as "8-10 and 9-13"."""
    ranges = sorted((float(found[1]), float(found[2]), found[0]) for found in map(_RANGE.fullmatch, answers) if found)
    for (_, most, one), (least, _, other) in pairwise(ranges):
        if least < most:
            yield f"{one} and {other}"


def _others(cell: str, spelled: Mapping[str, str]) -> list[str]:
    """The answers that a cell seems to have, as in `red or brown`, `red (rarely brown)`, `{0 1}` or `red?`; often none.

    `spelled` has the answers to the test by their spellings without capitals.
    """
    ways = [[_HOW_OFTEN.sub("", part) for part in _BETWEEN.split(cell) if part]]
    if inside := _BRACKETS.fullmatch(cell):
        ways += [_BETWEEN_IN_BRACKETS.split(inside[1].strip()), list(inside[1])]
    several = ([spelled.get(part.casefold(), "") for part in parts] for parts in ways if len(parts) > 1)
    sure = spelled.get(cell[:-1].rstrip().casefold()) if cell.endswith("?") else None
    return next(filter(all, several), [sure] if sure else [])
