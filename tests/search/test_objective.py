import itertools
import random

import pytest

from treebuild.errors import TreebuildError
from treebuild.search.goal.objective import SHORTHANDS, Objective
from treebuild.search.goal.vectors import Encoding


@pytest.mark.parametrize(
    ("text", "limit", "vectors"),
    [
        ("total", None, [(1,), (2,), (3,), (4,)]),
        ("fours", 4, [(0,), (0,), (0,), (1,)]),
        ("fours,total", 4, [(0, 1), (0, 2), (0, 3), (1, 4)]),
        ("total,limit:9", 9, [(1,), (2,), (3,), (4,)]),
        ("deepest", None, [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]),
        ("total,deepest", None, [(1, 0, 0, 0), (2, 0, 0, 1), (3, 0, 1, 0), (4, 1, 0, 0)]),
        ("race:1/7/2", None, [(1,), (9,), (18,), (20,)]),
        ("limit:4", 4, [(), (), (), ()]),
    ],
)
def test_costs_by_depth(text: str, limit: int | None, vectors: list[tuple[int, ...]]) -> None:
    objective = Objective.parse(text)
    assert objective.name == text
    assert objective.limit == limit
    assert [objective.vector(depth, 4) for depth in range(1, 5)] == vectors


def test_a_race_counts_the_secrets_the_other_tree_solves_sooner_twice_and_as_soon_once() -> None:
    other = [1, 4, 2]
    depths = [depth for depth, count in enumerate(other, 1) for _ in range(count)]
    objective = Objective.race(other)
    for depth in range(1, 7):
        assert objective.vector(depth, 6) == (sum(2 * (d < depth) + (d == depth) for d in depths),)


def test_costs_of_your_own() -> None:
    objective = Objective.costs("late", [0, 0, 5, 9])
    assert [objective.vector(depth, 9) for depth in (1, 2, 3, 4, 5, 9)] == [(0,), (0,), (5,), (9,), (9,), (9,)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("depth", "'depth' is not one of total, deepest, limit:N"),
        ("total;sevens", "is not one of"),
        ("", "nothing is named in it; expected total, deepest, limit:N"),
        ("total,", "nothing is named beside a comma"),
        ("limit:0", "no game is won in 0 guesses"),
        ("limit:x", "expected a whole number of guesses after limit:, from 1 to 9999"),
        ("limit:1000000", "from 1 to 9999"),
        ("limit:5,total,limit:6", "it has two limits"),
        ("race:", "is not one of"),
    ],
)
def test_bad_objectives(text: str, says: str) -> None:
    with pytest.raises(TreebuildError, match=r"^bad objective") as error:
        Objective.parse(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("costs", "says"),
    [([], "at least one"), ([1, 2, 1], "fall from 2 to 1 at depth 3"), ([-1, 2], "0 or more")],
)
def test_bad_costs(costs: list[int], says: str) -> None:
    with pytest.raises(TreebuildError, match=says):
        Objective.costs("mine", costs)
    with pytest.raises(TreebuildError, match="expected the secrets"):
        Objective.race([1, -1])


def test_short_names_are_objectives() -> None:
    assert {Objective.parse(short).name for short in SHORTHANDS} == set(SHORTHANDS.values())


def test_before_deepest_is_what_stands_before_it_and_every_limit() -> None:
    assert Objective.parse("total,deepest").without_deepest().name == "total"
    assert Objective.parse("total,deepest,limit:6").without_deepest().limit == 6
    assert Objective.parse("deepest").without_deepest().vector(3, 5) == ()


def test_what_is_proved() -> None:
    both = Objective.parse("total,sevens")
    assert both.searched((26274, 69), 7) == (
        "no tree of this game of at most 7 guesses has a smaller total than 26274; of those that do no worse, none has "
        "fewer than 69 secrets at depth 7 and none later"
    )
    sevens = Objective.parse("sevens,total")
    assert sevens.searched((0, 9), 7) == "no tree of this game of at most 6 guesses has a smaller total than 9"
    assert both.searched((9, 0), 7) == "no tree of this game of at most 7 guesses has a smaller total than 9"
    assert Objective.parse("sevens").searched((0,), 7) == "this tree needs at most 6 guesses"
    assert Objective.parse("limit:5").searched((0,), 5) == "this tree needs at most 5 guesses"
    assert "(1 2 3)" in Objective.parse("deepest").searched((3, 2, 1), 4)


@pytest.mark.parametrize("text", ["total", "total,deepest", "deepest", "fives,total", "race:1/3/9,total"])
def test_integers_compare_as_vectors_do(text: str) -> None:
    objective, greatest, secrets, width = Objective.parse(text), 5, 20, 3
    costs = [objective.vector(depth, greatest) for depth in range(greatest + 1)]
    encoding = Encoding(costs, secrets, 1, width)
    choose = random.Random(text)
    sums = set()
    for _ in range(150):
        counts = [choose.randint(0, min(4, width ** (depth - 1))) for depth in range(1, greatest + 1)]
        sums.add(
            tuple(
                sum(n * cost for n, cost in zip(counts, place, strict=True)) for place in zip(*costs[1:], strict=True)
            )
        )
    for one, other in itertools.product(sorted(sums)[:40], repeat=2):
        assert (one < other) == (encoding.encode(one) < encoding.encode(other))
        assert encoding.decode(encoding.encode(one)) == one
        difference = tuple(a - b + choose.randint(-1, 1) for a, b in zip(one, other, strict=True))
        assert all((vector < difference) == (encoding.encode(vector) < encoding.ceiling(difference)) for vector in sums)
