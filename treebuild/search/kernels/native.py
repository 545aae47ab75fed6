"""The entry points of the compiled code. Their machine code is kept in files and loaded without the compiler.

Importing the compiler and loading its own cache take most of a second, four times as long as loading the machine code
alone, which needs nothing but numba's binding of LLVM. A file is named after what it depends on: the sources of all
kernels and of the constants they use, the versions of numba and llvmlite, and the processor. So no change is missed.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from threading import Lock
from typing import Any

import llvmlite.binding as llvm
import numpy as np

_HOME = {
    "solve": "exact",
    "choose": "heuristics",
    "fill_columns": "setup",
    "max_parts": "setup",
    "best_guess": "greedy",
    "likeliest_guess": "greedy",
    "not_refuted": "checker_rules",
    "bound_set": "checker_rules",
    "expected_residues": "random_player",
}
_RESULTS = 2  # integers that an entry point returns at most
_INTEGER = "int"  # the kind of an integer; that of an array ends with the number of its dimensions
_loading = Lock()


class Entry:
    """A compiled function of arrays, named tuples of arrays, and integers, that returns integers. Drops the GIL."""

    def __init__(self, name: str, symbol: str, kinds: list[str], code: bytes) -> None:
        """`kinds` has a word for each argument, see `_words`; `code` is an object file that defines the symbol."""
        self.name, self.kinds = name, kinds
        machine = llvm.Target.from_default_triple().create_target_machine()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        count = sum(5 + 2 * int(kind[-1]) if kind != _INTEGER else 1 for kind in kinds)
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * count)
        self._function = prototype(self._engine.get_function_address(symbol))

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
        self._function = _definition(name)

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
            yield _INTEGER, (int(argument),)


@cache
def _kind(dtype: Any, ndim: int) -> str:
    return f"{dtype.name}/{ndim}"


def _kinds(types: Iterable[Any]) -> Iterator[str]:
    """The same of the compiler's types."""
    for kind in types:
        if hasattr(kind, "dtype"):
            yield f"{kind.dtype}/{kind.ndim}"
        elif hasattr(kind, "types"):
            yield from _kinds(kind.types)
        else:
            yield _INTEGER


def _definition(name: str) -> Any:
    return getattr(import_module(f"{__package__}.{_HOME[name]}"), name)


def entry(name: str) -> Entry | Interpreted:
    """The compiled function of that name, from its file, or compiled anew, which a terminal is told of."""
    with _loading:
        return _entry(name)


@cache
def _entry(name: str) -> Entry | Interpreted:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return Interpreted(name)
    _initialize()
    file = f"{name}-{_version()}.o"
    for folder in _folders():
        with suppress(OSError, ValueError):
            head, _, code = (folder / file).read_bytes().partition(b"\n")
            about = json.loads(head)
            if about["sha256"] == hashlib.sha256(code).hexdigest():  # else damaged: LLVM would crash
                return Entry(name, about["symbol"], about["kinds"], code)
    _say_it_takes_long()
    (result,) = _definition(name).overloads.values()
    code = result.library._get_compiled_object()
    about = {
        "symbol": result.fndesc.llvm_func_name,
        "kinds": list(_kinds(result.signature.args)),
        "sha256": hashlib.sha256(code).hexdigest(),
    }
    _keep(name, file, json.dumps(about).encode() + b"\n" + code)
    return Entry(name, about["symbol"], about["kinds"], code)


@cache
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@cache
def _version() -> str:
    """What compiled code depends on, as 16 hexadecimal digits."""
    here = Path(__file__).parent
    kernels = (source for source in here.glob("*.py") if source.name != Path(__file__).name)
    sources = sorted([*kernels, *(here.parent / f"{name}.py" for name in ("allowed", "bounds"))])
    words = [metadata.version("numba"), metadata.version("llvmlite"), llvm.get_host_cpu_name()]
    words.append(llvm.get_host_cpu_features().flatten())
    digest = hashlib.sha256("\n".join(words).encode())
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _folders() -> Iterable[Path]:
    """Where compiled code is kept: beside the sources, or where these cannot be written, in the user's cache."""
    yield Path(__file__).parent / "__pycache__"
    with suppress(RuntimeError):  # no home
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "treebuild"


def _keep(name: str, file: str, data: bytes) -> None:
    """Write a file whole, into the first folder that can be written; drop what other versions left there."""
    for folder in _folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=folder)
        except OSError:
            continue
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            Path(temporary).replace(folder / file)
        except OSError:
            continue
        finally:
            Path(temporary).unlink(missing_ok=True)
        for other in folder.glob(f"{name}-*.o"):
            if other.name != file:
                other.unlink(missing_ok=True)
        return
    _say_once()


@cache
def _say_it_takes_long() -> None:
    if sys.stderr.isatty():
        print("compiling the search, which is kept for the next time: up to a minute", file=sys.stderr)


@cache
def _say_once() -> None:
    folders = " nor ".join(map(str, _folders()))
    print(f"note: compiled code cannot be kept, neither {folders} can be written: every run compiles", file=sys.stderr)
