"""The search with rules of guesses and with costs, against plain recursion over what `guessing.permits` allows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tests.conftest import seeds
from tests.helpers.ruled import RULES, least_cost, ruled_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.engine.ruled_solver import RuledSolver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.permitted import Permitted
from treebuild.search.goal.prices import prices_of
from treebuild.search.goal.vectors import Vector

OBJECTIVES = "total", "total,limit:4", "fours,total", "fives"


def objectives(choose: Random, costs: bool) -> Iterator[Objective]:
    yield Objective.parse("total")
    yield Objective.parse("total,limit:4" if costs else choose.choice(OBJECTIVES))


@pytest.mark.parametrize("seed", seeds(3, 100))
@pytest.mark.parametrize("costs", [False, True], ids=["guesses", "costs"])
@pytest.mark.parametrize("weights", [False, True], ids=["equal", "weights"])
@pytest.mark.parametrize("guesses", RULES)
def test_the_least_cost_is_that_of_plain_recursion(guesses: str, weights: bool, costs: bool, seed: int) -> None:
    choose = Random(f"{seed} {guesses} {weights} {costs}")
    for _ in range(5):
        game = ruled_game(choose, guesses, weights=weights, costs=costs)
        for objective in objectives(choose, bool(game.conditions.costs)):
            greatest = objective.limit or len(game.secrets)

            def vector(depth: int, objective: Objective = objective, greatest: int = greatest) -> Vector | None:
                return objective.vector(depth, greatest) if depth <= greatest else None

            by_weight = objective.by_weight(greatest) if game.conditions.weights else ()
            replies, expected = reply_matrix(game), least_cost(game, vector, by_weight)
            prices = prices_of(replies)
            depths = range(greatest + 1)
            charged = [prices.vector(d) if prices else objective.vector(d, greatest) for d in depths]
            solver = RuledSolver(replies, charged, by_weight, prices)
            value, guess = solver.search_position(np.arange(len(game.secrets), dtype=np.int32), ())
            found = None if guess < 0 else solver.encoding.decode(value)
            assert found == expected, (game, objective.name)
            everything = np.arange(len(game.secrets), dtype=np.int32)
            alone = [
                solver.search_position(everything, (), None, np.array([code], np.int32), False)[0]
                for code in Permitted(replies).at(everything, ()).tolist()
            ]
            assert min(alone) == value or (expected is None and min(alone) >= solver.infinite), (game, objective.name)
