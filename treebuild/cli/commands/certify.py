"""treebuild certify: write the proof of an optimum as a file that anyone can check."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from treebuild.cli.options import (
    Cluster,
    ConditionOptions,
    Costs,
    Effort,
    Force,
    Game,
    Groups,
    Guesses,
    Jobs,
    Missing,
    Store,
    Weights,
)
from treebuild.cli.stopping import leaving_store
from treebuild.cli.streams import aside, say
from treebuild.errors import UsageError


def certify(
    objective: Annotated[
        str,
        typer.Option(
            "--objective",
            metavar="WHAT",
            help="What to prove a bound of: total, sevens, limit:N, ..., as for `build`.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The file to write, such as total.proof.", show_default=False
        ),
    ],
    game: Game = "p4c10n",
    weights: Weights = None,
    missing: Missing = "",
    guesses: Guesses = None,
    costs: Costs = None,
    groups: Groups = None,
    near: Annotated[
        bool,
        typer.Option("--near", help="Prove a lower bound, in the time of `build near`, in place of the best cost."),
    ] = False,
    effort: Effort = None,
    store: Store = None,
    cluster: Cluster = None,
    jobs: Jobs = 1,
    force: Force = False,
) -> None:
    """Search for the best cost, and write a certificate: a proof that no tree costs less, for `treebuild check`."""
    from treebuild.bar import progress_bar
    from treebuild.certificate.write import certify as write
    from treebuild.cli.expected_time import foreseen
    from treebuild.codec.files import STREAM, check_different, check_writable, write_bytes
    from treebuild.search.near.efforts import EFFORT
    from treebuild.search.race import with_counts

    if effort is not None and not near:
        raise UsageError("--effort says how much --near tries: give both")
    check_different(certificate=output, store=store)
    chosen = ConditionOptions(weights, missing, guesses, costs, groups).of_game(game)
    objective = with_counts(objective, chosen)
    check_writable(output, force)
    with leaving_store(store), progress_bar() as progress:
        certificate = write(
            chosen,
            objective,
            near_effort=(effort or EFFORT) if near else None,
            jobs=jobs,
            progress=progress if near else foreseen(progress, chosen, objective, jobs, store, cluster),
            store=store,
            cluster=cluster,
        )
    write_bytes(output, certificate.data, force)
    with aside(output):
        say(f"searched: {certificate.searched}")
        if output != STREAM:
            say(f"{output}: {len(certificate.data)} bytes; `treebuild check {quote(str(output))}` makes it a proof")
