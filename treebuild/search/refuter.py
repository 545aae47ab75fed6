"""The compiled rules of a checker at the service of Python: what it refutes alone, and how parts are bounded."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import get_type_hints

import numpy as np
from numpy.typing import NDArray

from treebuild.search.kernels import native
from treebuild.search.kernels.layout import INFINITE, NEAR, Board, Workplace

Candidates = NDArray[np.int32]


class Refuter:
    """What `schema/proof.md` says that a checker works out by itself. One thread at a time may use it."""

    def __init__(self, board: Board, costs: Sequence[int], candidates_only: bool) -> None:
        """costs[d] is the cost of a secret at depth d, and the last one that of all later secrets."""
        self.board, self.candidates_only = board, candidates_only
        later = board.reply.shape[1] + 8  # as deep as one could go, a secret a guess
        self.costs = np.array([*costs, *[costs[-1]] * later], np.int64)
        self._use()

    def _use(self) -> None:
        codes, secrets = self.board.reply.shape
        replies = len(self.board.cap)
        shapes = {
            "seen": (codes,),
            "number": (2, codes // 8 + 1),
            "wins": (2, codes),
            "member": (2, secrets),
            "least": (2, 2, replies + 1),
            "start": (2, replies + 1),
            "bound": (2, replies),
            "order": (2, secrets),
            "given": (secrets,),
            "few": (2, 16),
            "near": (2, NEAR, NEAR),
            "candidates_only": (1,),
        }
        types = get_type_hints(Workplace, include_extras=True)
        work = Workplace(**{name: np.zeros(shape, types[name].__metadata__[0]) for name, shape in shapes.items()})
        work.candidates_only[0] = self.candidates_only
        self._unrefuted, self._looked = (
            native.entry(name).bind(self.board, self.costs, work) for name in ("unrefuted", "looked")
        )

    def fork(self) -> Refuter:
        """Another one with working space of its own, for another thread."""
        other = copy(self)
        other._use()
        return other

    def unrefuted(
        self, candidates: Candidates, depth: int, least: int, codes: NDArray[np.int32]
    ) -> tuple[list[int], int]:
        """The codes, of some, whose cost a checker does not find to be `least` or more; and w(S)."""
        left = np.zeros(len(codes), np.uint32)
        given, some = (np.ascontiguousarray(array, np.uint32) for array in (candidates, codes))
        number, width = self._unrefuted(given, depth, least, some, left)
        return left[:number].tolist(), width

    def bound(self, candidates: Candidates, depth: int, width: int, enough: int = INFINITE) -> int:
        """B1(S, d, w), or less, but no less than `enough`."""
        return self._looked(np.ascontiguousarray(candidates, np.uint32), depth, width, enough)[0]
