"""Charts of trees, each an SVG that stands alone: titled, with axes, readable on a phone, in the dark and on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from treebuild.errors import TreebuildError, printable
from treebuild.publish.verdict import Branch, Trees, first_replies
from treebuild.tree.tree import Tree

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # the colour-blind can tell them apart
WIDTH, PLOT = 360, 160  # units of a chart and of the height of its plot: about pixels on a phone
LEFT, RIGHT, TITLE, LINE = 44, 8, 22, 17  # units: room for numbers of the axis, the title, a line of text
SMALL, SMALL_PLOT = 172, 56  # a small multiple
LEAST = 2  # units of the lowest bar, so that one secret can be seen
TICKS = 5  # of an axis, at most, besides 0
NAME = 18  # characters of a name in a legend or a title


def chart(trees: Trees) -> str:
    """For every number of guesses a bar for each tree, as high as the number of secrets that take it.

    `trees` are (name, tree) pairs. Raises TreebuildError for none, and for more than there are colours.
    """
    trees = _named(trees)
    most = max(max(tree.counts) for _, tree in trees)
    depths = max(tree.max_depth for _, tree in trees)
    svg = _Axes("Secrets by number of guesses", trees, most, "secrets")
    group = (WIDTH - LEFT - RIGHT) / depths
    bar = group * 0.8 / len(trees)
    for which, (_, tree) in enumerate(trees):
        for at, count in _bars(tree.counts):
            x = LEFT + group * (at + 0.1) + bar * which
            height = max(svg.units(count), LEAST)
            svg.box(x, svg.base - height, bar - 1, height, which)
            if bar >= 7 * len(str(count)):
                svg.text(x + bar / 2, svg.base - height - 3, str(count), 10, "middle")
    for at in range(depths):
        svg.text(LEFT + group * (at + 0.5), svg.base + 14, str(at + 1), 12, "middle")
    return svg.drawn(f"Secrets found in 1, 2, ... guesses. {_counts(trees)}")


def cumulative(trees: Trees) -> str:
    """For every tree a curve: the share of the secrets that is found by each guess."""
    trees = _named(trees)
    depths = max(tree.max_depth for _, tree in trees)
    svg = _Axes("Found by each guess", trees, 100, "% of the secrets")
    step = (WIDTH - LEFT - RIGHT) / (depths + 0.5)
    for which, (_, tree) in enumerate(trees):
        solved, places = 0, [f"M{LEFT} {svg.base}"]
        for depth, count in enumerate(tree.counts, 1):
            solved += count
            places.append(f"L{LEFT + step * depth:.1f} {svg.base - svg.units(100 * solved / sum(tree.counts)):.1f}")
        dashes = "" if which == 0 else f' stroke-dasharray="{3 + 3 * which} 3"'
        svg.add(f'<path d="{"".join(places)}" fill="none" stroke="{COLOURS[which]}" stroke-width="2"{dashes}/>')
    for depth in range(1, depths + 1):
        svg.text(LEFT + step * depth, svg.base + 14, str(depth), 12, "middle")
    return svg.drawn(f"Secrets found within 1, 2, ... guesses. {_counts(trees)}")


def multiples(tree: Tree, colour: int = 0) -> list[str]:
    """For every reply to the first guess a small chart of secrets by number of guesses, all in one scale.

    `colour` is the place of the tree in charts of several.
    """
    branches = first_replies(tree)
    most = max(max(branch.counts) for branch in branches.values())
    return [_multiple(label, branch, most, tree.max_depth, colour) for label, branch in branches.items()]


def gains(
    title: str, names: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]], colours: Sequence[int] = ()
) -> str:
    """For every row, (its label, a number for every name), bars to the right of a line, or to the left of it.

    `colours` are the places of the names in the other charts. By default they begin at 1, because the chart compares
    other trees with the tree at place 0.
    """
    colours = colours or range(1, len(names) + 1)
    values = [value for _, row in rows for value in row]
    most, least = max(0, *values), min(0, *values)
    bar, group, top = 12, 12 * len(names) + 6, TITLE + LINE * len(names) + 4
    svg = _Svg(WIDTH, top + group * len(rows) + 12)
    svg.text(0, 14, title, 14, weight="600")
    for line, (name, colour) in enumerate(zip(names, colours, strict=True)):
        svg.legend(TITLE + LINE * line, short(name), colour)
    room = 34  # for the numbers, at either end
    scale = (WIDTH - LEFT - RIGHT - room * (1 + (least < 0))) / ((most - least) or 1)
    zero = LEFT + room * (least < 0) - least * scale
    for at, (label, row) in enumerate(rows):
        y = top + group * at
        svg.text(LEFT - 6, y + group / 2 + 4, label, 12, "end")
        for which, (value, colour) in enumerate(zip(row, colours, strict=True), 1):
            length = max(scale * abs(value), LEAST if value else 0)
            svg.box(zero - (length if value < 0 else 0), y + bar * (which - 1) + 4, length, bar - 2, colour)
            if value:
                ends = zero + (length + 4) * (1 if value > 0 else -1)
                svg.text(ends, y + bar * which + 2, f"{value:+d}", 10, "start" if value > 0 else "end")
    svg.add(f'<path d="M{zero:.1f} {top}V{top + group * len(rows)}" stroke="currentColor"/>')
    figures = "; ".join(f"{label}: {', '.join(f'{value:+d}' for value in row)}" for label, row in rows)
    return svg.drawn(f"{title}. {', '.join(names)}. {figures}")


def short(name: str) -> str:
    """A name as a chart has room for it."""
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"


def _named(trees: Trees) -> list[tuple[str, Tree]]:
    if not 1 <= len(trees) <= len(COLOURS):
        raise TreebuildError(f"{len(trees)} trees: expected 1 to {len(COLOURS)} in a chart")
    return [(printable(name), tree) for name, tree in trees]


def _bars(counts: Sequence[int]) -> list[tuple[int, int]]:
    """The places and heights of the bars; a count of 0 has no bar."""
    return [(at, count) for at, count in enumerate(counts) if count]


def _counts(trees: Trees) -> str:
    return "; ".join(f"{name}: {' '.join(map(str, tree.counts))}" for name, tree in trees)


def _multiple(label: str, branch: Branch, most: int, depths: int, colour: int) -> str:
    svg = _Svg(SMALL, SMALL_PLOT + 50)
    svg.text(0, 12, label, 13, weight="600")
    svg.text(SMALL, 12, f"{branch.secrets} secret{'s' * (branch.secrets > 1)}", 11, "end")
    base = SMALL_PLOT + 32
    wide = SMALL / depths
    for at, count in _bars(branch.counts):
        height = max(SMALL_PLOT * count / most, LEAST)
        svg.box(wide * at + 1, base - height, wide - 2, height, colour)
        svg.text(wide * (at + 0.5), base - height - 3, str(count), 10, "middle")
    for at in range(depths):
        svg.text(wide * (at + 0.5), base + 13, str(at + 1), 10, "middle")
    svg.add(f'<path d="M0 {base}H{SMALL}" stroke="currentColor"/>')
    return svg.drawn(
        f"After {label}: {branch.secrets} secrets; in 1, 2, ... guesses {' '.join(map(str, branch.counts))}"
    )


class _Svg:
    """An SVG element in the making."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._elements: list[str] = []

    def add(self, element: str) -> None:
        self._elements.append(element)

    def box(self, x: float, y: float, width: float, height: float, which: int) -> None:
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        self.add(f'<rect {place} fill="{COLOURS[which]}"/>')

    def text(self, x: float, y: float, text: str, size: int, anchor: str = "start", weight: str = "400") -> None:
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}"'
        self.add(f"<text {place}>{escape(printable(text))}</text>")

    def legend(self, y: float, text: str, which: int) -> None:
        self.add(f'<circle cx="5" cy="{y + 8:.1f}" r="5" fill="{COLOURS[which]}"/>')
        self.text(16, y + 12, text, 12)

    def drawn(self, label: str) -> str:
        """The whole element; `label` says in words what it shows."""
        width, height = f"{self.width:g}", f"{self.height:g}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" aria-label="{escape(label)}" fill="currentColor" '
            'font-family="system-ui, sans-serif">\n' + "\n".join(self._elements) + "\n</svg>\n"
        )


class _Axes(_Svg):
    """A chart of trees: its title, a line for each tree, and axes, the upright one from 0 to `most`."""

    def __init__(self, title: str, trees: Trees, most: float, upright: str) -> None:
        top = TITLE + LINE * (len(trees) + 1) + 14
        super().__init__(WIDTH, top + PLOT + 36)
        self.base, self._most = top + PLOT, most
        self.text(0, 14, title, 14, weight="600")
        for which, (name, tree) in enumerate(trees):
            legend = f"{short(name)}: {tree.total} guesses, {float(tree.average):.4f} on average"
            self.legend(TITLE + LINE * which, legend, which)
        self.text(0, top - 12, upright, 11)
        self.text(WIDTH - RIGHT, self.base + 30, "guesses", 11, "end")
        for tick in _ticks(most):
            y = self.base - self.units(tick)
            self.add(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="currentColor" stroke-opacity=".2"/>')
            self.text(LEFT - 6, y + 4, f"{tick:g}", 11, "end")
        self.add(f'<path d="M{LEFT} {top}V{self.base}H{WIDTH - RIGHT}" fill="none" stroke="currentColor"/>')

    def units(self, value: float) -> float:
        """The height of a value, in units."""
        return PLOT * value / self._most


def _ticks(most: float) -> Iterator[int]:
    """Round numbers from 0 to `most`: 0 and at most TICKS more."""
    step = next(digit * 10**power for power in range(20) for digit in (1, 2, 5) if most <= TICKS * digit * 10**power)
    yield from range(0, int(most) + 1, step)
