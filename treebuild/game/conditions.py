"""The conditions of a game: weights of secrets, allowed guesses, costs of guesses, groups of secrets.

`Conditions` are those of one game. A search, a format or a command has a `Supports`, which says what conditions it can
handle. `Game.require` compares the two and raises an error.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from treebuild.errors import UsageError, did_you_mean
from treebuild.game.positions import Candidates

GUESSES = (
    "all",
    "candidates",
    "consistent",
    "hard",
    "identify",
)  # rules of guesses, defined in game/guess_rules.py


def check_guesses(rule: str) -> None:
    """Raise UsageError for a text that is no rule of guesses."""
    if rule not in GUESSES:
        hint = did_you_mean(str(rule), GUESSES)
        raise UsageError(f"unknown rule of guesses {rule!r}: {hint}expected one of {', '.join(GUESSES)}")


@dataclass(frozen=True)
class Conditions:
    """The conditions of a game. By default all secrets are equally likely, and every guess is allowed and costs 1.

    weights      secret i is drawn with probability weights[i] / sum(weights); empty where all are equally likely
    guesses      which guesses a position allows, one of GUESSES: `treebuild.game.guess_rules.permits` defines them
    costs        a guess of codes[i] costs costs[i] / cost_unit; empty where every guess costs 1
    cost_unit    see `costs`
    groups       groups[i] is the group of secret i, an index into `group_names`; empty where each secret is a group
    group_names  the names of the groups

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
        """Whether there is a rule of guesses, or guesses have costs."""
        return self.guesses != "all" or bool(self.costs)

    def unweighted(self) -> Conditions:
        """The same conditions without weights."""
        return replace(self, weights=())

    def unruled(self) -> Conditions:
        """The same conditions without a rule of guesses and without costs."""
        return replace(self, guesses="all", costs=(), cost_unit=1)

    def ungrouped(self) -> Conditions:
        """The same conditions without groups."""
        return replace(self, groups=(), group_names=())

    def cost(self, code: int) -> Fraction:
        """The cost of guessing codes[code]."""
        return Fraction(self.costs[code], self.cost_unit) if self.costs else Fraction(1)

    def identified(self, candidates: Sequence[int] | Candidates) -> bool:
        """Whether these candidates are one secret, or secrets of one group, so that nothing is left to find out."""
        groups, first = self.groups, candidates[0]
        return len(candidates) == 1 or bool(groups and all(groups[secret] == groups[first] for secret in candidates))

    def beyond(self, supports: Supports) -> list[Unsupported]:
        """Which of these conditions `supports` lacks."""
        lacks = []
        if self.weights and not supports.weights:
            takes, has = "takes all secrets to be equally likely", "weights of secrets"
            lacks.append(Unsupported("weights", takes, has, "leave the weights out"))
        if self.groups and not supports.groups:
            lacks.append(Unsupported("groups", "tells all secrets apart", "groups of them", "leave the groups out"))
        allowed, equal = " to be allowed" * (len(supports.guesses) < len(GUESSES)), " to cost 1" * (not supports.costs)
        takes = f"takes every guess{' and'.join(filter(None, (allowed, equal)))}"
        if self.guesses not in supports.guesses:
            expected = f"expected {' or '.join(supports.guesses)}"
            lacks.append(Unsupported("guesses", takes, f"guesses `{self.guesses}`", expected))
        if self.costs and not supports.costs:
            lacks.append(Unsupported("costs", takes, "costs of guesses", "leave the costs out"))
        return lacks


class Unsupported(NamedTuple):
    """A condition that a function does not support, in the words of an error.

    field   the field of `Conditions`
    takes   what the function takes for granted, such as "tells all secrets apart"
    has     what the game has instead
    advice  what the user can do
    """

    field: str
    takes: str
    has: str
    advice: str


@dataclass(frozen=True)
class Supports:
    """The conditions that a search, a format or a command can handle; by default none but those of `Conditions()`."""

    weights: bool = False
    guesses: Collection[str] = ("all",)
    costs: bool = False
    groups: bool = False


EVERYTHING = Supports(True, GUESSES, True, True)
UNGROUPED = Supports(True, GUESSES, True)
PLAIN = Supports()
