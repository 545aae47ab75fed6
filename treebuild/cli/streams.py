"""Printing to the standard streams, which may be closed, full or narrow, without control characters."""

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

from treebuild.errors import escaped, printable


def prepare() -> None:
    """Make the standard streams take any text: escape what their encoding lacks, and replace closed ones."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115 - for as long as the process lives
        elif isinstance(stream, io.TextIOWrapper) and mode == "w":
            stream.reconfigure(errors="backslashreplace")


def say(text: str, err: bool = False) -> None:
    """Print one line of printable characters, on the error stream with `err`."""
    try:
        typer.echo(printable(text), err=err)
    except OSError:
        if not err:
            raise  # nobody reads an error stream that takes nothing


def say_whole(text: str) -> None:
    """Print one line as `say` does, but whole, however long: a program reads it."""
    typer.echo(escaped(text))


def say_json(figures: Mapping[str, Any] | Sequence[Mapping[str, Any]], a_line_each: bool = False) -> None:
    """Print figures (schema/figures.md): one object, or an array with a record for each thing that the user named.

    With `a_line_each`, print each record as a line, to go on where a command has printed lines of JSON.
    """
    typer.echo("\n".join(map(json.dumps, figures)) if a_line_each else json.dumps(figures, indent=2))


@contextmanager
def aside(output: Path | None) -> Iterator[None]:
    """Print to the error stream while the standard output takes the file."""
    if output != Path("-"):
        yield
        return
    with redirect_stdout(sys.stderr):
        yield


def unwritable(error: OSError) -> str:
    """What to say of a standard output that takes nothing."""
    return f"the standard output cannot be written: {error.strerror}"


def finish() -> str:
    """Flush the standard output. Return what to say if that failed; "" if it did not, and if the reader has gone."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python would flush and complain again
        return "" if isinstance(error, BrokenPipeError) else unwritable(error)
    return ""
