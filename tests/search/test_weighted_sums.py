"""What the store of one weighted sum says by what those of the others know: bounds, never more than the truth."""

import random

from treebuild.search.store.results import Result, Store
from treebuild.search.store.weighted_sums import WeightedSumStore, Weights

ENDS: list[Weights] = [(1, 0), (0, 1)]


def least(weights: Weights, points: list[tuple[int, int]]) -> int:
    return min(weights[0] * t + weights[1] * k for t, k in points)


def test_bounds_never_exceed_the_least_of_any_points() -> None:
    choose, raised = random.Random(1), 0
    for _ in range(400):
        points = [(choose.randint(10, 60), choose.randint(0, 20)) for _ in range(choose.randint(1, 6))]
        known = [*ENDS, *((choose.randint(1, 9), choose.randint(1, 9)) for _ in range(4))]
        stores = {weights: Store() for weights in known}
        for weights, store in stores.items():
            slack = choose.choice([0, 0, 1, 5])
            store.put("position", Result((least(weights, points) - slack, 0, 0), -1 if slack else 7))
        asked = choose.randint(1, 9), choose.randint(1, 9)
        own = stores.setdefault(asked, Store())
        before, said = own.get("position"), WeightedSumStore(asked, own, stores, 3).get("position")
        assert said is not None
        assert said.value <= (least(asked, points), 0, 0)
        assert before is None or not before.improves(said)
        raised += before is None or said.improves(before)
    assert raised > 200


def test_the_points_of_the_ends_bound_what_lies_between() -> None:
    stores = {weights: Store() for weights in [*ENDS, (2, 3)]}
    stores[1, 0].put("position", Result((40, 40, 3), 1))
    stores[0, 1].put("position", Result((3, 40, 3), 1))
    said = WeightedSumStore((2, 3), stores[2, 3], stores, 3)
    assert said.get("position") == Result((2 * 40 + 3 * 3, 0, 0))
    assert said.get("another") is None


def test_a_bound_between_two_others_is_rounded_up() -> None:
    """By (1, 0) and (1, 2) at least 3 and 8: (1, 1) is half of their sum."""
    stores: dict[Weights, Store] = {weights: Store() for weights in [(1, 0), (1, 2), (1, 1)]}
    stores[1, 0].put("position", Result((3, 0, 0)))
    stores[1, 2].put("position", Result((8, 0, 0)))
    assert WeightedSumStore((1, 1), stores[1, 1], stores, 3).get("position") == Result((6, 0, 0))


def test_what_is_put_goes_to_the_own_store() -> None:
    stores = {weights: Store() for weights in ENDS}
    store = WeightedSumStore((1, 0), stores[1, 0], stores, 3)
    store.put("position", Result((5, 5, 0), 2))
    assert stores[1, 0].get("position") == store.get("position") == Result((5, 5, 0), 2)
    assert stores[0, 1].get("position") is None
