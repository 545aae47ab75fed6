"""What tests of the near-optimal search share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from treebuild.search.near import solve as near


@pytest.fixture
def passes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """No exact search of a whole game."""
    monkeypatch.setattr(near, "EFFORTS", {number: replace(effort, work=0) for number, effort in near.EFFORTS.items()})
