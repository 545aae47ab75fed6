"""Small positions of games whose reply matrix does not fit: each becomes a game of its own, with a matrix.

Its secrets are the candidates. Its codes are the candidates, and the codes of a sample that give the most information
about them. Its replies are computed from the codes, and the compiled search finds its best tree. So the tree of a
position depends on its candidates and its depth alone, and never on the number of threads. It need not be the best tree
of the position: a code outside the sample might be better.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from treebuild.game import symmetry
from treebuild.game.conditions import Conditions
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, partition
from treebuild.game.reply_rules import Indices
from treebuild.kernels.constants import COUNTS
from treebuild.kernels.layout import ReplyTables
from treebuild.search.bounds.prunings import Prunings
from treebuild.search.engine.game_tables import PreparedGame, make_game_tables
from treebuild.search.engine.reply_blocks import (
    SEED,
    ReplyBlocks,
    is_computed,
    is_too_large,
    logarithms,
    sample_rule,
)
from treebuild.search.engine.solver import Solver, StoppedError
from treebuild.search.goal.plan import Plan, Source
from treebuild.search.goal.vectors import Vector

DRAWN = 1 << 13  # the codes of the sample
KEPT = 512  # the codes of the sample that a small position takes: those of most information
TABLE_BITS = 12  # a small search visits a few thousand sets; to clear a larger table would take longer than it saves


def small_games_rule(game: Game) -> str:
    """The samples of a near-optimal tree that may guess any code, in words, for its tie rule."""
    sampled = sample_rule(game)
    return (
        f"a small position searched as a game of its own, with its candidates and the {KEPT} most informative of "
        f"{min(DRAWN, len(game.codes))} codes drawn by the seed {SEED}" + f"; {sampled}" * bool(sampled)
    )


def needs_small_games(game: Game) -> bool:
    """Whether the reply matrix of a game is too large for `near`, and compiled code can compute the replies."""
    return is_too_large(game) and is_computed(game)


class LargeGame(PreparedGame):
    """A game prepared for searching without its matrix. Of `tables` only `cap` is meaningful."""

    def __init__(self, replies: Replies) -> None:
        self.replies = replies
        none = np.zeros(0, np.int32)
        without_codes = Game(replies.game.name, (), (), replies.game.replies, replies.win, replies.game.reply)
        self.tables = make_game_tables(Replies(without_codes, none, none, np.zeros((0, 0), np.uint8)))
        self.symmetry = symmetry.symmetry_of(replies)
        self.everything = np.arange(len(replies.game.secrets), dtype=np.int32)
        self.firsts = symmetry.representatives(self.symmetry.orbits())


@dataclass(frozen=True)
class SmallGame:
    """A position as a game of its own.

    codes    int32, ascending: for each code of the small game, its index in the whole game
    replies  the replies to these codes; the secrets are the candidates in their order
    solver   searches the small game, from the depth of the position on
    """

    codes: NDArray[np.int32]
    replies: Replies
    solver: Solver


class SmallGames(Solver):
    """The solver of a game without a matrix. It makes a game and a solver for each small position."""

    def __init__(
        self, replies: Replies, costs: Sequence[Vector], plan: Plan, prunings: Prunings, by_weight: Sequence[bool]
    ) -> None:
        """As for Solver. `replies` are those of the whole game, and ReplyBlocks must be able to compute them."""
        self.replies, self.blocks = replies, ReplyBlocks(replies, computed=True)
        self.vectors, self.plan, self.prunings, self.by_weight = costs, plan, prunings, by_weight
        codes = len(replies.game.codes)
        drawn = Random(SEED).sample(range(codes), min(DRAWN, codes))
        self._drawn = np.sort(np.array(drawn, np.int32))
        self._logarithms = logarithms(len(replies.game.secrets))
        self._choices: dict[tuple[int, bytes], int] = {}
        self._current: Solver | None = None
        self._stopped = False

    def fork(self, apart: bool = False) -> SmallGames:
        """See Solver."""
        other = copy(self)
        other.blocks, other._current = self.blocks.fork(), None
        return other

    def small_game(self, candidates: Candidates, depth: int) -> SmallGame:
        """The game of these candidates, for a guess at `depth`. Raises StoppedError when `stop` was called."""
        codes, game, n = self._codes(candidates), self.replies.game, len(candidates)
        secret_of = np.full(len(codes), -1, np.int32)
        code_of = np.searchsorted(codes, self.replies.code_of[candidates]).astype(np.int32)
        secret_of[code_of] = np.arange(n, dtype=np.int32)
        weights = game.conditions.weights
        played = Conditions(tuple(weights[secret] for secret in candidates.tolist()) if weights else ())
        small = Game(
            game.name, (*range(len(codes)),), (*range(n),), game.replies, game.win, game.reply, conditions=played
        )
        replies = Replies(small, secret_of, code_of, self._matrix(codes, candidates))
        costs = self.vectors[: depth + n]  # n guesses suffice: each that tells something leaves fewer candidates
        solver = Solver(
            make_game_tables(replies), costs, n, depth, self.plan, self.prunings, self.by_weight, TABLE_BITS
        )
        self._current = solver
        self.check_stop()
        return SmallGame(codes, replies, solver)

    def policy(self, candidates: Candidates, history: History) -> int:
        """The guess in the tree of a small position, or of a position below one for which this was called before.

        Positions of one tree at the same depth have no candidate in common, so their guesses do not mix.
        """
        key = len(history), candidates.tobytes()
        if key not in self._choices:
            game = self.small_game(candidates, len(history) + 1)
            self._note_guesses(game, candidates, np.arange(len(candidates), dtype=np.int32), history)
        return self._choices[key]

    def _note_guesses(self, game: SmallGame, candidates: Candidates, left: NDArray[np.int32], history: History) -> None:
        """Note the guesses of the tree of a small game from here on. `left` are the secrets of the small game left."""
        guess = game.solver.policy(left, history)
        code = int(game.codes[guess])
        self._choices[len(history), candidates[left].tobytes()] = code
        for reply, part in partition(game.replies, guess, left):
            if reply != game.replies.win and len(part) > 1:
                self._note_guesses(game, candidates, part, (*history, (code, reply)))

    def _codes(self, candidates: Candidates) -> NDArray[np.int32]:
        """int32, ascending: the codes of the small game of these candidates."""
        members = self.replies.code_of[candidates]
        if len(candidates) <= 2 or all(source is Source.MEMBERS for source in self.plan):
            return np.sort(members)
        information, _ = self.blocks.sums(self._logarithms, self._drawn, candidates)
        kept = min(KEPT, len(information))
        most = np.partition(information, kept - 1)[kept - 1]
        better, equal = np.flatnonzero(information < most), np.flatnonzero(information == most)
        return np.union1d(members, self._drawn[np.concatenate((better, equal[: kept - len(better)]))])

    def _matrix(self, codes: NDArray[np.int32], secrets: Candidates) -> Indices:
        """uint8 or uint16 (codes, secrets): the replies of the whole game."""
        tables = self.blocks.tables
        if tables.source != COUNTS or self.replies.game.secrets is not self.replies.game.codes:
            return self.replies.rows(codes, secrets)
        return _bulls_and_cows(tables, codes, secrets)

    def resume(self) -> None:
        """See Solver."""
        self._stopped = False

    def check_stop(self) -> None:
        """See Solver."""
        if self._stopped:
            raise StoppedError

    def stop(self) -> None:
        """See Solver."""
        self._stopped = True
        if self._current is not None:
            self._current.stop()


def _bulls_and_cows(tables: ReplyTables, codes: NDArray[np.int32], secrets: Candidates) -> NDArray[np.uint8]:
    """uint8 (codes, secrets): the replies. For few secrets this takes a fraction of the time of `Replies.rows`."""
    pegs = tables.code.shape[1]
    sums = np.zeros((len(codes), len(secrets)), np.uint8)
    for column in tables.columns:
        sums += (column[codes][:, None] == column[secrets]) * np.uint8(pegs + 1)
    for row in tables.counts:
        sums += np.minimum(row[codes][:, None], row[secrets])
    return np.asarray(tables.reply_of[sums])
