"""The libraries of the extras: how they are loaded, and where they look for the programs that they run."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from treebuild.errors import TreebuildError


def library(name: str, missing: str) -> ModuleType:
    """Import matplotlib or Dask, or a module of theirs.

    Raises TreebuildError with the message `missing` if it is not installed. Both read files of the user as soon as they
    are imported. Raises TreebuildError where such a file is damaged.
    """
    log = logging.getLogger(name.partition(".")[0])
    level = log.level
    log.setLevel(logging.CRITICAL)  # an error has one line
    try:
        with system_path():
            return import_module(name)
    except ImportError:
        raise TreebuildError(missing) from None
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise TreebuildError(f"{name} cannot be loaded ({why}): look into its configuration files") from None
    finally:
        log.setLevel(level)


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
