"""What a search says in words: in the file of a tree, and where there is no tree."""

from __future__ import annotations

from fractions import Fraction

from treebuild.errors import TreebuildError
from treebuild.search.problem.plan import Source
from treebuild.search.problem.vectors import Vector
from treebuild.search.walk.game_search import GameSearch
from treebuild.tree.gap import gap, percent


def in_words(search: GameSearch, bound: Vector) -> str:
    """What a search says: that no tree costs less than a bound."""
    game, first = search.replies.game, search.first
    begins = "" if first is None else game.spell(game.codes[first])
    members = all(source is Source.MEMBERS for source in search.plan)
    guesses, unit = "candidates" if members else game.guesses, game.cost_unit if game.costs else 0
    return search.objective.searched(bound, search.greatest, begins, guesses, bool(game.weights), unit)


def near_in_words(search: GameSearch, bound: Vector, cost: Vector) -> str:
    """The same of a tree of this cost, and how far above the bound it is."""
    game, objective, words = search.replies.game, search.objective, in_words(search, bound)
    if bound >= cost:
        return words
    if not any(bound):
        return "near: no bound is known, so there may be better trees"
    first = objective.criteria[0]
    if first.kind == "at" and cost[0] and not bound[0]:
        return f"near: some tree may have no secret at depth {first.depth} or later; {words} (searched)"
    if first.kind != "total":
        return f"near: {words} (searched)"
    total = f"cost {Fraction(cost[0], game.cost_unit)}" if game.costs else f"total {cost[0]}"
    total = f"weighted {total}" if game.weights else total
    return f"near: {total}; {words} (searched), a gap of {percent(gap(cost[0], bound[0]))}"


def no_tree(search: GameSearch) -> TreebuildError:
    """That a search of the whole game has found that no tree keeps the depth limit."""
    game, first, greatest = search.replies.game, search.first, search.greatest
    trees = game.name if first is None else f"{game.name} that begins with {game.spell(game.codes[first])}"
    return TreebuildError(
        f"no tree of {trees} solves every secret in {greatest} guess{'es' * (greatest > 1)} (searched): "
        f"allow more, such as limit:{greatest + 1}"
    )
