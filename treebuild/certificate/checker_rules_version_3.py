"""For the writer of certificates of version 3, where guesses have a rule or costs: the same as `checker_rules`.

This module repeats no rule: it asks the checker in Python (`checker/bounds.py`). Only `certificate/write.py` uses it.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from treebuild.checker.bounds import Bounds
from treebuild.checker.game import Game as CheckedGame
from treebuild.checker.proof_file import LIMIT, Booleans, Integers, ProofFile, read_header
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History

MAX_PAIRS = 1 << 22  # codes times secrets


def check_small(game: Game) -> None:
    """Raise TreebuildError for a game with a rule of guesses or costs that is too large for a certificate.

    Version 3 has no symmetries, so each first guess needs claims of its own.
    """
    codes, secrets = len(game.codes), len(game.secrets)
    if codes * secrets > MAX_PAIRS:
        what = "costs of guesses" if game.conditions.costs else f"guesses `{game.conditions.guesses}`"
        raise TreebuildError(
            f"{game.name} with {what} is too large for a certificate: {codes} codes times {secrets} secrets, expected "
            f"at most {MAX_PAIRS}"
        )


class CheckerRulesVersion3:
    """What a checker computes by itself in version 3, with the methods of `CheckerRules`."""

    def __init__(self, begin: bytes) -> None:
        """`begin` is the content of the file before the first claim."""
        self.stated = (begin, False)
        file = ProofFile(io.BytesIO(gzip.compress(begin, 1)))
        self._game = CheckedGame(file, read_header(file))
        self._bounds = Bounds(self._game)
        self._allowed = lru_cache(maxsize=1024)(self._work_out_allowed)

    def fork(self) -> CheckerRulesVersion3:
        """The same rules, for another thread."""
        return CheckerRulesVersion3(self.stated[0])

    def not_refuted(
        self, candidates: Candidates, history: History, least: int, codes: NDArray[np.int32]
    ) -> tuple[list[int], int]:
        """See `CheckerRules`."""
        ordered, allowed = self._ordered(candidates), self._allowed(history)
        depth, bounds = len(history) + 1, self._bounds
        shape = bounds.shape(ordered, allowed)
        left = codes[bounds.least(ordered, depth, shape, allowed)[codes] < least]
        kept = list[int]()
        for block in bounds.blocks(ordered, left.astype(np.int64)):
            parts = bounds.of_parts(ordered, depth, shape.width, block, least)
            totals = parts.sum(axis=1) + bounds.charges(ordered, block)
            for row in np.flatnonzero(totals < least):
                code = int(block[row])
                raised = self._raised(ordered, history, code, parts[row], least - int(totals[row]))
                if sum(raised.tolist()) + self.asked(code, candidates) < least:
                    kept.append(code)
        return kept, shape.width

    def bounds(
        self, candidates: Candidates, history: History, code: int, parts: Mapping[int, Candidates], width: int
    ) -> dict[int, int]:
        """See `CheckerRules`."""
        ordered = self._ordered(candidates)
        b0 = self._bounds.of_parts(ordered, len(history) + 1, width, np.array([code]), LIMIT)[0]
        raised = self._raised(ordered, history, code, b0, LIMIT - int(b0.max()))
        return {reply: int(raised[reply]) for reply in parts}

    def asked(self, code: int, candidates: Candidates) -> int:
        """The surcharge of a guess, summed over the candidates by weight."""
        return int(self._bounds.charges(candidates.astype(np.int64), np.array([code]))[0])

    def won(self, secret: int, depth: int) -> int:
        """The cost of a secret that is solved at `depth`."""
        return int(self._bounds.cost(np.array([secret]), depth)[0])

    def _raised(self, ordered: Integers, history: History, code: int, parts: Integers, missing: int) -> Integers:
        """The bounds by reply: `parts`, which are B0, with B1 in their place until the sum is `missing` more.

        The largest parts come first.
        """
        replies, raised = self._game.reply[ordered, code], parts.copy()
        sizes = np.bincount(replies, minlength=len(parts))
        for reply in np.argsort(-sizes, kind="stable").tolist():
            if missing <= 0:
                break
            if sizes[reply] >= self._bounds.looked_from and reply != self._game.win:
                part, longer, b0 = ordered[replies == reply], (*history, (code, reply)), int(parts[reply])
                raised[reply] = self._bounds.b1(part, self._allowed(longer), len(longer) + 1, b0, b0 + missing)
                missing -= int(raised[reply]) - b0
        return raised

    def _ordered(self, candidates: Candidates) -> Integers:
        """The candidates, the heaviest first."""
        ordered: Integers = candidates[np.argsort(-self._game.weight[candidates], kind="stable")].astype(np.int64)
        return ordered

    def _work_out_allowed(self, history: History) -> Booleans:
        """bool (codes,): the codes that the rule of guesses allows after the turns of a history."""
        if not history:
            return np.ones(len(self._game.codes), np.bool_)
        return self._game.kept(self._allowed(history[:-1]), *history[-1])
