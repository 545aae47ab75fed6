"""`byte_tables.join_bits` as numba compiles it against plain Python, for the processor that numba's settings name."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from treebuild.search.kernels.byte_tables import HAS_BYTE_TABLES, VECTOR, join_bits

AT, SPACE = 5, 3 * VECTOR


@numba.njit
def compiled(lower: Any, upper: Any, rows: Any, at: int) -> None:
    join_bits(lower, upper, rows[0], rows[1], rows[2], rows[3], at)


def main() -> None:
    """Some replies of each size join bits that are there already; beside the vector nothing is written."""
    choose = np.random.default_rng(0)
    for _ in range(50):
        rows = choose.integers(0, 16, (4, SPACE), np.uint8)
        before = choose.integers(0, 256, (2, SPACE), np.uint8)
        found, expected = before.copy(), before.copy()
        compiled(found[0], found[1], rows, AT)
        join_bits(expected[0], expected[1], rows[0], rows[1], rows[2], rows[3], AT)
        assert (found == expected).all() and (found != before).any()
    print("tables" if HAS_BYTE_TABLES else "shifts")


if __name__ == "__main__":
    main()
