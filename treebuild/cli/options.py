"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.game.files import find_game
from treebuild.game.game import Game
from treebuild.search.jobs import MOST_JOBS

TreeFile = Annotated[Path, typer.Argument(metavar="FILE", help="A tree (.msgpack, .b92, ...).", show_default=False)]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=1, max=MOST_JOBS, help="Threads that share the work; the result is the same.")
]
Patient = Annotated[bool, typer.Option("--patient", help="Take on even what takes more than seconds.")]
Rules = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="pNcMn or pNcMr, a name (`treebuild games`), game.toml, game.py. [default: the file's own, or p4c10n]",
        show_default=False,
    ),
]


def game_of(rules: str | None) -> Game | None:
    """The game an option named, or None."""
    return None if rules is None else find_game(rules)
