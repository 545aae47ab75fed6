"""Counting parts against its definition, where vectors, counters and blocks of columns begin and end."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from treebuild import kernels
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.reply_rules import reply_dtype
from treebuild.kernels import counting
from treebuild.kernels.constants import MAX_REPLIES_MARKED, MAX_REPLIES_PACKED
from treebuild.kernels.uncompiled import Pointer
from treebuild.search.engine.game_tables import make_game_tables

COLUMNS = 5


@pytest.mark.parametrize("replies", [9, MAX_REPLIES_PACKED, MAX_REPLIES_PACKED + 1, MAX_REPLIES_MARKED, 255, 300])
@pytest.mark.parametrize("n_columns", [1, 7, 31, 32, 33, 63, 100, 2047, 2048, 2049, 2081, 4095, 5000])
def test_every_column_is_counted_once(n_columns: int, replies: int) -> None:
    """One column makes more parts than all others, wherever it is."""
    choose, size, dtype = Random(n_columns * replies), 5 + n_columns % 4, np.dtype(reply_dtype(replies))
    candidates = np.arange(size, dtype=np.uint32)
    matrix = np.zeros((n_columns, size), dtype)
    tables = make_game_tables(reply_matrix("p2c3r"))._replace(
        code_at=np.zeros(n_columns, np.uint32), cap=np.zeros(replies, np.int64), reply=matrix,
        column_of=np.zeros(n_columns, np.int32), secret_of=np.zeros(n_columns, np.int32),
        code_of=np.zeros(size, np.uint32), own_column=np.zeros(size, np.int32),
        symbols=np.zeros((n_columns, 0), np.uint8),
    )  # fmt: skip
    ends = {0, n_columns - 1, *(end for edge in (32, 2048, 4096) for end in (edge - 1, edge) if end < n_columns)}
    few = np.array([choose.sample(range(replies), 4) for _ in range(n_columns)], dtype)
    for place in ends:
        columns = np.ascontiguousarray(few[:, [number % 4 for number in range(size)]].T)
        columns[:, place] = choose.sample(range(replies), size)
        space = np.zeros(size, np.uint8), np.zeros(replies, np.int64), np.zeros(n_columns, np.uint32)
        counter = kernels.load("branch_and_bound", replies).PartCounter(
            tables._replace(columns=columns), *space, np.zeros(n_columns // 8 + 1, np.uint64)
        )
        assert counter.most_parts(candidates) == size - 1


@pytest.mark.parametrize(
    ("replies", "byte_tables"), [(16, True), (16, False), (17, False), (32, False), (33, False), (300, False)]
)
@pytest.mark.parametrize(("size", "n_columns"), [(1, 40), (5, 32), (9, 31), (12, 70)])
def test_parts_are_counted(
    replies: int, byte_tables: bool, size: int, n_columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of parts, of as many replies as one kind of words holds, with byte tables and without."""
    choose = Random(size)
    monkeypatch.setattr(counting, "HAS_BYTE_TABLES", byte_tables)
    columns = np.array([[choose.randrange(replies) for _ in range(n_columns)] for _ in range(size)], np.uint16)
    tables = SimpleNamespace(columns=Pointer(columns), codes=n_columns, replies=replies)
    count = np.zeros(n_columns // 8 + 1, np.uint64)
    most = counting.count_parts(
        tables, Pointer(np.arange(size)), size, n_columns, Pointer(np.zeros(n_columns, np.uint32)), Pointer(count)
    )
    expected = [len(set(column.tolist())) for column in columns.T]
    assert count.view(np.uint8)[:n_columns].tolist() == expected
    assert most == max(expected)


@pytest.mark.parametrize(
    ("count", "replies"), [(counting.count_large, 16), (counting.count_wide, 17), (counting.count_wide, 32)]
)
@pytest.mark.parametrize("size", [1, 14, 15, 16, 119, 120, 121, 239, 240, 241, 490])
def test_sizes_of_parts_are_counted(count: Any, replies: int, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of sets that do and do not fill the counters, most of them of one reply that is likely."""
    choose = Random(replies * size)
    monkeypatch.setattr(counting, "COLUMNS_WIDE", 3)  # two blocks
    likely = choose.choice((0, 15, replies - 1))
    rows = [
        [likely if choose.random() < 0.8 else choose.randrange(replies) for _ in range(COLUMNS)] for _ in range(size)
    ]
    columns = np.array(rows, np.uint8)
    columns[:, 0] = likely
    tables = SimpleNamespace(columns=Pointer(columns), codes=COLUMNS, replies=replies)
    counts = np.full((COLUMNS, replies), 99)
    words = {name: Pointer(np.zeros(COLUMNS, np.uint64)) for name in ("packed", "even", "odd")}
    work = SimpleNamespace(counts=Pointer(counts), wide=Pointer(np.zeros((6, 3), np.uint64)), **words)
    count(tables, work, Pointer(np.arange(size)), size, COLUMNS)
    assert counts.tolist() == [np.bincount(column, minlength=replies).tolist() for column in columns.T]
