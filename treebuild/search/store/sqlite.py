"""A store in a file: the results of a long search outlive it, and several processes on a machine share the work.

The file is an SQLite database with a write-ahead log. Every result is a transaction of its own, so a process may be
killed at any moment. Results belong to a problem (a game and a goal) and to an engine (see `results.ENGINE`), and a
search uses only results of its own problem and engine.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event, RLock, Thread
from time import process_time, sleep, time
from typing import Any, TypeAlias, TypeVar

from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import Replies
from treebuild.regular_file import check_not_read, check_regular, kind_by_name
from treebuild.search.store.results import ENGINE, MIN_STORED_SECONDS, ProblemKey, Result, Sizes, Store
from treebuild.search.store.rows import TABLES, Effort, Engine, Note, Problem, Row, Run, Settled, Working, result
from treebuild.search.waiting import PATIENCE, SignsOfLife, Wait
from treebuild.version import __version__

_BUSY_SECONDS = 0.5  # how long SQLite mostly waits for a lock before it raises; Ctrl-C does not reach it meanwhile
_RETRY_SECONDS = 0.01  # how long to wait before the next try if SQLite raises at once
_PLACE, _NAMED = "problem = ? AND position = ?", "problem = ? AND name = ?"
_ID_BYTES = 7  # of the number of a problem: SQLite has integers of 8 bytes, with a sign
_DIGEST = "problem"  # the name of the note with its digest
_UNLESS_EXACT = (
    "ON CONFLICT DO UPDATE SET value = excluded.value, guess = excluded.guess, history = excluded.history, "
    "checksum = excluded.checksum WHERE effort.guess < 0"
)
_JOURNAL = bytes.fromhex("d9d505f920a163d7")
_BEGINNINGS = {"-journal": _JOURNAL, "-wal": b"\x37\x7f\x06", "-shm": (3007000).to_bytes(4, sys.byteorder)}
"""How the files begin that SQLite keeps beside a database, unless with zeros: https://www.sqlite.org/fileformat.html."""
AnyRow = TypeVar("AnyRow", bound=Row)


@dataclass(frozen=True)
class StoreLimits:
    """How long processes that share a store wait for each other, in seconds.

    heartbeat  the period at which every process notes in the file that it is alive
    dead       a process without a heartbeat for this long has ended, even if its number is in use
    early      if a heartbeat is further in the future than this, the clock was set back since
    lock       how long this process waits for another process to unlock the file
    patience   how long a wait lasts before it tells the user
    """

    heartbeat: float = 5.0
    dead: float = 60.0
    early: float = 10.0
    lock: float = 60.0
    patience: float = PATIENCE


class StoreFile:
    """A store file. Several threads, and several processes of one machine, may use it at the same time."""

    def __init__(
        self,
        path: Path,
        min_seconds: float = MIN_STORED_SECONDS,
        limits: StoreLimits = StoreLimits(),
        clock: Callable[[], float] = time,
    ) -> None:
        """Open the file, or make it. It keeps results that took at least `min_seconds` to find. Runs beat by `clock`.

        Raises TreebuildError when it is no store, damaged, or of another engine, and when it stays locked.
        """
        self.path, self.min_seconds, self.limits, self.clock = path, min_seconds, limits, clock
        self._lock, self._runs = RLock(), dict[int, tuple[Run, float]]()
        self._wait, self._signs = Wait(limits.patience), SignsOfLife()
        if not path.absolute().parent.is_dir():
            raise TreebuildError(f"{path}: no store can be there: give the name of a file in a folder that exists")
        with self._one_line_errors():
            self._data = connection(path, "rwc", min(_BUSY_SECONDS, limits.lock, limits.patience))
            with bounded(path, self._data):
                if not is_empty(self._patiently):
                    check_engine(path, self._patiently)  # before any change: it may be a database of another program
            self._patiently("PRAGMA journal_mode = WAL")
            self._patiently("PRAGMA synchronous = NORMAL")
            [(verdict,)] = self._patiently("PRAGMA quick_check(1)")
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
            with self.change():
                if is_empty(self._patiently):
                    for table in TABLES:
                        self._patiently(table.schema())
                    self.write(Engine(ENGINE, __version__))
        check_engine(path, self._patiently)
        self._end = Event()
        Thread(target=self._go_on_beating, daemon=True).start()

    def close(self) -> None:
        """Note that the work of this process has ended, and close the file."""
        self._end.set()
        with self._lock, suppress(TreebuildError):
            for run in [*self._runs]:
                self.execute("DELETE FROM working WHERE run = ?", run)
                self.sign(run, ended=True)
        with self._lock, suppress(TreebuildError), self._one_line_errors():
            self._data.close()

    def store(self, replies: Replies, key: ProblemKey) -> FiledStore:
        """The store of one problem."""
        game, digest = replies.game, problem_digest(replies, key)
        problem = Problem(
            int.from_bytes(digest[:_ID_BYTES]), game.name, key.objective, key.guesses, json.dumps(game.symbols),
            json.dumps(game.replies),
        )  # fmt: skip
        now = self.clock()
        run = Run(int.from_bytes(os.urandom(6)), problem.id, os.getpid(), now, now, 0, 0.0)
        with self.change():
            if not self.rows(Problem, "id = ?", problem.id):
                self.write(problem)
                self.write(Note(problem.id, _DIGEST, digest))
            elif not any(note.data == digest for note in self.rows(Note, _NAMED, problem.id, _DIGEST)):
                raise TreebuildError(f"{self.path}: holds another game under the same number: give another name")
            self.write(run)
        self._runs[run.id] = run, process_time()
        return FiledStore(self, problem.id, run.id, Sizes(len(key.costs[0]), len(game.codes), len(game.replies)))

    def rows(self, kind: type[AnyRow], condition: str, *values: Any) -> list[AnyRow]:
        """The rows of a table. Raises TreebuildError when the file cannot be read, and for a damaged row."""
        with self._one_line_errors():
            return [kind.read(row) for row in self.execute(f"{kind.select()} WHERE {condition}", *values)]

    def write(self, row: Row) -> None:
        """Write a row. It replaces a row with the same key."""
        self.execute(row.insert(), *row.stored)

    def execute(self, statement: str, *values: Any) -> list[Any]:
        """The rows of a statement. Raises TreebuildError when the file cannot be read or written."""
        with self._lock, self._one_line_errors():
            return self._patiently(statement, *values)

    def _patiently(self, statement: str, *values: Any) -> list[Any]:
        """The rows of a statement. If another process keeps the file locked, wait for it first."""
        while True:
            try:
                rows = self._data.execute(statement, values).fetchall()
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or self._wait.go_on(self._who_locks) >= self.limits.lock:
                    raise
                sleep(_RETRY_SECONDS)
            else:
                self._wait.end()
                return rows

    def _who_locks(self) -> str:
        return (
            f"another process, which keeps {self.path} locked: end that process, or this one ends with an error after "
            f"{self.limits.lock:.0f} seconds"
        )

    def result(self, row: Settled | Effort, sizes: Sizes) -> Result:
        """The result of a row. Raises TreebuildError if the row is damaged."""
        with self._one_line_errors():
            return result(row, sizes)

    @contextmanager
    def change(self) -> Iterator[None]:
        """Make several statements one transaction. No other thread or process writes meanwhile."""
        with self._lock, self._one_line_errors():
            self._patiently("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                with suppress(sqlite3.Error):  # a full disk has rolled back already
                    self._data.execute("ROLLBACK")
                raise
            self._patiently("COMMIT")

    @contextmanager
    def _one_line_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite quotes damaged names as they are
            raise refused(self.path, error) from None

    def sign(self, run: int, ended: bool = False) -> None:
        """Note that this process is alive, or has ended a run, and how much processor time the run has taken."""
        with self._lock:
            if run not in self._runs:  # it has ended
                return
            row, start = self._runs[run]
            self.write(replace(row, beat=self.clock(), ended=int(ended), core=process_time() - start))
            if ended:
                del self._runs[run]

    def beat(self) -> None:
        """Note that this process is alive."""
        with self._lock:
            for run in [*self._runs]:
                self.sign(run)

    def _go_on_beating(self) -> None:
        while not self._end.wait(self.limits.heartbeat):
            with suppress(TreebuildError):
                self.beat()

    def alive(self, run: int) -> bool:
        """Whether a run goes on. A run without new heartbeats has ended, whatever the clocks of processes say."""
        rows = self.rows(Run, "id = ?", run)
        return any(
            alive(row, self.clock(), self.limits) and self._signs.silence(run, row.beat) <= self.limits.dead
            for row in rows
        )


def problem_digest(replies: Replies, key: ProblemKey) -> bytes:
    """A digest of a game and of everything else that the values of a problem depend on.

    A store keeps it, and numbers the problem by its beginning: somebody can make two games with the same beginning.
    """
    game, played = replies.game, replies.game.conditions
    charged = (key.costs, key.by_weight, played.weights) if key.by_weight else key.costs
    stated = repr((game.codes, game.secrets, game.win, key.objective, key.greatest, key.guesses, charged)).encode()
    digest = hashlib.blake2b(stated, digest_size=32)
    if played.costs or played.groups:  # of which `key.guesses` has a digest that is too short to tell all apart
        digest.update(repr((played.costs, played.groups)).encode())
    for some in replies.in_bytes():
        digest.update(some)
    return digest.digest()


def connection(path: Path, mode: str, seconds: float) -> sqlite3.Connection:
    """A connection to a store. `mode` is "ro", or "rwc" to make the file; `seconds` is how long a lock is waited for.

    Nothing is changed yet. Raises TreebuildError if the file, or one that SQLite would open beside it, is not regular,
    if one beside it is not a store's, and if no file can have this name.
    """
    try:
        real = os.path.realpath(path)  # an absolute path: SQLite has a meaning of its own for :memory: and file:...
        for end in "", *_BEGINNINGS:
            with suppress(FileNotFoundError, NotADirectoryError):
                kept = Path(f"{real}{end}")
                check_not_read(kept if end else path)
                status = kept.stat()
                check_regular(kept if end else path, status, "a store, or the name of a new file")
                if not end and status.st_size == 1:  # SQLite takes it for an empty one, and would write it anew
                    raise TreebuildError(f"{path}: is no store of treebuild: give another name")
                # Processes lock -shm while there is -wal. POSIX drops all locks of a process when it closes the file.
                if end and not (end == "-shm" and Path(f"{real}-wal").exists()):
                    _check_beside(kept, _BEGINNINGS[end])
    except (OSError, ValueError) as error:  # ValueError: no file can have this name
        raise TreebuildError(f"{path}: no store can be there: {getattr(error, 'strerror', error)}") from None
    uri = f"{Path(real).as_uri()}?mode={mode}"
    return sqlite3.connect(uri, seconds, uri=True, check_same_thread=False, isolation_level=None)


def _check_beside(kept: Path, begin: bytes) -> None:
    """Raise TreebuildError for a file with a name that SQLite takes for its own, but with other contents.

    SQLite would write or delete it. If a journal ends with its first bytes, a name stands before them: that of a
    journal of several databases. SQLite would delete the file of this name, whatever it is.
    """
    with kept.open("rb") as file:
        first = file.read(len(begin))
        file.seek(-min(len(_JOURNAL), file.seek(0, os.SEEK_END)), os.SEEK_END)
        last = file.read()
    if first not in (b"", begin, bytes(len(begin))) or last == _JOURNAL:
        raise TreebuildError(
            f"{kept}: is in the way: no store has made it, and a store would write or delete it: move it away, or give "
            "the store another name"
        )


@contextmanager
def bounded(path: Path, data: sqlite3.Connection) -> Iterator[None]:
    """Make statements fail that take far more steps than any on a sound file of this size.

    The pages of a damaged file may lead back to each other, so that a table of some pages has no end.
    """
    size = sum(
        beside.stat().st_size for end in ("", "-wal") if (beside := Path(f"{os.path.realpath(path)}{end}")).exists()
    )
    steps = iter(range(size // 100 + 1000))
    data.set_progress_handler(lambda: next(steps, None) is None, 1000)  # a row takes 20 bytes or more, and 20 steps
    try:
        yield
    finally:
        data.set_progress_handler(None, 0)


Execute: TypeAlias = Callable[[str], list[Any]]
"""Executes a statement, and returns its rows."""


def is_empty(execute: Execute) -> bool:
    """Whether a database has no tables, because the process that made it was killed at once."""
    return not execute("SELECT 1 FROM sqlite_master LIMIT 1")


def check_engine(path: Path, execute: Execute) -> Engine:
    """The engine of a store and the version that made it.

    Raises TreebuildError for a file that is no store, has another engine, or has other tables.
    """
    schema = "FROM sqlite_master WHERE"
    try:
        if not execute(f"SELECT 1 {schema} name = 'engine' AND type = 'table'"):  # a view may take for ever
            raise _no_store(path)
        [(number, version)] = execute("SELECT number, version FROM engine LIMIT 2")
        if type(number) is int and number != ENGINE:
            raise TreebuildError(
                f"{path}: holds values of engine {number} (treebuild {version}), this is engine {ENGINE}: go on with "
                "that version, or give another name"
            )
        if {sql for (sql,) in execute(f"SELECT sql {schema} 1")} != {table.schema() for table in TABLES}:
            raise sqlite3.DatabaseError("its tables are not those of a store")
        [row] = execute(Engine.select())
        return Engine.read(row)
    except ValueError as error:
        if not isinstance(error, UnicodeDecodeError):
            raise _no_store(path) from None
        raise refused(path, error) from None
    except sqlite3.Error as error:
        if str(error).startswith("no such"):  # column
            raise _no_store(path) from None
        raise refused(path, error) from None


def _no_store(path: Path) -> TreebuildError:
    return TreebuildError(f"{path}: is a database, but no store of treebuild: give another name")


def refused(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> TreebuildError:
    """The error that says what is wrong with a store, and what to do about it."""
    no_store = getattr(error, "sqlite_errorname", "").startswith("SQLITE_NOTADB")
    kind = kind_by_name(path, ".store") if no_store else ""
    return TreebuildError(f"{path}: {_remedy(error)}{kind and '; '}{kind}")


def _remedy(error: sqlite3.Error | UnicodeDecodeError) -> str:
    message, kind = str(error), getattr(error, "sqlite_errorname", "")
    if kind.startswith("SQLITE_FULL"):
        return f"cannot grow, as the disk is full: make room{_GO_ON}"
    if kind.startswith("SQLITE_IOERR"):
        return (
            f"cannot be read or written ({message}): see to the room on the disk, and to the limit on the size of "
            f"files (ulimit -f){_GO_ON}"
        )
    if _is_busy(error):
        return "another process keeps the store locked: end it, or give another name"
    if kind == "SQLITE_READONLY_ROLLBACK":
        return "a process was killed when it had just made it: the search that gets it goes on"
    if kind.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return "cannot be written: see to its permissions and its folder's, or give another name"
    if kind.startswith("SQLITE_NOTADB"):
        return "is no store of treebuild: give another name"
    shown = "`treebuild store` shows the rows that are whole"
    return f"is damaged ({damage(error)}): {shown}; give another name to begin anew"


def damage(error: sqlite3.Error | UnicodeDecodeError) -> str:
    """What is wrong with a damaged store."""
    if isinstance(error, UnicodeDecodeError):
        return "a name is no text"
    ended = getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT"
    return "a table has no end" if ended else str(error)  # see `bounded`


_GO_ON = "; then give the same command again, it goes on where it was"


class FiledStore(Store):
    """The results of one problem, in memory and in the file."""

    def __init__(self, file: StoreFile, problem: int, run: int, sizes: Sizes) -> None:
        super().__init__()
        self._file, self._problem, self._run, self._sizes = file, problem, run, sizes

    def get(self, name: Hashable) -> Result | None:
        """The best result of a position that any process has found."""
        result = super().get(name)
        if result is None or not result.exact:
            filed = self._read(spelled_name(name))
            if filed is not None and filed.improves(result):
                return super().put(name, filed)
        return result

    def put(self, name: Hashable, result: Result, seconds: float = 0.0) -> Result:
        """Keep a result in memory and, if it took long enough, in the file."""
        best = super().put(name, result)
        if seconds >= self._file.min_seconds:
            spelled = spelled_name(name)
            with self._file.change():
                if best.improves(self._read(spelled)):
                    value, history = json.dumps(best.value), json.dumps(best.history)
                    row = Settled(self._problem, spelled, value, best.guess, history, seconds, __version__)
                    self._file.write(row)
        return best

    def claim(self, name: Hashable) -> bool:
        """See Store. If this process may work on a position, no other may until this one releases it or ends."""
        spelled = spelled_name(name)
        with self._file.change():
            for claim in self._file.rows(Working, _PLACE, self._problem, spelled):
                if claim.run != self._run and self._file.alive(claim.run):
                    return False
            self._file.write(Working(self._problem, spelled, self._run))
        return True

    def others(self) -> str:
        """See Store."""
        claims = Counter(claim.run for claim in self._file.rows(Working, "problem = ?", self._problem))
        living = [run for run in claims if run != self._run and self._file.alive(run)]
        numbers = sorted({row.process for run in living for row in self._file.rows(Run, "id = ?", run)})
        if not numbers:
            return ""
        number, several = sum(claims[run] for run in living), len(numbers) > 1
        who = f"process{'es' * several} {' and '.join(map(str, numbers))}"
        what = f"claimed {number} guess{'es' * (number > 1)} in {self._file.path}"
        return f"{who}, which {what}: end {'them' if several else 'it'} to go on sooner"

    def release(self, name: Hashable) -> None:
        """Give up a claim."""
        self._file.execute(
            f"DELETE FROM working WHERE {_PLACE} AND run = ?", self._problem, spelled_name(name), self._run
        )  # fmt: skip

    def finish(self) -> None:
        """Note that this process has finished the problem."""
        self._file.sign(self._run, ended=True)

    def spent(self) -> tuple[float, int]:
        """See Store."""
        runs = self._file.rows(Run, "problem = ?", self._problem)
        return sum(run.core for run in runs), len(runs)

    def of_effort(self, effort: str) -> FiledEffort:
        """See Store."""
        return FiledEffort(self._file, self._problem, effort, self._sizes)

    def noted(self, name: str, make: Callable[[], bytes]) -> bytes:
        """See Store. The file keeps the result of `make`."""
        for note in self._file.rows(Note, _NAMED, self._problem, name):
            return note.data
        data = make()
        self._file.write(Note(self._problem, name, data))
        return data

    def _read(self, spelled: str) -> Result | None:
        for row in self._file.rows(Settled, _PLACE, self._problem, spelled):
            return self._file.result(row, self._sizes)
        return None


class FiledEffort(Store):
    """The values of positions by one effort of the near-optimal search, in memory and in the file.

    The file keeps all values, even those that took little time, since a tree grows through them. A pass writes a
    position after the positions below it. The constructor reads all values of the file, since trees also grow when it
    is closed. The values are those of one version, since another version may try other guesses.
    """

    def __init__(self, file: StoreFile, problem: int, effort: str, sizes: Sizes) -> None:
        super().__init__()
        self._file, self._problem, self._effort, self._sizes = file, problem, f"{__version__} {effort}", sizes
        rows = file.rows(Effort, "problem = ? AND effort = ?", problem, self._effort)
        self._filed = {row.position: row for row in rows}

    def get(self, name: Hashable) -> Result | None:
        """See Store."""
        result = super().get(name)
        if result is None and self._filed and (row := self._filed.get(_digest(name))):
            return super().put(name, self._file.result(row, self._sizes))
        return result

    def put(self, name: Hashable, result: Result, seconds: float = 0.0) -> Result:
        """See Store. Other threads get the result only after it is in the file."""
        if result.improves(self.get(name)):
            value, history = json.dumps(result.value), json.dumps(result.history)
            row = Effort(self._problem, self._effort, _digest(name), value, result.guess, history)
            self._file.execute(f"{row.insert('INSERT')} {_UNLESS_EXACT}", *row.stored)
        return super().put(name, result, seconds)


def _digest(name: Hashable) -> str:
    """A short name of a position, in place of a name that holds all its candidates."""
    return hashlib.blake2b(repr(name).encode(), digest_size=16).hexdigest()


def alive(run: Run, now: float, limits: StoreLimits = StoreLimits()) -> bool:
    """Whether a run goes on, by its last heartbeat. After a clock was set back, later heartbeats have earlier times."""
    if run.ended or not -limits.early <= now - run.beat <= limits.dead:
        return False
    if sys.platform == "win32":
        return True  # there `os.kill` would end the process
    try:
        os.kill(run.process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _is_busy(error: Exception) -> bool:
    return getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY")


spelled_name = partial(json.dumps, separators=(",", ":"))
