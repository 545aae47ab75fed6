"""trees/worst/: every tree is what its row says; the page is what the rows make; the work goes on where it was."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.conftest import TREES
from tools import frontier
from tools.__main__ import app
from tools.worst_cases import LARGEST, MANIFEST, PAGE, SMALL, Row, Worker, advance, approach, fits, games, page
from treebuild.certificate.checkers import accept
from treebuild.codec import load
from treebuild.errors import TreebuildError
from treebuild.tree.verifier import verify

ROWS: list[dict[str, Any]] = json.loads((TREES / MANIFEST).read_text())["games"]
SOME = 1300  # secrets of a game that is looked at in every run of the tests
BY_SIZE = [
    pytest.param(row, id=row["game"], marks=pytest.mark.long if sum(row["counts"]) > SOME else ()) for row in ROWS
]


def test_the_page_and_the_files_are_those_of_the_rows() -> None:
    assert (TREES / PAGE).read_text("utf-8") == page(ROWS)
    files = {row["file"] for row in ROWS if row["file"]}
    files |= {row["certificate"]["file"] for row in ROWS if "certificate" in row}
    found = {f"worst/{path.name}": path.stat().st_size for path in (TREES / "worst").iterdir()}
    assert {*found} == {MANIFEST, *files}
    assert max(found[file] for file in files) <= SMALL


@pytest.mark.parametrize(("game", "least"), [("p4c6r", 5), ("p3c10n", 6), ("p2c4n", 3), ("p4c10n", 7)])
def test_what_is_known_of_small_games(game: str, least: int) -> None:
    (row,) = (row for row in ROWS if row["game"] == game)
    assert (row["least"], row["most"]) == (least, least)


@pytest.mark.parametrize("row", BY_SIZE)
def test_trees_and_certificates_are_what_rows_say(row: Row) -> None:
    if row["file"]:
        found = verify(load(TREES / row["file"], row["game"], patient=True))
        counts = [found.distribution.get(depth, 0) for depth in range(1, found.max_depth + 1)]
        assert (found.ok, found.total, counts) == (True, row["total"], row["counts"])
    assert row["least"] <= row["most"] == len(row["counts"])
    assert (row["bound"] or 0) <= row["total"]
    if "certificate" in row:
        known = row["certificate"]
        data = (TREES / known["file"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (known["bytes"], known["sha256"])
        proved = accept(TREES / known["file"]).proved
        assert proved.claims == known["claims"]
        late = f"secret that takes more than {row['least'] - 1} guesses"
        assert proved.theorem == f"every tree of {row['game']} has at least 1 {late}"


def test_no_total_is_said_to_be_below_the_smallest_of_all_trees() -> None:
    solved = json.loads((TREES / frontier.MANIFEST).read_text())["games"]
    totals = {row["game"]: row["total"] for row in solved if "total" in row}
    both = [row for row in ROWS if row["game"] in totals]
    assert len(both) > 10 and all(totals[row["game"]] <= row["bound"] <= row["total"] for row in both)


def test_games_are_of_so_many_codes() -> None:
    assert games(13) == ["p2c2n", "p2c2r", "p2c3n", "p3c3n", "p3c2r", "p2c3r", "p2c4n"]
    assert {"p4c6r", "p4c10n", "p5c8r", "p5c9r"} < {*games()}
    assert LARGEST == 60_000 and not {"p6c7r", "p6c9n"} & {*games()}


def test_nodes_are_counted_by_depth() -> None:
    """Of nodes with two children each there are 1, 2, 4, ... at depth 1, 2, 3, ..."""
    assert [fits(7, 2, limit) for limit in (1, 2, 3, 4)] == [False, False, True, True]
    assert [fits(8, 2, limit) for limit in (3, 4)] == [False, True]


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["worst-cases", str(tmp_path), "--codes", "9", "--seconds", "100"])
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[0] == "p2c2n: solved in 2 guesses"
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert [*advance(tmp_path, 200.0, games(9))] == []
    assert [*advance(tmp_path, 100.0, ["p3c4n"])] == ["p3c4n: solved in 4 guesses"]
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert {path for path in before if before[path] != after[path]} == {tmp_path / MANIFEST, tmp_path / PAGE}
    (row,) = (row for row in json.loads((tmp_path / MANIFEST).read_text())["games"] if row["game"] == "p3c4n")
    assert row["total"] == row["bound"] and verify(load(tmp_path / row["file"], "p3c4n")).ok
    (tmp_path / MANIFEST).write_text("[]")
    with pytest.raises(TreebuildError, match="is no manifest of worst cases"):
        list(advance(tmp_path, 1.0, []))


def test_near_optimal_trees_of_fewer_guesses_and_of_smaller_totals(tmp_path: Path) -> None:
    (tmp_path / "worst").mkdir()
    row: Row = {"game": "p3c5r", "least": 5, "most": 6, "total": 463, "bound": None}
    for more in approach(tmp_path, row):
        row |= more
    assert (row["most"], row["total"], row["bound"]) == (5, 451, 451)
    open_row: Row = {"game": "p3c5r", "least": 5, "most": 5, "total": 451, "bound": 450}
    assert not [*approach(tmp_path, open_row)]  # of the same total: the bound that is known stays


def quick(folder: Path, row: Row) -> Iterator[Row]:
    """A stage that is done."""
    yield {"most": 3}


def slow(folder: Path, row: Row) -> Iterator[Row]:
    """A stage that tells something and is never done."""
    yield {"most": 2}
    sleep(1000)


def wrong(folder: Path, row: Row) -> Iterator[Row]:
    """A stage that fails."""
    yield {"most": 1}
    raise TreebuildError("no such luck")


@pytest.mark.long
def test_what_was_told_in_time_is_kept(tmp_path: Path) -> None:
    worker, row = Worker(), {"game": "p2c3n", "least": 1}
    try:
        assert [*worker.told(quick, tmp_path, row, 600.0)] == [{"most": 3}]
        assert [*worker.told(slow, tmp_path, row, 5.0)] == [{"most": 2}]
        assert worker.process is None
        with pytest.raises(TreebuildError, match="p2c3n: no such luck"):
            list(worker.told(wrong, tmp_path, row, 600.0))
    finally:
        worker.stop()
