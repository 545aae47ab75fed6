"""treebuild worst-cases: the fewest guesses that suffice, game by game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def worst_cases(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where trees and WORST.md go.")] = Path("trees"),
    seconds: Annotated[
        float, typer.Option(metavar="S", min=1.0, help="The time of each of the four stages of a game.")
    ] = 60.0,
    codes: Annotated[int, typer.Option(metavar="N", min=2, max=60_000, help="Leave out games of more codes.")] = 60_000,
) -> None:
    """Find the fewest guesses that suffice, smaller games first, and the best average with so few; write WORST.md."""
    from tools.worst_cases import advance, games
    from treebuild.cli.streams import say

    for line in advance(folder, seconds, games(codes)):
        say(line)
