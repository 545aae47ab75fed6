"""treebuild check: check certificates, with a program that knows nothing of the search."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.error_line import error_line
from treebuild.cli.options import Json
from treebuild.cli.streams import say, say_json
from treebuild.errors import TreebuildError

if TYPE_CHECKING:
    from treebuild.certificate.checkers import Accepted


def check(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Certificates, or - for stdin.", show_default=False)
    ],
    python: Annotated[
        bool, typer.Option("--python", help="Use the checker in Python instead of the faster one in C.")
    ] = False,
    verified: Annotated[
        bool, typer.Option("--verified", help="Use treecheck-verified, which Coq has proved, if it is installed.")
    ] = False,
    json: Json = False,
) -> None:
    """Check certificates without any search, and print what each proves. The exit code is 1 if one is refused."""
    from treebuild.bar import progress_bar
    from treebuild.certificate import checkers

    if python and verified:
        raise typer.BadParameter("--python and --verified are two checkers: name one")
    results: list[tuple[Path, Accepted | TreebuildError]] = []
    for file in files:
        try:
            with progress_bar() as progress, checkers.readable(file) as certificate:
                results.append(
                    (file, checkers.accept(certificate, python=python, verified=verified, progress=progress))
                )
        except TreebuildError as error:
            results.append((file, error))
        if not json:
            _print(*results[-1])
    if json:
        records = [{"file": str(file)} | _record(outcome) for file, outcome in results]
        say_json(records)
    if any(isinstance(outcome, TreebuildError) for _, outcome in results):
        raise typer.Exit(1)


def _record(outcome: Accepted | TreebuildError) -> dict[str, Any]:
    if isinstance(outcome, TreebuildError):
        return {"ok": False, "problem": error_line(outcome, "check")}
    return {"ok": True, "checker": outcome.checker, "seconds": outcome.seconds} | asdict(outcome.proved)


def _print(file: Path, outcome: Accepted | TreebuildError) -> None:
    if isinstance(outcome, TreebuildError):
        say(f"error: {error_line(outcome, 'check')}", err=True)
        return
    proved = outcome.proved
    say(f"{file}: proved: {proved.theorem}")
    say(f"  {proved.title}: {proved.game}")
    work = f"{proved.claims} claims, {proved.looks} sets looked at, " * (proved.claims > 0) + f"{outcome.seconds:.1f} s"
    say(f"  checked in {outcome.checker}: {work}")
