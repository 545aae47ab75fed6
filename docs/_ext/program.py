"""The directive `commands`: every command of the program, with its options and an example, asked of the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
import typer.main
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from treebuild.cli import app as program
from treebuild.cli.examples import EXAMPLES


class Commands(SphinxDirective):
    """A section for each command, written as Markdown."""

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes("\n".join(self._lines()), allow_section_headings=True)

    def _lines(self) -> list[str]:
        lines, heading = [], ""
        for title, name, command, context in commands():
            if title != heading:
                heading = title
                lines += [f"## {title}", ""]
            lines += [f"### {name}", "", command.help or "", ""]
            lines += ["```text", " ".join(["treebuild", name, *command.collect_usage_pieces(context)]), "```", ""]
            lines += ["```sh", *examples, "```", ""] if (examples := EXAMPLES.get(name)) else []
            records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
            cells = [[part.replace("|", r"\|") for part in record] for record in records if record]
            rows = [f"| `{names}` | {words} |" for names, words in cells if names != "--help"]
            lines += ["| | |", "|---|---|", *rows, ""] if rows else []
        return lines


def commands() -> Iterator[tuple[str, str, Any, Any]]:
    """The heading, the name, the command and its context, of every command that runs; of a group, its commands."""
    top: Any = typer.main.get_command(program)
    context: Any = typer.Context(top, info_name="treebuild")
    for heading, names in top.sections(context).items():
        for name in names:
            for path, command, inner in _runs(top, context, name):
                yield heading, path, command, inner


def _runs(group: Any, context: Any, name: str, before: str = "") -> Iterator[tuple[str, Any, Any]]:
    command = group.get_command(context, name)
    inner = typer.Context(command, info_name=name, parent=context)
    if not hasattr(command, "list_commands"):
        yield before + name, command, inner
        return
    for part in command.list_commands(inner):
        yield from _runs(command, inner, part, f"{before}{name} ")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
