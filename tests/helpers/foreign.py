"""Files that a program must neither run nor load, and what it runs and loads, as strace sees it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import missing

CALLS = "execve,execveat,open,openat,openat2,mmap"
RAN = re.compile(r'execve(?:at)?\((?:\d+<.*?>, |AT_FDCWD<.*?>, )?"(?P<path>[^"]*)".* = 0$')
OPENED = re.compile(r"open(?:at2?)?\(.* = \d+<(?P<path>.*)>$")
MAPPED = re.compile(r"mmap\(.*PROT_EXEC.*, \d+<(?P<path>/[^>]*)>, ")

MODULES = (  # what treebuild, its libraries and Python itself import
    "numpy", "msgpack", "typer", "rich", "distributed", "dask", "cloudpickle", "tornado", "matplotlib", "brotli",
    "zstandard", "sitecustomize", "usercustomize", "json", "random", "sqlite3", "multiprocessing", "pickle", "_kernels",
)  # fmt: skip
PROGRAMS = (
    "cc", "gcc", "clang", "c++", "ld", "as", "make", "node", "npm", "git", "uname", "ldconfig", "lscpu", "lsb_release",
    "sh", "bash", "python", "python3", "cython", "treebuild", "treecheck", "dask", "fc-list", "ps", "getconf", "ip",
    "ifconfig", "arch", "file", "tput", "stty", "locale", "less", "xdg-open", "latex", "treecheck-verified",
)  # fmt: skip


@dataclass(frozen=True)
class Trace:
    """A finished program, and the files that it and its children ran, mapped as code, and opened to read."""

    done: subprocess.CompletedProcess[str]
    ran: frozenset[Path]
    mapped: frozenset[Path]
    opened: frozenset[Path]


class Trap:
    """A folder to work in, a home, a cache and a folder for what is temporary, all of them an attacker's.

    `marks` gets a file for every module and every program in them that is run.
    """

    def __init__(self, folder: Path) -> None:
        self.work, self.home, self.cache, self.temporary = (folder / name for name in ("work", "home", "cache", "tmp"))
        self.programs, self.marks = folder / "bin", folder / "marks"
        for path in self.places:
            path.mkdir()
        self.marks.mkdir()

    @property
    def places(self) -> tuple[Path, ...]:
        """The folders that are the attacker's."""
        return self.work, self.home, self.cache, self.temporary, self.programs

    @property
    def files(self) -> set[Path]:
        """All files in these folders."""
        return {path for place in self.places for path in place.rglob("*") if not path.is_dir()}

    def plant(self, libraries: Iterable[Path | str]) -> None:
        """Put files everywhere that have the names of modules, programs and libraries."""
        site = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
        caches = [place / "treebuild" for place in (self.cache, self.home / ".cache")]
        folders = [self.work, self.temporary, self.cache, self.home, self.home / ".local" / site, *caches]
        for folder in folders:
            for module in MODULES:
                self._plant(folder / f"{module}.py", self._python(module))
            self._plant(folder / "treebuild" / "__init__.py", self._python("treebuild"))
            self._plant(
                folder / "planted.pth", f"import os; os.close(os.open({str(self.marks / 'pth')!r}, os.O_CREAT))\n"
            )
            for name in libraries:
                self._plant(folder / name, "no library\n")
                self._plant(folder / Path(name).name, "no library\n")
        for program in PROGRAMS:
            self._plant(self.programs / program, f"#!/bin/sh\n: >'{self.marks / program}'\n")
        for path in self.files:
            path.chmod(0o777)
        for folder in (self.work, self.home / ".config" / "matplotlib"):  # no code, but what it says may run some
            self._plant(folder / "matplotlibrc", "backend: module://numpy\ntext.usetex: True\n")

    def environment(self, path: str) -> dict[str, str]:
        """Variables that lead to these folders; programs are looked for there, and then in `path`."""
        return {
            "PATH": f"{self.programs}:{path}",
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.cache),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "TMPDIR": str(self.temporary),
            "LC_ALL": "C.UTF-8",
        }

    def _python(self, name: str) -> str:
        return f"open({str(self.marks / name)!r}, 'w').close()\n"

    def _plant(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def traced(words: list[str], log: Path, cwd: Path, environment: Mapping[str, str], said: str = "") -> Trace:
    """Run a program under strace, with umask 0. Its log is a folder with a file for each thread."""
    shutil.rmtree(log, ignore_errors=True)
    log.mkdir()
    strace = ["strace", "-ff", "-qq", "-y", "--seccomp-bpf", "-e", f"trace={CALLS}", "-o", str(log / "of"), *words]
    done = subprocess.run(strace, cwd=cwd, env=environment, input=said, capture_output=True, text=True, umask=0)
    lines = [line for file in log.iterdir() for line in file.read_text("utf-8", "replace").splitlines()]
    if not any(map(RAN.match, lines)):
        missing(f"strace cannot follow a program here: {done.stderr.strip()}")

    def paths(call: re.Pattern[str], *but: str) -> frozenset[Path]:
        found = (call.match(line) for line in lines if not any(word in line for word in but))
        return frozenset(cwd / match["path"] for match in found if match)

    return Trace(done, paths(RAN), paths(MAPPED), paths(OPENED, "O_DIRECTORY", "O_WRONLY"))
