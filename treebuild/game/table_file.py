"""Tables from CSV files: what every code gets as a reply for every secret, with either of them in the rows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from treebuild.errors import TreebuildError, warn
from treebuild.game.csv_rows import read_rows

ROWS = ("guesses", "secrets")  # what a table may have in its rows; it has the other in its columns
_MANY_TESTS = 4  # a table with this many times as many tests as secrets looks transposed


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

    def where(self, code: int, secret: int) -> str:
        """The place of a cell, for errors: "FILE: line 3: column 2"."""
        row, column = (code, secret) if self.rows == "guesses" else (secret, code)
        return f"{self.lines[row + 1]}: column {column + 2}"

    def check_filled(self) -> None:
        """Raise TreebuildError where a cell is empty."""
        for code, cells in enumerate(self.cells):
            if "" in cells:
                raise TreebuildError(f"{self.where(code, cells.index(''))} is empty, expected a text")

    def note_if_transposed(self, chosen: bool) -> None:
        """Warn where a table of tests looks as if it had tests for secrets, and secrets for tests.

        Where `chosen` says that `rows` was given, many tests and few secrets are no reason.
        """
        asked, named = (sum(name.endswith("?") for name in names) for names in (self.codes, self.secrets))
        if 2 * named > len(self.secrets) and 2 * asked < len(self.codes):
            looks = f"{named} of the {len(self.secrets)} secrets end with a question mark"
        elif not chosen and len(self.codes) >= _MANY_TESTS * len(self.secrets):
            looks = f"there are {len(self.codes)} tests for {len(self.secrets)} secrets"
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
            raise TreebuildError(f"{where}: has {len(cells)} columns, expected {width} as before")
        if "" in (names := cells[:1] if row else cells[1:]):  # the heading of the column of names may be empty
            raise TreebuildError(f"{where}: column {names.index('') + 1 + (not row)} is empty, expected a name")
    if len(found) < 2 or width < 2:
        raise TreebuildError(
            f"{path}: is no table: expected a row a code and a column a secret, both named, with commas, semicolons or "
            "tabs between columns"
        )
    across, down = found[0].cells[1:], [cells[0] for _, cells in found[1:]]
    texts = [cells[1:] for _, cells in found[1:]]
    lines = [where for where, _ in found]
    if rows == "secrets":
        return TableFile(path, across, down, [list(column) for column in zip(*texts, strict=True)], rows, lines)
    return TableFile(path, down, across, texts, rows, lines)
