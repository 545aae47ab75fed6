"""A store in a file: killed and begun again, shared, damaged, full, and of another engine."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import mostly_long
from tests.helpers.stores import KEY, planted
from treebuild import build, certify
from treebuild.codec.msgpack import encode
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import pareto
from treebuild.search.resources import opened
from treebuild.search.store.inspect import read
from treebuild.search.store.results import ENGINE, Result
from treebuild.search.store.rows import Problem
from treebuild.search.store.sqlite import StoreFile, problem_digest
from treebuild.search.walk.open_node import OpenNode
from treebuild.search.walk.walk import LocalWorker, Walk

TREEBUILD = [sys.executable, "-m", "treebuild"]


def settled(path: Path) -> int:
    """Rows in a store, which may not be there yet."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as data:
            return int(data.execute("SELECT count(*) FROM settled").fetchone()[0])
    except sqlite3.Error:
        return 0


def begun(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen([*TREEBUILD, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_search_that_was_killed_goes_on(tmp_path: Path) -> None:
    store = tmp_path / "total.store"
    process = begun("build", "exact", "--objective", "total", "--game", "p4c7r", "--store", str(store), "--jobs", "2")
    while settled(store) < 5:
        assert process.poll() is None, process.stderr and process.stderr.read()
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = {(r.position, r.value) for problem in read(store).problems for r in problem.results if r.exact}
    assert not read(store).problems[0].working  # nobody is at work on what the dead process left
    tree = build("exact", "p4c7r", objective="total", store=store)
    after = {(r.position, r.value) for problem in read(store).problems for r in problem.results if r.exact}
    assert before <= after
    (problem,) = read(store).problems
    assert 0 < problem.core_seconds < 3 * problem.seconds  # two threads
    assert encode(tree) == encode(build("exact", "p4c7r", objective="total"))
    assert tree.total == 11228


def test_what_is_settled_is_not_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "total.store"
    tree = build("exact", "p4c8n", objective="total", store=str(store))
    monkeypatch.setattr(
        "treebuild.search.walk.exhaustive.Exhaustive.search_option", lambda *_, **__: pytest.fail("searched again")
    )
    with pytest.raises(BaseException, match="searched again"):  # another objective knows nothing of this one
        build("exact", "p4c8n", objective="sevens", store=str(store))
    monkeypatch.undo()
    assert encode(build("exact", "p4c8n", objective="total", store=str(store))) == encode(tree)


@pytest.mark.parametrize(("game", "total"), mostly_long([("p4c6r", 5625), ("p4c7r", 11228)], [("p4c6r", 5625)]))
def test_two_processes_share_the_work(game: str, total: int, tmp_path: Path) -> None:
    store = tmp_path / "shared.store"
    words = "build", "exact", "--objective", "total", "--game", game, "--store", str(store), "--json"
    processes = [begun(*words) for _ in range(2)]
    said = [process.communicate(timeout=240) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], said
    assert [json.loads(out)[0]["total"] for out, _ in said] == [total, total]
    versions = read(store).problems
    assert len(versions) == 1
    assert not versions[0].working


def test_a_guess_another_process_works_on_is_put_off(tmp_path: Path) -> None:
    """It comes when it is released, or when the process that claimed it is gone."""
    replies, path = reply_matrix("p2c3n"), tmp_path / "store"
    with closing(StoreFile(path)) as ours, closing(StoreFile(path)) as others:
        here, there = ours.store(replies, KEY), others.store(replies, KEY)
        assert there.claim("a")
        assert not here.claim("a")
        there.release("a")
        assert here.claim("a")
        assert there.claim("b")
        others.close()
        assert here.claim("b")  # who has ended claims nothing


def test_a_search_that_fails_claims_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the next one in the same process, with the same store, need not wait for it."""

    def interrupted(worker: LocalWorker, walk: Walk, node: OpenNode, leased: list[tuple[int, int]]) -> list[int]:
        if node.history:
            raise KeyboardInterrupt
        return evaluate(worker, walk, node, leased)

    evaluate = LocalWorker.evaluate
    with opened(tmp_path / "s.store") as store:
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(LocalWorker, "evaluate", interrupted)
            build("exact", "p4c6r", objective="total", store=store)
        with sqlite3.connect(tmp_path / "s.store") as data:
            assert data.execute("SELECT count(*) FROM working").fetchone() == (0,)
        assert build("exact", "p4c6r", objective="total", store=store).total == 5625


def test_a_dead_process_claims_nothing(tmp_path: Path) -> None:
    replies, path = reply_matrix("p2c3n"), tmp_path / "store"
    child = os.fork()
    if child == 0:
        StoreFile(path).store(replies, KEY).claim("a")
        os._exit(0)
    os.waitpid(child, 0)
    with closing(StoreFile(path)) as file:
        assert file.store(replies, KEY).claim("a")


def test_nothing_is_overwritten_by_less(tmp_path: Path) -> None:
    replies, path = reply_matrix("p2c3n"), tmp_path / "store"
    with closing(StoreFile(path)) as ours, closing(StoreFile(path)) as others:
        here, there = ours.store(replies, KEY), others.store(replies, KEY)
        here.put("a", Result((5,)), 1.0)
        assert there.get("a") == Result((5,))
        there.put("a", Result((4,)), 1.0)
        there.put("b", Result((7,), 3, ((0, 1),)), 1.0)
        here.put("b", Result((8,)), 1.0)
        here.put("c", Result((1,)), 0.0)  # not worth a row
        assert there.get("c") is None
    with closing(StoreFile(path)) as file:
        store = file.store(replies, KEY)
        assert store.get("a") == Result((5,))
        assert store.get("b") == Result((7,), 3, ((0, 1),))


def test_a_first_guess_that_is_an_image_gets_guesses_of_its_own(tmp_path: Path) -> None:
    """The store knows the value after an image of the history; its guesses are others."""
    for first in "0123", "6543":
        tree = build("exact", "p4c7n", objective="total", first=first, store=str(tmp_path / "store"))
        assert encode(tree) == encode(build("exact", "p4c7n", objective="total", first=first))


def test_a_certificate_is_written_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, plain = tmp_path / "store", certify("p3c8n", "total")
    assert certify("p3c8n", "total", store=store).data == plain.data
    monkeypatch.setattr("treebuild.certificate.write.Author.records", lambda *_: pytest.fail("written again"))
    assert certify("p3c8n", "total", store=store, jobs=2).data == plain.data


def test_a_front_with_a_store_is_the_front(tmp_path: Path) -> None:
    replies = reply_matrix("p3c7n")
    points = pareto.front(replies).points
    for _ in range(2):
        with opened(tmp_path / "store") as file:
            assert pareto.front(replies, store=file, jobs=2).points == points


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.write_text("no database " * 900), "is no store of treebuild"),
        (lambda path: path.mkdir(), "is a directory, expected a store"),
        (lambda path: sqlite3.connect(path).execute("CREATE TABLE t (x)"), "no store of treebuild"),
    ],
)
def test_what_is_no_store(tmp_path: Path, make: object, said: str) -> None:
    path = tmp_path / "store"
    make(path)  # type: ignore[operator]
    with pytest.raises(TreebuildError, match=said):
        StoreFile(path)
    with pytest.raises(TreebuildError):
        read(path)


def test_no_folder_no_file(tmp_path: Path) -> None:
    with pytest.raises(TreebuildError, match="no store can be there"):
        StoreFile(tmp_path / "nowhere" / "store")
    with pytest.raises(TreebuildError, match="there is no such file"):
        read(tmp_path / "store")


def test_values_of_another_engine_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "store"
    StoreFile(path).close()
    with sqlite3.connect(path) as data:
        data.execute("UPDATE engine SET number = ?, version = '9.9'", (ENGINE + 1,))
    for use in StoreFile, read:
        with pytest.raises(
            TreebuildError, match=rf"of engine {ENGINE + 1} \(treebuild 9\.9\), this is engine {ENGINE}"
        ):
            use(path)


def test_a_full_disk_stops_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with closing(StoreFile(path, min_seconds=0)) as small:
        small.execute("PRAGMA max_page_count = 1")  # as many as there are
        with pytest.raises(TreebuildError, match="the disk is full: make room"):
            build("exact", "p4c7n", objective="total", store=small)
    assert build("exact", "p4c7n", objective="total", store=str(path)).total == 3639


def test_a_damaged_store_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path, replies = tmp_path / "store", reply_matrix("p2c3n")
    with closing(StoreFile(path)) as file:
        store = file.store(replies, KEY)
        for number in range(2000):
            form = tuple(number // 3**place % 3 for place in range(8))
            store.put((form, (0, 0, 0, 0)), Result((number,), 1), 1.0)
    data = bytearray(path.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 4096] = bytes(4096)
    path.write_bytes(data)
    with pytest.raises(TreebuildError, match=r"is damaged \(.*`treebuild store` shows the rows that are whole"):
        StoreFile(path)
    found = read(path)
    assert found.damage
    assert 1000 < len(found.problems[0].results) < 2000
    shown = subprocess.run([*TREEBUILD, "store", str(path), "--json"], capture_output=True, text=True)
    assert shown.returncode == 1
    assert len(json.loads(shown.stdout)["problems"][0]["results"]) == len(found.problems[0].results)
    assert shown.stderr.count("\n") == 1


def test_games_that_differ_in_the_reply_that_wins_alone_share_no_values(tmp_path: Path) -> None:
    rows = [[2, 0, 1], [1, 2, 0], [0, 1, 2]]
    games = [Game.from_parts("a", range(3), range(3), lambda g, s: rows[g][s], range(3), win) for win in range(3)]
    with closing(StoreFile(tmp_path / "a.store")) as file:
        for game in games:
            file.store(reply_matrix(game), KEY)
        assert len(file.rows(Problem, "1")) == 3


def test_games_that_differ_in_costs_or_groups_alone_share_no_values() -> None:
    """Whatever the short digest in the key is, of which somebody can make two that are equal."""
    game = Game.from_parts("a", range(4), range(3), lambda g, s: "yes" if g == s else "no", ["no", "yes"], "yes")
    tests = game.with_guesses("identify")
    games = [game.priced({"0": 2}), game.priced({"0": 3}), tests, tests.grouped({"0": "x", "1": "x"})]
    assert len({problem_digest(reply_matrix(game), KEY) for game in games}) == 4


def test_a_game_whose_number_another_has_is_refused(tmp_path: Path) -> None:
    """Numbers have seven bytes: somebody can make two games that share one."""
    with closing(StoreFile(path := tmp_path / "a.store")) as file:
        file.store(reply_matrix("p2c3n"), KEY)
    planted(path, "note", "data = x'00'", "name = 'problem'")
    with closing(StoreFile(path)) as file:
        with pytest.raises(TreebuildError, match=r"a\.store: holds another game under the same number"):
            file.store(reply_matrix("p2c3n"), KEY)
        file.store(reply_matrix("p2c4n"), KEY)
