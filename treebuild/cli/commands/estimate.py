"""treebuild estimate: how long an exact search will take, and how much memory; what long commands say of that, too."""

from __future__ import annotations

import json as json_module
import os
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.cli.options import Conditions, Costs, Game, Groups, Guesses, Json, Missing, Weights
from treebuild.cli.streams import say

if TYPE_CHECKING:
    from treebuild.game import game as games
    from treebuild.search.estimate import Estimate
    from treebuild.tree.policy import Progress

MIN_ESTIMATED_PAIRS = 40_000_000  # codes times secrets: such a search mostly takes minutes, so it is estimated first
FIRST = 10.0  # seconds of search for that


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
    candidates_only: Annotated[
        bool, typer.Option("--candidates-only", help="Count only trees that guess candidates alone.")
    ] = False,
    seconds: Annotated[float, typer.Option(metavar="S", min=1.0, max=3600.0, help="Search for S seconds.")] = 30.0,
    json: Json = False,
) -> None:
    """Search for half a minute, and say how long `build exact` may take."""
    from treebuild.cli.progress import progress_bar
    from treebuild.search.estimate import estimate as measure
    from treebuild.search.race import with_counts

    chosen = Conditions(weights, missing, guesses, costs, groups).of_game(game)
    objective = with_counts(objective, chosen)
    with progress_bar() as progress:
        found = measure(chosen, objective, candidates_only=candidates_only, seconds=seconds, progress=progress)
    if json:
        about = {"low": found.low, "expected": found.expected, "high": found.high}
        typer.echo(json_module.dumps({"core_seconds": about, "bytes": found.bytes, "beyond": found.beyond}, indent=2))
        return
    _tell(found, err=False)


def foreseen(
    progress: Progress | None,
    game: games.Game,
    objective: str,
    candidates_only: bool,
    jobs: int,
    store: Path | None,
    cluster: str | None,
) -> Progress | None:
    """Say how long a search will take, if somebody watches and it may be long; what tells them the time left, then.

    Long is what has a store or a cluster, and large games. What the store has settled counts as done. Of a cluster, and
    where the estimate is a guess, the time left is not known: `progress` as it is. Raises TreebuildError.
    """
    from treebuild.search.estimate import estimate as measure
    from treebuild.search.resources import connected

    if progress is None or not (store or cluster or len(game.codes) * len(game.secrets) >= MIN_ESTIMATED_PAIRS):
        return progress
    with connected(cluster):
        pass  # a wrong address is told now, not after the estimate
    done = _settled(store, game, objective)
    found = measure(game, objective, candidates_only=candidates_only, seconds=FIRST, progress=progress)
    _tell(found, err=True)
    if found.beyond or cluster:
        return progress
    begun = monotonic()
    expected = int(found.expected / min(jobs, os.cpu_count() or 1)) + 1

    def told(_: int, __: int, doing: str) -> None:
        spent = int(done / jobs + monotonic() - begun)
        if spent < expected:
            progress(spent, expected, doing)
        else:
            progress(0, 0, f"later than expected: {doing}")

    return told


def _settled(store: Path | None, game: games.Game, objective: str) -> float:
    """Seconds of the search that a store has the results of."""
    from treebuild.search.problem.objective import Objective
    from treebuild.search.store.inspect import read

    if store is None or not store.exists():
        return 0.0
    name = Objective.parse(objective).name
    return sum(one.seconds for one in read(store).problems if (one.game, one.objective) == (game.name, name))


def _tell(found: Estimate, err: bool) -> None:
    low, expected, high = (_spelled(value) for value in (found.low, found.expected, found.high))
    memory = f"{found.bytes / 1e6:.0f} MB of memory"
    if found.beyond:
        rough = f"perhaps {expected} of one core of this machine, perhaps many times as long"
        say(
            f"this search is too long to be estimated from a short part of it: {rough}; {memory} (docs/estimates.md)",
            err=err,
        )
    else:
        span = f", between {low} and {high}" if low != high else ""
        say(f"about {expected} of one core of this machine{span}; {memory}", err=err)


def _spelled(seconds: float) -> str:
    for unit, size in (("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} seconds"
