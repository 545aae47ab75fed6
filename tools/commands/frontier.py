"""treebuild frontier: solve games that nobody is known to have solved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Jobs, Store


def frontier(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where trees and FRONTIER.md go.")] = Path("trees"),
    hours: Annotated[
        float, typer.Option(metavar="N", min=0.0, help="Leave out games that are estimated to take more core-hours.")
    ] = 1.0,
    store: Store = None,
    jobs: Jobs = 1,
) -> None:
    """Solve open games, the smallest estimate first, build near-optimal trees of others, and write FRONTIER.md."""
    from tools.frontier import advance
    from treebuild.cli.progress import progress_bar
    from treebuild.cli.streams import say
    from treebuild.search.resources import opened

    with opened(store) as kept, progress_bar() as progress:
        for line in advance(folder, hours, jobs, kept, progress):
            say(line)
