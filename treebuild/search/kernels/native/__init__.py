"""The entry points of the compiled code, ready to be called.

A wheel brings shared libraries (`libraries`), so that nothing is compiled and numba is not needed. Where none fits,
numba compiles at the first use (`jit`). Whatever is loaded has to pass a test first (`self_test`), since it is called
by numba's private convention (`calling`).
"""

from __future__ import annotations

import os
from functools import cache
from threading import Lock

from treebuild.errors import TreebuildError
from treebuild.search.kernels.native import libraries, self_test
from treebuild.search.kernels.native.calling import Entry, Interpreted

_loading = Lock()


def entry(name: str) -> Entry | Interpreted:
    """The compiled function of that name.

    Raises TreebuildError where there is neither a library for this processor nor numba.
    """
    with _loading:
        return _entry(name)


@cache
def _entry(name: str) -> Entry | Interpreted:
    try:
        if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
            reason = "NUMBA_DISABLE_JIT is set"
            return Interpreted(name)
        try:
            found = libraries.load(name)
            if self_test.passes(found):
                return found
            reason = f"{found.origin} gives wrong results here ({name})"
        except libraries.UnfitError as unfit:
            reason = str(unfit)
        from treebuild.search.kernels.native import jit

        return jit.load(name)
    except ImportError as error:
        raise TreebuildError(
            f"{reason}, and numba, which would compile the search, cannot be imported ({error}): install the wheel for "
            "this platform, or: pip install 'treebuild[jit]'"
        ) from None
