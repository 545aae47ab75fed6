"""Reading files that users name: regular ones only, and no more of them than a limit."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from treebuild.errors import MissingFileError, TreebuildError

_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def read_regular(path: Path, most: int, expected: str) -> bytes:
    """The bytes of a file, of a longer one the first `most` + 1.

    Raises TreebuildError, which says what was expected, when it is no regular file, or cannot be read.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            check_regular(path, os.fstat(file.fileno()), expected)
            return file.read(most + 1)
    except (FileNotFoundError, ValueError):  # ValueError: no file can have this name
        raise MissingFileError(path) from None
    except IsADirectoryError:
        raise TreebuildError(f"{path}: is a directory, expected {expected}") from None
    except OSError as error:
        raise TreebuildError(f"{path}: cannot be read: {error.strerror}") from None


def check_regular(path: Path, status: os.stat_result, expected: str) -> None:
    """Raise TreebuildError for the status of a directory, a FIFO or a device."""
    if not stat.S_ISREG(status.st_mode):
        kind = _KINDS.get(stat.S_IFMT(status.st_mode), "no regular file")
        raise TreebuildError(f"{path}: is {kind}, expected {expected}")


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; of a FIFO nobody writes to, do not wait for a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # Windows has neither flag nor FIFO
