"""A problem to keep in a store, and altered stores: with checksums that fit, with others, or without an end."""

from __future__ import annotations

import sqlite3
import struct
from contextlib import closing
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


def endless(path: Path, table: str, levels: int = 15) -> None:
    """Put these levels of pages below the root of a table, each with several ways to the next: it has no end.

    See https://www.sqlite.org/fileformat.html, "B-tree Pages". The table needs two levels of pages before.
    """
    with closing(sqlite3.connect(path)) as data:
        data.execute("PRAGMA journal_mode = DELETE")
        [(root,)] = data.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
        [(size,)] = data.execute("PRAGMA page_size")
    file = bytearray(path.read_bytes())
    page = bytes(file[(root - 1) * size : root * size])
    cells = struct.unpack_from(">H", page, 3)[0]
    assert page[0] == 2 and cells, "the root is no interior page"
    [leaf] = struct.unpack_from(">I", page, 8)
    below = [len(file) // size + 1 + level for level in range(levels)]
    for number, child in zip((root, *below), (*below, leaf), strict=True):
        copy = bytearray(page)
        for place in (8, *struct.unpack_from(f">{cells}H", page, 12)):
            struct.pack_into(">I", copy, place, child)
        file[(number - 1) * size : number * size] = copy
    struct.pack_into(">I", file, 28, len(file) // size)
    path.write_bytes(file)
