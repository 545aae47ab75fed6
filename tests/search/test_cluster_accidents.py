"""Each part of a cluster is killed, frozen, restarted or replaced in the middle of a search.

The search ends with the right tree, or soon with one line, and then goes on with a whole cluster and the same store.
"""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import seeds
from tests.helpers.local_cluster import LocalCluster, ended

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'treebuild[cluster]'")

TOTAL = 11228  # of p4c7r
DRIVER = """
import sys
from contextlib import closing
from treebuild import build
from treebuild.errors import TreebuildError
from treebuild.search.cluster.driver import DaskCluster
from treebuild.search.cluster.tasks import ClusterLimits

address, store = sys.argv[1:]
limits = ClusterLimits(connect_seconds=6, gone_seconds=15, frozen_seconds=3, patience=1.5)
try:
    with closing(DaskCluster(address, limits)) as cluster:
        print(build("exact", "p4c7r", objective="total", cluster=cluster, store=store).total)
except TreebuildError as error:
    sys.exit(f"error: {error}")
"""
WAITS = re.compile(r"waiting since \d\d:\d\d:\d\d for (a free |a )?worker \S+.*")


class Parts(LocalCluster):
    """A cluster of two workers, and a driver."""

    def __init__(self, store: Path) -> None:
        super().__init__()
        self.start_workers(2)
        words = [sys.executable, "-c", DRIVER, self.address, str(store)]
        pipe = subprocess.PIPE
        self.driver = subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, start_new_session=True)

    def end(self) -> None:
        processes: list[subprocess.Popen[Any]] = [*self.workers, self.scheduler, self.driver]
        for process in processes:
            ended(process, signal.SIGKILL)


def signalled(process: subprocess.Popen[Any], how: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, how)


def paused(process: subprocess.Popen[Any], seconds: float) -> None:
    signalled(process, signal.SIGSTOP)
    time.sleep(seconds)
    signalled(process, signal.SIGCONT)


def replaced(parts: Parts) -> None:
    """Another worker comes, and then one goes as it is told to."""
    parts.start_workers()
    ended(parts.workers[0])


def restarted(parts: Parts) -> None:
    """A scheduler and its workers, which end without it."""
    for process in (parts.scheduler, *parts.workers):
        ended(process, signal.SIGKILL)
    parts.start_scheduler()
    parts.start_workers(2)


ACCIDENTS: dict[str, Callable[[Parts], object]] = {
    "a worker is killed": lambda parts: ended(parts.workers[0], signal.SIGKILL),
    "a worker is frozen": lambda parts: signalled(parts.workers[0], signal.SIGSTOP),
    "a worker stands still for a time": lambda parts: paused(parts.workers[0], 5),
    "a worker is restarted": lambda parts: (ended(parts.workers[0], signal.SIGKILL), parts.start_workers()),
    "a worker is replaced": replaced,
    "the driver stands still for a time": lambda parts: paused(parts.driver, 9),
    "the scheduler stands still for a time": lambda parts: paused(parts.scheduler, 2),
    "the scheduler is restarted": restarted,
    "all workers are killed": lambda parts: [ended(worker, signal.SIGKILL) for worker in parts.workers],
    "all workers are frozen": lambda parts: [signalled(worker, signal.SIGSTOP) for worker in parts.workers],
    "the scheduler is killed": lambda parts: ended(parts.scheduler, signal.SIGKILL),
    "the scheduler is frozen": lambda parts: signalled(parts.scheduler, signal.SIGSTOP),
    "the driver is killed": lambda parts: ended(parts.driver, signal.SIGKILL),
}
HARMLESS = 7  # the first of them


def begun(store: Path) -> bool:
    """Whether a search has settled anything."""
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as data:
            return bool(data.execute("SELECT count(*) FROM settled").fetchone()[0])
    except sqlite3.Error:
        return False


def outcome(parts: Parts) -> bool:
    """Whether the driver has found the tree; if not, it ended with one line or was killed. Dask says nothing."""
    out, err = parts.driver.communicate(timeout=150)
    lines = err.splitlines()
    if parts.driver.returncode == 1:
        assert re.fullmatch(rf"error: {parts.address}: .*keeps what is settled for the next time", lines.pop()), err
    assert all(WAITS.fullmatch(line) for line in lines), err
    assert out == (f"{TOTAL}\n" if parts.driver.returncode == 0 else ""), (out, err)
    return parts.driver.returncode == 0


@pytest.mark.parametrize("seed", seeds(0, 52))
def test_an_accident(seed: int, tmp_path: Path) -> None:
    choose, store = random.Random(f"accident {seed}"), tmp_path / "a.store"
    number = seed % len(ACCIDENTS)
    accident = [*ACCIDENTS][number]
    parts = Parts(store)
    try:
        while not begun(store) and parts.driver.poll() is None:
            time.sleep(0.02)
        time.sleep(choose.uniform(0, 2))
        ACCIDENTS[accident](parts)
        found = outcome(parts)
    finally:
        parts.end()
    assert found or number >= HARMLESS, accident
    if not found:
        parts = Parts(store)
        try:
            assert outcome(parts), accident
        finally:
            parts.end()
