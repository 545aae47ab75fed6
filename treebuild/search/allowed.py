"""Where a search takes its guesses from: a plan has a source for every depth."""

from __future__ import annotations

from enum import IntEnum


class Source(IntEnum):
    """Where the guesses at a depth come from; what a heuristic takes is defined in Slovesnov 2011, 2.2 and 2.3."""

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
        """Whether a heuristic chooses."""
        return self >= Source.CRUSH
