"""treebuild store: what a store holds."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.cli.options import Json
from treebuild.cli.streams import say, say_json
from treebuild.errors import printable

if TYPE_CHECKING:
    from treebuild.search.store.inspect import StoreContents


def store(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file that --store named.", show_default=False)],
    json: Json = False,
) -> None:
    """Show what a store keeps of exact searches and of `near`: what is settled, what is tried now, how long it took."""
    from treebuild.search.store.inspect import read

    contents = read(file)
    if json:
        say_json(asdict(contents) | {"path": str(file)})
    else:
        _show(contents)
    if contents.damage:
        why = f"is damaged ({contents.damage}): this is what can still be read; give another name to begin anew"
        say(f"error: {file}: {why}", err=True)
        raise typer.Exit(1)


def _show(contents: StoreContents) -> None:
    from treebuild.cli import tables

    console = tables.console()
    made = f"engine {contents.engine}, made by treebuild {contents.version}"
    console.print(printable(f"{contents.path}: {made}"), soft_wrap=True)
    table = tables.plain_table("game", "objective", "settled", "bounds", "by near", "at work", "hours", "core-hours")
    for problem in contents.problems:
        objective = problem.objective + ("" if problem.guesses == "all" else f" ({problem.guesses})")
        numbers = (
            str(problem.settled),
            str(problem.bounded),
            str(problem.by_near),
            str(len(problem.working)),
            f"{problem.seconds / 3600:.2f}",
            f"{problem.core_seconds / 3600:.2f}",
        )
        table.add_row(printable(problem.game), printable(objective), *numbers)
    console.print(table)
    for problem in contents.problems:
        for position in problem.working:
            console.print(printable(f"{problem.game} {problem.objective}: at work on {position}"), soft_wrap=True)
