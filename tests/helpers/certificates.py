"""Certificates in tests: checked by both checkers, and made false."""

from __future__ import annotations

import gzip
from pathlib import Path

from tests.conftest import require
from treebuild.certificate import checkers

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
