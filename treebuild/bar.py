"""The bar that shows how far a long call is: in a terminal, or in a notebook."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from html import escape
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any

from treebuild.errors import printable

if TYPE_CHECKING:
    from treebuild.tree.policy import Progress

BAR = 16  # characters
SHOWN = 44  # characters of a description that come before words about time; descriptions of `near` have no more
MIN_MEASURED_SECONDS = 5.0  # a step has no pace before
BETWEEN = 0.25  # seconds between two changes of a bar in a notebook


@dataclass
class Clock:
    """What a bar says of time and progress.

    Work comes in steps, each counted from 0 up to a total of its own: an exact search counts the guesses of one
    position after the other. The clock works out how long the rest of a step takes from the pace of this step.
    """

    now: Callable[[], float] = monotonic
    done: int = 0
    total: int = 0
    _step_began: float = 0.0
    _step_first: int = 0  # what was done at the first report of this step
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        self._began = self._step_began = self.now()

    def report(self, done: int, total: int) -> None:
        """Note how much of a step is done. Another total, or less done than before, begins another step."""
        if total != self.total or done < self.done:
            self._step_began, self._step_first = self.now(), done
        self.done, self.total = done, total

    def remaining(self) -> float | None:
        """Seconds that the rest of this step will take at its pace so far; None before there is a pace."""
        spent, made = self.now() - self._step_began, self.done - self._step_first
        if self.total <= 0 or made <= 0 or spent < MIN_MEASURED_SECONDS:
            return None
        return spent * (self.total - self.done) / made

    def text(self, most: int = 80) -> str:
        """Such as "elapsed 0:01:20, 40% of this step, about 0:02:00 to go", as far as `most` characters allow."""
        words = [f"elapsed {_clock(self.now() - self._began)}"]
        if self.total > 0:
            words.append(f"{100 * self.done // self.total}% of this step")
        remaining = self.remaining()
        if remaining is not None:
            words.append(f"about {_clock(remaining)} to go")
        while len(words) > 1 and len(", ".join(words)) > most:
            words.pop()
        return ", ".join(words)


def _clock(seconds: float) -> str:
    return str(timedelta(seconds=int(seconds)))


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """A bar for `progress` arguments, gone when the work is done; None where nobody would see it.

    It shows in a terminal and in a notebook. A log, a file, a pipe, and the output of a `!command` in a notebook stay
    free of it.

    >>> with progress_bar() as progress:
    ...     build("exact", "p3c4r", objective="total", progress=progress)
    Tree(p3c4r, exact --objective total: total 206, 4 guesses at most)
    """
    if _is_notebook():
        with _in_notebook() as report:
            yield report
    elif sys.stderr.isatty() and "JPY_PARENT_PID" not in os.environ:  # which a kernel gives to its commands
        with _in_terminal() as report:
            yield report
    else:
        yield None


def _is_notebook() -> bool:
    """Whether this process is the kernel of a notebook."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return hasattr(shell, "kernel")


@contextmanager
def _in_notebook() -> Iterator[Progress]:
    """An output of its own below the cell, which is empty at the end. It needs no widgets."""
    shown: Any = import_module("IPython.display")
    clock, at = Clock(), monotonic()
    output = shown.display(shown.HTML(_html(clock, "getting ready")), display_id=True)

    def report(done: int, total: int, doing: str) -> None:
        nonlocal at
        clock.report(done, total)
        if monotonic() - at >= BETWEEN:
            at = monotonic()
            output.update(shown.HTML(_html(clock, doing)))

    try:
        yield report
    finally:
        output.update(shown.HTML(""))


def _html(clock: Clock, doing: str) -> str:
    part = f' max="{clock.total}" value="{clock.done}"' if clock.total > 0 else ""
    return f"<progress{part}></progress> {clock.text()} {escape(printable(doing))}"


@contextmanager
def _in_terminal() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task
    from rich.text import Text

    clock = Clock()

    class StateColumn(ProgressColumn):
        """Time and progress, and then what is being done. A narrow terminal shows the beginning of both."""

        def render(self, task: Task) -> Text:
            words = task.description
            time = clock.text(bar.console.width - BAR - len("   ") - min(len(words), SHOWN))
            return Text(f"{time}  {words}", no_wrap=True, overflow="ellipsis")

    columns = BarColumn(BAR), StateColumn()
    redirect = sys.stdout.isatty()  # the lines for a file or a pipe must not go above the bar
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=redirect) as bar:
        task = bar.add_task("getting ready", total=None)

        def report(done: int, total: int, doing: str) -> None:
            clock.report(done, total)
            bar.tasks[task].total = total or None  # without one the bar pulses; `update` cannot take a total away
            bar.update(task, completed=done, description=printable(doing))

        yield report
