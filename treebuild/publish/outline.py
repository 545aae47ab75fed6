"""A tree, or what is below one of its nodes, written out node by node: an outline, or a format that people read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from treebuild.codec import csv, graphs, json
from treebuild.errors import UsageError
from treebuild.tree.tree import Tree


def outline(tree: Tree, form: str, start: int = 0) -> Iterator[str]:
    """Lines that tell a tree from node `start` down: as "text", or in the format "csv", "json", "dot" or "graphml".

    A text has a line for each node, deeper nodes further right, after the reply that leads there. Where a guess names a
    group of secrets, text and DOT have the name of the group; the other formats have it beside the secret. Raises
    UsageError for another form.

    >>> from treebuild.publish.outline import outline
    >>> tree = build("minavg", "p2c3n")
    >>> print(*outline(tree, "text"), sep="\\n")
    01  6 left
      0.1  12  2 left
        0.1  20
      0.2  10
      1.0  02  2 left
        0.1  21
    """
    if form not in FORMS:
        raise UsageError(f"a tree is not shown as {form!r}: expected one of {', '.join(FORMS)}")
    return FORMS[form](tree, start)


def _text(tree: Tree, start: int) -> Iterator[str]:
    top = int(tree.depth[start])
    for row in tree.records(start):
        reply = "" if row["reply"] is None else f"{row['reply']}  "
        left = f"  {row['candidates']} left" if row["candidates"] > 1 else ""
        yield f"{'  ' * (row['depth'] - top)}{reply}{tree.asked(row['node'])}{left}"


FORMS: dict[str, Callable[[Tree, int], Iterator[str]]] = {
    "text": _text,
    "csv": csv.lines,
    "json": json.lines,
    "dot": graphs.dot_lines,
    "graphml": graphs.graphml_lines,
}
