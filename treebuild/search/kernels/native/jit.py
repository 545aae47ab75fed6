"""Compiling an entry point at its first use, with numba, and keeping its machine code in a file.

Importing the compiler and loading its own cache take most of a second, four times as long as loading the machine code
alone, which needs nothing but numba's binding of LLVM. A file is named after what it depends on: the sources of all
kernels and of the constants they use, the versions of numba and llvmlite, and the processor. So no change is missed.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm

from treebuild.errors import TreebuildError
from treebuild.search.kernels.native import self_test, trust
from treebuild.search.kernels.native.calling import Entry, definition, kinds_of
from treebuild.search.kernels.native.libraries import sources_hash

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


def load(name: str) -> Entry:
    """An entry point, from a file that was kept, or compiled anew, which a terminal is told of."""
    _initialize()
    file = f"{name}-{_version()}.o"
    for folder in _folders():
        with suppress(OSError, ValueError):
            path = folder / file
            if trust.weakness(path):
                continue
            entry = _linked(name, path.read_bytes(), str(path))
            if self_test.passes(entry):
                return entry
    _say_it_takes_long()
    with _interruptible():
        data = _compiled(name)
    entry = _linked(name, data, "compiled now")
    if not self_test.passes(entry):
        raise TreebuildError(
            f"what numba {metadata.version('numba')} compiles gives wrong results here ({name}): install another "
            "version of numba, and report this"
        )
    _keep(name, file, data)
    return entry


@contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl-C ends what happens here, although the compiler calls Python back: there, ctypes reports it and goes on.

    Half a second later the call is over, and the interrupt is raised anew.
    """
    before = sys.unraisablehook

    def again(unraisable: UnraisableHookArgs) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            Timer(0.5, interrupt_main).start()
        else:
            before(unraisable)

    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = before


def _compiled(name: str) -> bytes:
    """What a file holds: a line of JSON about the code, and the code."""
    (result,) = definition(name).overloads.values()
    code = result.library._get_compiled_object()
    about = {
        "symbol": result.fndesc.llvm_func_name,
        "kinds": list(kinds_of(result.signature.args)),
        "sha256": hashlib.sha256(code).hexdigest(),
    }
    return json.dumps(about).encode() + b"\n" + bytes(code)


def _linked(name: str, data: bytes, origin: str) -> Entry:
    """The function that a file holds. Raises ValueError for a damaged one, with which LLVM would crash."""
    head, _, code = data.partition(b"\n")
    about: dict[str, Any] = json.loads(head)
    if about["sha256"] != hashlib.sha256(code).hexdigest():
        raise ValueError(origin)
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return Entry(name, about["kinds"], engine.get_function_address(about["symbol"]), origin, engine)


@cache
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@cache
def _version() -> str:
    """What compiled code depends on, as 16 hexadecimal digits."""
    words = [sources_hash(), metadata.version("numba"), metadata.version("llvmlite")]
    words += [llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    words += [os.environ.get(f"NUMBA_{setting}", "") for setting in ("CPU_NAME", "CPU_FEATURES", "ENABLE_AVX")]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def _folders() -> Iterator[Path]:
    """Where compiled code is kept: beside the sources, or where these cannot be written, in the user's cache."""
    yield Path(__file__).parent / "__pycache__"
    with suppress(RuntimeError):  # no home
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "treebuild"


def _keep(name: str, file: str, data: bytes) -> None:
    """Write a file whole, into the first folder that the user, and nobody else, can write to.

    What other versions left there is removed.
    """
    for folder in _folders():
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if trust.folder_weakness(folder):
                continue
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
    print(
        f"note: compiled code cannot be kept, since nobody but you may be able to write to the folder, and neither "
        f"{folders} is such: every run compiles",
        file=sys.stderr,
    )
