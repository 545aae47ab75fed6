"""How many threads may share a search."""

from __future__ import annotations

import os

from treebuild.errors import TreebuildError

MOST_JOBS = max(16, 4 * (os.cpu_count() or 1))
"""More than one a core make nothing faster, and each has tens of megabytes of its own."""


def check_jobs(jobs: int) -> None:
    """Raise TreebuildError for anything but a whole number from 1 to MOST_JOBS."""
    if type(jobs) is not int or not 1 <= jobs <= MOST_JOBS:
        raise TreebuildError(f"bad number of jobs: expected a whole number from 1 to {MOST_JOBS}")
