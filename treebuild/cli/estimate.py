"""treebuild estimate: how long a proof will take, and how much memory."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from treebuild.cli.options import Game, Json, Missing, Weights, weighed_game


def estimate(
    objective: Annotated[
        str, typer.Option("--objective", help="total, sevens, limit:N, ..., by commas, as for `build`.")
    ] = "total",
    game: Game = "p4c10n",
    weights: Weights = None,
    missing: Missing = "",
    candidates_only: Annotated[bool, typer.Option("--candidates-only", help="Of trees that do.")] = False,
    seconds: Annotated[float, typer.Option(min=1.0, max=3600.0, help="Of search, to measure by.")] = 30.0,
    json: Json = False,
) -> None:
    """Say about how long `build exact` will take, after half a minute of it."""
    from treebuild.cli.progress import progress_bar
    from treebuild.cli.streams import say
    from treebuild.study.estimate import estimate as measure

    chosen = weighed_game(game, weights, missing)
    with progress_bar() as progress:
        found = measure(chosen, objective, candidates_only=candidates_only, seconds=seconds, progress=progress)
    if json:
        about = {"low": found.low, "expected": found.expected, "high": found.high}
        typer.echo(json_module.dumps({"core_seconds": about, "bytes": found.bytes, "beyond": found.beyond}, indent=2))
        return
    low, expected, high = (_spelled(value) for value in (found.low, found.expected, found.high))
    say(f"about {expected} of one core of this machine, {low} to {high}; {found.bytes / 1e6:.0f} MB of memory")
    if found.beyond:
        say("that is a guess: most of it is far larger than what could be searched; more --seconds tell more")


def _spelled(seconds: float) -> str:
    for unit, size in (("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} seconds"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(estimate)
