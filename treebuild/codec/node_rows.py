"""A tree as a table with a row for each node, and as CSV, .csv."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from treebuild.tree.tree import NONE, Tree

FIELDS = ("node", "parent", "reply", "depth", "guess", "candidates", "nth", "e", "solved")
"""Columns of a row: `parent` and `reply` are empty at the first node, `solved` is the secret that the guess finds, if
it can; nodes have their numbers in the tree, breadth first. Trees with groups of secrets have one more column, `group`:
the group that the guess names, if it names one."""


def rows(tree: Tree, start: int = 0) -> Iterator[dict[str, Any]]:
    """A row for every node from `start` down, by FIELDS; a node comes before those below it."""
    game = tree.game
    for node, reply in walk_down(tree, start):
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


def walk_down(tree: Tree, start: int) -> Iterator[tuple[int, int]]:
    """Every node from `start` down, before those below it, with the reply that leads to it; -1 at the start."""
    waiting = [(start, NONE)]
    while waiting:
        node, reply = waiting.pop()
        yield node, reply
        waiting.extend((child, reply) for reply, child in reversed(tree.children(node)))


def csv_lines(tree: Tree, start: int = 0) -> Iterator[str]:
    """The lines of CSV. Texts are in quotation marks, and numbers and empty cells are not."""
    yield ",".join((*FIELDS, "group") if tree.game.conditions.groups else FIELDS)
    for row in rows(tree, start):
        yield ",".join(map(_cell, row.values()))


def _cell(value: str | int | None) -> str:
    if isinstance(value, str):
        doubled = value.replace('"', '""')
        return f'"{doubled}"'
    return "" if value is None else str(value)
