"""Looks into a store without changing it, and reads as much of a damaged one as SQLite still can."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treebuild.errors import TreebuildError
from treebuild.search.store.results import ANY_REPLY
from treebuild.search.store.sqlite import alive, check_engine, remedy


@dataclass(frozen=True)
class StoredResult:
    """The result of one position, or of one guess there.

    position  the guesses and their replies, with symbols renamed in the order of their first use; "0123 1.1, 4567 ?" is
              the guess 4567 after 0123 was answered 1.1
    value     the cost by the objective's criteria; a lower bound unless it is `exact`
    seconds   how long the search took to find it
    """

    position: str
    value: tuple[int, ...]
    exact: bool
    seconds: float
    version: str


@dataclass(frozen=True)
class StoredProblem:
    """A game, what is searched for, and how far the search is.

    working       the positions that processes work on now
    by_near       the number of values and bounds of positions by the efforts of `near`, each effort counted apart
    seconds       the time that processes spent, added up, up to the last heartbeat of each
    core_seconds  the processor time that they took, without that of a cluster's workers
    """

    game: str
    objective: str
    guesses: str
    working: tuple[str, ...]
    by_near: int
    seconds: float
    core_seconds: float
    results: tuple[StoredResult, ...]

    @property
    def settled(self) -> int:
        """The number of exact values."""
        return sum(result.exact for result in self.results)

    @property
    def bounded(self) -> int:
        """The number of lower bounds."""
        return len(self.results) - self.settled


@dataclass(frozen=True)
class StoreContents:
    """All that a store holds. `damage` says what could not be read; it is empty if all could."""

    path: Path
    engine: int
    version: str
    problems: tuple[StoredProblem, ...]
    damage: str


def read(path: Path) -> StoreContents:
    """What a store holds. Raises TreebuildError when the file is no store, or of another engine."""
    if not path.is_file():
        raise TreebuildError(
            f"{path}: there is no such file; build, certify, pareto and suggest make the store that they are given"
        )
    try:
        data = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise TreebuildError(f"{path}: {remedy(error)}") from None
    with closing(data):
        engine, version = check_engine(path, data)
        rows = _Rows(data)
        problems = tuple(_problem(rows, row) for row in list(rows.of("problem", "1")))
        return StoreContents(path, engine, version, problems, rows.damage)


class _Rows:
    """The rows of a database, as far as they can be read."""

    def __init__(self, data: sqlite3.Connection) -> None:
        self.data, self.damage = data, ""
        data.row_factory = sqlite3.Row

    def of(self, table: str, condition: str) -> Iterator[sqlite3.Row]:
        """The rows of a table. If one cannot be read, go on from the other end of the table."""
        keys = "problem, position" if table in ("settled", "working") else "id"
        seen = set()
        for order in keys, ", ".join(f"{key} DESC" for key in keys.split(", ")):
            try:
                for row in self.data.execute(f"SELECT * FROM {table} WHERE {condition} ORDER BY {order}"):
                    name = tuple(row[key] for key in keys.split(", "))
                    if name not in seen:
                        seen.add(name)
                        yield row
                return
            except sqlite3.Error as error:
                self.damage = str(error)

    def count(self, table: str, condition: str) -> int:
        """The number of rows of a table; 0 where there is none, or it cannot be read."""
        try:
            if not self.data.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchall():
                return 0  # an earlier version made the file
            return int(self.data.execute(f"SELECT count(*) FROM {table} WHERE {condition}").fetchone()[0])
        except sqlite3.Error as error:
            self.damage = str(error)
            return 0


def _problem(rows: _Rows, row: sqlite3.Row) -> StoredProblem:
    here = f"problem = {int(row['id'])}"
    runs = {run["id"]: run for run in rows.of("run", here)}
    working = [
        _spelled(row, found["position"])
        for found in rows.of("working", here)
        if (run := runs.get(found["run"])) and not run["ended"] and alive(run["process"], run["beat"])
    ]
    results = []
    for found in rows.of("settled", here):
        try:
            position, value = _spelled(row, found["position"]), tuple(map(int, json.loads(found["value"])))
        except (ValueError, TypeError, IndexError):
            rows.damage = "a row has no valid value"
            continue
        results.append(StoredResult(position, value, found["guess"] >= 0, found["seconds"], found["version"]))
    core = sum(float(dict(run).get("core", 0.0)) for run in runs.values())  # stores made before 1.0 did not count it
    spent, by_near = _spent(runs.values()), rows.count("effort", here)
    names = row["game"], row["objective"], row["guesses"]
    return StoredProblem(*names, tuple(working), by_near, spent, core, tuple(results))


def _spent(runs: Iterable[sqlite3.Row]) -> float:
    """The seconds that processes spent. Runs of one process that overlap count once."""
    spent, until = 0.0, dict[int, float]()
    for run in sorted(runs, key=lambda run: float(run["began"])):
        began = max(run["began"], until.get(run["process"], 0.0))
        spent += max(run["beat"] - began, 0.0)
        until[run["process"]] = max(run["beat"], began)
    return spent


def _spelled(problem: sqlite3.Row, position: str) -> str:
    """A position's name in the symbols and replies of its game."""
    form, replies = json.loads(position)
    symbols, names = json.loads(problem["symbols"]), json.loads(problem["replies"])
    pegs = len(form) // max(len(replies), 1)
    guesses: list[Any] = [form[i : i + pegs] for i in range(0, len(form), max(pegs, 1))]
    # A game whose symmetries are not of pegs and symbols names codes by their numbers.
    spelled = ["".join(symbols[a] for a in guess) if pegs > 1 else f"#{guess[0]}" for guess in guesses]
    words = [f"{guess} {'?' if r == ANY_REPLY else names[r]}" for guess, r in zip(spelled, replies, strict=True)]
    return ", ".join(words)
