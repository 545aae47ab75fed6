"""A tree as CSV, .csv, with a row for each node. It is only written."""

from __future__ import annotations

from collections.abc import Iterator

from treebuild.tree.tree import FIELDS, Tree


def lines(tree: Tree, start: int = 0) -> Iterator[str]:
    """The records of the tree from node `start` down. Only texts are in quotation marks."""
    yield ",".join((*FIELDS, "group") if tree.game.conditions.groups else FIELDS)
    for record in tree.records(start):
        yield ",".join(map(cell, record.values()))


def cell(value: str | float | None) -> str:
    """A cell of CSV: a text in quotation marks, a number with all its digits, or nothing."""
    if isinstance(value, str):
        doubled = value.replace('"', '""')
        return f'"{doubled}"'
    return "" if value is None else str(value)
