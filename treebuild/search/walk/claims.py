"""The claims of a search: in words for the file of a tree, as an error if there is no tree, and checked against it."""

from __future__ import annotations

from fractions import Fraction

from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import partition
from treebuild.search.goal.plan import Source
from treebuild.search.goal.vectors import Vector, plus
from treebuild.search.store.results import contradiction
from treebuild.search.walk.problem import Problem
from treebuild.tree.gap import gap, percent
from treebuild.tree.policy import walk
from treebuild.tree.tree import Tree


def in_words(problem: Problem, bound: Vector) -> str:
    """The claim of a search that no tree costs less than a bound."""
    game, first = problem.replies.game, problem.first
    begins = "" if first is None else game.spell(game.codes[first])
    members = all(source is Source.MEMBERS for source in problem.plan)
    guesses, unit = (
        "candidates" if members else game.conditions.guesses,
        game.conditions.cost_unit if game.conditions.costs else 0,
    )
    return problem.objective.searched(bound, problem.greatest, begins, guesses, bool(game.conditions.weights), unit)


def near_in_words(problem: Problem, bound: Vector, cost: Vector) -> str:
    """The claim of a near-optimal search: the cost of its tree, the bound, and the gap between them."""
    game, objective, words = problem.replies.game, problem.objective, in_words(problem, bound)
    if bound >= cost:
        return words
    if not any(bound):
        return "near: no bound is known, so there may be better trees"
    first = objective.criteria[0]
    if first.kind == "at" and cost[0] and not bound[0]:
        return f"near: some tree may have no secret at depth {first.depth} or later; {words} (searched)"
    if first.kind != "total":
        return f"near: {words} (searched)"
    total = f"cost {Fraction(cost[0], game.conditions.cost_unit)}" if game.conditions.costs else f"total {cost[0]}"
    total = f"weighted {total}" if game.conditions.weights else total
    return f"near: {total}; {words} (searched), a gap of {percent(gap(cost[0], bound[0]))}"


def no_tree(problem: Problem) -> TreebuildError:
    """The error for a game of which a complete search has found that no tree keeps the depth limit."""
    game, first, greatest = problem.replies.game, problem.first, problem.greatest
    trees = game.name if first is None else f"{game.name} that begins with {game.spell(game.codes[first])}"
    return TreebuildError(
        f"no tree of {trees} solves every secret in {greatest} guess{'es' * (greatest > 1)} (searched): "
        f"allow more, such as limit:{greatest + 1}"
    )


def tree_cost(problem: Problem, tree: Tree) -> Vector:
    """The cost of a tree that solves every secret; `problem.infinite` if the tree exceeds the depth limit."""
    game, bounds = problem.replies.game, problem.bounds
    total = bounds.zero
    for node, candidates, depth in walk(tree, problem.replies):
        if depth >= len(bounds.costs):
            return problem.infinite
        guess = int(tree.guess[node])
        solved = candidates
        if not game.conditions.identified(candidates):
            solved = dict(partition(problem.replies, guess, candidates)).get(problem.replies.win, candidates[:0])
        total = plus(total, bounds.asked(guess, candidates))
        for secret in solved.tolist():
            total = plus(total, bounds.solved(depth, secret))
    return total


def check_cost(problem: Problem, cost: Vector, tree: Tree) -> None:
    """Raise TreebuildError unless a search has claimed the cost of its tree correctly.

    They differ only if somebody has changed a store, so that it holds a guess that is not the best.
    """
    found = tree_cost(problem, tree)
    if found != cost:
        raise contradiction(f"its tree costs {_spelled(found)}, and is said to cost {_spelled(cost)}")


def _spelled(cost: Vector) -> str:
    return " ".join(map(str, cost))
