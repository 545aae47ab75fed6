"""treebuild convert: a tree from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Json, Patient, Rules, TreeFile, game_of
from treebuild.cli.streams import aside, say, say_json


def convert(
    source: TreeFile,
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="The file to write, or - for the standard output.", show_default=False)
    ],
    form: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="FORMAT",
            help="The format for -: msgpack, b92, b92i or rank. (default: msgpack)",
            show_default=False,
        ),
    ] = None,
    game: Rules = None,
    normalise: Annotated[
        bool,
        typer.Option(
            "--normalise",
            help="Replace guesses by those that the format .b92i infers. The greatest depth does not grow.",
        ),
    ] = False,
    unweighted: Annotated[bool, typer.Option("--unweighted", help="Leave out the weights of the secrets.")] = False,
    unruled: Annotated[bool, typer.Option("--unruled", help="Leave out which guesses are allowed, and costs.")] = False,
    patient: Patient = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a tree in another format, which the extension of OUT names."""
    from treebuild import codec
    from treebuild.tree.figures import record

    written = codec.convert(
        source,
        target,
        game_of(game),
        form=form,
        normalise=normalise,
        unweighted=unweighted,
        unruled=unruled,
        patient=patient,
        force=force,
    )
    lines = [*written.replaced, f"{target}: {written.size} bytes"]
    if written.form.note:
        lines.append(f"{written.form.extension} {written.form.note}: here {' '.join(map(str, written.tree.counts))}")
    if form is None and (slow := codec.slow_to_read(written.tree, target)):
        lines.append(slow)
    with aside(target):
        if json:
            what = {"format": written.form.extension[1:], "bytes": written.size}
            say_json([record(written.tree, str(target)) | {"source": str(source), "written": what}])
        else:
            for line in lines:
                say(line)
