"""treebuild pack: a tree as good as another whose ranked text is short."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Rules, TreeFile, game_of
from treebuild.cli.streams import say


def pack(
    source: TreeFile,
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The .rank file to write.", show_default=False)],
    keep: Annotated[
        str,
        typer.Option(
            "--keep",
            metavar="WHAT",
            help="counts: as many secrets at every depth; total, sevens, ...: an objective, by which the tree gets no "
            "worse, nor deeper; objective: the one its file says it was built for.",
        ),
    ] = "objective",
    game: Rules = None,
    force: Force = False,
) -> None:
    """Choose among the guesses that keep what a tree promises those with a short ranked text; replay it; write it."""
    from treebuild.cli.progress import progress_bar
    from treebuild.codec import load
    from treebuild.codec.files import check_writable, write_bytes
    from treebuild.errors import TreebuildError
    from treebuild.publish.packing import pack as pack_tree
    from treebuild.search.objective import Objective

    if target.suffix != ".rank":
        raise TreebuildError(f"{target}: expected a name that ends in .rank")
    check_writable(target, force)
    tree = load(source, game_of(game))
    if keep == "objective":
        if tree.built is None or not tree.built.proved:
            raise TreebuildError(
                f"{source} does not say what it is best by: name it, such as --keep total or --keep counts"
            )
        keep = tree.built.objective
        say(f"keeps {keep}: what the file claims the tree is best by, which is not checked; --keep names another")
    with progress_bar() as progress:
        text = pack_tree(tree, None if keep == "counts" else Objective.parse(keep), progress)
    write_bytes(target, text, force)
    say(f"{target}: {len(text.strip())} characters: {text.decode('ascii').strip()}")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(no_args_is_help=True)(pack)
