"""A Dask cluster on this machine, of processes as a user starts them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from typing import Any


def started(*words: str) -> subprocess.Popen[bytes]:
    """A program of Dask's, in a process group of its own: its workers have parents."""
    log = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-m", "dask", *words], stdout=log, stderr=log, start_new_session=True)


def free_port() -> str:
    """A port of this machine that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def ended(process: subprocess.Popen[Any], how: int = signal.SIGTERM) -> None:
    if process.poll() is None:
        os.killpg(process.pid, how)
    process.wait()


class LocalCluster:
    """A scheduler, and workers of one thread each."""

    def __init__(self) -> None:
        self._port = free_port()
        self.address = f"tcp://127.0.0.1:{self._port}"
        self.start_scheduler()
        self.workers: list[subprocess.Popen[bytes]] = []

    def start_scheduler(self) -> None:
        """Start a scheduler at the address of this cluster, where none runs."""
        self.scheduler = started("scheduler", "--host", "127.0.0.1", "--port", self._port, "--no-dashboard")

    def start_workers(self, number: int = 1) -> None:
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
