"""A store that was damaged, altered, cut, or that lies: the right total or one line, never a traceback or a loop."""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import made_once, mostly_long, seeds
from tests.helpers.command_line import run
from tests.helpers.stores import KEY, altered, endless, planted
from treebuild import build, certify, pareto
from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.store.inspect import read
from treebuild.search.store.rows import TABLES, Note, Problem, Run, Working
from treebuild.search.store.sqlite import StoreFile, StoreLimits

GAME = "p3c6r"
SAID = {  # what each command prints of an undamaged store
    "build": "searched: no tree of this game has a smaller total than 854",
    "near": "searched: no tree of this game has a smaller total than 854",
    "certify": "no tree of this game has a smaller total than 854",
    "pareto": "854",
}
COMMANDS = {
    "build": ("build", "exact", "--objective", "total"),
    "near": ("build", "near", "--effort", 1),
    "certify": ("certify", "--objective", "total", "--force", "-o", "certificate"),
    "pareto": ("pareto",),
}
WRONG = ("'text'", "x'5b'", "1e300", "9e999", "-1", "1 << 40", "'5'", "'null'", "'[[0]]'", "'[[0,\"zz\"]]'", "NESTED")
NESTED = "'" + "[" * 100_000 + "'"
ONE_LINE = re.compile(
    r"error: (\S+: (is damaged \(|is no store|is a database, but no store|"
    r"holds (values of engine|nothing yet|another game)|cannot be)|the search contradicts itself).*"
)


@pytest.fixture
def store(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, passes_only: None) -> Path:
    """A copy of a store with rows in every table, however short they took; `near` makes passes."""

    def make(folder: Path) -> None:
        with closing(StoreFile(folder / "a.store", min_seconds=0)) as file:
            build("exact", GAME, objective="total", store=file)
            build("near", GAME, effort=1, store=file)
            certify(GAME, "total", store=file)
            pareto(GAME, store=file)
            for problem in file.rows(Problem, "1"):
                file.write(Run(problem.id // 2, problem.id, os.getpid(), 0.0, 1.0, 0, 1.0))  # dead since 1970
                file.write(Working(problem.id, "[[0,0,0],[-1]]", problem.id // 2))
            assert all(file.rows(kind, "1") for kind in TABLES)

    whole = made_once(tmp_path_factory, "whole-store", make) / "a.store"
    return Path(shutil.copy(whole, tmp_path))


def result(command: str, path: Path) -> tuple[str, str]:
    """What a command with this store prints, and its one line of error, if any."""
    done = run(*COMMANDS[command], "--game", GAME, "--store", path, cwd=path.parent)
    out, said = done.stdout.decode(), done.stderr.decode()
    other = [line for line in said.splitlines() if not re.match(r"  +(seconds|\d+\.\d) ", line)]  # than the log of near
    assert len(other) == (done.returncode == 1), said
    return out, "".join(other)


def right_or_one_line(command: str, path: Path) -> str:
    """The error of the command, if it does not find what it finds in a sound store; nor may `store` fail."""
    shown = run("store", path)
    assert shown.returncode in (0, 1) and shown.stderr.count(b"\n") == shown.returncode, shown.stderr
    out, error = result(command, path)
    assert ONE_LINE.fullmatch(error) and "searched" not in out if error else SAID[command] in out, (out, error)
    return error


def test_a_sound_store(store: Path) -> None:
    for command in COMMANDS:
        assert right_or_one_line(command, store) == ""
    assert read(store).damage == ""


@pytest.mark.parametrize("wrong", mostly_long(WRONG, WRONG[:1]))
@pytest.mark.parametrize("change", [altered, planted])
@pytest.mark.parametrize("table", [kind.table for kind in TABLES])
def test_wrong_types(table: str, change: Callable[..., None], wrong: str, store: Path, tmp_path: Path) -> None:
    """In one column after the other, in rows whose checksum fits or not."""
    [columns] = [kind.columns for kind in TABLES if kind.table == table]
    for index, column in enumerate(columns):
        path = Path(shutil.copy(store, tmp_path / f"{column}.store"))
        with suppress(sqlite3.IntegrityError):  # two rows of one key
            change(path, table, f"{column} = {NESTED if wrong == 'NESTED' else wrong}")
        right_or_one_line([*COMMANDS][index % len(COMMANDS)], path)


@pytest.mark.parametrize(
    ("command", "table", "column", "value"),
    [
        ("build", "settled", "value", "'[853]'"),
        ("near", "settled", "value", "'[999]'"),
        ("near", "effort", "guess", "guess + 1"),
        ("pareto", "settled", "guess", "guess + 1"),
        ("certify", "note", "data", "x'5b305d'"),
        ("build", "problem", "replies", "symbols"),
        ("build", "engine", "version", "'9.9'"),
    ],
)
def test_a_planted_value_is_told(command: str, table: str, column: str, value: str, store: Path) -> None:
    altered(store, table, f"{column} = {value}")
    told = f"a row of the table {table} does not fit its checksum"
    assert told in right_or_one_line(command, store)
    assert told in run("store", store).stderr.decode()


def test_nothing_is_called_searched_that_the_tree_contradicts(store: Path) -> None:
    """Also where all checksums fit."""
    planted(store, "settled", "value = '[999]'", "position = '[[],[]]'")
    out, error = result("near", store)
    assert "searched" not in out and "the search contradicts itself (a tree costs less than the lower bound)" in error


@pytest.mark.parametrize("seed", seeds(24, 500))
def test_flipped_and_cut(seed: int, store: Path) -> None:
    choose, data = random.Random(f"damaged {seed}"), bytearray(store.read_bytes())
    if seed % 6 == 0:
        del data[choose.randrange(len(data)) :]
    else:
        for _ in range(choose.choice((1, 1, 1, 10, 100))):
            data[choose.randrange(len(data))] ^= 1 << choose.randrange(8)
    store.write_bytes(data)
    right_or_one_line([*COMMANDS][seed % len(COMMANDS)], store)


@pytest.mark.parametrize("seconds", [3600.0, -3600.0])
def test_a_clock_that_was_set(seconds: float, tmp_path: Path) -> None:
    """What is claimed at another time is claimed by nobody, and processes go on when the clock changes."""
    replies, path, ahead = reply_matrix("p2c3n"), tmp_path / "store", [0.0]

    def clock() -> float:
        return time.time() + ahead[0]

    with closing(StoreFile(path, clock=clock)) as ours, closing(StoreFile(path, clock=clock)) as others:
        here, there = ours.store(replies, KEY), others.store(replies, KEY)
        assert there.claim("a") and not here.claim("a")
        ahead[0] = seconds
        assert here.claim("a")
        ours.beat()
        assert not there.claim("a")


@pytest.mark.parametrize("process", ["-1", "0", "1 << 40", "'text'", "x'00'"])
@pytest.mark.parametrize("change", [altered, planted])
def test_a_process_that_cannot_be(change: Callable[..., None], process: str, tmp_path: Path) -> None:
    replies, path = reply_matrix("p2c3n"), tmp_path / "store"
    with closing(StoreFile(path)) as ours, closing(StoreFile(path)) as others:
        here, there = ours.store(replies, KEY), others.store(replies, KEY)
        assert there.claim("a")
        change(path, "run", f"process = {process}")
        with pytest.raises(TreebuildError, match=r"store: is damaged \(a row of the table run"):
            here.claim("a")


def test_a_store_that_was_killed_as_it_began(store: Path) -> None:
    store.unlink()
    with closing(sqlite3.connect(store)) as data:
        data.execute("PRAGMA journal_mode = WAL")
    with pytest.raises(TreebuildError, match=r"a\.store: holds nothing yet"):
        read(store)
    assert right_or_one_line("build", store) == ""


def test_a_planted_guess_that_tells_nothing_is_told(store: Path) -> None:
    planted(store, "settled", "guess = 0", "guess >= 0")
    assert "the search contradicts itself (a guess of the best tree tells nothing)" in result("build", store)[1]


@pytest.mark.parametrize("table", mostly_long(["settled", "note"], ["note"]))
def test_a_table_without_an_end(table: str, store: Path) -> None:
    """The other tables can still be read."""
    with closing(StoreFile(store)) as file:  # the notes of each problem are on several pages
        for problem in file.rows(Problem, "1"):
            for number in range(100):
                file.write(Note(problem.id, f"{number}", bytes(100)))
    endless(store, table)
    assert "2nd reference to page" in right_or_one_line("build", store)
    found = read(store)
    assert found.damage == "a table has no end" and found.problems


def test_what_a_store_shows_is_printable(store: Path) -> None:
    hostile = "char(27) || '[2J' || char(8238) || char(10)"
    planted(store, "engine", f"version = {hostile}")
    planted(store, "problem", f"game = {hostile}, objective = {hostile}, guesses = {hostile}")
    planted(store, "run", f"beat = {time.time()}, process = {os.getpid()}, ended = 0")
    shown = run("store", store)
    assert shown.returncode == 0 and shown.stdout.count(rb"\x1b[2J\u202e\n") > len(read(store).problems)
    assert all(line.isprintable() for line in shown.stdout.decode().splitlines())


@pytest.mark.parametrize(("table", "column"), [("run", "core"), ("run", "beat"), ("settled", "seconds")])
def test_no_sum_of_times_is_infinite(table: str, column: str, store: Path) -> None:
    planted(store, table, f"{column} = 1.7e308")
    shown = run("store", store, "--json")
    assert shown.returncode == 1 and b"out of range" in shown.stderr and b"Infinity" not in shown.stdout


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE t (x)",
        "CREATE TABLE engine (number, version)",
        "CREATE VIEW engine AS WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
        "SELECT x AS number, x AS version FROM c",
    ],
)
def test_a_database_of_another_program_stays_as_it_is(statement: str, tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    with closing(sqlite3.connect(path)) as data:
        data.execute(statement)
    before = path.read_bytes()
    for use in StoreFile, read:
        with pytest.raises(TreebuildError, match=r"a\.store: is a database, but no store of treebuild"):
            use(path)
        assert path.read_bytes() == before and [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("size", [1, 2, 100, 5000])
def test_a_file_of_another_program_stays_as_it_is(size: int, tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    path.write_bytes(b"x" * size)
    for use in StoreFile, read:
        with pytest.raises(TreebuildError, match=r"a\.store: is no store of treebuild: give another name"):
            use(path)
        assert path.read_bytes() == b"x" * size and [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("name", [":memory:", "file:x?mode=memory", "file::memory:?cache=shared"])
def test_a_name_that_sqlite_reads_otherwise_names_a_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    StoreFile(Path(name)).close()
    assert [path.name for path in tmp_path.iterdir()] == [name] and read(Path(name)).problems == ()


@pytest.mark.parametrize("end", ["-journal", "-wal", "-shm"])
def test_a_pipe_beside_a_store_is_not_opened(end: str, store: Path) -> None:
    """SQLite would wait for somebody to write into it, and Ctrl-C would not reach it."""
    Path(f"{store}{end}").unlink(missing_ok=True)
    os.mkfifo(f"{store}{end}")
    (link := store.with_name("link")).symlink_to(store)
    for path in store, link:
        for use in StoreFile, read:
            with pytest.raises(TreebuildError, match=rf"a\.store{end}: is a FIFO"):
                use(path)


@pytest.mark.parametrize("end", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("new", [False, True])
def test_a_file_of_the_user_beside_a_store_is_not_lost(end: str, new: bool, store: Path) -> None:
    """SQLite takes files of these names for its own, and deletes them."""
    for beside in store.parent.glob("a.store?*" if not new else "a.store*"):
        beside.unlink()
    (diary := Path(f"{store}{end}")).write_text("today")
    uses: list[Callable[[Path], object]] = [StoreFile] if new else [StoreFile, read]
    for use in uses:
        with pytest.raises(TreebuildError, match=rf"a\.store{end}: is in the way"):
            use(store)
        assert diary.read_text() == "today" and store.exists() is not new
    diary.unlink()
    StoreFile(store).close()


def test_a_planted_journal_deletes_no_other_file(store: Path) -> None:
    """A journal may name one of several databases, which SQLite deletes when it has rolled the change back."""
    (diary := store.with_name("diary")).write_text("today")
    name, magic = bytes(diary), bytes.fromhex("d9d505f920a163d7")
    page = 4096
    header = magic + struct.pack(">IIIII", 0, 1, store.stat().st_size // page, 512, page)
    named = struct.pack(">I", (1 << 30) // page + 1) + name + struct.pack(">II", len(name), sum(name)) + magic
    (journal := Path(f"{store}-journal")).write_bytes(header.ljust(512, b"\0") + named)
    for use in StoreFile, read:
        with pytest.raises(TreebuildError, match=r"a\.store-journal: is in the way"):
            use(store)
        assert diary.read_text() == "today"
    journal.unlink()
    StoreFile(store).close()


def test_a_store_opens_while_this_process_uses_it(store: Path) -> None:
    """With the files that SQLite keeps beside it."""
    first = StoreFile(store)
    first.store(reply_matrix(GAME), KEY)
    assert Path(f"{store}-wal").stat().st_size and Path(f"{store}-shm").exists()
    StoreFile(store).close()
    assert read(store).damage == ""
    first.close()


def test_a_pipe_is_no_store(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(TreebuildError, match="pipe: is a FIFO, expected a store"):
        StoreFile(tmp_path / "pipe")


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    words = "treebuild build exact --game p4c7n --objective total --store a.store"
    script = f"ulimit -f 24; exec {sys.executable} -B -m {words}"  # -B: Python would keep cut files that it compiles
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert re.search(r"a\.store: cannot (be read or written .*ulimit -f|grow)", done.stderr), done.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("SQLITE_IOERR_WRITE", r"cannot be read or written .*ulimit -f"),
        ("SQLITE_FULL", "the disk is full: make room"),
        ("SQLITE_CANTOPEN", "see to its permissions and its folder's"),
        ("SQLITE_READONLY_ROLLBACK", "a process was killed"),
        ("SQLITE_READONLY_DIRECTORY", "see to its permissions and its folder's"),
        ("SQLITE_BUSY", "another process keeps the store locked"),
        ("SQLITE_CORRUPT", "is damaged"),
    ],
)
def test_an_error_names_its_cause(name: str, said: str, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both where a store is used and where it is looked into: a sound one in a folder that is read-only is a store."""
    error = sqlite3.OperationalError("what SQLite says")
    error.sqlite_errorname = name

    def connect(*_: object, **__: object) -> object:
        return SimpleNamespace(execute=execute, close=lambda: None, set_progress_handler=lambda *_: None)

    def execute(*_: object) -> object:
        raise error

    monkeypatch.setattr(sqlite3, "connect", connect)
    for use in partial(StoreFile, limits=StoreLimits(lock=0)), read:
        with pytest.raises(TreebuildError, match=said):
            use(store)
