"""docs/near.svg: how good greedy, near-optimal and exact trees are after how many seconds. `make near-picture`."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

from treebuild.algorithms import build
from treebuild.analysis.canvas import WIDTH, Picture, blank, style
from treebuild.codec.files import write_bytes
from treebuild.game.replies import reply_matrix
from treebuild.search.near import NearLine

GAMES = ("p4c10n", "p4c9r", "p4c11n", "p5c7n", "p5c8n", "p4c8r")
EFFORT = 5


@dataclass
class Measured:
    """Totals of one game with the processor seconds that they took: (seconds, total)."""

    game: str
    greedy: tuple[float, int]
    exact: tuple[float, int]
    near: list[tuple[float, int]] = field(default_factory=list)


def measured(game: str) -> Measured:
    """Build the trees of a game, each by one thread. The reply matrix is made before."""
    build("near", "p3c4r", effort=1)  # loads what is compiled
    replies = reply_matrix(game)
    assert replies.matrix.size

    def timed(name: str, objective: str | None = None) -> tuple[float, int]:
        start = process_time()
        total = build(name, game, objective=objective).total
        return process_time() - start, total

    greedy, best = timed("minavg"), timed("exact", "total")
    found = Measured(game, greedy, best)
    start = process_time()

    def note(line: NearLine) -> None:
        found.near.append((process_time() - start, line.cost[0]))

    build("near", game, effort=EFFORT, log=note)
    return found


def picture(found: list[Measured]) -> Picture:
    """A panel for each game: how far totals are above the smallest one, over seconds."""
    with style():
        figure = blank(WIDTH * 0.55 * -(-len(found) // 2))
        panels = figure.subplots(-(-len(found) // 2), 2, squeeze=False)
        for axes, one in zip(panels.flat, found, strict=False):
            least = one.exact[1]
            seconds, totals = zip(*one.near, strict=True)
            gaps = [100 * (total - least) / least for total in totals]
            axes.step([*seconds, max(one.exact[0], seconds[-1])], [*gaps, gaps[-1]], "-", where="post", color="#c1440e")
            axes.plot(seconds[0], gaps[0], "o", color="#c1440e", label="near")
            axes.plot(one.greedy[0], 100 * (one.greedy[1] - least) / least, "s", color="#222222", label="minavg")
            axes.plot(one.exact[0], 0, "D", color="#1f5fa8", label="exact")
            axes.set_xscale("log")
            axes.set_title(f"{one.game}: {least}")
            axes.set_ylim(bottom=-0.15)
        figure.supxlabel("seconds of one core", fontsize=10)
        figure.supylabel("% above the smallest total", fontsize=10)
        handles, labels = panels.flat[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    told = ", ".join(f"{one.game} {one.near[-1][1]} of {one.exact[1]} in {one.near[-1][0]:.1f} s" for one in found)
    return Picture(figure, f"Totals over seconds, greedy, near-optimal and exact: {told}")


if __name__ == "__main__":
    write_bytes(Path(sys.argv[1]), picture([measured(game) for game in GAMES]).svg().encode(), force=True)
