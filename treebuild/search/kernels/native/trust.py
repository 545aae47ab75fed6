"""Who can write to a file. Machine code is loaded only from files that nobody but the user and root can change.

Python trusts the folders that it finds packages in; but a folder for code that was compiled on the way may lie where
other users write, and a file of theirs with the right name would be run in the user's name.
"""

from __future__ import annotations

import os
import stat
from functools import cache
from pathlib import Path

_ROOT = 0


def weakness(file: Path) -> str:
    """How others could change what this file holds, as the end of a sentence; "" where they cannot.

    Raises OSError where there is no such file.
    """
    file = file.resolve(strict=True)
    return _weakness(file, file.stat(), may_be_shared=False) or folder_weakness(file.parent)


def folder_weakness(folder: Path) -> str:
    """How others could put a file of theirs into a folder; "" where they cannot.

    Anybody may write to a sticky folder such as /tmp: it holds no code. But a folder of the user's own in it is safe,
    since only its owner can rename or remove it. Raises OSError where there is no such folder.
    """
    folder = folder.resolve(strict=True)
    places = [(folder, False), *((parent, True) for parent in folder.parents)]
    return next((found for place, above in places if (found := _weakness(place, place.stat(), above))), "")


def _weakness(place: Path, about: os.stat_result, may_be_shared: bool) -> str:
    if not hasattr(os, "geteuid"):
        return ""  # Windows: files take their rights from the folder that the user installed into
    if about.st_uid not in _trusted():
        return f"{place} belongs to another user"
    if may_be_shared and about.st_mode & stat.S_ISVTX:
        return ""
    if about.st_mode & stat.S_IWOTH or (about.st_mode & stat.S_IWGRP and not _is_private(about.st_gid)):
        return f"others can write to {place} (to end that: chmod go-w {place})"
    return ""


def _trusted() -> set[int]:
    """Whose files may hold code: root's, the user's, and those of whoever installed Python, which runs already."""
    return {_ROOT, os.geteuid(), Path(os.__file__).stat().st_uid}


@cache
def _is_private(group: int) -> bool:
    """Whether a group has no member but the user or root: many systems give every user one, and let it write."""
    import grp
    import pwd

    try:
        about, users = grp.getgrgid(group), [pwd.getpwuid(user) for user in {_ROOT, os.geteuid()}]
    except KeyError:
        return False
    names = {user.pw_name for user in users if user.pw_gid == group and user.pw_name == about.gr_name}
    return bool(names) and set(about.gr_mem) <= names
