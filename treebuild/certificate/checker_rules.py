"""For the writer of certificates: which guesses a checker refutes without claims, and how it bounds parts.

These are the rules of versions 1 and 2. `checker/check.py` and `checker/bounds.py` follow them;
`kernels/proof_rules.py` repeats them, compiled. Only `certificate/write.py` uses this module, and no checker does.
`certificate/checker_rules_version_3.py` has the rules of version 3.
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
    """What a checker computes by itself, as `schema/proof.md` defines it. Only one thread at a time may use it."""

    def __init__(self, tables: GameTables, rates: Sequence[tuple[int, int]], candidates_only: bool) -> None:
        """Prepare the rules for a game and for the costs of a claim.

        A secret of weight w at depth d costs w * a + b, where (a, b) is rates[d - 1]. The last pair holds for all later
        depths. Without weights, a is 0.
        """
        self.rates, self.candidates_only = rates, candidates_only
        self.stated = rates, candidates_only  # the bounds depend on these and the game
        later = tables.reply.shape[1] + 8  # more depths than a tree has that finds a secret with every guess
        by_weight, flat = zip(rates[0], *rates, *[rates[-1]] * later, strict=True)
        self.tables = tables._replace(weighted=int(any(by_weight)))
        costs = (by_weight, flat) if self.tables.weighted else (flat, ())
        self.costs = make_costs(*costs, (Source.ALL,), Prunings.ALL, tables)
        self._use()

    def _use(self) -> None:
        work = checker_workspace(self.tables, self.candidates_only)
        self._rules = kernels.load("proof_rules", len(self.tables.cap)).ProofRules(self.tables, self.costs, work)

    def fork(self) -> CheckerRules:
        """The same rules with a working space of their own, for another thread."""
        other = copy(self)
        other._use()
        return other

    def not_refuted(
        self, candidates: Candidates, history: History, least: int, codes: NDArray[np.int32]
    ) -> tuple[list[int], int]:
        """(the codes for which a checker cannot see by itself that guessing them costs `least` or more, w(S)).

        `codes` is int32. `candidates` is int32, ascending: the candidates after the history.
        """
        left = np.zeros(len(codes), np.uint32)
        arguments = self.tables.numbered(candidates), len(history) + 1, least, np.ascontiguousarray(codes, np.uint32)
        number, width = self._rules.not_refuted(*arguments, left)
        return left[:number].tolist(), width

    def bounds(
        self, candidates: Candidates, history: History, code: int, parts: Mapping[int, Candidates], width: int
    ) -> dict[int, int]:
        """B1 of each of the `parts` that `code` makes, by reply, without the part that wins; `width` is w(S)."""
        depth = len(history) + 2
        return {
            reply: self._rules.bound_set(self.tables.numbered(part), depth, width, INFINITE)
            for reply, part in parts.items()
        }

    def asked(self, code: int, candidates: Candidates) -> int:
        """The surcharge of a guess, summed over the candidates: 0 in these versions."""
        return 0

    def won(self, secret: int, depth: int) -> int:
        """The cost of a secret that is solved at `depth`."""
        by_weight, flat = self.rates[min(depth, len(self.rates)) - 1]
        return flat + (int(self.tables.weight[self.tables.order[secret]]) * by_weight if by_weight else 0)
