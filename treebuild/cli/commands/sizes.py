"""treebuild sizes: bytes in every format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.options import Json, Rules, game_of
from treebuild.cli.streams import say_json
from treebuild.errors import printable

if TYPE_CHECKING:
    from treebuild.publish.sizes import Size


def sizes(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="The trees.", show_default=False)],
    game: Rules = None,
    json: Json = False,
) -> None:
    """Show how many bytes a tree takes in every format, also compressed, and how long it takes to read."""
    from treebuild import codec
    from treebuild.cli import display
    from treebuild.publish.sizes import compressors
    from treebuild.publish.sizes import sizes as measure
    from treebuild.tree.figures import record

    chosen = game_of(game)
    trees = [(str(file), codec.load(file, chosen)) for file in files]
    measured = [(file, tree, list(measure(tree))) for file, tree in trees]
    if json:
        say_json([record(tree, file) | {"sizes": [*map(_record, formats)]} for file, tree, formats in measured])
        return
    console, names = display.console(), list(compressors())
    for file, _, formats in measured:
        console.print(printable(file), style="bold", soft_wrap=True)
        table = display.plain_table("format", "bytes", *names, "read, ms", left=1)
        for size in formats:
            if size.why:
                table.add_row(size.extension, "-", *["-"] * len(names), "-")
            else:
                packed = [str(size.packed[name]) for name in names]
                table.add_row(size.extension, str(size.raw), *packed, f"{1000 * size.seconds:.0f}")
        console.print(table)
        for size in formats:
            if size.why:
                console.print(f"{size.extension}: {size.why}")


def _record(size: Size) -> dict[str, Any]:
    """What one format takes; `why` it cannot carry the tree instead of figures."""
    named = {"format": size.extension.removeprefix(".")}
    if size.why:
        return named | {"why": size.why}
    return named | {"bytes": size.raw, "compressed": size.packed, "seconds": round(size.seconds, 4)}
