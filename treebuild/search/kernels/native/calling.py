"""What a compiled function is, and how it is called: numba's private calling convention, through ctypes."""

from __future__ import annotations

import ctypes
import platform
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

HOME = {
    "solve": "exact",
    "solve_ruled": "ruled",
    "choose": "heuristics",
    "fill_columns": "setup",
    "max_parts": "setup",
    "fill_sizes": "reply_blocks",
    "fill_sums": "reply_blocks",
    "fill_orbits": "guess_lists",
    "best_guess": "greedy",
    "likeliest_guess": "greedy",
    "not_refuted": "checker_rules",
    "bound_set": "checker_rules",
    "expected_residues": "random_player",
}
"""The entry points, and the module of kernels that defines each."""

INTEGER = "int"  # the kind of an integer; that of an array ends with the number of its dimensions
_RESULTS = 2  # integers that an entry point returns at most
_IN_REGISTERS = 6 if platform.machine() in ("x86_64", "AMD64") and sys.platform != "win32" else None
"""How many words of a call go into registers, by the System V convention for x86-64; None by any other.

The later words lie on the stack, one after another, as those of a structure do that is passed by value. ctypes passes
such a structure in a tenth of the time that it takes for the 390 words of a search one by one.
"""


class Entry:
    """A compiled function of arrays, named tuples of arrays, and integers, that returns integers. Drops the GIL."""

    def __init__(self, name: str, kinds: list[str], address: int, origin: str, keep: Any) -> None:
        """The function at an address. `kinds` has a word for each argument, see `_words`.

        `origin` says where the code comes from; `keep` is what owns the code.
        """
        self.name, self.kinds, self.origin, self._keep = name, kinds, origin, keep
        count = sum(5 + 2 * int(kind[-1]) if kind != INTEGER else 1 for kind in kinds)
        single = count if _IN_REGISTERS is None else min(count, _IN_REGISTERS - 2)
        self._single = struct.Struct(f"{single}q")
        passed: list[Any] = [ctypes.c_int64] * single
        self._others = _structure(count - single)
        if count > single:
            passed.append(self._others)
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *passed)(address)

    def bind(self, *arguments: Any) -> Call:
        """The function with its first arguments given, for many calls."""
        return Call(self, arguments)

    def __call__(self, *arguments: Any) -> tuple[int, int]:
        """Call once. Returns the results; those that the function has not are 0."""
        return Call(self, arguments)()

    def run(self, words: bytes) -> tuple[int, int]:
        """Call with the words of all arguments, of 64 bits each."""
        results, error = (ctypes.c_int64 * _RESULTS)(), ctypes.c_void_p()
        passed: tuple[Any, ...] = self._single.unpack_from(words)
        if len(words) > self._single.size:
            passed = (*passed, self._others.from_buffer_copy(words, self._single.size))
        if self._function(ctypes.addressof(results), ctypes.addressof(error), *passed):
            raise RuntimeError(f"compiled code failed ({self.name}): please report this")
        return results[0], results[1]


class Interpreted:
    """What stands for an entry point where numba is told to compile nothing: to look inside, on small games."""

    def __init__(self, name: str) -> None:
        self._function = definition(name)

    def bind(self, *arguments: Any) -> Callable[..., tuple[int, int]]:
        """The function with its first arguments given."""
        return lambda *more: self(*arguments, *more)

    def __call__(self, *arguments: Any) -> tuple[int, int]:
        """Call once."""
        found = self._function(*arguments)
        return found if isinstance(found, tuple) else (found or 0, 0)


class Call:
    """A compiled function with its first arguments; it keeps their arrays alive."""

    def __init__(self, entry: Entry, arguments: tuple[Any, ...]) -> None:
        self._entry, self._arguments = entry, arguments
        self._given = self._words(arguments, 0)
        self._bound = sum(1 for _ in _words(arguments))

    def _words(self, arguments: tuple[Any, ...], start: int) -> bytes:
        """The words of some arguments. Raises TypeError for an array that is not of the type compiled for."""
        given = list(_words(arguments))
        kinds, expected = [kind for kind, _ in given], self._entry.kinds[start : start + len(given)]
        if kinds != expected:
            raise TypeError(f"{self._entry.name} takes {expected}, not {kinds}")
        words = [word for _, some in given for word in some]
        return struct.pack(f"{len(words)}q", *words)

    def __call__(self, *arguments: Any) -> tuple[int, int]:
        """Call with the other arguments. Raises TypeError for those that are not of the types compiled for."""
        return self._entry.run(self._given + self._words(arguments, self._bound))


def _words(arguments: Iterable[Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Of every array and integer its kind, and the words that numba's calling convention makes of it.

    The kind of an array is its dtype and the number of its dimensions.
    """
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            if not argument.flags.c_contiguous:
                raise TypeError("compiled code takes contiguous arrays only")
            address = argument.__array_interface__["data"][0]
            words = (0, 0, argument.size, argument.itemsize, address, *argument.shape, *argument.strides)
            yield _kind(argument.dtype, argument.ndim), words
        elif isinstance(argument, tuple):
            yield from _words(argument)
        else:
            yield INTEGER, (int(argument),)


def _structure(words: int) -> type[ctypes.Structure]:
    """The type of a structure of so many words."""
    return type("Words", (ctypes.Structure,), {"_fields_": [("words", ctypes.c_int64 * words)]})


@cache
def _kind(dtype: Any, ndim: int) -> str:
    return f"{dtype.name}/{ndim}"


def kinds_of(types: Iterable[Any]) -> Iterator[str]:
    """The kinds of arguments, given the compiler's types of them."""
    for kind in types:
        if hasattr(kind, "dtype"):
            yield f"{kind.dtype}/{kind.ndim}"
        elif hasattr(kind, "types"):
            yield from kinds_of(kind.types)
        else:
            yield INTEGER


def definition(name: str) -> Any:
    """The function as the compiler sees it: this imports the compiler, and compiles what is not compiled yet."""
    return getattr(import_module(f"treebuild.search.kernels.{HOME[name]}"), name)
