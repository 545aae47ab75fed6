"""All compiled code: arrays in, arrays out, no Python objects.

Numba's disk cache does not notice a change in a function of another file, and freezes globals. So tables are arguments,
and what was compiled before the last change of any kernel is dropped here.
"""

from contextlib import suppress
from pathlib import Path


def _drop_stale(folder: Path) -> None:
    """Remove the indexes of compiled code that are older than the newest source: they are compiled anew when used."""
    newest = max(source.stat().st_mtime for source in folder.glob("*.py"))
    with suppress(OSError):  # another process may be doing the same, or the folder may be read only
        for index in (folder / "__pycache__").glob("*.nbi"):
            if index.stat().st_mtime < newest:
                index.unlink()


_drop_stale(Path(__file__).parent)
