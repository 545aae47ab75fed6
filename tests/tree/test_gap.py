"""Gaps: what trees claim of all trees of their game, and how far others are above it."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from treebuild import build
from treebuild.game.lookup import as_game
from treebuild.tree.gap import bound_of, claimed_bound, gap, percent


def test_the_largest_claim_is_taken() -> None:
    weak, strong = (build("near", "p4c9r", effort=effort) for effort in (1, 2))
    greedy = build("minavg", "p4c9r")
    low, high = claimed_bound([weak]), claimed_bound([strong])
    assert low is not None and high is not None and low < high
    assert claimed_bound([greedy]) is None
    assert claimed_bound([weak, greedy, strong]) == high
    assert gap(greedy.total, high) > gap(strong.total, high) > 0


def test_an_optimal_tree_has_no_gap() -> None:
    best = build("exact", "p3c4r", objective="total")
    bound = claimed_bound([best])
    assert bound == best.total and percent(gap(best.total, bound)) == "0.00 %"


def test_a_bound_above_the_total_of_a_tree_is_none() -> None:
    best, greedy = build("exact", "p3c4r", objective="total"), build("minavg", "p3c4r")
    assert best.built and bound_of([best, greedy]) == best.total
    false = replace(greedy, built=replace(best.built, searched="no tree of this game has a smaller total than 207"))
    assert bound_of([false]) == 207 == claimed_bound([false, best]) and bound_of([false, best]) is None


def test_gaps_above_nothing() -> None:
    assert gap(0, 0) == 0 and gap(3, 0) == inf and percent(inf) == "inf %"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("exact", {"objective": "total", "first": "001"}),
        ("exact", {"objective": "total,limit:4"}),
        ("exact", {"objective": "total", "candidates_only": True}),
        ("exact", {"objective": "deepest"}),
        ("near", {"first": "001", "effort": 1}),
    ],
)
def test_claims_about_some_trees_only_are_not_taken(name: str, words: dict[str, object]) -> None:
    tree = build(name, "p3c4r", **words)  # type: ignore[arg-type]
    assert tree.built is not None and tree.built.searched and claimed_bound([tree]) is None


def test_claims_about_weights_are_not_taken() -> None:
    game = as_game("p2c3n")
    assert claimed_bound([build("exact", game.weighted([1, 2, 3, 4, 5, 6]), objective="total")]) is None
