"""trees/frontier/: every tree is what its row says; the page is what the rows make; the work goes on where it was."""

import hashlib
import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.conftest import TREES
from tools import frontier
from tools.__main__ import app
from tools.frontier import MANIFEST, OPEN, PAGE, Open, Work, advance, page
from treebuild import build
from treebuild.certificate.checkers import accept
from treebuild.codec import load
from treebuild.errors import TreebuildError
from treebuild.game.lookup import as_game
from treebuild.search.resources import opened
from treebuild.search.store.inspect import read
from treebuild.tree.verifier import verify

SOME = 3000  # secrets of a tree that is replayed in every run of the tests; to make Wordle takes longer
WRITTEN: dict[str, list[dict[str, Any]]] = json.loads((TREES / MANIFEST).read_text())
ROWS, NEAR = WRITTEN["games"], WRITTEN["near"]
SOLVED = [
    pytest.param(
        row, id=row["game"], marks=pytest.mark.long if sum(row["counts"]) > SOME or "wordle" in row["game"] else ()
    )
    for row in ROWS
    if "total" in row
]


def test_every_open_game_has_a_row() -> None:
    assert [row["game"] for row in ROWS] == [game.game for game in OPEN]
    assert len(SOLVED) >= 5
    assert (TREES / PAGE).read_text("utf-8") == page(ROWS, NEAR)
    files = {row["file"] for row in NEAR}
    files |= {name for row in ROWS for name in row.get("files", [])}
    files |= {row["certificate"]["file"] for row in ROWS if "certificate" in row}
    assert {f"frontier/{path.name}" for path in (TREES / "frontier").iterdir()} == {MANIFEST, *files}


@pytest.mark.parametrize("row", SOLVED)
def test_trees_are_what_rows_say(row: dict[str, Any]) -> None:
    game = as_game(row["game"])
    for file in row["files"]:
        found = verify(load(TREES / file, game, patient=True))
        assert found.ok
        counts = [found.distribution.get(depth, 0) for depth in range(1, found.max_depth + 1)]
        assert (found.total, counts) == (row["total"], row["counts"])


@pytest.mark.long
@pytest.mark.parametrize("row", NEAR, ids=[row["game"] for row in NEAR])
def test_near_optimal_trees_are_what_rows_say(row: dict[str, Any]) -> None:
    found = verify(load(TREES / row["file"], as_game(row["game"]), patient=True))
    assert found.ok and [*found.distribution.values()] == row["counts"]
    assert row["total"] == found.total > row["bound"]


def test_near_optimal_trees_are_built_once(tmp_path: Path) -> None:
    work = Work((), {"p4c9n": 1, "p3c4r": 1})
    assert [line.split(":")[0] for line in advance(tmp_path, 1.0, 1, work=work)] == ["p4c9n", "p3c4r"]
    assert [*advance(tmp_path, 1.0, 1, work=work)] == []
    first, _ = json.loads((tmp_path / MANIFEST).read_text())["near"]
    found = verify(load(tmp_path / first["file"], "p4c9n"))
    assert (found.ok, found.total) == (True, first["total"]) and first["bound"] == 14545
    page = (tmp_path / PAGE).read_text("utf-8")
    assert "| p4c9n | 14933 | 4.9382 | 14545 | 2.67 % | 1 5 78 657 1651 619 13 | 1 |" in page


@pytest.mark.parametrize("row", [row for row in SOLVED if "certificate" in str(row.values[0])])
def test_certificates_are_what_rows_say(row: dict[str, Any]) -> None:
    """Small ones are checked here, all by `make check` and `make check-longest`."""
    found = row["certificate"]
    data = (TREES / found["file"]).read_bytes()
    assert (len(data), hashlib.sha256(data).hexdigest()) == (found["bytes"], found["sha256"])
    if found["claims"] < 100:
        proved = accept(TREES / found["file"]).proved
        assert proved.claims == found["claims"]
        assert proved.theorem == f"every tree of {row['game']} has a total of at least {row['total']} guesses"


def test_words_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in ("codes", "xy\nyx\nyy\nzz\n"), ("secrets", "xy\nyx\nyy\n"):
        (tmp_path / name).write_text(text)
    Path("words.toml").write_text('rule = "wordle"\ncodes = "codes"\nsecrets = "secrets"\n')
    work = Work((Open("p2c4n"), Open("words.toml")), {}, measured=0.5)
    monkeypatch.setattr(frontier, "advance", partial(advance, work=work))
    folder = tmp_path / "trees"
    assert CliRunner().invoke(app, ["frontier", str(folder)]).exit_code == 0
    written = json.loads((folder / MANIFEST).read_text())["games"][1]
    assert written["files"] == ["frontier/words.toml-total.rank"] and written["counts"] == [1, 2]
    assert verify(load(folder / written["files"][0], "words.toml")).ok
    assert all("yy" not in path.read_text() for path in (folder / PAGE, folder / MANIFEST))
    assert "not made of words" in (folder / PAGE).read_text()


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    work = Work((Open("p3c5n"), Open("p2c4n", "somewhere")), {}, measured=0.5)
    assert len(list(advance(tmp_path, 0.0, 1, work=work))) == 2  # estimates only: nothing takes so little
    assert "| p2c4n |" in (tmp_path / PAGE).read_text().partition("## Not finished")[2]
    lines = list(advance(tmp_path, 1.0, 1, work=work))
    assert len(lines) == 6  # two estimates, two trees, two certificates
    assert not list(advance(tmp_path, 1.0, 1, work=work))  # all done
    rows = json.loads((tmp_path / MANIFEST).read_text())["games"]
    for row in rows:
        assert row["files"] and accept(tmp_path / row["certificate"]["file"]).proved.bound == (row["total"],)
    assert all(row["nodes"] > 0 and f"| {row['nodes']} |" in (tmp_path / PAGE).read_text() for row in rows)
    (tmp_path / MANIFEST).write_text("{}")
    with pytest.raises(TreebuildError, match="is no manifest of open games"):
        list(advance(tmp_path, 1.0, 1, work=work))


def test_hours_are_those_of_all_that_worked_on_a_game(tmp_path: Path) -> None:
    work = Work((Open("p4c6r"),), {}, measured=0.5, certified=0.0)
    with opened(tmp_path / "store") as store:
        build("exact", "p4c6r", objective="total", store=store)
        assert len(list(advance(tmp_path, frontier.BEYOND, 1, store, work=work))) == 2
        work = replace(work, efforts={"p4c9n": 1})
        build("near", "p4c9n", effort=1, store=store)
        assert len(list(advance(tmp_path, frontier.BEYOND, 1, store, work=work))) == 1
    written = json.loads((tmp_path / MANIFEST).read_text())
    (row,), (near,) = written["games"], written["near"]
    problem, other = read(tmp_path / "store").problems
    assert near["core_seconds"] == round(other.core_seconds) and other.by_near > 0
    assert row["core_hours"] == round(problem.core_seconds / 3600, 4) > 0
    assert row["nodes"] is None and "| not counted |" in (tmp_path / PAGE).read_text()
