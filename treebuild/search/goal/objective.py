"""Objectives: the cost of a tree in exact integers, by the depths at which it solves secrets.

An objective is a list of criteria, the most important first. Each criterion gives a cost to a secret that is solved at
depth d, and a deeper secret never costs less. The costs of several criteria form a vector. The cost of a tree is the
sum of the vectors of its secrets, and costs compare lexicographically. In a game whose secrets have weights, a
criterion for an expected value multiplies the cost of a secret by its weight; a criterion that counts secrets counts
each once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from treebuild.errors import TreebuildError, UsageError, check_type
from treebuild.search.goal.vectors import Vector

_PLURALS = {"threes": 3, "fours": 4, "fives": 5, "sixes": 6, "sevens": 7, "eights": 8, "nines": 9, "tens": 10}
_KNOWN = (
    "total, deepest, limit:N, sevens (or fours, fives, ...) and race:FILE or race:1/7/63 (a tree, or its counts), with "
    "commas between"
)

SHORTHANDS = {"avg": "total,deepest", "crush": "deepest", "crush-total": "sevens,total"}
"""Short names of objectives."""


@dataclass(frozen=True)
class Criterion:
    """One criterion of an objective. Its `kind` says what it counts:

    total    the number of guesses
    at       the number of secrets solved at depth `depth`; no secret may be solved later
    limit    nothing, but no secret may be solved later than at `depth`
    deepest  the number of secrets at the greatest depth, then at the depth before it, and so on
    costs    costs[d - 1] for a secret solved at depth d; the last one holds for all later depths
    race     as `costs`, with the costs of `Objective.race`

    `total` and `costs` multiply by weight. `name` is the criterion as it is spelled.
    """

    name: str
    kind: str
    depth: int = 0
    costs: tuple[int, ...] = ()

    def vector(self, depth: int, greatest: int) -> Vector:
        """The cost of a secret solved at this depth, in a tree of no more than `greatest` depths."""
        if self.kind == "total":
            return (depth,)
        if self.kind == "at":
            return (int(depth == self.depth),)
        if self.kind == "deepest":
            # The number at depth 1 follows from the others: it needs no place.
            return tuple(int(depth == counted) for counted in range(greatest, 1, -1))
        if self.kind in ("costs", "race"):
            return (self.costs[min(depth, len(self.costs)) - 1],)
        return ()

    @property
    def weighted(self) -> bool:
        """Whether the cost of a secret is multiplied by its weight."""
        return self.kind in ("total", "costs")

    def searched(self, cost: Vector, weighted: bool, cost_unit: int = 0) -> str:
        """The claim of a search for the smallest cost, in words that follow "no tree of this game has".

        cost       the places of this criterion
        weighted   whether the secrets have weights
        cost_unit  the integer that stands for a cost of 1, where guesses have costs
        """
        if self.kind == "total" and cost_unit:
            return f"a smaller {'weighted ' * weighted}cost than {Fraction(cost[0], cost_unit)}"
        if self.kind == "total":
            return f"a smaller {'weighted ' * weighted}total than {cost[0]}"
        if self.kind == "at":
            return f"fewer than {cost[0]} secrets at depth {self.depth} and none later"
        if self.kind == "deepest":
            counts = " ".join(map(str, reversed(cost)))
            return f"fewer secrets at the greatest depth, then at the depth before it, and so on to depth 2 ({counts})"
        return f"a smaller cost by {self.name} than {cost[0]}"


@dataclass(frozen=True)
class Objective:
    """Criteria, compared lexicographically."""

    criteria: tuple[Criterion, ...]

    @classmethod
    def parse(cls, text: str) -> Objective:
        """Read an objective such as `total`, `deepest`, `sevens,total`, `total,limit:5` or `race:1/7/63/716/2404`.

        The counts of `race` say how many secrets the tree to beat solves at depth 1, 2, ... Raises TreebuildError for
        text that is no objective.
        """
        check_type(text, str, "objective: expected one such as total, or total,deepest")
        criteria = tuple(_criterion(word.strip(), text) for word in SHORTHANDS.get(text, text).split(","))
        for i, twice in enumerate(criteria):
            if any((twice.kind, twice.depth, twice.costs) == (c.kind, c.depth, c.costs) for c in criteria[:i]):
                raise UsageError(f"bad objective {text!r}: {twice.name!r} is said twice; once is enough")
            if twice.kind == "limit" and any(c.kind == "limit" for c in criteria[:i]):
                raise UsageError(f"bad objective {text!r}: it has two limits; keep the smaller one")
        return cls(criteria)

    @classmethod
    def costs(cls, name: str, costs: Sequence[int]) -> Objective:
        """An objective of your own: costs[d - 1] for a secret at depth d; the last one holds for all later depths too.

        Raises TreebuildError when there are no costs, when one is negative, or when they fall with depth.
        """
        if not costs:
            raise TreebuildError(f"objective {name!r}: expected at least one cost, that of a secret at depth 1")
        for depth, (before, after) in enumerate(pairwise(costs), 2):
            if after < before:
                raise TreebuildError(
                    f"objective {name!r}: costs fall from {before} to {after} at depth {depth}; "
                    "a later secret must cost as much or more"
                )
        if costs[0] < 0:
            raise TreebuildError(f"objective {name!r}: expected costs of 0 or more, got {costs[0]}")
        return cls((Criterion(name, "costs", 0, tuple(costs)),))

    @classmethod
    def race(cls, counts: Sequence[int]) -> Objective:
        """The objective of winning a race as often as possible. The other tree solves counts[d - 1] secrets at depth d.

        Both players get a random secret each, independently. A secret at depth d costs 2 for every secret that the
        other tree solves at a smaller depth, and 1 for every secret that it solves at depth d. The smaller the sum, the
        more races are won. Raises TreebuildError for no counts and for negative ones.
        """
        if not counts or any(count < 0 for count in counts):
            raise TreebuildError(f"bad race counts {tuple(counts)}: expected the secrets solved at depth 1, 2, ...")
        costs, sooner = [], 0
        for count in (*counts, 0):
            costs.append(2 * sooner + count)
            sooner += count
        return cls((Criterion("race", "race", 0, tuple(costs)),))

    def charges(self, greatest: int) -> bool:
        """Whether secrets have costs in trees of at most `greatest` depths. If all criteria are limits, they do not."""
        return bool(self.vector(1, greatest))

    @property
    def charges_all(self) -> bool:
        """Whether nearly every secret costs something by the first criterion that is no limit, as by the total."""
        return next((c.kind for c in self.criteria if c.kind != "limit"), "") in ("total", "costs", "race")

    @property
    def name(self) -> str:
        """The objective as it is spelled."""
        return ",".join(criterion.name for criterion in self.criteria)

    @property
    def limit(self) -> int | None:
        """The greatest depth allowed, if there is one."""
        limits = [criterion.depth for criterion in self.criteria if criterion.kind in ("at", "limit")]
        return min(limits, default=None)

    @property
    def needs_depth(self) -> bool:
        """Whether the vectors depend on the greatest depth of a tree."""
        return any(criterion.kind == "deepest" for criterion in self.criteria)

    def without_deepest(self) -> Objective:
        """The criteria before `deepest`, and the limit. The depth of a best tree by these suffices for `deepest` too.

        A deeper tree that ties on these criteria has a secret at a greater depth, and so it is worse.
        """
        kinds = [criterion.kind for criterion in self.criteria]
        kept = self.criteria[: kinds.index("deepest")]
        limits = (Criterion(f"limit:{self.limit}", "limit", self.limit),) if self.limit else ()
        return Objective(kept + limits)

    def without_limit(self) -> Objective | None:
        """The objective without its depth limits, if it has limits and one more criterion: `total`, `race` or `costs`.

        For any other objective, None: the other criteria have more places, or costs that depend on the limit.
        """
        kept = tuple(criterion for criterion in self.criteria if criterion.kind != "limit")
        charged = len(kept) == 1 < len(self.criteria) and kept[0].kind in ("total", "costs", "race")
        return Objective(kept) if charged else None

    def limited(self, depth: int) -> Objective:
        """The same objective with no secret later than at `depth`."""
        return Objective((*self.criteria, Criterion(f"limit:{depth}", "limit", depth)))

    def vector(self, depth: int, greatest: int) -> Vector:
        """The cost of a secret at this depth, in trees of at most `greatest` depths."""
        return tuple(value for criterion in self.criteria for value in criterion.vector(depth, greatest))

    def by_weight(self, greatest: int) -> tuple[bool, ...]:
        """For every place of `vector`, whether the cost of a secret is multiplied by its weight."""
        return tuple(criterion.weighted for criterion in self.criteria for _ in criterion.vector(1, greatest))

    def searched(
        self,
        cost: Vector,
        greatest: int,
        first: str = "",
        guesses: str = "all",
        weighted: bool = False,
        cost_unit: int = 0,
    ) -> str:
        """The claim of a search with this cost about all trees of the game, in words.

        greatest   the depth limit of the search
        first      the claim is only about trees that begin with this guess, if one is given
        guesses    the claim is only about trees whose guesses this rule permits
        weighted   whether the secrets have weights
        cost_unit  the integer that stands for a cost of 1, where guesses have costs

        A criterion such as `sevens` whose cost is 0 claims nothing, since no tree can have fewer. If it comes first,
        the following claims are only about trees with no such secret either; these need fewer guesses.
        """
        claims, used, most = list[str](), 0, self.limit or 0
        for criterion in self.criteria:
            width = len(criterion.vector(1, greatest))
            if criterion.kind == "at" and not cost[used]:
                if not claims:
                    most = min(most, criterion.depth - 1)
            elif width:
                claims.append(criterion.searched(cost[used : used + width], weighted, cost_unit))
            used += width
        limit = f" of at most {most} guesses" if most else ""
        limit = f" {'and' if guesses == 'candidates' else 'that'} begins with {first}{limit}" if first else limit
        rules = {"all": "", "candidates": " that guesses candidates only"}
        limit = rules.get(guesses, f" with guesses `{guesses}`") + limit
        if not claims:
            return f"this tree needs at most {most} guess{'es' * (most != 1)}"
        return f"no tree of this game{limit} has " + "; of those that do no worse, none has ".join(claims)


def _criterion(word: str, text: str) -> Criterion:
    if word == "total" or word == "deepest":
        return Criterion(word, word)
    if word in _PLURALS:
        return Criterion(word, "at", _PLURALS[word])
    if match := re.fullmatch(r"limit:([0-9]{1,4})", word):
        if int(match[1]) < 1:
            raise UsageError(f"bad objective {text!r}: no game is won in {word[6:]} guesses; use limit:1 or more")
        return Criterion(word, "limit", int(match[1]))
    if match := re.fullmatch(r"race:([0-9]{1,9}(?:/[0-9]{1,9})*)", word):
        (criterion,) = Objective.race([int(count) for count in match[1].split("/")]).criteria
        return Criterion(word, criterion.kind, 0, criterion.costs)
    if word.startswith("limit:"):
        raise UsageError(f"bad objective {text!r}: expected a whole number of guesses after limit:, from 1 to 9999")
    if not word:
        raise UsageError(
            f"bad objective {text!r}: nothing is named {'beside a comma' if text else 'in it'}; expected {_KNOWN}"
        )
    raise UsageError(f"bad objective {text!r}: {word!r} is not one of {_KNOWN}")
