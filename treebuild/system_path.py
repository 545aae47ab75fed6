"""Where libraries look for the programs that they run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def system_path() -> Iterator[None]:
    """Look for programs in the folders of the operating system alone, whatever PATH says.

    Dask asks `uname` what the processor is, and matplotlib asks `fc-list` for fonts. They run programs on POSIX alone.
    """
    before = os.environ.get("PATH")
    if os.name == "posix":
        os.environ["PATH"] = os.defpath
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("PATH", None)
        else:
            os.environ["PATH"] = before
