"""What a tree costs by the criteria of a search, to be compared with what the search says that it costs."""

from __future__ import annotations

from treebuild.game.reply_matrix import partition
from treebuild.search.problem.vectors import Vector, plus
from treebuild.search.store.results import contradiction
from treebuild.search.walk.game_search import GameSearch
from treebuild.tree.tree import Tree
from treebuild.tree.walk import walk


def tree_cost(search: GameSearch, tree: Tree) -> Vector:
    """The cost of a tree that solves every secret; `search.infinite` if one takes more guesses than may be."""
    game, bounds = search.replies.game, search.bounds
    total = bounds.zero
    for node, candidates, depth in walk(tree, search.replies):
        if depth >= len(bounds.costs):
            return search.infinite
        guess = int(tree.guess[node])
        solved = candidates
        if not game.identified(candidates):
            solved = dict(partition(search.replies, guess, candidates)).get(search.replies.win, candidates[:0])
        total = plus(total, bounds.asked(guess, candidates))
        for secret in solved.tolist():
            total = plus(total, bounds.solved(depth, secret))
    return total


def check_cost(search: GameSearch, cost: Vector, tree: Tree) -> None:
    """Raise TreebuildError unless the tree that a search has found costs what the search says.

    It always does, unless a store that somebody has changed holds a guess that is not the best.
    """
    found = tree_cost(search, tree)
    if found != cost:
        raise contradiction(f"its tree costs {_spelled(found)}, and is said to cost {_spelled(cost)}")


def _spelled(cost: Vector) -> str:
    return " ".join(map(str, cost))
