"""What is known of positions: values with their guesses, and lower bounds. What is known never gets less."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import process_time
from typing import TYPE_CHECKING, TypeAlias

from treebuild.search.bounds import Vector

if TYPE_CHECKING:
    from treebuild.search.store.sqlite import StoreFile

History: TypeAlias = tuple[tuple[int, int], ...]
"""(guess, reply) pairs, the first guess first."""

ENGINE = 1  # one more whenever the name of a position, or the meaning of a value, is another

WORTH = 0.02  # seconds: what was found faster is found again as fast as it is read, or sent

ANY_REPLY = -1
"""In the name of a guess at a position: its history, and the guess with no reply yet."""


@dataclass(frozen=True)
class Known:
    """A value with its guess, or a lower bound and -1.

    history  the guess is one after this history; where it is known of an image of it, the guess is another
    """

    value: Vector
    guess: int = -1
    history: History = ()

    @property
    def exact(self) -> bool:
        """Whether the value is no mere bound."""
        return self.guess >= 0

    def adds_to(self, known: Known | None) -> bool:
        """Whether this says more: a value says more than a bound, and a larger bound more than a smaller one."""
        return known is None or (not known.exact and (self.exact or self.value > known.value))


@dataclass(frozen=True)
class Stated:
    """What is searched for in a game: what the values of positions depend on.

    greatest  the depth of the last guess that is allowed
    guesses   where guesses come from, by depth
    costs     costs[d] of a secret at depth d
    by_weight of every place of these, whether it goes by weight; empty where secrets weigh the same
    """

    objective: str
    greatest: int
    guesses: str
    costs: tuple[Vector, ...]
    by_weight: tuple[bool, ...] = ()


class Store:
    """Position -> what is known of it; several threads may use it. This one lasts as long as the process."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Known] = {}
        self._lock = Lock()
        self._began = process_time()

    def get(self, name: Hashable) -> Known | None:
        """What is known of a position, if anything."""
        return self._known.get(name)

    def put(self, name: Hashable, found: Known, seconds: float = 0.0) -> Known:
        """Add what was found in so many seconds, if it says more. Returns what is known then."""
        with self._lock:
            known = self._known.get(name)
            if known is None or found.adds_to(known):
                self._known[name] = known = found
            return known

    def claim(self, name: Hashable) -> bool:
        """Whether this process may work on a position: not while another one that shares the store does."""
        return True

    def release(self, name: Hashable) -> None:
        """Give up a claim."""

    def finish(self) -> None:
        """Say that all is settled."""

    def spent(self) -> tuple[float, int]:
        """Seconds of processor time that went into what is known, in how many searches: those before, and this one."""
        return process_time() - self._began, 1

    def noted(self, name: str, make: Callable[[], bytes]) -> bytes:
        """What was noted under a name in an earlier process, or else what `make` makes."""
        return make()


@contextmanager
def opened(store: StoreFile | Path | str | None) -> Iterator[StoreFile | None]:
    """The store in a file, if one is given; one that is named is closed afterwards. Raises TreebuildError."""
    if not isinstance(store, str | Path):
        yield store
        return
    from treebuild.search.store.sqlite import StoreFile  # not before: SQLite takes a while to load

    file = StoreFile(Path(store))
    try:
        yield file
    finally:
        file.close()
