"""What can be said of the near-optimal search of a game whose reply matrix does not fit, before it begins."""

from __future__ import annotations

import math

from treebuild.errors import TreebuildError, UsageError
from treebuild.game.game import Game
from treebuild.search.engine.reply_blocks import sample_size
from treebuild.search.near.passes import Effort
from treebuild.search.near.solve import EFFORT, known_effort, of_large_game

PAIR_SECONDS, SECRET_SECONDS = 1.2e-9, 2e-4  # to compare a guess with a secret; for each secret of small games


def check_large(game: Game, effort: int | None, seconds: float | None, jobs: int, kept: bool, shared: bool) -> None:
    """What can be refused of a game without a reply matrix before it is searched.

    Raises TreebuildError when the passes that have to end take more than a day, and when a store is to be kept or a
    cluster to be used.
    """
    if shared:
        raise UsageError(
            f"'near' cannot use a cluster for {game.name}: workers need its reply matrix, which does not fit"
        )
    if kept:
        raise UsageError(
            f"'near' cannot use a store for {game.name}: a store needs its reply matrix, which does not fit"
        )
    last = 1 if seconds is not None else effort or EFFORT
    days = sum(pass_seconds(game, known_effort(number), number == 1) for number in range(1, last + 1)) / jobs / 86400
    if days > 1:
        raise TreebuildError(
            f"effort {last} takes some {math.ceil(days):,} days for {game.name}, whose reply matrix does not fit: "
            "try a smaller effort, or give the seconds that it may take"
        )


def pass_seconds(game: Game, effort: Effort, smallest: bool) -> float:
    """About the processor time of one pass in a game without a reply matrix."""
    effort = of_large_game(effort)
    choosing = (sample_size(game) or len(game.codes)) * PAIR_SECONDS  # guesses, for each candidate of a position
    left, large = float(len(game.secrets)), 0
    while left > effort.parts:
        left, large = left / max(len(game.replies) / 3, 2), large + 1
    whole = quick = SECRET_SECONDS  # for each secret of a position, with the whole effort and with the quick one
    for depth in range(large, 0, -1):
        tried = effort.firsts if smallest and depth == 1 else effort.guesses(depth)
        kept = min(effort.kept, tried) if effort.kept and depth > 1 else tried
        whole = choosing + kept * whole + (tried * quick if kept < tried else 0)
        quick += choosing
    return len(game.secrets) * whole
