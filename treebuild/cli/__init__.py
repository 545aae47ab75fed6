"""The command line: one command per file, each a thin face over an importable function."""

from __future__ import annotations

import sys

import typer

from treebuild.cli import stopping, streams
from treebuild.cli.errors import told
from treebuild.errors import TreebuildError

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
    certify,
    check,
    compare,
    convert,
    estimate,
    export,
    frontier,
    games,
    guesses,
    list_,
    pack,
    pareto,
    play,
    players,
    plot,
    prove,
    report,
    show,
    sizes,
    store,
    study,
    symmetry,
    tables,
    trees,
    verify,
)

for command in (
    build, verify, certify, check, show, compare, convert, pack, export, play, report,
    list_, games, guesses, players, plot, pareto, prove, estimate, store, frontier,
    study, sizes, symmetry, tables, trees,
):  # fmt: skip
    command.register(app)


def main() -> None:
    """Run the command line. Exit code 1 for an error the user can mend, 2 for wrong usage, 130 after Ctrl-C."""
    streams.prepare()
    stopping.listen()
    code, problem = _run()
    if stopping.asked():
        stopping.end()
    if problem:
        streams.say(f"error: {problem}", err=True)
    if why := streams.finish():
        streams.say(f"error: the standard output cannot be written: {why}", err=True)
        code = code or 1
    sys.exit(code)


def _run() -> tuple[int, str]:
    """The exit code of the command that the arguments name, and what went wrong, if that was not said yet."""
    try:
        app()
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0, ""
    except TreebuildError as error:
        return 1, told(error)
    except BrokenPipeError:  # the reader, such as head, has seen enough
        return 1, ""
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return 1, f"{where}{error.strerror or error}"
    except MemoryError:
        return 1, "out of memory: try a smaller game, or fewer --jobs"
    except BaseException:
        if not stopping.asked():
            raise
    return 1, ""
