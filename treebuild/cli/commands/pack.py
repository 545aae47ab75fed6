"""treebuild pack: a tree as good as another whose ranked text is short."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Json, Rules, TreeFile, game_of
from treebuild.cli.streams import aside, say, say_json


def pack(
    source: TreeFile,
    target: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="The .rank file to write, or - for the standard output.", show_default=False
        ),
    ],
    keep: Annotated[
        str,
        typer.Option(
            "--keep",
            metavar="WHAT",
            help="What must not get worse: counts (as many secrets at every depth), an objective such as total or "
            "sevens, or `objective`: the one that the file says it was built for.",
        ),
    ] = "objective",
    game: Rules = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Find a tree as good as this one whose ranked text is short, check it by playing every secret, and write it."""
    from treebuild.cli.progress import progress_bar
    from treebuild.codec import load, ranked, slow_to_read
    from treebuild.codec.files import STREAM, check_writable, write_bytes
    from treebuild.errors import TreebuildError, UsageError
    from treebuild.publish.packing import pack as pack_tree
    from treebuild.search.problem.objective import Objective
    from treebuild.search.race import with_counts
    from treebuild.tree.figures import record

    if target.suffix != ".rank" and target != STREAM:
        raise UsageError(f"{target}: expected a name that ends in .rank, or - for the standard output")
    check_writable(target, force)
    tree = load(source, game_of(game))
    if keep == "objective":
        if tree.built is None or not tree.built.searched:
            raise TreebuildError(
                f"{source} does not name its objective: say what to keep, such as --keep total or --keep counts"
            )
        keep = tree.built.objective
        if not json:
            about = "what the file claims the tree is best by, which is not checked; --keep names another"
            say(f"keeps {keep}: {about}", err=target == STREAM)
    try:
        kept = None if keep == "counts" else Objective.parse(with_counts(keep, tree.game))
    except UsageError as error:
        raise UsageError(f"{error.message}; or counts or `objective`") from None
    with progress_bar() as progress:
        text = pack_tree(tree, kept, progress)
    write_bytes(target, text, force)
    shown = text.decode("ascii").strip()
    with aside(target):
        if json:
            written = {"format": "rank", "bytes": len(text), "text": shown}
            packed = ranked.decode(text, tree.game, patient=True)
            say_json([record(packed, str(target)) | {"source": str(source), "keep": keep, "written": written}])
        elif target == STREAM:
            say(f"{len(shown)} characters")
        else:
            say(f"{target}: {len(shown)} characters: {shown}")
            if slow := slow_to_read(tree, target):
                say(slow)
