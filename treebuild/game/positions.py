"""The types that describe a position, its history of guesses and replies and the candidates left; shared arrays."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = TypeVar("Array", bound=NDArray[np.integer])

Candidates: TypeAlias = NDArray[np.int32]
"""int32 (candidates,): the indices of the secrets that give all replies so far, ascending."""

History: TypeAlias = tuple[tuple[int, int], ...]
"""The turns so far, in order: (index of the code guessed, index of the reply)."""


def read_only(array: Array) -> Array:
    """The array itself, which nobody can change from now on: games, replies and trees keep theirs, and show them."""
    array.setflags(write=False)
    return array
