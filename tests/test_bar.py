"""The bar of progress: what it says of the time that is gone, and of the time to come."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.conftest import missing
from treebuild.bar import BAR, SHOWN, Clock


class Time:
    """A clock that the test sets."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def test_nothing_is_said_of_the_rest_before_there_is_a_pace() -> None:
    time = Time()
    clock = Clock(time)
    time.seconds += 39
    assert clock.text() == "elapsed 0:00:39"  # it said "0% 0:00:39 left"
    clock.report(0, 8)
    time.seconds += 10
    assert clock.text() == "elapsed 0:00:49, 0% of this step"
    clock.report(2, 8)
    assert clock.text() == "elapsed 0:00:49, 25% of this step, about 0:00:30 to go"


def test_the_rest_of_a_step_is_judged_by_this_step_alone() -> None:
    time = Time()
    clock = Clock(time)
    clock.report(0, 4)
    time.seconds += 100
    clock.report(3, 4)
    assert clock.remaining() is not None
    clock.report(2, 40)  # another step, of which nothing was measured
    time.seconds += 4
    assert clock.remaining() is None
    time.seconds += 6
    assert clock.remaining() is None
    clock.report(4, 40)
    assert clock.remaining() == 180
    clock.report(1, 40)  # a third step of as many guesses
    assert clock.remaining() is None
    clock.report(0, 0)
    assert clock.text() == "elapsed 0:01:50"


def test_a_terminal_shows_labelled_times() -> None:
    try:
        import pty
    except ImportError:
        missing("no terminals here")
    code = (
        "import time; from treebuild.bar import progress_bar\n"
        "with progress_bar() as bar: time.sleep(0.3); bar(1, 4, 'after 0123' + ' 0.1' * 40); time.sleep(0.3)"
    )
    leader, follower = pty.openpty()
    environment = os.environ | {"COLUMNS": "80", "TERM": "xterm"}
    done = subprocess.run([sys.executable, "-c", code], stderr=follower, env=environment, timeout=60)
    os.close(follower)
    shown = os.read(leader, 1 << 16).decode()
    os.close(leader)
    assert done.returncode == 0
    assert "elapsed 0:00:00  getting ready" in shown
    assert "elapsed 0:00:00  after 0123" in shown and "left" not in shown


def test_a_narrow_terminal_shows_time_and_gap() -> None:
    clock = Clock(now=lambda: 0.0)
    clock.report(1, 4)
    found = "total 178,435, at least 171,161, gap 4.25 %"
    assert len(found) <= SHOWN and len("elapsed 0:00:00") <= 80 - BAR - 3 - SHOWN
    assert [clock.text(most) for most in (80, 33, 32, 0)] == [
        *["elapsed 0:00:00, 25% of this step"] * 2, *["elapsed 0:00:00"] * 2,
    ]  # fmt: skip
