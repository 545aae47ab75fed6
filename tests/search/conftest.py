"""What tests of the near-optimal search share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from treebuild.search.near import efforts


@pytest.fixture
def passes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """No exact search of a whole game."""
    monkeypatch.setattr(
        efforts, "EFFORTS", {number: replace(effort, work=0) for number, effort in efforts.EFFORTS.items()}
    )
