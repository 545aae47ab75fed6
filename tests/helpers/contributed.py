"""A rule and a score such as a contributor may add. Both are registered only where a test does it."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from treebuild.game.reply_rules import RuleKind, Symbols
from treebuild.kernels.constants import BY_SUM
from treebuild.search.greedy import Score


class Heights(RuleKind):
    """For each peg whether the secret is lower there, higher or equal: it keeps neither pegs nor symbols."""

    name, title = "heights", "Heights"
    most_pegs = space_pegs = 10

    def replies(self, pegs: int) -> tuple[str, ...]:
        return tuple("".join(marks) for marks in product("-+=", repeat=pegs))

    def reply(self, guess: Symbols, secret: Symbols) -> int:
        label = "".join("=" if a == b else "+" if b > a else "-" for a, b in zip(guess, secret, strict=True))
        return self.replies(len(guess)).index(label)

    def term(self, secrets: NDArray[np.uint16], peg: int, symbol: int, same: tuple[int, ...]) -> NDArray[np.uint16]:
        own, place = secrets[:, peg], 3 ** (secrets.shape[1] - 1 - peg)
        return np.asarray(np.where(own == symbol, 2, own > symbol) * place, np.uint16)


CUBES = Score(
    "cubes",
    "smallest sum of cubes",
    "sum of n*n*n over parts",
    BY_SUM,
    lambda secrets: (np.arange(secrets + 1, dtype=np.int64) ** 3, 0),
)
