"""Compiles the kernels, as modules for each level of processors, and the checker in C.

`python -m tools.compile_kernels` compiles them in this checkout, for this processor alone, except files that have not
changed. The build calls `compile_all`, see setup.py. The compiler is the one that CC names, or Clang, or the one of the
package `ziglang`, which the build installs where there is neither (`tools/build_backend.py`). GCC is used only where CC
names it: its code takes up to half as long again, because it vectorises fewer loops.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path

from tools.amalgamate import MODULES, WIDTHS, write
from treebuild.kernels.processor import folder, levels

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build"  # intermediate files
KERNELS = Path("treebuild", "kernels")
CHECKER = Path("treebuild", "checker")
LIMITED = "0x030B0000"  # the modules work with Python 3.11 and all later versions
CYTHON = {
    "language_level": "3", "infer_types": "True", "boundscheck": "False", "wraparound": "False", "cdivision": "True",
    "initializedcheck": "False", "auto_pickle": "False", "emit_code_comments": "False",
}  # fmt: skip
OPTIMISED = ("-O3", "-fno-math-errno", "-fvisibility=hidden", "-Wno-unused-function", "-Wno-unused-variable")
SANITIZED = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")  # an error ends the process
# For x86-64-v4, LLVM prefers vectors of 256 bits: the first processors of that level slowed down with larger ones.
WIDE_VECTORS = ("-mprefer-vector-width=512",)
# LLVM does the rest of a loop with smaller vectors, but only if these hold 16 numbers. Loops over the replies to a
# guess are shorter. With 4 numbers, the least total takes 0.93 of the time, and that of p5c5r 0.97.
SMALL_VECTORS = ("-mllvm", "-epilogue-vectorization-minimum-VF=4")
MOST_CLANG = 30  # the newest of clang-30, clang-29, ... that is looked for
OLDEST_GLIBC = 17  # 2.17, as manylinux_2_17 has it


class CannotBuildError(Exception):
    """Nothing can be compiled here. The message says why, and what to do."""


@cache
def compiler() -> tuple[str, ...]:
    """The command of the C compiler. Raises CannotBuildError where there is none."""
    if given := shlex.split(os.environ.get("CC", "")):
        if not shutil.which(given[0]):
            raise CannotBuildError(f"CC is {given[0]!r}, which is no program here: unset CC, or name a C compiler")
        return tuple(given)
    if found := clang():
        return (found,)
    if importlib.util.find_spec("ziglang"):
        return sys.executable, "-m", "ziglang", "cc"
    raise CannotBuildError(
        "there is no C compiler: install Clang, or let CC name another one, or `pip install ziglang`"
    )


def clang() -> str | None:
    """The path of Clang, under its own name or with a version; None where it is not on the PATH."""
    names = ("clang", *(f"clang-{version}" for version in range(MOST_CLANG, 10, -1)))
    return next(filter(None, map(shutil.which, names)), None)


def is_zig() -> bool:
    """Whether the compiler is the one of `ziglang`, which has its own names for processors and platforms."""
    return "zig" in " ".join(compiler())


def _system() -> str:
    """The platform in zig's words: with the oldest glibc that is supported, or with musl."""
    if sys.platform == "linux":
        return "linux-musl" if _musl() else f"linux-gnu.2.{OLDEST_GLIBC}"
    return {"darwin": "macos.11.0", "win32": "windows-gnu"}[sys.platform]


def _musl() -> bool:
    """Whether this Python uses musl in place of glibc."""
    return "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or "")


def target() -> str:
    """The kind of processor to compile for: this machine's, or the one that TREEBUILD_MACHINE names, with zig only."""
    return os.environ.get("TREEBUILD_MACHINE", "") or platform.machine().lower().replace("amd64", "x86_64")


def all_levels() -> list[str]:
    """The levels that a wheel has."""
    if target() == "x86_64":
        return ["x86-64-v2", "x86-64-v3", "x86-64-v4"]
    return [f"{target()}-generic"]


def compile_all(
    root: Path, wanted: Sequence[str], say: Callable[[str], None], options: Sequence[str] = OPTIMISED
) -> list[Path]:
    """Compile all modules and the checker for the `wanted` levels, into the package below `root`. Returns the files.

    `options` are those of the compiler for every level. A file that the same command made of the same sources stays.
    `say` is called with lines about the progress. Raises CannotBuildError where there is no compiler, or it fails.
    """
    command = " ".join(compiler())
    include = sysconfig.get_path("include")
    if not Path(include, "Python.h").exists():
        raise CannotBuildError(f"{include} has no Python.h: install Python's headers (Debian's package python3-dev)")
    say(f"compiling the search with {command}, for {', '.join(wanted)}: up to a minute")
    # Debian's Python.h includes a header by its path below /usr/include, where zig does not look unasked.
    headers = [f"-I{include}", f"-idirafter{Path(include).parent}"]
    # Written before the threads start: `ast.parse` in several threads at a time can fail in CPython 3.11 (gh-106905).
    sources = [write(module, width, BUILD / "kernels") for module in MODULES for width in WIDTHS]
    made: list[Path] = []

    def compile_one(written: Path) -> None:
        source = to_c(written)
        for level in wanted:
            path = root / KERNELS / folder(level) / f"{source.stem}{_suffix()}"
            if _compile(path, source, [*options, *_flags(level), f"-DPy_LIMITED_API={LIMITED}", *headers], _shared()):
                say(f"  {source.stem} for {level}")
            made.append(path)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_one, sources))
    for level in wanted:
        path = root / CHECKER / folder(level) / ("treecheck.exe" if _windows() else "treecheck")
        if _compile(
            path, ROOT / CHECKER / "treecheck.c", [*options, *_flags(level), "-std=c99", "-DINFLATED"], _stripped()
        ):
            say(f"  the checker of certificates for {level}")
        made.append(path)
    return sorted(made)


def to_c(source: Path) -> Path:
    """Translate a module that `amalgamate.write` has written to C. Returns the file of C.

    Raises CannotBuildError where Cython finds a mistake.
    """
    made = source.with_suffix(".c")
    sources = source.read_bytes() + source.with_suffix(".pxd").read_bytes()
    words = [sys.executable, "-m", "cython", *(f"-X{key}={value}" for key, value in CYTHON.items())]
    noted = [*words, version("cython")]
    if not _is_current(made, sources, noted):
        _run([*words, source.name, "-o", made.name], cwd=source.parent)
        _note(made, sources, noted)
    return made


def _compile(path: Path, source: Path, flags: Sequence[str], link: Sequence[str]) -> bool:
    """Compile a file of C, unless it is current. Returns whether it was compiled."""
    words = [*compiler(), *flags]
    if _is_current(path, source.read_bytes(), [*words, *link]):
        return False
    with tempfile.TemporaryDirectory() as work:
        made = Path(work, path.name)
        _run([*words, source.name, "-o", str(made), *link], cwd=source.parent)  # the file names no folder then
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        os.close(handle)
        shutil.copyfile(made, temporary)
        Path(temporary).chmod(0o755)
        Path(temporary).replace(path)  # whole or not at all: another process may be about to load it
    _note(path, source.read_bytes(), [*words, *link])
    return True


def _flags(level: str) -> list[str]:
    """The options of the compiler for a level of processors."""
    if is_zig():
        cpu = level.replace("-", "_") if level.startswith("x86") else "baseline"
        triple = f"{target().replace('arm64', 'aarch64')}-{_system()}"
        return ["-target", triple, f"-mcpu={cpu}", "-fno-sanitize=all", *_vectors(level)]
    return [f"-march={level}", *_vectors(level)] if level.startswith("x86") else []


def _vectors(level: str) -> tuple[str, ...]:
    if not level.endswith("v4"):
        return ()
    return (*WIDE_VECTORS, *SMALL_VECTORS) if _is_clang() else WIDE_VECTORS


@cache
def _is_clang() -> bool:
    """Whether the compiler is Clang, by what it says of itself."""
    done = subprocess.run([*compiler(), "--version"], capture_output=True, text=True)
    return "clang" in done.stdout


def _shared() -> list[str]:
    """The options that link a module."""
    if sys.platform == "darwin":
        return ["-bundle", "-undefined", "dynamic_lookup"]
    if _windows():
        return ["-shared", f"-L{Path(sys.base_prefix, 'libs')}", "-lpython3", *_stripped()]
    return ["-shared", "-fPIC", *_stripped(), "-lm"]


def _stripped() -> list[str]:
    return [] if sys.platform == "darwin" else ["-s"]


def _suffix() -> str:
    return ".pyd" if _windows() else ".abi3.so"


def _windows() -> bool:
    return sys.platform == "win32"


def _note_of(path: Path) -> Path:
    name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]
    return BUILD / "made" / f"{path.name}-{name}"


def _is_current(path: Path, sources: bytes, words: Sequence[str]) -> bool:
    """Whether this command made a file of these sources, and nobody has changed it since."""
    note = _note_of(path)
    return path.exists() and note.exists() and note.read_text("ascii") == _digest(path.read_bytes(), sources, words)


def _note(path: Path, sources: bytes, words: Sequence[str]) -> None:
    note = _note_of(path)
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(_digest(path.read_bytes(), sources, words), "ascii")


def _digest(*parts: bytes | Sequence[str]) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _run(words: list[str], cwd: Path) -> None:
    kept = {"ZIG_GLOBAL_CACHE_DIR": str(BUILD / "zig")}  # 50 MB that would otherwise stay in the home directory
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, env=kept | os.environ)
    if done.returncode:
        raise CannotBuildError(f"`{shlex.join(words)}` fails:\n{(done.stderr or done.stdout).strip()}")


def wheel_platform(files: Sequence[Path]) -> str:
    """The platform of a wheel with these files.

    On Linux with glibc it names the oldest glibc that has all symbols that the files use.
    """
    named = {int(minor) for path in files for minor in re.findall(rb"GLIBC_2\.([0-9]+)", path.read_bytes())}
    if sys.platform == "linux" and not _musl():
        return f"manylinux_2_{max(named | {OLDEST_GLIBC})}_{target()}"
    if sys.platform == "darwin":
        return f"macosx_11_0_{target()}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def here() -> list[str]:
    """The best level of this processor, in a list. Raises CannotBuildError for a processor older than all levels."""
    if not levels():
        raise CannotBuildError("this processor is older than x86-64-v2: there is no code for it")
    return levels()[:1]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.compile_kernels", description="Compile the kernels.")
    parser.add_argument("--sanitize", action="store_true", help="with checks of every access and every sum")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="where the package lies, by default here")
    given = parser.parse_args()
    try:
        compile_all(given.folder.resolve(), here(), print, SANITIZED if given.sanitize else OPTIMISED)
    except CannotBuildError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
