"""A store in a file: the results of a long search outlive it, and several processes on a machine share the work.

The file is an SQLite database with a write-ahead log. Every result is a transaction of its own, so a process may be
killed at any moment. Results belong to a problem (a game and what is searched for in it) and to an engine (see
`results.ENGINE`), and are used for no other.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from threading import Event, RLock, Thread
from time import process_time, time
from typing import Any

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import Replies
from treebuild.search.store.results import ENGINE, MIN_STORED_SECONDS, ProblemKey, Result, Store
from treebuild.version import __version__

HEARTBEAT_SECONDS = 5.0  # every process notes in the file, so often, that it is alive
DEAD_SECONDS = 60.0  # a process that has not noted it for so long is gone, even if its number is in use
_LOCK_SECONDS = 60.0  # that another process may take to write

SCHEMA = """
CREATE TABLE engine (number INTEGER NOT NULL, version TEXT NOT NULL);
CREATE TABLE problem (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, digest TEXT NOT NULL, objective TEXT NOT NULL,
    greatest INTEGER NOT NULL, guesses TEXT NOT NULL, costs TEXT NOT NULL, symbols TEXT NOT NULL,
    replies TEXT NOT NULL, UNIQUE (digest, objective, greatest, guesses, costs)
);
CREATE TABLE run (id INTEGER PRIMARY KEY, problem INTEGER NOT NULL, process INTEGER NOT NULL, began REAL NOT NULL,
    beat REAL NOT NULL, ended INTEGER NOT NULL DEFAULT 0, core REAL NOT NULL DEFAULT 0);
CREATE TABLE settled (
    problem INTEGER NOT NULL, position TEXT NOT NULL, value TEXT NOT NULL, guess INTEGER NOT NULL,
    history TEXT NOT NULL, seconds REAL NOT NULL, version TEXT NOT NULL, PRIMARY KEY (problem, position)
) WITHOUT ROWID;
CREATE TABLE working (
    problem INTEGER NOT NULL, position TEXT NOT NULL, run INTEGER NOT NULL, PRIMARY KEY (problem, position)
) WITHOUT ROWID;
CREATE TABLE note (problem INTEGER NOT NULL, name TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (problem, name));
"""

EFFORTS = """
CREATE TABLE IF NOT EXISTS effort (
    problem INTEGER NOT NULL, effort TEXT NOT NULL, position TEXT NOT NULL, value TEXT NOT NULL, guess INTEGER NOT NULL,
    history TEXT NOT NULL, PRIMARY KEY (problem, effort, position)
) WITHOUT ROWID
"""


class StoreFile:
    """The file. Several threads may use it at the same time, and several processes of one machine."""

    def __init__(self, path: Path, min_seconds: float = MIN_STORED_SECONDS) -> None:
        """Open the file, or make it. It keeps what takes at least `min_seconds` to find.

        Raises TreebuildError when it is no store, damaged, or of another engine.
        """
        self.path, self.min_seconds = path, min_seconds
        self._lock, self._runs = RLock(), dict[int, float]()
        if path.is_dir() or not path.absolute().parent.is_dir():
            raise TreebuildError(f"{path}: no store can be there: give the name of a file in a folder that exists")
        with self._one_line_errors():
            self._data = sqlite3.connect(path, _LOCK_SECONDS, check_same_thread=False, isolation_level=None)
            self._data.execute("PRAGMA journal_mode = WAL")
            self._data.execute("PRAGMA synchronous = NORMAL")
            if (verdict := self._data.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
                raise sqlite3.DatabaseError(verdict)
            with self.change():
                if not self._data.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    for statement in SCHEMA.split(";\n"):
                        self._data.execute(statement)
                    self._data.execute("INSERT INTO engine VALUES (?, ?)", (ENGINE, __version__))
        check_engine(path, self._data)
        with self.change():
            if "core" not in {column for _, column, *_ in self.execute("PRAGMA table_info(run)")}:  # made before 1.0
                self.execute("ALTER TABLE run ADD COLUMN core REAL NOT NULL DEFAULT 0")
            self.execute(EFFORTS)  # made before 1.2
        self._end = Event()
        Thread(target=self._beat, daemon=True).start()

    def close(self) -> None:
        """Note that this process is done, and close the file."""
        self._end.set()
        with self._lock, suppress(TreebuildError):
            for run in self._runs:
                self.execute("DELETE FROM working WHERE run = ?", run)
                self.sign(run, ended=True)
            with self._one_line_errors():
                self._data.close()

    def store(self, replies: Replies, key: ProblemKey) -> FiledStore:
        """The store of one problem."""
        game, names = replies.game, problem_names(replies, key)
        spelled = json.dumps(game.symbols), json.dumps(game.replies)
        with self.change():
            self.execute(
                "INSERT OR IGNORE INTO problem (game, digest, objective, greatest, guesses, costs, symbols, replies) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                game.name, *names, *spelled,
            )  # fmt: skip
            [(problem,)] = self.execute(PROBLEM, *names)
            now = time()
            [(run,)] = self.execute(
                "INSERT INTO run (problem, process, began, beat) VALUES (?, ?, ?, ?) RETURNING id",
                problem, os.getpid(), now, now,
            )  # fmt: skip
        self._runs[run] = process_time()
        return FiledStore(self, problem, run, game)

    def execute(self, statement: str, *values: Any) -> list[Any]:
        """The rows of a statement. Raises TreebuildError when the file cannot be read or written."""
        with self._lock, self._one_line_errors():
            return self._data.execute(statement, values).fetchall()

    def result(self, game: Game, value: str, guess: int, history: str) -> Result:
        """The result of a row. Raises TreebuildError if the row is damaged."""
        codes, answers = len(game.codes), len(game.replies)
        with suppress(ValueError, TypeError):
            costs, turns = tuple(json.loads(value)), tuple((g, r) for g, r in json.loads(history))
            whole = all(type(number) is int for number in (*costs, guess, *chain.from_iterable(turns)))
            if costs and whole and -1 <= guess < codes and all(0 <= g < codes and 0 <= r < answers for g, r in turns):
                return Result(costs, guess, turns)
        raise TreebuildError(f"{self.path}: {remedy(sqlite3.DatabaseError('a row has no valid value'))}")

    @contextmanager
    def change(self) -> Iterator[None]:
        """Make several statements one transaction. No other thread or process writes meanwhile."""
        with self._lock, self._one_line_errors():
            self._data.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                with suppress(sqlite3.Error):  # a full disk has rolled back already
                    self._data.execute("ROLLBACK")
                raise
            self._data.execute("COMMIT")

    @contextmanager
    def _one_line_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise TreebuildError(f"{self.path}: {remedy(error)}") from None

    def sign(self, run: int, ended: bool = False) -> None:
        """Note that this process is alive, or has ended a run, and how much processor time the run has taken."""
        core = process_time() - self._runs[run]
        self.execute(
            "UPDATE run SET beat = ?, core = ?, ended = ? WHERE id = ? AND NOT ended", time(), core, ended, run
        )

    def _beat(self) -> None:
        while not self._end.wait(HEARTBEAT_SECONDS):
            with suppress(TreebuildError), self._lock:
                for run in [*self._runs]:
                    self.sign(run)


PROBLEM = "SELECT id FROM problem WHERE (digest, objective, greatest, guesses, costs) = (?, ?, ?, ?, ?)"


def problem_names(replies: Replies, key: ProblemKey) -> tuple[str, str, int, str, str]:
    """What a store knows a problem by: see PROBLEM."""
    game = replies.game
    digest = hashlib.sha256(repr((game.codes, game.secrets)).encode() + replies.matrix.tobytes()).hexdigest()
    charged = (key.costs, key.by_weight, game.conditions.weights) if key.by_weight else key.costs
    costs = hashlib.sha256(repr(charged).encode()).hexdigest()
    return digest, key.objective, key.greatest, key.guesses, costs


def check_engine(path: Path, data: sqlite3.Connection) -> tuple[int, str]:
    """The engine of a store and the version that made it. Raises TreebuildError for no store, or another engine."""
    try:
        [(number, version)] = data.execute("SELECT number, version FROM engine").fetchall()
    except (sqlite3.OperationalError, ValueError):
        raise TreebuildError(f"{path}: is a database, but no store of treebuild: give another name") from None
    except sqlite3.Error as error:
        raise TreebuildError(f"{path}: {remedy(error)}") from None
    if number != ENGINE:
        raise TreebuildError(
            f"{path}: holds values of engine {number} (treebuild {version}), this is engine {ENGINE}: go on with that "
            "version, or give another name"
        )
    return number, version


def remedy(error: sqlite3.Error) -> str:
    """What is wrong with a store, and what to do about it."""
    message = str(error)
    if "full" in message:
        return "the disk is full: make room and give the same command again, it goes on where it was"
    if "locked" in message:
        return "another process keeps the store locked: end it, or give another name"
    if "readonly" in message or "unable to open" in message:
        return "cannot be written: see to its permissions and its folder's, or give another name"
    if "not a database" in message:
        return "is no store of treebuild: give another name"
    return f"is damaged ({message}): `treebuild store` saves what can still be read; give another name to begin anew"


class FiledStore(Store):
    """The results of one problem, in memory and in the file."""

    def __init__(self, file: StoreFile, problem: int, run: int, game: Game) -> None:
        super().__init__()
        self._file, self._problem, self._run, self._game = file, problem, run, game

    def get(self, name: Hashable) -> Result | None:
        """What this process or another one has found of a position."""
        result = super().get(name)
        if result is None or not result.exact:
            filed = self._read(spelled_name(name))
            if filed is not None and filed.improves(result):
                return super().put(name, filed)
        return result

    def put(self, name: Hashable, result: Result, seconds: float = 0.0) -> Result:
        """Keep a result, also in the file if it took long enough."""
        best = super().put(name, result)
        if seconds >= self._file.min_seconds:
            spelled = spelled_name(name)
            with self._file.change():
                if best.improves(self._read(spelled)):
                    self._file.execute(
                        "REPLACE INTO settled VALUES (?, ?, ?, ?, ?, ?, ?)",
                        self._problem, spelled, json.dumps(best.value), best.guess, json.dumps(best.history),
                        seconds, __version__,
                    )  # fmt: skip
        return best

    def claim(self, name: Hashable) -> bool:
        """Whether this process may work on a position. If so, no other may until this one releases it or ends."""
        spelled = spelled_name(name)
        with self._file.change():
            for run, process, beat, ended in self._file.execute(
                "SELECT run, process, beat, ended FROM working JOIN run ON run.id = run "
                "WHERE working.problem = ? AND position = ?",
                self._problem, spelled,
            ):  # fmt: skip
                if run != self._run and not ended and alive(process, beat):
                    return False
            self._file.execute("REPLACE INTO working VALUES (?, ?, ?)", self._problem, spelled, self._run)
        return True

    def release(self, name: Hashable) -> None:
        """Give up a claim."""
        self._file.execute(
            "DELETE FROM working WHERE problem = ? AND position = ? AND run = ?",
            self._problem, spelled_name(name), self._run,
        )  # fmt: skip

    def finish(self) -> None:
        """Note that this process has finished the problem."""
        self._file.sign(self._run, ended=True)

    def spent(self) -> tuple[float, int]:
        """See Store."""
        [(seconds, processes)] = self._file.execute(
            "SELECT sum(core), count(*) FROM run WHERE problem = ?", self._problem
        )
        return float(seconds), int(processes)

    def of_effort(self, effort: str) -> FiledEffort:
        """See Store."""
        return FiledEffort(self._file, self._problem, effort, self._game)

    def noted(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The note of this name. If there is none, `make` makes it, and it is kept."""
        for (data,) in self._file.execute("SELECT data FROM note WHERE problem = ? AND name = ?", self._problem, name):
            return bytes(data)
        data = make()
        self._file.execute("REPLACE INTO note VALUES (?, ?, ?)", self._problem, name, data)
        return data

    def _read(self, spelled: str) -> Result | None:
        for row in self._file.execute(
            "SELECT value, guess, history FROM settled WHERE problem = ? AND position = ?", self._problem, spelled
        ):
            return self._file.result(self._game, *row)
        return None


class FiledEffort(Store):
    """The values of positions by one effort of the near-optimal search, in memory and in the file.

    All are kept, however short they took, since a tree grows through them; a position is written after those below it.
    What the file has is read at once: trees also grow when it is closed. The values are those of one version, as
    another may try other guesses.
    """

    def __init__(self, file: StoreFile, problem: int, effort: str, game: Game) -> None:
        super().__init__()
        self._file, self._problem, self._effort, self._game = file, problem, f"{__version__} {effort}", game
        rows = file.execute(
            "SELECT position, value, guess, history FROM effort WHERE (problem, effort) = (?, ?)", problem, self._effort
        )
        self._filed = {position: row for position, *row in rows}

    def get(self, name: Hashable) -> Result | None:
        """See Store."""
        result = super().get(name)
        if result is None and self._filed and (row := self._filed.get(_digest(name))):
            return super().put(name, self._file.result(self._game, *row))
        return result

    def put(self, name: Hashable, result: Result, seconds: float = 0.0) -> Result:
        """See Store. Others may use the result once it is in the file."""
        if result.improves(self.get(name)):
            self._file.execute(
                "INSERT INTO effort VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, "
                "guess = excluded.guess, history = excluded.history WHERE effort.guess < 0",
                self._problem, self._effort, _digest(name), json.dumps(result.value), result.guess,
                json.dumps(result.history),
            )  # fmt: skip
        return super().put(name, result, seconds)


def _digest(name: Hashable) -> str:
    """A short name of a position, for one that has all its candidates."""
    return hashlib.blake2b(repr(name).encode(), digest_size=16).hexdigest()


def alive(process: int, beat: float) -> bool:
    """Whether a process is still at work whose last heartbeat was at this time (seconds since 1970)."""
    if time() - beat > DEAD_SECONDS:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


spelled_name = partial(json.dumps, separators=(",", ":"))
