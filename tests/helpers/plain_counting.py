"""`count_large`, `count_wide` and `count_parts` of `counting` as plain Python; to be run with NUMBA_DISABLE_JIT=1."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from treebuild.search.kernels import counting

COLUMNS = 5


def main() -> None:
    check_sizes()
    check_parts()


def check_parts() -> None:
    """The number of parts, of as many replies as one kind of words holds, with byte tables and without."""
    choose = Random(1)
    kernels: Any = counting
    for replies, tables_of_bytes in ((16, True), (16, False), (17, False), (32, False), (33, False)):
        kernels.HAS_BYTE_TABLES = tables_of_bytes
        for size, n_columns in ((1, 40), (5, 32), (9, 31), (12, 70)):
            columns = np.array([[choose.randrange(replies) for _ in range(n_columns)] for _ in range(size)], np.uint8)
            tables: Any = SimpleNamespace(columns=columns, cap=np.zeros(replies))
            count = np.zeros(n_columns // 8 + 1, np.uint64)
            with np.errstate(over="ignore"):
                most = kernels.count_parts(
                    tables, np.arange(size, dtype=np.uint32), n_columns, np.zeros(n_columns, np.uint32), count
                )
            expected = [len(set(column.tolist())) for column in columns.T]
            assert count.view(np.uint8)[:n_columns].tolist() == expected, (replies, tables_of_bytes, size, n_columns)
            assert most == max(expected)


def check_sizes() -> None:
    """Count the parts of sets that do and do not fill the counters, most of them of one reply that is likely."""
    choose = Random(0)
    kernels: Any = counting
    kernels.COLUMNS_WIDE = 3  # two blocks
    for count, replies in ((kernels.count_large, 16), (kernels.count_wide, 17), (kernels.count_wide, 32)):
        for size in (1, 14, 15, 16, 119, 120, 121, 239, 240, 241, 490):
            likely = choose.choice((0, 15, replies - 1))
            rows = [
                [likely if choose.random() < 0.8 else choose.randrange(replies) for _ in range(COLUMNS)]
                for _ in range(size)
            ]
            columns = np.array(rows, np.uint8)
            columns[:, 0] = likely
            tables: Any = SimpleNamespace(columns=columns)
            words = {name: np.zeros(COLUMNS, np.uint64) for name in ("packed", "even", "odd")}
            work: Any = SimpleNamespace(
                counts=np.full((COLUMNS, replies), 99), wide=np.zeros((6, COLUMNS), np.uint64), **words
            )
            with np.errstate(over="ignore"):
                count(tables, work, np.arange(size, dtype=np.uint32), COLUMNS)
            expected = [np.bincount(columns[:, column], minlength=replies).tolist() for column in range(COLUMNS)]
            assert work.counts.tolist() == expected, (count.__name__, replies, size, likely)


if __name__ == "__main__":
    main()
