"""The command `treebuild`, and `python -m treebuild`."""

from __future__ import annotations

import gc
import os
import signal
from types import FrameType

OBJECTS_PER_COLLECTION = 200_000


def main() -> None:
    """Run the command line. As long as its parts are being imported, Ctrl-C ends the process on the spot."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    # Modules make many objects and hardly any cycles of garbage: looking for these after every 700 takes 0.1 seconds.
    gc.set_threshold(OBJECTS_PER_COLLECTION)
    # NumPy's library for linear algebra, of which nothing here is used, would start threads: 0.07 processor seconds.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from treebuild.cli import main as run

    try:
        run()
    finally:
        # Python would look for cycles of garbage before it gives all memory back: 0.07 seconds after a search.
        gc.freeze()


def _leave(number: int, frame: FrameType | None) -> None:
    """Nothing has been written yet, and an exception in the middle of an import would end in a traceback."""
    os.write(2, b"interrupted; no unfinished file was left behind\n")
    os._exit(128 + number)


if __name__ == "__main__":
    main()
