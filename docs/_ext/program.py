"""The directive `commands`: every command of the program, with its options and an example, asked of the program."""

from __future__ import annotations

from typing import Any

import typer.main
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from treebuild.cli import app as program
from treebuild.cli.help import EXAMPLES


class Commands(SphinxDirective):
    """A section for each command, written as Markdown."""

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes("\n".join(self._lines()), allow_section_headings=True)

    def _lines(self) -> list[str]:
        lines, panel = [], ""
        for name, command, context in commands():
            if (title := _panel(context)) and title != panel:
                panel = title
                lines += [f"## {title}", ""]
            lines += [f"### {name}", "", command.help or "", ""]
            lines += ["```text", " ".join(["treebuild", name, *command.collect_usage_pieces(context)]), "```", ""]
            lines += ["```sh", *examples, "```", ""] if (examples := EXAMPLES.get(name)) else []
            records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
            cells = [[part.replace("|", r"\|") for part in record] for record in records if record]
            rows = [f"| `{names}` | {words} |" for names, words in cells if names != "--help"]
            lines += ["| | |", "|---|---|", *rows, ""] if rows else []
        return lines


def commands() -> list[tuple[str, Any, Any]]:
    """The name, the command and its context, of every command that runs; of a group, its commands."""
    top = typer.main.get_command(program)
    return list(_below(top, top.context_class(top, info_name="treebuild"), ""))


def _below(group: Any, context: Any, prefix: str) -> Any:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        inner = command.context_class(command, info_name=name, parent=context)
        if hasattr(command, "list_commands"):
            yield from _below(command, inner, f"{prefix}{name} ")
        elif not command.hidden and not command.callback.__module__.startswith(
            "tools."
        ):  # those are this project's own
            yield f"{prefix}{name}", command, inner


def _panel(context: Any) -> str:
    """The heading under which `treebuild --help` lists a command, or the group that it belongs to."""
    while context.parent.parent:
        context = context.parent
    return str(context.command.rich_help_panel or "")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
