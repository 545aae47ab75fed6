"""Reading CSV tables of two columns: a secret or a code, and its weight, cost or group."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from treebuild.errors import TreebuildError, warn
from treebuild.game.csv_rows import Row, read_rows

_COMMA = re.compile(r"^([+-]?[0-9]+),([0-9]+)$")  # a number with a decimal comma, as German spreadsheets write it
_THOUSANDS = re.compile(r"([1-9][0-9]{0,2})[.,]([0-9]{3})")  # such as 1.200 in German, if this is no decimal


def read_pairs(
    path: Path, text: str, of: str, name: str, check_number: Callable[[str, str], object] | None = None
) -> dict[str, tuple[str, str]]:
    """The first cell of each row, with (its second cell, the place of the row for errors).

    `text` is the content of the file at `path`. The first line may be a heading: the words `of` and `name`, such as
    secret and weight. With `check_number`, the second cells are numbers: a decimal comma becomes a point where no comma
    separates cells, and a warning names the first that may be thousands; it is called with each number and its place,
    before first cells are compared, since of columns in the wrong order two may be equal. Raises TreebuildError, naming
    file and line, for a text that is no such table.
    """
    found: dict[str, tuple[str, str]] = {}
    rows, separator = read_rows(path, text, columns=2)
    for number, (where, cells) in enumerate(rows):
        if number == 0 and cells == [of, name]:
            continue
        if len(cells) != 2:
            columns = f"{len(cells)} column{'s' * (len(cells) > 1)}"
            raise TreebuildError(f"{where}: has {columns}, expected a {of} and its {name}")
        if number == 0 and cells == [name, of]:
            raise TreebuildError(f"{where}: has the columns {name} and {of}, expected {of} and {name}: swap them")
        key, value = cells
        if check_number:
            value = value if separator == "," else _COMMA.sub(r"\1.\2", value)
            check_number(value, where)
        if key in found:
            raise TreebuildError(f"{where}: {key!r} is there already: remove one")
        found[key] = value, where
    if check_number and separator != ",":
        _note_thousands(rows)
    if not found:
        raise TreebuildError(f"{path}: has no {name}s, expected a {of} and its {name} on every line")
    return found


def _note_thousands(rows: Sequence[Row]) -> None:
    for where, cells in rows:
        if written := _THOUSANDS.fullmatch(cells[1]):
            whole, thousandths = written.groups()
            taken = f"taken as {whole}.{thousandths}: write {whole}{thousandths} if these are thousands"
            warn(f"note: {where}: {cells[1]} is {taken}")
            return
