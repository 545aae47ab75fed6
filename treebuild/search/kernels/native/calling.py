"""What a compiled function is, and how it is called: numba's private calling convention, through ctypes."""

from __future__ import annotations

import ctypes
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
    "fill_sizes": "replies",
    "fill_sums": "replies",
    "fill_orbits": "guess_lists",
    "best_guess": "greedy",
    "likeliest_guess": "greedy",
    "not_refuted": "certificate_bounds",
    "bound_set": "certificate_bounds",
    "expected_residues": "random_player",
}
"""The entry points, and the module of kernels that defines each."""

INTEGER = "int"  # the kind of an integer; that of an array ends with the number of its dimensions
_RESULTS = 2  # integers that an entry point returns at most


class Entry:
    """A compiled function of arrays, named tuples of arrays, and integers, that returns integers. Drops the GIL."""

    def __init__(self, name: str, kinds: list[str], address: int, origin: str, keep: Any) -> None:
        """The function at an address. `kinds` has a word for each argument, see `_words`.

        `origin` says where the code comes from; `keep` is what owns the code.
        """
        self.name, self.kinds, self.origin, self._keep = name, kinds, origin, keep
        count = sum(5 + 2 * int(kind[-1]) if kind != INTEGER else 1 for kind in kinds)
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * count)
        self._function = prototype(address)

    def bind(self, *arguments: Any) -> Call:
        """The function with its first arguments given, for many calls."""
        return Call(self, arguments)

    def __call__(self, *arguments: Any) -> tuple[int, int]:
        """Call once. Returns the results; those that the function has not are 0."""
        return Call(self, arguments)()

    def run(self, words: list[int]) -> tuple[int, int]:
        """Call with the words of all arguments."""
        results, error = (ctypes.c_int64 * _RESULTS)(), ctypes.c_void_p()
        if self._function(ctypes.addressof(results), ctypes.addressof(error), *words):
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

    def _words(self, arguments: tuple[Any, ...], start: int) -> list[int]:
        """The words of some arguments. Raises TypeError for an array that is not of the type compiled for."""
        given = list(_words(arguments))
        kinds, expected = [kind for kind, _ in given], self._entry.kinds[start : start + len(given)]
        if kinds != expected:
            raise TypeError(f"{self._entry.name} takes {expected}, not {kinds}")
        return [word for _, words in given for word in words]

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
