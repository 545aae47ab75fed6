"""Positions: the candidates that a history leaves, and what every guess would tell of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.replies import Replies, partition, reply_matrix
from treebuild.game.symmetry import symmetry_of
from treebuild.search.greedy import SCORES
from treebuild.search.kernels.layout import BY_CRUSH, BY_LARGEST
from treebuild.search.prepared import PreparedGame
from treebuild.search.solver import Solver
from treebuild.tree.session import read_reply

EXACT_CANDIDATES = 500  # of more, the best tree after one guess may take minutes
ORDERED = 5  # guesses: in shorter histories those of equal replies may change places
DEEPEST = 40  # guesses that a tree after a position may take


@dataclass(frozen=True)
class Worth:
    """What a guess tells of the candidates of a position.

    `expected_left` counts the secret that the guess finds as one candidate left (seed 0). `exact` is the expected
    number of guesses from here on when this is made and the best ones follow, if it was asked for.
    """

    rank: int
    code: str
    candidate: bool
    parts: int
    largest_part: int
    expected_left: Fraction
    entropy_bits: float
    alike: int
    """How many codes symmetry exchanges it for, itself among them."""
    exact: Fraction | None = None


class Position:
    """What a history of guesses and replies leaves, in any game.

    >>> from treebuild.analysis.positions import Position
    >>> position = Position("p4c10n", ["1234:1.1"])
    >>> len(position.candidates), float(position.of("1567").expected_left)
    (720, 119.9)
    >>> position.best("minavg", 1)[0].code
    '0235'
    """

    def __init__(self, game: Game | str, history: Sequence[str] = ()) -> None:
        """Raises TreebuildError for a history that does not parse, or that no secret gives."""
        self.game = as_game(game)
        self.replies = reply_matrix(self.game)
        self.history = tuple(_turn(self.game, text) for text in history)
        self.candidates = _left(self.replies, self.history, history)
        self._sizes = part_sizes(self.replies, self.candidates)
        self._member = np.isin(self.replies.secret_of, self.candidates)
        self._orders: dict[str, tuple[list[int], dict[int, int]]] = {}

    def best(
        self,
        by: str = "minavg",
        top: int = 10,
        candidates: bool = False,
        exact: bool = False,
        distinct: bool = False,
    ) -> list[Worth]:
        """The best guesses by a score of `treebuild list`, best first; of candidates only, if these are asked for.

        Of equals a candidate comes first, then the lowest code; `distinct` ones have one of those that symmetry
        exchanges. Raises TreebuildError for an unknown score.
        """
        order, ranks = self._ranked(by)
        chosen: dict[int, int] = {}  # the orbit, or the code itself -> the code
        for code in order:
            if len(chosen) == top:
                break
            if self._member[code] or not candidates:
                chosen.setdefault(int(self._orbits[code]) if distinct else code, code)
        return [self._worth(code, ranks[code], exact) for code in chosen.values()]

    def of(self, code: str, by: str = "minavg", exact: bool = False) -> Worth:
        """What one code is worth, with its rank among all."""
        index = self.game.code_index[self.game.parse(code)]
        return self._worth(index, self._ranked(by)[1][index], exact)

    @cached_property
    def _orbits(self) -> NDArray[np.int32]:
        """int32 (codes,): the lowest code that each may be exchanged for; of many guesses, each in its place."""
        fixed = tuple((guess, place) for place, (guess, _) in enumerate(self.history))
        return symmetry_of(self.replies).orbits(self.history if len(fixed) < ORDERED else fixed)

    def _ranked(self, by: str) -> tuple[list[int], dict[int, int]]:
        """The codes, best first, and the rank of each."""
        if by not in self._orders:
            self._orders[by] = self._sorted(by)
        return self._orders[by]

    def _sorted(self, by: str) -> tuple[list[int], dict[int, int]]:
        if by not in SCORES:
            raise TreebuildError(f"unknown score {by!r}: expected one of {', '.join(SCORES)}")
        score, sizes = SCORES[by], self._sizes
        table, bonus = score.table(len(self.candidates))
        if score.kind == BY_CRUSH:
            vectors = np.sort(sizes, axis=1)[:, ::-1]
            _, values = np.unique(vectors, axis=0, return_inverse=True)
        elif score.kind == BY_LARGEST:
            values = sizes.max(axis=1)
        else:
            values = table[sizes].sum(axis=1) - bonus * self._member
        order = np.lexsort((np.arange(len(values)), ~self._member, values.ravel())).tolist()
        return order, {code: rank for rank, code in enumerate(order, 1)}

    def _worth(self, code: int, rank: int, exact: bool) -> Worth:
        sizes = self._sizes[code][self._sizes[code] > 0].tolist()
        n = len(self.candidates)
        return Worth(
            rank=rank,
            code=self.game.spell(self.game.codes[code]),
            candidate=bool(self._member[code]),
            parts=len(sizes),
            largest_part=max(sizes),
            expected_left=Fraction(sum(size * size for size in sizes), n),
            entropy_bits=math.fsum(size / n * math.log2(n / size) for size in sizes),
            alike=int(np.count_nonzero(self._orbits == self._orbits[code])),
            exact=self._exact(code) if exact else None,
        )

    def _exact(self, code: int) -> Fraction:
        """The expected number of guesses from this one on. Raises TreebuildError for too many candidates."""
        n = len(self.candidates)
        if n > EXACT_CANDIDATES:
            raise TreebuildError(
                f"{n} candidates are left, of which exact values may take long: at most {EXACT_CANDIDATES}"
            )
        total = 0
        for reply, part in partition(self.replies, code, self.candidates):
            if reply == self.replies.win:
                total += 1
            elif len(part) == n:
                raise TreebuildError(f"{self.game.spell(self.game.codes[code])} tells nothing: no tree begins with it")
            else:
                value, _ = self._solver.search(part, 2)
                total += self._solver.encoding.decode(value)[0]
        return Fraction(total, n)

    @cached_property
    def _solver(self) -> Solver:
        """One of the smallest total: a secret at depth d costs d."""
        costs = [(depth,) for depth in range(min(DEEPEST, len(self.candidates) + 1) + 1)]
        return Solver(PreparedGame(self.replies).tables, costs, len(self.candidates), 1)


def _turn(game: Game, text: str) -> tuple[int, int]:
    code, colon, reply = text.rpartition(":")
    if not colon:
        example = f"{game.spell(game.codes[0])}:{game.replies[0]}"
        raise TreebuildError(f"{text!r} is no guess and its reply: expected CODE:REPLY, such as {example}")
    return game.code_index[game.parse(code)], read_reply(game, reply)


def _left(replies: Replies, history: History, texts: Sequence[str]) -> Candidates:
    """The candidates, ascending. Raises TreebuildError when there are none, and says which replies clash."""
    agree = [replies.matrix[guess] == reply for guess, reply in history]
    left = np.ones(len(replies.game.secrets), np.bool_)
    for number, these in enumerate(agree):
        if not (left & these).any():
            raise TreebuildError(_clash(agree, texts, number))
        left &= these
    return np.flatnonzero(left).astype(np.int32)


def _clash(agree: list[NDArray[np.bool_]], texts: Sequence[str], last: int) -> str:
    if not agree[last].any():
        return f"no secret gives {texts[last]}"
    for earlier in range(last):
        if not (agree[earlier] & agree[last]).any():
            return f"no secret gives both {texts[earlier]} and {texts[last]}"
    return f"no secret gives {texts[last]} and also {', '.join(texts[:last])}"


def part_sizes(replies: Replies, candidates: Candidates, codes: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
    """int32 (codes, replies): the sizes of the parts that every code makes, or each of some codes.

    One reply at a time, as bytes, of as many candidates as a byte can count.
    """
    some: NDArray[np.int32] | slice = slice(None) if codes is None else codes
    sizes = np.zeros((replies.count, len(replies.matrix) if codes is None else len(codes)), np.int32)
    for start in range(0, len(candidates), 255):
        answers = replies.by_secret[candidates[start : start + 255]][:, some]
        for reply, counted in enumerate(sizes):
            counted += np.add.reduce(answers == reply, axis=0, dtype=np.uint8)
    return sizes.T
