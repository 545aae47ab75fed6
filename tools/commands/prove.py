"""treebuild prove: every claim of optimality, from nothing."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Jobs, Store


def prove(
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Also write the proofs to a file.", show_default=False),
    ] = None,
    certificates: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Also write certificates, and check them.", show_default=False),
    ] = None,
    store: Store = None,
    jobs: Jobs = 1,
    force: Force = False,
) -> None:
    """Search for every published and shipped optimum again, and say how long each search took."""
    from tools import certificates as written
    from tools import proofs
    from treebuild.cli.progress import progress_bar
    from treebuild.codec.files import check_writable, write_bytes
    from treebuild.search.resources import opened

    if output is not None:
        check_writable(output, force)
    said = []
    with opened(store) as file, progress_bar() as progress:
        more = written.write(certificates, jobs, progress, file) if certificates is not None else ()
        for paragraph in chain(proofs.prove(jobs, file), more):
            said.append(paragraph)
            typer.echo(paragraph)
    if output is not None:
        write_bytes(output, ("\n".join(said) + "\n").encode(), force)
