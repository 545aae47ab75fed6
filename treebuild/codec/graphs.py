"""A tree as a graph for other programs: Graphviz's DOT, .dot, and GraphML, .graphml. Both are only written."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from treebuild.tree.tree import FIELDS, Tree

_OF_NODES = {field: "string" if field in ("guess", "solved") else "int" for field in FIELDS[3:]}  # their types


def dot_lines(tree: Tree, start: int = 0) -> Iterator[str]:
    """The lines of a drawing of the tree from node `start` down. A guess that can win has a bold frame."""
    yield "digraph tree {"
    if tree.game.conditions.guesses == "identify":  # a key, to be printed: it fits a page of A4 or letter size
        yield '  size="7.5,10"; nodesep=0.05;'
    yield "  rankdir=LR; node [shape=box, fontname=monospace]; edge [fontname=monospace];"
    for row in tree.records(start):
        left = f"\\n{row['candidates']} left" if row["candidates"] > 1 else ""
        label, bold = _quoted(tree.asked(row["node"]), left), ", style=bold" * (row["solved"] is not None)
        yield f"  {row['node']} [label={label}{bold}];"
        if row["reply"] is not None:
            yield f"  {row['parent']} -> {row['node']} [label={_quoted(row['reply'])}];"
    yield "}"


def _quoted(text: str, more: str = "") -> str:
    """A string of DOT; `more` is already escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}{more}"'


def graphml_lines(tree: Tree, start: int = 0) -> Iterator[str]:
    """The lines of a GraphML document of the tree from node `start` down. Nodes have figures, and edges the reply."""
    types = _OF_NODES | ({"group": "string"} if tree.game.conditions.groups else {})
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for field, kind in types.items():
        yield f'  <key id="{field}" for="node" attr.name="{field}" attr.type="{kind}"/>'
    yield '  <key id="reply" for="edge" attr.name="reply" attr.type="string"/>'
    yield f'  <graph id={quoteattr(tree.game.name)} edgedefault="directed">'
    for row in tree.records(start):
        figures = {field: row[field] for field in types if row[field] is not None}
        data = "".join(f'<data key="{field}">{escape(str(value))}</data>' for field, value in figures.items())
        yield f'    <node id="n{row["node"]}">{data}</node>'
        if row["reply"] is not None:
            ends = f'source="n{row["parent"]}" target="n{row["node"]}"'
            yield f'    <edge {ends}><data key="reply">{escape(row["reply"])}</data></edge>'
    yield "  </graph>"
    yield "</graphml>"
