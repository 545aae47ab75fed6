"""The compiled count of parts where its vectors and blocks of columns begin and end."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.kernels import native
from treebuild.search.kernels.layout import MAX_REPLIES_MARKED, MAX_REPLIES_PACKED
from treebuild.search.kernels.native.processor import levels
from treebuild.search.solver import make_game_tables


@pytest.mark.parametrize("replies", [9, MAX_REPLIES_PACKED, MAX_REPLIES_PACKED + 1, MAX_REPLIES_MARKED])
@pytest.mark.parametrize("n_columns", [1, 7, 31, 32, 33, 63, 100, 2047, 2048, 2049, 2081, 4095, 5000])
def test_every_column_is_counted_once(n_columns: int, replies: int) -> None:
    """One column makes more parts than all others, wherever it is."""
    choose, size = Random(n_columns * replies), 5 + n_columns % 4
    candidates = np.arange(size, dtype=np.uint32)
    tables = make_game_tables(reply_matrix("p2c3r"))._replace(
        code_at=np.zeros(n_columns, np.uint32), cap=np.zeros(replies, np.int64)
    )
    working = np.zeros(len(candidates), np.uint8), np.zeros(replies, np.int64)
    ends = {0, n_columns - 1, *(end for edge in (32, 2048, 4096) for end in (edge - 1, edge) if end < n_columns)}
    few = np.array([choose.sample(range(replies), 4) for _ in range(n_columns)], np.uint8)
    for place in ends:
        columns = np.ascontiguousarray(few[:, [number % 4 for number in range(size)]].T)
        columns[:, place] = choose.sample(range(replies), size)
        words = np.zeros(n_columns, np.uint32), np.zeros(n_columns // 8 + 1, np.uint64)
        most, _ = native.entry("max_parts")(tables._replace(columns=columns), *working, *words, candidates)
        wins = int(tables.secret_of[0] < len(candidates))
        assert most == size - wins


@pytest.mark.parametrize(
    ("settings", "way"),
    [({"NUMBA_CPU_FEATURES": ""}, "shifts"), ({"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "-avx2"}, "shifts")]
    + [({}, "tables")] * bool(levels() and levels()[0] in ("x86-64-v3", "x86-64-v4")),
)
def test_bits_are_joined_alike_with_and_without_byte_tables(settings: dict[str, str], way: str) -> None:
    """What is compiled for a processor without AVX2 must not name its instructions: LLVM would end the process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.helpers.compiled_byte_tables"],
        env={name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"} | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, way), done.stderr
