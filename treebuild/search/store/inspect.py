"""What a store holds, read without changing it, and of a damaged one as much as SQLite still reads."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treebuild.errors import TreebuildError
from treebuild.search.store.memory import ANY_REPLY
from treebuild.search.store.sqlite import alive, check_engine, remedy


@dataclass(frozen=True)
class Result:
    """What is settled of one position, or of one guess there.

    position  the guesses, with symbols renamed in the order in which they occur, and their replies; "0123 1.1, 4567 ?"
              is the guess 4567 after 0123 was answered 1.1
    value     the cost by the objective's criteria; a lower bound unless it is `exact`
    seconds   how long it took
    """

    position: str
    value: tuple[int, ...]
    exact: bool
    seconds: float
    version: str


@dataclass(frozen=True)
class Problem:
    """A game, what is searched for, and how far that is.

    working  positions that processes are at now
    seconds  the time that processes spent, each counted by itself, as long as they gave a sign of life
    core_seconds  the processor time that they took; not that of a cluster's workers
    """

    game: str
    objective: str
    guesses: str
    working: tuple[str, ...]
    seconds: float
    core_seconds: float
    results: tuple[Result, ...]

    @property
    def settled(self) -> int:
        """How many values are known."""
        return sum(result.exact for result in self.results)

    @property
    def bounded(self) -> int:
        """Of how many positions or guesses it is only known what they cost at least."""
        return len(self.results) - self.settled


@dataclass(frozen=True)
class Stored:
    """All that a store holds; `damage` says what could not be read, or is empty."""

    path: Path
    engine: int
    version: str
    problems: tuple[Problem, ...]
    damage: str


def read(path: Path) -> Stored:
    """What a store holds. Raises TreebuildError when it is none, or one of another engine."""
    if not path.is_file():
        raise TreebuildError(f"{path}: there is no such file: build, prove, certify and pareto make one where asked to")
    try:
        data = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise TreebuildError(f"{path}: {remedy(error)}") from None
    with closing(data):
        engine, version = check_engine(path, data)
        rows = _Rows(data)
        problems = tuple(_problem(rows, row) for row in list(rows.of("problem", "1")))
        return Stored(path, engine, version, problems, rows.damage)


class _Rows:
    """Rows of a database as far as they can be read."""

    def __init__(self, data: sqlite3.Connection) -> None:
        self.data, self.damage = data, ""
        data.row_factory = sqlite3.Row

    def of(self, table: str, condition: str) -> Iterator[sqlite3.Row]:
        """The rows of a table. Where one cannot be read, those from the other end that can."""
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


def _problem(rows: _Rows, row: sqlite3.Row) -> Problem:
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
            rows.damage = "a row that is no value"
            continue
        results.append(Result(position, value, found["guess"] >= 0, found["seconds"], found["version"]))
    core = sum(float(dict(run).get("core", 0.0)) for run in runs.values())  # the first stores did not count it
    spent = _spent(runs.values()), core
    return Problem(row["game"], row["objective"], row["guesses"], tuple(working), *spent, tuple(results))


def _spent(runs: Iterable[sqlite3.Row]) -> float:
    """The seconds that processes spent; what one process does at the same time counts once."""
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
