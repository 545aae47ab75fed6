"""treebuild compare: the distributions of two trees side by side."""

from __future__ import annotations

import json as json_module
from dataclasses import asdict

import typer

from treebuild.cli.options import Json, Rules, TreeFile, game_of
from treebuild.errors import printable


def compare(a: TreeFile, b: TreeFile, game: Rules = None, json: Json = False) -> None:
    """Show the distributions of two trees side by side, and how often either is faster."""
    from treebuild.codec import load
    from treebuild.tree.figures import compare as side_by_side

    chosen = game_of(game)
    found = side_by_side(load(a, chosen), load(b, chosen))
    if json:
        typer.echo(json_module.dumps({"a": str(a), "b": str(b)} | asdict(found), indent=2))
        return
    from treebuild.cli import display

    console = display.console()
    for name, file in (("A", a), ("B", b)):
        console.print(printable(f"{name}: {file}"), soft_wrap=True)
    table = display.plain_table("guesses", "A", "B", "B - A")
    for depth, (left, right) in enumerate(zip(found.distribution_a, found.distribution_b, strict=True), 1):
        table.add_row(str(depth), str(left), str(right), f"{right - left:+d}")
    table.add_row("total", str(found.total_a), str(found.total_b), f"{found.total_b - found.total_a:+d}")
    console.print(table)
    console.print(f"same secret: A is faster for {found.a_faster}, B for {found.b_faster}, equal for {found.equal}")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(no_args_is_help=True)(compare)
