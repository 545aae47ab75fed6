"""Certificates in tests: checked by both checkers, made false, and asked of the commands."""

from __future__ import annotations

import gzip
from pathlib import Path

from typer.testing import CliRunner

from tests.conftest import require
from treebuild.certificate import checkers
from treebuild.cli import app
from treebuild.errors import TreebuildError

CHECKERS = ["Python", "C"]


def accepted(data: bytes, folder: Path, checker: str) -> str:
    """The theorem that a checker reads off a certificate. Raises TreebuildError when it is refused."""
    if checker == "C":
        require("gcc")
        assert checkers.compiled() is not None
    path = folder / "a.proof"
    path.write_bytes(data)
    return checkers.accept(path, python=checker == "Python").proved.theorem


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
