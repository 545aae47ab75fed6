"""What is printed: lines that do nothing but say something, to streams that may be closed, full or narrow."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import typer

from treebuild.errors import printable


def prepare() -> None:
    """Let the standard streams take any text: what their encoding lacks is escaped, and a closed one takes nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115 - for as long as the process lives
        elif isinstance(stream, io.TextIOWrapper) and mode == "w":
            stream.reconfigure(errors="backslashreplace")


def say(text: str, err: bool = False) -> None:
    """Print one line, on the error stream with `err`; whatever is in it comes out as printable characters."""
    try:
        typer.echo(printable(text), err=err)
    except OSError:
        if not err:
            raise  # of an error stream that takes nothing there is no one to tell


def say_json(records: Sequence[Mapping[str, Any]]) -> None:
    """Print an array of figures: a record for each tree, or other thing, that was asked about (schema/figures.md)."""
    typer.echo(json.dumps(records, indent=2))


@contextmanager
def aside(output: Path | None) -> Iterator[None]:
    """Say what is said on the error stream while a file goes to the standard output."""
    if output != Path("-"):
        yield
        return
    with redirect_stdout(sys.stderr):
        yield


def finish() -> str:
    """Write out what waits in the standard output; why that failed, or "", also when its reader has seen enough."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would try, and complain, once more
        return "" if isinstance(error, BrokenPipeError) else str(error.strerror)
    return ""
