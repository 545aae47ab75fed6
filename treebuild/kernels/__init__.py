"""The compiled code: arrays in, numbers out. It knows no game and no objective by name.

A kernel is plain Python, with the declarations of C in a `.pxd` beside it. `tools/amalgamate.py` joins kernels to
modules, each for replies of bytes and for replies of words, and the build compiles these for each level of processors.
`load` chooses one. `layout` has the data that kernels read, and `uncompiled` has the names that kernels need to run as
plain Python.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from treebuild.errors import TreebuildError
from treebuild.kernels.constants import MAX_REPLIES_BYTES
from treebuild.kernels.processor import folder, levels

HERE = Path(__file__).parent


def load(name: str, replies: int) -> ModuleType:
    """The compiled module of this name, for games with this number of replies and the best level of this processor.

    With TREEBUILD_PLAIN=1 in the environment it is plain Python, to look inside on small games.

    Raises TreebuildError if there is no such module for this processor, or if it cannot be loaded.
    """
    if os.environ.get("TREEBUILD_PLAIN", "0") != "0":
        return _plain(name)
    return _compiled(f"{name}_{'bytes' if replies <= MAX_REPLIES_BYTES else 'words'}")


@cache
def _compiled(name: str) -> ModuleType:
    folders = [path for path in (HERE / folder(level) for level in levels()) if path.is_dir()]
    if not folders:
        raise TreebuildError(
            f"this installation has no compiled search for this processor in {HERE}: install the "
            "wheel for this platform, or run `make kernels` in a checkout"
        )
    try:
        for path in folders[0].glob(f"{name}.*.so"):
            _check_whole(path)
        return import_module(f"{__name__}.{folders[0].name}.{name}")
    except (ImportError, OSError) as error:
        raise TreebuildError(
            f"{folders[0] / name} cannot be loaded ({error}): install treebuild again, or run `make kernels` in a "
            "checkout"
        ) from None


def _check_whole(path: Path) -> None:
    """Raise ImportError for a truncated module in the format of Linux (ELF): to load it would end the process.

    The table of its sections comes last. The header has its place at byte 40, the size of an entry at byte 58, and the
    number of entries at byte 60.
    """
    with path.open("rb") as file:
        header = file.read(64)
        size = file.seek(0, os.SEEK_END)
    start, entry, count = (int.from_bytes(header[at:end], "little") for at, end in ((40, 48), (58, 60), (60, 62)))
    if header.startswith(b"\x7fELF") and size < max(start + entry * count, 64):
        raise ImportError("it ends too early")


def _plain(name: str) -> ModuleType:
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        raise TreebuildError(f"TREEBUILD_PLAIN needs the package {error.name}: pip install {error.name}") from None
