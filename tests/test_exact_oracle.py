"""The exact search against a plain one, on random candidate sets of a game too large to try everything."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from tests.conftest import two_d
from treebuild.game.game import Game
from treebuild.game.replies import Replies, reply_matrix
from treebuild.search.exact import Tables
from treebuild.search.objective import Objective
from treebuild.search.solver import Solver

Vector = tuple[int, ...]
INFINITE: Vector = (1 << 60,)


def plus(a: Vector, b: Vector) -> Vector:
    return INFINITE if INFINITE in (a, b) else tuple(x + y for x, y in zip(a, b, strict=True))


def plain(replies: Replies, costs: list[Vector]) -> Callable[[tuple[int, ...], int], Vector]:
    """The least cost of candidates from a depth on, by trying all guesses whose parts might all be solved at once."""
    known: dict[tuple[tuple[int, ...], int], Vector] = {}

    def cost(depth: int) -> Vector:
        return costs[depth] if depth < len(costs) else INFINITE

    def at_best(size: int, depth: int) -> Vector:
        """One candidate at this depth, the others right after it: nothing does better."""
        total = cost(depth)
        for _ in range(size - 1):
            total = plus(total, cost(depth + 1))
        return total

    def best(left: tuple[int, ...], depth: int) -> Vector:
        if len(left) == 1 or cost(depth) == INFINITE:
            return cost(depth)
        if (left, depth) in known:
            return known[left, depth]
        tried = []
        for row in np.unique(replies.matrix[:, left], axis=0).tolist():
            parts: dict[int, list[int]] = {}
            for secret, reply in zip(left, row, strict=True):
                parts.setdefault(reply, []).append(secret)
            if len(parts) > 1:
                bound = cost(depth) if parts.pop(replies.win, None) else tuple([0] * len(costs[1]))
                for part in parts.values():
                    bound = plus(bound, at_best(len(part), depth + 1))
                tried.append((bound, list(parts.values())))
        least = INFINITE
        for bound, split in sorted(tried):
            if bound >= least:
                break
            total = bound
            for part in split:
                spared = at_best(len(part), depth + 1)
                more = best(tuple(part), depth + 1)
                total = INFINITE if more == INFINITE else tuple(
                    t - s + m for t, s, m in zip(total, spared, more, strict=True)
                )  # fmt: skip
                if total >= least:
                    break
            least = min(least, total)
        known[left, depth] = least
        return least

    return best


@pytest.mark.parametrize(("rules", "sets"), [("p3c7n", 5), ("p3c6r", 5), ("p4c4r", 80), ("twoD", 80)])
@pytest.mark.parametrize(("text", "greatest"), [("total", 9), ("deepest", 6), ("fives,total", 5), ("limit:4,total", 4)])
def test_random_sets(rules: str, sets: int, text: str, greatest: int) -> None:
    """Sets small and large enough for every way to scan, at random depths."""
    replies = reply_matrix(two_d() if rules == "twoD" else Game.from_rules(rules))
    objective, secrets = Objective.parse(text), replies.matrix.shape[1]
    costs = [objective.vector(depth, greatest) for depth in range(greatest + 1)]
    best, choose = plain(replies, costs), random.Random(rules + text)
    solver = Solver(Tables(replies).board, costs, secrets, 1)
    for _ in range(sets):
        size, depth = choose.randint(1, min(secrets, 44)), choose.randint(1, 3)
        candidates = tuple(sorted(choose.sample(range(secrets), size)))
        value, guess = solver.search(np.array(candidates, np.int32), depth)
        assert best(candidates, depth) == (INFINITE if guess < 0 else solver.scale.read(value)), (candidates, depth)
