"""Searches again for every optimum that is claimed: `make prove`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.search import exact, pareto, race
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree
from treebuild.tree.verifier import verify

if TYPE_CHECKING:
    from treebuild.search.store.sqlite import StoreFile


@dataclass(frozen=True)
class Claim:
    """A game and an objective, whose optimum is claimed."""

    game: str
    objective: str
    candidates_only: bool = False
    filtered: int | None = None  # the total of mmstrat, whose guesses agree with all replies but the last


CLAIMS = (
    Claim("p4c10n", "total"),
    Claim("p4c10n", "sevens"),
    Claim("p4c10n", "total,sevens"),
    Claim("p4c10n", "sevens,total"),
    Claim("p4c10n", "deepest"),
    Claim("p4c10n", "total,deepest"),
    Claim("p4c10n", "limit:6"),
    Claim("p4c10n", "total", True, 26374),
    Claim("p4c6r", "total"),
    Claim("p4c6r", "total,deepest"),
    Claim("p4c6r", "total,limit:5"),
    Claim("p4c6r", "fives"),
    Claim("p4c6r", "deepest"),
    Claim("p4c6r", "total", True, 5629),
    Claim("p4c7r", "total"),
)


def prove(jobs: int, store: StoreFile | None = None) -> Iterator[str]:
    """Search again for the optimum of every claim, except for results that a store has.

    Yields a paragraph for each claim: the result, the time, and the figures of the tree's replay. Raises TreebuildError
    for a tree that is not sound.
    """
    start = perf_counter()
    replies = {name: reply_matrix(Game.from_rules(name)) for name in dict.fromkeys(claim.game for claim in CLAIMS)}
    for claim in CLAIMS:
        yield _proved(claim, replies[claim.game], jobs, store)
    yield from _strongest(replies["p4c10n"], jobs, store)
    yield _front(replies["p4c10n"], jobs, store)
    yield f"All of this took {perf_counter() - start:.0f} s, compilation included, in {jobs} threads."


def _proved(claim: Claim, replies: Replies, jobs: int, store: StoreFile | None) -> str:
    start = perf_counter()
    plan = (Source.MEMBERS,) if claim.candidates_only else (Source.ALL,)
    title = f"{claim.game} {claim.objective}" + (", candidates only" if claim.candidates_only else "")
    try:
        solution = exact.solve(
            replies, Objective.parse(claim.objective), plan=plan, options=SearchOptions(jobs, store=store)
        )
    except TreebuildError as impossible:
        if not claim.objective.startswith("limit"):
            raise
        return f"{title}: {perf_counter() - start:.1f} s\n  {impossible}\n"
    seconds = perf_counter() - start
    found = verify(grow(replies, solution.policy))
    if not found.ok:
        raise TreebuildError(f"{title}: the tree is not sound: {found.problems[0]}")
    differs = ""
    if claim.filtered:
        differs = f"\n  mmstrat's {claim.filtered} lets guesses contradict the last reply (docs/how-it-works/paper.md)"
    costs = " ".join("/".join(map(str, cost)) for cost in solution.by_reply.values())
    return (
        f"{title}: {seconds:.1f} s\n  {solution.searched}{differs}\n  by first reply: {costs}\n"
        f"  the tree, replayed: total {found.total}, {' '.join(map(str, found.distribution.values()))}\n"
    )


def _strongest(replies: Replies, jobs: int, store: StoreFile | None) -> Iterator[str]:
    """A paragraph about races: best reply after best reply, from the tree of smallest total.

    The last tree is one against which none scores more than half.
    """
    start, lines = perf_counter(), ["p4c10n race, from the tree of smallest total:"]

    def reply(tree: Tree, chance: race.Odds) -> None:
        lines.append(
            f"  best reply {' '.join(map(str, tree.counts))}, total {tree.total}: wins {float(chance.wins):.6f}, "
            f"ties {float(chance.ties):.6f}, scores {float(chance.score):.6f}"
        )

    options = SearchOptions(jobs, store=store)
    first = grow(replies, exact.solve(replies, Objective.parse("total"), options=options).policy)
    tree, _ = race.strongest(replies, first, options, reply)
    lines.append(f"  so no tree scores more than half against {' '.join(map(str, tree.counts))}, total {tree.total}")
    yield "\n".join([*lines, f"  {perf_counter() - start:.1f} s", ""])


def _front(replies: Replies, jobs: int, store: StoreFile | None) -> str:
    """A paragraph about the front of total and sevens, after a replay of the tree of each point."""
    start = perf_counter()
    found = pareto.front(replies, jobs=jobs, store=store)
    seconds = perf_counter() - start
    for point in found.points:
        replayed = verify(grow(replies, found.policy(point)))
        if not replayed.ok or (replayed.total, replayed.distribution[found.depth]) != point:
            raise TreebuildError(f"the tree of {point} is not sound: total {replayed.total}, {replayed.distribution}")
    points = " ".join(f"{total}/{deepest}" for total, deepest in found.points)
    return (
        f"p4c10n, the complete front of the total and of secrets at depth {found.depth}, none later: {seconds:.1f} s\n"
        f"  {len(found.points)} points: {points}\n  the trees of all of them, replayed, have these counts\n"
    )
