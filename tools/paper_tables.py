"""The tables of Slovesnov 2011, sections 5 to 7: published figures beside those of our trees and searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tools import paper_figures as paper
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import partition, reply_matrix
from treebuild.search.goal.plan import Source
from treebuild.slovesnov.hybrid import Hybrid, Recipe
from treebuild.tree.tree import Tree

TREES = ("crush35", "crush45o", "crush5o", "avg35", "avg45", "fso", "avg5")
"""The trees whose figures are in the tables of sections 5.1, 5.5, 6 and 7."""


@dataclass(frozen=True)
class Table:
    """A table of the paper: headings, and rows of texts."""

    section: str
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    @property
    def markdown(self) -> str:
        """The table in Markdown."""
        lines = [f"### {self.section} {self.title}", ""]
        lines += ["| " + " | ".join(row) + " |" for row in (self.headings, ("---",) * len(self.headings), *self.rows)]
        return "\n".join([*lines, "", *([self.note, ""] if self.note else [])])


@dataclass(frozen=True)
class After:
    """The second guess of a tree after a reply: its spelling, the secrets found at depth 7, n-th and e."""

    second: str
    sevens: int
    nth: int
    e: int


def after_first(tree: Tree) -> dict[str, After]:
    """The second guesses of a tree, by the reply to the first."""
    return {
        reply: After(node.guess, sum(node.counts[6:]), node.worst, int(tree.e[node.index]))
        for reply, node in tree.root.children.items()
    }


def tables(trees: Mapping[str, Tree]) -> Iterator[Table]:
    """The tables of 5.1, 5.5, 6 and 7, from the trees of TREES. Raises TreebuildError when one is missing."""
    for name in TREES:
        if name not in trees:
            raise TreebuildError(f"the tables need the tree {name}: `python -m tools trees` makes it")
    after = {name: after_first(trees[name]) for name in TREES}
    sevens = (("crush35", "crush35"), ("crush45", "crush45o"), ("crush5", "crush5o"))
    rows: list[tuple[str, ...]] = []
    for reply in paper.REPLIES[:-1]:
        cells = [reply]
        for name, tree in sevens:
            here = after[tree][reply]
            best = paper.BEST[name].get(reply, "")
            cells += [str(paper.SEVENS[name][reply]), str(here.sevens), _beside(here.second, best)]
        rows.append(tuple(cells))
    totals = [
        cell
        for name, tree in sevens
        for cell in (str(sum(paper.SEVENS[name].values())), str(sum(a.sevens for a in after[tree].values())), "")
    ]
    headings = ("reply", *(f"{name} {what}" for name, _ in sevens for what in ("published", "ours", "2nd guess")))
    yield Table(
        "5.1, 5.5", "Secrets that take seven guesses", headings, (*rows, ("total", *totals)),
        "Second guesses: ours; the published one in brackets where it differs. crush45 and crush5 are read off the "
        "o trees, which choose their own guesses wherever no secret takes seven.",
    )  # fmt: skip
    yield Table(
        "6", "Fewest secrets at the greatest depth, where no secret takes seven guesses",
        ("reply", "greatest depth published", "ours", "secrets there published", "ours"),
        tuple(
            (reply, str(depth), str(after["crush5o"][reply].nth), str(count), str(after["crush5o"][reply].e))
            for reply, (depth, count) in paper.DEEPEST.items()
        ),
    )  # fmt: skip
    names = tuple(paper.TOTALS)
    rows = []
    for place, reply in enumerate(paper.REPLIES):
        cells = [reply]
        for name in names:
            here = after[name].get(reply, After("0123", 0, 1, 1))  # 4.0: the first guess was right
            best = paper.BEST.get(name, {}).get(reply, "")
            cells += [str(paper.TOTALS[name][place]), str(here.e), _beside(here.second, best)]
        rows.append(tuple(cells))
    totals = [cell for name in names for cell in (str(sum(paper.TOTALS[name])), str(trees[name].total), "")]
    headings = ("reply", *(f"{name} {what}" for name in names for what in ("published", "ours", "2nd guess")))
    yield Table("7", "Total guesses", headings, (*rows, ("total", *totals)))


def _beside(ours: str, published: str) -> str:
    return ours if published in ("", ours) else f"{ours} ({published})"


def steps(told: Callable[[str], None] | None = None) -> Iterator[Table]:
    """The tables of 5.3, about how crush5 was found, from searches of some two minutes.

    `told` is called with the position that is searched next.
    """
    replies = reply_matrix(Game.from_rules())
    searches = {
        name: Hybrid(replies, Recipe(Source.CRUSH, first, 5)) for name, first in (("crush45", 4), ("crush5", 5))
    }

    def sevens(name: str, first: str, second: str, reply: str, below: int | None = None) -> int:
        """The number of sevens after (0123, first)(second, reply), or `below` when there are not fewer."""
        if told:
            told(f"{name} (0123,{first})({second},{reply})")
        game, search = replies.game, searches[name]
        guess = game.code_index[game.parse(second)]
        (part,) = [p for r, p in partition(replies, 0, search.game.everything) if game.replies[r] == first]
        (left,) = [p for r, p in partition(replies, guess, part) if game.replies[r] == reply]
        value = search.third(left, guess, below)
        return value if below is None else min(value, below)

    rows: list[tuple[str, ...]] = []
    for (first, second), by_reply in paper.CRUSH5_STEPS.items():
        for reply, (before, after) in by_reply.items():
            ours = str(sevens("crush45", first, second, reply)), str(sevens("crush5", first, second, reply))
            published = "-" if before is None else str(before), str(after)
            rows.append((f"(0123,{first})({second},{reply})", published[0], ours[0], published[1], ours[1]))
    yield Table(
        "5.3.1, 5.3.3", "From crush45 to crush5",
        ("position", "crush45 published", "ours", "crush5 published", "ours"), tuple(rows),
        "(0123,0.2)(1234,1.1): crush45 is published as 1 and comes out 0, whichever way the pass of 2.3 is read.",
    )  # fmt: skip
    limit = sum(paper.SEVENS["crush5"].values()) - paper.SEVENS["crush5"]["0.2"]
    second_values = {t: sevens("crush5", "0.1", t, "0.2", limit) for t in (*paper.CRUSH5_AFTER_02, "4567")}
    rows = []
    for t, value in second_values.items():
        left = limit - value
        other = sevens("crush5", "0.1", t, "0.1", left if t != "1245" else None) if left else 0
        swapped = str(sevens("crush5", "0.2", t, "0.2")) if value < 4 or t == "1435" else ""
        shown = ">= " if t != "1245" and other >= left else ""
        rows.append((
            t, str(paper.CRUSH5_AFTER_02.get(t, f">= {limit}")), f">= {limit}" if value >= limit else str(value),
            swapped, f"{shown}{other}" if left else "",
        ))  # fmt: skip
    yield Table(
        "5.3.2 to 5.3.4", "crush5, second guess by second guess",
        ("t", "(0.1)(t,0.2) published", "ours", "(0.2)(t,0.2)", "(0.1)(t,0.1)"), tuple(rows),
        f">= k: at least k, by search; no second guess t has fewer than {limit} sevens after 0.1 in all.",
    )  # fmt: skip
    rows = [
        (f"(0123,{first})({t},{first})", f">= {bound}", f">= {sevens('crush5', first, t, first, bound)}")
        for first, bound in (("0.1", limit), ("0.2", 4))
        for t in ("0132", "0231", "1032", "1230")
    ]
    yield Table("5.3.5", "Second guesses of the digits 0 to 3", ("position", "published", "ours"), tuple(rows))
