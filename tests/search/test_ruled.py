"""The search with rules of guesses and with costs, against plain recursion over what `guess_rules.permits` allows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor
from random import Random

import numpy as np
import pytest

from tests.conftest import seeds
from tests.helpers.ruled import KINDS, least_cost, of_kind
from tests.helpers.words_of_keys import numbers, with_sum
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import exact
from treebuild.search.engine.game_tables import SEED, hash_key, hash_words
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


@pytest.mark.parametrize("seed", seeds(1, 100))
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


@pytest.mark.long
def test_costs_made_for_known_words_deceive_no_search() -> None:
    """By the words that a game without the costs draws, they lead to two sets that share a key. One costs more.

    `first` leaves two halves, each with a core, which is a secret that is no x, and with nine blocks of eight secrets.
    A test for each set of secrets of a block tells them from all others. The cheap tests leave the sets that share a
    key. In both the test `dear` finds the core; in the second, `cheap` does, too.
    """
    number, cores, half = 146, (144, 145), 72
    blocks = [range(block, 2 * half, 18) for block in range(18)]
    tests: list[tuple[int, ...]] = [(*sum(map(tuple, blocks[9:]), ()), cores[1]), cores, cores[1:]]
    first, dear, cheap = range(number, number + 3)
    for block in blocks:
        tests += [tuple(secret for bit, secret in enumerate(block) if some >> bit & 1) for some in range(256)]

    def reply(guess: int, secret: int) -> str:
        return "yes" if guess >= number and secret in tests[guess - number] else "found" if guess == secret else "no"

    game = Game.from_parts("made", range(number + len(tests)), range(number), reply, ["no", "yes", "found"], "found")
    game = game.with_guesses("identify").grouped({str(secret): "x" for secret in range(2 * half)})
    matrix = reply_matrix(game).matrix
    words = numbers(hash_words(sum(matrix.shape), SEED, hash_key(game, matrix))[:number])
    apart = with_sum(words[: 2 * half], reduce(xor, words))
    chain = [tuple(secret for secret in block if secret in apart) for block in blocks]
    costs = {str(number + i): 1 if test in chain else 10**5 for i, test in enumerate(tests)}
    priced = game.priced(costs | {str(first): 1, str(dear): 1000, str(cheap): 500})

    known = number  # the cost of a tree
    for tried, last in (chain[:9], 1000), (chain[9:], 500):
        left = half + 1
        for test in tried:
            known, left = known + left, left - len(test)
        known += last * left
    assert exact.solve(reply_matrix(priced), Objective.parse("total"), first=first).cost <= (known,)
