"""Trees that tell all candidates apart at once wherever a candidate can, as the implicit format expects."""

from __future__ import annotations

from dataclasses import dataclass

from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix, tells_apart
from treebuild.tree.policy import grow, policy_of
from treebuild.tree.tree import Tree
from treebuild.tree.walk import walk


@dataclass(frozen=True)
class Change:
    """A guess that `normalise` replaced: the node of the tree given, its candidates, and code indices."""

    node: int
    size: int
    old: int
    new: int


def normalise(tree: Tree) -> tuple[Tree, list[Change]]:
    """The tree that guesses the lowest candidate telling all apart wherever there is one, and the guesses replaced.

    No depth count gets worse, so there is nothing to choose: of n candidates one at most can be solved at their node's
    depth, and such a guess solves one there and all the others at the next. Nothing else is replaced. Raises
    TreebuildError for a game with weights, by which the lowest candidate may be worse than another, and for one with a
    rule of guesses or costs.
    """
    tree.game.check_unweighted("the implicit format's rule")
    tree.game.check_unruled("the implicit format's rule")
    replies = reply_matrix(tree.game)
    changes = []
    for node, candidates, _ in walk(tree, replies):
        old, new = int(tree.guess[node]), tells_apart(replies, candidates)
        if new is not None and new != old:
            changes.append(Change(node, len(candidates), old, new))
    given = policy_of(replies, tree)

    def policy(candidates: Candidates, history: History) -> int:
        apart = tells_apart(replies, candidates)
        return given(candidates, history) if apart is None else apart

    return grow(replies, policy, tree.criterion, tree.built), changes


def report(before: Tree, after: Tree, changes: list[Change]) -> list[str]:
    """What `normalise` did: a line for every guess it replaced and one for the depth counts."""
    spelled = [before.game.spell(code) for code in before.game.codes]
    lines = [f"node {c.node} ({c.size} candidates): {spelled[c.old]} -> {spelled[c.new]}" for c in changes]
    counts = [" ".join(map(str, tree.counts)) for tree in (before, after)]
    same = f"counts stay {counts[0]}" if counts[0] == counts[1] else f"counts {counts[0]} -> {counts[1]}"
    return [*lines, f"{len(changes)} guesses replaced; {same}"]
