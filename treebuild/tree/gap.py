"""Lower bounds that trees claim, and the gap between the total of a tree and such a bound."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import inf

from treebuild.tree.tree import Tree

_CLAIM = re.compile(r"(?:near: [^;]*; )?no tree of this game has a smaller total than ([0-9]{1,18})(?![0-9])")
"""How `Objective.searched` begins when it gives a bound of the total for all trees of a game without weights."""

_NEAR = re.compile(r"near: total ([0-9]{1,18});")
"""How the claim of a near-optimal tree begins in a game without weights."""


def claimed_bound(trees: Iterable[Tree]) -> int | None:
    """The largest lower bound of the total that one of these trees, all of one game, claims; None if there is none.

    A claim about all trees of the game holds for each of these trees. Three kinds of claims do not count: of a search
    among some trees only, such as trees that begin with a given guess; of a tree with weights, which may have been
    given after the search; and of a tree with a rule or costs of guesses, because the other trees may have none.
    """
    free = [tree for tree in trees if not tree.game.conditions.ruled and not tree.game.conditions.weights]
    claims = [_CLAIM.match(tree.built.searched) for tree in free if tree.built is not None]
    return max((int(claim[1]) for claim in claims if claim), default=None)


def bound_of(trees: Sequence[Tree]) -> int | None:
    """The bound that `claimed_bound` finds; None where the total of one of the trees refutes it."""
    bound = claimed_bound(trees)
    return bound if bound is not None and all(bound <= tree.total for tree in trees) else None


def claimed_total(claim: str) -> int | None:
    """The total in the claim of a near-optimal tree; None for other claims, and for a total by weight."""
    found = _NEAR.match(claim)
    return int(found[1]) if found else None


def claims_near(claim: str) -> bool:
    """Whether the claim of a tree says that the tree is near-optimal."""
    return claim.startswith("near: ")


def claims_none_better(claim: str) -> bool:
    """Whether the claim of a tree says that no tree is better. Near-optimal trees and trees of a limit claim less."""
    return claim.startswith("no tree of this game")


def gap(total: int, bound: int) -> float:
    """(total - bound) / bound; 0 where both are equal, and infinite above a bound of 0.

    The bound may be 0 in a game with costs: naming a secret costs nothing.

    >>> from treebuild.tree.gap import gap
    >>> round(gap(208, 206), 4)
    0.0097
    """
    if total == bound:
        return 0.0
    return (total - bound) / bound if bound else inf


def percent(share: float) -> str:
    """A gap as text, in percent.

    >>> from treebuild.tree.gap import percent
    >>> percent(0.00971)
    '0.97 %'
    """
    return f"{100 * share:.2f} %"
