"""Tells the writer of certificates what a checker refutes without claims, and how it bounds parts.

These are the rules of versions 1 and 2, which `checker/check.py` and `checker/bounds.py` follow, compiled again in
`kernels/proof_rules.py` for `certificate/write.py`, which alone uses them. For version 3 see
`certificate/checker_rules_version_3.py`. A checker never uses these modules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from treebuild import kernels
from treebuild.game.positions import Candidates, History
from treebuild.kernels.constants import INFINITE
from treebuild.kernels.layout import GameTables
from treebuild.kernels.workspaces import checker_workspace
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.game_tables import make_costs
from treebuild.search.goal.plan import Source


class CheckerRules:
    """What a checker works out by itself, as `schema/proof.md` defines it. One thread at a time may use it."""

    def __init__(self, tables: GameTables, rates: Sequence[tuple[int, int]], candidates_only: bool) -> None:
        """Prepare the rules for a game and for the costs of a claim.

        rates[d - 1] is what a secret costs at depth d: how much for each unit of its weight, and how much whatever it
        weighs. The last pair holds for all later depths. Where secrets have no weights the first numbers are 0.
        """
        self.rates, self.candidates_only = rates, candidates_only
        self.stated = rates, candidates_only  # what the bounds depend on, but for the game
        later = tables.reply.shape[1] + 8  # as deep as one could go, a secret a guess
        by_weight, flat = zip(rates[0], *rates, *[rates[-1]] * later, strict=True)
        self.tables = tables._replace(weighted=int(any(by_weight)))
        costs = (by_weight, flat) if self.tables.weighted else (flat, ())
        self.costs = make_costs(*costs, (Source.ALL,), Prunings.ALL, tables)
        self._use()

    def _use(self) -> None:
        work = checker_workspace(self.tables, self.candidates_only)
        self._rules = kernels.load("proof_rules", len(self.tables.cap)).ProofRules(self.tables, self.costs, work)

    def fork(self) -> CheckerRules:
        """Another one with a working space of its own, for another thread."""
        other = copy(self)
        other._use()
        return other

    def not_refuted(
        self, candidates: Candidates, history: History, least: int, codes: NDArray[np.int32]
    ) -> tuple[list[int], int]:
        """Those of some codes (int32) that a checker does not find to cost `least` or more; and w(S).

        `candidates` are int32, ascending, those after a history.
        """
        left = np.zeros(len(codes), np.uint32)
        arguments = self.tables.numbered(candidates), len(history) + 1, least, np.ascontiguousarray(codes, np.uint32)
        number, width = self._rules.not_refuted(*arguments, left)
        return left[:number].tolist(), width

    def bounds(
        self, candidates: Candidates, history: History, code: int, parts: Mapping[int, Candidates], width: int
    ) -> dict[int, int]:
        """B1 of the parts that do not win, by reply, that a code makes of the candidates after a history."""
        depth = len(history) + 2
        return {
            reply: self._rules.bound_set(self.tables.numbered(part), depth, width, INFINITE)
            for reply, part in parts.items()
        }

    def asked(self, code: int, candidates: Candidates) -> int:
        """The surcharge of a guess, asked of all candidates: there is none."""
        return 0

    def won(self, secret: int, depth: int) -> int:
        """What a secret costs that is solved at a depth."""
        by_weight, flat = self.rates[min(depth, len(self.rates)) - 1]
        return flat + (int(self.tables.weight[self.tables.order[secret]]) * by_weight if by_weight else 0)
