"""treebuild certify: write the proof of an optimum as a file that anyone can check."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from treebuild.cli.options import Cluster, Force, Game, Jobs, Missing, Store, Weights, weighed_game
from treebuild.cli.streams import say


def certify(
    objective: Annotated[
        str,
        typer.Option("--objective", help="total, sevens, limit:N, ..., by commas, as for `build`.", show_default=False),
    ],
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="Where it goes, such as total.proof.", show_default=False),
    ],
    game: Game = "p4c10n",
    weights: Weights = None,
    missing: Missing = "",
    candidates_only: Annotated[bool, typer.Option("--candidates-only", help="Of trees that do.")] = False,
    store: Store = None,
    cluster: Cluster = None,
    jobs: Jobs = 1,
    force: Force = False,
) -> None:
    """Write a certificate that no tree is better: search for the least cost, and list what a checker has to be told."""
    from treebuild.certificate.write import certify as write
    from treebuild.cli.estimate import foreseen
    from treebuild.cli.progress import progress_bar
    from treebuild.codec.files import check_writable, write_bytes

    check_writable(output, force)
    chosen = weighed_game(game, weights, missing)
    with progress_bar() as progress:
        found = write(
            chosen,
            objective,
            candidates_only=candidates_only,
            jobs=jobs,
            progress=foreseen(progress, chosen, objective, candidates_only, jobs, store, cluster),
            store=store,
            cluster=cluster,
        )
    write_bytes(output, found.data, force)
    say(f"searched: {found.said}")
    say(f"{output}: {len(found.data)} bytes; `treebuild check {quote(str(output))}` makes it a proof")
