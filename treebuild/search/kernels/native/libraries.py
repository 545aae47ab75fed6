"""Shared libraries of compiled code, which a wheel brings: finding, choosing and loading one.

A library holds all entry points, compiled for one level of processors. It needs nothing but memset and log of the
C library. Its name tells the level and a hash of the sources it was made of.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from treebuild.search.kernels.native import processor, trust
from treebuild.search.kernels.native.calling import Entry

FOLDER = Path(__file__).parent
ABOUT = "treebuild_about"  # the symbol of a C string, JSON: the kinds of the arguments of every entry point
CONSTANTS = ("bounds.py", "allowed.py")  # modules of search/ that kernels take constants from
SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")


class UnfitError(Exception):
    """No library can be used; the message says why."""


def symbol(name: str) -> str:
    """The symbol of an entry point."""
    return f"treebuild_{name}"


def file_name(level: str) -> str:
    """The name of the library for a level, of the sources that are there."""
    return f"{level}-{sources_hash()}{SUFFIX}"


@cache
def sources_hash() -> str:
    """What the sources of compiled code are, as 16 hexadecimal digits: those of kernels, and of constants they use."""
    kernels = FOLDER.parent
    sources = sorted([*kernels.glob("*.py"), *(kernels.parent / name for name in CONSTANTS)])
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def load(name: str) -> Entry:
    """An entry point of the best library for this processor. Raises UnfitError where there is none to use."""
    return _library()[name]


def entries(path: Path) -> dict[str, Entry]:
    """The entry points of a library. Raises OSError or UnfitError for what is none."""
    library = _opened(path)
    try:
        about: dict[str, Any] = json.loads(ctypes.string_at(_address(library, ABOUT)))
        return {
            name: Entry(name, kinds, _address(library, symbol(name)), str(path), library)
            for name, kinds in about["kinds"].items()
        }
    except (KeyError, ValueError) as error:
        raise UnfitError(f"{path} is no library of this package: {error}") from None


@cache
def _library() -> dict[str, Entry]:
    reasons = []
    for path in _candidates():
        try:
            reason = trust.weakness(path)
            if not reason:
                return entries(path)
        except OSError as error:  # it says which file, but not where it is not a library
            reason = str(error)
        reasons.append(f"{path.name} is not loaded, since {reason}")
    raise UnfitError(reasons[0] if reasons else _missing())


def _candidates() -> Iterator[Path]:
    """The libraries that are there, made of the sources that are there, for this processor, the best first."""
    for level in processor.levels():
        path = FOLDER / file_name(level)
        if path.exists():
            yield path


def _opened(path: Path) -> ctypes.CDLL:
    """The library. It names no other, so that it needs no newer one than there is: it takes log from what is loaded."""
    with suppress(OSError):  # only Linux with glibc has this; elsewhere log comes with the C library
        ctypes.CDLL("libm.so.6", ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(str(path.resolve()))


def _address(library: ctypes.CDLL, name: str) -> int:
    return ctypes.addressof(ctypes.c_char.in_dll(library, name))


def _missing() -> str:
    levels = processor.levels()
    if not levels:
        return f"this processor is older than {processor.X86[0]}"
    if any(FOLDER.glob(f"{levels[0]}-*{SUFFIX}")):
        return "the libraries were made of other sources than those that are installed"
    return f"this installation has no library for {levels[0]} on {sys.platform}"
