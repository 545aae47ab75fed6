"""`treebuild WORDS` in this process: to start another takes longer than most commands."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
import typer
import typer.main

from treebuild.cli import app, main


def commands(command: Any = None, name: str = "") -> dict[str, Any]:
    """Every command that runs, by its name; those of a group too, with its name before theirs."""
    command = typer.main.get_command(app) if command is None else command
    if not hasattr(command, "list_commands"):
        return {name: command}
    context = typer.Context(command)
    parts = {part: command.get_command(context, part) for part in command.list_commands(context)}
    return {
        full: one for part, below in parts.items() for full, one in commands(below, f"{name} {part}".strip()).items()
    }


@contextmanager
def signals_kept() -> Iterator[None]:
    """In this context, a command may say what signals do. Afterwards they do what they did before it."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, what in before.items():
        signal.signal(number, what)


def run(
    *words: object, stdin: bytes = b"", cwd: Path | None = None, columns: int = 80, locale: str = "C.UTF-8"
) -> CompletedProcess[bytes]:
    """What a command prints, and its exit code. Its streams are pipes; a terminal would have so many columns.

    A text alone is a line of words. What depends on a new process is tested with one: signals, closed and full streams,
    terminals, what is imported.
    """
    line = str(words[0]).split() if len(words) == 1 else [*map(str, words)]
    streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8", write_through=True) for data in (stdin, b"", b"")]
    with (
        signals_kept(),
        pytest.MonkeyPatch.context() as patch,
        chdir(cwd or Path.cwd()),
        pytest.raises(SystemExit) as stop,
    ):
        patch.setattr(sys, "argv", ["treebuild", *line])
        patch.setenv("COLUMNS", str(columns))
        patch.setenv("LC_ALL", locale)
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        main()
    written = [stream.buffer.getvalue() for stream in streams[1:]]
    code = stop.value.code
    assert isinstance(code, int)
    return CompletedProcess(["treebuild", *line], code, *written)


def run_text(*words: object, stdin: str | bytes = b"", **how: Any) -> CompletedProcess[str]:
    """What a command prints into a pipe, as text."""
    done = run(*words, stdin=stdin.encode() if isinstance(stdin, str) else stdin, **how)
    return CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def prints(*words: object, **how: Any) -> str:
    """What a command prints that ends well."""
    done = run_text(*words, **how)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def fails(*words: object, message: str, code: int = 1, **how: Any) -> None:
    """The command ends with this exit code and one clear line."""
    done = run_text(*words, **how)
    assert done.returncode == code, (words, done.stdout, done.stderr)
    assert message in done.stderr, (words, done.stderr)
    if message:
        assert done.stderr.count("\n") == 1
