"""The plan of an algorithm: which guesses its search tries at each depth, such as all codes or candidates only.

The rule of a game permits guesses, as in hard mode, whatever the plan is: `game/guess_rules.py` defines it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TypeAlias


class Source(IntEnum):
    """Where the guesses at a depth come from. Slovesnov 2011, 2.2 and 2.3, defines the heuristics."""

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
