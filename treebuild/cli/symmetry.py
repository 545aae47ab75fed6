"""treebuild symmetry: the second and third guesses that matter."""

from __future__ import annotations

import json as json_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.options import Json

if TYPE_CHECKING:
    from treebuild.game.replies import Replies


def symmetry(
    game: Annotated[str, typer.Option("--game", metavar="RULES", help="pNcMn, pNcMr or an alias.")] = "p4c10n",
    json: Json = False,
) -> None:
    """Show the guesses that symmetry leaves: first ones, second ones (S2) and how many third ones (S3) after each."""
    from treebuild.game.game import Game
    from treebuild.game.replies import reply_matrix

    records = orbits(reply_matrix(Game.from_rules(game)))
    if json:
        typer.echo(json_module.dumps(records, indent=2))
        return
    from treebuild.cli import display

    console = display.console()
    for record in records:
        third = record["third"]
        console.print(f"first guess {record['first']}", style="bold")
        console.print("second guesses: " + " ".join(third))
        console.print("third guesses after each: " + " ".join(map(str, third.values())))
        console.print(f"{len(third)} second guesses, {sum(third.values())} third guesses")


def orbits(replies: Replies) -> list[dict[str, Any]]:
    """For every first guess that matters: the second guesses that matter, and how many third guesses after each.

    Third guesses are those that no symmetry which keeps the first two exchanges; the first two themselves are left out.
    """
    from treebuild.game.symmetry import representatives, symmetry_of

    game, known = replies.game, symmetry_of(replies)
    records = []
    for first in representatives(known.orbits()).tolist():
        third = {}
        for second in representatives(known.orbits([(first, 0)])).tolist():
            if second != first:
                found = representatives(known.orbits([(first, "first"), (second, "second")])).tolist()
                third[game.spell(game.codes[second])] = len(set(found) - {first, second})
        records.append({"first": game.spell(game.codes[first]), "third": third})
    return records


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(symmetry)
