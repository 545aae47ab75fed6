"""Tasks in processes: all results, the longest first, errors of one, a killed process, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest

from tools.processes import Task, share
from treebuild.errors import TreebuildError


def tell(path: Path, word: str) -> str:
    with path.open("a") as file:
        file.write(word)
    return word.upper()


def fail() -> None:
    raise TreebuildError("this cannot be done", "limit")


def quiet(_name: str, _result: object) -> None:
    pass


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_by_name_and_the_longest_begins_first(tmp_path: Path, jobs: int) -> None:
    log = tmp_path / "log"
    heard: list[tuple[str, str]] = []
    tasks = [Task(word, seconds, partial(tell, log, word)) for word, seconds in (("a", 1), ("b", 3), ("c", 2))]
    share(tasks, jobs, lambda *step: heard.append(step))
    assert sorted(heard) == [("a", "A"), ("b", "B"), ("c", "C")]
    assert log.read_text() == "bca" or jobs > 1


def test_an_error_is_raised_here_and_ends_the_others() -> None:
    start = time.monotonic()
    with pytest.raises(TreebuildError, match="this cannot be done") as error:
        share([Task("bad", 1, fail), Task("long", 2, partial(time.sleep, 60))], 2, quiet)
    assert error.value.kind == "limit"
    assert time.monotonic() - start < 30 and not active_children()


def test_a_killed_process_is_told_of() -> None:
    with pytest.raises(TreebuildError, match="a process was killed"):
        share([Task("killed", 1, partial(os._exit, 9))], 2, quiet)


PROGRAM = """
import sys, time
from functools import partial
from tools.processes import Task, share

if __name__ == "__main__":
    tasks = [Task("first", 2, partial(print, "begun", flush=True)), Task("long", 1, partial(time.sleep, 600))]
    share(tasks, 2, lambda name, result: None)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no signals between processes")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_processes_end_with_the_one_that_began_them(tmp_path: Path, number: signal.Signals) -> None:
    """As in a terminal, Ctrl-C goes to all of them; a process that is killed has no time to end others."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    process = subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background ignore it
    )
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    if number == signal.SIGINT:
        os.killpg(process.pid, number)
    else:
        process.kill()
    _, errors = process.communicate(timeout=60)  # ends when the last process that could write has ended
    assert errors.count("Traceback") <= (number == signal.SIGINT)
