"""A search on a Dask cluster: the same tree, whatever happens to its workers."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Lock, Thread
from time import perf_counter
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.helpers.local_cluster import LocalCluster, ended, free_port, started

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'treebuild[cluster]'")

from tests.conftest import mostly_long, require
from treebuild import build, certify, load, verify
from treebuild.codec.msgpack import encode
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import exact
from treebuild.search.cluster import driver, tasks
from treebuild.search.cluster import worker as dask_worker
from treebuild.search.cluster.tasks import ClusterLimits
from treebuild.search.cluster.watch import Observed
from treebuild.search.cluster.worker import Task, TaskResult
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.near import solve as near
from treebuild.search.near.efforts import Effort
from treebuild.search.near.passes import Pass
from treebuild.search.resources import connected
from treebuild.search.store.inspect import read
from treebuild.search.store.results import Result
from treebuild.search.walk.exhaustive import Exhaustive, ExhaustiveSpec
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.open_node import OpenNode
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import grow

# Nearly every option is so long that machines would wait for it, and every part is a task.
MANY_TASKS = ClusterLimits(task_seconds=1e-5, small_part=3, options_per_machine=100)


def connected_once_it_runs(address: str) -> None:
    """Connect, as soon as the program that is being started at this address listens."""
    port = int(address.rpartition(":")[2])
    for _ in range(600):
        with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
            break
        time.sleep(0.1)
    driver.DaskCluster(address, ClusterLimits(connect_seconds=60)).close()


def certificate(name: Path) -> Path:
    """Make a certificate that certifies itself, NAME.pem, and its key, NAME.key."""
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*words, "-keyout", f"{name}.key", "-out", f"{name}.pem"], check=True, capture_output=True)
    return name


@pytest.fixture(scope="module")
def local_cluster() -> Iterator[LocalCluster]:
    """Two workers."""
    local_cluster = LocalCluster()
    try:
        local_cluster.start_workers(2)
        yield local_cluster
    finally:
        local_cluster.close()


def test_a_cluster_finds_the_same_tree(local_cluster: LocalCluster, tmp_path: Path) -> None:
    store = tmp_path / "store"
    for objective in "total", "total,deepest":
        tree = build("exact", "p4c7n", objective=objective, cluster=local_cluster.address, store=store)
        assert encode(tree) == encode(build("exact", "p4c7n", objective=objective))
    assert read(store).problems[0].settled


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_cluster_finds_the_same_near_optimal_tree(
    long: bool, local_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where positions below second guesses are large: the driver learns their guesses, and grows the tree.

    If options are `long`, machines would wait for them. The exact search sends these part by part; `near` must not.
    """
    few = Effort(exact=8, parts=12, first=2, second=4, later=3, steps=8)
    efforts = {1: few, 2: replace(few, second=6, later=4, kept=2)}
    limits = MANY_TASKS if long else ClusterLimits()
    sent, send = list[int](), driver._RemoteWorker.send
    monkeypatch.setattr(driver._RemoteWorker, "send", lambda *given: sent.append(1) or send(*given))

    def found(rules: str, objective: str, first: int | None, cluster: driver.DaskCluster | None = None) -> bytes:
        replies, options = reply_matrix(rules), SearchOptions(cluster=cluster)
        solution = near.solve(replies, Objective.parse(objective), 2, first=first, options=options, efforts=efforts)
        return encode(grow(replies, solution.policy))

    for rules, objective, first in ("p4c6r", "total", None), ("p4c6n", "total,limit:7", 0):
        for _ in range(2):
            with closing(driver.DaskCluster(local_cluster.address, limits)) as cluster:
                assert found(rules, objective, first, cluster) == found(rules, objective, first) and sent
        sent.clear()


@pytest.mark.parametrize("games", [("p3c7r", "p4c6n"), pytest.param(("p4c6r", "p4c7n"), marks=pytest.mark.long)])
def test_options_that_machines_would_wait_for_are_sent_part_by_part(
    games: tuple[str, ...], local_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here nearly all are, and every part is a task."""
    monkeypatch.setattr(Exhaustive, "may_divide", lambda walk, node: len(node.candidates) > 60)
    cut, send = list[int](), tasks.ClusterWorker._send_in_turn
    monkeypatch.setattr(tasks.ClusterWorker, "_send_in_turn", lambda *given: cut.append(1) or send(*given))
    for rules in games:
        with closing(driver.DaskCluster(local_cluster.address, MANY_TASKS)) as cluster:
            tree = build("exact", rules, objective="total", cluster=cluster)
        assert encode(tree) == encode(build("exact", rules, objective="total")) and cut
        cut.clear()


def test_a_cluster_stops_when_the_time_is_up(local_cluster: LocalCluster) -> None:
    start = perf_counter()
    tree = build("near", "p4c9r", seconds=2, cluster=local_cluster.address)
    assert perf_counter() - start < 60 and tree.built is not None
    assert tree.built.algorithm.startswith("near --") and verify(tree).ok


@pytest.mark.long
def test_a_cluster_stops_while_guesses_are_tried_quickly(
    local_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the time is up, and at Ctrl-C: the quick tasks that are left would take longer."""
    first = Effort(exact=8, parts=12, first=1, second=1, later=1, steps=2, firsts=1)
    many = replace(first, exact=70, parts=70, second=400, later=100, kept=2)
    efforts, replies, total = {1: first, 2: many}, reply_matrix("p4c7r"), Objective.parse("total")
    tried, decide_apart, waiting, one = list[int](), Pass.decide_apart, Event(), Lock()

    def noted(self: Pass, nodes: Sequence[OpenNode], note: Callable[[int], None]) -> None:
        def slow(number: int) -> None:
            with one:  # however fast the machines are, all tasks take half a minute
                time.sleep(0.1 * number)
            tried.extend([1] * number)

        if sum(len(node.options) for node in nodes) > 200 and self.effort == many.quick:
            waiting.set()
        decide_apart(self, nodes, slow)

    monkeypatch.setattr(Pass, "decide_apart", noted)
    Thread(target=lambda: waiting.wait(60) and (time.sleep(0.3), os.kill(os.getpid(), signal.SIGINT))).start()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a command of another test remembers Ctrl-C
    try:
        with connected(local_cluster.address) as cluster, pytest.raises(KeyboardInterrupt):
            near.solve(replies, total, 2, options=SearchOptions(cluster=cluster), efforts=efforts)
    finally:
        signal.signal(signal.SIGINT, before)
    assert waiting.is_set() and len(tried) < 150
    tried.clear()
    with connected(local_cluster.address) as cluster:
        found = near.solve(replies, total, seconds=3, options=SearchOptions(cluster=cluster), efforts=efforts)
    assert found.stopped and verify(grow(replies, found.policy)).ok and len(tried) < 150


def test_a_cluster_writes_the_same_certificate(local_cluster: LocalCluster) -> None:
    assert certify("p3c8n", "total", cluster=local_cluster.address).data == certify("p3c8n", "total").data


def test_the_command_line_takes_a_cluster(local_cluster: LocalCluster) -> None:
    words = "build", "exact", "--objective", "total", "--game", "p3c7n", "--cluster", local_cluster.address
    done = subprocess.run([sys.executable, "-m", "treebuild", *words], capture_output=True, text=True)
    assert done.returncode == 0
    assert "no tree of this game has a smaller total than" in done.stdout
    assert not done.stderr


def test_a_worker_that_is_killed_costs_its_task(local_cluster: LocalCluster) -> None:
    """Another is started afterwards."""
    killer = Thread(target=lambda: (time.sleep(1.5), ended(local_cluster.workers[0], signal.SIGKILL)))
    killer.start()
    tree = build("exact", "p4c7r", objective="total", cluster=local_cluster.address)
    killer.join()
    assert tree.total == 11228
    local_cluster.start_workers()


def test_a_worker_of_another_version_is_refused(local_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_worker, "IDENTITY", (dask_worker.IDENTITY[0], "0.0.1"))
    with pytest.raises(TreebuildError, match=r"runs treebuild .*, this is 0\.0\.1 .*install the same version"):
        build("exact", "p3c4r", objective="total", cluster=local_cluster.address)
    monkeypatch.setattr(driver.DaskCluster, "_check_workers", lambda *_: None)  # it came later
    with pytest.raises(TreebuildError, match="install the same version everywhere"):
        build("exact", "p4c6n", objective="total", cluster=local_cluster.address)


@pytest.mark.long
@pytest.mark.parametrize("frozen", [False, True])
def test_a_scheduler_that_is_gone_ends_the_search(frozen: bool) -> None:
    local_cluster = LocalCluster()

    def lose() -> None:
        time.sleep(2.0)
        os.killpg(local_cluster.scheduler.pid, signal.SIGSTOP) if frozen else local_cluster.close()

    try:
        local_cluster.start_workers()
        loser = Thread(target=lose)
        loser.start()
        with (
            closing(driver.DaskCluster(local_cluster.address, ClusterLimits(connect_seconds=1.0))) as cluster,
            pytest.raises(TreebuildError, match=r"does not answer any more: start it again.*store='FILE' keeps"),
        ):
            build("exact", "p4c9r", objective="total", cluster=cluster)
        loser.join()
    finally:
        ended(local_cluster.scheduler, signal.SIGKILL)
        local_cluster.close()


def test_no_scheduler_no_workers_no_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    start = perf_counter()
    with pytest.raises(TreebuildError, match=r"no Dask scheduler at tcp://127.0.0.1:9 \(Connection refused\)"):
        build("exact", "p3c4r", objective="total", cluster="tcp://127.0.0.1:9")
    assert perf_counter() - start < ClusterLimits().connect_seconds / 2
    for address in "nonsense://x", "":
        with pytest.raises(TreebuildError, match="no Dask scheduler at"):
            build("exact", "p3c4r", objective="total", cluster=address)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(TreebuildError, match=r"pip install 'treebuild\[cluster\]'"):
        build("exact", "p3c4r", objective="total", cluster="tcp://127.0.0.1:9")


@pytest.mark.parametrize(
    ("says", "seconds", "why"),
    [("", 0.3, "no answer"), ("SSH-2.0-OpenSSH\r\n", 60, "something else"), ("\0" * 99, 60, "something else")],
)
def test_what_accepts_and_is_no_scheduler_is_given_up(says: str, seconds: float, why: str) -> None:
    """And leaves no client of Dask to delete later, which may wait for ever for a lock."""
    from distributed import Client

    before = {id(known) for known in gc.get_objects() if isinstance(known, Client)}
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as connections:

        def serve() -> None:
            with suppress(OSError):  # the server is closed
                while True:
                    connections.enter_context(server.accept()[0]).sendall(says.encode())

        Thread(target=serve, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        start = perf_counter()
        gc.disable()
        try:
            with pytest.raises(TreebuildError, match=rf"no Dask scheduler at {address} \({why}"):
                driver.DaskCluster(address, ClusterLimits(connect_seconds=seconds))
            assert perf_counter() - start < 20
            assert not [known for known in gc.get_objects() if isinstance(known, Client) and id(known) not in before]
        finally:
            gc.enable()


def test_a_name_that_no_machine_can_have_says_so() -> None:
    address = f"tcp://{'a' * 64}.org:8786"
    with pytest.raises(TreebuildError, match=rf"no Dask scheduler at {address} \(no machine can have this name"):
        driver.DaskCluster(address, ClusterLimits(connect_seconds=60))


@pytest.mark.parametrize(
    ("scheme", "settings", "why"),
    [
        ("tls", {}, "TypeError: TLS expects"),  # without certificates
        ("tls", {f"distributed.comm.tls.{of}": "missing.pem" for of in ("ca-file", "client.cert")}, "No such file"),
        ("tls", {"distributed.client.security-loader": "nowhere.load"}, "ModuleNotFoundError: No module named 'now"),
        ("tcp", {"distributed.comm.require-encryption": True}, "RuntimeError: encryption required"),
    ],
)
def test_settings_that_do_not_let_dask_connect_say_why(scheme: str, settings: dict[str, Any], why: str) -> None:
    from dask import config

    with socket.create_server(("127.0.0.1", 0)) as server, config.set(settings):
        address = f"{scheme}://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(TreebuildError, match=rf"no connection to .* at {address} \({why}.*: see to the settings"):
            driver.DaskCluster(address, ClusterLimits(connect_seconds=60))


@pytest.mark.parametrize("nanny", [False, True])
def test_the_address_of_a_worker_is_told_from_that_of_a_scheduler(nanny: bool, local_cluster: LocalCluster) -> None:
    ports = [free_port() for _ in range(2)]
    words = "--nthreads", "1", "--no-dashboard", "--worker-port", ports[0], "--nanny-port", ports[1]
    process = started("worker", local_cluster.address, *words)
    address = f"tcp://127.0.0.1:{ports[nanny]}"
    try:
        with pytest.raises(TreebuildError, match=rf"{address} is the address of a worker, or of its nanny: expected"):
            connected_once_it_runs(address)
    finally:
        ended(process)


def test_a_scheduler_with_a_certificate_is_reached_by_a_loader_of_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Dask's own Client reaches it. Where the certificate is not known, the error says so."""
    require("openssl")  # makes the certificates
    from dask import config

    own, other = certificate(tmp_path / "own"), certificate(tmp_path / "other")
    tls = "--protocol", "tls", "--tls-ca-file", f"{own}.pem", "--tls-cert", f"{own}.pem", "--tls-key", f"{own}.key"
    port = free_port()
    process = started("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard", *tls)
    module = ModuleType("certificates_of_this_test")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    address, loader = f"tls://127.0.0.1:{port}", {"distributed.client.security-loader": f"{module.__name__}.load"}
    try:
        for known, why in (own, "has no workers"), (other, r"no connection to .*CERTIFICATE_VERIFY_FAILED.*see to"):
            files = {"tls_ca_file": f"{known}.pem", "tls_client_cert": f"{own}.pem", "tls_client_key": f"{own}.key"}
            module.load = lambda info, files=files: files  # type: ignore[attr-defined]
            with config.set(loader), pytest.raises(TreebuildError, match=why):
                connected_once_it_runs(address)
    finally:
        ended(process)


@pytest.mark.long
def test_all_steps_of_connecting_share_one_deadline(
    local_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = driver._ask_who_it_is

    async def ask_slowly(*given: Any) -> None:
        await asyncio.sleep(3)
        await ask(*given)

    async def observe(cluster: driver.DaskCluster) -> Observed:
        await asyncio.sleep(60)
        raise AssertionError

    monkeypatch.setattr(driver, "_ask_who_it_is", ask_slowly)
    monkeypatch.setattr(driver.DaskCluster, "_observe", observe)
    start = perf_counter()
    with pytest.raises(TreebuildError, match="no answer"):
        driver.DaskCluster(local_cluster.address, ClusterLimits(connect_seconds=4))
    assert perf_counter() - start < 6.5


@pytest.mark.parametrize(
    ("said", "told"),
    [
        *((said, "does not say which treebuild") for said in (5, None, (3,), "3", ([1], [2]))),
        (FileNotFoundError("no library"), r"cannot load treebuild \(no library\): install it there"),
        (TimeoutError(), "does not answer"),
    ],
)
def test_a_worker_that_says_anything(
    said: object, told: str, local_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(cluster: driver.DaskCluster, workers: Sequence[str], *_: object) -> dict[str, object]:
        return dict.fromkeys(workers, said)

    monkeypatch.setattr(driver.DaskCluster, "_ask", ask)
    with pytest.raises(TreebuildError, match=rf"worker tcp://\S+ .*{told}"):
        driver.DaskCluster(local_cluster.address)


def test_a_scheduler_that_says_anything(local_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    async def observe(cluster: driver.DaskCluster) -> Observed:
        raise KeyError("workers")

    monkeypatch.setattr(driver.DaskCluster, "_observe", observe)
    with pytest.raises(TreebuildError, match=r"no Dask scheduler at \S+ \(something else answers there\)"):
        driver.DaskCluster(local_cluster.address)


def test_workers_get_cutoffs_and_results(local_cluster: LocalCluster) -> None:
    """Limits, and what others settled; one that has no tables says so, and gets them."""
    walk = Exhaustive(Problem(PreparedGame(reply_matrix("p3c6r")), Objective.parse("total"), 216))
    cluster = driver.DaskCluster(local_cluster.address, ClusterLimits(broadcast=1))
    try:
        worker = cluster.workers(walk)[0]
        assert isinstance(worker, driver._RemoteWorker)
        key = worker._link.key

        def heard(what: str) -> list[Any]:
            def there(what: str = what, key: str = key) -> Any:
                from treebuild.search.cluster import worker as dask_worker

                state = dask_worker._states.get(key)
                return state and (state._cutoffs if what == "told" else state.results.get("news"))

            return list(cluster.client.run(there).values())

        def soon(what: str, wanted: object) -> bool:
            return any(heard(what) == [wanted] * 2 or time.sleep(0.1) for _ in range(100))

        assert soon("told", {})  # their tables are made
        worker._link.update_cutoffs(Task("a", (), ()), {5: (3,)})
        assert soon("told", {"a": {5: (3,)}})
        little, much = Result((1,), 2), Result((9,), 2)
        worker._link.merge_results((("old", little, 0.5), ("news", much, 1.0)))  # more than are told at once
        assert soon("news", much)

        def forget() -> None:
            from treebuild.search.cluster import worker as dask_worker

            dask_worker._states.clear()

        cluster.client.run(forget)
        assert heard("told") == [None] * 2
        assert worker.send(walk, ((1, 0),), [7], [lambda: walk.problem.infinite]).results[0][0].exact
    finally:
        cluster.close()


def test_a_worker_that_stands_still_keeps_nothing_from_others(local_cluster: LocalCluster) -> None:
    problem = ExhaustiveSpec(reply_matrix("p3c5r").game, Objective.parse("total"), 125, (Source.ALL,))
    cluster = driver.DaskCluster(local_cluster.address, ClusterLimits(answer_seconds=0.5))
    try:
        line = driver._ProblemLink(cluster, problem)
        there = cluster.client.run(os.getpid)
        frozen, other = there.popitem()[1], next(iter(there))
        os.kill(frozen, signal.SIGSTOP)
        try:
            line.prepare()
            for number in range(3):  # each is told when the one before is given up
                line.merge_results(((f"news {number}", Result((9,), 2), 1.0),))
                line.update_cutoffs(Task(f"task {number}", (), ()), {5: (3,)})
                time.sleep(0.7)

            def heard(key: str = line.key) -> bool:
                from treebuild.search.cluster import worker as dask_worker

                state = dask_worker._states[key]
                return "task 2" in state._cutoffs and state.results.get("news 2") is not None

            assert cluster.client.run(heard, workers=[other]) == {other: True}
        finally:
            os.kill(frozen, signal.SIGCONT)
    finally:
        cluster.close()


@pytest.mark.long
def test_a_task_of_a_frozen_worker_is_tried_elsewhere(
    local_cluster: LocalCluster, caplog: pytest.LogCaptureFixture
) -> None:
    """And the worker drops it when it goes on."""
    walk = Exhaustive(Problem(PreparedGame(reply_matrix("p3c6r")), Objective.parse("total"), 216))
    limits = ClusterLimits(frozen_seconds=6, patience=2)
    with closing(driver.DaskCluster(local_cluster.address, limits)) as cluster:
        remote = cluster.workers(walk)
        processes = cluster.client.run(os.getpid)
        (frozen, number), (living, _) = processes.items()
        os.kill(number, signal.SIGSTOP)
        try:
            with ThreadPoolExecutor(4) as threads:  # more than one worker does
                sent = [
                    threads.submit(worker.send, walk, ((1, 0),), [7 + index], [lambda: walk.problem.infinite])
                    for index, worker in enumerate(remote)
                    if isinstance(worker, driver._RemoteWorker)
                ]
            assert all(task.result().results[0][0].exact for task in sent)
            assert (cluster.watch.frozen, cluster.watch.living, cluster.watch.threads) == ({frozen}, {living}, 1)
        finally:
            os.kill(number, signal.SIGCONT)
        [line] = [record.getMessage() for record in caplog.records if frozen in record.getMessage()]
        assert re.search(rf"for worker {frozen}: after 6 seconds without a sign of life, its tasks go to others", line)

        def goes_on() -> bool:
            cluster.look()
            return cluster.watch.threads == 2

        assert any(goes_on() or time.sleep(0.1) for _ in range(300))


def test_a_game_of_functions_goes_along(local_cluster: LocalCluster) -> None:
    def reply(guess: int, secret: int) -> str:
        return "higher" if secret > guess else "lower" if secret < guess else "right"

    game = Game.from_parts("numbers", range(59), range(59), reply, ["lower", "higher", "right"], "right")
    assert build("exact", game, objective="total", cluster=local_cluster.address).total == 297  # halving: 1 2 4 8 16 28
    lock = Lock()
    game = Game.from_parts("locked", range(9), range(9), lambda g, s: lock and int(g == s), [0, 1], 1)
    with pytest.raises(TreebuildError, match=r"the game locked cannot be sent to a cluster .*: give it by rule"):
        build("exact", game, objective="total", cluster=local_cluster.address)


def test_a_first_guess_is_divided_among_workers(local_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its parts, large ones are nodes again, and others tasks."""
    kinds = set[tuple[int, bool]]()
    send = driver._RemoteWorker.send

    def noted(self: Any, search: Any, history: Any, guesses: list[int], limits: Any) -> TaskResult:
        kinds.add((len(history), guesses == [dask_worker.POSITION]))
        return send(self, search, history, guesses, limits)

    monkeypatch.setattr(driver._RemoteWorker, "send", noted)
    replies, total = reply_matrix("p4c7n"), Objective.parse("total")
    with connected(local_cluster.address) as cluster:
        options = SearchOptions(cluster=cluster, handover=Handover(large=40))
        tree = grow(replies, exact.solve(replies, total, options=options).policy)
    assert encode(tree) == encode(grow(replies, exact.solve(replies, total).policy))
    assert kinds == {(1, False), (2, True), (2, False)}

    def failed(self: Any, search: Any, history: Any, guesses: list[int], limits: Any) -> TaskResult:
        if guesses == [dask_worker.POSITION]:
            raise TreebuildError("odd")
        return send(self, search, history, guesses, limits)

    monkeypatch.setattr(driver._RemoteWorker, "send", failed)
    # And not that others were stopped for it.
    with connected(local_cluster.address) as cluster, pytest.raises(TreebuildError, match="odd"):
        exact.solve(replies, total, options=SearchOptions(cluster=cluster, handover=Handover(large=40)))


@pytest.mark.parametrize(("game", "total"), mostly_long([("p4c6r", 5625), ("p4c7r", 11228)], [("p4c6r", 5625)]))
def test_the_commands_of_the_document(game: str, total: int, local_cluster: LocalCluster, tmp_path: Path) -> None:
    """The scheduler and the workers are here already; that they are started so is seen in `LocalCluster`."""
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "long-searches.md").read_text("utf-8")
    (block,) = re.findall(r"```sh\n(dask scheduler\n.*?)```", page, re.DOTALL)
    scheduler, worker, command = (line.split() for line in block.splitlines())
    assert scheduler == ["dask", "scheduler"]
    assert worker == ["dask", "worker", "tcp://127.0.0.1:8786", "--nthreads", "2"]
    assert "p4c7r" in command
    other = {"tcp://127.0.0.1:8786": local_cluster.address, "p4c7r": game}
    words = [other.get(word, word) for word in command[1:]]
    done = subprocess.run([sys.executable, "-m", "treebuild", *words], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"no tree of this game has a smaller total than {total}" in done.stdout


@pytest.mark.parametrize("name", ["dask_jobqueue.SLURMCluster", "dask_kubernetes.operator.KubeCluster"])
def test_the_programs_for_a_cluster(
    name: str, local_cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they are in the document, for a game of a second, and with the two workers here."""
    module, cluster = name.rsplit(".", 1)

    class Cluster:
        """What the programs use of Dask's clusters."""

        scheduler_address, dashboard_link = local_cluster.address, "http://127.0.0.1:8787/status"

        def __init__(self, **options: Any) -> None:
            self.asked = options.get("n_workers", 0)

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: object) -> None:
            assert self.asked == 64

        def scale(self, workers: int) -> None:
            self.asked = workers

        def wait_for_workers(self, workers: int) -> None:
            assert workers <= self.asked

    for part in module, module.split(".")[0]:
        monkeypatch.setitem(sys.modules, part, SimpleNamespace(**{cluster: Cluster}))
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "cluster.md").read_text("utf-8")
    (program,) = re.findall(rf"```python\n(from {module} import .*?)```", page, re.DOTALL)
    exec(program.replace("p5c7r", "p3c6n"), {})
    assert load("p3c6n.msgpack").total == build("exact", "p3c6n", objective="total").total
    assert read(Path("p3c6n.store")).problems[0].settled
