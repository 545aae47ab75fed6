"""What a tree takes in each of our own formats: bytes, raw and compressed, and the time to read it back."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter

from treebuild.codec.formats import OWN
from treebuild.errors import TreebuildError
from treebuild.tree.tree import Tree


@dataclass(frozen=True)
class Size:
    """A tree in one format. `packed` maps the compressors at hand to bytes, `seconds` is the time `decode` took.

    `why` says why the format cannot carry the tree; then all other figures are 0.
    """

    extension: str
    raw: int
    packed: dict[str, int]
    seconds: float
    why: str = ""


def gzipped(data: bytes) -> int:
    """The number of bytes that gzip makes of it at its best level."""
    return len(_gzip(data))


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def compressors() -> dict[str, Callable[[bytes], bytes]]:
    """gzip, and brotli and zstd if they are installed, each at its best level."""
    programs: dict[str, Callable[[bytes], bytes]] = {"gzip": _gzip}
    with suppress(ImportError):
        brotli = import_module("brotli")
        programs["brotli"] = lambda data: brotli.compress(data, quality=11)
    with suppress(ImportError):
        zstandard = import_module("zstandard")
        programs["zstd"] = lambda data: zstandard.ZstdCompressor(level=22).compress(data)
    return programs


def sizes(tree: Tree) -> Iterator[Size]:
    """The tree in each of our own formats. Raises TreebuildError if it does not come back with the same counts."""
    for form in OWN.values():
        try:
            form.check(tree.game)
            data = form.encode(tree)
        except TreebuildError as error:
            yield Size(form.extension, 0, {}, 0.0, error.message)
            continue
        start = perf_counter()
        again = form.read(data, tree.game, True)
        seconds = perf_counter() - start
        if again.counts != tree.counts:
            raise TreebuildError(
                f"{form.extension}: the tree that came back has counts {again.counts}, not {tree.counts}"
            )
        packed = {name: len(compress(data)) for name, compress in compressors().items()}
        yield Size(form.extension, len(data), packed, seconds)
