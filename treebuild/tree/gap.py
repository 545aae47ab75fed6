"""How far a tree can be from the smallest total, judged by what trees of the game claim about all trees."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import inf

from treebuild.tree.tree import Tree

_CLAIM = re.compile(r"(?:near: [^;]*; )?no tree of this game has a smaller total than ([0-9]{1,18})(?![0-9])")
"""How `Objective.searched` begins where it speaks of all trees of a game without weights, and of the total first."""

_NEAR = re.compile(r"near: total ([0-9]{1,18});")
"""How the claim of a near-optimal tree begins whose total does not go by weight."""


def claimed_bound(trees: Iterable[Tree]) -> int | None:
    """The largest lower bound of the total that one of these trees, which are of one game, claims; None if none does.

    What a tree claims of all trees of its game is true of each of them. The claim of a search among some trees only,
    such as those that begin with a given guess, is not taken. In games with weights no claim is: weights may have been
    given after the search. Nor is one of a game that does not allow every guess, or where guesses have costs: trees may
    be set beside others that are under no such rule.
    """
    free = [tree for tree in trees if not tree.game.conditions.ruled and not tree.game.conditions.weights]
    claims = [_CLAIM.match(tree.built.searched) for tree in free if tree.built is not None]
    return max((int(claim[1]) for claim in claims if claim), default=None)


def claimed_total(claim: str) -> int | None:
    """The total that a near-optimal tree has by its claim; None where it claims no total, or one by weight."""
    found = _NEAR.match(claim)
    return int(found[1]) if found else None


def claims_near(claim: str) -> bool:
    """Whether this, the claim of a tree, is that the tree is near-optimal."""
    return claim.startswith("near: ")


def claims_none_better(claim: str) -> bool:
    """Whether this claim is that no tree is better; a near-optimal tree, or one that only keeps a limit, has others."""
    return claim.startswith("no tree of this game")


def gap(total: int, bound: int) -> float:
    """How far a total is above a lower bound, as a share of that; infinite above a bound of 0.

    A bound is 0 where a game with costs may have nothing to test: naming costs nothing.

    >>> from treebuild.tree.gap import gap
    >>> round(gap(208, 206), 4)
    0.0097
    """
    if total == bound:
        return 0.0
    return (total - bound) / bound if bound else inf


def percent(share: float) -> str:
    """A gap as people read it.

    >>> from treebuild.tree.gap import percent
    >>> percent(0.00971)
    '0.97 %'
    """
    return f"{100 * share:.2f} %"
