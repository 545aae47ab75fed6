"""Makes functions commands and groups of commands, by Typer, and says what `--help` shows of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import Any, TypeAlias

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup

from treebuild.cli import renamed
from treebuild.cli.examples import EXAMPLES
from treebuild.cli.options import with_lists
from treebuild.errors import UsageError, did_you_mean

Examples: TypeAlias = Mapping[str, Sequence[str]]
HELP = {"help_option_names": ["-h", "--help"]}


class Command(TyperCommand):
    """A command; if it needs arguments and gets none, it shows its help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words. Raises UsageError for the old name of an option."""
        _help_without(args, ctx)
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as error:
            renamed.check_option(self.name or "", getattr(error, "option_name", ""))
            raise


class Group(TyperGroup):
    """A command that has commands. Its help lists them in the order in which they were added, with whole sentences."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words before the name of a command."""
        _help_without(args, ctx)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names. Raises UsageError if there is none."""
        known = self.list_commands(ctx)
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            if Path(args[0]).is_file():
                raise UsageError(f"{args[0]} is a file: name a command before it, one of {', '.join(known)}")
            hint = did_you_mean(args[0], known)
            raise UsageError(f"no such command {args[0]!r}: {hint}expected one of {', '.join(known)}")
        return super().resolve_command(ctx, args)

    def sections(self, ctx: Any) -> Mapping[str, Sequence[str]]:
        """The names of the commands by the headings under which the help lists them."""
        return {"Commands": self.list_commands(ctx)}

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, each with the first sentence of its help."""
        for heading, names in self.sections(ctx).items():
            commands: list[Any] = [self.get_command(ctx, name) for name in names]
            with formatter.section(heading):
                formatter.write_dl([(one.name, one.get_short_help_str(limit=1000)) for one in commands])


def _help_without(args: list[str], ctx: Any) -> None:
    """Where a command needs words and gets none, show its help and end."""
    if not args and ctx.command.no_args_is_help and not ctx.resilient_parsing:
        typer.echo(ctx.get_help(), err=True)
        ctx.exit(2)


def command(face: Callable[..., None]) -> Any:
    """The command that runs a function."""
    made = typer.Typer(add_completion=False, rich_markup_mode=None)
    _add(made, face, EXAMPLES)
    return typer.main.get_command(made)


def group(name: str, help: str, *faces: Callable[..., None], examples: Examples = EXAMPLES) -> typer.Typer:
    """A command whose commands are these functions; the names of its examples begin with its own."""
    made = typer.Typer(
        name=name,
        cls=Group,
        help=help,
        epilog=_epilog(examples[name]),
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        context_settings=HELP,
    )
    for face in faces:
        _add(made, face, examples, f"{name} ")
    return made


def spelled(face: Callable[..., None]) -> str:
    """The name of a function as people type it."""
    return face.__name__.strip("_").replace("_", "-")


def _add(app: typer.Typer, face: Callable[..., None], examples: Examples, before: str = "") -> None:
    """Make a function a command: its parameters are the arguments and options, its docstring is the help."""
    parameters = dict(signature(face).parameters)
    parameters.pop("context", None)  # typer gives it
    required = any(parameter.default is parameter.empty for parameter in parameters.values())
    name = spelled(face)
    app.command(name, cls=Command, no_args_is_help=required, epilog=_epilog(examples[before + name]))(with_lists(face))


def _epilog(lines: Sequence[str]) -> str:
    """Examples, line by line, at the end of a help page."""
    return "\n".join(["\b", "Examples:" if len(lines) > 1 else "Example:", *(f"  {line}" for line in lines)])
