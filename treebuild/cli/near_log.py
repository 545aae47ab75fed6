"""The log of `near`: how the total falls and its lower bound rises, in lines or beside a progress bar."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any

from treebuild.cli.streams import say
from treebuild.tree.gap import percent

if TYPE_CHECKING:
    from treebuild.game.game import Game
    from treebuild.search.near.solve import NearLine
    from treebuild.tree.policy import Progress

TITLES = f"{'seconds':>9}{'total':>12}{'average':>10}{'at least':>12}{'gap':>10}"


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
        return {"total": line.cost[0], "average": self._average(line), "bound": line.bound[0], "gap": share}

    def _row(self, line: NearLine) -> str:
        """The line in columns. Where the total does not come first, costs stand in the column of the total."""
        if line.gap is None:
            costs = " ".join(map(str, line.cost))
            return f"{line.seconds:9.1f}{costs:>12}{'':10}{' '.join(map(str, line.bound)):>12}"
        total, bound = self._amount(line.cost[0]), self._amount(line.bound[0])
        return f"{line.seconds:9.1f}{total:>12}{self._average(line):10.4f}{bound:>12}{percent(line.gap):>10}"

    def _found(self, line: NearLine) -> str:
        if line.gap is None:
            return f"best {' '.join(map(str, line.cost))}, at least {' '.join(map(str, line.bound))}"
        total, bound = self._amount(line.cost[0]), self._amount(line.bound[0])
        return f"total {total}, at least {bound}, gap {percent(line.gap)}"

    def _average(self, line: NearLine) -> float:
        """Of a secret drawn by weight, the guesses, or, where guesses have costs, what they cost."""
        return line.cost[0] / self.game.conditions.cost_unit / sum(self.game.secret_weights)

    def _amount(self, total: int) -> str:
        """A total as people read it: a number of guesses, or, where guesses have costs, a sum of costs."""
        unit = self.game.conditions.cost_unit
        return f"{total:,}" if unit == 1 else f"{total / unit:,.2f}"
