"""What a long command says before it begins and while it works: an estimate, a bar, the log of `near`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from treebuild.cli.streams import say
from treebuild.errors import printable

if TYPE_CHECKING:
    from treebuild.game.game import Game
    from treebuild.search.estimate import Estimate
    from treebuild.search.near.solve import NearLine
    from treebuild.tree.policy import Progress

BAR = 16  # characters
SHOWN = 44  # characters of a description that come before words about time; descriptions of `near` have no more
MIN_MEASURED_SECONDS = 5.0  # a step has no pace before
MIN_ESTIMATED_PAIRS = 40_000_000  # codes times secrets: such a search mostly takes minutes, so it is estimated first
FIRST = 10.0  # seconds of search for such an estimate
TITLES = f"{'seconds':>9}{'total':>12}{'average':>10}{'at least':>12}{'gap':>10}"  # of the log of `near`


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
    redirect = sys.stdout.isatty()  # the lines for a file or a pipe must not go above the bar
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=redirect) as bar:
        task = bar.add_task("getting ready", total=None)

        def report(done: int, total: int, doing: str) -> None:
            clock.report(done, total)
            bar.tasks[task].total = total or None  # without one the bar pulses; `update` cannot take a total away
            bar.update(task, completed=done, description=printable(doing))

        yield report


def foreseen(
    progress: Progress | None,
    game: Game,
    objective: str,
    jobs: int,
    store: Path | None,
    cluster: str | None,
    now: Callable[[], float] = monotonic,
) -> Progress | None:
    """Say how long a search will take, if somebody watches and it may be long. Return a `progress` of the time left.

    A search may be long if it has a store or a cluster, or if the game is large. The results in the store count as
    done. On a cluster, and where the estimate is a guess, the time left is unknown: then `progress` is returned as it
    is. Raises TreebuildError as `estimate` does, and for a cluster that does not answer.
    """
    from treebuild.search.estimate import estimate as measure
    from treebuild.search.resources import connected

    if progress is None or not (store or cluster or len(game.codes) * len(game.secrets) >= MIN_ESTIMATED_PAIRS):
        return progress
    with connected(cluster):
        pass  # a wrong address is told now, not after the estimate
    done = _settled(store, game, objective)
    found = measure(game, objective, seconds=FIRST, progress=progress)
    say(expectation(found), err=True)
    if found.beyond or cluster:
        return progress
    begun = now()
    expected = int(found.expected / min(jobs, os.cpu_count() or 1)) + 1

    def told(_: int, __: int, doing: str) -> None:
        spent = int(done / jobs + now() - begun)
        if spent < expected:
            progress(spent, expected, doing)
        else:
            progress(0, 0, f"later than expected: {doing}")

    return told


def _settled(store: Path | None, game: Game, objective: str) -> float:
    """Seconds of search whose results a store has."""
    from treebuild.search.goal.objective import Objective
    from treebuild.search.store.inspect import read

    if store is None or not store.exists():
        return 0.0
    name = Objective.parse(objective).name
    return sum(one.seconds for one in read(store).problems if (one.game, one.objective) == (game.name, name))


def expectation(found: Estimate) -> str:
    """An estimate as a line."""
    low, expected, high = (_spelled(value) for value in (found.low, found.expected, found.high))
    memory = f"{found.bytes / 1e6:.0f} MB of memory"
    if found.beyond:
        rough = f"perhaps {expected} of one core of this machine, perhaps many times as long"
        return f"this search is too long to be estimated from a short part of it: {rough}; {memory} (docs/estimates.md)"
    span = f", between {low} and {high}" if low != high else ""
    return f"about {expected} of one core of this machine{span}; {memory}"


def _spelled(seconds: float) -> str:
    for unit, size in (("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.1f} seconds"


class NearLog:
    """The log of `near`: prints its lines, or shows the last one beside the progress bar of a terminal."""

    def __init__(self, game: Game, bar: Progress | None, as_json: bool, output_taken: bool) -> None:
        """`bar` is None unless the error stream is a terminal.

        With `as_json`, lines of JSON go to the standard output, or, if the tree goes there, to the error stream.
        """
        self.game, self.bar, self.as_json, self.output_taken = game, bar, as_json, output_taken
        self.last: NearLine | None = None
        self._at = 0, 1  # steps done and in all

    def __call__(self, line: NearLine) -> None:
        """Print a line of the log, or keep it for the bar."""
        first, self.last = self.last is None, line
        if self.as_json:
            say(json.dumps({"seconds": round(line.seconds, 2)} | self.figures()), err=self.output_taken)
        elif self.bar is None:
            if first:
                say(TITLES, err=True)
            say(self._row(line), err=True)
        else:
            self.bar(*self._at, self._found(line))

    def progress(self, done: int, total: int, doing: str) -> None:
        """Show a step of the search on the bar, and the last line of the log beside it."""
        self._at = done, total
        if self.bar is not None:
            self.bar(done, total, self._found(self.last) if self.last else doing)

    def figures(self) -> dict[str, Any]:
        """The figures of the last line, for a JSON record; empty before the first line."""
        line = self.last
        if line is None:
            return {}
        if line.gap is None:
            return {"cost": list(line.cost), "bound": list(line.bound), "gap": None}
        share = round(line.gap, 6) if isfinite(line.gap) else None
        return {"total": line.cost[0], "bound": line.bound[0], "gap": share}

    def _row(self, line: NearLine) -> str:
        """The line in columns. Where the total does not come first, costs stand in the column of the total."""
        from treebuild.tree.gap import percent

        if line.gap is None:
            costs = " ".join(map(str, line.cost))
            return f"{line.seconds:9.1f}{costs:>12}{'':10}{' '.join(map(str, line.bound)):>12}"
        average = line.cost[0] / self.game.conditions.cost_unit / sum(self.game.secret_weights)
        total, bound = self._amount(line.cost[0]), self._amount(line.bound[0])
        return f"{line.seconds:9.1f}{total:>12}{average:10.4f}{bound:>12}{percent(line.gap):>10}"

    def _found(self, line: NearLine) -> str:
        from treebuild.tree.gap import percent

        if line.gap is None:
            return f"best {' '.join(map(str, line.cost))}, at least {' '.join(map(str, line.bound))}"
        total, bound = self._amount(line.cost[0]), self._amount(line.bound[0])
        return f"total {total}, at least {bound}, gap {percent(line.gap)}"

    def _amount(self, total: int) -> str:
        """A total as people read it: a number of guesses, or, where guesses have costs, a sum of costs."""
        unit = self.game.conditions.cost_unit
        return f"{total:,}" if unit == 1 else f"{total / unit:,.2f}"
