"""The command line: a file for each command, which calls a function that you can import."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import TypeAlias

import typer

from treebuild.cli import stopping, streams
from treebuild.cli.errors import error_line
from treebuild.cli.help import Command, Group
from treebuild.cli.options import with_lists
from treebuild.errors import TreebuildError, UsageError

app = typer.Typer(
    name="treebuild",
    cls=Group,
    help="Build, prove and play decision trees for Bulls and Cows, Mastermind and games like them.\n\n"
    "`treebuild COMMAND --help` explains a command and shows examples.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # boxes around everything take longer to load than to read
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
    games,
    guesses,
    help_me,
    list_,
    pack,
    pareto,
    play,
    players,
    plot,
    report,
    review,
    show,
    sizes,
    store,
    symmetry,
    verify,
)

Face: TypeAlias = Callable[..., None] | typer.Typer

GROUPS: dict[str, tuple[Face, ...]] = {
    "Build and look": (build.build, verify.verify, show.show, compare.compare, list_.list_, games.games),
    "Play and publish": (
        play.play,
        help_me.help_me,
        guesses.guesses,
        review.review,
        export.export,
        report.report,
        convert.convert,
        pack.pack,
        sizes.sizes,
    ),
    "Prove": (certify.certify, check.check),
    "Study": (players.players, plot.plot, pareto.pareto, symmetry.symmetry),
    "Larger games": (estimate.estimate, store.store),
}
"""The commands, by the groups that `treebuild --help` shows."""


def _add(command: Face, group: str) -> None:
    if isinstance(command, typer.Typer):
        for one in command.registered_commands:
            one.cls = Command
            one.callback = one.callback and with_lists(one.callback)
        app.add_typer(command, cls=Group, rich_help_panel=group)
        return
    parameters = signature(command).parameters.values()
    required = any(parameter.default is parameter.empty for parameter in parameters)
    name = command.__name__.strip("_").replace("_", "-")
    app.command(name, cls=Command, no_args_is_help=required, rich_help_panel=group)(with_lists(command))


def _add_all() -> None:
    """Add every command; in a checkout also those of tools/, which the wheel does not hold."""
    groups = dict(GROUPS)
    tools = Path(__file__).parents[2] / "tools" / "commands" / "__init__.py"
    if tools.is_file() and (found := find_spec("tools.commands")) and found.origin == str(tools):
        groups["This project's own"] = import_module("tools.commands").COMMANDS
    for group, commands in groups.items():
        for command in commands:
            _add(command, group)


_add_all()


@contextmanager
def _only(words: list[str]) -> Iterator[None]:
    """Leave out all commands but the one that is named, if there is one: Typer takes long to work out their options."""
    commands, groups = app.registered_commands, app.registered_groups
    if named := [command for command in commands if [command.name] == words]:
        app.registered_commands, app.registered_groups = named, []
    try:
        yield
    finally:
        app.registered_commands, app.registered_groups = commands, groups


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
    """The exit code of the command that the arguments name, and what went wrong, if that was not printed yet."""
    try:
        with _only(sys.argv[1:2]):
            app()
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0, ""
    except TreebuildError as error:
        return 2 if isinstance(error, UsageError) else 1, error_line(error)
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
