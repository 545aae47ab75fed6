"""treebuild report: charts and tables of trees as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Rules, game_of
from treebuild.cli.streams import aside, say


def report(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="The trees to report on.", show_default=False)],
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="OUT", help="The file to write, or - for the standard output.", show_default=False
        ),
    ],
    compare: Annotated[
        bool, typer.Option("--compare", help="Compare two to four trees: which is better, by how much, and where.")
    ] = False,
    plot: Annotated[
        bool, typer.Option("--plot", help="Write only the chart of secrets by number of guesses, as SVG.")
    ] = False,
    print_: Annotated[
        bool,
        typer.Option("--print", help="Write one tree as a booklet to play from on paper; a tree of tests as a key."),
    ] = False,
    game: Rules = None,
    force: Force = False,
) -> None:
    """Write an HTML page about trees, to read or print: charts, comparison, costs by depth, replies, sizes."""
    from treebuild.codec import load
    from treebuild.codec.files import check_writable, write_bytes
    from treebuild.publish import booklet, chart
    from treebuild.publish import report as paper

    if compare and plot:
        raise typer.BadParameter("expected --compare or --plot, not both", param_hint="--plot")
    if print_ and (compare or plot or len(files) > 1):
        raise typer.BadParameter("expected one tree, and neither --compare nor --plot", param_hint="--print")
    chosen = game_of(game)
    trees = [(name, load(file, chosen)) for name, file in zip(_names(files), files, strict=True)]
    check_writable(output, force)
    if print_:
        data = booklet.booklet(trees[0][1]).encode()
    else:
        data = (chart.chart if plot else paper.comparison if compare else paper.report)(trees).encode()
    write_bytes(output, data, force)
    with aside(output):
        say(f"{output}: {len(data)} bytes")


def _names(files: list[Path]) -> list[str]:
    """The names of files, without folder and extension if these names differ from each other."""
    short = [file.stem for file in files]
    return short if len(set(short)) == len(short) else [str(file) for file in files]
