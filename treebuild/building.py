"""From the name of an algorithm to a tree: game, replies, policy, tree."""

from __future__ import annotations

from collections.abc import Callable

from treebuild import __version__
from treebuild.algorithms import Options, algorithm
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.replies import reply_matrix
from treebuild.slovesnov.hybrid import Line
from treebuild.tree.tree import Built, Progress, Tree, grow


def build(
    name: str,
    game: Game | str = "p4c10n",
    *,
    objective: str | None = None,
    candidates_only: bool = False,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    log: Callable[[Line], None] | None = None,
) -> Tree:
    """Build the tree of a named algorithm for a game, or for the game a rule string names; `progress` is told of it.

    `objective` goes with the algorithm `exact`. Raises TreebuildError for an unknown algorithm, a bad game, an
    objective that is none or cannot be met.
    """
    chosen = algorithm(name, objective)
    if seed and name != "random":
        raise TreebuildError(f"{name!r} takes no seed: only `random` does")
    if isinstance(game, str):
        game = Game.from_rules(game)
    replies = reply_matrix(game)
    found = chosen.search(replies, Options(candidates_only, seed, jobs, progress, log))
    words = [name, f"--objective {objective}" * bool(objective), "--candidates-only" * candidates_only]
    words += [f"--seed {seed}"] if seed else []
    built = Built(" ".join(filter(None, words)), chosen.objective, chosen.tie_rule, __version__, found.proved)
    return grow(replies, found.policy, chosen.criterion, built, progress)
