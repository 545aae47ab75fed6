"""treebuild games: the games that have a name."""

from __future__ import annotations

import json as json_module

import typer

from treebuild.cli.options import Json


def games(json: Json = False) -> None:
    """List the games that have a name, with the numbers of their codes, secrets and replies."""
    from treebuild.cli import display
    from treebuild.game.lookup import catalogue, find_game

    listed = [(name, summary, find_game(name)) for name, summary in catalogue().items()]
    if json:
        fields = ("name", "summary", "codes", "secrets", "replies")
        sizes = [(len(game.codes), len(game.secrets), len(game.replies)) for _, _, game in listed]
        records = [dict(zip(fields, (*some[:2], *size), strict=True)) for some, size in zip(listed, sizes, strict=True)]
        typer.echo(json_module.dumps(records, indent=2, ensure_ascii=False))
        return
    table = display.plain_table("name", "what is played", "codes", "secrets", "replies", left=2)
    for name, summary, game in listed:
        table.add_row(name, summary, *(str(len(some)) for some in (game.codes, game.secrets, game.replies)))
    display.console().print(table)
    typer.echo("and pNcMn, pNcMr: all codes of N pegs and M symbols, none twice, or repetition allowed;")
    typer.echo("and files, game.toml and game.py: see the README, Your own game")
