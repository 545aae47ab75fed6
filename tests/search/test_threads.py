"""The threads of a search: what becomes of them when the search is stopped."""

from __future__ import annotations

from threading import Thread
from time import sleep

import pytest

from treebuild.search.walk.threads import Pool


def test_after_ctrl_c_no_thread_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come while a thread is being started. What goes on afterwards uses what the thread used."""
    start, working = Thread.start, list[str]()

    def interrupted(self: Thread) -> None:
        start(self)
        raise KeyboardInterrupt

    def work() -> None:
        working.append("begins")
        while "stop" not in working:
            sleep(0.001)
        sleep(0.05)
        working.append("ends")

    pool = Pool(working, 1, lambda own: own, lambda own: own.append("stop"))
    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", interrupted)
        with pytest.raises(KeyboardInterrupt):
            pool.run(work)
    assert working == ["begins", "stop", "ends"] or "begins" not in working
    assert pool.run(lambda: 5) == 5
