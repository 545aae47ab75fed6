"""treebuild tables: the paper's tables, published and ours."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.cli.options import Json

if TYPE_CHECKING:
    from tools.paper_tables import Table


def tables(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the shipped trees are.")] = Path("trees"),
    steps: Annotated[
        bool, typer.Option("--steps/--no-steps", help="Also search the tables of section 5.3 anew: two minutes.")
    ] = True,
    json: Json = False,
) -> None:
    """Print the tables of Slovesnov's paper with our figures beside the published ones."""
    from treebuild.cli import display

    found = []
    for table in _all(folder, steps):
        found.append(table)
        if not json:
            console = display.console()
            console.print(f"{table.section}  {table.title}", style="bold")
            shown = display.plain_table(*_short(table.headings), left=1)
            for row in table.rows:
                shown.add_row(*row)
            console.print(shown)
            console.print(table.note + "\n" if table.note else "")
    if json:
        records = [
            {
                "section": t.section,
                "title": t.title,
                "rows": [dict(zip(t.headings, row, strict=True)) for row in t.rows],
            }
            for t in found
        ]
        typer.echo(json_module.dumps(records, indent=2))


def _all(folder: Path, steps: bool) -> Iterator[Table]:
    from tools import paper_tables
    from treebuild import codec
    from treebuild.cli.progress import progress_bar

    trees = {name: codec.load(folder / "p4c10n" / f"{name}.msgpack") for name in paper_tables.TREES}
    yield from paper_tables.tables(trees)
    if steps:
        with progress_bar() as progress:
            yield from paper_tables.steps(None if progress is None else lambda doing: progress(0, 1, doing))


def _short(headings: tuple[str, ...]) -> list[str]:
    """Headings in two lines, so that a table keeps within 80 columns."""
    breaks = {" published": "\npaper", " 2nd guess": "\nguess", " ours": "\nours", " depth": "\ndepth"}
    for words, lines in breaks.items():
        headings = tuple(heading.replace(words, lines) for heading in headings)
    return list(headings)
