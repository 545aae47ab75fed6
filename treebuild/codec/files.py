"""Reading and writing whole files. `-` is the standard input or output. A write that fails leaves no file."""

from __future__ import annotations

import os
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path

from treebuild.errors import Remedy, TreebuildError, UsageError
from treebuild.regular_file import check_regular, read_regular

STREAM = Path("-")
SIZE_LIMIT = 2 << 20  # bytes of a tree file; the largest tree, one of p6c6r, takes 0.6 MB
PATIENT_LIMIT = 64 << 20  # bytes of a document that is read with `patient`; one of p6c9r takes 9 MB


def read_bytes(path: Path, most: int = SIZE_LIMIT) -> bytes:
    """The bytes of a file, or of the standard input.

    Raises TreebuildError when the file cannot be read, is no regular file, is empty, or has more than `most` bytes.
    """
    data = _of_stdin(most) if path == STREAM else read_regular(path, most, "a tree file")
    if not data:
        raise TreebuildError(f"{path}: is empty, expected a tree")
    try:
        check_size(data, most)
    except TreebuildError as error:
        raise error.at(path) from None
    return data


def _of_stdin(most: int) -> bytes:
    try:
        return sys.stdin.buffer.read(most + 1)
    except OSError as error:
        raise TreebuildError(f"{STREAM}: cannot be read: {error.strerror}") from None


def check_size(data: bytes, most: int = SIZE_LIMIT) -> None:
    """Raise TreebuildError for more than `most` bytes."""
    if len(data) > most:
        more = (
            Remedy(f"{{}} reads documents of up to {PATIENT_LIMIT >> 20} MiB", "patient")
            if most < PATIENT_LIMIT
            else None
        )
        raise TreebuildError(f"is larger than {most >> 20} MiB, more than most trees", "limit", more)


def write_bytes(path: Path, data: bytes, force: bool = False) -> None:
    """Write a file whole or not at all.

    Without `force` the file must be new; of two processes that write it at once, one fails. With `force` the new file
    replaces the old one and has its mode; where `path` is a symbolic link, the link stays, and the file that it leads
    to is replaced. Raises TreebuildError when the file exists (without `force`), is no regular file, or cannot be
    written.
    """
    check_writable(path, force)
    if path == STREAM:
        _write_stdout(data)
        return
    try:
        _write(Path(os.path.realpath(path)), data, force)
    except FileExistsError:
        raise _exists(path) from None
    except OSError as error:
        raise TreebuildError(f"{path}: cannot be written: {error.strerror}") from None


def _write_stdout(data: bytes) -> None:
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise TreebuildError(f"the standard output cannot be written: {error.strerror}") from None


def check_different(**paths: Path | None) -> None:
    """Raise UsageError when two of these paths are one file. The keywords name their purposes: tree=..., store=..."""
    purposes: dict[str, str] = {}
    for purpose, path in paths.items():
        if path is not None and path != STREAM:
            other = purposes.setdefault(os.path.realpath(path), purpose)
            if other != purpose:
                raise UsageError(f"{path}: the {other} and the {purpose} need two different files")


def check_writable(path: Path, force: bool = False) -> None:
    """Raise TreebuildError where `write_bytes` would. Call it before long work, whose result could not be written."""
    if path == STREAM:
        return
    try:
        with suppress(FileNotFoundError):
            check_regular(path, path.stat(), "a file to write")
            if not force:
                raise _exists(path)
    except (OSError, ValueError) as error:  # ValueError: no file can have this name
        raise TreebuildError(f"{path}: cannot be written: {getattr(error, 'strerror', error)}") from None
    if path.is_symlink() and not force:  # a link to no file, as the file was not found
        raise _exists(path)
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise TreebuildError(f"{path}: cannot be written: there is no directory {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise TreebuildError(f"{path}: cannot be written: no new file may be made in {folder}")


def _exists(path: Path) -> TreebuildError:
    what = "the file it leads to" if path.is_symlink() else "it"
    return TreebuildError(f"{path}: already exists", remedy=Remedy(f"use {{}} to replace {what}", "force"))


def _write(target: Path, data: bytes, force: bool) -> None:
    """Write a temporary file beside the target and give it the target's name."""
    # It has its name before it exists, so that it is always removed.
    temporary = target.with_name(f".treebuild-{secrets.token_hex(8)}")
    old = target.stat() if force and target.exists() else None
    mode = 0o666 if old is None else stat.S_IMODE(old.st_mode)
    try:
        with open(temporary, "xb", opener=lambda path, flags: os.open(path, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if old is not None:
            with suppress(PermissionError, AttributeError):  # only root may give files away; Windows knows no owners
                os.chown(temporary, old.st_uid, old.st_gid)
            temporary.chmod(mode)  # bits that umask or chown has removed
        if force:
            temporary.replace(target)
        else:
            _name(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


def _name(temporary: Path, target: Path) -> None:
    """Give a file a name that no file has. Raises FileExistsError when one has it, or gets it first."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links: make an empty file of that name, and replace it
        try:
            open(target, "xb").close()  # noqa: PTH123
            temporary.replace(target)
        except FileExistsError:
            raise
        except BaseException:  # also Ctrl-C as soon as there is an empty file
            if temporary.exists():
                target.unlink(missing_ok=True)
            raise
