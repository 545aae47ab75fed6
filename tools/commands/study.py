"""treebuild study: write docs/study.md and its pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Jobs


def study(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the pages go.")] = Path("docs"),
    jobs: Jobs = 1,
) -> None:
    """Write study.md and wordle-study.md: published figures beside ours, with pictures. It takes ten minutes."""
    from tools import study as seeds
    from tools import wordle_study
    from treebuild.analysis import canvas
    from treebuild.cli.progress import progress_bar
    from treebuild.cli.streams import say

    with canvas.style():  # or nothing could be drawn in the end
        pass
    with progress_bar() as progress:
        for file in seeds.write(folder, progress, jobs=jobs):
            say(str(file))
        say(str(wordle_study.write(folder, progress)))
