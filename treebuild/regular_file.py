"""Files that users name: reading regular ones up to a limit, which ones a command may not write, what others are."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from treebuild.errors import MissingFileError, TreebuildError, UsageError

_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}

_TREE = "a tree: `treebuild verify` replays trees, and `treebuild play` plays them"
_PROGRAM = "a program: `treebuild export` makes programs of trees"
_PICTURE = "a picture: `treebuild plot` draws pictures"
_BY_NAME = {
    **dict.fromkeys((".msgpack", ".b92", ".b92i", ".rank", ".json", ".tree", ".paths", ".mm"), _TREE),
    ".proof": "a certificate: `treebuild check` checks certificates",
    ".store": "a store: `treebuild store` shows what a store holds",
    ".toml": "a game: --game takes games",
    ".py": "a game or a program: --game takes games, and `treebuild export py` makes programs of trees",
    ".txt": "a list of words: --codes and --secrets take lists of words",
    ".html": "a page: `treebuild export web` makes pages of trees",
    **dict.fromkeys((".js", ".mjs", ".h"), _PROGRAM),
    **dict.fromkeys((".svg", ".png"), _PICTURE),
}


def kind_by_name(path: Path, wanted: str = "") -> str:
    """What a file of this name is, and which command is for it, as a clause of an error.

    "" if the extension is the `wanted` one, or says nothing.
    """
    extension = path.suffix.lower()
    kind = _BY_NAME.get(extension)
    return f"to go by its name it is {kind}" if kind and extension != wanted else ""


class _Inputs:
    """The real paths of the files that the command has read; None while no command runs."""

    read: set[str] | None = None


@contextmanager
def inputs_kept() -> Iterator[None]:
    """In this context, that of one command, `check_not_read` refuses the files that were read, whatever named them.

    Outside of it, a Python program may write what it has read, such as a tree that it improves.
    """
    _Inputs.read = set()
    try:
        yield
    finally:
        _Inputs.read = None


def note_read(path: Path | str) -> None:
    """Note that the command has read a file."""
    if _Inputs.read is not None:
        _Inputs.read.add(os.path.realpath(path))


def check_not_read(path: Path) -> None:
    """Raise UsageError for a file to write that the command has read."""
    if _Inputs.read and os.path.realpath(path) in _Inputs.read:
        raise UsageError(f"{path}: is read, and would be overwritten: input and output need two different files")


def read_regular(path: Path, most: int, expected: str) -> bytes:
    """The bytes of a file, of a longer one the first `most` + 1.

    Raises TreebuildError, which says what was expected, when it is no regular file, or cannot be read.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            check_regular(path, os.fstat(file.fileno()), expected)
            note_read(path)
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
