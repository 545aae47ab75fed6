"""The best tree of a game by an objective."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from treebuild.errors import TreebuildError
from treebuild.game.replies import Replies, partition
from treebuild.search.allowed import Source
from treebuild.search.bounds import Prunings, Vector
from treebuild.search.game_search import Proof
from treebuild.search.objective import Objective
from treebuild.search.parallel.scheduler import Step
from treebuild.search.prepared import Tables
from treebuild.tree.policy import Policy, grow

if TYPE_CHECKING:
    from treebuild.search.parallel.dask_driver import Cluster
    from treebuild.search.store.sqlite import StoreFile

TIE_RULE = (
    "of equally good guesses the first by lower bound, sum of squared part sizes and index; where members decide, the "
    "first of them"
)


@dataclass(frozen=True)
class Solution:
    """The best tree: what it costs, what is proved of it, and a policy that grows it.

    cost      by the criteria of `objective`, in their order
    by_reply  the cost of the secrets that give each reply to the first guess
    proof     the search that found it, which knows the values of other positions
    """

    objective: Objective
    cost: Vector
    proved: str
    first: int
    by_reply: dict[str, Vector]
    proof: Proof

    @property
    def policy(self) -> Policy:
        """A best guess for every position of the tree."""
        return self.proof.policy

    @classmethod
    def of(cls, proof: Proof) -> Solution:
        """What a search of a whole game found. Raises TreebuildError when the depth limit cannot be kept."""
        replies, root, objective = proof.replies, proof.root, proof.objective
        game = replies.game
        begin = "" if proof.begin is None else game.spell(game.codes[proof.begin])
        if not root.exact:
            trees = f"{game.name} that begins with {begin}" if begin else game.name
            raise TreebuildError(
                f"no tree of {trees} solves every secret in {proof.greatest} guesses (searched): allow more, such as "
                f"limit:{proof.greatest + 1}"
            )
        proof.choose(proof.game.everything, (), root)
        by_reply = {}
        for reply, part in partition(replies, root.guess, proof.game.everything):
            history = ((root.guess, reply),)
            cost = proof.won(1, int(part[0])) if reply == replies.win else proof.value(part, history).value
            by_reply[game.replies[reply]] = cost
        candidates_only = all(source is Source.MEMBERS for source in proof.plan)
        proved = objective.proved(root.value, proof.greatest, begin, candidates_only, bool(game.weights))
        return cls(objective, root.value, proved, root.guess, by_reply, proof)


def solve(
    replies: Replies,
    objective: Objective,
    *,
    plan: Sequence[Source] = (Source.ALL,),
    first: int | None = None,
    prunings: Prunings = Prunings.ALL,
    jobs: int = 1,
    progress: Callable[[Step], None] | None = None,
    store: StoreFile | None = None,
    cluster: Cluster | None = None,
) -> Solution:
    """The best tree of a game by an objective, with its proof.

    plan[d - 1] says where the guesses at depth d come from, the last entry for all later depths; `first` is a code that
    the trees looked at begin with. `jobs` threads share the work; the tree is the same for any number. `store` keeps
    what is settled: with it a search that was interrupted goes on. A `cluster` works instead of threads. Raises
    TreebuildError when no tree keeps the depth limit, when the first guess tells nothing, and when the costs do not fit
    the compiled search. Ctrl-C stops within a second.
    """
    game = Tables(replies, prunings)
    if first is not None and len(partition(replies, first, game.everything)) == 1 < len(game.everything):
        code = replies.game.spell(replies.game.codes[first])
        raise TreebuildError(f"the first guess {code} tells nothing: every secret of {replies.game.name} answers alike")

    def prove(objective: Objective, greatest: int) -> Proof:
        proof = Proof(game, objective, greatest, plan, prunings, jobs, progress, first, store, cluster)
        proof.run()
        return proof

    if not objective.needs_depth:
        return Solution.of(prove(objective, objective.limit or len(replies.game.secrets)))
    before = objective.without_deepest()
    if len(before.vector(1, 1)):
        proof = prove(before, before.limit or len(replies.game.secrets))
        Solution.of(proof)
        greatest = grow(replies, proof.policy).max_depth
    else:
        greatest = 1
        while not prove(Objective(()).limited(greatest), greatest).root.exact:
            if greatest == objective.limit:
                break
            greatest += 1
    return Solution.of(prove(objective, greatest))
