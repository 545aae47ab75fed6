"""SYMBOLS: symbols as the compiled search numbers them, and which of them, and which pegs, it may exchange."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from treebuild.game.game import Game
from treebuild.game.symmetry import exchangeable

MAX_SPELLINGS = 1 << 22  # sequences of symbols; a game that has more goes without SYMBOLS


def numbered_codes(game: Game) -> tuple[NDArray[np.uint8], int, int, NDArray[np.uint32]]:
    """SYMBOLS: uint8 (codes, pegs), the number of symbols, how many of these keep their names, and pegs, uint32.

    The other symbols come last: they are the largest class of symbols that may be exchanged. Without such a class the
    codes have no symbols here: (codes, 0), 0, 0 and no pegs. The pegs are the largest class of those that may change
    places, ascending; none, where there is no class of two or more.
    """
    count, none = len(game.symbols), np.zeros(0, np.uint32)
    spelled = 0 < count <= 63 and count ** len(game.codes[0]) <= MAX_SPELLINGS
    pegs, symbols = exchangeable(game) if spelled else ([], [])
    largest = max(symbols, key=len, default=[])
    if len(largest) < 2:
        return np.zeros((len(game.codes), 0), np.uint8), 0, 0, none
    order = [*(symbol for symbol in range(count) if symbol not in largest), *largest]
    number = np.empty(count, np.uint8)
    number[order] = np.arange(count)
    free = max(pegs, key=len)
    return number[np.array(game.codes)], count, count - len(largest), np.array(free, np.uint32) if free[1:] else none


def spellings(symbols: NDArray[Any], count: int) -> NDArray[np.int64]:
    """int64 (codes,): the symbols of each code as the digits of a number."""
    place: NDArray[np.int64] = count ** np.arange(symbols.shape[1] - 1, -1, -1, dtype=np.int64)
    return np.asarray(symbols.astype(np.int64) @ place)


def in_order(symbols: NDArray[np.uint8], first: int) -> NDArray[np.bool_]:
    """Which codes use the symbols from `first` on in ascending order and without a gap."""
    following = np.full(len(symbols), first)
    good = np.ones(len(symbols), np.bool_)
    for column in symbols.T:
        good &= column <= following
        following += column == following
    return good
