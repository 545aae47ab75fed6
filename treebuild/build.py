"""From the name of an algorithm to a tree: game, replies, policy, tree."""

from __future__ import annotations

from treebuild import __version__
from treebuild.algorithms import Options, algorithm
from treebuild.game import Game
from treebuild.replies import reply_matrix
from treebuild.tree import Built, Progress, Tree, grow


def build(
    name: str,
    game: Game | str = "p4c10n",
    *,
    candidates_only: bool = False,
    seed: int = 0,
    progress: Progress | None = None,
) -> Tree:
    """Build the tree of a named algorithm for a game, or for the game a rule string names; `progress` is told of it.

    Raises TreebuildError for an unknown algorithm or a bad game.
    """
    chosen = algorithm(name)
    if isinstance(game, str):
        game = Game.from_rules(game)
    replies = reply_matrix(game)
    policy = chosen.search(replies, Options(candidates_only, seed))
    label = f"{name} --candidates-only" if candidates_only else name
    label += f" --seed {seed}" if seed else ""
    built = Built(label, chosen.objective, chosen.tie_rule, __version__)
    return grow(replies, policy, chosen.criterion, built, progress)
