"""treebuild estimate: how long an exact search will take, and how much memory."""

from __future__ import annotations

from typing import Annotated

import typer

from treebuild.cli.options import ConditionOptions, Costs, Game, Groups, Guesses, Json, Missing, Weights, number
from treebuild.cli.streams import say, say_json


def estimate(
    objective: Annotated[
        str, typer.Option("--objective", metavar="WHAT", help="What the tree is best at, as for `build`.")
    ] = "total",
    game: Game = "p4c10n",
    weights: Weights = None,
    missing: Missing = "",
    guesses: Guesses = None,
    costs: Costs = None,
    groups: Groups = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", parser=number(1.0, 3600.0), help="Search for S seconds.")
    ] = 30.0,
    json: Json = False,
) -> None:
    """Search for half a minute, and say how long `build exact` may take."""
    from treebuild.bar import progress_bar
    from treebuild.cli.expected_time import expectation
    from treebuild.search.estimate import estimate as measure
    from treebuild.search.race import with_counts

    chosen = ConditionOptions(weights, missing, guesses, costs, groups).of_game(game)
    objective = with_counts(objective, chosen)
    with progress_bar() as progress:
        found = measure(chosen, objective, seconds=seconds, progress=progress)
    if json:
        about = {"low": found.low, "expected": found.expected, "high": found.high}
        say_json({"core_seconds": about, "bytes": found.bytes, "beyond": found.is_guess})
        return
    say(expectation(found))
