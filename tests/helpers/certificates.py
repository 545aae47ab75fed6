"""Certificates in tests: checked by both checkers, and made false."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import made_once, require
from treebuild.certificate import checkers as own_checkers
from treebuild.errors import TreebuildError

CHECKERS = ["Python", "C"]
EXTRACTED = Path(__file__).parents[2] / "formal" / "extracted"


def accepted(data: bytes, folder: Path, checker: str) -> str:
    """The theorem that a checker reads off a certificate. Raises TreebuildError when it is refused."""
    if checker == "C":
        require("gcc")
        assert own_checkers.compiled() is not None
    path = folder / "a.proof"
    path.write_bytes(data)
    return own_checkers.accept(path, python=checker == "Python").proved.theorem


def proved(data: bytes, folder: Path, *checkers: str) -> str:
    """The theorem that all these checkers read off a certificate. None of them accepts a cost one higher."""
    (theorem,) = {accepted(data, folder, checker) for checker in checkers}
    for checker in checkers:
        with pytest.raises(TreebuildError):
            accepted(raised(data), folder, checker)
    return theorem


def extracted_checker(factory: pytest.TempPathFactory) -> Path:
    """treecheck-verified, built once from the sources that are kept. A user without ocamlopt has no need of it."""
    require("ocamlopt")
    sources = ["uint63.ml", "primitives.ml", "checker.mli", "checker.ml", "gunzip.ml", "main.ml"]

    def make(folder: Path) -> None:
        for source in EXTRACTED.glob("*.ml*"):
            shutil.copy(source, folder)
        subprocess.run(["ocamlopt", "-w", "-a", *sources, "-o", "treecheck-verified"], cwd=folder, check=True)

    return made_once(factory, "extracted", make) / "treecheck-verified"


def raised(data: bytes) -> bytes:
    """The same certificate with a bound one higher, by the last criterion."""
    text = gzip.decompress(data)
    start = text.index(b"\nbound ") + 7
    end = text.index(b"\n", start)
    bound = [int(word) for word in text[start:end].split()]
    bound[-1] += 1
    return gzip.compress(text[:start] + " ".join(map(str, bound)).encode() + text[end:], mtime=0)
