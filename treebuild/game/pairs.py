"""Reading CSV tables of two columns: a secret or a code, and its weight, cost or group."""

from __future__ import annotations

import re
from pathlib import Path

from treebuild.errors import TreebuildError
from treebuild.game.csv_rows import read_rows

_COMMA = re.compile(r"^([+-]?[0-9]+),([0-9]+)$")  # a number with a decimal comma, as German spreadsheets write it


def read_pairs(path: Path, text: str, of: str, name: str, numbers: bool = False) -> dict[str, tuple[str, str]]:
    """The first cell of each row, with (its second cell, the place of the row for errors).

    `text` is the content of the file at `path`. The first line may be a heading: the words `of` and `name`, such as
    secret and weight. Of `numbers`, a decimal comma becomes a point where no comma separates cells. Raises
    TreebuildError, naming file and line, for a text that is no such table.
    """
    found: dict[str, tuple[str, str]] = {}
    rows, separator = read_rows(path, text, columns=2)
    for number, (where, cells) in enumerate(rows):
        if number == 0 and cells == [of, name]:
            continue
        if len(cells) != 2:
            columns = f"{len(cells)} column{'s' * (len(cells) > 1)}"
            raise TreebuildError(f"{where}: has {columns}, expected a {of} and its {name}")
        key, value = cells
        if key in found:
            raise TreebuildError(f"{where}: {key!r} is there already: remove one")
        found[key] = _COMMA.sub(r"\1.\2", value) if numbers and separator != "," else value, where
    if not found:
        raise TreebuildError(f"{path}: has no {name}s, expected a {of} and its {name} on every line")
    return found
