"""How a game is played: how likely its secrets are, which guesses are allowed, what they cost, and what is told apart.

What a search, a format or a command makes of it is a `Supports`, which stands beside the function; `Game.require` holds
one against the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from treebuild.game.positions import Candidates

GUESSES = ("all", "candidates", "consistent", "hard", "identify")  # the rules of guesses; see game/guessing.py


@dataclass(frozen=True)
class Conditions:
    """The conditions of a game. Without any, all secrets are as likely, and every guess is allowed and costs 1.

    weights      how likely each secret is, in whole numbers; empty where all are as likely
    guesses      which guesses a position allows, one of GUESSES: `treebuild.game.guessing.permits` is the definition
    costs        what each code costs that is guessed, in whole numbers; empty where every guess costs 1
    cost_unit    a guess of codes[i] costs costs[i] / cost_unit
    groups       the group of each secret, an index into `group_names`; empty where every secret is a group of its own
    group_names  what the groups are called

    >>> Game.from_rules("p1c3n").weighted({"0": 2, "1": 1}).priced({"2": 0.5}).conditions
    Conditions(weights=(2, 1, 0), guesses='all', costs=(2, 2, 1), cost_unit=2, groups=(), group_names=())
    """

    weights: tuple[int, ...] = ()
    guesses: str = "all"
    costs: tuple[int, ...] = ()
    cost_unit: int = 1
    groups: tuple[int, ...] = ()
    group_names: tuple[str, ...] = ()

    @property
    def ruled(self) -> bool:
        """Whether a position does not allow every guess, or guesses have costs."""
        return self.guesses != "all" or bool(self.costs)

    def unweighted(self) -> Conditions:
        """The same, with all secrets as likely."""
        return replace(self, weights=())

    def unruled(self) -> Conditions:
        """The same, with every guess allowed, at a cost of 1."""
        return replace(self, guesses="all", costs=(), cost_unit=1)

    def ungrouped(self) -> Conditions:
        """The same, with all secrets told apart."""
        return replace(self, groups=(), group_names=())

    def cost(self, code: int) -> Fraction:
        """What it costs to guess codes[code]."""
        return Fraction(self.costs[code], self.cost_unit) if self.costs else Fraction(1)

    def identified(self, candidates: Sequence[int] | Candidates) -> bool:
        """Whether nothing is left to tell apart of these secrets: one is left, or all are of one group."""
        groups, first = self.groups, candidates[0]
        return len(candidates) == 1 or bool(groups and all(groups[secret] == groups[first] for secret in candidates))

    def beyond(self, supports: Supports) -> Unsupported | None:
        """The first of these conditions that is not supported; None where all are."""
        if self.weights and not supports.weights:
            takes, has = "takes all secrets to be equally likely", "weights of secrets"
            return Unsupported("weights", takes, has, "leave them out")
        if self.groups and not supports.groups:
            return Unsupported("groups", "tells all secrets apart", "groups of them", "leave the groups out")
        allowed, equal = " to be allowed" * (len(supports.guesses) < len(GUESSES)), " to cost 1" * (not supports.costs)
        takes = f"takes every guess{' and'.join(filter(None, (allowed, equal)))}"
        if self.guesses not in supports.guesses:
            expected = f"expected {' or '.join(supports.guesses)}"
            return Unsupported("guesses", takes, f"guesses `{self.guesses}`", expected)
        if self.costs and not supports.costs:
            return Unsupported("costs", takes, "costs of guesses", "leave them out")
        return None


class Unsupported(NamedTuple):
    """A condition that is not supported: its field, what is taken for granted, what there is instead, what to do."""

    field: str
    takes: str
    has: str
    advice: str


@dataclass(frozen=True)
class Supports:
    """The conditions that a search, a format or a command goes by; by itself, those of a game without any."""

    weights: bool = False
    guesses: Collection[str] = ("all",)
    costs: bool = False
    groups: bool = False


EVERYTHING = Supports(True, GUESSES, True, True)
UNGROUPED = Supports(True, GUESSES, True)
PLAIN = Supports()
