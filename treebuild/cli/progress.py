"""A progress bar on a terminal's error stream; silence elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from treebuild.errors import printable

if TYPE_CHECKING:
    from treebuild.tree.policy import Progress


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """A bar for `progress` arguments, gone when the work is done; None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    figures = TextColumn("{task.percentage:.0f}%"), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn()
    columns = (BarColumn(), *figures, TextColumn("{task.description}", markup=False))
    redirect = sys.stdout.isatty()  # else it is a file, or a pipe, and what is printed belongs there
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=redirect) as bar:
        task = bar.add_task("", total=None)

        def told(done: int, total: int, doing: str) -> None:
            bar.tasks[task].total = total or None  # it pulses without one, which `update` does not take away
            bar.update(task, completed=done, description=printable(doing))

        yield told
