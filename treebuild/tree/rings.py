"""A tree as nested rings, one for each guess: where the parts of each ring lie, and a drawing that needs no library."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

Ring = NDArray[np.float64]
"""float64 (parts, 2): where each part of a ring begins and how wide it is, both as shares of the whole circle."""

APART = 3  # rings in which every node has its own part
MOST_DRAWN = 12  # rings of a drawing
NARROW = 1 / 120  # of the circle: a drawing shows narrower neighbours as one part


def rings(first_child: NDArray[np.int32], size: NDArray[np.int32]) -> list[Ring]:
    """The parts of the rings of a tree, from the inside out; the arrays are those of `Tree`.

    A part is as wide as its share of the secrets. In the first APART rings it is a node. Further out it is all that
    follows a node of the last of these: a ring leaves room where secrets have been found.
    """
    found: list[Ring] = []
    level, begin, above = slice(0, 1), np.zeros(1), np.zeros(1, np.int64)
    while level.start < level.stop:
        wide = size[level] / size[0]
        if len(found) < APART:
            above = np.arange(len(wide))
            found.append(np.column_stack([begin, wide]))
        else:
            left = np.bincount(above, wide, len(found[APART - 1]))
            here = left > 0
            found.append(np.column_stack([found[APART - 1][here, 0], left[here]]))
        first = first_child[level.start : level.stop + 1]
        children = np.diff(first)
        level = slice(int(first[0]), int(first[-1]))
        before = np.concatenate([[0.0], np.cumsum(size[level] / size[0])])
        begin = np.repeat(begin - before[first[:-1] - level.start], children) + before[:-1]
        above = np.repeat(above, children)
    return found


def drawing(parts: Sequence[Ring], label: str) -> str:
    """An SVG of rings whose areas are true, of MOST_DRAWN at most; `label` is HTML, and tells what it shows."""
    shown = parts[:MOST_DRAWN]
    paths = []
    for ring, some in enumerate(shown):
        inner, outer = ((depth / len(shown)) ** 0.5 for depth in (ring, ring + 1))
        shapes = "".join(_shape(begin, wide, inner, outer) for begin, wide in _joined(some).tolist())
        paths.append(f'<path fill="{shade(ring, len(shown))}" d="{shapes}"/>')
    edges = 'stroke="#fff" stroke-width=".008" fill-rule="evenodd"'
    size = 'width="200" height="200" viewBox="-1.01 -1.01 2.02 2.02"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" {size} {edges}>{"".join(paths)}</svg>'
    )


def shade(ring: int, count: int) -> str:
    """The colour of a ring of so many, 0 the innermost and lightest."""
    return f"hsl(205,60%,{85 - 60 * ring // max(count - 1, 1)}%)"


def _joined(ring: Ring) -> Ring:
    """The ring with each run of narrow parts as one part, as wide as they are together."""
    wide = ring[:, 1] >= NARROW
    firsts = np.flatnonzero(wide | np.concatenate([[True], wide[:-1]]))
    return np.column_stack([ring[firsts, 0], np.add.reduceat(ring[:, 1], firsts)])


def _shape(begin: float, wide: float, inner: float, outer: float) -> str:
    """The commands of an SVG path around a part of a ring; the circle begins at the top and goes clockwise."""
    if wide > 1 - 1e-9:
        around = (
            f"M{r:.3f} 0A{r:.3f} {r:.3f} 0 1 1 {-r:.3f} 0A{r:.3f} {r:.3f} 0 1 1 {r:.3f} 0Z" for r in (outer, inner)
        )
        return "".join(around)
    large = int(wide > 0.5)
    (a, b), (c, d) = (
        [f"{r * sin(2 * pi * at):.3f} {-r * cos(2 * pi * at):.3f}" for at in (begin, begin + wide)]
        for r in (outer, inner)
    )
    return f"M{a}A{outer:.3f} {outer:.3f} 0 {large} 1 {b}L{d}A{inner:.3f} {inner:.3f} 0 {large} 0 {c}Z"
