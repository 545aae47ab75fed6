"""Ctrl-C, `kill` and a closed terminal: one line, no half-written file, the exit code that shells expect."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

from treebuild.errors import printable

_WORDS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "hung up"}  # Windows has no SIGHUP
_KEEPS = "{} keeps what is settled: give the same command again, and it goes on from there"
_AGAIN = 0.01  # seconds until a signal is sent again, if Python swallowed its exception
_TWICE = 1.0  # seconds in which a second signal is the same request: `make` and `timeout` pass on a signal that all got


class _Stop:
    """Which signal asked this process to stop, when, what to say about its files, and whether the command has ended."""

    number = 0
    time = 0.0
    left = "no unfinished file was left behind"
    ended = False


@contextmanager
def listening() -> Iterator[None]:
    """In this context, let a signal to stop raise KeyboardInterrupt, once; after it, a signal ends the process.

    Signals that are ignored, as under nohup, stay ignored.
    """
    _Stop.ended = False
    for name in _WORDS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)
    sys.unraisablehook = _swallowed
    try:
        yield
    finally:
        _Stop.ended = True  # nobody would catch an exception while the streams are flushed and Python ends


def _stop(number: int, frame: FrameType | None) -> None:
    first = not _Stop.number
    if first:
        _Stop.number, _Stop.time = number, time.monotonic()
        if not _Stop.ended:
            raise KeyboardInterrupt
    if first or time.monotonic() - _Stop.time > _TWICE:  # the first one is still being obeyed, or was swallowed
        end()


def _swallowed(unraisable: sys.UnraisableHookArgs) -> None:
    """Let the signal come again where Python swallows KeyboardInterrupt, as in the callback of a weak reference."""
    if _Stop.number and isinstance(unraisable.exc_value, KeyboardInterrupt):
        number, _Stop.number = _Stop.number, 0
        threading.Timer(_AGAIN, _again, [number]).start()  # when the callback is done
    else:
        sys.__unraisablehook__(unraisable)


def _again(number: int) -> None:
    """Send a signal to the main thread: a signal to another thread would not end a wait of the main thread."""
    if sys.platform == "win32":
        signal.raise_signal(number)
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, number)


@contextmanager
def leaving(what: str) -> Iterator[None]:
    """In this context, a command that is stopped says `what` about its files."""
    before, _Stop.left = _Stop.left, what
    yield  # after an exception, `end` still says it
    _Stop.left = before


def left(what: str, store: Path | None) -> None:
    """From now on, a command that is stopped says `what` about its files, and that it can go on from its store."""
    _Stop.left = what if store is None else f"{what}; {_KEEPS.format(store)}"


@contextmanager
def leaving_store(store: Path | None) -> Iterator[None]:
    """In this context, a search that is stopped says that it can go on from its store, if it has one."""
    if store is None:
        yield
        return
    with leaving(_KEEPS.format(store)):
        yield


def asked() -> bool:
    """Whether a signal asked to stop. If so, any exception comes from that, even if it is no KeyboardInterrupt."""
    return _Stop.number != 0


def end() -> NoReturn:
    """Say that the command was stopped, and what became of its files; end with exit code 130 after Ctrl-C.

    The process ends at once, because threads may still be busy, and because `python -c` would end by the signal itself
    in place of the exit code.
    """
    line = printable(f"{_WORDS[signal.Signals(_Stop.number).name]}; {_Stop.left}") + "\n"
    encoding = sys.stderr.encoding or "ascii"  # a progress bar that is being set up or removed has a stream without one
    with suppress(OSError):  # not by the stream: the signal may have come while it was being written to
        os.write(sys.stderr.fileno(), line.encode(encoding, "backslashreplace"))
    os._exit(128 + _Stop.number)
