"""What the compiled search infers from members, as plain Python against its definition."""

from __future__ import annotations

import os
import subprocess
import sys


def test_guesses_are_refuted_by_just_what_members_say() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.helpers.plain_member_bitsets"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
