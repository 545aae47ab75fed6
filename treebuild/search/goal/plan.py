"""Which guesses a search tries at each depth, by the plan of its algorithm: all, candidates only, what crush chooses.

Which guesses the rule of a game permits, as in hard mode, is another matter: `game/guessing.py` defines it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TypeAlias


class Source(IntEnum):
    """Where the guesses at a depth come from. Slovesnov 2011, 2.2 and 2.3, defines what a heuristic takes."""

    ALL = 0
    """Every code is tried."""
    MEMBERS = 1
    """Every candidate is tried."""
    CRUSH = 2
    """One guess, which crush chooses among all codes."""
    LARMOUTH = 3
    """One guess, which Larmouth's formula chooses among all codes."""
    CRUSH_MEMBERS = 4
    """One guess, which crush chooses among the candidates."""
    CRUSH_BOTH = 5
    """Two guesses, those of CRUSH_MEMBERS and of CRUSH: the better one is taken."""

    @property
    def heuristic(self) -> bool:
        """Whether a heuristic chooses the guess."""
        return self >= Source.CRUSH


Plan: TypeAlias = Sequence[Source]
"""plan[d - 1] says where the guesses at depth d come from; the last entry holds for all later depths."""
