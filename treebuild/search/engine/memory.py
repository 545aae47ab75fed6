"""How much memory a search takes, and how much is free. `check_memory` refuses a search that does not fit."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from pathlib import Path

from treebuild.errors import Remedy, TreebuildError, UsageError
from treebuild.game.game import Game
from treebuild.game.reply_rules import MATRIX_LIMIT, matrix_size
from treebuild.kernels.constants import MAX_LEVELS, MAX_REPLIES_MARKED
from treebuild.kernels.layout import Entry
from treebuild.search.engine.game_tables import KEPT_TWICE, is_arranged, may_number
from treebuild.search.engine.reply_blocks import is_computed
from treebuild.search.engine.solver import MANY_SECRETS, table_bits
from treebuild.search.goal.permitted import BY_TURNS

UNKNOWN = 4 << 30  # bytes assumed to be free if the system does not say
_SIZE = re.compile(r"([0-9]{1,18}(?:\.[0-9]{1,18})?) *([KMGT]?)(?:i?B)?", re.IGNORECASE)
_SECRET_BYTES = 1500  # of the tree and its replay, for each secret
_PROCESS_BYTES = 50 << 20  # of Python, numpy and this package, once a search runs: the peak for p2c2n
_RESULT_BYTES = 90 << 20  # of what `near` finds out about positions in its first minutes
_CODE_BYTES = 1000  # of the bounds of guesses and their orbits, for each code of a game whose matrix does not fit


def size_of(text: str) -> int:
    """The bytes in a text such as 500M, 2G, 1.5 GiB or 4096. Raises UsageError for any other text."""
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"bad size {text!r}: expected bytes, or a number with K, M, G or T, such as 500M or 2G")
    return int(float(match[1]) * (1 << 10 * " KMGT".index(match[2].upper() or " ")))


def free_bytes() -> int:
    """The memory that this process may still take, in bytes: of the machine, or of its container."""
    free = UNKNOWN
    with suppress(OSError, ValueError, AttributeError):
        free = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if sys.platform != "linux":
        return free
    with suppress(OSError, ValueError, StopIteration):
        free = _figure(Path("/proc/meminfo"), "MemAvailable:") << 10
    with suppress(OSError, ValueError, StopIteration):  # a container without a limit has a word there, no number
        group = Path("/sys/fs/cgroup")
        limit = int((group / "memory.max").read_text("ascii"))
        free = min(free, limit - _figure(group / "memory.stat", "anon"))  # only "anon": the system can free its caches
    return max(free, 0)


def _figure(path: Path, name: str) -> int:
    """The number that follows `name` at the beginning of a line of a file. Raises StopIteration if there is none."""
    lines = (line.split() for line in path.read_text("ascii").splitlines())
    return next(int(words[1]) for words in lines if words[0] == name)


def needed_bytes(game: Game, searches: bool, tables: int = 1, near: bool = False) -> int:
    """About how many bytes it takes to build a tree of the game.

    searches  whether a search reads the reply matrix; else a greedy strategy builds the tree
    tables    the number of tables of results that the search has
    near      whether it is the search of `near`
    """
    codes, secrets, replies = len(game.codes), len(game.secrets), len(game.replies)
    tree = _SECRET_BYTES * secrets
    if not searches and is_computed(game):
        return tree
    matrix_bytes = matrix_size(codes, secrets, replies)
    if not searches:
        return tree + (1 if game.mutual else 2) * matrix_bytes
    if game.conditions.guesses in BY_TURNS and not game.mutual:
        tree += codes * codes  # `Permitted.among`
    if near and secrets > MANY_SECRETS:
        tables -= 1  # the exact search before its passes ends at once, and leaves its table empty
    table, weighted = 8 * len(Entry._fields) << table_bits(secrets), bool(game.conditions.weights)
    once = (near and is_arranged(game, KEPT_TWICE)) or (game.mutual and not weighted and not may_number(game))
    matrices = (1 if once else 2) + weighted  # by code, by secret, and before secrets were ordered by weight
    counts = 8 * codes * replies if replies <= MAX_REPLIES_MARKED else 0
    found = _PROCESS_BYTES + near * _RESULT_BYTES + tree
    return found + tables * table + matrices * matrix_bytes + codes * 16 * (MAX_LEVELS + 1) + counts


def _in_units(size: int) -> str:
    """A number of bytes in MiB, or in KiB or bytes if it is less than one of these."""
    power = 2 if size >= 1 << 20 else 1 if size >= 1 << 10 else 0
    return f"{size >> 10 * power:,} {('bytes', 'KiB', 'MiB')[power]}"


def check_memory(
    game: Game, name: str, searches: bool, memory: int | None, small_games: bool = False, tables: int = 1
) -> None:
    """Raise TreebuildError if an algorithm needs more memory for a game than it may take. This computes no replies.

    name         the name of the algorithm
    searches     whether it reads the whole reply matrix
    memory       the bytes that it may take; by default half of the free memory
    small_games  whether it does without the matrix, see `near.large_game`; it then keeps more than a greedy strategy
    tables       as for `needed_bytes`
    """
    searches = searches and not small_games
    other = "; `minavg` and other greedy algorithms need less" if searches and is_computed(game) else ""
    matrix_bytes = matrix_size(len(game.codes), len(game.secrets), len(game.replies))
    if (searches or not is_computed(game)) and matrix_bytes > MATRIX_LIMIT:
        matrix = f"{len(game.codes):,} x {len(game.secrets):,} reply matrix"
        raise TreebuildError(f"{game.name} is too large for {name!r}, whose {matrix} takes more than 4 GiB{other}")
    needed = needed_bytes(game, searches, tables, name == "near") + small_games * _CODE_BYTES * len(game.codes)
    allowed = free_bytes() // 2 if memory is None else memory
    if needed > allowed:
        mebibytes = (needed >> 20) + 1
        raise TreebuildError(
            f"{name!r} needs some {mebibytes:,} MiB of memory for {game.name}, and may take {_in_units(allowed)}"
            f"{other}",
            remedy=Remedy("allow more with {}", "memory", f"{mebibytes}M"),
        )
