"""What `--help` shows, flags without a type and examples that you can copy; and what is said of wrong usage."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from treebuild.cli.streams import say

if TYPE_CHECKING:
    from collections.abc import Iterable

WrongUsage: Any = typer.BadParameter.__base__  # Typer has another name for it in every other version

EXAMPLES = {
    "build": (
        "treebuild build minavg -o minavg.msgpack",
        "treebuild build --game p3c8n --seconds 2 -o near.msgpack",
        "treebuild build exact --objective total --game mastermind -o best.msgpack",
        "treebuild build exact --objective total --game p3c6n --proof p3c6n.proof",
    ),
    "verify": (
        "treebuild verify tree.msgpack",
        "treebuild verify tree.msgpack --proof total.proof",
        "treebuild verify A7lzj_ --game mastermind",
    ),
    "show": (
        "treebuild show tree.msgpack",
        "treebuild show tree.msgpack 0.1 1.1",
        "treebuild show tree.msgpack --secret 210",
        "treebuild show tree.msgpack --as dot > tree.dot",
    ),
    "compare": ("treebuild compare tree.msgpack other.msgpack",),
    "list": ("treebuild list",),
    "games": ("treebuild games",),
    "play": (
        "treebuild play",
        "treebuild play --guess --game mastermind",
        "treebuild play tree.msgpack",
    ),
    "export": ("treebuild export web -o play.html", "treebuild export js tree.msgpack -o tree.js"),
    "export js": ("treebuild export js tree.msgpack -o tree.js",),
    "export c": ("treebuild export c tree.msgpack -o tree.h",),
    "export py": ("treebuild export py tree.msgpack -o tree.py",),
    "export web": (
        "treebuild export web -o play.html",
        "treebuild export web tree.msgpack -o mine.html",
        "treebuild export web --pwa app",
    ),
    "report": (
        "treebuild report tree.msgpack other.msgpack -o report.html",
        "treebuild report tree.msgpack other.msgpack --compare -o duel.html",
        "treebuild report tree.msgpack --plot -o chart.svg",
        "treebuild report tree.msgpack --print -o booklet.html",
    ),
    "convert": (
        "treebuild convert tree.msgpack tree.b92",
        "treebuild convert tree.msgpack - --as rank",
    ),
    "pack": ("treebuild pack tree.msgpack short.rank --keep total",),
    "sizes": ("treebuild sizes tree.msgpack",),
    "certify": (
        "treebuild certify --objective total --game p3c6n -o total.proof",
        "treebuild check total.proof",
    ),
    "check": ("treebuild check total.proof",),
    "guesses": (
        "treebuild guesses 1234:1.1",
        "treebuild guesses 1234:1.1 5678:0.2 --by entropy --top 3",
    ),
    "help-me": ("treebuild help-me", "treebuild help-me --game mastermind"),
    "review": (
        "treebuild review 0123:1.1 1245:0.2",
        "treebuild review 012 345 --secret 210 --tree tree.msgpack",
    ),
    "players": (
        "treebuild players random --game p3c6n",
        "treebuild players heuristic-3 --game p3c6n --games 100",
    ),
    "plot": ("treebuild plot remainders 1234:1.1 -o remainders.svg", "treebuild plot tree tree.msgpack -o rings.svg"),
    "plot remainders": ("treebuild plot remainders 1234:1.1 -o remainders.svg",),
    "plot suspects": ("treebuild plot suspects 123:1.1 145:0.2 -o suspects.svg",),
    "plot shrinking": ("treebuild plot shrinking 1234:1.1 1567:0.2 -o shrinking.svg",),
    "plot tree": ("treebuild plot tree tree.msgpack -o rings.svg",),
    "plot players": ("treebuild plot players random --tree tree.msgpack --game p3c6n -o players.svg",),
    "pareto": (
        "treebuild pareto --game p3c6n",
        "treebuild pareto --game p3c6n --plot front.svg",
    ),
    "symmetry": ("treebuild symmetry --game p3c6n",),
    "estimate": ("treebuild estimate --game p4c6r --seconds 1",),
    "store": (
        "treebuild build exact --objective total --game p4c5r --store work.store",
        "treebuild store work.store",
    ),
    "trees": ("treebuild trees --check --jobs 2",),
    "prove": ("treebuild prove --jobs 2 -o PROOFS.txt",),
    "frontier": ("treebuild frontier trees --hours 1 --store frontier.store",),
    "worst-cases": ("treebuild worst-cases trees --seconds 300",),
    "study": ("treebuild study docs --jobs 2",),
    "tables": ("treebuild tables --no-steps",),
}
"""Examples by command; the tests run them all, in a folder with the files that they name, or a cheap form of them."""


class Command(TyperCommand):
    """A command whose help ends with examples."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its parameters, without types that say nothing."""
        return _without_types(super().get_params(ctx))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples at the end."""
        _write_examples(ctx, formatter)


class Group(TyperGroup):
    """A command that has commands; its help lists them by group, in the order in which they were added."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its parameters, without types that say nothing."""
        return _without_types(super().get_params(ctx))

    def main(self, *words: Any, standalone_mode: bool = True, **options: Any) -> Any:
        """Run; wrong usage ends with exit code 2 and one line, and a command that needs arguments with its help."""
        options["standalone_mode"] = False
        if not standalone_mode:
            return super().main(*words, **options)
        try:
            code = super().main(*words, **options)
        except WrongUsage as error:
            if type(error).__name__ == "NoArgsIsHelpError":
                error.show()
            else:
                say(_usage_line(error), err=True)
            code = 2
        except typer.Abort:
            code = 1
        sys.exit(code if isinstance(code, int) else 0)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, each with the first sentence of its help."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command: Any = self.get_command(ctx, name)
            group = getattr(command, "rich_help_panel", None)
            heading = group if isinstance(group, str) else "Commands"
            groups.setdefault(heading, []).append((name, command.get_short_help_str(limit=1000)))
        for heading, rows in groups.items():
            with formatter.section(heading):
                formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples at the end."""
        _write_examples(ctx, formatter)


def _usage_line(error: Any) -> str:
    """What is wrong with the words of a command, what was expected, and where to read on."""
    context, what = error.ctx, " ".join(error.format_message().replace("Value error, ", "").split()).rstrip(".")
    what = re.sub(
        r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)", r"too many arguments: \1 is not expected", what
    )
    if context is None:
        return f"error: {what}"
    if what.startswith("No such command") and "Did you mean" in what:
        return f"error: {what}"
    if what.startswith("No such command"):
        what += f": expected one of {', '.join(context.command.list_commands(context))}"
    return f"error: {what}; `{context.command_path} --help` explains it"


def _without_types(parameters: Iterable[Any]) -> list[Any]:
    """Parameters, of which flags show no `bool`, and arguments no type: their names say what they are."""
    listed = list(parameters)
    for parameter in listed:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
        elif parameter.param_type_name == "argument":
            parameter.display_type_rich = _no_type
    return listed


def _no_type(ctx: Any) -> str:
    """In place of `<list[Path]>` and the like."""
    return ""


def _write_examples(ctx: Any, formatter: Any) -> None:
    """Write the examples of the command that a context is of, if it has any."""
    names: list[str] = []
    while ctx.parent is not None:
        names.insert(0, str(ctx.command.name))
        ctx = ctx.parent
    examples = EXAMPLES.get(" ".join(names), ())
    if examples:
        formatter.write("\nExamples:\n" if len(examples) > 1 else "\nExample:\n")
        for line in examples:
            formatter.write(f"  {line}\n")
