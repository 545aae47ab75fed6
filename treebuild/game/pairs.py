"""Reading CSV tables of two columns: a secret or a code, and its weight, cost or group."""

from __future__ import annotations

import csv
from pathlib import Path

from treebuild.errors import TreebuildError
from treebuild.game.text import not_alone


def read_pairs(path: Path, text: str, of: str, name: str) -> dict[str, tuple[str, str]]:
    """The first cell of each row, with (its second cell, the place of the row for errors).

    `text` is the content of the file at `path`. The first line may be a heading: the words `of` and `name`, such as
    secret and weight. Raises TreebuildError, naming file and line, for a text that is no such table.
    """
    found: dict[str, tuple[str, str]] = {}
    reader = csv.reader(text.splitlines())
    try:
        for row in reader:
            where = f"{path}: line {reader.line_num}"
            if not any(row) or (reader.line_num == 1 and [cell.strip() for cell in row] == [of, name]):
                continue
            if len(row) != 2:
                columns = f"{len(row)} column{'s' * (len(row) > 1)}"
                raise TreebuildError(f"{where}: has {columns}, expected a {of} and its {name}")
            key, value = (cell.strip() for cell in row)
            if fault := not_alone(key, marks=False) or not_alone(value, marks=False):
                raise TreebuildError(f"{where}: {fault}")
            if key in found:
                raise TreebuildError(f"{where}: {key!r} is there already: remove one")
            found[key] = value, where
    except csv.Error as error:
        raise TreebuildError(f"{path}: line {reader.line_num}: is not CSV: {error}") from None
    if not found:
        raise TreebuildError(f"{path}: has no {name}s, expected a {of} and its {name} on every line")
    return found
