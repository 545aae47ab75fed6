"""trees/frontier/: every tree is what its row says; the page is what the rows make; the work goes on where it was."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import TREES
from treebuild.certificate.checkers import accept
from treebuild.codec import load
from treebuild.errors import TreebuildError
from treebuild.publish import frontier
from treebuild.publish.frontier import MANIFEST, OPEN, PAGE, Open, advance, page
from treebuild.tree.verifier import verify

ROWS: list[dict[str, Any]] = json.loads((TREES / MANIFEST).read_text())["games"]
SOLVED = [pytest.param(row, id=row["game"]) for row in ROWS if "total" in row]


def test_every_open_game_has_a_row() -> None:
    assert [row["game"] for row in ROWS] == [game.game for game in OPEN]
    assert len(SOLVED) >= 5
    assert (TREES / PAGE).read_text("utf-8") == page(ROWS)
    files = {name for row in ROWS for name in row.get("files", [])}
    files |= {row["certificate"]["file"] for row in ROWS if "certificate" in row}
    assert {f"frontier/{path.name}" for path in (TREES / "frontier").iterdir()} == {MANIFEST, *files}


@pytest.mark.parametrize("row", SOLVED)
def test_trees_are_what_rows_say(row: dict[str, Any]) -> None:
    for file in row["files"]:
        found = verify(load(TREES / file, row["game"], patient=True))
        assert found.ok
        assert (found.total, list(found.distribution.values())) == (row["total"], row["counts"])


@pytest.mark.parametrize("row", [row for row in SOLVED if "certificate" in row.values[0]])
def test_certificates_are_what_rows_say(row: dict[str, Any]) -> None:
    """Small ones are checked here, all by `make check`."""
    found = row["certificate"]
    data = (TREES / found["file"]).read_bytes()
    assert (len(data), hashlib.sha256(data).hexdigest()) == (found["bytes"], found["sha256"])
    if found["claims"] < 100:
        proved = accept(TREES / found["file"]).proved
        assert proved.claims == found["claims"]
        assert proved.theorem == f"every tree of {row['game']} has a total of at least {row['total']} guesses"


def test_it_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "OPEN", (Open("p3c5n"), Open("p2c4n", "somewhere")))
    monkeypatch.setattr(frontier, "MEASURE", 0.5)
    assert len(list(advance(tmp_path, 0.0, 1))) == 2  # estimates only: nothing takes so little
    assert "| p2c4n |" in (tmp_path / PAGE).read_text().partition("## Not finished")[2]
    lines = list(advance(tmp_path, 1.0, 1))
    assert len(lines) == 6  # two estimates, two trees, two certificates
    assert not list(advance(tmp_path, 1.0, 1))  # all done
    rows = json.loads((tmp_path / MANIFEST).read_text())["games"]
    for row in rows:
        assert row["files"] and accept(tmp_path / row["certificate"]["file"]).proved.bound == (row["total"],)
    (tmp_path / MANIFEST).write_text("{}")
    with pytest.raises(TreebuildError, match="is no manifest of open games"):
        list(advance(tmp_path, 1.0, 1))
