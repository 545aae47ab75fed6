"""The tasks of a search on a cluster, without one: what a worker makes of a task, what the driver does with tasks."""

import logging
import sys
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'treebuild[cluster]'")

from treebuild import build
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.positions import History
from treebuild.game.reply_matrix import candidates_after, partition, reply_matrix
from treebuild.search.cluster import driver, tasks
from treebuild.search.cluster import worker as dask_worker
from treebuild.search.cluster.watch import Observed, Watch
from treebuild.search.cluster.worker import Task, TaskResult
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.solver import PositionSolver
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.goal.vectors import INFINITE
from treebuild.search.store.results import Result, Sizes
from treebuild.search.store.sqlite import StoreFile
from treebuild.search.walk.exhaustive import Exhaustive, ExhaustiveSpec
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.open_node import OpenNode
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.scheduler import Scheduler
from treebuild.search.walk.threads import Pool
from treebuild.search.walk.walk import LocalWorker, Walk


@pytest.fixture(autouse=True)
def worker_without_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker keeps the tables of its problems; here it is this process, which has other tests to run."""
    monkeypatch.setattr(dask_worker, "_states", {})


def test_a_task_is_given_up_when_it_cannot_matter() -> None:
    spec = ExhaustiveSpec(reply_matrix("p4c7r").game, Objective.parse("total"), 2401, (Source.ALL,))
    state = dask_worker.WorkerState(spec)
    problem = state.walk.problem
    reply = next(r for r, part in enumerate([0] * 14) if (problem.replies.matrix[1] == r).sum() > 500)
    task = Task("a", ((1, reply),), ((200, problem.infinite), (300, problem.infinite)))
    state.update_cutoffs("a", {200: (0,), 300: (1,)})  # before it begins
    done = state.work(task)
    assert not any(known.exact for known, _ in done.results)
    assert not state._cutoffs and not state._running
    state._free[0].stop()  # as by a message that comes too late: the option before had ended
    free = state.work(task)
    assert free.results[0][0].exact
    assert free.results[1][0].exact or free.results[1][0].value >= free.results[0][0].value


def test_what_an_inner_guess_costs_is_no_bound_of_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task that is told its limit while it tries a bad guess in a part: that guess costs more than the whole task's.

    Of 37 secrets, c0 leaves 36 together. There `pairs`, which has the least bound, costs more than `thirds`.
    """
    names = [f"c{i}" for i in range(37)]
    parts = [divmod(i - 1, 12) for i in range(1, 37)]
    rows = [bytes(int(i != j) for j in range(37)) for i in range(37)]
    rows.append(bytes([1, *(1 + place // 2 for _, place in parts)]))  # pairs
    rows.append(bytes([1, *(1 + third for third, _ in parts)]))  # thirds
    rows += [bytes([1, *(2 + place if third == only else 1 for third, place in parts)]) for only in range(3)]
    rows += [bytes([1, *(reply if third == 0 else 1 for third, _ in parts)]) for reply in range(2, 7)]
    codes = [*names, *map(str, range(len(rows) - 37))]
    game = Game.from_table("lopsided", codes, names, [f"r{i}" for i in range(14)], 0, rows)
    walked, task = Handover(first_replies=1, large=8, few=3), Task("a", (), ((0, (1 << 60,)),))
    problem = ExhaustiveSpec(game, Objective.parse("total"), 37, (Source.ALL,), walked)
    ((true, _),) = dask_worker.WorkerState(problem).work(task).results
    assert true.exact
    state, inner = dask_worker.WorkerState(problem), list[tuple[int, ...]]()
    assert isinstance(state.walk, Exhaustive)
    search_parts = state.walk.search_parts
    limit = (true.value[0] + 1,)

    def told(candidates: Any, history: Any, *rest: Any) -> Result:
        known = search_parts(candidates, history, *rest)
        if history and known.value > limit and not inner:
            inner.append(known.value)
            state.update_cutoffs("a", {0: limit})
        return known

    monkeypatch.setattr(state.walk, "search_parts", told)
    ((found, _),) = state.work(task).results
    assert inner and (found.exact or found.value <= true.value)


def test_a_task_gives_back_what_it_has_no_time_for() -> None:
    """Others try these guesses then, and the node is not decided before."""
    state = dask_worker.WorkerState(
        ExhaustiveSpec(reply_matrix("p4c6r").game, Objective.parse("total"), 1296, (Source.ALL,))
    )
    infinite = state.walk.problem.infinite
    done = state.work(Task("a", ((7, 0),), ((200, infinite), (300, infinite))), seconds=0)
    assert len(done.results) == 1
    node = OpenNode(np.arange(3, dtype=np.int32), (), (INFINITE,), [((1,), 200), ((2,), 300)])
    with node.lease(lambda guess: True, 2) as leased:
        assert leased == [(0, 200), (1, 300)] and node.awaits_cutoff and node.progress == (2, None)
        node.give_back([1])
        assert node.progress == (1, (2,))
        node.report(0, (5,))
    assert not node.decided and not node.awaits_cutoff
    with node.lease(lambda guess: True) as leased:
        assert leased == [(1, 300)]
        node.report(1, (4,))
    assert node.decided and node.result().guess == 300


def test_no_two_workers_of_a_cluster_search_with_one_solver() -> None:
    walk = Exhaustive(Problem(PreparedGame(reply_matrix("p3c4r")), Objective.parse("total"), 64))
    cluster = object.__new__(driver.DaskCluster)
    threads = {"a": tasks.MIN_FIRST_OPTIONS, "b": 3}
    cluster.limits = tasks.ClusterLimits()
    cluster.watch = Watch("tcp://here:1", cluster.limits)
    cluster.watch.take(Observed(monotonic(), threads))
    cluster.look, cluster.broadcast = lambda: None, lambda *_: None  # type: ignore[method-assign,assignment]
    few = OpenNode(np.arange(64, dtype=np.int32), (), (9,), [((1,), 0), ((1,), 1)])
    workers = cluster.workers(walk)
    searching = [worker for worker in workers if worker.lease_size(walk, few)]
    few_options = tasks.MIN_FIRST_OPTIONS
    assert len(workers) == tasks.WORKERS_PER_THREAD * (few_options + 3) and len(searching) == few_options
    assert workers[-1].idle_seconds > 10 * workers[0].idle_seconds  # it waits for a machine, and takes no time
    assert len({id(worker.solver.work.bound) for worker in searching}) == len(searching)
    later = OpenNode(few.candidates, ((0, 1),), (9,), few.options)
    assert sum(worker.lease_size(walk, later) for worker in workers) == few_options + 3  # a guess for each thread
    cluster.watch.take(Observed(monotonic(), threads | {"c": 2}))
    assert sum(worker.lease_size(walk, later) for worker in workers) == few_options + 5  # also for those that joined


class Here(tasks.ClusterWorker):
    """Notes what it sends, and does it itself."""

    def __init__(self, problem: Problem) -> None:
        self.sent = list[tuple[History, int]]()
        limits = tasks.ClusterLimits(small_part=50)
        machines = SimpleNamespace(threads=1, times=tasks.OptionTimes(), limits=limits)
        super().__init__(machines, 0, problem, problem.solver)

    def send(self, walk: Walk, history: History, guesses: list[int], cutoffs: Any) -> TaskResult:
        self.sent += [(history, guess) for guess in guesses]
        candidates, done = candidates_after(self.problem.replies.game, history), list[tuple[Result, float]]()
        machine = LocalWorker(self.problem, self.solver.fork())  # several may be sent at the same time
        for guess, cutoff in zip(guesses, cutoffs, strict=True):
            if guess == dask_worker.POSITION:
                done.append((walk.settle(candidates, history, cutoff(), machine), 0.1))
            else:
                done.append((walk.search_option(candidates, history, guess, cutoff, machine), 0.1))
        return TaskResult(tuple(done), ())


def test_parts_of_first_guesses_are_sent() -> None:
    """Those that the compiled search takes over, and that have more than `small_part` candidates."""
    game, handover = PreparedGame(reply_matrix("p4c6r")), Handover(many_guesses=20)
    walk = Exhaustive(Problem(game, Objective.parse("total"), 1296, handover=handover))
    worker = Here(walk.problem)
    walk.scheduler = Scheduler(Pool[LocalWorker].of([worker], Here.stop))
    walk.run()
    assert walk.root.value == (5625,)
    parts = [history for history, guess in worker.sent if guess == dask_worker.POSITION]
    first = parts[0][0][0]  # this option has no cutoff: all of its parts are sent, however small
    sizes = [len(candidates_after(game.replies.game, part)) for part in parts if part[0][0] != first]
    assert sizes and min(sizes) > 50 and {len(part) for part in parts} == {1}


@pytest.mark.parametrize("lost", [driver.MAX_TRIES - 1, driver.MAX_TRIES])
def test_a_task_that_is_lost_is_sent_again(lost: int) -> None:
    """When there are workers again, and not for ever."""

    class Unlucky(driver._RemoteWorker):
        tried, looked = 0, 0

        def __init__(self, solver: PositionSolver) -> None:
            self.solver, self._sizes = solver, SIZES
            self._cluster: Any = SimpleNamespace(look_again=self.look_again, address="tcp://here:1")
            self._link: Any = SimpleNamespace(merge_results=lambda settled: None, problem=b"")

        def look_again(self, check_stop: Any) -> None:
            check_stop()
            self.looked += 1

        def _send_once(self, *_: Any) -> TaskResult:
            self.tried += 1
            if self.tried <= lost:
                raise driver._TaskLostError("OddError")
            return DONE

    walk = Exhaustive(Problem(PreparedGame(reply_matrix("p2c3n")), Objective.parse("total"), 6))
    remote = Unlucky(walk.problem.solver)
    if lost < driver.MAX_TRIES:
        assert remote.send(walk, (), [5], [lambda: (0,)]) == DONE
        assert (remote.tried, remote.looked) == (lost + 1, lost)
    else:
        with pytest.raises(TreebuildError, match=r"tcp://here:1: .* failed at a task \(OddError\)"):
            remote.send(walk, (), [5], [lambda: (0,)])


FOUND = Result((9,), 5, ((5, 0),))
DONE = TaskResult(((FOUND, 0.5),), ((((0, 1), (2,)), FOUND, 0.5),))
SIZES = Sizes(places=1, codes=6, replies=4)
NAN = float("nan")
WRONG: dict[str, list[Any]] = {
    "value": [(), (9, 9), (9.5,), ("9",), "9", (-1,), (INFINITE,), (1 << 90,), [9], None],
    "guess": [6, -2, "5", 5.0, None],
    "history": [((6, 0),), ((5, 4),), ((5,),), (5,), [(5, 0)], ((NAN, 0),), None],
}
WRONG_NEWS: list[Any] = [
    1,
    (FOUND, 0.5),
    ([1], FOUND, 0.5),
    (frozenset({1}), FOUND, 0.5),
    ((1,), FOUND, NAN),
    ((1,), 9, 0.5),
]
NO_RESULTS: list[Any] = [
    None, 5, ((FOUND, 0.5),), TaskResult((), ()), TaskResult(((FOUND, 0.5),) * 2, ()),
]  # fmt: skip
WRONG_RESULTS: list[Any] = [None, (None, 0.5), (FOUND,), *((FOUND, seconds) for seconds in (NAN, float("inf"), "1"))]


@pytest.mark.parametrize(
    "lie",
    [
        *NO_RESULTS,
        *(TaskResult((wrong,), ()) for wrong in WRONG_RESULTS),
        *(TaskResult(((FOUND, 0.5),), (wrong,)) for wrong in WRONG_NEWS),
        *(
            TaskResult(((replace(FOUND, **{name: wrong}), 0.5),), ())
            for name, values in WRONG.items()
            for wrong in values
        ),
    ],
    ids=repr,
)
def test_a_result_that_no_search_finds_ends_it(lie: Any) -> None:
    """In one line; it reaches neither the search nor its store."""
    walk = Exhaustive(Problem(PreparedGame(reply_matrix("p2c3n")), Objective.parse("total"), 6))
    link: Any = SimpleNamespace(cluster=SimpleNamespace(address="tcp://here:1"), problem=b"p", merge_results=None)
    remote = driver._RemoteWorker(link, 0, walk.problem, walk.problem.solver)
    remote._sizes, remote._send_once = SIZES, lambda *_: lie  # type: ignore[method-assign]
    with pytest.raises(TreebuildError, match="tcp://here:1: a worker gave a result that no search finds: install"):
        remote.send(walk, (), [5], [lambda: (0,)])
    assert dask_worker.is_sound(DONE, 1, SIZES) and not dask_worker.is_sound(lie, 1, SIZES)


def nested(levels: int) -> Any:
    return (nested(levels - 1),) if levels else ()


@pytest.mark.parametrize("name", [b"1", "1", 10**5000, nested(400)], ids=["bytes", "text", "long", "deep"])
def test_a_name_that_no_position_has_ends_the_search(name: Any, tmp_path: Path) -> None:
    """It could not be written to the store. Bytes name positions of `near` on a cluster, whose values no file holds."""
    with closing(StoreFile(tmp_path / "a.store", min_seconds=0)) as store:
        walk = Exhaustive(Problem(PreparedGame(reply_matrix("p2c3n")), Objective.parse("total"), 6, store=store))
        link: Any = SimpleNamespace(cluster=SimpleNamespace(address="tcp://here:1"), problem=b"p", merge_results=None)
        remote = driver._RemoteWorker(link, 0, walk.problem, walk.problem.solver)
        lie = TaskResult(((FOUND, 0.5),), (((name,), FOUND, 0.5),))
        remote._sizes, remote._send_once = SIZES, lambda *_: lie  # type: ignore[method-assign]
        with pytest.raises(TreebuildError, match="tcp://here:1: a worker gave a result that no search finds: install"):
            remote.send(walk, (), [5], [lambda: (0,)])


def test_a_worker_with_other_python_code_of_a_game_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has loaded the module before somebody changed it, and a pickled function may be but a name in a module."""
    rules = ModuleType("rules_of_a_game")
    monkeypatch.setitem(sys.modules, rules.__name__, rules)

    def load(digits: int) -> None:
        code = f"def reply(guess, secret): return 'found' if guess == secret else str(guess * secret % {digits})"
        exec(code, vars(rules))

    load(3)
    game = Game.from_parts(
        "mine", range(9), range(9), lambda g, s: rules.reply(g, s), ["0", "1", "2", "found"], "found"
    )
    spec = ExhaustiveSpec(game, Objective.parse("total"), 9, (Source.ALL,))
    problem = driver._pickled(spec)
    key, task = dask_worker.key_of(problem, reply_matrix(game)), Task("a", ((0, 0),), ((1, (9999,)),))
    load(2)
    with pytest.raises(
        TreebuildError, match=r"^a worker has other Python code of the game mine: start the worker again"
    ):
        dask_worker.work(dask_worker.IDENTITY, key, task, problem)
    load(3)
    assert dask_worker.work(dask_worker.IDENTITY, key, task, problem)


class _Deceived:
    """A cluster whose workers have found that a part of the first guess costs more than it does."""

    def workers(self, walk: Walk) -> list[LocalWorker]:
        problem = walk.problem
        reply, _ = max(partition(problem.replies, 0, problem.game.everything), key=lambda part: len(part[1]))
        problem.store.put(problem.position_name(((0, reply),)), Result((99,), 1))
        return [LocalWorker(problem, problem.solver)]

    def close(self) -> None:
        pass


def test_a_cost_that_workers_found_is_claimed_only_if_the_tree_has_it() -> None:
    with pytest.raises(TreebuildError, match="the search contradicts itself"):
        build("exact", "p3c4n", objective="total", first="012", cluster=_Deceived())


def test_what_dask_cannot_deserialize_is_told_in_one_line_alone() -> None:
    driver._silence_dask()
    for name in "distributed", "distributed.protocol.core", "distributed.protocol.pickle":
        assert not logging.getLogger(name).isEnabledFor(logging.CRITICAL)


def test_a_task_of_a_frozen_worker_is_sent_to_others() -> None:
    """Its worker, which may go on some time, is told to return from it."""
    walk = Exhaustive(Problem(PreparedGame(reply_matrix("p2c3n")), Objective.parse("total"), 6))
    submitted, given_up, released = list[Any](), list[str](), list[str]()
    done = TaskResult(((Result(walk.problem.zero), 0.0),), ())
    watch = Watch("tcp://here:1", tasks.ClusterLimits())
    watch.take(Observed(monotonic(), {"a": 1, "b": 1}))

    def submit(*_: Any, key: str, workers: Any, **__: Any) -> Any:
        submitted.append(workers)
        if workers is None:  # `a` gets it, and freezes
            said.append(Observed(monotonic() + 1, {"a": 1, "b": 1}, {"a": 60.0}, {"a": [key]}))
        return SimpleNamespace(
            add_done_callback=lambda note: note(None) if workers else None,
            result=lambda timeout: done,
            release=lambda: released.append(key),
        )

    said = list[Observed]()
    cluster = SimpleNamespace(
        watch=watch,
        client=SimpleNamespace(submit=submit),
        limits=watch.limits,
        look=lambda: watch.take(said[-1]) if said else None,
        look_again=lambda check_stop: None,
    )
    link = SimpleNamespace(
        cluster=cluster,
        key="problem",
        problem=b"",
        threads=2,
        give_up=lambda task: given_up.append(task.name),
        merge_results=lambda settled: None,
    )
    remote = driver._RemoteWorker(link, 0, walk.problem, walk.problem.solver)  # type: ignore[arg-type]
    assert remote.send(walk, ((1, 0),), [7], [lambda: walk.problem.infinite]) is done
    assert submitted == [None, ["b"]] and released[0] == given_up[0] and len(released) == 2 and len(given_up) == 1
    assert not watch.sent and not watch.lost


def test_a_scheduler_that_answers_no_more_is_given_up() -> None:
    """But not for the time in which nobody looked, or in which this process was frozen itself."""
    cluster, asked = object.__new__(driver.DaskCluster), list[Future[Observed]]()
    cluster.limits, cluster.client = tasks.ClusterLimits(connect_seconds=0.4), SimpleNamespace(status="running")
    cluster.watch, cluster._lock = Watch("tcp://here:1", cluster.limits), Lock()
    cluster._asked = cluster._looked = cluster._unanswered = monotonic()
    cluster._begin_to_observe = lambda seconds: asked.append(Future()) or asked[-1]  # type: ignore[method-assign]
    cluster._observing = cluster._begin_to_observe(0.4)
    for _ in range(2):
        sleep(0.5)
        cluster.look()
    asked[-1].set_result(Observed(monotonic(), {"a": 1}))
    cluster.look()
    assert cluster.watch.threads == 1 and len(asked) == 2  # it is asked again, as that was a second ago
    asked[-1].set_exception(OSError())
    start = monotonic()
    with pytest.raises(TreebuildError, match="tcp://here:1: the scheduler does not answer any more: start it again"):
        while monotonic() < start + 20:
            cluster.look()
            sleep(0.05)
    assert monotonic() - start > 0.3
