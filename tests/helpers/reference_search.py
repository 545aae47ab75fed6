"""The exact search in plain Python: the specification of what the compiled one computes, and an oracle for it.

Nothing here is fast, and nothing is clever but one thing: guesses are tried in the order of what they cost at the very
least, until no more can win. No symmetry, no table of bounds, no rule about members. Where the compiled search says
something else, it is wrong; the tests compare the two on random games and positions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from operator import add
from typing import TypeAlias

from treebuild.game.reply_matrix import Replies
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.goal.vectors import Vector

Candidates: TypeAlias = tuple[int, ...]
Cost: TypeAlias = tuple[float, ...]  # a vector of integers, or of infinities where the depth limit cannot be kept
Parts: TypeAlias = dict[int, Candidates]  # by reply, ascending

NOTHING_TOLD = 2 * math.log(2)  # what Larmouth's formula takes off for a member


class ReferenceSearch:
    """Values of sets of candidates: the least cost of a tree, whose guesses come from where a plan says.

    The cost of a tree is the sum of costs[d] over its secrets, solved at depth d, compared lexicographically. costs[d]
    never falls with d; costs[0] is not used, and no secret may be solved later than at the last depth. plan[d - 1] says
    where the guesses at depth d come from, the last entry for all later depths. In a game with weights, places of the
    costs that go `by_weight` are charged as often as a secret weighs.
    """

    def __init__(
        self,
        replies: Replies,
        costs: Sequence[Vector],
        plan: Sequence[Source] = (Source.ALL,),
        by_weight: Sequence[bool] = (),
    ) -> None:
        self.rows = [bytes(row) for row in replies.matrix]
        self.secret_of: list[int] = replies.secret_of.tolist()
        self.win, self.costs, self.plan = replies.win, costs, plan
        self.weights = replies.game.conditions.weights
        self.by_weight = by_weight if self.weights else ()
        self.zero: Cost = (0,) * len(costs[0])
        self.impossible: Cost = (math.inf,) * len(costs[0])
        self.known: dict[tuple[int, Candidates], Cost] = {}
        self._filled = cache(self._filled_once)

    def value(self, candidates: Candidates, depth: int, among: Sequence[int] | None = None) -> Cost:
        """The least cost of candidates (ascending) when the next guess is at this depth.

        With `among`, this guess is one of these codes: the plan takes it from them as if the game had no others.
        `impossible` where no tree keeps the depth limit, or no guess is left to make.
        """
        if among is not None:
            return self._least(candidates, depth, among)
        if (depth, candidates) not in self.known:
            self.known[depth, candidates] = self._least(candidates, depth, range(len(self.rows)))
        return self.known[depth, candidates]

    def cost(self, guess: int, candidates: Candidates, depth: int) -> Cost:
        """The cost of candidates when this guess is made at this depth, and the best ones follow."""
        parts = self.parts(guess, candidates)
        if self._useless(parts):
            return self.impossible
        return self._sum(
            self.at(depth, part) if reply == self.win else self.value(part, depth + 1) for reply, part in parts.items()
        )

    def guesses(self, candidates: Candidates, depth: int, codes: Sequence[int]) -> Sequence[int]:
        """Those of the codes that may be guessed here: all, the members, or what a heuristic chooses."""
        source = self.plan[min(depth, len(self.plan)) - 1]
        if source is Source.ALL:
            return codes
        members = [code for code in codes if self.secret_of[code] in candidates]
        if source is Source.MEMBERS:
            return members
        if source is Source.CRUSH_BOTH:
            return self.crush(candidates, members) + self.crush(candidates, codes)
        if source is Source.LARMOUTH:
            return self.larmouth(candidates, codes)
        assert source in (Source.CRUSH, Source.CRUSH_MEMBERS)
        return self.crush(candidates, codes if source is Source.CRUSH else members)

    def crush(self, candidates: Candidates, codes: Iterable[int]) -> list[int]:
        """The code of the smallest part sizes, largest first; of equals a member, then the highest (paper, 2.2.1)."""
        ranks = []
        for code in codes:
            parts = self.parts(code, candidates)
            if not self._useless(parts):
                sizes = sorted(map(len, parts.values()), reverse=True)
                ranks.append((sizes, self.secret_of[code] not in candidates, -code))
        return [-min(ranks)[-1]] if ranks else []

    def larmouth(self, candidates: Candidates, codes: Iterable[int]) -> list[int]:
        """The code of the least sum of n ln n, less 2 ln 2 for a member; of equals the highest (paper, 2.2.2).

        In doubles, added in the order of the replies: which sums are equal depends on it.
        """
        ranks = []
        for code in codes:
            parts = self.parts(code, candidates)
            if not self._useless(parts):
                score = 0.0
                for part in parts.values():
                    score += len(part) * math.log(len(part))
                ranks.append((score - NOTHING_TOLD * (self.secret_of[code] in candidates), -code))
        return [-min(ranks)[-1]] if ranks else []

    def parts(self, guess: int, candidates: Candidates) -> Parts:
        """The candidates by the reply that they give to a guess."""
        row, found = self.rows[guess], dict[int, list[int]]()
        for secret in candidates:
            found.setdefault(row[secret], []).append(secret)
        return {reply: tuple(found[reply]) for reply in sorted(found)}

    def _least(self, candidates: Candidates, depth: int, codes: Sequence[int]) -> Cost:
        """The least cost of the guesses that the plan takes from some codes."""
        guesses = self.guesses(candidates, depth, codes)
        splits = {bytes([self.rows[guess][secret] for secret in candidates]): guess for guess in guesses}
        least = self.impossible
        floors = ((self._floor(candidates, answers, depth), guess) for answers, guess in splits.items())
        for floor, guess in sorted(floors):
            if floor >= least:
                break
            least = min(least, self.cost(guess, candidates, depth))
        return least

    def _floor(self, candidates: Candidates, answers: bytes, depth: int) -> Cost:
        """The least that a guess with these answers can cost: its winner now, one of each part next, the others after.

        With weights, as if all weighed as little as the lightest: low, and easily seen to be so.
        """
        now = int(self.win in answers)
        soon = len(set(answers)) - now
        lightest = min(self.weights[secret] for secret in candidates) if self.by_weight else 1
        return self._filled(depth, (now, soon, len(answers) - now - soon), lightest)

    def _filled_once(self, depth: int, numbers: Sequence[int], weight: int) -> Cost:
        """The cost of so many secrets of a weight, those of the first number solved at a depth, the others after it."""
        return self._sum(
            [number * cost for cost in self._charge(depth + after, weight)] if number else self.zero
            for after, number in enumerate(numbers)
        )

    def _useless(self, parts: Parts) -> bool:
        """Whether a guess tells nothing: all candidates give the same reply, and it does not win."""
        return len(parts) == 1 and self.win not in parts

    def at(self, depth: int, secrets: Sequence[int]) -> Cost:
        """The cost of the one secret given, solved at a depth."""
        return self._charge(depth, self.weights[secrets[0]] if self.by_weight else 1)

    def _charge(self, depth: int, weight: int) -> Cost:
        """The cost of a secret of a weight, solved at a depth."""
        if depth >= len(self.costs):
            return self.impossible
        if not self.by_weight:
            return self.costs[depth]
        return tuple(cost * (weight if w else 1) for cost, w in zip(self.costs[depth], self.by_weight, strict=True))

    def _sum(self, costs: Iterable[Iterable[float]]) -> Cost:
        total = self.zero
        for cost in costs:
            total = tuple(map(add, total, cost))
        return total


def reference_of(replies: Replies, objective: Objective, greatest: int, plan: Sequence[Source]) -> ReferenceSearch:
    costs = [objective.vector(depth, greatest) or (0,) for depth in range(greatest + 1)]
    return ReferenceSearch(replies, costs, plan, objective.by_weight(greatest) or (False,))


def least(replies: Replies, text: str, plan: Sequence[Source]) -> tuple[int, ReferenceSearch] | None:
    """The reference that knows the least cost of a game, in trees of as many depths as `solve` counts; None without."""
    objective, everything = Objective.parse(text), tuple(range(len(replies.game.secrets)))
    most = objective.limit or len(everything)
    if not objective.needs_depth:
        reference = reference_of(replies, objective, most, plan)
        return None if reference.value(everything, 1) == reference.impossible else (most, reference)
    # The depth of a tree that is best by the criteria before `deepest` is where its counting begins: any depth from the
    # least possible on gives the same tree.
    for greatest in range(1, most + 1):
        reference = reference_of(replies, objective, greatest, plan)
        if reference.value(everything, 1) != reference.impossible:
            return greatest, reference
    return None
