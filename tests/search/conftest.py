"""What tests of the near-optimal search share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from treebuild.search.near.efforts import EFFORTS


@pytest.fixture
def passes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """No exact search of a whole game."""
    for number, effort in EFFORTS.items():
        monkeypatch.setitem(EFFORTS, number, replace(effort, work=0))
