"""What the tests of games share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def write(tmp_path: Path):
    def write(text: str | bytes, name: str = "game.toml", **others: str) -> Path:
        for other, content in others.items():
            (tmp_path / other.replace("_", ".")).write_text(content, "utf-8")
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write
