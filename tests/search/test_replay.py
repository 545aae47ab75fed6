"""Recorded tasks, replayed with more workers than there are here."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from threading import Thread

import pytest

from treebuild.algorithms import build
from treebuild.errors import TreebuildError
from treebuild.search.parallel.dask_worker import MAX_TASK_SECONDS
from treebuild.search.parallel.replay import Replay, replay
from treebuild.search.parallel.virtual_time import VirtualClock
from treebuild.search.store.sqlite import StoreFile

GAME, SECONDS = "p3c9r", 20.0


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of a small game, whose tasks took 20 seconds, as if the machine were slow."""
    store = tmp_path_factory.mktemp("replay") / "tasks.store"
    build("exact", GAME, objective="total")  # what the first search of a process takes longer is in none of the tasks
    build("exact", GAME, objective="total", store=store)
    with closing(sqlite3.connect(store)) as data, data:
        [(spent,)] = data.execute("SELECT sum(seconds) FROM task WHERE position NOT LIKE ?", (_FIRST,))
        data.execute("UPDATE task SET seconds = seconds * ?", (SECONDS / spent,))
    return store


_FIRST = "%],[-1]]"  # the name of a first guess, whose tasks are those of all its replies


@pytest.fixture(scope="module")
def replays(recorded: Path) -> dict[int, Replay]:
    return {workers: replay(GAME, "total", workers, recorded) for workers in (1, 2, 64)}


def test_a_store_keeps_every_task(recorded: Path) -> None:
    """Its position, how many candidates, how long, what it waited for, and what it found."""
    with closing(sqlite3.connect(recorded)) as data:
        rows = data.execute("SELECT position, candidates, seconds, cutoff, value, exact FROM task").fetchall()
    assert len(rows) > 100
    for position, candidates, seconds, cutoff, value, exact in rows:
        assert -1 in json.loads(position)[1] and 1 < candidates <= 729 and seconds >= 0
        assert exact or json.loads(value) >= json.loads(cutoff)
    first = [row for row in rows if row[1] == 729]
    assert len({row[3] for row in first}) > 1  # the first waited for none, and the others for what it cost
    solved = build("exact", GAME, objective="total").total
    assert min(json.loads(row[4]) for row in first if row[5]) == [solved]


def test_one_worker_takes_as_long_as_was_recorded(replays: dict[int, Replay]) -> None:
    assert replays[1].seconds == pytest.approx(SECONDS, rel=0.15)
    assert replays[1].efficiency == 1


def test_more_workers_are_not_slower_by_more_than_a_task(replays: dict[int, Replay]) -> None:
    times = [replays[workers].seconds for workers in sorted(replays)]
    for fewer, more in pairwise(times):
        assert more <= fewer + MAX_TASK_SECONDS
    assert times[1] >= 0.45 * times[0] and times[-1] < times[0] / 3
    assert all(found.efficiency <= 1.1 for found in replays.values())


def test_shares_are_all_of_the_time(replays: dict[int, Replay]) -> None:
    for found in replays.values():
        assert sum(found.shares.values()) == pytest.approx(1) and min(found.shares.values()) >= 0
    assert replays[1].shares["tasks"] > 0.8 > 0.5 > replays[64].shares["tasks"]


def test_a_replay_does_not_change_the_store(recorded: Path) -> None:
    before = recorded.read_bytes()
    replay(GAME, "total", 2, recorded)
    assert recorded.read_bytes() == before


def test_time_passes_as_threads_wait() -> None:
    """The thread goes on whose time comes first, and time that passes is told."""
    told, order = list[float](), list[tuple[float, int]]()
    clock = VirtualClock(3, lambda seconds, _: told.append(seconds))

    def run(rank: int) -> None:
        clock.join(rank)
        for _ in range(3):
            clock.wait(rank + 1.0)
            order.append((clock.now, rank))
        clock.leave()

    threads = [Thread(target=run, args=(rank,)) for rank in (2, 0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert order == [(1, 0), (2, 1), (2, 0), (3, 2), (3, 0), (4, 1), (6, 2), (6, 1), (9, 2)]
    assert clock.now == sum(told) == 9


def test_wrong_inputs(recorded: Path, tmp_path: Path) -> None:
    with pytest.raises(TreebuildError, match="no such file"):
        replay(GAME, "total", 2, tmp_path / "none.store")
    with pytest.raises(TreebuildError, match="has no tasks of p3c9r by sevens"):
        replay(GAME, "sevens", 2, recorded)
    with pytest.raises(TreebuildError, match="takes two searches"):
        replay(GAME, "total,deepest", 2, recorded)
    (tmp_path / "text").write_text("no store")
    with pytest.raises(TreebuildError, match="no store"):
        replay(GAME, "total", 2, tmp_path / "text")


def test_a_store_made_before_tasks_were_kept(recorded: Path, tmp_path: Path) -> None:
    """It has none to replay, and is given room for them when a search goes on with it."""
    old = Path(shutil.copy(recorded, tmp_path / "old.store"))
    with closing(sqlite3.connect(old)) as data, data:
        data.execute("DROP TABLE task")
    with pytest.raises(TreebuildError, match="has no tasks of p3c9r"):
        replay(GAME, "total", 2, old)
    StoreFile(old).close()
    with closing(sqlite3.connect(old)) as data:
        assert data.execute("SELECT count(*) FROM task").fetchone() == (0,)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--workers", "0", "--store", "{}"], "--workers"),
        (["--workers", "1025", "--store", "{}"], "--workers"),
        (["--workers", "2"], "--store"),
        (["--store", "{}"], "--workers"),
        (["--workers", "2", "--store", "{}", "--seconds", "3"], "--seconds"),
        (["--workers", "2", "--store", "{}", "--game", "p3c4r"], "has no tasks of p3c4r by total"),
    ],
)
def test_wrong_words(words: list[str], said: str, recorded: Path) -> None:
    command = [sys.executable, "-m", "treebuild", "estimate", *(word.format(recorded) for word in words)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (1, 2) and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and said in done.stderr


def test_the_command_says_what_limits_it(recorded: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "treebuild",
        "estimate",
        "--game",
        GAME,
        "--workers",
        "8",
        "--store",
        str(recorded),
    ]
    first, *lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert first.startswith("8 workers: about ") and "times as fast as one" in first
    shares = [float(line.split("%")[0]) for line in lines]
    assert shares == sorted(shares, reverse=True) and sum(shares) == pytest.approx(100, abs=0.3)
