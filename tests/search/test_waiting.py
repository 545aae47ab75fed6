"""Waits for other processes end, or say in one line what they are for."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Hashable
from contextlib import closing
from pathlib import Path
from threading import Thread, Timer
from types import SimpleNamespace
from typing import Any

import pytest

from tests.helpers.stores import KEY
from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.goal.objective import Objective
from treebuild.search.store.results import Store
from treebuild.search.store.sqlite import StoreFile, StoreLimits
from treebuild.search.waiting import SignsOfLife, Wait
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.scheduler import Scheduler
from treebuild.search.walk.search_options import SearchOptions
from treebuild.search.walk.walk import LocalWorker

Said = pytest.LogCaptureFixture
SHORT = StoreLimits(heartbeat=1000, dead=0.3, lock=0.6, patience=0.1)
WALKED = Handover(first_replies=1, large=8, few=3)


def waits(said: Said) -> list[str]:
    return [record.getMessage() for record in said.records if record.name == "treebuild"]


def soon(happened: Callable[[], object]) -> bool:
    """Whether something happens within half a minute."""
    return any(happened() or time.sleep(0.01) for _ in range(3000))


def test_a_wait_is_told_of_once(caplog: Said) -> None:
    wait = Wait(patience=0.05)
    assert wait.go_on(lambda: "nobody yet") < 0.05
    time.sleep(0.06)
    wait.go_on(lambda: "")  # for nobody else
    assert not waits(caplog)
    for _ in range(3):
        assert wait.go_on(lambda: "process 7\x1b: end it") >= 0.05
    [line] = waits(caplog)
    assert re.fullmatch(r"waiting since \d\d:\d\d:\d\d for process 7\\x1b: end it", line)
    wait.end()
    assert wait.go_on(lambda: "process 8") < 0.05
    time.sleep(0.06)
    wait.go_on(lambda: "process 8")
    assert len(waits(caplog)) == 2


def test_a_line_is_on_the_error_stream_where_nobody_listens(capsys: pytest.CaptureFixture[str]) -> None:
    import logging

    root, handlers = logging.getLogger(), logging.getLogger().handlers
    root.handlers = []  # those of pytest
    try:
        Wait(patience=0).go_on(lambda: "process 7")
    finally:
        root.handlers = handlers
    assert re.fullmatch(r"waiting since [\d:]+ for process 7\n", capsys.readouterr().err)


def test_silence_is_measured_by_the_own_clock() -> None:
    signs = SignsOfLife()
    assert signs.silence("a", 5.0) == 0
    time.sleep(0.02)
    assert signs.silence("a", 5.0) >= 0.02
    assert signs.silence("a", 4.0) == 0  # set back, but a sign
    assert signs.silence("b", 4.0) == 0


def test_a_locked_store_is_told_of_and_given_up(tmp_path: Path, caplog: Said) -> None:
    path = tmp_path / "a.store"
    with closing(StoreFile(path, limits=SHORT)) as file, closing(sqlite3.connect(path)) as other:
        store = file.store(reply_matrix("p2c3n"), KEY)
        other.execute("BEGIN IMMEDIATE")
        start = time.monotonic()
        with pytest.raises(TreebuildError, match=r"a\.store: another process keeps the store locked: end it"):
            store.claim("a")
        assert 0.5 < time.monotonic() - start < 20
        [line] = waits(caplog)
        assert re.search(r"for another process, which keeps \S+a\.store locked: end that process", line)
        other.execute("ROLLBACK")
        assert store.claim("a")


def test_a_store_that_is_unlocked_in_time_goes_on(tmp_path: Path, caplog: Said) -> None:
    path = tmp_path / "a.store"
    StoreFile(path).close()
    with closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute("BEGIN EXCLUSIVE")
        unlock = Timer(1.5, lambda: other.execute("ROLLBACK"))
        unlock.start()
        with closing(StoreFile(path, limits=StoreLimits(patience=0.1))) as file:
            assert file.store(reply_matrix("p2c3n"), KEY).claim("a")
        unlock.join()
    assert len(waits(caplog)) == 1


def test_a_heartbeat_that_stands_still_claims_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the number of its process is in use, and the clock stands still with it or runs back."""
    path, replies, start = tmp_path / "a.store", reply_matrix("p2c3n"), time.time()
    with closing(StoreFile(path, limits=SHORT)) as ours, closing(StoreFile(path, limits=SHORT)) as others:
        here, there = ours.store(replies, KEY), others.store(replies, KEY)
        monkeypatch.setattr("treebuild.search.store.sqlite.time", lambda: start)
        assert there.claim("a")
        assert not here.claim("a")
        assert re.match(rf"process \d+, which claimed 1 guess in {path}: end it", here.others())
        assert there.others() == ""
        others.beat()
        time.sleep(0.2)
        assert not here.claim("a")
        assert soon(lambda: here.claim("a"))


def test_a_process_that_is_not_signalled_is_judged_by_its_heartbeat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where `os.kill` ends a process whatever the signal."""
    path, replies = tmp_path / "a.store", reply_matrix("p2c3n")
    with closing(StoreFile(path, limits=SHORT)) as ours, closing(StoreFile(path, limits=SHORT)) as others:
        here, there = ours.store(replies, KEY), others.store(replies, KEY)
        monkeypatch.setattr("sys.platform", "win32")
        monkeypatch.setattr("os.kill", lambda *_: pytest.fail("a process was ended"))
        assert there.claim("a")
        assert not here.claim("a")
        assert soon(lambda: here.claim("a"))


def test_the_longer_a_worker_waits_for_others_the_less_often_it_looks() -> None:
    problem = Problem(PreparedGame(reply_matrix("p2c3n")), Objective.parse("total"), 6)
    worker, pauses = LocalWorker(problem, problem.solver), list[float]()
    ended: Any = SimpleNamespace(wait=pauses.append)
    for waited in 0.0, 0.05, 2.0, 3600.0:
        worker.wait(ended, waited)
    assert pauses == [0.01, 0.01, 0.2, 1.0]


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_search_that_waits_for_claims_says_whose(jobs: int, tmp_path: Path, caplog: Said) -> None:
    """Once, when nobody in this process has anything left to do; and it ends when the claims are gone."""
    game, total, claimed = PreparedGame(reply_matrix("p3c5r")), Objective.parse("total"), list[Hashable]()

    class Noting(Store):
        def claim(self, name: Hashable) -> bool:
            claimed.append(name)
            return True

    class Opener:
        def store(self, *_: object) -> Store:
            return Noting()

    plain = Exhaustive(Problem(game, total, 125, store=Opener(), handover=WALKED))
    plain.run()
    path = tmp_path / "a.store"
    with closing(StoreFile(path)) as ours, closing(StoreFile(path)) as others:
        walk = Exhaustive(Problem(game, total, 125, store=ours, handover=WALKED), SearchOptions(jobs))
        there = Problem(game, total, 125, store=others, handover=WALKED).store
        assert all(map(there.claim, claimed))
        walk.scheduler = Scheduler(walk.scheduler.pool, patience=0.1)
        searching = Thread(target=walk.run)
        searching.start()
        assert soon(lambda: waits(caplog))
        time.sleep(0.3)
        for name in claimed:
            there.release(name)
        searching.join()
        assert walk.root.value == plain.root.value
    [line] = waits(caplog)
    assert re.search(rf"for process \d+, which claimed {len(set(claimed))} guesses in {path}: end it to", line)
