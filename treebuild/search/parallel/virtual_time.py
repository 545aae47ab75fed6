"""Time for threads that are simulated: one runs at a time, the one whose time has come, and the others wait.

This is a discrete-event simulation whose events are the waits of threads. So code that is written for threads runs in
it as it is, if it waits here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from threading import Lock
from time import thread_time


class VirtualClock:
    """The seconds since the threads began.

    A thread joins before it does anything, and leaves at its end. None runs until as many have joined as were expected
    at first.
    """

    def __init__(self, threads: int, on_wait: Callable[[float, bool], None]) -> None:
        """`on_wait` is told whenever time goes on: for how many seconds, and whether somebody was computing."""
        self.now, self._stopped = 0.0, False
        self._expected, self._on_wait = threads, on_wait
        self._events: list[tuple[float, int, Lock]] = []  # when to go on, a number in the order of waiting, and who
        self._number, self._resumed = threads, 0.0
        self._joining = Lock()

    def join(self, rank: int) -> None:
        """Wait for the other threads. Those of smaller rank go first."""
        turn = _taken()
        with self._joining:
            heappush(self._events, (0.0, rank, turn))
            self._expected -= 1
            if not self._expected:
                self._go_on()
        turn.acquire()
        self._resumed = thread_time()

    def added(self) -> Callable[[], None]:
        """Make room for one more thread. Returns what it has to call in place of `join`."""
        turn = _taken()
        self._wait_for(turn, self.now)

        def join() -> None:
            turn.acquire()
            self._resumed = thread_time()

        return join

    def leave(self) -> None:
        """Let the others go on without this thread."""
        if self._events:
            self._go_on()

    def stop(self) -> None:
        """Let no more time pass: the threads that are left only end."""
        self._stopped = True

    def compute(self) -> None:
        """Let time pass by the processor time that this thread has taken since it went on or called this."""
        spent = thread_time() - self._resumed
        self._resumed += spent
        self.occupy(spent)

    def occupy(self, seconds: float) -> None:
        """Let time pass during which no other thread runs."""
        self._pass(seconds, True)

    def wait(self, seconds: float) -> None:
        """Go on after so many seconds."""
        self.wait_until(self.now + seconds)

    def wait_until(self, time: float) -> None:
        """Go on at a time, or later if others are computing then."""
        turn = _taken()
        self._wait_for(turn, time)
        self._go_on()
        turn.acquire()
        self._resumed = thread_time()

    def _wait_for(self, turn: Lock, time: float) -> None:
        self._number += 1
        heappush(self._events, (time, self._number, turn))

    def _go_on(self) -> None:
        """Let the next thread run."""
        time, _, turn = heappop(self._events)
        self._pass(max(time - self.now, 0.0), False)
        turn.release()

    def _pass(self, seconds: float, computing: bool) -> None:
        if not self._stopped:
            self._on_wait(seconds, computing)
            self.now += seconds


def _taken() -> Lock:
    lock = Lock()
    lock.acquire()
    return lock
