"""The command line: `commands/` has a file for each command, the other files are what the commands share."""

from __future__ import annotations

import errno
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import typer
import typer.main

from treebuild.cli import renamed, stopping, streams
from treebuild.cli.error_line import error_line, usage_line
from treebuild.cli.program import HELP, Group, command
from treebuild.errors import TreebuildError, UsageError
from treebuild.regular_file import inputs_kept

GROUPS = {
    "Build and look": ("build", "verify", "show", "compare", "list"),
    "Play and publish": ("play", "suggest", "review", "export", "report", "convert"),
    "Prove": ("certify", "check"),
    "Study": ("players", "plot", "pareto"),
    "Larger games": ("estimate", "store"),
}
"""The commands, by the groups that `treebuild --help` shows."""


class Program(Group):
    """`treebuild`. It imports a command only when someone asks for it: the options of all commands take 20 ms."""

    def sections(self, ctx: Any) -> Mapping[str, Sequence[str]]:
        """The names of the commands by the headings of the help."""
        return GROUPS

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return [name for names in GROUPS.values() for name in names]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words: `help COMMAND` is `COMMAND --help`."""
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names. Raises UsageError for an old name, and if there is none."""
        if not ctx.resilient_parsing:
            renamed.check_command(args[0])
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, or None."""
        return _made(cmd_name) if cmd_name in self.list_commands(ctx) else None


@cache
def _made(name: str) -> Any:
    """The command of a name. Module and function in commands/ have the same name, but `list` is the function list_."""
    module = import_module(f"treebuild.cli.commands.{name}")
    face = getattr(module, name, None) or getattr(module, f"{name}_")
    return typer.main.get_command(face) if isinstance(face, typer.Typer) else command(face)


app = typer.Typer(
    name="treebuild",
    cls=Program,
    help="Build, prove and play decision trees for Bulls and Cows, Mastermind and games like them.\n\n"
    "`treebuild help COMMAND` explains a command and shows examples.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # boxes around everything take longer to load than to read
    context_settings=HELP,
)


_NO_ROOM = errno.ENOSPC, errno.EDQUOT, errno.EFBIG


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


def main(program: typer.Typer = app) -> None:
    """Run a command line. Exit code 1 for an error the user can mend, 2 for wrong usage, 130 after Ctrl-C."""
    streams.prepare()
    code, problem = _run(program)
    if stopping.asked():
        stopping.end()
    why = streams.finish()
    if problem and problem != why:  # a long output fails while it is written, for the same reason
        streams.say(f"error: {problem}", err=True)
    if why:
        streams.say(f"error: {why}", err=True)
        code = code or 1
    sys.exit(code)


def _run(program: typer.Typer) -> tuple[int, str]:
    """The exit code of the command that the arguments name, and what went wrong, if that was not printed yet."""
    try:
        with stopping.listening(), inputs_kept():
            code = program(standalone_mode=False)
        return code if isinstance(code, int) else 0, ""
    except typer.TyperException as error:
        return error.exit_code, usage_line(error)
    except TreebuildError as error:
        return 2 if isinstance(error, UsageError) else 1, error_line(error)
    except BrokenPipeError:  # the reader, such as head, has seen enough
        return 1, ""
    except OSError as error:
        if error.errno in _NO_ROOM and not error.filename:
            return 1, streams.unwritable(error)
        where = f"{error.filename}: " if error.filename else ""
        return 1, f"{where}{error.strerror or error}"
    except MemoryError:
        return 1, "out of memory: try a smaller game, or fewer --jobs"
    except typer.Abort:
        return 1, ""
    except BaseException:
        if not stopping.asked():
            raise
    return 1, ""
