"""Either checker at the service of Python: the one in C, compiled once, where a compiler is, or the one in Python."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter

from treebuild.certificate.check import Progress, check
from treebuild.errors import TreebuildError
from treebuild.tree.policy import Progress as Told

SOURCE = Path(__file__).with_name("treecheck.c")
FLAGS = ("-std=c99", "-O3", "-march=native")
_COUNTS = re.compile(r"claims: ([0-9]+), sets looked at: ([0-9]+)")
_TICK = 0.2  # seconds within which Ctrl-C is noticed


@dataclass(frozen=True)
class Accepted:
    """A certificate that a checker has accepted: what it proves, in words."""

    theorem: str
    checker: str
    claims: int
    looks: int
    seconds: float


def accept(file: Path, *, python: bool = False, progress: Told | None = None) -> Accepted:
    """Check a certificate, in C unless there is no compiler, or `python` asks for the other one.

    `progress` is told how far the checker in Python has read. Raises TreebuildError for a file that is not accepted.
    """
    start, treecheck = perf_counter(), None if python else compiled()
    if treecheck is not None:
        theorem, claims, looks = _in_c(treecheck, file)
        return Accepted(theorem, "C", claims, looks, perf_counter() - start)

    def told(at: Progress) -> None:
        if progress:
            progress(at.read, at.size, f"{at.claims} claims, {at.looks} sets looked at")

    found = check(file, progress=told)
    return Accepted(found.theorem, "Python", found.claims, found.looks, perf_counter() - start)


@cache
def compiled() -> Path | None:
    """The checker in C; None without a compiler that finds zlib. It is kept in the user's cache."""
    compiler = shutil.which(os.environ.get("CC") or "cc") or shutil.which("gcc")
    if compiler is None:
        return None
    made_of = SOURCE.read_bytes() + "\n".join([compiler, *FLAGS, platform.processor(), platform.node()]).encode()
    try:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "treebuild"
        target = home / f"treecheck-{hashlib.sha256(made_of).hexdigest()[:16]}"
        if target.exists():
            return target
        home.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=home)
        os.close(handle)
    except (OSError, RuntimeError):  # no home, or one that cannot be written
        return None
    try:
        command = [compiler, *FLAGS, "-o", temporary, str(SOURCE), "-lz"]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        Path(temporary).chmod(0o700)
        Path(temporary).replace(target)
    finally:
        Path(temporary).unlink(missing_ok=True)
    return target


def _in_c(treecheck: Path, file: Path) -> tuple[str, int, int]:
    """(what a certificate proves, claims, sets looked at), as the program says."""
    done = subprocess.run([treecheck, file.absolute()], capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise TreebuildError(said[-1] if said else f"{file}: the checker ended with {done.returncode}")
    _, _, theorem = done.stdout.splitlines()[0].partition(": checked: ")
    counts = _COUNTS.search(done.stdout)
    assert counts is not None  # the second line
    return theorem, int(counts[1]), int(counts[2])
