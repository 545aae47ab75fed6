"""treebuild plot: pictures of positions, games, trees and players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.cli.options import Force, Game, Rules, SampleGames, SampleSeed, game_of
from treebuild.cli.program import group
from treebuild.cli.streams import say

if TYPE_CHECKING:
    from treebuild.analysis.canvas import Picture

Output = Annotated[
    Path,
    typer.Option(
        "-o", "--output", metavar="FILE", help="The file to write: .svg, .pdf, .png or .html.", show_default=False
    ),
]
History = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CODE:REPLY", help="The guesses so far with their replies, such as 1234:1.1.", show_default=False
    ),
]


def remainders(output: Output, history: History = None, game: Game = "p4c10n", force: Force = False) -> None:
    """Draw how many candidates each guess is expected to leave, for candidates and for other codes."""
    from treebuild.analysis import pictures

    _check(output, force)
    _save(pictures.remainders(history or [], game), output, force)


def suspects(output: Output, history: History = None, game: Game = "three-of-seven", force: Force = False) -> None:
    """Draw, in space, when each code of a game of three pegs stops being possible."""
    from treebuild.analysis import pictures

    _check(output, force)
    _save(pictures.suspects(history or [], game), output, force)


def shrinking(output: Output, history: History = None, game: Game = "p4c10n", force: Force = False) -> None:
    """Draw where every symbol can still be, after each guess of a game."""
    from treebuild.analysis import pictures

    _check(output, force)
    _save(pictures.shrinking(history or [], game), output, force)


def tree(
    file: Annotated[
        Path, typer.Argument(metavar="TREE", help="A tree file (.msgpack, .b92, .b92i, .rank).", show_default=False)
    ],
    output: Output,
    game: Rules = None,
    force: Force = False,
) -> None:
    """Draw a tree as rings, one for each guess; areas stand for numbers of candidates."""
    from treebuild.analysis import pictures
    from treebuild.codec import load
    from treebuild.publish.titles import title

    drawn = load(file, game_of(game))
    _check(output, force)
    _save(pictures.rings(drawn, f"{title(drawn.game)}: {file.name}"), output, force)


def players(
    output: Output,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER", help="Players, as for `treebuild players`. (default: random)", show_default=False
        ),
    ] = None,
    best: Annotated[
        Path | None,
        typer.Option("--tree", metavar="TREE", help="A tree to compare the players with.", show_default=False),
    ] = None,
    game: Game = "p4c10n",
    games: SampleGames = None,
    seed: SampleSeed = 0,
    force: Force = False,
) -> None:
    """Draw how many secrets players find with each guess, side by side, and a tree as a line."""
    from treebuild.analysis import pictures
    from treebuild.analysis import players as study
    from treebuild.codec import load
    from treebuild.game.lookup import as_game

    pictures.check_number(len(names or ["random"]))
    chosen = as_game(game)
    line = None if best is None else load(best, chosen)
    _check(output, force)
    results = study.players(names or "random", chosen, games=games, seed=seed)
    _save(pictures.distributions(results, line), output, force)


def _check(output: Path, force: bool) -> None:
    """Raise now each error that would stop the picture at the end."""
    from treebuild.analysis import canvas
    from treebuild.codec.files import check_writable

    canvas.check_extension(output.suffix)
    check_writable(output, force)
    with canvas.style():
        pass


def _save(picture: Picture, output: Path, force: bool) -> None:
    from treebuild.analysis.canvas import encoded
    from treebuild.codec.files import write_bytes

    data = encoded(picture, output.suffix)
    write_bytes(output, data, force)
    say(f"{output}: {len(data)} bytes")


plot = group(
    "plot", "Draw pictures of positions, games, trees and players.", remainders, suspects, shrinking, tree, players
)
