"""A search on a Dask cluster: the same tree, whatever happens to its workers."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock, Thread
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'treebuild[cluster]'")

from treebuild import build, certify
from treebuild.codec.msgpack import encode
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.replies import reply_matrix
from treebuild.search.allowed import Source
from treebuild.search.game_search import Problem, Proof
from treebuild.search.objective import Objective
from treebuild.search.open_node import Contest
from treebuild.search.parallel import dask_driver as driver
from treebuild.search.parallel import dask_worker as desk
from treebuild.search.prepared import Tables
from treebuild.search.store.inspect import read
from treebuild.search.store.memory import Known


def started(*words: str) -> subprocess.Popen[bytes]:
    """A program of Dask's, in a process group of its own: its workers have parents."""
    log = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-m", "dask", *words], stdout=log, stderr=log, start_new_session=True)


def ended(process: subprocess.Popen[bytes], how: int = signal.SIGTERM) -> None:
    if process.poll() is None:
        os.killpg(process.pid, how)
    process.wait()


class Farm:
    """A scheduler, and workers of one thread each."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = started("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        self.workers: list[subprocess.Popen[bytes]] = []

    def hire(self, number: int = 1) -> None:
        """Start workers, and wait for them."""
        words = "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"
        self.workers += [started(*words) for _ in range(number)]
        from distributed import Client

        with Client(self.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(sum(worker.poll() is None for worker in self.workers), timeout=60)

    def close(self) -> None:
        """End all of it."""
        for process in (*self.workers, self.scheduler):
            ended(process)


@pytest.fixture(scope="module")
def farm() -> Iterator[Farm]:
    """Two workers."""
    farm = Farm()
    try:
        farm.hire(2)
        yield farm
    finally:
        farm.close()


def test_a_cluster_finds_the_same_tree(farm: Farm, tmp_path: Path) -> None:
    store = tmp_path / "store"
    for objective in "total", "total,deepest":
        tree = build("exact", "p4c7n", objective=objective, cluster=farm.address, store=store)
        assert encode(tree) == encode(build("exact", "p4c7n", objective=objective))
    assert read(store).problems[0].settled


def test_a_cluster_writes_the_same_certificate(farm: Farm) -> None:
    assert certify("p3c8n", "total", cluster=farm.address).data == certify("p3c8n", "total").data


def test_the_command_line_takes_a_cluster(farm: Farm) -> None:
    words = "build", "exact", "--objective", "total", "--game", "p3c7n", "--cluster", farm.address
    done = subprocess.run([sys.executable, "-m", "treebuild", *words], capture_output=True, text=True)
    assert done.returncode == 0
    assert "no tree of this game has a smaller total than" in done.stdout
    assert not done.stderr


def test_a_worker_that_is_killed_costs_its_task(farm: Farm) -> None:
    """It is hired again afterwards."""
    killer = Thread(target=lambda: (time.sleep(1.5), ended(farm.workers[0], signal.SIGKILL)))
    killer.start()
    tree = build("exact", "p4c7r", objective="total", cluster=farm.address)
    killer.join()
    assert tree.total == 11228
    farm.hire()


def test_a_worker_of_another_version_is_refused(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "IDENTITY", (desk.ENGINE, "0.0.1"))
    with pytest.raises(TreebuildError, match=r"runs treebuild .*, this is 0\.0\.1 .*install the same one"):
        build("exact", "p3c4r", objective="total", cluster=farm.address)
    monkeypatch.setattr(driver.Cluster, "_check_workers", lambda self: None)  # it came later
    with pytest.raises(TreebuildError, match="install the same one everywhere"):
        build("exact", "p4c6n", objective="total", cluster=farm.address)


@pytest.mark.parametrize("frozen", [False, True])
def test_a_scheduler_that_is_gone_ends_the_search(frozen: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_PATIENCE", 1.0)
    farm = Farm()

    def lose() -> None:
        time.sleep(2.0)
        os.killpg(farm.scheduler.pid, signal.SIGSTOP) if frozen else farm.close()

    try:
        farm.hire()
        loser = Thread(target=lose)
        loser.start()
        with pytest.raises(TreebuildError, match=r"are gone.*store='FILE' keeps what is settled"):
            build("exact", "p4c9r", objective="total", cluster=farm.address)
        loser.join()
    finally:
        ended(farm.scheduler, signal.SIGKILL)
        farm.close()


def test_no_scheduler_no_workers_no_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_CONNECT", 1.0)
    for address in "tcp://127.0.0.1:9", "nonsense://x", "":
        with pytest.raises(TreebuildError, match="no Dask scheduler at"):
            build("exact", "p3c4r", objective="total", cluster=address)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(TreebuildError, match=r"pip install 'treebuild\[cluster\]'"):
        build("exact", "p3c4r", objective="total", cluster="tcp://127.0.0.1:9")


def test_a_task_is_given_up_when_it_cannot_matter() -> None:
    problem = Problem(reply_matrix("p4c7r").game, Objective.parse("total"), 2401, (Source.ALL,))
    here = desk.Desk(problem)
    proof = here.proof
    reply = next(r for r, part in enumerate([0] * 14) if (proof.replies.matrix[1] == r).sum() > 500)
    task = desk.Task("a", ((1, reply),), ((200, proof.infinite), (300, proof.infinite)))
    here.tell("a", {200: (0,), 300: (1,)})  # before it begins
    done = here.work(task)
    assert not any(known.exact for known, _ in done.found)
    assert not here._told and not here._trying
    proof.hand.stop()  # as one is that was told too late: the guess before had ended
    free = here.work(task)
    assert free.found[0][0].exact
    assert free.found[1][0].exact or free.found[1][0].value >= free.found[0][0].value


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
    problem, task = Problem(game, Objective.parse("total"), 37, (Source.ALL,)), desk.Task("a", (), ((0, (1 << 60,)),))
    for name, value in ("WHOLE", 1), ("LARGE", 8), ("SMALL", 3):
        monkeypatch.setattr(f"treebuild.search.game_search.{name}", value)
    ((true, _),) = desk.Desk(problem).work(task).found
    assert true.exact
    here, inner = desk.Desk(problem), list[tuple[int, ...]]()
    by_children = here.proof.by_children
    limit = (true.value[0] + 1,)

    def told(candidates: Any, history: Any, *rest: Any) -> Known:
        known = by_children(candidates, history, *rest)
        if history and known.value > limit and not inner:
            inner.append(known.value)
            here.tell("a", {0: limit})
        return known

    monkeypatch.setattr(here.proof, "by_children", told)
    ((found, _),) = here.work(task).found
    assert inner and (found.exact or found.value <= true.value)


def test_a_task_gives_back_what_it_has_no_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others try these guesses then, and the contest is not decided before."""
    monkeypatch.setattr(desk, "MOST_SECONDS", 0.0)
    here = desk.Desk(Problem(reply_matrix("p4c6r").game, Objective.parse("total"), 1296, (Source.ALL,)))
    infinite = here.proof.infinite
    done = here.work(desk.Task("a", ((7, 0),), ((200, infinite), (300, infinite))))
    assert len(done.found) == 1
    contest = Contest(np.arange(3, dtype=np.int32), (), (9,), [((1,), 200), ((2,), 300)])
    with contest.turn(lambda guess: True, 2) as bunch:
        assert bunch == [(0, 200), (1, 300)] and contest.opening and contest.done == (2, None)
        contest.give_back([1])
        assert contest.done == (1, (2,))
        contest.enter(0, (5,))
    assert not contest.decided and not contest.opening
    with contest.turn(lambda guess: True) as bunch:
        assert bunch == [(1, 300)]
        contest.enter(1, (4,))
    assert contest.decided and contest.found().guess == 300


def test_no_two_hands_of_a_cluster_search_with_one_solver() -> None:
    proof = Proof(Tables(reply_matrix("p3c4r")), Objective.parse("total"), 64)
    cluster = object.__new__(driver.Cluster)
    threads = {"a": driver.FEW, "b": 3}
    cluster.client = SimpleNamespace(
        scheduler=SimpleNamespace(ncores=None), sync=lambda *_, **__: threads, status="running"
    )
    cluster._asked, cluster.broadcast = 0.0, lambda *_: None  # type: ignore[method-assign]
    few = Contest(np.arange(64, dtype=np.int32), (), (9,), [((1,), 0), ((1,), 1)])
    hands = cluster.hands(proof, Problem(proof.replies.game, proof.objective, 64, (Source.ALL,)))
    searching = [hand for hand in hands if hand.most(few)]
    assert len(hands) == driver.HANDS * (driver.FEW + 3) and len(searching) == driver.FEW
    assert hands[-1].pause > 10 * hands[0].pause  # those for workers that are not there yet take no time
    assert len({id(hand.solver.memory.table) for hand in searching}) == len(searching)
    later = Contest(few.candidates, ((0, 1),), (9,), few.ordered)
    assert sum(hand.most(later) for hand in hands) == driver.FEW + 3  # a guess for each thread
    threads["c"], cluster._asked = 2, 0.0
    assert cluster.alive() and sum(hand.most(later) for hand in hands) == driver.FEW + 5  # also for those that joined


def test_workers_hear_what_they_are_told(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits, and what others settled; one that has no tables says so, and gets them."""
    monkeypatch.setattr(driver, "NEWS", 1)
    proof = Proof(Tables(reply_matrix("p3c6r")), Objective.parse("total"), 216)
    cluster = driver.Cluster(farm.address)
    try:
        hand = cluster.hands(proof, Problem(proof.replies.game, proof.objective, 216, (Source.ALL,)))[0]
        assert isinstance(hand, driver._Remote)
        key = hand._line.key

        def heard(what: str) -> list[Any]:
            def there(what: str = what, key: str = key) -> Any:
                from treebuild.search.parallel import dask_worker as desk

                here = desk._desks.get(key)
                return here and (here._told if what == "told" else here.proof.store.get("news"))

            return list(cluster.client.run(there).values())

        def soon(what: str, wanted: object) -> bool:
            return any(heard(what) == [wanted] * 2 or time.sleep(0.1) for _ in range(100))

        assert soon("told", {})  # their tables are made
        hand._line.tell(desk.Task("a", (), ()), {5: (3,)})
        assert soon("told", {"a": {5: (3,)}})
        little, much = Known((1,), 2), Known((9,), 2)
        hand._line.learn((("old", little, 0.5), ("news", much, 1.0)))  # more than are told at once
        assert soon("news", much)

        def forget() -> None:
            from treebuild.search.parallel import dask_worker as desk

            desk._desks.clear()

        cluster.client.run(forget)
        assert heard("told") == [None] * 2
        assert hand._done(proof, ((1, 0),), [7], [lambda: proof.infinite]).found[0][0].exact
    finally:
        cluster.close()


def test_a_worker_that_stands_still_keeps_nothing_from_others(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_HEARD", 0.5)
    problem = Problem(reply_matrix("p3c5r").game, Objective.parse("total"), 125, (Source.ALL,))
    cluster = driver.Cluster(farm.address)
    try:
        line = driver._Line(cluster, problem)
        there = cluster.client.run(os.getpid)
        frozen, other = there.popitem()[1], next(iter(there))
        os.kill(frozen, signal.SIGSTOP)
        try:
            line.prepare()
            for number in range(3):  # each is told when the one before is given up
                line.learn(((f"news {number}", Known((9,), 2), 1.0),))
                line.tell(desk.Task(f"task {number}", (), ()), {5: (3,)})
                time.sleep(0.7)

            def heard(key: str = line.key) -> bool:
                from treebuild.search.parallel import dask_worker as desk

                here = desk._desks[key]
                return "task 2" in here._told and here.proof.store.get("news 2") is not None

            assert cluster.client.run(heard, workers=[other]) == {other: True}
        finally:
            os.kill(frozen, signal.SIGCONT)
    finally:
        cluster.close()


def test_a_game_of_functions_goes_along(farm: Farm) -> None:
    def reply(guess: int, secret: int) -> str:
        return "higher" if secret > guess else "lower" if secret < guess else "right"

    game = Game.from_parts("numbers", range(59), range(59), reply, ["lower", "higher", "right"], "right")
    assert build("exact", game, objective="total", cluster=farm.address).total == 297  # halving: 1 2 4 8 16 28
    lock = Lock()
    game = Game.from_parts("locked", range(9), range(9), lambda g, s: lock and int(g == s), [0, 1], 1)
    with pytest.raises(TreebuildError, match=r"the game locked cannot be sent to a cluster .*: give it by rule"):
        build("exact", game, objective="total", cluster=farm.address)


def test_a_first_guess_is_divided_among_workers(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its parts, large ones are contests again, and others tasks."""
    kinds = set[tuple[int, bool]]()
    done = driver._Remote._done

    def noted(self: Any, proof: Any, history: Any, guesses: list[int], limits: Any) -> desk.Done:
        kinds.add((len(history), guesses == [desk.POSITION]))
        return done(self, proof, history, guesses, limits)

    monkeypatch.setattr(driver._Remote, "_done", noted)
    monkeypatch.setattr(driver, "LARGE", 80)
    monkeypatch.setattr("treebuild.search.game_search.LARGE", 40)
    tree = build("exact", "p4c7n", objective="total", cluster=farm.address)
    assert encode(tree) == encode(build("exact", "p4c7n", objective="total"))
    assert kinds == {(1, False), (2, True), (2, False)}

    def failed(self: Any, proof: Any, history: Any, guesses: list[int], limits: Any) -> desk.Done:
        if guesses == [desk.POSITION]:
            raise TreebuildError("odd")
        return done(self, proof, history, guesses, limits)

    monkeypatch.setattr(driver._Remote, "_done", failed)
    with pytest.raises(TreebuildError, match="odd"):  # and not that others were stopped for it
        build("exact", "p4c7n", objective="total", cluster=farm.address)


@pytest.mark.parametrize(("lost", "alive"), [(2, True), (3, True), (1, False)])
def test_a_task_that_dask_loses_is_handed_over_again(lost: int, alive: bool) -> None:
    """As long as somebody is there, and not for ever."""

    class Unlucky(driver._Remote):
        tried = 0

        def __init__(self) -> None:
            self._cluster: Any = SimpleNamespace(alive=lambda: alive, address="tcp://here:1")
            self._line: Any = SimpleNamespace(learn=lambda settled: None, problem=b"")

        def _once(self, *_: Any) -> desk.Done:
            self.tried += 1
            if self.tried <= lost:
                raise driver._LostError("OddError")
            return desk.Done((), ())

    remote, proof = Unlucky(), Proof(Tables(reply_matrix("p2c3n")), Objective.parse("total"), 6)
    if alive and lost < driver.TRIES:
        assert remote._done(proof, (), [], []) == desk.Done((), ()) and remote.tried == lost + 1
    else:
        said = r"failed at a task \(OddError\)" if alive else r"are gone \(OddError\)"
        with pytest.raises(TreebuildError, match=f"tcp://here:1: .* {said}"):
            remote._done(proof, (), [], [])


def test_the_commands_of_the_readme(farm: Farm, tmp_path: Path) -> None:
    """The scheduler and the workers are here already; that they are started so is seen in `Farm`."""
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    (block,) = re.findall(r"```shell\n(.*?)```", readme, re.DOTALL)
    scheduler, worker, command = (line.partition("  #")[0].split() for line in block.splitlines())
    assert scheduler == ["dask", "scheduler"]
    assert worker == ["dask", "worker", "tcp://127.0.0.1:8786", "--nthreads", "2"]
    words = [farm.address if word == "tcp://127.0.0.1:8786" else word for word in command[1:]]
    done = subprocess.run([sys.executable, "-m", "treebuild", *words], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "no tree of this game has a smaller total than 11228" in done.stdout
