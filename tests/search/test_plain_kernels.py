"""Parts of the compiled search as plain Python against their definitions; a search would hide their small mistakes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("kernels", ["counting", "member_bitsets"])
def test_plain_kernels(kernels: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", f"tests.helpers.plain_{kernels}"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
