"""Makes docs/seconds.svg: the totals of greedy, near-optimal and best trees against their time, for six games.

`python -m tools.seconds docs` measures, which takes a quarter of an hour, and draws. With `--draw` it only draws the
figures of docs/seconds.json.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from treebuild.analysis.canvas import Picture, blank, style
from treebuild.codec.files import write_bytes
from treebuild.errors import TreebuildError

NAME = "seconds"
GAMES = ("p4c6r", "p4c10n", "p4c9r", "p4c11n", "p5c8n", "wordle")
GREEDY, NEAR, EXACT = "minavg", "near", "exact"
EFFORTS = range(1, 5)


@dataclass(frozen=True)
class Point:
    """A tree: its total, and the processor seconds of the process that built it. `effort` is that of `near`."""

    game: str
    algorithm: str
    effort: int | None
    seconds: float
    total: int


def measured(games: Sequence[str] = GAMES, efforts: Sequence[int] = EFFORTS) -> Iterator[Point]:
    """A point for every game and algorithm, each from a process of one thread. Raises TreebuildError if one fails."""
    for game in games:
        yield _built(game, GREEDY)
        for effort in efforts:
            yield _built(game, NEAR, effort, "--effort", str(effort))
        yield _built(game, EXACT, None, "--objective", "total")


def _built(game: str, algorithm: str, effort: int | None = None, *more: str) -> Point:
    command = [sys.executable, "-m", "treebuild", "build", algorithm, "--game", game, *more, "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise TreebuildError(f"{' '.join(command[3:])} failed: {done.stderr.strip()}")
    record = json.loads(done.stdout.splitlines()[-1] if algorithm == NEAR else done.stdout)
    total = (record if algorithm == NEAR else record[0])["total"]
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Point(game, algorithm, effort, round(seconds, 1), int(total))


def read(file: Path) -> list[Point]:
    """The points in a file of `write`. Raises TreebuildError for any other file."""
    try:
        return [Point(**point) for point in json.loads(file.read_text("utf-8"))]
    except (OSError, ValueError, TypeError):
        raise TreebuildError(f"{file}: has no measured totals: measure them without --draw") from None


def write(folder: Path, points: Sequence[Point]) -> None:
    """Write the points to seconds.json, a line for each, and their picture to seconds.svg."""
    lines = ",\n".join(json.dumps(asdict(point)) for point in points)
    write_bytes(folder / f"{NAME}.json", f"[\n{lines}\n]\n".encode(), force=True)
    write_bytes(folder / f"{NAME}.svg", picture(points).svg().encode(), force=True)


def picture(points: Sequence[Point]) -> Picture:
    """A small diagram for each game: per cent above the smallest total, against seconds on a logarithmic scale.

    Both axes are the same for all games.
    """
    games = list(dict.fromkeys(point.game for point in points))
    with style():
        figure = blank(1.9 * (len(games) + 1) // 2 + 0.6)
        panels: Any = figure.subplots((len(games) + 1) // 2, 2, sharex=True, sharey=True, squeeze=False).flat
        for axes, game in zip(panels, games, strict=False):
            own = [point for point in points if point.game == game]
            least = min(point.total for point in own)
            for algorithm, mark, label in (
                (GREEDY, "s", "greedy (minavg)"),
                (NEAR, "o-", f"near, efforts 1 to {max(EFFORTS)}"),
                (EXACT, "*", "exact"),
            ):
                of = [point for point in own if point.algorithm == algorithm]
                above = [100 * (point.total - least) / least for point in of]
                size = 11 if algorithm == EXACT else 6
                seconds = [point.seconds for point in of]
                axes.plot(seconds, above, mark, color="black", markersize=size, markerfacecolor="0.75", label=label)
            axes.set_title(f"{game}: {least}", loc="left")
            axes.set_xscale("log")
            axes.xaxis.set_major_formatter("{x:g}")
        for axes in list(panels)[len(games) :]:
            axes.remove()
        figure.supxlabel("processor seconds, one thread", fontsize=10)
        figure.supylabel("% above the smallest total", fontsize=10)
        handles, labels = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncols=3, frameon=False, fontsize=9)
    totals = "; ".join(
        f"{game} {', '.join(f'{point.total} in {point.seconds} s' for point in points if point.game == game)}"
        for game in games
    )
    return Picture(figure, f"Total and processor seconds of greedy, near-optimal and best trees: {totals}")


def main() -> None:
    """Measure or read, and draw."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--draw", action="store_true", help="draw the figures of seconds.json, and measure nothing")
    given = parser.parse_args()
    try:
        file = given.folder / f"{NAME}.json"
        write(given.folder, read(file) if given.draw else list(measured()))
    except TreebuildError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
