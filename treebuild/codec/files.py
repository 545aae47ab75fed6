"""Files are read whole, and written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from treebuild.errors import Remedy, TreebuildError

SIZE_LIMIT = 2 << 20  # bytes of the largest tree file that is read; the largest tree, one of p6c6r, takes 0.6 MB


def read_bytes(path: Path) -> bytes:
    """A file's bytes. Raises TreebuildError when it cannot be read, is empty or larger than SIZE_LIMIT."""
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except IsADirectoryError:
        raise TreebuildError(f"{path}: is a directory, expected a tree file") from None
    except OSError as error:
        raise TreebuildError(f"{path}: cannot be read: {error.strerror}") from None
    if not data:
        raise TreebuildError(f"{path}: is empty, expected a tree")
    try:
        check_size(data)
    except TreebuildError as error:
        raise error.at(path) from None
    return data


def check_size(data: bytes) -> None:
    """Raise TreebuildError for more bytes than any tree takes."""
    if len(data) > SIZE_LIMIT:
        raise TreebuildError(f"is larger than {SIZE_LIMIT >> 20} MiB, more than any tree", "limit")


def write_bytes(path: Path, data: bytes, force: bool = False) -> None:
    """Write a file whole or not at all. Raises TreebuildError when it exists (without `force`) or cannot be written."""
    check_writable(path, force)
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=".treebuild-", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary).chmod(0o666 & ~mask)
        Path(temporary).replace(path)
    except OSError as error:
        raise TreebuildError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        if temporary is not None:
            with contextlib.suppress(FileNotFoundError):
                Path(temporary).unlink()


def check_writable(path: Path, force: bool = False) -> None:
    """Raise TreebuildError when `write_bytes` would refuse the path: to be asked before long work, not after it."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = 0
    except OSError as error:
        raise TreebuildError(f"{path}: cannot be written: {error.strerror}") from None
    if stat.S_ISDIR(mode):
        raise TreebuildError(f"{path}: is a directory, expected a file to write")
    if mode and not force:
        raise TreebuildError(f"{path}: already exists", remedy=Remedy("use {} to replace it", "force"))
    if not path.parent.is_dir():
        raise TreebuildError(f"{path}: cannot be written: there is no directory {path.parent}")
