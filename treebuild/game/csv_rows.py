"""The rows of CSV files as people have them: commas, semicolons or tabs between cells, as spreadsheets write them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from treebuild.errors import TreebuildError
from treebuild.game.text import not_alone

if TYPE_CHECKING:
    from _csv import Reader

SEPARATORS = "\t;,"  # the first of equals is taken: a tab or a semicolon in every row is seldom an accident
_SAID = re.compile(r"sep=(.)[ \t]*\n", re.IGNORECASE)  # the first line, by which Excel knows the separator


class Row(NamedTuple):
    """A row that is not empty: where it ends in its file ("FILE: line 3"), and the texts of its cells."""

    where: str
    cells: list[str]


class Rows(NamedTuple):
    """The rows of a file, and what stands between their cells."""

    rows: list[Row]
    separator: str


def read_rows(path: Path, text: str, columns: int = 1) -> Rows:
    """The rows of a CSV file at `path` whose content is `text`.

    The separator is one that gives every row as many cells: the one with the fewest quotation marks in cells, then a
    tab, then the one with the most columns. If there is none, it is the one that gives the first row the most. Cells
    lose spaces around them, and a line end in a cell is a space. Empty rows are left out, and so are, after the first
    `columns`, columns at the right that are empty in every row. Raises TreebuildError, naming file and line, for a text
    that is not CSV, with a quotation mark that is not closed, and for characters that are joined into one.
    """
    text = io.StringIO(text, newline=None).read()  # Windows and old Macs end lines in their own ways
    said = _SAID.match(text)
    body, before = (text[said.end() :], 1) if said else (text, 0)
    separator = said[1] if said else _separator(body)
    rows, unclosed = [], body.count('"') % 2
    reader = _reader(body, separator)
    try:
        for line in reader:
            where = f"{path}: line {reader.line_num + before}"
            cells = [_clean(cell) for cell in line]
            if unclosed and any("\n" in cell for cell in line):
                raise TreebuildError(f"{where}: a cell has several lines, and a quotation mark is not closed: close it")
            if any(cells):
                if fault := next(filter(None, (not_alone(cell, marks=False) for cell in cells)), ""):
                    raise TreebuildError(f"{where}: {fault}")
                rows.append(Row(where, cells))
    except csv.Error as error:
        raise TreebuildError(f"{path}: line {reader.line_num + before}: is not CSV: {error}") from None
    filled = max((at for _, cells in rows for at, cell in enumerate(cells, 1) if cell), default=0)
    return Rows([Row(where, cells[: max(filled, columns)]) for where, cells in rows], separator)


def _separator(text: str) -> str:
    even: dict[str, tuple[int, bool, int]] = {}
    for separator in SEPARATORS:
        with suppress(csv.Error):
            marks, width = _even(_reader(text, separator))
            if width > 1:
                even[separator] = marks, separator != "\t", -width
    first = text.lstrip("\n").partition("\n")[0]
    return min(even, key=even.__getitem__) if even else max(reversed(SEPARATORS), key=first.count)


def _even(rows: Iterator[list[str]]) -> tuple[int, int]:
    """(the quotation marks in cells, the number of columns) where all rows have as many cells; else (0, 0)."""
    marks = width = 0
    for row in rows:
        if "".join(row).strip():
            if len(row) == 1 or width not in (0, len(row)):
                return 0, 0
            width = len(row)
            marks += sum(cell.count('"') for cell in row)
    return marks, width


def _reader(text: str, separator: str) -> Reader:
    return csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=separator != "\t")


def _clean(cell: str) -> str:
    cell = cell.strip()
    return cell if cell.isprintable() else " ".join(cell.split())
