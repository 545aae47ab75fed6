"""A tree of tests as a bracketed key, as botanists print them: numbered couplets that lead to numbers or names."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from treebuild.tree.tree import NONE, Tree


def is_key(tree: Tree) -> bool:
    """Whether a tree is printed as a key: one of tests that identify, in a game without a rule string."""
    return tree.game.space is None and tree.game.conditions.guesses == "identify"


def couplets(tree: Tree) -> str:
    """How to use the key, and its couplets, as HTML.

    A couplet is a test; its leads are the replies that can come, each with the number of the couplet that follows or
    the name of the secret or group found. The number in brackets names the couplet that led here. Numbers go down the
    first lead of each couplet before the others. Secrets that no test separates are named one after another.
    """
    numbers = _numbers(tree)
    deepest = max(int(tree.depth[node]) for node in numbers) - int(tree.depth[0]) + 1
    how = (
        '<p class="how">Begin at 1. Choose the line that is true: it ends with the number to go to, or with the '
        "name of what was found, in bold. The number in brackets is where you came from. "
        f"The key has {len(tree.game.secrets)} names; every one is reached in at most {deepest} "
        f"step{'s' * (deepest != 1)}, and {float(tree.tests):.2f} tests are expected.</p>"
    )
    return "\n".join([how, *(_couplet(tree, node, numbers) for node in numbers)])


def _numbers(tree: Tree) -> dict[int, int]:
    """The number of each node that is a couplet: the root, and every node with nodes below it."""
    numbers: dict[int, int] = {}
    waiting = [0]
    while waiting:
        node = waiting.pop()
        below = [child for _, child in tree.children(node)]
        if node == 0 or below:
            numbers[node] = len(numbers) + 1
        waiting.extend(reversed(below))
    return numbers


def _couplet(tree: Tree, node: int, numbers: dict[int, int]) -> str:
    number = numbers[node]
    origin = numbers.get(int(tree.parent[node])) if node else None
    back = f' (<a href="#c{origin}">{origin}</a>)' if origin else ""
    test = escape(tree.game.spell(tree.game.codes[tree.guess[node]]))
    mark = f"{number}{back}."
    lines = []
    for reply, to in _leads(tree, node, numbers):
        lines.append(
            f'<p><span class="mark">{mark}</span><span class="lead">{test} <i>{escape(reply)}</i></span>'
            f'<span class="dots"></span><span class="to">{to}</span></p>'
        )
        mark = "&ndash;"
    return f'<div class="couplet" id="c{number}">\n' + "\n".join(lines) + "\n</div>"


def _leads(tree: Tree, node: int, numbers: dict[int, int]) -> Iterator[tuple[str, str]]:
    """(reply, where it leads, as HTML). The reply that finds the secret of the node's own guess comes last."""
    game = tree.game
    for reply, child in tree.children(node):
        couplet = f'<a href="#c{numbers[child]}">{numbers[child]}</a>' if child in numbers else _name(tree, child)
        yield game.replies[reply], couplet
    if tree.solved[node] != NONE:
        yield game.replies[game.win], _name(tree, node)


def _name(tree: Tree, node: int) -> str:
    """The name of the secret that a node finds, or of its group, as HTML."""
    return f"<b>{escape(tree.game.named(int(tree.solved[node])))}</b>"
