"""Waits for somebody else: for a lock, a claim, a worker, a scheduler. A long one says what it is for, in one line.

The lines go to the logger "treebuild" as warnings. Where a program sets up no logging, Python prints these on the error
stream.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from logging import getLogger
from threading import Lock
from time import localtime, monotonic, strftime, time

from treebuild.errors import printable

PATIENCE = 10.0  # seconds of a wait that nobody is told of

_log = getLogger("treebuild")


def tell(whom: str, lasted: float) -> None:
    """Say who is waited for, what to do about it, and since when, if that is so many seconds ago."""
    since = strftime("%H:%M:%S", localtime(time() - lasted))
    _log.warning(printable(f"waiting since {since} for {whom}"))


class Wait:
    """A wait for somebody else, which is told of once, when it has lasted `patience` seconds. Threads may share it."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience, self._lock = patience, Lock()
        self._began: float | None = None
        self._told = False

    def go_on(self, whom: Callable[[], str]) -> float:
        """Note that the wait goes on, or begins. Returns how many seconds it has lasted.

        `whom` says who is waited for and what to do about it, or nothing if it is nobody else.
        """
        with self._lock:
            now = monotonic()
            if self._began is None:
                self._began = now
            lasted = now - self._began
            if lasted >= self._patience and not self._told and (words := whom()):
                self._told = True
                tell(words, lasted)
            return lasted

    def end(self) -> None:
        """Note that the wait has ended. The next one is told of again."""
        with self._lock:
            self._began, self._told = None, False


class SignsOfLife:
    """How long others have been silent, by the clock of this process alone: theirs may be wrong, or be set back."""

    def __init__(self) -> None:
        self._last = dict[Hashable, tuple[object, float]]()

    def silence(self, who: Hashable, sign: object) -> float:
        """The seconds since the sign of somebody, such as a time that they note, was first seen to be this one."""
        now, (last, since) = monotonic(), self._last.get(who, (None, 0.0))
        if sign != last:
            since = now
            self._last[who] = sign, since
        return now - since
