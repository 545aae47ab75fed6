"""treebuild convert: a tree from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Patient, Rules, TreeFile, game_of
from treebuild.cli.streams import say


def convert(
    source: TreeFile,
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.", show_default=False)],
    game: Rules = None,
    normalise: Annotated[
        bool, typer.Option("--normalise", help="Guess what the implicit format infers; no depth count gets worse.")
    ] = False,
    patient: Patient = False,
    force: Force = False,
) -> None:
    """Write a tree in the format the extension of OUT names."""
    from treebuild.codec import format_of, load, save
    from treebuild.codec.files import check_writable
    from treebuild.tree import normal

    format_of(target)
    check_writable(target, force)
    tree = load(source, game_of(game), patient)
    if normalise:
        given = tree
        tree, changes = normal.normalise(given)
        for line in normal.report(given, tree, changes):
            say(line)
    save(tree, target, force)
    say(f"{target}: {target.stat().st_size} bytes")
    if note := format_of(target).note:
        say(f"{target.suffix} {note}: here {' '.join(map(str, tree.counts))}")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(no_args_is_help=True)(convert)
