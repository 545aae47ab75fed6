"""A tree, or what is below one of its nodes, written out node by node: an outline, CSV, JSON, Graphviz's DOT."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from typing import Any

from treebuild.errors import UsageError
from treebuild.tree.tree import NONE, Tree

FIELDS = ("node", "parent", "reply", "depth", "guess", "candidates", "nth", "e", "solved")
"""Columns of a row: `parent` and `reply` are empty at the first node, `solved` is the secret that the guess finds, if
it can; nodes have their numbers in the tree, breadth first. Trees with groups of secrets have one more column, `group`:
the group that the guess names, if it names one."""


def outline(tree: Tree, form: str, start: int = 0) -> Iterator[str]:
    """Lines that tell a tree from node `start` down: as "text", "csv", "json" or "dot".

    An outline has a line for each node, deeper nodes further right, after the reply that leads there. JSON is one
    object: the game, and `nodes`. FIELDS are the fields of a node and the columns of CSV. Where a guess names a group
    of secrets, text and DOT have the name of the group; JSON and CSV have it beside the secret. Raises TreebuildError
    for another form.

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


def _walk(tree: Tree, start: int) -> Iterator[tuple[int, int]]:
    """Every node from `start` down, before those below it, with the reply that leads to it; -1 at the start."""
    waiting = [(start, NONE)]
    while waiting:
        node, reply = waiting.pop()
        yield node, reply
        waiting.extend((child, reply) for reply, child in reversed(tree.children(node)))


def _rows(tree: Tree, start: int) -> Iterator[dict[str, Any]]:
    game = tree.game
    for node, reply in _walk(tree, start):
        solved = int(tree.solved[node])
        values = (
            node,
            int(tree.parent[node]) if reply != NONE else None,
            game.replies[reply] if reply != NONE else None,
            int(tree.depth[node]),
            game.spell(game.codes[tree.guess[node]]),
            int(tree.size[node]),
            int(tree.nth[node]),
            int(tree.e[node]),
            game.spell(game.secrets[solved]) if solved != NONE else None,
        )
        row = dict(zip(FIELDS, values, strict=True))
        yield row | {"group": tree.group(node)} if game.conditions.groups else row


def _text(tree: Tree, start: int) -> Iterator[str]:
    top = int(tree.depth[start])
    for row in _rows(tree, start):
        reply = "" if row["reply"] is None else f"{row['reply']}  "
        left = f"  {row['candidates']} left" if row["candidates"] > 1 else ""
        yield f"{'  ' * (row['depth'] - top)}{reply}{tree.asked(row['node'])}{left}"


def _csv(tree: Tree, start: int) -> Iterator[str]:
    yield ",".join((*FIELDS, "group") if tree.game.conditions.groups else FIELDS)
    for row in _rows(tree, start):
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow(row.values())
        yield line.getvalue()


def _json(tree: Tree, start: int) -> Iterator[str]:
    game = {"game": tree.game.name, "replies": tree.game.replies, "win": tree.game.replies[tree.game.win]}
    yield json.dumps(game, ensure_ascii=False)[:-1] + ', "nodes": ['
    line = ""
    for row in _rows(tree, start):
        if line:
            yield line + ","
        line = json.dumps(row, ensure_ascii=False)
    yield line
    yield "]}"


def _dot(tree: Tree, start: int) -> Iterator[str]:
    yield "digraph tree {"
    if tree.game.conditions.guesses == "identify":  # a key, to be printed: it fits a page of A4 or letter size
        yield '  size="7.5,10"; nodesep=0.05;'
    yield "  rankdir=LR; node [shape=box, fontname=monospace]; edge [fontname=monospace];"
    for row in _rows(tree, start):
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


FORMS: dict[str, Callable[[Tree, int], Iterator[str]]] = {"text": _text, "csv": _csv, "json": _json, "dot": _dot}
