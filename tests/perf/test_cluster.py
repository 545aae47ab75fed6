"""`make bench`: what a second worker of a cluster is worth, by the clock; an idle machine of two cores shows it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import pytest

from tests.helpers.local_cluster import LocalCluster
from tests.helpers.measuring import Row
from treebuild import build


@pytest.mark.parametrize("game", ["p4c9r", "p4c11n"])
def test_two_workers(game: str, tell: Callable[[Row], None]) -> None:
    """Each cluster has searched p4c6r before, so that its workers have loaded what they need."""
    spent = []
    for workers in 1, 2:
        local_cluster = LocalCluster()
        try:
            local_cluster.start_workers(workers)
            build("exact", "p4c6r", objective="total", cluster=local_cluster.address)
            start = perf_counter()
            build("exact", game, objective="total", cluster=local_cluster.address)
            spent.append(perf_counter() - start)
        finally:
            local_cluster.close()
    tell(Row(f"{game} by two workers of a cluster, beside one", spent[1], spent[0], "0.59 (1.7 times)"))
