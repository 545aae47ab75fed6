"""Near-optimal trees in tests: small efforts and games, and what the reference implementation says of both."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tests.helpers.random_games import random_game, round_game
from tests.helpers.reference_search import least, reference_of
from treebuild import verify
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.near import solve as near
from treebuild.search.near.efforts import EFFORTS, Effort
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import grow

FEW = Effort(exact=3, parts=5, first=2, second=2, later=1, steps=3)  # so that small games have large positions
NARROWED = Effort(exact=2, parts=2, first=3, second=4, later=3, steps=3, kept=2)
SMALL = {1: Effort(2, 3, 1, 1, 1, 3), 2: Effort(2, 3, 2, 2, 2, 6)}  # so small that little is searched exactly


def drawn(choose: random.Random) -> Game:
    """A small game: a table, a circle, with weights or without."""
    if choose.random() < 0.3:
        return round_game(choose, choose.randint(3, 8), choose.randint(2, 5), choose.randint(0, 2))
    game = random_game(choose, choose.randint(2, 9), choose.randint(2, 6), winners=choose.choice((1, 1, 2)), others=3)
    return game.weighted([choose.randint(1, 9) for _ in game.secrets]) if choose.random() < 0.4 else game


def solved(
    replies: Replies,
    text: str,
    plan: tuple[Source, ...],
    effort: int,
    efforts: Mapping[int, Effort] = EFFORTS,
    handover: Handover | None = None,
) -> tuple[bool, bool]:
    """Whether there is a tree, and whether the near-optimal one is optimal. Its bound and its cost are looked at."""
    objective, everything = Objective.parse(text), tuple(range(len(replies.game.secrets)))
    known, options = least(replies, text, plan), SearchOptions(handover=handover or Handover())
    try:
        solution = near.solve(replies, objective, effort, plan=plan, options=options, efforts=efforts)
    except TreebuildError:
        return known is not None, False
    assert known is not None
    greatest, reference = known
    if objective.needs_depth:
        greatest = len(solution.cost) - len(objective.without_deepest().vector(1, 1)) + 1
        reference = reference_of(replies, objective, greatest, plan)
    best = reference.value(everything, 1)
    costs = [objective.vector(depth, greatest) or (0,) for depth in range(greatest + 1)]
    tree = grow(replies, solution.policy)
    assert verify(tree).ok
    weights, by_weight = replies.game.conditions.weights, objective.by_weight(greatest)
    paid = [0] * len(best)
    for node, secret in enumerate(tree.solved.tolist()):
        if secret >= 0:
            for place, cost in enumerate(costs[int(tree.depth[node])]):
                paid[place] += cost * (weights[secret] if weights and by_weight and by_weight[place] else 1)
    assert solution.bound <= best <= solution.cost == tuple(paid), (replies.game.name, text, plan, effort)
    return True, solution.cost == best
