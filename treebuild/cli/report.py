"""treebuild report: charts and tables of trees as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Rules, game_of
from treebuild.cli.streams import say


def report(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Trees to report on.", show_default=False)],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT", help="The file to write.", show_default=False)
    ],
    plot: Annotated[bool, typer.Option("--plot", help="Write the chart of the distributions alone, as SVG.")] = False,
    game: Rules = None,
    force: Force = False,
) -> None:
    """Charts, comparison, cost by depth, first replies and sizes as one HTML file, to be read or printed."""
    from treebuild.codec import load
    from treebuild.codec.files import check_writable, write_bytes
    from treebuild.publish import chart
    from treebuild.publish import report as paper

    check_writable(output, force)
    chosen = game_of(game)
    trees = [(file.name, load(file, chosen)) for file in files]
    data = (chart.chart(trees) if plot else paper.report(trees)).encode()
    write_bytes(output, data, force)
    say(f"{output}: {len(data)} bytes")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(no_args_is_help=True)(report)
