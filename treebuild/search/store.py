"""What is known of positions: values with their guesses, and lower bounds. What is known never gets less."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock

from treebuild.search.bounds import Vector


@dataclass(frozen=True)
class Known:
    """A value with its guess, or a lower bound and -1."""

    value: Vector
    guess: int = -1

    @property
    def exact(self) -> bool:
        """Whether the value is no mere bound."""
        return self.guess >= 0


class Store:
    """Position -> what is known of it; several threads may use it."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Known] = {}
        self._lock = Lock()

    def get(self, name: Hashable) -> Known | None:
        """What is known of a position, if anything."""
        return self._known.get(name)

    def put(self, name: Hashable, found: Known) -> Known:
        """Add what was found: a value replaces a bound, a larger bound a smaller one. Returns what is known then."""
        with self._lock:
            known = self._known.get(name)
            if known is None or (not known.exact and (found.exact or found.value > known.value)):
                self._known[name] = known = found
            return known
