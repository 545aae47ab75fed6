"""Who searches: hands, one a thread, that try the guesses of contests, and help each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from threading import Event
from time import sleep
from typing import TYPE_CHECKING

from treebuild.errors import TreebuildError
from treebuild.search.bounds import Vector
from treebuild.search.open_node import Contest
from treebuild.search.solver import Solver
from treebuild.search.store.memory import History, Known

if TYPE_CHECKING:
    from treebuild.search.game_search import Proof
    from treebuild.search.parallel.dask_driver import Cluster

TICK = 0.01  # seconds until a hand without work looks for some again


@dataclass(frozen=True)
class Step:
    """What a search tells while it runs: a guess was settled, a second one mostly.

    `best` is the least cost so far, if any; `done` of `guesses` are tried, the others, if any, cost `bound` or more.
    """

    history: History
    guess: int
    done: int
    guesses: int
    best: Vector | None
    bound: Vector | None


class Hand:
    """Tries guesses: this one here, one at a time, with a solver of its own.

    Two hands must not search with one solver.
    """

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def most(self, contest: Contest) -> int:
        """So many guesses of a contest it takes at a time."""
        return 1

    @property
    def pause(self) -> float:
        """Seconds until it looks for work again, when it has none."""
        return TICK

    def attempt(self, proof: Proof, contest: Contest, bunch: list[tuple[int, int]]) -> list[int]:
        """Try guesses of a contest, each given with its place there. Returns the places of those not tried."""
        for index, guess in bunch:
            limit = partial(contest.limit, index)
            contest.enter(index, proof.guess(contest.candidates, contest.history, guess, limit, self))
        return []

    def fork(self) -> Hand:
        """Another one, for another thread."""
        return Hand(self.solver.fork())

    def stop(self) -> None:
        """Make what it does raise StoppedError soon."""
        self.solver.stop()


class Crew:
    """The hands of a search. The first one works, and begins contests; the others help in these."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self._open: list[Contest] = []

    def together(self, work: Callable[[Hand], Known]) -> Known:
        """What `work` finds with the first hand, while all others help in the contests that it begins."""
        found, ended = list[Known](), Event()
        pool = self._proof.pool

        def take_part(hand: Hand) -> None:
            if hand is not pool.owned[0]:
                while not ended.is_set():
                    if not self._help(0, hand):
                        ended.wait(hand.pause)
                        hand.solver.check_stop()
                return
            try:
                found.append(work(hand))
            finally:
                ended.set()

        pool.each(take_part)
        return found[0]

    def compete(self, contests: list[Contest], hand: Hand) -> None:
        """Decide contests after histories of one length, one after the other, while other hands may help."""
        self._open += contests
        try:
            for contest in contests:
                while self._try_some(contest, hand):
                    pass
            while not all(contest.decided for contest in contests):
                if any(self._try_some(contest, hand) for contest in contests):
                    continue
                if not self._help(len(contests[0].history) + 1, hand):
                    sleep(hand.pause)
                    hand.solver.check_stop()
        finally:
            for contest in contests:
                self._open.remove(contest)

    def _help(self, depth: int, hand: Hand) -> bool:
        """Try guesses of a contest after a history of so many guesses or more, unless there is none.

        The first guesses come first, then a contest that few are at: the fewer guesses are tried side by side, the more
        of them have something to beat. One that is opening with nothing to beat is let alone for that reason, even if
        a core is idle then.
        """
        contests = [contest for contest in [*self._open] if len(contest.history) >= depth and not self._alone(contest)]
        for contest in sorted(contests, key=lambda contest: (len(contest.history) > 0, contest.trying)):
            begun = len(contest.history) > 0 or contest.leader is not None  # else what there is to beat is not
            if begun and self._try_some(contest, hand):
                return True
        return False

    def _alone(self, contest: Contest) -> bool:
        return contest.opening and contest.best >= self._proof.infinite

    def _try_some(self, contest: Contest, hand: Hand) -> bool:
        """Try the next guess of a contest, or a bunch of them, unless none is left."""
        proof, history = self._proof, contest.history

        def claim(guess: int) -> bool:
            return not history or proof.store.claim(proof.guess_name(history, guess))

        with contest.turn(claim, hand.most(contest)) as bunch:
            if not bunch:
                return False
            left = list[int]()
            try:
                left = hand.attempt(proof, contest, bunch)
            finally:  # also when it is stopped: a store that stays open is searched with again
                for _, guess in bunch if history else ():
                    with suppress(TreebuildError):  # a store that cannot be written says so where values are lost
                        proof.store.release(proof.guess_name(history, guess))
            contest.give_back(left)
        if proof.progress:
            done, bound = contest.done
            proof.progress(Step(history, bunch[-1][1], done, len(contest.ordered), contest.leader, bound))
        return True


@contextmanager
def connected(cluster: Cluster | str | None) -> Iterator[Cluster | None]:
    """The cluster at an address, if one is given; one that is named is let go of afterwards. Raises TreebuildError."""
    if not isinstance(cluster, str):
        yield cluster
        return
    from treebuild.search.parallel.dask_driver import Cluster  # not before: Dask takes a second to load

    found = Cluster(cluster)
    try:
        yield found
    finally:
        found.close()
