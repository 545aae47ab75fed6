"""A game prepared for searching: what all searches of it share."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treebuild.game import symmetry
from treebuild.game.reply_matrix import Replies
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.bounds.reach import A_THIRD, reach
from treebuild.search.engine.reply_blocks import ReplyBlocks
from treebuild.search.engine.solver import cap_parts, make_game_tables


class PreparedGame:
    """The replies of a game, its symmetries, and the tables that the compiled search reads.

    Without CAPS among the prunings tables.cap stays at the number of replies that do not win.
    """

    def __init__(self, replies: Replies, prunings: Prunings = Prunings.ALL) -> None:
        self.replies = replies
        self.tables = make_game_tables(replies)  # first, since it refuses a game that is too large
        self.symmetry = symmetry.symmetry_of(replies)
        self.everything = np.arange(len(replies.game.secrets), dtype=np.int32)
        self.firsts = symmetry.representatives(self.symmetry.orbits())
        if prunings & Prunings.CAPS:
            cap_parts(self.tables, replies, self.firsts)

    @cached_property
    def largest_part(self) -> int:
        """The most candidates that may be left after one guess and its reply."""
        return max(int(np.bincount(self.replies.to(int(first), self.everything)).max()) for first in self.firsts)

    @cached_property
    def reach(self) -> NDArray[np.int64] | None:
        """REACH, see `reach.reach`; None where it does not hold, or takes more than a third of a second."""
        return reach(self.replies, self.symmetry, ReplyBlocks(self.replies), A_THIRD)
