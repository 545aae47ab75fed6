"""FILL, compiled: the least cost of a set when no node of its tree is wide. `bounds.prunings` has the proof."""

from __future__ import annotations

from treebuild.kernels.constants import INFINITE
from treebuild.kernels.uncompiled import i64


def fill_from(cost, depth, slots, width, size):
    """The least cost of `size` secrets: at most `slots` at `depth`, and `width` times as many at each later depth."""
    total: i64 = 0
    while size > 0:
        if cost[depth] >= INFINITE:
            return INFINITE
        total += min(slots, size) * cost[depth]
        size -= slots
        slots *= width
        depth += 1
    return min(total, INFINITE)


def fill(cost, depth, width, size):
    """FILL: the least cost of `size` secrets from `depth` on when no node has more than `width` children."""
    return fill_from(cost, depth, 1, width, size)


def fill_by_most_parts(cost, depth, most, width, size):
    """PERFECT: the least cost of `size` secrets if no member makes more than `most` parts of them, its own included."""
    by_member = cost[depth] + fill_from(cost, depth + 1, most - 1, width, size - 1)
    return min(by_member, fill_from(cost, depth + 1, width, width, size), INFINITE)
