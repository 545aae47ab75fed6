"""How long a search will take, said before it begins, and the time that is left while it works."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from treebuild.cli.streams import say

if TYPE_CHECKING:
    from treebuild.game.game import Game
    from treebuild.search.estimate import Estimate
    from treebuild.tree.policy import Progress

MIN_ESTIMATED_PAIRS = 40_000_000  # codes times secrets: such a search mostly takes minutes, so it is estimated first
FIRST = 10.0  # seconds of search for such an estimate


def foreseen(
    progress: Progress | None,
    game: Game,
    objective: str,
    jobs: int,
    store: Path | None,
    cluster: str | None,
    now: Callable[[], float] = monotonic,
) -> Progress | None:
    """Say how long a search will take, if somebody watches and it may be long. Return a `progress` of the time left.

    A search may be long if it has a store or a cluster, or if the game is large. The results in the store count as
    done. On a cluster, and where the estimate is a guess or there is none, the time left is unknown: then `progress` is
    returned as it is. Raises TreebuildError as `estimate` does, and for a cluster that does not answer.
    """
    from treebuild.search.estimate import UnmeasuredError
    from treebuild.search.estimate import estimate as measure
    from treebuild.search.resources import connected

    if progress is None or not (store or cluster or len(game.codes) * len(game.secrets) >= MIN_ESTIMATED_PAIRS):
        return progress
    with connected(cluster):
        pass  # a wrong address is told now, not after the estimate
    done = _settled(store, game, objective)
    try:
        found = measure(game, objective, seconds=FIRST, progress=progress)
    except UnmeasuredError as error:
        say(error.message, err=True)
        return progress
    say(expectation(found), err=True)
    if found.is_guess or cluster:
        return progress
    begun = now()
    expected = int(found.expected / min(jobs, os.cpu_count() or 1)) + 1

    def told(_: int, __: int, doing: str) -> None:
        spent = int(done / jobs + now() - begun)
        if spent < expected:
            progress(spent, expected, doing)
        else:
            progress(0, 0, f"later than expected: {doing}")

    return told


def _settled(store: Path | None, game: Game, objective: str) -> float:
    """Seconds of search whose results a store has."""
    from treebuild.search.goal.objective import Objective
    from treebuild.search.store.inspect import read

    if store is None or not store.exists():
        return 0.0
    name = Objective.parse(objective).name
    return sum(one.seconds for one in read(store).problems if (one.game, one.objective) == (game.name, name))


def expectation(found: Estimate) -> str:
    """An estimate as a line."""
    low, expected, high = (_spelled(value) for value in (found.low, found.expected, found.high))
    memory = f"{found.bytes / 1e6:.0f} MB of memory"
    if found.is_guess:
        rough = f"perhaps {expected} of one core of this machine, perhaps many times as long"
        return f"this search is too long to be estimated from a short part of it: {rough}; {memory} (docs/estimates.md)"
    span = f", between {low} and {high}" if low != high else ""
    return f"about {expected} of one core of this machine{span}; {memory}"


def _spelled(seconds: float) -> str:
    for unit, size in (("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} seconds"
