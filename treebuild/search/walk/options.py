"""The options of a search: its threads or its cluster, the store of its results, and where it reports its progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from treebuild.game.game import Game
from treebuild.game.positions import History
from treebuild.search.problem.vectors import Vector
from treebuild.search.store.results import StoreOpener
from treebuild.search.walk.game_search import GameSearch
from treebuild.search.walk.workers import Worker
from treebuild.tree.policy import Progress


class Cluster(Protocol):
    """Machines that try options instead of threads of this process."""

    def workers(self, search: GameSearch) -> list[Worker]:
        """Workers for a search, each of which has the cluster try options."""
        ...

    def close(self) -> None:
        """Let go of the cluster, which goes on running."""
        ...


@dataclass(frozen=True)
class Step:
    """An option was tried, of a position after one guess mostly.

    `best` is the smallest cost so far, if any. `done` of `options` are tried; the others, if any, cost `bound` or more.
    """

    history: History
    guess: int
    done: int
    options: int
    best: Vector | None
    bound: Vector | None


@dataclass(frozen=True)
class SearchOptions:
    """How a search is run. None of this changes what it finds.

    jobs      the number of threads
    progress  is called after every option that was tried
    store     keeps the results; with it, a search that was interrupted goes on from there
    cluster   tries options instead of threads
    """

    jobs: int = 1
    progress: Callable[[Step], None] | None = None
    store: StoreOpener | None = None
    cluster: Cluster | None = None


def shown_steps(game: Game, progress: Progress | None) -> Callable[[Step], None] | None:
    """What hears of every step of a search and shows it on a progress bar."""
    if progress is None:
        return None

    def show(step: Step) -> None:
        path = ", ".join(f"{game.spell(game.codes[guess])} {game.replies[reply]}" for guess, reply in step.history)
        best = "" if step.best is None else f", best {' '.join(map(str, step.best[:3]))}"
        bound = "" if step.bound is None else f", others at least {' '.join(map(str, step.bound[:3]))}"
        progress(step.done, step.options, (f"after {path}" if path else "first guess") + best + bound)

    return show
