"""treebuild convert: a tree from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treebuild.cli.options import Force, Json, Patient, Rules, TreeFile, game_of
from treebuild.cli.streams import aside, say, say_json
from treebuild.errors import UsageError


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
    from treebuild.codec import FORMATS, format_of, load, save, slow_to_read
    from treebuild.codec.files import STREAM, check_writable, write_bytes
    from treebuild.tree import normal
    from treebuild.tree.figures import record

    if form is not None and (target != STREAM or f".{form}" not in FORMATS):
        raise UsageError(
            f"--as {form}: expected {', '.join(name[1:] for name in FORMATS)}, and - for OUT, which has no extension"
        )
    chosen = FORMATS[f".{form}"] if form else format_of(target)
    check_writable(target, force)
    tree, lines = load(source, game_of(game), patient), list[str]()
    if unweighted:
        tree = tree.unweighted()
    if unruled:
        tree = tree.unruled()
    if normalise:
        before = tree
        tree, changes = normal.normalise(before)
        lines += normal.report(before, tree, changes)
    chosen.check(tree.game)
    if form:
        write_bytes(target, chosen.encode(tree))
    else:
        save(tree, target, force)
    size = len(chosen.encode(tree)) if target == STREAM else target.stat().st_size
    lines.append(f"{target}: {size} bytes")
    if chosen.note:
        lines.append(f"{chosen.extension} {chosen.note}: here {' '.join(map(str, tree.counts))}")
    if form is None and (slow := slow_to_read(tree, target)):
        lines.append(slow)
    with aside(target):
        if json:
            written = {"format": chosen.extension[1:], "bytes": size}
            say_json([record(tree, str(target)) | {"source": str(source), "written": written}])
        else:
            for line in lines:
                say(line)
