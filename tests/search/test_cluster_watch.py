"""What a driver makes of what its scheduler says of workers, without one: whom it waits for, and when that ends."""

from __future__ import annotations

from time import monotonic

import pytest

from treebuild.errors import TreebuildError
from treebuild.search.cluster.tasks import ClusterLimits
from treebuild.search.cluster.watch import Observed, Watch

ADDRESS = "tcp://here:1"
TWO = {"a": 1, "b": 2}
Said = pytest.LogCaptureFixture


@pytest.fixture
def watch() -> Watch:
    """It tells of a wait after 10 seconds; frozen workers and none at all are given up after 60."""
    return Watch(ADDRESS, ClusterLimits())


def told(said: Said) -> list[str]:
    """Who was waited for, without the time of day."""
    return [record.getMessage().split(" for ", 1)[1] for record in said.records]


def test_nobody_is_waited_for_where_all_work(watch: Watch, caplog: Said) -> None:
    now = monotonic()
    watch.send("task")
    watch.take(Observed(now + 1, TWO))
    assert (watch.threads, watch.living) == (3, {"a", "b"})
    watch.take(Observed(now + 11, TWO, begun=frozenset({"task", "of another search"})))
    assert watch.begun == {"task"} and not watch.overdue(now + 3600)
    watch.take(Observed(now + 3600, TWO))  # a task may take hours
    assert not watch.lost and told(caplog) == []


def test_a_frozen_worker_loses_its_tasks_after_a_minute(watch: Watch, caplog: Said) -> None:
    now = monotonic()
    for task in "one", "two":
        watch.send(task)
    watch.take(Observed(now + 1, TWO, begun=frozenset({"one", "two"})))
    for lasted in 10.0, 11.0, 59.0:
        watch.take(Observed(now + lasted, TWO, {"a": lasted}, {"a": ["one", "of another search"]}))
        assert watch.living == {"a", "b"} and not watch.lost
    line = "worker a: after 60 seconds without a sign of life, its tasks go to others; end it if it is frozen"
    assert told(caplog) == [line]
    watch.take(Observed(now + 60, TWO, {"a": 60.0}, {"a": ["one", "of another search"]}))
    assert watch.lost == {"one"} and (watch.frozen, watch.living, watch.threads) == ({"a"}, {"b"}, 2)
    watch.end("one")
    assert not watch.lost
    watch.take(Observed(now + 70, TWO))  # it goes on
    assert watch.living == {"a", "b"}
    watch.send("three")
    watch.take(Observed(now + 90, TWO, {"a": 12.0}, {"a": ["three"]}, None))
    assert told(caplog) == [line, line]


def test_a_silent_worker_that_has_no_task_is_not_waited_for(watch: Watch, caplog: Said) -> None:
    watch.send("task")
    watch.take(Observed(monotonic() + 1, TWO, {"a": 30.0}, {"a": ["of another search"]}))
    assert told(caplog) == []


@pytest.mark.parametrize("frozen", [False, True])
def test_a_scheduler_without_workers_is_given_up_after_a_minute(watch: Watch, frozen: bool, caplog: Said) -> None:
    now, none = monotonic(), {"a": 1} if frozen else {}
    silent = {"a": 99.0} if frozen else {}
    watch.take(Observed(now + 1, TWO))
    for later in 2, 11, 12, 60.9:
        watch.take(Observed(now + later, none, silent))
        assert watch.threads == 0
    assert told(caplog) == [
        f"a worker of the scheduler at {ADDRESS}, as it has none: `dask worker {ADDRESS}` starts one"
    ]
    with pytest.raises(TreebuildError, match=rf"{ADDRESS}: no worker .*: `dask worker.*store='FILE' keeps"):
        watch.take(Observed(now + 62, none, silent))


def test_the_minute_begins_anew_when_workers_come(watch: Watch) -> None:
    now = monotonic()
    for later, workers in (1, TWO), (50, {}), (60, TWO), (110, {}):
        watch.take(Observed(now + later, workers))
    assert watch.threads == 0


def test_a_task_that_no_worker_begins_is_told_of(watch: Watch, caplog: Said) -> None:
    """But not where the workers do other tasks of this search."""
    now = monotonic()
    for number in range(4):
        watch.send(f"task {number}")
    three = frozenset(f"task {number}" for number in range(3))
    watch.take(Observed(now + 11, TWO, begun=three))  # for each thread one
    watch.take(Observed(now + 11.5, TWO, begun=None))
    assert told(caplog) == []
    watch.end("task 0")
    for later in 12, 13:
        watch.take(Observed(now + later, TWO, begun=three))
    others = "all do other work, or still prepare the game; restart them, or start more, to go on sooner"
    assert told(caplog) == [f"a free worker of the scheduler at {ADDRESS}: {others}"]


def test_what_was_asked_before_says_nothing_new(watch: Watch) -> None:
    now = monotonic()
    watch.take(Observed(now + 2, TWO))
    watch.take(Observed(now + 1, {}))
    assert watch.threads == 3
