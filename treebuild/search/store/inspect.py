"""Looks into a store without changing it, and reads as much of a damaged store as SQLite still can."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from time import time
from typing import Any

from treebuild.errors import TreebuildError
from treebuild.search.store.results import ANY_REPLY
from treebuild.search.store.rows import DamagedRowError, Effort, Note, Problem, Run, Settled, Working, listed, vector
from treebuild.search.store.sqlite import (
    AnyRow,
    Execute,
    alive,
    bounded,
    check_engine,
    connection,
    damage,
    is_empty,
    refused,
)

_LOCK_SECONDS = 5.0  # how long to wait for a process that has locked the file


@dataclass(frozen=True)
class StoredResult:
    """The result of one position, or of one guess there.

    position  the guesses and their replies, with symbols renamed in the order of their first use; "0123 1.1, 4567 ?" is
              the guess 4567 after 0123 was answered 1.1
    value     the cost by the objective's criteria; a lower bound unless it is `exact`
    exact     whether the value is the smallest cost
    seconds   how long the search took to find it
    version   the version of treebuild that found it
    """

    position: str
    value: tuple[int, ...]
    exact: bool
    seconds: float
    version: str


@dataclass(frozen=True)
class StoredProblem:
    """A game, an objective, and how far the search is.

    game          the name of the game
    objective     the objective as it is spelled
    guesses       the plan or the rule of guesses, as in `ProblemKey`
    working       the positions on which processes work now
    by_near       the number of values and bounds that the efforts of `near` have found; a position counts once for each
    seconds       the time that all processes spent together, each up to its last heartbeat
    core_seconds  the processor time of these processes, without that of a cluster's workers
    results       the results of positions and options
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
    """The contents of a store, the oldest problem first.

    engine, version  see `results.ENGINE`, and the version of treebuild that made the store
    damage           the first error while reading, or ""
    """

    path: Path
    engine: int
    version: str
    problems: tuple[StoredProblem, ...]
    damage: str


def read(path: Path) -> StoreContents:
    """Read a store. Raises TreebuildError when the file is missing, empty, no store, or of another engine."""
    if not path.exists():
        raise TreebuildError(
            f"{path}: there is no such file; build, certify, pareto and suggest make the store that they are given"
        )
    try:
        with closing(connection(path, "ro", _LOCK_SECONDS)) as data, bounded(path, data):
            if is_empty(_executing(data)):
                raise TreebuildError(f"{path}: holds nothing yet: the search that made it has ended as it began")
            engine = check_engine(path, _executing(data))
            rows = _Rows(data)
            runs = defaultdict[int, list[Run]](list)
            for run in rows.of(Run):
                runs[run.problem].append(run)
            found = [(min((run.began for run in runs[one.id]), default=0.0), one) for one in rows.of(Problem)]
            problems = tuple(_problem(rows, one, runs[one.id]) for _, one in sorted(found, key=itemgetter(0)))
            return StoreContents(path, engine.number, engine.version, problems, rows.damage)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise refused(path, error) from None


def _executing(data: sqlite3.Connection) -> Execute:
    return lambda statement: data.execute(statement).fetchall()


class _Rows:
    """The rows of a database that can be read. `damage` is the first error while reading, or ""."""

    def __init__(self, data: sqlite3.Connection) -> None:
        self._data, self.damage = data, ""

    def of(self, kind: type[AnyRow], problem: int | None = None) -> Iterator[AnyRow]:
        """The rows of a table, or those of one problem. At a place that cannot be read, go on from the other end."""
        seen, keys = set[tuple[object, ...]](), kind.key.split(", ")
        places = [[*kind.columns].index(key) for key in keys]
        condition = "" if problem is None else f"WHERE problem = {problem} "
        for order in kind.key, ", ".join(f"{key} DESC" for key in keys):
            try:
                for stored in self._data.execute(f"{kind.select()} {condition}ORDER BY {order}"):
                    name = tuple(stored[place] for place in places)
                    if name in seen:  # without its checksum: a table without an end has a row again and again
                        continue
                    with self.noting():
                        row = kind.read(stored)
                        seen.add(name)
                        yield row
                return
            except (sqlite3.Error, UnicodeDecodeError) as error:
                self.note(error)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Leave out a damaged row, and note the damage."""
        try:
            yield
        except DamagedRowError as error:
            self.note(error)

    def note(self, error: sqlite3.Error | UnicodeDecodeError) -> None:
        """Note an error while reading."""
        self.damage = self.damage or damage(error)


def _problem(rows: _Rows, problem: Problem, of_problem: Sequence[Run]) -> StoredProblem:
    runs = {run.id: run for run in of_problem}
    working, results = list[str](), list[StoredResult]()
    for claim in rows.of(Working, problem.id):
        with rows.noting():
            if claim.run in runs and alive(runs[claim.run], time()):
                working.append(_spelled(problem, claim.position))
    for found in rows.of(Settled, problem.id):
        with rows.noting():
            position, value = _spelled(problem, found.position), vector(found.value)
            results.append(StoredResult(position, value, found.guess >= 0, found.seconds, found.version))
    core, spent = sum(run.core for run in runs.values()), _spent(runs.values())
    by_near, _ = (sum(1 for _ in rows.of(kind, problem.id)) for kind in (Effort, Note))  # reading notes checks them
    names = problem.game, problem.objective, problem.guesses
    return StoredProblem(*names, tuple(working), by_near, spent, core, tuple(results))


def _spent(runs: Iterable[Run]) -> float:
    """The seconds that processes spent. Runs of one process that overlap count once."""
    spent, until = 0.0, dict[int, float]()
    for run in sorted(runs, key=lambda run: run.began):
        began = max(run.began, until.get(run.process, 0.0))
        spent += max(run.beat - began, 0.0)
        until[run.process] = max(run.beat, began)
    return spent


def _spelled(problem: Problem, position: str) -> str:
    """A position's name in the symbols and replies of its game. Raises DamagedRowError."""
    try:
        form, replies = listed(position)
        symbols, names = listed(problem.symbols), listed(problem.replies)
        pegs = len(form) // max(len(replies), 1)
        guesses: list[Any] = [form[i : i + pegs] for i in range(0, len(form), max(pegs, 1))]
        # If the symmetries of a game are not of pegs and symbols, the names have the numbers of codes.
        spelled = ["".join(symbols[a] for a in guess) if pegs > 1 else f"#{guess[0]}" for guess in guesses]
        words = [f"{guess} {'?' if r == ANY_REPLY else names[r]}" for guess, r in zip(spelled, replies, strict=True)]
    except (ValueError, TypeError, IndexError):
        raise DamagedRowError("a row has no valid position") from None
    return ", ".join(words)
