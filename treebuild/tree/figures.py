"""What there is to say of a tree in figures: of one node, and beside another tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from treebuild.errors import TreebuildError
from treebuild.tree.session import read_reply
from treebuild.tree.tree import NONE, Tree


@dataclass(frozen=True)
class Comparison:
    """Two trees of one game: secrets by number of guesses, totals, and which tree is faster for how many secrets.

    Both distributions start at one guess and have the length of the longer.

    >>> compare(build("minavg", "p3c4r"), build("simple", "p3c4r")).total_b
    250
    """

    distribution_a: tuple[int, ...]
    distribution_b: tuple[int, ...]
    total_a: int
    total_b: int
    a_faster: int
    b_faster: int
    equal: int


def compare(a: Tree, b: Tree) -> Comparison:
    """Set two trees side by side, secret by secret. Raises TreebuildError for trees of different games.

    >>> found = compare(build("minavg", "p3c4r"), build("simple", "p3c4r"))
    >>> found.total_a, found.total_b
    (208, 250)
    >>> found.a_faster, found.b_faster, found.equal
    (38, 9, 17)
    """
    if a.game.name != b.game.name:
        raise TreebuildError(f"trees of different games cannot be compared: {a.game.name} and {b.game.name}")
    length = max(a.max_depth, b.max_depth)
    first, second = (tree.counts + (0,) * (length - tree.max_depth) for tree in (a, b))
    a_faster = int((a.secret_depth < b.secret_depth).sum())
    b_faster = int((a.secret_depth > b.secret_depth).sum())
    equal = len(a.game.secrets) - a_faster - b_faster
    return Comparison(first, second, a.total, b.total, a_faster, b_faster, equal)


def node_record(tree: Tree, replies: Sequence[str]) -> dict[str, Any]:
    """What there is to say, as plain values, of the node that these replies lead to.

    `replies` are texts such as "1.2", see `read_reply`, from the first guess on. Raises TreebuildError for one that is
    none of the game's, or cannot come.
    """
    game = tree.game
    given = [read_reply(game, text) for text in replies]
    node, labels = tree.after(given), [game.replies[reply] for reply in given]
    if node == NONE:
        return {"replies": labels, "solved": True}
    parts = [
        {"reply": game.replies[reply], **_figures(tree, child)}
        for reply, child in enumerate(tree.child[node].tolist())
        if child != NONE
    ]
    if tree.solved[node] != NONE:
        parts.append({"reply": game.replies[game.win], "candidates": 1, "guess": None, "nth": None, "e": None})
    where = {"replies": labels, "solved": False, "node": node, "depth": int(tree.depth[node])}
    return {**where, **_figures(tree, node), "parts": parts}


def _figures(tree: Tree, node: int) -> dict[str, Any]:
    return {
        "candidates": int(tree.size[node]),
        "guess": tree.game.spell(tree.game.codes[tree.guess[node]]),
        "nth": int(tree.nth[node]),
        "e": int(tree.e[node]),
    }
