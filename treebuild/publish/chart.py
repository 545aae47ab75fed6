"""The distribution of trees as a bar chart: an SVG that stands alone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from treebuild.errors import TreebuildError, printable
from treebuild.tree.tree import Tree

COLOURS = ("#0b6e4f", "#d55e00", "#0072b2", "#cc79a7", "#e69f00", "#56b4e9")  # told apart by the colour-blind too
BAR, GAP, PLOT = 30, 24, 220  # pixels: width of a bar, space between groups of bars, height of the highest bar
MARGIN, LINE = 28, 20  # pixels: space around the chart, height of a line of text


def chart(trees: Sequence[tuple[str, Tree]]) -> str:
    """An SVG element: for every number of guesses one bar per tree, whose height is the number of secrets found in it.

    `trees` are (name, tree) pairs. Raises TreebuildError for none, and for more than there are colours.
    """
    if not 1 <= len(trees) <= len(COLOURS):
        raise TreebuildError(f"{len(trees)} trees: expected 1 to {len(COLOURS)} in a chart")
    trees = [(printable(name), tree) for name, tree in trees]
    depths = max(tree.max_depth for _, tree in trees)
    group = BAR * len(trees) + GAP
    width = max(group * depths, 360) + 2 * MARGIN
    base = MARGIN + LINE * (len(trees) + 1) + PLOT
    drawn = [_legend(which, name, tree) for which, (name, tree) in enumerate(trees)]
    drawn += [_bars(which, trees, group, base) for which in range(len(trees))]
    drawn += [_text(MARGIN + group * at + group // 2, base + LINE, str(at + 1), 13, "middle") for at in range(depths)]
    drawn.append(f'<path d="M{MARGIN} {base}H{width - MARGIN}" stroke="currentColor"/>')
    height = base + LINE + MARGIN // 2
    label = "; ".join(f"{name}: {' '.join(map(str, tree.counts))}" for name, tree in trees)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="Secrets found in 1, 2, ... guesses. {escape(label)}" fill="currentColor" '
        'font-family="system-ui, sans-serif">\n' + "\n".join(drawn) + "\n</svg>\n"
    )


def _legend(which: int, name: str, tree: Tree) -> str:
    y = MARGIN + LINE * which
    text = f"{name}: total {tree.total}, average {float(tree.average):.4f}"
    return _box(MARGIN, y - 11, 12, 12, which) + _text(MARGIN + 20, y, text, 13)


def _bars(which: int, trees: Sequence[tuple[str, Tree]], group: int, base: int) -> str:
    most = max(max(tree.counts) for _, tree in trees)
    drawn = []
    for at, count in enumerate(trees[which][1].counts):
        x = MARGIN + GAP // 2 + group * at + BAR * which
        height = max(PLOT * count // most, min(count, 1))  # one secret is still to be seen
        drawn.append(_box(x, base - height, BAR - 2, height, which))
        drawn.append(_text(x + BAR // 2 - 1, base - height - 4, str(count), 11, "middle"))
    return "\n".join(drawn)


def _box(x: int, y: int, width: int, height: int, which: int) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{COLOURS[which]}"/>'


def _text(x: int, y: int, text: str, size: int, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}">{escape(text)}</text>'
