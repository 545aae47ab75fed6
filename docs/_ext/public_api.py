"""The directive `public-api`: all of `treebuild.__all__`, from its docstrings."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import treebuild

FIELD = re.compile(r"^(\w+) {2,}(\S.*)$|^(\w+) (u?int\d* \(.*)$")


class PublicApi(SphinxDirective):
    """Functions first, then classes, each in the order of the alphabet."""

    def run(self) -> list[nodes.Node]:
        public = {name: getattr(treebuild, name) for name in sorted(treebuild.__all__)}
        classes = {name for name, thing in public.items() if isinstance(thing, type)}
        lines = ["Functions", "---------", ""]
        lines += [f".. autofunction:: treebuild.{name}\n" for name in public if name not in classes]
        lines += ["Classes", "-------", ""]
        lines += [f".. autoclass:: treebuild.{name}\n   :members:\n" for name in public if name in classes]
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)


def define_names(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Aligned lines such as `guess   int32 (nodes,): index of the code guessed` become a list of definitions."""
    defined, inside = [], False
    for line in lines:
        if field := FIELD.match(line):
            defined += [f"``{field[1] or field[3]}``", f"    {field[2] or field[4]}"]
        elif inside and line.startswith("  "):
            defined.append(f"    {line.strip()}")
        else:
            defined.append(line)
        inside = bool(field) or (inside and line.startswith("  "))
    lines[:] = defined


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("public-api", PublicApi)
    app.connect("autodoc-process-docstring", define_names)
    return {"parallel_read_safe": True}
