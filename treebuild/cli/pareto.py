"""treebuild pareto: every best compromise between the total and the number of secrets at the greatest depth."""

from __future__ import annotations

import json as json_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.cli.options import Force, Jobs, Json
from treebuild.errors import TreebuildError

if TYPE_CHECKING:
    from treebuild.game.replies import Replies
    from treebuild.search.pareto import Front


def pareto(
    game: Annotated[str, typer.Option("--game", metavar="RULES", help="pNcMn, pNcMr or an alias.")] = "p4c10n",
    depth: Annotated[
        int | None,
        typer.Option(min=1, help="Greatest depth allowed; if not given, the least possible.", show_default=False),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the front to a .svg or .png file.", show_default=False),
    ] = None,
    tree: Annotated[
        str | None,
        typer.Option(metavar="TOTAL,DEEPEST", help="Write the tree of this point, with -o.", show_default=False),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where --tree goes.", show_default=False),
    ] = None,
    jobs: Jobs = 1,
    force: Force = False,
    json: Json = False,
) -> None:
    """Show the Pareto front: the totals and numbers of secrets at the greatest depth that no tree betters in both."""
    from treebuild.cli.progress import progress_bar
    from treebuild.codec import format_of
    from treebuild.codec.files import check_writable
    from treebuild.game.game import Game
    from treebuild.game.replies import reply_matrix
    from treebuild.search.pareto import front

    point = _point(tree, output)
    for file in filter(None, (plot, output)):
        check_writable(file, force)
    if output is not None:
        format_of(output).check_game(Game.from_rules(game))
    if plot is not None:
        _check_plot(plot)
    replies = reply_matrix(Game.from_rules(game))
    with progress_bar() as progress:
        found = front(replies, depth and min(depth, len(replies.game.secrets)), jobs=jobs, progress=progress)
    if output is not None and point is not None:
        _save(replies, found, point, output, force)
    if plot is not None:
        _draw(found, replies.game.name, plot, force)
    _show(found, len(replies.game.secrets), json)


def _point(tree: str | None, output: Path | None) -> tuple[int, int] | None:
    if (tree is None) != (output is None):
        raise TreebuildError("--tree and -o go together: --tree says which point, -o where its tree is written")
    if tree is None:
        return None
    try:
        total, deepest = map(int, tree.split(","))
    except ValueError:
        raise TreebuildError(f"bad point {tree!r}: expected TOTAL,DEEPEST such as 26274,69") from None
    return total, deepest


def _check_plot(file: Path) -> None:
    """Complain before the search, not after it."""
    if file.suffix not in (".svg", ".png"):
        raise TreebuildError(f"{file}: expected a name that ends in .svg or .png")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise TreebuildError("--plot needs matplotlib: pip install 'treebuild[plot]'") from None


def _save(replies: Replies, found: Front, point: tuple[int, int], file: Path, force: bool) -> None:
    from treebuild import __version__
    from treebuild.codec import save
    from treebuild.search.pareto import TIE_RULE
    from treebuild.tree.policy import grow
    from treebuild.tree.tree import Built
    from treebuild.tree.verifier import verify

    objective = f"total,limit:{found.depth}; at most {point[1]} secrets at depth {found.depth}"
    proved = f"no tree of at most {found.depth} guesses betters total or secrets at depth {found.depth}, and no worse"
    built = Built(f"pareto --tree {point[0]},{point[1]}", objective, TIE_RULE, __version__, proved)
    grown = grow(replies, found.policy(point), "total", built)
    replayed = verify(grown)
    if not replayed.ok:
        raise TreebuildError(f"the tree of {point} is not sound: {replayed.problems[0]}")
    save(grown, file, force)


def _draw(found: Front, name: str, file: Path, force: bool) -> None:
    from matplotlib.figure import Figure

    from treebuild.codec.files import write_bytes

    totals, deepest = zip(*found.points, strict=True)
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.step(totals, deepest, where="post", color="#0072b2", linewidth=1)
    axes.plot(totals, deepest, "o", color="#0b6e4f", markersize=4)
    axes.set(
        title=f"{name}, greatest depth {found.depth}",
        xlabel="total guesses",
        ylabel=f"secrets that take {found.depth} guesses",
    )
    drawn = BytesIO()
    figure.savefig(drawn, format=file.suffix.removeprefix("."))
    write_bytes(file, drawn.getvalue(), force)


def _show(found: Front, secrets: int, json: bool) -> None:
    if json:
        points = [{"total": total, "deepest": deepest} for total, deepest in found.points]
        typer.echo(json_module.dumps({"depth": found.depth, "points": points}, indent=2))
        return
    from treebuild.cli import display

    console = display.console()
    table = display.plain_table("total", "average", f"at depth {found.depth}")
    for total, deepest in found.points:
        table.add_row(str(total), f"{total / secrets:.4f}", str(deepest))
    console.print(table)
    number = "1 point" if len(found.points) == 1 else f"{len(found.points)} points"
    console.print(f"{number}; no tree of at most {found.depth} guesses does better (proved)")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(pareto)
