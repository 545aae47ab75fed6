"""treebuild players: how many guesses players need who leave something to chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from treebuild.cli.options import Game, Jobs, Json, SampleGames, SampleSeed
from treebuild.cli.streams import say, say_json

if TYPE_CHECKING:
    from treebuild.analysis.players import Played


def players(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="random, information, information-candidates or heuristic-N. (default: random)",
            show_default=False,
        ),
    ] = None,
    game: Game = "p4c10n",
    ties: Annotated[
        Literal["random", "lowest"],
        typer.Option("--ties", help="Of equally good codes, guess a random one or the lowest."),
    ] = "random",
    games: SampleGames = None,
    seed: SampleSeed = 0,
    jobs: Jobs = 1,
    json: Json = False,
) -> None:
    """Show how many guesses players need who choose at random: exactly, or in a sample of games."""
    from treebuild.analysis import players as study
    from treebuild.bar import progress_bar
    from treebuild.game.lookup import as_game

    chosen = as_game(game)
    with progress_bar() as progress:
        results = study.players(
            names or "random", chosen, ties=ties, games=games, seed=seed, jobs=jobs, progress=progress
        )
    if chosen.conditions.weights:
        say(f"the secrets of {chosen.name} have weights; players take all of them to be equally likely", err=True)
    if json:
        say_json([*map(_record, results)])
        return
    _print(results)


def _record(played: Played) -> dict[str, Any]:
    from treebuild.analysis.players import Expected

    record: dict[str, Any] = {"player": played.player, "game": played.game.name, "average": float(played.average)}
    if isinstance(played, Expected):
        record["exact"] = str(played.average)
    else:
        record |= {"games": played.games, "seed": played.seed, "interval": list(played.interval)}
    counts = {str(guess): _number(count) for guess, count in enumerate(played.counts, 1)}
    return record | {"counts": counts, "worst": played.worst}


def _number(count: Any) -> int | float:
    return int(count) if count == int(count) else float(count)


def _print(results: list[Played]) -> None:
    from treebuild.analysis.players import SURE, Comparison, Expected
    from treebuild.cli import tables

    console = tables.console()
    for played in results:
        if isinstance(played, Expected):
            fraction = str(played.average)
            exactly = f" = {fraction}" if len(fraction) <= 40 else ", exactly (the fraction: --json)"
            console.print(f"{played.player}: {float(played.average):.4f}{exactly}, at most {played.worst}")
        else:
            low, high = played.interval
            within = f"{SURE:.0%} sure: {low:.4f} to {high:.4f}"
            console.print(f"{played.player}: {float(played.average):.4f} ({within}), at most {played.worst} seen")
    table = tables.plain_table("guesses", *(played.player for played in results))
    for at in range(max(played.worst for played in results)):
        table.add_row(str(at + 1), *(_shown(played.counts[at]) if at < played.worst else "" for played in results))
    console.print(table)
    for other in results[1:]:
        compared = Comparison(results[0], other)
        more = "more" if compared.difference >= 0 else "fewer"
        sure = "exactly" if not compared.error else f"+- {compared.error:.4f}, p = {compared.doubt:.2g}"
        difference = f"{abs(float(compared.difference)):.4f} {more} guesses than {results[0].player}"
        console.print(f"{other.player} needs {difference}: {sure}")


def _shown(count: Any) -> str:
    value = float(count)
    return f"{value:.0f}" if value == int(value) else f"{value:.3f}" if value >= 0.001 else f"{value:.1e}"
