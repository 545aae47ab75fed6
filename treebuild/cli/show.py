"""treebuild show: one node of a tree."""

from __future__ import annotations

import json as json_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.options import Json, Rules, TreeFile, game_of

if TYPE_CHECKING:
    from treebuild.tree.tree import Tree


def show(
    file: TreeFile,
    replies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[REPLIES]...", help="Replies from the first guess on, such as 0.1 1.1.", show_default=False
        ),
    ] = None,
    game: Rules = None,
    json: Json = False,
) -> None:
    """Show a node: its guess, the candidates left, n-th, e, and the parts its guess makes."""
    from treebuild.codec import load
    from treebuild.tree.figures import node_record

    tree = load(file, game_of(game))
    record = node_record(tree, replies or [])
    if json:
        typer.echo(json_module.dumps(record, indent=2))
    else:
        _print(tree, record)


def _print(tree: Tree, record: dict[str, Any]) -> None:
    from treebuild.cli import display

    console = display.console()
    path = " ".join(record["replies"])
    if record["solved"]:
        console.print(f"after {path} the secret is found")
        return
    e_is = "total guesses of its secrets" if tree.criterion == "total" else f"secrets solved at depth {record['nth']}"
    console.print(f"after {path}:" if path else "at the root:", style="bold")
    console.print(f"guess {record['depth']} is {record['guess']}; {record['candidates']} candidates left")
    console.print(f"n-th {record['nth']}, e {record['e']} ({e_is})")
    table = display.plain_table("reply", "candidates", "next guess", "n-th", "e")
    for part in record["parts"]:
        figures = (part["guess"] or "found", part["nth"] or "", part["e"] or "")
        table.add_row(part["reply"], str(part["candidates"]), *map(str, figures))
    console.print(table)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(no_args_is_help=True)(show)
