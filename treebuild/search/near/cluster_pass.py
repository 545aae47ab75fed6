"""The near-optimal search on a cluster: its workers try second guesses, as threads would, and find the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from uuid import uuid4

from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.engine.tables import PreparedGame
from treebuild.search.near.efforts import Effort
from treebuild.search.near.passes import NearSearch, NearWorker
from treebuild.search.problem.vectors import Vector
from treebuild.search.store.results import Result, Store
from treebuild.search.walk.game_search import GameSearch, ProblemSpec
from treebuild.search.walk.open_node import OpenNode
from treebuild.search.walk.options import Cluster, SearchOptions
from treebuild.search.walk.scheduling import Evaluator
from treebuild.search.walk.threads import Pool
from treebuild.search.walk.workers import Worker


@dataclass(frozen=True)
class EffortSpec(ProblemSpec):
    """A problem, the effort that it is searched with, and a name of this pass alone.

    A worker sends what it finds. If it knew the results of an earlier pass, the driver would never hear of them.
    """

    effort: Effort = field(kw_only=True)
    name: str = field(kw_only=True)

    def search(self) -> EffortSearch:
        """See ProblemSpec."""
        return EffortSearch(PreparedGame(reply_matrix(self.game)), self)


class EffortSearch(GameSearch):
    """A game search whose values are those that an effort finds: what a worker of the cluster has of a pass."""

    def __init__(self, game: PreparedGame, spec: EffortSpec) -> None:
        super().__init__(game, spec.objective, spec.greatest, spec.plan)
        self._spec = spec

    @property
    def spec(self) -> EffortSpec:
        """See GameSearch."""
        return self._spec

    @cached_property
    def _pass(self) -> NearSearch:
        """The pass, which keeps its results in the store that the search has by now."""
        pool = Pool(NearWorker(self.solver, ReplyBlocks(self.replies)), 1, NearWorker.fork, NearWorker.stop)
        return NearSearch(self, self._spec.effort, pool, SearchOptions(), self.store)

    def position_name(self, history: History) -> object:
        """See GameSearch. What an effort finds at an image of a position may be something else."""
        return history

    def may_divide(self, node: OpenNode) -> bool:
        """See GameSearch. Here the parts of an option have values of their own, those of the effort."""
        return False

    def search_option(
        self,
        candidates: Candidates,
        history: History,
        guess: int,
        cutoff: Callable[[], Vector],
        worker: Evaluator,
        on_bound: Callable[[Vector], None] = lambda bound: None,
        on_cost: Callable[[Vector], None] = lambda cost: None,
    ) -> Result:
        """See GameSearch."""
        near_worker = NearWorker(worker.solver, self._pass.pool.owned[0].blocks.fork())
        total = self._pass.option(candidates, history, guess, cutoff, near_worker, on_bound)
        return Result(total, guess if total < cutoff() else -1, history)


class ClusterPass(NearSearch):
    """A pass whose second guesses are tried by a cluster."""

    def __init__(
        self,
        search: GameSearch,
        effort: Effort,
        pool: Pool[NearWorker],
        options: SearchOptions,
        cluster: Cluster,
        sent_seconds: float = 0.0,
    ) -> None:
        """`pool` looks for the guesses to try. By default the driver hears of all results, to grow the tree.

        No store keeps them: a worker of several threads may send a value before those that it rests on.
        """
        self._machines = cluster  # before the quick search is made
        super().__init__(search, effort, Pool.of(pool.owned, lambda worker: self.stop()), options, Store())
        there = search.spec
        spec = EffortSpec(
            there.game,
            there.objective,
            there.greatest,
            there.plan,
            sent_seconds=sent_seconds,
            effort=effort,
            name=uuid4().hex,
        )
        self._problem = EffortSearch(search.game, spec)
        self._problem.store = self.results
        self._cluster = Pool.of(cluster.workers(self._problem), Worker.stop)

    def make_quick(self) -> NearSearch:
        """See NearSearch."""
        seconds = ProblemSpec.sent_seconds  # the driver grows no tree of these results
        return ClusterPass(self.search, self.effort.quick, self.pool, self.options, self._machines, seconds)

    def stop(self) -> None:
        """See NearSearch. It stops the quick search, too."""
        super().stop()
        for worker in self._cluster.owned:
            worker.stop()
        if self.quick is not None:
            self.quick.stop()

    def try_all(self, tasks: list[tuple[OpenNode, int]], note: Callable[[], None]) -> None:
        """See NearSearch."""

        def send(worker: Worker, task: tuple[OpenNode, int]) -> None:
            node, index = task
            worker.evaluate(self._problem, node, [(index, node.options[index][1])])
            note()

        self._cluster.map(send, tasks)
