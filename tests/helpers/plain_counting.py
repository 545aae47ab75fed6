"""`counting.count_large` and `count_wide` as plain Python against numpy; to be run with NUMBA_DISABLE_JIT=1."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from treebuild.search.kernels import counting

COLUMNS = 5


def main() -> None:
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
