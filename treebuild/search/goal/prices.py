"""The prices of guesses in a search: a base that every guess costs, and a surcharge of each guess above it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.permitted import names_last
from treebuild.search.goal.vectors import Vector

MAX_COST_SUM = 1 << 48  # the largest cost times all weights: 64 guesses add up to less than `layout.INFINITE`


@dataclass(frozen=True, eq=False)
class Prices:
    """Costs of guesses, as a search charges them: SURCHARGE in `bounds.prunings`. They are in units of `cost_unit`.

    base       the least cost of a guess; with `free_last`, of a guess before the last one
    free_last  whether the last guess of a secret, which names it, is free
    surcharge  int64 (codes,): the cost of a guess above the base, or 0 for a guess that is free as the last one
    """

    base: int
    free_last: bool
    surcharge: NDArray[np.int64]

    def vector(self, depth: int) -> Vector:
        """The least cost of a secret solved at this depth."""
        return (self.base * max(depth - self.free_last, 0),)


def check_objective(game: Game, objective: Objective) -> None:
    """Raise TreebuildError if a game has costs of guesses or groups, and the objective is not the total."""
    kinds = [criterion.kind for criterion in objective.criteria if criterion.kind != "limit"]
    if (game.conditions.costs or game.conditions.groups) and kinds != ["total"]:
        has = "costs of guesses" if game.conditions.costs else "groups of secrets"
        raise TreebuildError(
            f"{game.name} has {has}: expected the objective total, or total,limit:N, not {objective.name}"
        )


def prices_of(replies: Replies) -> Prices | None:
    """The prices of a game; None if its guesses have no costs.

    Raises TreebuildError if costs and weights together are too large for the integers of the search: see MAX_COST_SUM.
    """
    game = replies.game
    if not game.conditions.costs:
        return None
    costs = np.array(game.conditions.costs, np.int64)
    if int(costs.max()) * (sum(game.conditions.weights) or len(game.secrets)) >= MAX_COST_SUM:
        raise TreebuildError(f"the weights and costs of {game.name} are too fine together: round them")
    if game.conditions.guesses != "identify":
        return Prices(int(costs.min()), False, costs - costs.min())
    if not names_last(replies):
        return Prices(0, True, costs)
    tests = replies.secret_of < 0
    base = int(costs[tests].min())
    return Prices(base, True, np.where(tests, costs - base, 0))
