"""treebuild symmetry: the second and third guesses that matter."""

from __future__ import annotations

import json as json_module

import typer

from treebuild.cli.options import Game, Json


def symmetry(
    game: Game = "p4c10n",
    json: Json = False,
) -> None:
    """Show one guess of each set that symmetries make equal: first, second and third guesses."""
    from treebuild.analysis.guesses_that_matter import guesses_that_matter
    from treebuild.cli.progress import progress_bar
    from treebuild.game.reply_matrix import reply_matrix

    with progress_bar() as progress:
        thirds = guesses_that_matter(reply_matrix(game), progress)
    if json:
        typer.echo(json_module.dumps([{"first": first, "third": third} for first, third in thirds.items()], indent=2))
        return
    from treebuild.cli import display

    console = display.console()
    for first, third in thirds.items():
        console.print(f"first guess {first}", style="bold")
        console.print("second guesses: " + " ".join(third))
        console.print("third guesses after each: " + " ".join(map(str, third.values())))
        console.print(f"{len(third)} second guesses, {sum(third.values())} third guesses")
