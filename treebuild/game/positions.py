"""The two types that describe a position: its history of guesses and replies, and the candidates that it leaves."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Candidates: TypeAlias = NDArray[np.int32]
"""int32 (candidates,): the indices of the secrets that give all replies so far, ascending."""

History: TypeAlias = tuple[tuple[int, int], ...]
"""The turns so far, in order: (index of the code guessed, index of the reply)."""
