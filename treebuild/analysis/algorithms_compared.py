"""Several algorithms in several games: the tree that each builds for each game, or why it builds none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from treebuild.algorithms import Algorithm, algorithm, build
from treebuild.errors import TreebuildError, UsageError, check_type
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.search.engine.memory import size_of
from treebuild.search.race import with_counts
from treebuild.search.walk.threads import check_jobs
from treebuild.tree.policy import Progress
from treebuild.tree.tree import Tree
from treebuild.tree.verifier import verify

WITH_OBJECTIVE = "exact", "near"  # the algorithms that take one


@dataclass(frozen=True)
class Trial:
    """What an algorithm made of a game.

    tree     the tree that it built, every secret replayed; None if it built none
    error    why it built none; None if it built one
    seconds  how long the search and the replay took

    >>> (trial,) = compare_algorithms(["p3c4r"], ["minavg"])
    >>> trial.game.name, trial.algorithm, trial.tree.total, float(trial.tree.average), trial.tree.max_depth
    ('p3c4r', 'minavg', 208, 3.25, 4)
    """

    game: Game
    algorithm: str
    tree: Tree | None
    error: TreebuildError | None
    seconds: float


def compare_algorithms(
    games: Sequence[Game | str],
    algorithms: Sequence[str],
    *,
    objective: str | None = None,
    effort: int | None = None,
    jobs: int = 1,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> Iterator[Trial]:
    """Build the tree of each algorithm for each game, game by game, and yield each as a `Trial` when it is done.

    `objective`, "total" by default, is for `exact` and `near`, `effort` for `near`, and `jobs` for those that threads
    can share; `memory` and `progress` are as in `build`. Where an algorithm does not support a game, finds no tree, or
    would take too much memory, its trial has the error. Raises TreebuildError, before anything is built, for a bad
    game, an unknown algorithm, an objective or effort that no algorithm takes, and where there is no game or algorithm.

    >>> for trial in compare_algorithms(["p3c4r", "p3c5n"], ["minavg", "exact"]):
    ...     print(trial.game.name, trial.algorithm, trial.tree.total)
    p3c4r minavg 208
    p3c4r exact 206
    p3c5n minavg 198
    p3c5n exact 196
    """
    for what, listed in ("games", games), ("algorithms", algorithms):
        check_type(listed, (list, tuple), f"{what}: expected a list")
        if not listed:
            raise UsageError(f"no {what}: expected at least one")
    for what, value, takers in ("objective", objective, WITH_OBJECTIVE), ("effort", effort, ("near",)):
        if value is not None and not {*takers} & {*algorithms}:
            raise UsageError(f"none of the algorithms takes an {what}: only {' and '.join(takers)} would")
    check_jobs(jobs)
    if isinstance(memory, str):
        memory = size_of(memory)
    played = [as_game(game) for game in games]
    goal = with_counts(objective or "total", played[0])
    chosen = [algorithm(name, goal if name in WITH_OBJECTIVE else None) for name in dict.fromkeys(algorithms)]
    pairs = [(game, one) for game in played for one in chosen]
    return _trials(pairs, {"objective": goal, "effort": effort, "jobs": jobs, "memory": memory}, progress)


def _trials(
    pairs: Sequence[tuple[Game, Algorithm]], options: dict[str, Any], progress: Progress | None
) -> Iterator[Trial]:
    for number, (game, chosen) in enumerate(pairs, 1):
        about = f"{number} of {len(pairs)}, {chosen.name} for {game.name}"

        def told(done: int, total: int, doing: str, about: str = about) -> None:
            if progress:
                progress(done, total, f"{about}: {doing}")

        told(0, 0, "getting ready")
        yield _trial(game, chosen, options, told)


def _trial(game: Game, chosen: Algorithm, options: dict[str, Any], progress: Progress) -> Trial:
    """The trial of an algorithm with those of the options that it takes."""
    name, start = chosen.name, perf_counter()
    takes = {"objective": name in WITH_OBJECTIVE, "effort": name == "near", "jobs": chosen.shared}
    taken = {option: value for option, value in options.items() if takes.get(option, True)}
    tree, error = None, None
    try:
        tree = build(name, game, progress=progress, **taken)
        if problems := verify(tree).problems:
            tree, error = None, TreebuildError(f"the tree of {name!r} for {game.name} is wrong: {problems[0]}")
    except TreebuildError as refusal:
        error = refusal
    return Trial(game, name, tree, error, perf_counter() - start)
