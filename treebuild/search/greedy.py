"""Greedy strategies: guess what scores best now, by the sizes of the parts it makes."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.replies import Replies
from treebuild.tree.policy import Policy

TIE_RULE = "best score over all parts, then a candidate, then the lowest index; of one or two candidates the lowest"

_SUM, _MAX, _CRUSH = 0, 1, 2  # as in kernels.greedy, which is imported only when a tree is built


@dataclass(frozen=True)
class Score:
    """What a guess is charged for its parts; the smallest is best.

    `table(secrets)` gives what a part of each size adds, int64 (secrets + 1,), and what a candidate is let off.
    """

    kind: int
    table: Callable[[int], tuple[NDArray[np.int64], int]]


def _sizes(secrets: int) -> NDArray[np.int64]:
    return np.arange(secrets + 1, dtype=np.int64)


def _logarithms(secrets: int) -> NDArray[np.int64]:
    """n ln n for n = 0 ... secrets in fixed point, so that equal sums are equal integers.

    ln n is put together from the logarithms of primes, each rounded once. Two guesses with equal products of n^n have
    equal prime exponents, hence equal sums to the last bit, and the tie rule decides. Unequal ones differ by more than
    the rounding, at most half a unit (some 2^-44) for each of some 2^16 prime factors, unless the products agree to
    eight digits; then they may come out either way, the same on every machine.
    """
    unit = 2.0 ** (61 - math.ceil(math.log2(secrets * math.log(secrets + 1) + 1)))
    logarithm = np.zeros(secrets + 1, np.int64)
    for prime in range(2, secrets + 1):
        if logarithm[prime] == 0:
            step = round(math.log(prime) * unit)
            power = prime
            while power <= secrets:
                logarithm[power::power] += step
                power *= prime
    return _sizes(secrets) * logarithm


def _larmouth(secrets: int) -> tuple[NDArray[np.int64], int]:
    table = _logarithms(max(secrets, 2))
    return table, int(table[2])


SCORES = {
    "minmax": Score(_MAX, lambda n: (_sizes(n), 0)),
    "minavg": Score(_SUM, lambda n: (_sizes(n) ** 2, 0)),
    "entropy": Score(_SUM, lambda n: (_logarithms(n), 0)),
    "parts": Score(_SUM, lambda n: (-np.minimum(_sizes(n), 1), 0)),
    "crush": Score(_CRUSH, lambda n: (_sizes(n), 0)),
    "larmouth": Score(_SUM, _larmouth),
}


def scored(replies: Replies, name: str, candidates_only: bool = False) -> Policy:
    """The policy that takes the best of all codes, or of the candidates, by a score of SCORES, ties by TIE_RULE."""
    from treebuild.search.kernels.greedy import best_guess

    table, bonus = SCORES[name].table(len(replies.game.secrets))
    kind = SCORES[name].kind

    def policy(candidates: NDArray[np.int32], depth: int) -> int:
        if len(candidates) <= 2:
            return int(replies.code_of[candidates[0]])
        return best_guess(
            replies.by_secret, replies.count, candidates, replies.secret_of, table, kind, bonus, candidates_only
        )

    return policy


def simple(replies: Replies) -> Policy:
    """The policy that guesses the lowest candidate."""
    return lambda candidates, depth: int(replies.code_of[candidates[0]])


def random_candidate(replies: Replies, seed: int) -> Policy:
    """The policy that guesses a random candidate; the same seed grows the same tree."""
    if seed < 0:
        raise TreebuildError(f"bad seed {seed}: expected 0 or more")
    choose = random.Random(seed).choice

    def policy(candidates: NDArray[np.int32], depth: int) -> int:
        return int(replies.code_of[candidates[0] if len(candidates) <= 2 else choose(candidates.tolist())])

    return policy
