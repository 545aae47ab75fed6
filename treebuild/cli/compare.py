"""treebuild compare: the distributions of two trees side by side."""

from __future__ import annotations

import json as json_module
from typing import TYPE_CHECKING, Any

import typer

from treebuild.cli.options import Json, Rules, TreeFile, game_of
from treebuild.errors import TreebuildError, printable

if TYPE_CHECKING:
    from treebuild.tree.tree import Tree


def compare(a: TreeFile, b: TreeFile, game: Rules = None, json: Json = False) -> None:
    """Show the distributions of two trees side by side, and how often either is faster."""
    from treebuild.codec import load

    chosen = game_of(game)
    record = comparison(load(a, chosen), load(b, chosen))
    if json:
        typer.echo(json_module.dumps({"a": str(a), "b": str(b)} | record, indent=2))
        return
    from treebuild.cli import display

    console = display.console()
    for name, file in (("A", a), ("B", b)):
        console.print(printable(f"{name}: {file}"), soft_wrap=True, markup=False)
    table = display.plain_table("guesses", "A", "B", "B - A")
    for depth, (left, right) in enumerate(zip(record["distribution_a"], record["distribution_b"], strict=True), 1):
        table.add_row(str(depth), str(left), str(right), f"{right - left:+d}")
    table.add_row(
        "total", str(record["total_a"]), str(record["total_b"]), f"{record['total_b'] - record['total_a']:+d}"
    )
    console.print(table)
    console.print(
        f"same secret: A is faster for {record['a_faster']}, B for {record['b_faster']}, equal for {record['equal']}"
    )


def comparison(a: Tree, b: Tree) -> dict[str, Any]:
    """Both distributions, padded to one length, and for how many secrets either tree takes fewer guesses.

    Raises TreebuildError for trees of different games.
    """
    if a.game.name != b.game.name:
        raise TreebuildError(f"trees of different games cannot be compared: {a.game.name} and {b.game.name}")
    length = max(a.max_depth, b.max_depth)
    faster = (a.secret_depth < b.secret_depth).sum(), (a.secret_depth > b.secret_depth).sum()
    return {
        "distribution_a": list(a.counts) + [0] * (length - a.max_depth),
        "distribution_b": list(b.counts) + [0] * (length - b.max_depth),
        "total_a": a.total,
        "total_b": b.total,
        "a_faster": int(faster[0]),
        "b_faster": int(faster[1]),
        "equal": len(a.game.secrets) - int(sum(faster)),
    }


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(no_args_is_help=True)(compare)
