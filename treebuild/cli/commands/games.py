"""treebuild games: the games that have a name."""

from __future__ import annotations

import json as json_module
from contextlib import suppress

import typer

from treebuild.cli.options import Json
from treebuild.errors import TreebuildError


def games(json: Json = False) -> None:
    """List the games that have a name, with the numbers of their codes, secrets and replies."""
    from treebuild.cli import display
    from treebuild.game.lookup import catalogue, find_game

    fields = ("name", "summary", "codes", "secrets", "replies")
    records = []
    for name, summary in catalogue().items():
        sizes: tuple[int | None, ...] = (None, None, None)
        with suppress(TreebuildError):  # of a game whose lists are not installed
            game = find_game(name)
            sizes = len(game.codes), len(game.secrets), len(game.replies)
        records.append(dict(zip(fields, (name, summary, *sizes), strict=True)))
    if json:
        typer.echo(json_module.dumps(records, indent=2, ensure_ascii=False))
        return
    table = display.plain_table("name", "what is played", "codes", "secrets", "replies", left=2)
    for record in records:
        table.add_row(*("-" if value is None else str(value) for value in record.values()))
    display.console().print(table)
    typer.echo("and pNcMn, pNcMr: all codes of N pegs and M symbols, none twice, or repetition allowed;")
    typer.echo("files, game.toml and game.py: see docs/how-to/own-game.md;")
    typer.echo("and lists of words, --codes FILE --secrets FILE.")
