"""A problem to keep in a store, and stores that somebody has altered, with or without the checksums."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from treebuild.search.store.results import ProblemKey
from treebuild.search.store.rows import TABLES, checksum_of

KEY = ProblemKey("total", 9, "all", ((1,), (1,), (2,)))


def altered(path: Path, table: str, change: str, where: str = "1") -> None:
    """Change rows and leave their checksums, as damage does."""
    with sqlite3.connect(path) as data:
        assert data.execute(f"UPDATE {table} SET {change} WHERE {where}").rowcount > 0
    data.close()


def planted(path: Path, table: str, change: str, where: str = "1") -> None:
    """Change rows, and let all checksums fit again, as somebody does who knows how they are made."""
    altered(path, table, change, where)
    [kind] = [kind for kind in TABLES if kind.table == table]
    names = ", ".join(kind.columns)
    with sqlite3.connect(path) as data:
        for values in data.execute(f"SELECT {names} FROM {table}").fetchall():
            data.execute(
                f"UPDATE {table} SET checksum = ? WHERE ({names}) = ({', '.join('?' * len(values))})",
                (checksum_of(table, values), *values),
            )
    data.close()
