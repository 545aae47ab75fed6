"""SYMBOLS: pegs and symbols as the compiled search numbers them. Those that may be exchanged come last."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from treebuild.game.game import Game
from treebuild.game.symmetry import Classes, exchangeable

MAX_SPELLINGS = 1 << 22  # sequences of symbols; a game that has more goes without SYMBOLS


def numbered_codes(game: Game) -> tuple[NDArray[np.uint8], int, int, int]:
    """SYMBOLS: uint8 (codes, pegs), the number of symbols, and how many symbols, and how many pegs, keep their places.

    The others come last: they are the largest class of symbols, and of pegs, that may be exchanged. Without such a
    class of symbols the codes have no symbols here: (codes, 0), 0, 0 and 0.
    """
    count = len(game.symbols)
    spelled = 0 < count <= 63 and count ** len(game.codes[0]) <= MAX_SPELLINGS
    pegs, symbols = exchangeable(game) if spelled else ([], [])
    order, fixed = _largest_last(symbols)
    if len(order) - fixed < 2:
        return np.zeros((len(game.codes), 0), np.uint8), 0, 0, 0
    number = np.empty(count, np.uint8)
    number[order] = np.arange(count)
    peg_order, fixed_pegs = _largest_last(pegs)
    return np.ascontiguousarray(number[np.array(game.codes)][:, peg_order]), count, fixed, fixed_pegs


def _largest_last(classes: Classes) -> tuple[list[int], int]:
    """Pegs or symbols in ascending order, but the largest class last, and how many come before it."""
    largest = max(classes, key=len, default=[])
    others = sorted(item for some in classes if some is not largest for item in some)
    return [*others, *largest], len(others)


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
