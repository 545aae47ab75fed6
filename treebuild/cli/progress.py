"""A progress bar on the error stream, where that is a terminal; nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING

from treebuild.errors import printable

if TYPE_CHECKING:
    from treebuild.tree.policy import Progress

BAR = 16  # characters
SHOWN = 44  # characters of what is being done that are shown before all that is known of the time; `near` says no more
MIN_MEASURED_SECONDS = 5.0  # of a step before its pace says how long the rest of it takes


@dataclass
class Clock:
    """What a bar says of time and progress.

    Work comes in steps, each counted from 0 up to a total of its own: an exact search counts the guesses of one
    position after the other. How long the rest takes is worked out for one step at a time, from its own pace.
    """

    now: Callable[[], float] = monotonic
    done: int = 0
    total: int = 0
    _step_began: float = 0.0
    _step_first: int = 0  # what was done when this step was first heard of
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        self._began = self._step_began = self.now()

    def report(self, done: int, total: int) -> None:
        """Note that so much of a step is done; another total, or less than before, is another step."""
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
        """Such as "elapsed 0:01:20, 40% of this step, about 0:02:00 to go": what is known, in so many characters."""
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
    """A bar for `progress` arguments, gone when the work is done; None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
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
    redirect = sys.stdout.isatty()  # else it is a file, or a pipe, and what is printed belongs there
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=redirect) as bar:
        task = bar.add_task("getting ready", total=None)

        def report(done: int, total: int, doing: str) -> None:
            clock.report(done, total)
            bar.tasks[task].total = total or None  # without one the bar pulses; `update` cannot take a total away
            bar.update(task, completed=done, description=printable(doing))

        yield report
