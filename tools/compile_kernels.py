"""Compile the kernels: modules for each level of processors, and the checker in C.

`python -m tools.compile_kernels` compiles them in this checkout, for this processor alone; what has not changed is not
compiled again. The build calls `compile_all`, see setup.py. The compiler is CC, or Clang, or the one that the package
`ziglang` brings, which the build asks for where there is neither (`tools/build_backend.py`). GCC is used where CC says
so: it makes code that takes up to half as long again, since it vectorises fewer loops.
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
BUILD = ROOT / "build"  # what is made on the way
KERNELS = Path("treebuild", "kernels")
CHECKER = Path("treebuild", "checker")
LIMITED = "0x030B0000"  # Python 3.11: the modules are for it and all later ones
CYTHON = {
    "language_level": "3", "infer_types": "True", "boundscheck": "False", "wraparound": "False", "cdivision": "True",
    "initializedcheck": "False", "auto_pickle": "False", "emit_code_comments": "False",
}  # fmt: skip
OPTIMISED = ("-O3", "-fno-math-errno", "-fvisibility=hidden", "-Wno-unused-function", "-Wno-unused-variable")
SANITIZED = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")  # what is wrong ends the process
# LLVM's x86-64-v4 prefers vectors of 256 bits, since the first processors of that level slowed down with larger ones.
WIDE_VECTORS = ("-mprefer-vector-width=512",)
# What these leave of a loop, LLVM takes by smaller vectors, but only if they hold 16 numbers. Loops over the replies to
# a guess are shorter. With 4 the least total takes 0.93 of the time, that of p5c5r 0.97.
SMALL_VECTORS = ("-mllvm", "-epilogue-vectorization-minimum-VF=4")
MOST_CLANG = 30  # clang-30, clang-29, ... are looked for
OLDEST_GLIBC = 17  # of 2.17: that of manylinux_2_17


class CannotBuildError(Exception):
    """Nothing can be compiled here; the message says in a line why, and what to do."""


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
        "there is no C compiler: install Clang, or name another one by CC, or install ziglang: pip install ziglang"
    )


def clang() -> str | None:
    """Clang, in the path, under its own name or with a version."""
    names = ("clang", *(f"clang-{version}" for version in range(MOST_CLANG, 10, -1)))
    return next(filter(None, map(shutil.which, names)), None)


def is_zig() -> bool:
    """Whether the compiler is that of `ziglang`, which names processors and platforms in its own way."""
    return "zig" in " ".join(compiler())


def _system() -> str:
    """The platform as zig names it: with the oldest glibc that is served, or with musl."""
    if sys.platform == "linux":
        return "linux-musl" if _musl() else f"linux-gnu.2.{OLDEST_GLIBC}"
    return {"darwin": "macos.11.0", "win32": "windows-gnu"}[sys.platform]


def _musl() -> bool:
    """Whether this Python is one of a system with musl in place of glibc."""
    return "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or "")


def target() -> str:
    """The processors that are compiled for: this machine's, or those that TREEBUILD_MACHINE names, with zig alone."""
    return os.environ.get("TREEBUILD_MACHINE", "") or platform.machine().lower().replace("amd64", "x86_64")


def all_levels() -> list[str]:
    """The levels that a wheel has."""
    if target() == "x86_64":
        return ["x86-64-v2", "x86-64-v3", "x86-64-v4"]
    return [f"{target()}-generic"]


def compile_all(
    root: Path, wanted: Sequence[str], say: Callable[[str], None], options: Sequence[str] = OPTIMISED
) -> list[Path]:
    """Compile all modules for some levels, and the checker, into a tree of the package. Returns the files.

    `options` say how, whatever the level. What was made of the same sources by the same command stays. `say` is told
    what is being done. Raises CannotBuildError.
    """
    command = " ".join(compiler())
    include = sysconfig.get_path("include")
    if not Path(include, "Python.h").exists():
        raise CannotBuildError(f"{include} has no Python.h: install Python's headers (Debian's package python3-dev)")
    say(f"compiling the search with {command}, for {', '.join(wanted)}: up to a minute")
    # Debian's Python.h includes a header by its path below /usr/include, where zig does not look by itself.
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
    """The C of a module that `amalgamate.write` has written. Raises CannotBuildError where Cython finds a mistake."""
    made = source.with_suffix(".c")
    sources = source.read_bytes() + source.with_suffix(".pxd").read_bytes()
    words = [sys.executable, "-m", "cython", *(f"-X{key}={value}" for key, value in CYTHON.items())]
    noted = [*words, version("cython")]
    if not _is_current(made, sources, noted):
        _run([*words, source.name, "-o", made.name], cwd=source.parent)
        _note(made, sources, noted)
    return made


def _compile(path: Path, source: Path, flags: Sequence[str], link: Sequence[str]) -> bool:
    """Compile a file of C. Returns whether that had to be done."""
    words = [*compiler(), *flags]
    if _is_current(path, source.read_bytes(), [*words, *link]):
        return False
    with tempfile.TemporaryDirectory() as work:
        made = Path(work, path.name)
        _run([*words, source.name, "-o", str(made), *link], cwd=source.parent)  # names no folder of ours
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        os.close(handle)
        shutil.copyfile(made, temporary)
        Path(temporary).chmod(0o755)
        Path(temporary).replace(path)  # whole or not at all: another process may be about to load it
    _note(path, source.read_bytes(), [*words, *link])
    return True


def _flags(level: str) -> list[str]:
    """How code is made for a level of processors."""
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
    """Whether the compiler is Clang, under whatever name."""
    done = subprocess.run([*compiler(), "--version"], capture_output=True, text=True)
    return "clang" in done.stdout


def _shared() -> list[str]:
    """How a module is linked."""
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
    """Whether a file was made of these sources by this command."""
    note = _note_of(path)
    return path.exists() and note.exists() and note.read_text("ascii") == _digest(path.read_bytes(), sources, words)


def _note(path: Path, sources: bytes, words: Sequence[str]) -> None:
    note = _note_of(path)
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(_digest(path.read_bytes(), sources, words), "ascii")


def _digest(*parts: bytes | Sequence[str]) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _run(words: list[str], cwd: Path) -> None:
    kept = {"ZIG_GLOBAL_CACHE_DIR": str(BUILD / "zig")}  # 50 MB that would stay in the home
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, env=kept | os.environ)
    if done.returncode:
        raise CannotBuildError(f"`{shlex.join(words)}` fails:\n{(done.stderr or done.stdout).strip()}")


def wheel_platform(files: Sequence[Path]) -> str:
    """The platform of a wheel with these files.

    On Linux with glibc it is the oldest glibc that has all that they name.
    """
    named = {int(minor) for path in files for minor in re.findall(rb"GLIBC_2\.([0-9]+)", path.read_bytes())}
    if sys.platform == "linux" and not _musl():
        return f"manylinux_2_{max(named | {OLDEST_GLIBC})}_{target()}"
    if sys.platform == "darwin":
        return f"macosx_11_0_{target()}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def here() -> list[str]:
    """The best level of this processor. Raises CannotBuildError for a processor that there is no code for."""
    if not levels():
        raise CannotBuildError("this processor is older than x86-64-v2: there is no code for it")
    return levels()[:1]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.compile_kernels", description="Compile the kernels.")
    parser.add_argument("--sanitize", action="store_true", help="as code that checks every access and every sum")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="where the package lies, by default here")
    given = parser.parse_args()
    try:
        compile_all(given.folder.resolve(), here(), print, SANITIZED if given.sanitize else OPTIMISED)
    except CannotBuildError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
