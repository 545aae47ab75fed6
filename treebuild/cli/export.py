"""treebuild export: a tree with its player as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Rules, TreeFile, game_of

Target = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The file to write.", show_default=False)]

export = typer.Typer(name="export", help="A tree with its player as one file.", no_args_is_help=True)


@export.command(no_args_is_help=True)
def js(tree: TreeFile, output: Target, game: Rules = None, force: Force = False) -> None:
    """An ES module for browsers and Node: start() begins a game."""
    _write("js", tree, output, game, force)


@export.command(no_args_is_help=True)
def c(tree: TreeFile, output: Target, game: Rules = None, force: Force = False) -> None:
    """A C99 header for small machines: treeplayer_start begins a game."""
    _write("c", tree, output, game, force)


@export.command(no_args_is_help=True)
def py(tree: TreeFile, output: Target, game: Rules = None, force: Force = False) -> None:
    """A Python module that needs nothing else: start() begins a game."""
    _write("py", tree, output, game, force)


def _write(language: str, tree: Path, output: Path, game: str | None, force: bool) -> None:
    from treebuild import export
    from treebuild.codec import load
    from treebuild.files import check_writable, write_bytes

    check_writable(output, force)
    source = export.export(load(tree, game_of(game)), language).encode()
    write_bytes(output, source, force)
    typer.echo(f"{output}: {len(source)} bytes")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(export)
