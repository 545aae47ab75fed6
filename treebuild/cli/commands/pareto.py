"""treebuild pareto: every best compromise between the total and the number of secrets at the greatest depth."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.cli.options import MOST, ConditionOptions, Force, Game, Guesses, Jobs, Json, Store, number
from treebuild.cli.stopping import leaving_store
from treebuild.cli.streams import say_json
from treebuild.errors import UsageError

if TYPE_CHECKING:
    from treebuild.search.pareto import Front


def pareto(
    game: Game = "p4c10n",
    guesses: Guesses = None,
    depth: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=number(1, MOST),
            help="Allow N guesses at most. (default: as few as possible)",
            show_default=False,
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the front into a .svg or .png file.", show_default=False),
    ] = None,
    tree: Annotated[
        str | None,
        typer.Option(
            metavar="TOTAL,DEEPEST", help="With -o, write a tree of this point of the front.", show_default=False
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="The file for the tree of --tree.", show_default=False),
    ] = None,
    store: Store = None,
    jobs: Jobs = 1,
    force: Force = False,
    json: Json = False,
) -> None:
    """Search exactly for every best compromise between few guesses and few secrets that take the most guesses."""
    from treebuild.bar import progress_bar
    from treebuild.codec import save
    from treebuild.codec.files import check_different, check_writable
    from treebuild.codec.formats import format_of
    from treebuild.game.reply_matrix import reply_matrix
    from treebuild.publish import pareto_front
    from treebuild.search.resources import opened

    point = _point(tree, output)
    check_different(tree=output, picture=plot, store=store)
    played = ConditionOptions(guesses=guesses).of_game(game)
    for file in filter(None, (plot, output)):
        check_writable(file, force)
    if output is not None:
        format_of(output).check(played)
    if plot is not None:
        pareto_front.check_picture(plot)
    with leaving_store(store), opened(store) as kept, progress_bar() as progress:
        found = pareto_front.pareto(played, depth, jobs=jobs, progress=progress, store=kept)
        if output is not None and point is not None:
            save(pareto_front.tree_of(reply_matrix(played), found, point), output, force)
    if plot is not None:
        pareto_front.draw(found, played.name, plot, force)
    _show(found, len(played.secrets), json)


def _point(tree: str | None, output: Path | None) -> tuple[int, int] | None:
    if (tree is None) != (output is None):
        raise UsageError("--tree and -o go together: --tree says which point, -o where its tree is written")
    if tree is None:
        return None
    point = re.fullmatch("([0-9]{1,15}),([0-9]{1,15})", tree)
    if point is None:
        raise UsageError(f"bad point {tree!r}: expected TOTAL,DEEPEST such as 26274,69")
    return int(point[1]), int(point[2])


def _show(pareto_front: Front, secrets: int, json: bool) -> None:
    if json:
        points = [
            {"total": total, "average": total / secrets, "deepest": deepest} for total, deepest in pareto_front.points
        ]
        say_json({"depth": pareto_front.depth, "points": points})
        return
    from treebuild.cli import tables

    console = tables.console()
    table = tables.plain_table("total", "average", f"at depth {pareto_front.depth}")
    for total, deepest in pareto_front.points:
        table.add_row(str(total), f"{total / secrets:.4f}", str(deepest))
    console.print(table)
    number = "1 point" if len(pareto_front.points) == 1 else f"{len(pareto_front.points)} points"
    console.print(f"{number}; no tree of at most {pareto_front.depth} guesses does better (searched)")
