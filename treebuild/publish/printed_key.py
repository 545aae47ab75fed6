"""A tree of tests as a bracketed key, as botanists print them: numbered couplets that lead to numbers or names."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from treebuild.tree.tree import NONE, Tree


def couplets(tree: Tree) -> str:
    """How to use the key, and its couplets, as HTML.

    A couplet is a question; its leads are the answers that can come, each with the number of the couplet that follows
    or the name of the secret or group found. The number in brackets names the couplet that led here. Numbers go down
    the first lead of each couplet before the others. Secrets that no question separates are named together.
    """
    numbers = _numbers(tree)
    deepest = max(int(tree.depth[node]) for node in numbers) - int(tree.depth[0]) + 1
    findings = len({tree.game.named(secret) for secret in range(len(tree.game.secrets))})
    how = (
        '<p class="how">Begin at 1. Choose the answer that is true: its line ends with the number to go to, or '
        "with what was found, in bold. Where you do not know the answer, follow each line: it is one of what they lead "
        "to. The number in brackets is where you came from. "
        f"The key has {findings} findings; every one is reached in at most {deepest} "
        f"question{'s' * (deepest != 1)}, and {float(tree.tests):.2f} are expected.</p>"
    )
    return "\n".join([how, *(_couplet(tree, node, numbers) for node in numbers)])


def _numbers(tree: Tree) -> dict[int, int]:
    """The number of each node that is a couplet: the root, and every node that asks a question."""
    numbers: dict[int, int] = {}
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if node and _together(tree, node):
            continue
        numbers[node] = len(numbers) + 1
        waiting.extend(reversed([child for _, child in tree.children(node)]))
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
        names = " or ".join(f"<b>{escape(name)}</b>" for name in _together(tree, child))
        yield game.replies[reply], names or f'<a href="#c{numbers[child]}">{numbers[child]}</a>'
    if tree.solved[node] != NONE:
        yield game.replies[game.win], f"<b>{escape(game.named(int(tree.solved[node])))}</b>"


def _together(tree: Tree, node: int) -> list[str]:
    """The secrets or groups that a node finds without another question; none where it asks one.

    Several are those that no question separates: the tree names them one after another.
    """
    names = list[str]()
    while not tree.asks(node):
        names.append(tree.game.named(int(tree.solved[node])))
        below = tree.children(node)
        if not below:
            return list(dict.fromkeys(names))
        ((_, node),) = below
    return []
