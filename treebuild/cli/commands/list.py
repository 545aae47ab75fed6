"""treebuild list: the algorithms, games and formats to choose from, and the guesses that matter in a game."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from treebuild.cli.options import WHICH_GAME, Json, complete_game
from treebuild.cli.streams import say, say_json
from treebuild.errors import TreebuildError, UsageError

if TYPE_CHECKING:
    from treebuild.game.game import Game


def list_(
    what: Annotated[
        Literal["algorithms", "games", "formats", "guesses"],
        typer.Argument(
            metavar="WHAT",
            help="algorithms of `treebuild build`, games that have a name, formats of trees, or guesses: the first, "
            "second and third guesses of a game, one of each set that symmetries make equal.",
        ),
    ] = "algorithms",
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            autocompletion=complete_game,
            help=f"With `guesses`, the game: {WHICH_GAME} (default: p4c10n)",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List the algorithms, the games that have a name, the formats, or the guesses that matter in a game."""
    if game is not None and what != "guesses":
        raise UsageError(f"--game is for `list guesses`: leave it out of `list {what}`")
    match what:
        case "algorithms":
            _algorithms(json)
        case "games":
            _games(json)
        case "formats":
            _formats(json)
        case "guesses":
            _guesses(game or "p4c10n", json)


def _algorithms(json: bool) -> None:
    from treebuild.algorithms import ALGORITHMS

    if json:
        say_json(
            [
                {"algorithm": a.name, "summary": a.summary, "objective": a.objective, "tie_rule": a.tie_rule}
                for a in ALGORITHMS.values()
            ]
        )
        return
    width = max(map(len, ALGORITHMS))
    for name, algorithm in ALGORITHMS.items():
        say(f"{name:{width}}  {algorithm.summary}")


def _games(json: bool) -> None:
    from treebuild.cli import tables
    from treebuild.game.lookup import catalogue, find_game

    records = []
    for name, summary in catalogue().items():
        sizes: tuple[int | None, ...] = (None, None, None)
        with suppress(TreebuildError):  # of a game whose lists are not installed
            game = find_game(name)
            sizes = len(game.codes), len(game.secrets), len(game.replies)
        codes, secrets, replies = sizes
        records.append({"name": name, "summary": summary, "codes": codes, "secrets": secrets, "replies": replies})
    if json:
        say_json(records)
        return
    table = tables.plain_table("name", "what is played", "codes", "secrets", "replies", left=2)
    for record in records:
        table.add_row(*("-" if value is None else str(value) for value in record.values()))
    tables.console().print(table)
    say("and pNcMn, pNcMr: all codes of N pegs and M symbols, none twice, or repetition allowed;")
    say("files, game.toml and game.py: see docs/how-to/own-game.md;")
    say("and lists of words, --codes FILE --secrets FILE.")


def _formats(json: bool) -> None:
    from treebuild.codec.formats import FORMATS

    if json:
        say_json(
            [
                {
                    "format": form.extension[1:],
                    "summary": form.summary,
                    "read": form.decode is not None,
                    "names_game": form.decode is not None and not form.needs_game,
                }
                for form in FORMATS.values()
            ]
        )
        return
    width = max(map(len, FORMATS))
    for extension, form in FORMATS.items():
        use = "read and written" if form.decode else "written"
        names = "; names its game" if form.decode and not form.needs_game else ""
        say(f"{extension:{width}}  {use:16}  {form.summary}{names}")


def _guesses(game: str | Game, json: bool) -> None:
    from treebuild.analysis.guesses_that_matter import guesses_that_matter
    from treebuild.bar import progress_bar
    from treebuild.cli import tables
    from treebuild.game.reply_matrix import reply_matrix

    with progress_bar() as progress:
        thirds = guesses_that_matter(reply_matrix(game), progress)
    if json:
        say_json([{"first": first, "third": third} for first, third in thirds.items()])
        return
    console = tables.console()
    for first, third in thirds.items():
        console.print(f"first guess {first}", style="bold")
        console.print("second guesses: " + " ".join(third))
        console.print("third guesses after each: " + " ".join(map(str, third.values())))
        console.print(f"{len(third)} second guesses, {sum(third.values())} third guesses")
