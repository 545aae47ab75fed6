"""treebuild trees: make, or check, all the trees that are shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Jobs
from treebuild.cli.progress import progress_bar
from treebuild.cli.stopping import leaving
from treebuild.cli.streams import say


def trees(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the shipped trees are.")] = Path("trees"),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail unless FOLDER holds what would be written.")
    ] = False,
    jobs: Jobs = 1,
) -> None:
    """Build and check every shipped tree, and write the manifest and the results."""
    from tools.shipped import ship

    left = "nothing was changed" if check else f"what was finished is in {folder}; run it again for the rest"
    with leaving(left), progress_bar() as progress:
        ship(folder, check, say, jobs, progress)
    say(f"{folder}: {'is what the code builds' if check else 'written'}")
