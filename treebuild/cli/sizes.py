"""treebuild sizes: bytes in every format."""

from __future__ import annotations

import json as json_module
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Json, Rules, game_of
from treebuild.errors import printable


def sizes(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", show_default=False)],
    game: Rules = None,
    json: Json = False,
) -> None:
    """Show a tree's bytes in every format, raw and compressed, and the time to read it back."""
    from treebuild import codec
    from treebuild.cli import display
    from treebuild.publish.sizes import compressors
    from treebuild.publish.sizes import sizes as measure

    chosen = game_of(game)
    records = {str(file): list(measure(codec.load(file, chosen))) for file in files}
    if json:
        typer.echo(
            json_module.dumps([{"file": file, **asdict(s)} for file, found in records.items() for s in found], indent=2)
        )
        return
    console, names = display.console(), list(compressors())
    for file, found in records.items():
        console.print(printable(file), style="bold", soft_wrap=True)
        table = display.plain_table("format", "bytes", *names, "read, ms", left=1)
        for size in found:
            if size.why:
                table.add_row(size.extension, "-", *["-"] * len(names), "-")
            else:
                packed = [str(size.packed[name]) for name in names]
                table.add_row(size.extension, str(size.raw), *packed, f"{1000 * size.seconds:.0f}")
        console.print(table)
        for size in found:
            if size.why:
                console.print(f"{size.extension}: {size.why}")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(no_args_is_help=True)(sizes)
