"""The command `treebuild`, and `python -m treebuild`."""

from __future__ import annotations

import gc
import os
import signal
from types import FrameType

OBJECTS_PER_COLLECTION = 200_000  # Python looks for cycles of garbage after so many new objects


def main() -> None:
    """Run the command line. While its modules are being imported, Ctrl-C ends the process at once."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    # Imports make many objects and hardly any cycles of garbage. To look for these after every 700 takes 0.1 seconds.
    gc.set_threshold(OBJECTS_PER_COLLECTION)
    # NumPy's library for linear algebra, which treebuild does not use, would start threads: 0.07 processor seconds.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from treebuild.cli import main as run

    try:
        run()
    finally:
        # At its end Python would look for cycles of garbage, which takes 0.07 seconds after a search.
        gc.freeze()


def _leave(number: int, frame: FrameType | None) -> None:
    """End the process. An exception in the middle of an import would print a traceback; no file is open yet."""
    os.write(2, b"interrupted; no unfinished file was left behind\n")
    os._exit(128 + number)


if __name__ == "__main__":
    main()
