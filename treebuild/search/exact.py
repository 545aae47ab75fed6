"""The best tree of a game by an objective.

`tests/helpers/reference_search.py` is the same search in plain Python: it specifies the values, and tests compare both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treebuild.game.reply_matrix import Replies, partition
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.permitted import check_tells
from treebuild.search.goal.plan import Source
from treebuild.search.goal.prices import check_objective
from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import MIN_STORED_SECONDS
from treebuild.search.walk.claims import in_words, no_tree
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import Policy, grow

TIE_RULE = (
    "of equally good guesses the first by lower bound, sum of squared part sizes and index; where members decide, the "
    "first of them"
)


@dataclass(frozen=True)
class Solution:
    """The best tree of a game by an objective.

    cost      the cost of the tree by the criteria of `objective`, in their order
    searched  the claim in words: no tree is better
    first     the index of the first guess
    by_reply  for each reply to the first guess, the cost of the secrets that give it
    walk      the walk that found it, which knows the values of other positions
    """

    objective: Objective
    cost: Vector
    searched: str
    first: int
    by_reply: dict[str, Vector]
    walk: Exhaustive

    @property
    def policy(self) -> Policy:
        """A best guess for every position of the tree."""
        return self.walk.policy

    @property
    def problem(self) -> Problem:
        """What was searched for."""
        return self.walk.problem

    @classmethod
    def of(cls, walk: Exhaustive) -> Solution:
        """The solution that a walk of a whole game found. Raises TreebuildError if no tree keeps the depth limit."""
        problem, root = walk.problem, walk.root
        replies, everything = problem.replies, problem.game.everything
        if not root.exact:
            raise no_tree(problem)
        walk.note_choices(everything, (), root)
        by_reply = {}
        for reply, part in partition(replies, root.guess, everything):
            history = ((root.guess, reply),)
            wins = reply == replies.win
            cost = problem.bounds.solved(1, int(part[0])) if wins else walk.value(part, history).value
            by_reply[replies.game.replies[reply]] = cost
        return cls(problem.objective, root.value, in_words(problem, root.value), root.guess, by_reply, walk)


def solve(
    replies: Replies,
    objective: Objective,
    *,
    plan: Sequence[Source] = (Source.ALL,),
    first: int | None = None,
    prunings: Prunings = Prunings.ALL,
    options: SearchOptions | None = None,
) -> Solution:
    """The best tree of a game by an objective.

    plan[d - 1] says where the guesses at depth d come from; the last entry holds for all later depths. `first` is the
    index of a code with which every tree must begin. The tree is the same for all `options`.

    Raises TreebuildError when no tree keeps the depth limit, when no tree can begin with `first` (see `check_first`),
    and when the costs do not fit the compiled search. Ctrl-C stops the search within a second.
    """
    check_objective(replies.game, objective)
    game, options = PreparedGame(replies, prunings), options or SearchOptions()
    if first is not None:
        check_tells(replies.game, first)

    def run(objective: Objective, greatest: int) -> Exhaustive:
        problem = Problem(
            game,
            objective,
            greatest,
            plan,
            prunings=prunings,
            first=first,
            store=options.store,
            handover=options.handover,
        )
        walk = Exhaustive(problem, options)
        walk.run()
        if first is None:  # so that `near` with this store begins with this bound
            problem.store.put(problem.position_name(()), walk.root, MIN_STORED_SECONDS)
        return walk

    if not objective.needs_depth:
        return Solution.of(run(objective, objective.limit or len(replies.game.secrets)))
    before = objective.without_deepest()
    if before.charges(1):
        walk = run(before, before.limit or len(replies.game.secrets))
        Solution.of(walk)
        greatest = grow(replies, walk.policy).max_depth
    else:
        greatest = 1
        while not run(Objective(()).limited(greatest), greatest).root.exact:
            if greatest == objective.limit:
                break
            greatest += 1
    return Solution.of(run(objective, greatest))
