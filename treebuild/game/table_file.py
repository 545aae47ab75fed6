"""Tables from CSV files: what every code gets as a reply for every secret, with either of them in the rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from treebuild.errors import TreebuildError, warn
from treebuild.game.csv_rows import read_rows

ROWS = ("guesses", "secrets")  # what a table may have in its rows; it has the other in its columns
_MANY_TESTS = 3  # a table with this many times as many tests as secrets looks transposed
_CHARACTER = re.compile(  # names of tests: flies?, has_hair, Leaf shape
    r".*[?\uff1f\u061f]|(are|can|do|does|has|have|is)[ _.].*|.*[ _.](colou?r|length|number|shape|size|type|width)", re.I
)
_BINOMIAL = re.compile(r"[A-Z]([a-z]+|\.)[ _.]+[a-z-]+(a|ae|ans|ens|i|is|um|us)")  # Salix alba, S. alba, Salix_alba
_KIND = re.compile(  # headings of a column of secrets: animal_name, Species
    r"(animal|bird|disease|fault|genus|hypothesis|mineral|plant|secret|species|taxa|taxon|tree)s?([ _.]name)?", re.I
)


@dataclass(frozen=True)
class TableFile:
    """The texts of a table, as a CSV file has them.

    codes, secrets  their names
    cells           cells[code][secret] is the text of the reply; "" where the cell is empty
    """

    path: Path
    codes: list[str]
    secrets: list[str]
    cells: list[list[str]]
    rows: str
    lines: list[str]
    """The place of every row of the file, the heading first, for errors."""
    corner: str
    """The heading of the column of names, which may be empty."""

    def where(self, code: int, secret: int) -> str:
        """The place of a cell, for errors: "FILE: line 3: column 2"."""
        row, column = (code, secret) if self.rows == "guesses" else (secret, code)
        return f"{self.lines[row + 1]}: column {column + 2}"

    def check_filled(self) -> None:
        """Raise TreebuildError where a cell is empty."""
        for code, cells in enumerate(self.cells):
            if "" in cells:
                raise TreebuildError(f"{self.where(code, cells.index(''))} is empty, expected a text")

    def _repeats_turned(self) -> bool:
        """Whether answers repeat as they do in a transposed table: often for one secret, hardly ever for one test."""
        columns = list(zip(*self.cells, strict=True))
        by_test, by_secret = (sum(len(row) - len(set(row)) for row in rows) for rows in (self.cells, columns))
        most = len(self.codes) * len(self.secrets)
        return len(self.secrets) > 2 and by_secret >= most / 4 and by_secret > 4 * by_test

    def note_if_transposed(self, chosen: bool) -> None:
        """Warn where a table of tests looks as if it had tests for secrets, and secrets for tests.

        Where `chosen` says that `rows` was given, only names of tests and secrets are a reason.
        """
        if _usual(self.codes, _CHARACTER) or _usual(self.secrets, _BINOMIAL):
            return
        if character := _usual(self.secrets, _CHARACTER):
            looks = f"most secrets are named as tests are, such as {character}"
        elif species := _usual(self.codes, _BINOMIAL):
            looks = f"most tests are named as species are, such as {species}"
        elif chosen:
            return
        elif len(self.codes) >= _MANY_TESTS * len(self.secrets):
            looks = f"there are {len(self.codes)} tests for {len(self.secrets)} secrets"
        elif self._repeats_turned():
            looks = "hardly any two secrets have the same answer to a test"
        elif _KIND.fullmatch(self.corner):
            looks = f"its first column is headed {self.corner}"
        else:
            return
        other = next(rows for rows in ROWS if rows != self.rows)
        advice = f'if it has the {other} in its rows, say rows = "{other}" in the game file'
        warn(f"note: {self.path} looks transposed, {looks}: {advice}")


def read_table(path: Path, text: str, rows: str) -> TableFile:
    """The table in the CSV file at `path` whose content is `text`; `rows`, one of ROWS, says what its rows are.

    Raises TreebuildError, naming file and line, where a row is longer or shorter than others, or has no name.
    """
    found = read_rows(path, text).rows
    width = len(found[0].cells) if found else 0
    for row, (where, cells) in enumerate(found):
        if len(cells) != width:
            headless = row == 1 and len(cells) == width + 1
            more = "; if the first row has no heading for names, as R writes it, begin it with a separator" * headless
            raise TreebuildError(f"{where}: has {len(cells)} columns, expected {width} as before{more}")
        if "" in (names := cells[:1] if row else cells[1:]):  # the heading of the column of names may be empty
            raise TreebuildError(f"{where}: column {names.index('') + 1 + (not row)} is empty, expected a name")
    if len(found) < 2 or width < 2:
        raise TreebuildError(
            f"{path}: is no table: expected a row a code and a column a secret, both named, with commas, semicolons or "
            "tabs between columns"
        )
    lines = [where for where, _ in found]
    (corner, *across), down = found[0].cells, [cells[0] for _, cells in found[1:]]
    _check_once(across, [f"{lines[0]}: column {column}" for column in range(2, width + 1)])
    _check_once(down, lines[1:])
    texts = [cells[1:] for _, cells in found[1:]]
    if rows == "secrets":
        turned = [list(column) for column in zip(*texts, strict=True)]
        return TableFile(path, across, down, turned, rows, lines, corner)
    return TableFile(path, down, across, texts, rows, lines, corner)


def _usual(names: list[str], pattern: re.Pattern[str]) -> str:
    """The first name that matches the pattern, if most of them do; otherwise ""."""
    like = [*filter(pattern.fullmatch, names)]
    return like[0] if 2 * len(like) > len(names) else ""


def _check_once(names: list[str], places: list[str]) -> None:
    """Raise TreebuildError, naming the place, for a name that is given twice."""
    first: dict[str, str] = {}
    for name, place in zip(names, places, strict=True):
        if (before := first.setdefault(name, place)) != place:
            raise TreebuildError(f"{place}: {name!r} is there already ({before}): rename or remove one")
