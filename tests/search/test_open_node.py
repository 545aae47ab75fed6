"""Open nodes: the incumbent does not depend on who is faster, whatever is denied, given back, or only bounded."""

from __future__ import annotations

from contextlib import ExitStack

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from treebuild.search.store.results import Result
from treebuild.search.walk.open_node import OpenNode

NOBODY = np.zeros(0, np.int32)
WORKERS = 3


class FakeWorker:
    """A worker that leases options, and finds what they cost or that they cannot win."""

    def __init__(self, node: OpenNode, costs: list[int]) -> None:
        self.node, self.costs = node, costs
        self.lease, self.leased = ExitStack(), list[tuple[int, int]]()

    def take(self, most: int, denied: int) -> None:
        """Lease options, unless another process is at the guesses of which `denied` has the bits."""
        if not self.leased:
            lease = self.node.lease(lambda guess: not denied >> guess & 1, most)
            self.leased = self.lease.enter_context(lease)
            self.end_lease()

    def find(self, more: int) -> None:
        """Tell of the next guess: its cost, or a bound which may be up to `more` larger than it has to be."""
        if self.leased:
            index, guess = self.leased.pop(0)
            cutoff, cost = self.node.cutoff(index)[0], self.costs[guess]
            self.node.report(index, (cost if cost < cutoff else min(cutoff + more, cost),))
            self.end_lease()

    def give_back(self) -> None:
        """Have no time for the guesses that are left."""
        if self.leased:
            self.node.give_back([index for index, _ in self.leased])
            self.leased = []
            self.end_lease()

    def end_lease(self) -> None:
        if not self.leased:
            self.lease.close()


@given(st.data())
def test_the_first_of_the_least_wins(data: st.DataObject) -> None:
    costs = data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=8))
    slack = data.draw(st.lists(st.integers(0, 4), min_size=len(costs), max_size=len(costs)))
    cutoff = data.draw(st.integers(1, 10))
    ordered = sorted((cost - less, guess) for guess, (cost, less) in enumerate(zip(costs, slack, strict=True)))
    node = OpenNode(NOBODY, ((0, 0),), (cutoff,), [((bound,), guess) for bound, guess in ordered])
    workers = [FakeWorker(node, costs) for _ in range(WORKERS)]
    for _ in range(data.draw(st.integers(0, 30))):
        worker = workers[data.draw(st.integers(0, WORKERS - 1))]
        what = data.draw(st.sampled_from(("take", "find", "give back")))
        if what == "take":
            worker.take(data.draw(st.integers(0, 4)), data.draw(st.integers(0, 255)))
        elif what == "find":
            worker.find(data.draw(st.integers(0, 3)))
        else:
            worker.give_back()
        assert 0 <= node.progress[0] <= len(costs) and 0 <= node.remaining <= len(costs)
        assert not (node.decided and any(worker.leased for worker in workers))
    for worker in workers:
        worker.give_back()
    for _ in range(2 * len(costs)):
        workers[0].take(1, 0)
        workers[0].find(0)
    assert node.decided
    found = node.result()
    if min(costs) >= cutoff:
        assert found.value == (cutoff,) and not found.exact and node.incumbent is None
    else:
        assert found.value == (min(costs),)
        assert found.guess == next(guess for _, guess in ordered if costs[guess] == min(costs))


def test_guesses_that_were_denied_come_in_their_order() -> None:
    """Of equal costs the first wins: it is tried before what others cost becomes its cutoff."""
    denied = [200]
    node = OpenNode(NOBODY, (), (9,), [((1,), 200), ((2,), 300), ((3,), 400)])
    with node.lease(lambda guess: not (guess in denied and not denied.remove(guess)), 3) as leased:
        assert leased == [(0, 200), (1, 300), (2, 400)]


def test_deferred_options_come_first_once_they_are_free() -> None:
    busy = {1}
    node = OpenNode(NOBODY, (), (9,), [((1,), 0), ((2,), 1), ((3,), 2), ((4,), 3)])
    taken = list[int]()

    def take() -> bool:
        with node.lease(lambda guess: guess not in busy) as leased:
            taken.extend(guess for _, guess in leased)
            assert not leased or not node.decided
        return bool(leased)

    assert take() and take()
    assert taken == [0, 2]
    busy.clear()
    while take():
        pass
    assert taken == [0, 2, 1, 3]
    assert node.decided


def test_a_deferred_option_leaves_a_node_undecided_until_it_cannot_win() -> None:
    node = OpenNode(NOBODY, (), (9,), [((1,), 0), ((3,), 1)])
    with node.lease(lambda guess: guess != 1, most=5) as leased:
        assert leased == [(0, 0)]
        node.report(0, (4,))
    assert not node.decided
    node.report(0, (3,))
    assert node.decided
    assert node.result() == Result((3,), 0)
