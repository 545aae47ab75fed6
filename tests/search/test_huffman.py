"""HUFFMAN: the least weighted depth of leaves, against all trees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from treebuild.search.bounds.prunings import huffman

Weights = tuple[int, ...]


def splits(weights: Weights, parts: int) -> Iterator[tuple[Weights, ...]]:
    """All ways to hand out the weights to at most so many children, none of which gets all."""
    ways: list[tuple[Weights, ...]] = [((),) * parts]
    for weight in weights:
        ways = [(*way[:i], (*way[i], weight), *way[i + 1 :]) for way in ways for i in range(parts)]
    yield from (way for way in ways if max(map(len, way)) < len(weights))


@cache
def least(weights: Weights, width: int) -> int:
    if len(weights) <= 1:
        return 0
    return sum(weights) + min(sum(least(part, width) for part in way) for way in splits(weights, width))


@pytest.mark.parametrize("width", [2, 3, 4])
def test_the_least_sum_of_weight_times_depth(width: int) -> None:
    choose = Random(width)
    for _ in range(30):
        weights = tuple(sorted(choose.randint(0, 9) for _ in range(choose.randint(1, 5))))
        assert huffman(weights, width) == least(weights, width)


def test_a_chain_where_only_one_child_is_said() -> None:
    """No test tells apart then: the bound is that of two children."""
    assert huffman((1, 1, 1), 1) == huffman((1, 1, 1), 2) == 5
