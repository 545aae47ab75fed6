"""Certificates in tests: checked by both checkers, made false, and asked of the commands."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.conftest import made_once, require
from treebuild.certificate import checkers
from treebuild.cli import app
from treebuild.errors import TreebuildError

CHECKERS = ["Python", "C"]
EXTRACTED = Path(__file__).parents[2] / "formal" / "extracted"


def accepted(data: bytes, folder: Path, checker: str) -> str:
    """The theorem that a checker reads off a certificate. Raises TreebuildError when it is refused."""
    if checker == "C":
        require("gcc")
        assert checkers.compiled() is not None
    path = folder / "a.proof"
    path.write_bytes(data)
    return checkers.accept(path, python=checker == "Python").proved.theorem


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


def invoked(*words: object) -> tuple[int, str, str]:
    """Run a command: exit code, what it prints, what went wrong."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    problem = str(done.exception) if isinstance(done.exception, TreebuildError) else done.stderr
    return done.exit_code, done.stdout, problem
