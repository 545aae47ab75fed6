"""The compiled search as an object, for games with a rule of guesses or costs of guesses."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from treebuild import kernels
from treebuild.errors import TreebuildError
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies
from treebuild.kernels.constants import ANY, INFINITE, SHRINKING, TESTS, WINNERS
from treebuild.kernels.layout import RuledCosts, RuledTables, RuledWorkspace
from treebuild.kernels.workspaces import ruled_workspace
from treebuild.search.engine.game_tables import SEED, hash_key, hash_words
from treebuild.search.engine.solver import TABLE_BITS, PositionSolver
from treebuild.search.goal.permitted import Permitted, names_last
from treebuild.search.goal.prices import Prices
from treebuild.search.goal.vectors import Amount, Encoding, Vector

_ALLOWS = {"all": ANY, "candidates": WINNERS, "consistent": SHRINKING, "hard": SHRINKING, "identify": TESTS}


class RuledSolver(PositionSolver):
    """The solver for games where positions permit some guesses only, or guesses have costs."""

    tables: RuledTables

    def __init__(
        self,
        replies: Replies,
        costs: Sequence[Vector],
        by_weight: Sequence[bool] = (),
        prices: Prices | None = None,
        permitted: Permitted | None = None,
    ) -> None:
        """Make the tables and the working space.

        costs      costs[d] is the cost vector of a secret at depth d; no secret may be solved later than the last
        by_weight  for every place of the vectors, whether it goes by weight
        prices     of the guesses, if they have costs; then vectors have one place
        permitted  the permitted guesses, if the caller has them already

        Raises TreebuildError when costs do not fit 54 bits.
        """
        game = replies.game
        self.permitted = permitted or Permitted(replies)
        secrets, depths = len(game.secrets), len(game.secrets) + len(costs) + 8
        weight = np.array(game.secret_weights, np.int64)
        self._order = np.argsort(-weight, kind="stable").astype(np.uint32)
        self._number = np.empty(secrets, np.uint32)
        self._number[self._order] = np.arange(secrets, dtype=np.uint32)
        self.tables = self._make_tables(replies, weight, prices)
        weighted = bool(game.conditions.weights) and any(by_weight)
        if not weighted:
            self.tables.weight[:] = 1
        self.encoding = Amount()  # with groups too: a node may solve many secrets, which Encoding does not count
        if prices is None and not game.conditions.groups:
            weights = (by_weight, self.tables.weight.tolist()) if weighted else ()
            self.encoding = Encoding(costs, secrets, 1, max(replies.count - 1, 1), *weights)
        if self.encoding.largest >= INFINITE:
            raise TreebuildError(
                f"the objective needs costs up to {self.encoding.largest:.1e}, at most {INFINITE:.1e} can be searched "
                "exactly: use fewer criteria, smaller costs, or a lower depth limit"
            )
        self.costs = self._make_costs(costs, by_weight if weighted else (), depths)
        self._use(ruled_workspace(self.tables, 1 << TABLE_BITS))

    def _make_tables(self, replies: Replies, weight: NDArray[np.int64], prices: Prices | None) -> RuledTables:
        game, order = replies.game, self._order
        codes, secrets = replies.matrix.shape
        secret_of = np.where(replies.secret_of < 0, -1, self._number[replies.secret_of]).astype(np.int32)
        surcharge = np.zeros(codes, np.int64) if prices is None else prices.surcharge
        reply = np.ascontiguousarray(replies.matrix[:, order]) if game.conditions.weights else replies.matrix
        words = hash_words(secrets + codes, SEED, hash_key(game, reply))
        keeps, shape = self.permitted.keeping
        allows = _ALLOWS[game.conditions.guesses]
        decide = allows == SHRINKING and not game.conditions.weights and prices is None and not replies.several_winners
        return RuledTables(
            reply=reply,
            among=self.permitted.among,
            keeps=keeps,
            shape=shape,
            secret_of=secret_of,
            code_of=replies.code_of[order].astype(np.uint32),
            secret_word=words[:secrets],
            code_word=words[secrets : secrets + codes],
            weight=np.ascontiguousarray(weight[order]),
            group=np.array(game.conditions.groups or range(secrets), np.int32)[order],
            surcharge=np.ascontiguousarray(surcharge),
            win=replies.win,
            allows=allows,
            members=int(decide),
            names_last=int(names_last(replies)),
            grouped=int(bool(game.conditions.groups)),
        )

    def _make_costs(self, costs: Sequence[Vector], by_weight: Sequence[bool], depths: int) -> RuledCosts:
        greatest = len(costs) - 1
        each = [self.encoding.encode(vector) for vector in costs]
        flat = [0] * len(costs)
        if by_weight:
            weighted = [[cost * by for cost, by in zip(vector, by_weight, strict=True)] for vector in costs]
            encoded = [self.encoding.encode(vector) for vector in weighted]
            flat = [both - by for both, by in zip(each, encoded, strict=True)]
            each = encoded
        beyond = depths - greatest - 1
        cost, added = np.array(each + [each[-1]] * beyond), np.array(flat + [INFINITE] * beyond)
        steps = set(np.diff(cost[1 : greatest + 1]).tolist())
        even = len(steps) <= 1 and not any(flat[1:])
        return RuledCosts(cost.astype(np.int64), added.astype(np.int64), min(steps, default=0) if even else 0)

    def _use(self, work: RuledWorkspace) -> None:
        self.work = work
        self._compiled = kernels.load("ruled", self.tables.keeps.shape[1]).RuledSearch(self.tables, self.costs, work)

    def fork(self, apart: bool = False) -> RuledSolver:
        """See PositionSolver."""
        other = copy(self)
        other._use(ruled_workspace(self.tables, 1 << TABLE_BITS))
        return other

    def search_position(
        self,
        candidates: Candidates,
        history: History,
        cutoff: int | None = None,
        guesses: NDArray[np.int32] | None = None,
        complete: bool = False,
        lower_bound: int = 0,
    ) -> tuple[int, int]:
        """See PositionSolver. `lower_bound` is not used."""
        most = self.infinite if cutoff is None else min(cutoff, self.infinite)
        allowed = self._allowed(candidates, history)
        if guesses is None or (complete and len(guesses) == len(allowed)):
            guesses, complete = np.zeros(0, np.int32), False
        given = np.sort(self._number[candidates])
        codes = (np.ascontiguousarray(some, np.uint32) for some in (allowed, guesses))
        return self.outcome(*self._compiled.solve(given, len(history) + 1, most, *codes, int(complete)))

    def least(self, candidates: Candidates, history: History, most: NDArray[np.uint32] | None = None) -> int:
        """See PositionSolver. The rule of guesses is not `identify`."""
        given, depth, allowed = np.sort(self._number[candidates]), len(history) + 1, self._allowed(candidates, history)
        if most is not None:
            allowed = allowed[np.argsort(most[allowed])[::-1]]
        codes = np.ascontiguousarray(allowed, np.uint32)
        least: int = (
            self._compiled.least(given, depth, codes)
            if most is None
            else self._compiled.least_by_supersets(given, depth, codes, most)
        )
        return least

    def _allowed(self, candidates: Candidates, history: History) -> NDArray[np.int32]:
        """int32: the codes that may be guessed at a position and later."""
        by_members = self.permitted.game.conditions.guesses == "candidates"
        return self.permitted.at(candidates, history) if by_members else self.permitted.after(history)
