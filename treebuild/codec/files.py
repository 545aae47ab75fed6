"""Reading and writing whole files. `-` is the standard input or output. A write that fails leaves no file."""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from treebuild.errors import Remedy, TreebuildError, UsageError, all_of
from treebuild.regular_file import check_not_read, check_regular, read_regular

STREAM = Path("-")
BESIDE_A_STORE = "-journal", "-wal", "-shm"
SIZE_LIMIT = 2 << 20  # bytes of a tree file, rows of a table not counted; the largest tree, one of p6c6r, takes 0.6 MB
PATIENT_LIMIT = 64 << 20  # bytes of a document that is read with `patient`; one of p6c9r takes 9 MB


def read_bytes(path: Path, most: int = SIZE_LIMIT) -> bytes:
    """The bytes of a file, or of the standard input.

    Raises TreebuildError when the file cannot be read, is no regular file, is empty, or has more than `most` bytes.
    """
    data = _of_stdin(most) if path == STREAM else read_regular(path, most, "a tree file")
    if not data:
        raise TreebuildError(f"{path}: is empty, expected a tree")
    try:
        check_size(len(data), most)
    except TreebuildError as error:
        raise error.at(path) from None
    return data


def _of_stdin(most: int) -> bytes:
    if not hasattr(sys.stdin, "buffer"):  # it is closed, or there is a stream of somebody else in its place
        raise TreebuildError("the standard input has no bytes: name a file to read")
    try:
        return sys.stdin.buffer.read(most + 1)
    except OSError as error:
        raise TreebuildError(f"{STREAM}: cannot be read: {error.strerror}") from None


def check_size(size: int, most: int = SIZE_LIMIT) -> None:
    """Raise TreebuildError for more than `most` bytes."""
    if size > most:
        more = (
            Remedy(f"{{}} reads documents of up to {PATIENT_LIMIT >> 20} MiB", "patient")
            if most < PATIENT_LIMIT
            else None
        )
        raise TreebuildError(f"is larger than {most >> 20} MiB, more than most trees", "limit", more)


def write_bytes(path: Path, data: bytes, force: bool = False) -> None:
    """Write a file whole or not at all, as `write_files` does, or write to the standard output."""
    if path == STREAM:
        check_writable(path, force)
        _write_stdout(data)
        return
    write_files({path: data}, force)


def write_files(files: Mapping[Path, bytes], force: bool = False) -> None:
    """Write files that belong together, each whole or not at all, and none before there is room for all.

    Without `force` the files must be new; of two processes that write one at once, one fails. With `force` a new file
    replaces the old one and has its mode; where its path is a symbolic link, the link stays, and the file that it leads
    to is replaced. Raises TreebuildError when a file exists (without `force`), is no regular file, or cannot be
    written. If some of the files have got their names by then, the error says which.
    """
    for path in files:
        check_writable(path, force)
    with ExitStack() as stack:
        targets = {path: Path(os.path.realpath(path)) for path in files}
        temporaries = dict[Path, Path]()
        for path, data in files.items():
            with _errors_of(path):
                temporaries[path] = stack.enter_context(_temporary(targets[path], data, force))
        new: list[Path] = []
        for path, temporary in temporaries.items():
            with _errors_of(path, new):
                if force:
                    temporary.replace(targets[path])
                else:
                    _name(temporary, targets[path])
            new.append(path)


def write_folder(folder: Path, files: Mapping[str, bytes], force: bool = False) -> None:
    """Write files by their names into a folder, as `write_files` does; make the folder if it is not there.

    Raises TreebuildError where `write_files` does, and when the folder cannot be made.
    """
    check_folder(folder, files, force)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TreebuildError(f"{folder}: cannot be made: {error.strerror}") from None
    write_files({folder / name: data for name, data in files.items()}, force)


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
    """Raise UsageError when two of these paths are one file. The keywords name their purposes: tree=..., store=...

    A store has files beside it, which end with BESIDE_A_STORE: SQLite writes and deletes them.
    """
    purposes: dict[str, str] = {}
    for purpose, path in paths.items():
        if path is not None and path != STREAM:
            for end in "", *(BESIDE_A_STORE if purpose == "store" else ()):
                other = purposes.setdefault(os.path.realpath(path) + end, purpose)
                if other != purpose:
                    raise UsageError(f"{path}{end}: the {other} and the {purpose} need two different files")


def check_writable(path: Path, force: bool = False) -> None:
    """Raise TreebuildError where `write_bytes` would. Call it before long work, whose result could not be written."""
    if path == STREAM:
        if sys.stdout is None or getattr(sys.stdout, "name", "") == os.devnull:  # see `cli.streams.prepare`
            raise TreebuildError("the standard output is closed: name a file to write")
        if not hasattr(sys.stdout, "buffer"):  # in its place there is a stream of somebody else
            raise TreebuildError("the standard output takes only text: name a file to write")
        return
    try:
        check_not_read(path)
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


def check_folder(folder: Path, names: Iterable[str], force: bool = False) -> None:
    """Raise TreebuildError where `write_folder` would, but where the folder is not there yet."""
    if folder.exists():
        for name in names:
            check_writable(folder / name, force)


def _exists(path: Path, written: str = "") -> TreebuildError:
    what = "the file it leads to" if path.is_symlink() else "it"
    return TreebuildError(f"{path}: already exists{written}", remedy=Remedy(f"use {{}} to replace {what}", "force"))


@contextmanager
def _errors_of(path: Path, new: Sequence[Path] = ()) -> Iterator[None]:
    """In this context, an error of the system is one of writing `path`, when the files `new` are written already."""
    written = f"; written already: {all_of(map(str, new))}" if new else ""
    try:
        yield
    except FileExistsError:
        raise _exists(path, written) from None
    except OSError as error:
        raise TreebuildError(f"{path}: cannot be written: {error.strerror}{written}") from None


@contextmanager
def _temporary(target: Path, data: bytes, force: bool) -> Iterator[Path]:
    """A file beside the target with these bytes, and with its mode. At the end it is removed, unless it was renamed."""
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
        yield temporary
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
