"""The scheduler of a search: it gives workers options to try, and lets them help each other."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock
from typing import TypeVar
from weakref import ref

from treebuild.errors import TreebuildError
from treebuild.search.walk.game_search import GameSearch
from treebuild.search.walk.open_node import OpenNode
from treebuild.search.walk.options import SearchOptions, Step
from treebuild.search.walk.scheduling import WhenIdle
from treebuild.search.walk.threads import Pool
from treebuild.search.walk.workers import Worker

Outcome = TypeVar("Outcome")


def schedule(search: GameSearch, options: SearchOptions | None = None) -> Scheduler:
    """Give a search its workers: threads of this process, or those of a cluster. Without options it is one thread."""
    options = options or SearchOptions()
    if options.cluster is None:
        pool = Pool(Worker(search.solver), options.jobs, Worker.fork, Worker.stop)
    else:
        pool = Pool.of(options.cluster.workers(search), Worker.stop)
    scheduler = Scheduler(search, pool, options.progress)
    search.scheduler = scheduler
    return scheduler


class Scheduler:
    """The workers of a search, and the nodes that are open. The first worker opens nodes, the others help it."""

    def __init__(self, search: GameSearch, pool: Pool[Worker], progress: Callable[[Step], None] | None) -> None:
        self._owner = ref(search)  # it owns this, and its tables go at once when it goes, if nothing here keeps it
        self._pool, self._progress = pool, progress
        self._decisions: list[_Decision] = []
        self._ended = Event()

    @property
    def _search(self) -> GameSearch:
        search = self._owner()
        assert search is not None
        return search

    @property
    def size(self) -> int:
        """The number of workers."""
        return len(self._pool.owned)

    @property
    def first(self) -> Worker:
        """The first worker."""
        return self._pool.owned[0]

    @property
    def nodes(self) -> int:
        """The number of sets that the compiled search of all workers has looked at."""
        return sum(worker.solver.nodes for worker in self._pool.owned)

    def stop(self) -> None:
        """Make what the workers do raise StoppedError soon."""
        for worker in self._pool.owned:
            worker.stop()

    def run(self, work: Callable[[Worker], Outcome]) -> Outcome:
        """Let the first worker do this work, and the others help with the nodes that it opens. Ctrl-C ends it."""
        return self._pool.run(lambda: self._together(work))

    def _together(self, work: Callable[[Worker], Outcome]) -> Outcome:
        results = list[Outcome]()
        self._ended.clear()

        def take_part(worker: Worker) -> None:
            if worker is not self.first:
                while not self._ended.is_set():
                    if not self._help(0, worker):
                        worker.wait(self._ended)
                return
            try:
                results.append(work(worker))
            finally:
                self._ended.set()

        self._pool.each(take_part)
        return results[0]

    def decide(self, nodes: list[OpenNode], worker: Worker, when_idle: WhenIdle | None = None) -> None:
        """Try the options of nodes after histories of one length, node by node, while other workers may help."""
        decision = _Decision(nodes, when_idle)
        self._decisions.append(decision)
        try:
            for node in nodes:
                while self._evaluate_some(node, worker):
                    pass
            while not all(node.decided for node in nodes):
                if any(self._evaluate_some(node, worker) for node in nodes):
                    continue
                if any(self._evaluate_some(node, worker, helps=True) for node in decision.ahead):
                    continue
                if not self._help(len(nodes[0].history) + 1, worker):
                    worker.wait(self._ended)
        finally:
            self._decisions.remove(decision)
            for node in nodes:
                worker.credit(node.seconds_of_helpers)

    @property
    def _open(self) -> list[OpenNode]:
        return [node for decision in [*self._decisions] for node in (*decision.nodes, *decision.ahead)]

    def _help(self, depth: int, worker: Worker) -> bool:
        """Try options of an open node after a history of so many guesses or more. Returns whether there were any.

        The root comes first, then the node that fewest workers are at: the fewer options of a node are tried side by
        side, the more of them have a cutoff. For the same reason nobody helps at a node whose first option is still
        being tried without a cutoff, even if a core is idle then.
        """
        nodes = [node for node in self._open if len(node.history) >= depth and not self._awaits_cutoff(node)]
        for node in sorted(nodes, key=lambda node: (len(node.history) > 0, node.leased)):
            has_cutoff = len(node.history) > 0 or node.incumbent is not None
            if has_cutoff and self._evaluate_some(node, worker, helps=True):
                return True
        has_options = any(node.remaining and not self._awaits_cutoff(node) for node in self._open)
        return not has_options and any(decision.look_ahead(worker) for decision in [*self._decisions])

    def _awaits_cutoff(self, node: OpenNode) -> bool:
        """Whether the first option of a node is being tried, which all others there wait for."""
        return node.awaits_first and node.least >= self._search.infinite

    def _evaluate_some(self, node: OpenNode, worker: Worker, helps: bool = False) -> bool:
        """Try the next options of a node, as many as the worker takes at a time. Returns whether there were any."""
        search, history = self._search, node.history

        def claim(guess: int) -> bool:
            return not history or search.store.claim(search.option_name(history, guess))

        with node.lease(claim, worker.lease_size(search, node)) as leased:
            if not leased:
                return False
            not_tried, start = list[int](), worker.spent()
            try:
                not_tried = worker.evaluate(search, node, leased)
            finally:  # also when it is stopped: a store that stays open is searched with again
                for _, guess in leased if history else ():
                    with suppress(TreebuildError):  # if a store cannot be written, `put` says so
                        search.store.release(search.option_name(history, guess))
            if helps:
                seconds = worker.spent() - start
                worker.credit(-seconds)
                node.add_help(seconds)
            node.give_back(not_tried)
        if self._progress:
            done, bound = node.progress
            self._progress(Step(history, leased[-1][1], done, len(node.options), node.incumbent, bound))
        return True


class _Decision:
    """Nodes that are decided together, and those that were opened ahead, while the last options were tried."""

    def __init__(self, nodes: list[OpenNode], when_idle: WhenIdle | None) -> None:
        self.nodes, self.ahead = nodes, list[OpenNode]()
        self._when_idle, self._lock = when_idle, Lock()

    def look_ahead(self, worker: Worker) -> bool:
        """Call `when_idle`, unless another worker does. Returns whether that made work."""
        if self._when_idle is None or self.ahead or not self._lock.acquire(blocking=False):
            return False
        try:
            node = self._when_idle(worker)
            self.ahead += [] if node is None else [node]
        finally:
            self._lock.release()
        return bool(self.ahead)
