"""treebuild convert: a tree from one format to another, or into a short text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.options import Force, Json, Patient, Rules, TreeFile, game_of
from treebuild.cli.streams import aside, say, say_json
from treebuild.errors import TreebuildError, UsageError

if TYPE_CHECKING:
    from treebuild.tree.tree import Tree


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
            help="The format for -, which has no extension: one of `treebuild list formats`. (default: msgpack)",
            show_default=False,
        ),
    ] = None,
    game: Rules = None,
    pack: Annotated[
        bool,
        typer.Option("--pack", help="Find a tree as good as this one whose ranked text is short, and write that."),
    ] = False,
    keep: Annotated[
        str | None,
        typer.Option(
            "--keep",
            metavar="WHAT",
            help="With --pack, what must not get worse: counts (as many secrets at every depth), or an objective such "
            "as total or sevens. (default: the objective that the file says it was built for)",
            show_default=False,
        ),
    ] = None,
    normalise: Annotated[
        bool,
        typer.Option(
            "--normalise",
            help="Replace guesses by the guesses that the format .b92i infers. The greatest depth does not grow.",
        ),
    ] = False,
    unweighted: Annotated[bool, typer.Option("--unweighted", help="Leave out the weights of the secrets.")] = False,
    unruled: Annotated[bool, typer.Option("--unruled", help="Leave out the rule and the costs of guesses.")] = False,
    patient: Patient = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a tree in the format that the extension of OUT names, or, with --pack, a tree as good in a short text."""
    from treebuild import codec
    from treebuild.codec.formats import FORMATS

    if keep is not None and not pack:
        raise UsageError("--keep says what --pack must not make worse: give both")
    if pack and normalise:
        raise UsageError("--pack and --normalise both choose guesses: leave out one of them")
    if pack:
        _check_packed(target, form)
        tree = codec.load(source, game_of(game), patient)
        tree = tree.unweighted() if unweighted else tree
        tree = tree.unruled() if unruled else tree
        FORMATS[".rank"].check(tree.game)
        _pack(tree, keep, source, target, force, json)
        return
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
    what = {"format": written.form.extension[1:], "bytes": written.size}
    _tell(written.tree, source, target, {"written": what}, lines, json)


def _check_packed(target: Path, form: str | None) -> None:
    """Raise UsageError where the options do not go with a ranked text."""
    from treebuild.codec.files import STREAM

    if target != STREAM and target.suffix.lower() != ".rank":
        raise UsageError(f"{target}: expected a name that ends in .rank, or - for the standard output")
    if form not in (None, "rank"):
        raise UsageError(f"--as {form}: --pack writes a ranked text, whose format is rank")


def _pack(tree: Tree, keep: str | None, source: Path, target: Path, force: bool, json: bool) -> None:
    """Write the ranked text of a tree that is no worse by `keep`."""
    from treebuild.bar import progress_bar
    from treebuild.codec import ranked, slow_to_read
    from treebuild.codec.files import STREAM, check_writable, write_bytes
    from treebuild.publish.packing import pack
    from treebuild.search.goal.objective import Objective
    from treebuild.search.race import with_counts

    if keep is None:
        if tree.built is None or not tree.built.searched:
            raise TreebuildError(
                f"{source} does not name its objective: say what to keep, such as --keep total or --keep counts"
            )
        keep = tree.built.objective
        if not json:
            about = "the objective that the file claims, not checked; --keep names another"
            say(f"keeps {keep}: {about}", err=target == STREAM)
    try:
        objective = None if keep == "counts" else Objective.parse(with_counts(keep, tree.game))
    except UsageError as error:
        raise UsageError(f"{error.message}; or counts") from None
    check_writable(target, force)
    with progress_bar() as progress:
        data = pack(tree, objective, progress)
    write_bytes(target, data, force)
    text = data.decode("ascii").strip()
    if json:
        tree = ranked.decode(data, tree.game, patient=True)
    lines = [f"{len(text)} characters" if target == STREAM else f"{target}: {len(text)} characters: {text}"]
    if target != STREAM and (slow := slow_to_read(tree, target)):
        lines.append(slow)
    written = {"format": "rank", "bytes": len(data), "text": text}
    _tell(tree, source, target, {"keep": keep, "written": written}, lines, json)


def _tell(tree: Tree, source: Path, target: Path, more: dict[str, Any], lines: list[str], json: bool) -> None:
    """Say what was written, in lines or as figures; on the error stream if the tree goes to the standard output."""
    from treebuild.tree.figures import record

    with aside(target):
        if json:
            say_json([record(tree, str(target)) | {"source": str(source)} | more])
            return
        for line in lines:
            say(line)
