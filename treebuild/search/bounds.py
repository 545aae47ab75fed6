"""Every bound of the exact search, under its proof and what it assumes.

A node is a set S of candidates at a depth d. Its value is the smallest cost of a tree for it, where a secret solved at
depth d costs c[d], an exact integer that never falls with d. Where secrets have weights, that of weight w costs
w * a[d] + b[d], and neither a nor b ever falls. A code wins against one secret at most; a member is a code that wins
against a candidate. A part is the set of the candidates that give one reply; the winning one needs no more
guesses. A bound may make the search faster; none of them may change a value, and each can be switched off alone.

Proofs of a whole game are the work of all of them together: what is called "searched" or "proved" rests on these
paragraphs, on the code, and, for TABLE alone, on chance (below).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntFlag
from typing import TypeAlias

Vector: TypeAlias = tuple[int, ...]


class Prunings(IntFlag):
    """What the search may skip."""

    FILL = 1
    """A tree of narrow nodes fills its levels from the top.

    Let no guess make more than w non-winning parts of S. Every node of a tree for S holds a subset of S, and a part of
    a subset is a subset of a part, so no node has more than w children; and a node solves one secret at most. So a tree
    solves at most 1 secret at depth d, w at d + 1, w * w at d + 2, and so on. Costs never fall with depth: filling the
    levels from the top is cheapest. With weights, the heaviest come first: if a secret is solved sooner than a heavier
    one, let them change places, and the cost does not rise by (w' - w) * (a[d'] - a[d]) >= 0; no tree need do so.
    Assumes: w holds for every code that may be guessed for S or for a subset of it, at any later depth.
    """

    PARTS = 2
    """w is the most non-winning parts that any guess makes of the set at hand, as its scan finds.

    Assumes: the scan saw every code that may be guessed at this depth or later, or for each such code one that a
    symmetry of S maps onto it. So it is not used where the guesses were given as a list, unless the list has one guess
    for each orbit of a group that maps S onto itself; nor below a heuristic's choice; nor where guesses come from the
    candidates here and from all codes later.
    """

    CAPS = 4
    """w of a part that gives reply r: the most non-winning parts that any code makes of all secrets that do.

    Whatever was guessed before, some guess was answered r, so the part lies within the set of all secrets that answer r
    to that guess; cap[r] is the most over all guesses, worked out for one guess of each orbit of the game's symmetries.
    Where that would take too long (see `solver.cap_parts`), the part lies within the set of all secrets, still: then
    every cap is the most parts that any code makes of these, 149 for Wordle, which has 242 replies that do not win.
    Assumes nothing: all codes were counted.
    """

    PERFECT = 8
    """What members can do, and what other codes cannot.

    Let no member of S make more than m parts of it, its own included, and no code more than w that do not win; of S
    and of its subsets, as in FILL. A tree that begins with a member solves it at d, and m - 1 secrets at d + 1 at
    most, as many as that guess has other parts; a node below has w children at most, so (m - 1) * w at d + 2, and so
    on. A tree that begins with another code solves nothing at d, w at d + 1 at most, w * w at d + 2, and so on. Filled
    from the top, the cheaper of the two is a lower bound. With weights, the heaviest come first, as in FILL, and each
    member is charged for the parts that it makes itself.
    Where m = n, such a member solves itself at d and all others at d + 1. No tree does better: one secret at most is
    solved at d. Where m = n - 1, it has all parts single but one pair, and costs c[d] + (n - 2) * c[d + 1] + c[d + 2];
    so does any such member, others no less, and another code n * c[d + 1] at least: the lesser is the value, if it is
    the former.
    Assumes: a secret has one winning code. Where one has several, this is switched off.
    """

    SYMBOLS = 16
    """Of codes that differ in exchangeable symbols only the first is guessed.

    If exchanging two symbols everywhere maps S onto itself, it maps a tree for S that starts with g onto one of equal
    cost that starts with the image of g. The relation is transitive: (a c) = (a b)(b c)(a b). So within each class of
    exchangeable symbols only codes that use them in ascending order of first occurrence need be guessed.
    Assumes: exchanging them keeps codes, secrets and replies, so only symbols of one class of
    `game.symmetry.exchangeable` change places; and later guesses come from a set that it keeps. A heuristic that
    prefers the highest index does not keep it, so with one in the plan this is switched off.
    """

    TWINS = 32
    """Two guesses that make the same parts, the winning part included, have equal costs.

    The partitions are compared, candidate by candidate.
    Assumes nothing.
    """

    TABLE = 64
    """Values and bounds of sets already seen are looked up.

    A set is known by its depth and the exclusive or of 128-bit words, one a secret, drawn at random; sets are not
    stored. Two given sets have the same key with probability 2^-128 over the choice of the words; among N sets some two
    do with probability below N^2 / 2^129. The longest search that is shipped sees fewer than 10^8: below 2 * 10^-23.
    The words are fixed by a seed, chosen before any search was run, so that results can be repeated.
    Assumes: the words behave as if they had been drawn for the search at hand. Without TABLE nothing is left to chance.
    """

    RELAX = 128
    """A tree in which a heuristic or the candidates decide is a tree: its cost is no less than the value of its set.

    So where the plan restricts guesses, the exact search over all codes gives a lower bound of every part, and ends the
    search for a part when it is reached.
    Assumes nothing.
    """

    ALL = 255


def fill(
    costs: Sequence[Vector],
    depth: int,
    width: int,
    size: int,
    by_weight: Sequence[bool] = (),
    heaviest: Sequence[int] = (),
) -> Vector | None:
    """FILL: the least cost of `size` secrets from `depth` on; None when they do not fit the depths that have a cost.

    `by_weight` says which places of costs go by weight, if some do; heaviest[i] is what the i heaviest secrets weigh.
    """
    total, slots, done = [0] * len(costs[0]), 1, 0
    while done < size:
        if depth >= len(costs):
            return None
        then = min(done + slots, size)
        for place, cost in enumerate(costs[depth]):
            weighed = bool(by_weight) and by_weight[place]
            total[place] += cost * (heaviest[then] - heaviest[done] if weighed else then - done)
        done, slots, depth = then, slots * width, depth + 1
    return tuple(total)
