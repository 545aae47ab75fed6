"""Races: each of two players solves a random secret, and the player with fewer guesses wins (Tanaka 1996)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from treebuild.codec import load
from treebuild.errors import TreebuildError, check_type
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies
from treebuild.search.exact import Solution, solve
from treebuild.search.goal.objective import Objective
from treebuild.search.walk.claims import check_cost
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree


@dataclass(frozen=True)
class Odds:
    """The chances that a tree wins and ties a race against another tree; both secrets are random and independent."""

    wins: Fraction
    ties: Fraction

    @property
    def score(self) -> Fraction:
        """The share of races won, where a tie counts as half."""
        return self.wins + self.ties / 2


def odds(counts: Sequence[int], other: Sequence[int]) -> Odds:
    """The odds of a tree that solves counts[d - 1] secrets at depth d against a tree that solves other[d - 1]."""
    wins = sum(here * sum(other[depth:]) for depth, here in enumerate(counts, 1))
    ties = sum(here * there for here, there in zip(counts, other, strict=False))
    races = sum(counts) * sum(other)
    return Odds(Fraction(wins, races), Fraction(ties, races))


def best_reply(replies: Replies, counts: Sequence[int], options: SearchOptions | None = None) -> Solution:
    """The tree that scores most against one that solves counts[d - 1] secrets at depth d. Raises as `exact.solve`."""
    return solve(replies, Objective.race(counts), options=options)


def strongest(
    replies: Replies,
    start: Tree,
    options: SearchOptions | None = None,
    progress: Callable[[Tree, Odds], None] | None = None,
) -> tuple[Tree, Solution]:
    """A tree against which no tree scores more than half, and the search that says so.

    It begins with `start`, finds the best reply to it, then the best reply to that reply, and so on, until a best reply
    scores no more than half. `progress` is called with every reply and its odds against the tree that it answers.
    Raises TreebuildError when best replies go round in a circle, and as `exact.solve`.
    """
    tree, met = start, {start.counts}
    while True:
        solution = best_reply(replies, tree.counts, options)
        answer = grow(replies, solution.policy)
        check_cost(solution.problem, solution.cost, answer)
        chance = odds(answer.counts, tree.counts)
        if progress:
            progress(answer, chance)
        if chance.score <= Fraction(1, 2):
            return tree, solution
        if answer.counts in met:
            raise TreebuildError(f"best replies go round in a circle of {len(met)} trees: none of them is strongest")
        tree = answer
        met.add(answer.counts)


def with_counts(objective: str, game: Game) -> str:
    """The objective, where every race:FILE is replaced by the depth counts of the tree in the file, as race:1/7/63.

    Raises TreebuildError if a file has no tree of the game.
    """

    check_type(objective, str, "objective: expected one such as total, or total,deepest")

    def word(text: str) -> str:
        kind, _, file = text.strip().partition(":")
        if kind != "race" or not file or re.fullmatch(r"[0-9/]+", file):
            return text
        return "race:" + "/".join(map(str, load(file, game).counts))

    return ",".join(map(word, objective.split(",")))
