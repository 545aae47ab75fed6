"""The tables of a store, the checksum of every row, and the only way to read a row.

A row counts only if its checksum fits the table, the key and the content, and if its values have the types and ranges
that a search writes. So the reader notices a row that was altered, exchanged with another or moved into another table.
Checksums find damage, not malice: whoever computes them can plant values.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import get_annotations
from typing import Any, ClassVar, Self

from treebuild.search.goal.vectors import Vector
from treebuild.search.store.results import Result, Sizes, fits, is_vector

_TYPES = {int: "INTEGER", float: "REAL", str: "TEXT", bytes: "BLOB"}
_CHECKSUM_BYTES = 8
_LATEST = 1e12  # seconds since 1970; times that are sums of times stay finite


class DamagedRowError(sqlite3.DatabaseError):
    """A row that this version cannot have written."""


@dataclass(frozen=True)
class Row:
    """A row of a table: its fields are the columns. A column with the checksum follows them in the file."""

    table: ClassVar[str]
    key: ClassVar[str]
    columns: ClassVar[dict[str, type]]

    def __init_subclass__(cls) -> None:
        cls.columns = get_annotations(cls, eval_str=True)

    @classmethod
    def schema(cls) -> str:
        """The statement that makes the table."""
        columns = "".join(f"{name} {_TYPES[kind]} NOT NULL, " for name, kind in cls.columns.items())
        return f"CREATE TABLE {cls.table} ({columns}checksum BLOB NOT NULL, PRIMARY KEY ({cls.key})) WITHOUT ROWID"

    @classmethod
    def select(cls) -> str:
        """The beginning of a statement that selects rows for `read`."""
        return f"SELECT {', '.join(cls.columns)}, checksum FROM {cls.table}"

    @classmethod
    def insert(cls, verb: str = "REPLACE") -> str:
        """The statement that writes `stored`."""
        return f"{verb} INTO {cls.table} VALUES ({'?, ' * len(cls.columns)}?)"

    @classmethod
    def read(cls, stored: Sequence[Any]) -> Self:
        """The row for a selected row of the file. Raises DamagedRowError if it does not count."""
        *values, checksum = stored
        if [*map(type, values)] != [*cls.columns.values()] or checksum != checksum_of(cls.table, values):
            raise DamagedRowError(f"a row of the table {cls.table} does not fit its checksum")
        row = cls(*values)
        if not row.in_range:
            raise DamagedRowError(f"a row of the table {cls.table} has a value that is out of range")
        return row

    @property
    def stored(self) -> tuple[Any, ...]:
        """The values of the row in the file, with the checksum."""
        values = [getattr(self, name) for name in self.columns]
        return *values, checksum_of(self.table, values)

    @property
    def in_range(self) -> bool:
        """Whether a search can have written these values."""
        return True


@dataclass(frozen=True)
class Engine(Row):
    """The only row of its table: see `results.ENGINE`."""

    table, key = "engine", "number"
    number: int
    version: str


@dataclass(frozen=True)
class Problem(Row):
    """A game and a goal. The id is the beginning of `sqlite.problem_digest`, a digest of all that values depend on."""

    table, key = "problem", "id"
    id: int
    game: str
    objective: str
    guesses: str
    symbols: str
    replies: str


@dataclass(frozen=True)
class Run(Row):
    """A process that works, or worked, on a problem. Times are in seconds since 1970, `core` is processor time."""

    table, key = "run", "id"
    id: int
    problem: int
    process: int
    began: float
    beat: float
    ended: int
    core: float

    @property
    def in_range(self) -> bool:
        """See Row. The number of a process is positive: `os.kill` takes 0 and negative numbers for groups."""
        times = all(0 <= time < _LATEST for time in (self.began, self.beat, self.core))
        return times and 0 < self.process < 1 << 31 and self.ended in (0, 1)


@dataclass(frozen=True)
class Settled(Row):
    """The value of a position or an option. See `Result`."""

    table, key = "settled", "problem, position"
    problem: int
    position: str
    value: str
    guess: int
    history: str
    seconds: float
    version: str

    @property
    def in_range(self) -> bool:
        """See Row."""
        return 0 <= self.seconds < _LATEST


@dataclass(frozen=True)
class Working(Row):
    """The claim of a run to an option."""

    table, key = "working", "problem, position"
    problem: int
    position: str
    run: int


@dataclass(frozen=True)
class Effort(Row):
    """The value of a position by an effort of the near-optimal search; `effort` begins with the version."""

    table, key = "effort", "problem, effort, position"
    problem: int
    effort: str
    position: str
    value: str
    guess: int
    history: str


@dataclass(frozen=True)
class Note(Row):
    """Bytes that a search keeps under a name."""

    table, key = "note", "problem, name"
    problem: int
    name: str
    data: bytes


TABLES: tuple[type[Row], ...] = Engine, Problem, Run, Settled, Working, Effort, Note


def result(row: Settled | Effort, sizes: Sizes) -> Result:
    """The result of a row. Raises DamagedRowError."""
    turns = listed(row.history)
    history = tuple([tuple(turn) if isinstance(turn, list) else turn for turn in turns])
    found = Result(vector(row.value), row.guess, history)
    if not fits(found, sizes):
        raise DamagedRowError(f"a row of the table {row.table} has a value that is out of range")
    return found


def vector(text: str) -> Vector:
    """A cost vector. Raises DamagedRowError."""
    value = listed(text)
    if not is_vector(value):
        raise DamagedRowError("a row has no valid value")
    return tuple(value)


def listed(text: str) -> list[Any]:
    """The list in a text of JSON. Raises DamagedRowError if the text is no list."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list):
        raise DamagedRowError("a row has no valid value")
    return found


def checksum_of(table: str, values: Sequence[Any]) -> bytes:
    """The checksum of a row with these values, its key among them."""
    return hashlib.blake2b(repr((table, *values)).encode(), digest_size=_CHECKSUM_BYTES).digest()
