"""Waits for another process: for a lock, a claim, a worker, a scheduler. A long wait tells the user in one line.

The lines go to the logger "treebuild" as warnings. If a program sets up no logging, Python prints them on the error
stream.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from time import localtime, monotonic, strftime, time

from treebuild.errors import warn

PATIENCE = 10.0  # a wait of this many seconds or more tells the user


def tell(whom: str, lasted: float) -> None:
    """Tell the user of a wait that has lasted `lasted` seconds. `whom` says for whom, and what to do about it."""
    since = strftime("%H:%M:%S", localtime(time() - lasted))
    warn(f"waiting since {since} for {whom}")


class Wait:
    """A wait for another process. It tells the user once, after `patience` seconds. Threads may share it."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience, self._lock = patience, Lock()
        self._began: float | None = None
        self._told = False

    def go_on(self, whom: Callable[[], str]) -> float:
        """Note that the wait goes on, or begins. Returns how many seconds it has lasted.

        `whom` is as in `tell`, or "" if the wait is for no other process.
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
        """Note that the wait has ended. The next wait may tell the user again."""
        with self._lock:
            self._began, self._told = None, False


class SignsOfLife:
    """How long other processes have been silent, by the clock of this process: others may be wrong or set back."""

    def __init__(self) -> None:
        self._last = dict[Hashable, tuple[object, float]]()

    def silence(self, who: Hashable, sign: object) -> float:
        """The seconds since this process first saw this sign of `who`, such as a time that `who` has noted."""
        now, (last, since) = monotonic(), self._last.get(who, (None, 0.0))
        if sign != last:
            since = now
            self._last[who] = sign, since
        return now - since
