"""The search with rules of guesses and with costs, against plain recursion over what `guessing.permits` allows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tests.conftest import seeds
from tests.helpers.ruled import KINDS, least_cost, of_kind
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import exact
from treebuild.search.engine.ruled_solver import RuledSolver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.permitted import Permitted
from treebuild.search.goal.prices import prices_of
from treebuild.search.goal.vectors import Vector

OBJECTIVES = "total", "total,limit:4", "fours,total", "fives"


def objectives(choose: Random, game: Game) -> Iterator[Objective]:
    yield Objective.parse("total")
    only_total = game.conditions.costs or game.conditions.groups
    yield Objective.parse(f"total,limit:{choose.randint(2, 4)}" if only_total else choose.choice(OBJECTIVES))


@pytest.mark.parametrize("seed", seeds(3, 100))
@pytest.mark.parametrize("costs", [False, True], ids=["guesses", "costs"])
@pytest.mark.parametrize("weights", [False, True], ids=["equal", "weights"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_least_cost_is_that_of_plain_recursion(kind: str, weights: bool, costs: bool, seed: int) -> None:
    """By the solver, by it for one guess after the other, and by the whole search, which refuses what no tree keeps."""
    choose = Random(f"{seed} {kind} {weights} {costs}")
    for _ in range(5):
        game = of_kind(choose, kind, weights, costs)
        replies, everything = reply_matrix(game), np.arange(len(game.secrets), dtype=np.int32)
        prices = prices_of(replies)
        for objective in objectives(choose, game):
            greatest = objective.limit or len(game.secrets)

            def vector(depth: int, objective: Objective = objective, greatest: int = greatest) -> Vector | None:
                return objective.vector(depth, greatest) if depth <= greatest else None

            by_weight = objective.by_weight(greatest) if game.conditions.weights else ()
            expected = least_cost(game, vector, by_weight)
            charged = [prices.vector(d) if prices else objective.vector(d, greatest) for d in range(greatest + 1)]
            solver = RuledSolver(replies, charged, by_weight, prices)
            value, guess = solver.search_position(everything, ())
            found = None if guess < 0 else solver.encoding.decode(value)
            assert found == expected, (game, objective.name)
            alone = [
                solver.search_position(everything, (), None, np.array([code], np.int32), False)[0]
                for code in Permitted(replies).at(everything, ()).tolist()
            ]
            assert min(alone) == value or (expected is None and min(alone) >= solver.infinite), (game, objective.name)
            if expected is None:
                with pytest.raises(TreebuildError, match="no tree of"):
                    exact.solve(replies, objective)
            else:
                assert exact.solve(replies, objective).cost == expected, (game, objective.name)
