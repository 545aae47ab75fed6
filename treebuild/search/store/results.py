"""The results of positions: exact values with their guesses, and lower bounds. A stored result never gets weaker."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from threading import Lock
from time import process_time
from typing import NamedTuple, Protocol

from treebuild.errors import TreebuildError
from treebuild.game.positions import History
from treebuild.game.reply_matrix import Replies
from treebuild.search.goal.vectors import INFINITE, Vector

ENGINE = 3
"""The version of the contents of stores. Increase it when the names of positions or the meaning of values change."""

_MOST = INFINITE << 16  # a lower bound adds up the bounds of parts, and each of these may be INFINITE
MIN_STORED_SECONDS = 0.02  # to search a result of less time again is as fast as to read it from a file

ANY_REPLY = -1
"""The reply in the name of an option, which is a history followed by a guess that has no reply yet.

It is less than all replies, so that the guess comes last in the name, after the part that all options of a position
share.
"""


@dataclass(frozen=True)
class Result:
    """The value of a position and its best guess, or a lower bound and -1.

    history  the position to which the guess belongs; at an image of this position, the best guess may be another one
    """

    value: Vector
    guess: int = -1
    history: History = ()

    @property
    def exact(self) -> bool:
        """Whether the value is exact and not just a lower bound."""
        return self.guess >= 0

    def improves(self, other: Result | None) -> bool:
        """Whether this result is stronger: an exact value is stronger than a bound, a larger bound than a smaller."""
        return other is None or (not other.exact and (self.exact or self.value > other.value))


class Sizes(NamedTuple):
    """The bounds of the numbers in the results of a problem."""

    places: int  # of a cost vector
    codes: int
    replies: int


def is_vector(value: Sequence[object]) -> bool:
    """Whether this can be a cost vector, or a lower bound."""
    return bool(value) and all(type(cost) is int and abs(cost) <= _MOST for cost in value)


def fits(result: Result, sizes: Sizes) -> bool:
    """Whether a search can have found this result. It may come from a file, or from another machine, with any types."""
    value, guess, history = result.value, result.guess, result.history
    if not (type(value) is tuple and type(guess) is int and type(history) is tuple):
        return False
    if not is_vector(value) or len(value) != sizes.places or not -1 <= guess < sizes.codes:
        return False
    if guess >= 0 and not all(0 <= cost < INFINITE for cost in value):
        return False
    turns = all(type(turn) is tuple and [*map(type, turn)] == [int, int] for turn in history)
    return turns and all(0 <= asked < sizes.codes and 0 <= reply < sizes.replies for asked, reply in history)


@dataclass(frozen=True)
class ProblemKey:
    """All that the values of positions of a game depend on.

    objective  the objective as it is spelled
    greatest   the depth of the last guess that is allowed
    guesses    where guesses come from, by depth, or the rule of guesses and a digest of costs and groups
    costs      costs[d] is the cost vector of a secret at depth d
    by_weight  for every place of these vectors, whether it goes by weight; empty where all secrets weigh the same
    """

    objective: str
    greatest: int
    guesses: str
    costs: tuple[Vector, ...]
    by_weight: tuple[bool, ...] = ()


class Store:
    """The results of one problem, by position. Several threads may use it. This one lasts as long as the process."""

    def __init__(self) -> None:
        self._results: dict[Hashable, Result] = {}
        self._lock = Lock()
        self._start = process_time()

    def get(self, name: Hashable) -> Result | None:
        """The best known result of a position, if there is one."""
        return self._results.get(name)

    def put(self, name: Hashable, result: Result, seconds: float = 0.0) -> Result:
        """Keep a result that took these seconds, if it improves the one that is here. Returns the better one."""
        with self._lock:
            best = self._results.get(name)
            if best is None or result.improves(best):
                self._results[name] = best = result
            return best

    def claim(self, name: Hashable) -> bool:
        """Whether this process may work on a position, because no other process that shares the store does."""
        return True

    def release(self, name: Hashable) -> None:
        """Give up a claim."""

    def others(self) -> str:
        """Words for `waiting.tell`: which other processes claim positions of this problem; "" if none does."""
        return ""

    def finish(self) -> None:
        """Note that this process has finished the problem."""

    def spent(self) -> tuple[float, int]:
        """The processor time, in seconds, that went into the results, and the number of processes that spent it."""
        return process_time() - self._start, 1

    def of_effort(self, effort: str) -> Store:
        """The store of the values that an effort of the near-optimal search finds for this problem."""
        return Store()

    def noted(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The note of this name that an earlier process left. If there is none, the result of `make`."""
        return make()


def contradiction(what: str) -> TreebuildError:
    """The error for results that contradict each other. Results of one process never do, but results of a file may."""
    return TreebuildError(
        f"the search contradicts itself ({what}): if it has a store, the store is damaged: give another name to begin "
        "anew; otherwise please report this"
    )


class StoreOpener(Protocol):
    """An object that has a store for each problem, such as a StoreFile."""

    def store(self, replies: Replies, key: ProblemKey) -> Store:
        """The store of one problem."""
        ...
