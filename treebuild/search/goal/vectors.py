"""Cost vectors, and their encoding as single integers that compare in the same way, in a mixed radix."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeAlias

Vector: TypeAlias = tuple[int, ...]

INFINITE = 1 << 60  # the first place of the cost of a position if no tree keeps the depth limit


def infinite(places: int) -> Vector:
    """The cost vector, of this many places, of a position that no tree solves within the depth limit."""
    return (INFINITE, *(0,) * (places - 1))


def plus(a: Vector, b: Vector) -> Vector:
    """The sum of two cost vectors."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


def minus(a: Vector, b: Vector) -> Vector:
    """The difference of two cost vectors."""
    return tuple(x - y for x, y in zip(a, b, strict=True))


def above(value: Vector) -> Vector:
    """The smallest vector that is greater than this one."""
    return *value[:-1], value[-1] + 1


class Encoding:
    """Sums of cost vectors of at most `secrets` secrets, from depth `first` on, as integers.

    costs[d] is the vector of one secret at depth d; costs[0] is not used. With `width` replies that do not win, at most
    width ** (d - first) secrets are solved at depth d, which bounds every place of a sum of vectors. The factor of a
    place is more than all later places can hold together, so sums compare as their vectors do. A place that goes
    `by_weight` is multiplied by the weight of the secret; `weights` are those of all secrets, the heaviest first.
    """

    def __init__(
        self,
        costs: Sequence[Vector],
        secrets: int,
        first: int,
        width: int,
        by_weight: Sequence[bool] = (),
        weights: Sequence[int] = (),
    ) -> None:
        self.costs, self.by_weight = costs, by_weight or (False,) * len(costs[0])
        equal, heaviest = range(secrets + 1), [0, *accumulate(weights)]
        self.most = [
            _most(place, heaviest if weighted else equal, secrets, first, width)
            for place, weighted in zip(zip(*costs, strict=True), self.by_weight, strict=True)
        ]
        self.weights = [1] * len(self.most)
        for place in range(len(self.most) - 1, 0, -1):
            self.weights[place - 1] = self.weights[place] * (self.most[place] + 1)

    @property
    def largest(self) -> int:
        """The largest integer that a sum may have."""
        return self.encode(self.most)

    def encode(self, vector: Sequence[int]) -> int:
        """The integer of a vector."""
        return sum(weight * value for weight, value in zip(self.weights, vector, strict=True))

    def decode(self, number: int) -> Vector:
        """The vector of an integer."""
        vector = []
        for weight in self.weights:
            value, number = divmod(number, weight)
            vector.append(value)
        return tuple(vector)

    def ceiling(self, vector: Vector) -> int:
        """The integer n such that a sum is below n exactly if its vector is below this one.

        This one may be any difference of vectors.
        """
        number = 0
        for value, most, weight in zip(vector, self.most, self.weights, strict=True):
            number += min(max(value, 0), most + 1) * weight
            if not 0 <= value <= most:
                break
        return number

    def table(self, depths: int, infinite: int, by_weight: bool = False) -> list[int]:
        """The integers of one secret at depths 0 ... depths - 1, and `infinite` at depths that have no vector.

        With `by_weight` they have only the places that go by weight, and without it only the other places.
        """
        kept = [place == by_weight for place in self.by_weight]
        vectors = ([value * keep for value, keep in zip(vector, kept, strict=True)] for vector in self.costs)
        table = [self.encode(vector) for vector in vectors][:depths]
        return table + [infinite] * (depths - len(table))


class Amount:
    """An encoding of cost vectors of one place: the integer is this place."""

    largest = 0
    """0, since no check is needed here: a total is at most MAX_LEVELS times `weights.MAX_WEIGHT_SUM`, and `prices_of`
    checks the costs of guesses."""

    def encode(self, vector: Sequence[int]) -> int:
        """The integer of a vector."""
        return vector[0]

    def decode(self, number: int) -> Vector:
        """The vector of an integer."""
        return (number,)

    def ceiling(self, vector: Vector) -> int:
        """The integer n such that a sum is below n exactly if its vector is below this one."""
        return max(vector[0], 0)


def _most(costs: Sequence[int], heaviest: Sequence[int], secrets: int, first: int, width: int) -> int:
    """The largest sum of a place: the depths with the largest costs come first, each with as many secrets as it holds.

    heaviest[i] is the weight of the i heaviest secrets together.
    """
    total, done = 0, 0
    for depth in sorted(range(first, len(costs)), key=lambda depth: costs[depth], reverse=True):
        then = min(secrets, done + width ** min(depth - first, 64))
        total += (heaviest[then] - heaviest[done]) * costs[depth]
        done = then
    return total
