"""Contests: who wins does not depend on who is faster, whatever is denied, given back, or only refuted."""

from __future__ import annotations

from contextlib import ExitStack

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from treebuild.search.open_node import Contest
from treebuild.search.store.memory import Known

NOBODY = np.zeros(0, np.int32)
HANDS = 3


class Player:
    """A hand that takes guesses, and finds what they cost or that they cannot win."""

    def __init__(self, contest: Contest, costs: list[int]) -> None:
        self.contest, self.costs = contest, costs
        self.turn, self.bunch = ExitStack(), list[tuple[int, int]]()

    def take(self, most: int, denied: int) -> None:
        """Begin a turn, unless another process is at the guesses of which `denied` has the bits."""
        if not self.bunch:
            turn = self.contest.turn(lambda guess: not denied >> guess & 1, most)
            self.bunch = self.turn.enter_context(turn)
            self.end_turn()

    def find(self, more: int) -> None:
        """Tell of the next guess: its cost, or a bound which may be up to `more` larger than it has to be."""
        if self.bunch:
            index, guess = self.bunch.pop(0)
            limit, cost = self.contest.limit(index)[0], self.costs[guess]
            self.contest.enter(index, (cost if cost < limit else min(limit + more, cost),))
            self.end_turn()

    def give_back(self) -> None:
        """Have no time for the guesses that are left."""
        if self.bunch:
            self.contest.give_back([index for index, _ in self.bunch])
            self.bunch = []
            self.end_turn()

    def end_turn(self) -> None:
        if not self.bunch:
            self.turn.close()


@given(st.data())
def test_the_first_of_the_least_wins(data: st.DataObject) -> None:
    costs = data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=8))
    slack = data.draw(st.lists(st.integers(0, 4), min_size=len(costs), max_size=len(costs)))
    below = data.draw(st.integers(1, 10))
    ordered = sorted((cost - less, guess) for guess, (cost, less) in enumerate(zip(costs, slack, strict=True)))
    contest = Contest(NOBODY, ((0, 0),), (below,), [((bound,), guess) for bound, guess in ordered])
    players = [Player(contest, costs) for _ in range(HANDS)]
    for _ in range(data.draw(st.integers(0, 30))):
        player = players[data.draw(st.integers(0, HANDS - 1))]
        what = data.draw(st.sampled_from(("take", "find", "give back")))
        if what == "take":
            player.take(data.draw(st.integers(0, 4)), data.draw(st.integers(0, 255)))
        elif what == "find":
            player.find(data.draw(st.integers(0, 3)))
        else:
            player.give_back()
        assert 0 <= contest.done[0] <= len(costs) and 0 <= contest.left <= len(costs)
        assert not (contest.decided and any(player.bunch for player in players))
    for player in players:
        player.give_back()
    for _ in range(2 * len(costs)):
        players[0].take(1, 0)
        players[0].find(0)
    assert contest.decided
    found = contest.found()
    if min(costs) >= below:
        assert found.value == (below,) and not found.exact and contest.leader is None
    else:
        assert found.value == (min(costs),)
        assert found.guess == next(guess for _, guess in ordered if costs[guess] == min(costs))


def test_guesses_that_were_denied_come_in_their_order() -> None:
    """Of equal costs the first wins: it is tried before what others cost becomes its limit."""
    denied = [200]
    contest = Contest(NOBODY, (), (9,), [((1,), 200), ((2,), 300), ((3,), 400)])
    with contest.turn(lambda guess: not (guess in denied and not denied.remove(guess)), 3) as bunch:
        assert bunch == [(0, 200), (1, 300), (2, 400)]


def test_guesses_put_off_come_first_once_they_are_free() -> None:
    busy = {1}
    contest = Contest(NOBODY, (), (9,), [((1,), 0), ((2,), 1), ((3,), 2), ((4,), 3)])
    taken = []

    def turn() -> bool:
        with contest.turn(lambda guess: guess not in busy) as bunch:
            taken.extend(guess for _, guess in bunch)
            assert not bunch or not contest.decided
        return bool(bunch)

    assert turn() and turn()
    assert taken == [0, 2]
    busy.clear()
    while turn():
        pass
    assert taken == [0, 2, 1, 3]
    assert contest.decided


def test_a_guess_put_off_leaves_a_contest_undecided_until_it_cannot_win() -> None:
    contest = Contest(NOBODY, (), (9,), [((1,), 0), ((3,), 1)])
    with contest.turn(lambda guess: guess != 1, most=5) as bunch:
        assert bunch == [(0, 0)]
        contest.enter(0, (4,))
    assert not contest.decided
    contest.enter(0, (3,))
    assert contest.decided
    assert contest.found() == Known((3,), 0)
