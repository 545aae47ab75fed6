"""Tables for a terminal of 80 columns, and narrower ones."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table

BAR = 40  # characters of the longest bar
FIGURES = 20  # columns for the numbers beside it
WIDEST = 1000  # columns of a table


def drawn(characters: str, instead: str) -> str:
    """The characters, or `instead` if the standard output cannot show them."""
    try:
        characters.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return instead
    return characters


def cut(text: str, columns: int) -> str:
    """The text, without its end if it takes more columns; a Chinese character takes two."""
    return text if cell_len(text) <= columns else set_cell_size(text, max(columns - 3, 0)).rstrip() + "..."


class Plain(Console):
    """A console that wraps sentences at spaces and cuts no figure of a table: a narrow terminal wraps its lines."""

    def print(self, *objects: Any, **how: Any) -> None:
        """Print as `Console.print` does, but a table in its full width."""
        width, tables = self.width, [it for it in objects if isinstance(it, Table)]
        try:
            for table in tables:
                needed = self.measure(table, options=self.options.update(max_width=WIDEST)).maximum
                self.width = max(self.width, needed)
            super().print(*objects, **how)
        finally:
            self.width = width


def console() -> Console:
    """The console for results; never wider than 80 columns, colours only on a terminal, marks shown as they are."""
    return Plain(highlight=False, markup=False, emoji=False, width=min(Console().width, 80))


def plain_table(*headings: str, left: int = 0) -> Table:
    """A borderless table whose first `left` columns are left-aligned, the others right-aligned."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, heading in enumerate(headings):
        table.add_column(heading, justify="left" if i < left else "right", no_wrap=True)
    return table


def distribution(counts: Mapping[int, int], weighted: Mapping[int, int] | None = None) -> Table:
    """A row for each number of guesses: how many secrets take it, what they weigh if they have weights, and a bar."""
    table = plain_table("guesses", "secrets", *(["weight"] if weighted else []))
    table.add_column("", no_wrap=True)
    largest, longest = max(counts.values(), default=1), min(BAR, max(Console().width - FIGURES, 1))
    whole, less = drawn("█", "#"), drawn("▏", "|")
    for guesses, secrets in counts.items():
        length = secrets * longest / largest
        weight = [str(weighted[guesses])] if weighted else []
        table.add_row(
            str(guesses), str(secrets), *weight, whole * int(length) if length >= 1 else less if secrets else ""
        )
    return table


def drawn_by_weight(expected: Fraction) -> str:
    """The guesses expected for a secret drawn by weight, in a line."""
    return f"drawn by weight: {expected} = {float(expected):.4f} guesses expected"


def by_rule(guesses: str, cost: Fraction | None, tests: Fraction | None) -> list[str]:
    """Lines for the rule of guesses, unless it is `all`, with the tests expected, and for the cost expected."""
    lines = [f"guesses {guesses}"] if guesses != "all" else []
    if tests is not None:
        lines = [f"guesses {guesses}: {tests} = {float(tests):.4f} tests expected, naming not counted"]
    return lines + ([f"cost: {cost} = {float(cost):.4f} expected"] if cost is not None else [])


def summary(total: int, secrets: int, max_depth: int) -> str:
    """Total, average and greatest depth in a line."""
    average = total / secrets if secrets else 0
    return f"total {total}, average {total}/{secrets} = {average:.4f}, greatest depth {max_depth}"
