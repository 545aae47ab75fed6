"""The command line: one command per file, each a thin face over an importable function."""

from __future__ import annotations

import sys

import typer

from treebuild.cli.errors import told
from treebuild.errors import TreebuildError

_INTERRUPTED = 130  # what typer exits with after Ctrl-C

app = typer.Typer(
    name="treebuild",
    help="Decision trees for Bulls and Cows and games like it: build, prove, verify, ship.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from treebuild import __version__

        typer.echo(f"treebuild {__version__}")
        raise typer.Exit


@app.callback()
def _treebuild(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    pass


from treebuild.cli import (  # noqa: E402
    build,
    compare,
    convert,
    export,
    list_,
    pack,
    pareto,
    play,
    prove,
    report,
    show,
    sizes,
    symmetry,
    tables,
    trees,
    verify,
)

for command in (
    build, verify, show, compare, convert, pack, export, play, report,
    list_, pareto, prove, sizes, symmetry, tables, trees,
):  # fmt: skip
    command.register(app)


def main() -> None:
    """Run the command line. Exit code 1 for an error the user can mend, 2 for wrong usage, 130 after Ctrl-C."""
    try:
        app()
    except TreebuildError as error:
        typer.echo(f"error: {told(error)}", err=True)
        sys.exit(1)
    except SystemExit as stop:
        if stop.code == _INTERRUPTED:
            typer.echo("interrupted; nothing was left behind", err=True)
        raise
    except BrokenPipeError:  # the reader, such as head, has seen enough
        sys.stderr.close()
        sys.exit(1)
