"""One store for each weighted sum of two criteria, where results by some weights bound the sums by other weights.

Let every tree of a position cost c or more by the weights (a, b), and d or more by (e, f). Let (u, v) lie between these
two: let D = a*f - b*e be positive, and let neither p = u*f - v*e nor q = a*v - b*u be negative. Since D*(u, v) is the
sum of p*(a, b) and q*(e, f), every tree costs at least (p*c + q*d) / D by (u, v).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeAlias

from treebuild.search.store.results import Result, Store

Weights: TypeAlias = tuple[int, int]
"""(u, v): the first place of a cost vector is u times the first criterion plus v times the second."""


class WeightedSumStore(Store):
    """The store of one problem, which also gives lower bounds that follow from the stores of other weights."""

    def __init__(self, weights: Weights, own: Store, stores: dict[Weights, Store], places: int) -> None:
        """`stores` has the store of each problem, `own` among them; `places` is the length of vectors of costs."""
        self._weights, self._own, self._stores = weights, own, stores
        self._rest = (0,) * (places - 1)

    def get(self, name: Hashable) -> Result | None:
        """The result of a position by these weights, or a lower bound by other weights if that improves it."""
        known = self._own.get(name)
        if known is not None and known.exact:
            return known
        bound = Result((self._bound(name), *self._rest))
        return bound if bound.value[0] > 0 and bound.improves(known) else known

    def _bound(self, name: Hashable) -> int:
        u, v = self._weights
        results = {weights: result for weights, store in self._stores.items() if (result := store.get(name))}
        least = 0
        for (a, b), one in results.items():
            for (e, f), other in results.items():
                by_one, by_other, whole = u * f - v * e, a * v - b * u, a * f - b * e
                if whole > 0 and by_one >= 0 and by_other >= 0:
                    least = max(least, -(-(by_one * one.value[0] + by_other * other.value[0]) // whole))
        return least

    def put(self, name: Hashable, result: Result, seconds: float = 0.0) -> Result:
        return self._own.put(name, result, seconds)

    def claim(self, name: Hashable) -> bool:
        return self._own.claim(name)

    def release(self, name: Hashable) -> None:
        self._own.release(name)

    def others(self) -> str:
        return self._own.others()

    def finish(self) -> None:
        self._own.finish()

    def spent(self) -> tuple[float, int]:
        return self._own.spent()

    def noted(self, name: str, make: Callable[[], bytes]) -> bytes:
        return self._own.noted(name, make)
