"""Positions: the candidates that a history leaves, and what every guess would tell about them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import TreebuildError, UsageError, check_type
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.replies import (
    Replies,
    candidates_after,
    count_replies,
    partition,
    reply_matrix,
)
from treebuild.game.rules import Rule
from treebuild.game.spelling import read_code, read_turn
from treebuild.game.symmetry import symmetry_of
from treebuild.search.allowed import Source
from treebuild.search.blocks import ReplyBlocks, is_computed
from treebuild.search.greedy import SCORES
from treebuild.search.kernels.layout import BY_CRUSH, BY_LARGEST
from treebuild.search.permitted import Permitted, is_ruled
from treebuild.search.prepared import PreparedGame
from treebuild.search.ruled_solver import RuledSolver
from treebuild.search.solver import PositionSolver, Solver

EXACT = "exact"  # beside the scores: by the expected number of guesses
EXACT_CANDIDATES = 500  # of more, the best tree after one guess may take minutes
ORDERED = 5  # guesses: in shorter histories those of equal replies may change places
DEEPEST = 40  # guesses that a tree after a position may take
MOST_RULE_REPLIES = 1 << 26  # guesses times candidates that are compared, in games with a built-in rule: about a second
MOST_REPLIES = 1 << 28  # the same in other games, whose reply matrix is at hand, and where compiled code counts
MANY_CODES = 1 << 16  # codes of a game from which on compiled code counts, and looks for symmetries
_BLOCK = 1 << 22  # replies that are computed at a time


@dataclass(frozen=True)
class Worth:
    """What a guess tells about the candidates of a position.

    rank           1 + how many codes the score prefers; codes that it cannot tell apart share a rank
    code           the guess, spelled
    candidate      whether the guess may be the secret
    parts          how many different replies can come
    largest_part   candidates left after the worst reply
    expected_left  candidates left on average; the secret that the guess finds counts as one left (seed 0)
    entropy_bits   information, on average, in bits
    alike          how many codes symmetry exchanges the guess for, itself among them: all of them are worth the same
    exact          guesses needed from here on, on average, this one included, when the best ones follow; None if that
                   was not asked for, and for a guess that tells nothing

    Averages are those of a secret that is drawn by weight, where the game has weights.

    >>> guesses("p3c4r", ["012:1.1"], top=1)[0].code
    '023'
    """

    rank: int
    code: str
    candidate: bool
    parts: int
    largest_part: int
    expected_left: Fraction
    entropy_bits: float
    alike: int
    exact: Fraction | None = None

    @property
    def tells_nothing(self) -> bool:
        """Whether all candidates give the same reply, and the guess cannot be the secret."""
        return self.parts == 1 and not self.candidate


def guesses(
    game: Game | str, history: Sequence[str] = (), *, by: str = "minavg", exact: bool = False, top: int = 10
) -> list[Worth]:
    """The best guesses in a position, best first: one of each set of guesses that symmetry makes equal.

    `history` has the guesses so far with their replies, "1234:1.1" or "crane:..y.g" (see `spelling.read_reply` for the
    spellings of replies). `by` is a score of `treebuild list` (minavg, entropy, minmax, parts, ...), or "exact". With
    `exact` the guesses that the score ranks first, and the best of all, are sorted by the number of guesses that they
    need on average; at most EXACT_CANDIDATES candidates may be left for that. Games with many codes are searched as far
    as `Position.sampled` says.

    Raises TreebuildError for a history that cannot be read or that no secret gives, for an unknown score, and for too
    many candidates.

    >>> best = guesses("p4c10n", ["1234:1.1", "1567:0.2"], top=2)
    >>> [(worth.code, worth.candidate, round(float(worth.expected_left), 2)) for worth in best]
    [('5624', True, 17.44), ('5632', True, 17.44)]
    >>> guesses("three-of-seven", ["123:1.1", "145:0.1"], by="exact", top=1)[0].exact
    Fraction(2, 1)
    """
    return Position(game, history).best(by, top, exact=exact, distinct=True)


class Position:
    """The candidates that a history of guesses and replies leaves, in any game.

    game        the game
    history     the turns, as indices
    candidates  the secrets that are left
    sampled     whether there are too many codes to compare all of them. Of the codes that symmetry does not make equal
                to others, `compared` are looked at then: evenly spread, and the same ones every time.
    weights     int64 (candidates,), by which secrets are drawn; all 1 where the game has none, and where no candidate
                has any

    >>> from treebuild.analysis.positions import Position
    >>> position = Position("p4c10n", ["1234:1.1"])
    >>> len(position.candidates), float(position.of("1567").expected_left)
    (720, 119.9)
    >>> position.best("minavg", 1)[0].code
    '0235'
    """

    def __init__(self, game: Game | str, history: Sequence[str] = ()) -> None:
        """Raises TreebuildError for a history that cannot be read, or that no secret gives."""
        self.game = as_game(game)
        check_type(history, (list, tuple), "history: expected a list of turns, such as ['1234:1.1']")
        self.history: History = tuple(read_turn(self.game, text) for text in history)
        self.candidates = _left(self.game, self.history, history)
        many = len(self.game.codes) > MANY_CODES and is_computed(self.game) and not self.game.weights
        self._blocks = _blocks(self.game) if many else None
        self.weights = _weights_of(self.game, self.candidates)
        won = self.replies.secret_of
        self._member = np.isin(won, self.candidates)
        self._own = np.zeros(len(won), np.int64)  # the weight of the candidate that each code may be
        self._own[self._member] = self.weights[np.searchsorted(self.candidates, won[self._member])]
        self._orbits = self._lowest_of_orbits()
        self._alike = np.bincount(self._orbits, minlength=len(self._orbits))
        self._permitted = np.zeros(len(won), bool)
        self._permitted[Permitted(self.replies).at(self.candidates, self.history)] = True
        every = np.flatnonzero(self._permitted & (self._alike > 0)).astype(np.int32)  # all of an orbit, or none
        some = self._spread(every)
        self.sampled = len(some) < len(every)
        self._compare(some)

    @property
    def weighted(self) -> bool:
        """Whether some candidates are likelier than others."""
        return len(set(self.weights.tolist())) > 1

    @property
    def compared(self) -> int:
        """How many codes are looked at, one of each set that symmetry makes equal."""
        return len(self._guesses)

    def best(
        self,
        by: str = "minavg",
        top: int = 10,
        candidates: bool = False,
        exact: bool = False,
        distinct: bool = False,
    ) -> list[Worth]:
        """The best of the guesses that the game allows, by a score, best first; only candidates, if `candidates`.

        Of equal guesses a candidate comes first, the heaviest of several, then the lowest code. If `distinct`, only one
        of the guesses that symmetry makes equal. `exact`, or "exact" for the score, see `guesses`. Raises
        TreebuildError for an unknown score, and for too many candidates.
        """
        exact, by = (True, "minavg") if by == EXACT else (exact, by)
        ranks = self._ranks(by)
        rows = self._row[self._orbits]
        codes = self._guesses if distinct else np.flatnonzero(rows >= 0)
        codes = codes[self._permitted[codes]]
        if candidates:
            codes = codes[self._member[codes]]
        order = codes[np.lexsort((codes, ranks[rows[codes]]))][:top].tolist()
        if not exact:
            return [self._worth(code, by) for code in order]
        best = self._exact_best[1]
        if best not in order and (self._member[best] or not candidates):
            order.append(best)
        found = [self._worth(code, by, exact=True) for code in order]
        found.sort(key=lambda it: (it.exact is None, it.exact or 0, not it.candidate, it.rank, it.code))
        return found[:top]

    def of(self, code: str, by: str = "minavg", exact: bool = False) -> Worth:
        """What one code is worth, with its rank among all. Raises TreebuildError as `best` does, and for no code."""
        exact, by = (True, "minavg") if by == EXACT else (exact, by)
        return self._worth(self.game.code_index[read_code(self.game, code)], by, exact)

    @cached_property
    def replies(self) -> Replies:
        """The replies of the game."""
        return reply_matrix(self.game)

    @property
    def fewest(self) -> Fraction:
        """Guesses needed from here on, on average, by the best tree. Raises TreebuildError for too many candidates."""
        return self._exact_best[0]

    def _lowest_of_orbits(self) -> NDArray[np.int32]:
        """int32 (codes,): the lowest code that each may be exchanged for; in long histories each guess stays itself."""
        if self._blocks is not None and self._blocks.has_orbits:
            return self._blocks.orbits(self.candidates)
        fixed = tuple((guess, place) for place, (guess, _) in enumerate(self.history))
        return symmetry_of(self.game).orbits(self.history if len(fixed) < ORDERED else fixed)

    def _spread(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        """As many of these codes as there is time to compare, evenly spread, half of them candidates."""
        most = MOST_RULE_REPLIES if isinstance(self.game.rule, Rule) and self._blocks is None else MOST_REPLIES
        few = max(most // len(self.candidates), 2)
        if len(codes) <= few:
            return codes
        members = codes[self._member[codes]]
        some = [_evenly(members, few // 2), _evenly(codes, few - few // 2)]
        return np.unique(np.concatenate(some))

    def _compare(self, codes: NDArray[np.int32]) -> None:
        """Count the parts that these codes make, and know no others."""
        self._guesses, self._sizes = codes, self._count(codes)
        self._heavy = self._weigh(codes) if self.weighted else self._sizes
        self._row = np.full(len(self._orbits), -1, np.int32)
        self._row[codes] = np.arange(len(codes))
        self._ranked: dict[str, NDArray[np.int64]] = {}

    def _count(self, codes: NDArray[np.int32]) -> NDArray[np.int64]:
        """int64 (codes, replies): how many candidates give each reply."""
        if self._blocks is not None:
            return self._blocks.sizes(codes, self.candidates).astype(np.int64)
        return np.concatenate([count_replies(rows, self.replies.count) for rows in self._rows(codes)])

    def _weigh(self, codes: NDArray[np.int32]) -> NDArray[np.int64]:
        """int64 (codes, replies): what the candidates weigh that give each reply."""
        count = self.replies.count
        return np.concatenate([_weigh_replies(rows, count, self.weights) for rows in self._rows(codes)])

    def _rows(self, codes: NDArray[np.int32]) -> Iterator[NDArray[np.uint8]]:
        """uint8 (codes, candidates), a block of codes at a time: their replies."""
        block = max(_BLOCK // len(self.candidates), 1)
        return (self.replies.rows(codes[i : i + block], self.candidates) for i in range(0, len(codes), block))

    def _ranks(self, by: str) -> NDArray[np.int64]:
        """int64 (compared,): 1 + how many codes the score prefers to each; of equal codes candidates come first.

        Heavier candidates come before lighter ones where the score goes by weight.
        """
        if by not in self._ranked:
            values, heaviest_first = self._values(by), -self._own if SCORES[by].likely else 0
            ties = np.where(self._member, heaviest_first, 1)[self._guesses]
            values, tied = (np.unique(some, return_inverse=True)[1].ravel() for some in (values, ties))
            _, places = np.unique((tied.max() + 1) * values + tied, return_inverse=True)
            sizes = np.bincount(places, self._alike[self._guesses]).astype(np.int64)
            self._ranked[by] = (1 + sizes.cumsum() - sizes)[places]
        return self._ranked[by]

    def _values(self, by: str) -> NDArray[np.int64]:
        """int64 (compared,): the score, or what is in its order; the smallest is best."""
        if by not in SCORES:
            raise UsageError(f"unknown score {by!r}: expected one of {', '.join(SCORES)}, {EXACT}")
        score, sizes = SCORES[by], self._sizes
        if self.weighted and score.likely is not None:
            return score.likely.values(self._heavy, sizes, self._own[self._guesses], int(self.weights.sum()))
        if score.kind == BY_CRUSH:
            values = np.unique(np.sort(sizes, axis=1)[:, ::-1], axis=0, return_inverse=True)[1]
            return np.asarray(values.ravel(), np.int64)
        if score.kind == BY_LARGEST:
            return np.asarray(sizes.max(axis=1), np.int64)
        table, bonus = score.table(len(self.candidates))
        return np.asarray(table[sizes].sum(axis=1) - bonus * self._member[self._guesses], np.int64)

    def _worth(self, code: int, by: str, exact: bool = False) -> Worth:
        if self._row[self._orbits[code]] < 0:  # not among those that are compared
            self._compare(np.union1d(self._guesses, self._orbits[code : code + 1]))
        row = self._row[self._orbits[code]]
        rank = int(self._ranks(by)[row])
        sizes = self._sizes[row][self._sizes[row] > 0].tolist()
        heavy = self._heavy[row][self._sizes[row] > 0].tolist()
        whole = sum(heavy)
        return Worth(
            rank=rank,
            code=self.game.spell(self.game.codes[code]),
            candidate=bool(self._member[code]),
            parts=len(sizes),
            largest_part=max(sizes),
            expected_left=Fraction(sum(size * part for size, part in zip(sizes, heavy, strict=True)), whole),
            entropy_bits=math.fsum(part / whole * math.log2(whole / part) for part in heavy if part),
            alike=int(self._alike[self._orbits[code]]),
            exact=self._exact(code) if exact else None,
        )

    def _exact(self, code: int) -> Fraction | None:
        """The expected number of guesses from this one on; None for a guess that tells nothing."""
        self._check_few()
        total = 0
        for reply, part in partition(self.replies, code, self.candidates):
            if reply == self.replies.win:
                total += int(self._own[code])
            elif len(part) == len(self.candidates):
                return None
            else:
                total += self._total(part, ((code, reply),))[0]
        return Fraction(total, int(self.weights.sum()))

    @cached_property
    def _exact_best(self) -> tuple[Fraction, int]:
        """The expected number of guesses of the best tree from here on, and its guess."""
        self._check_few()
        codes = np.flatnonzero(self._permitted & (self._alike > 0)).astype(np.int32)
        total, guess = self._total(self.candidates, (), codes)
        return Fraction(total, int(self.weights.sum())), guess

    def _total(self, part: Candidates, turns: History, guesses: NDArray[np.int32] | None = None) -> tuple[int, int]:
        """The smallest total of guesses, from this position on, of a part that turns leave; and its first guess."""
        before = self.history if is_ruled(self.game) else ()
        value, guess = self._solver.search_position(part, (*before, *turns), None, guesses, guesses is not None)
        earlier = len(before) * int(self.weights[np.searchsorted(self.candidates, part)].sum())
        return self._solver.encoding.decode(value)[0] - earlier, guess

    def _check_few(self) -> None:
        if self.game.costs:
            raise TreebuildError(f"the exact value of a guess is a number of guesses, and {self.game.name} has costs")
        if len(self.candidates) > EXACT_CANDIDATES:
            raise TreebuildError(
                f"{len(self.candidates)} candidates are left, of which exact values may take long: at most "
                f"{EXACT_CANDIDATES}"
            )

    @cached_property
    def _solver(self) -> PositionSolver:
        """A solver that makes the total smallest: a secret at depth d costs d, as often as it weighs."""
        deepest = min(DEEPEST, len(self.candidates) + 1)
        if is_ruled(self.game):
            costs = [(depth,) for depth in range(len(self.history) + deepest + 1)]
            return RuledSolver(self.replies, costs, (self.weighted,))
        costs, plan = [(depth,) for depth in range(deepest + 1)], (Source.ALL,)
        if self.game.guesses == "candidates":
            plan = (Source.MEMBERS,)
        tables = PreparedGame(self.replies).tables
        return Solver(tables, costs, len(self.candidates), 1, plan, by_weight=(self.weighted,))


def _weights_of(game: Game, candidates: Candidates) -> NDArray[np.int64]:
    """int64 (candidates,): what each weighs; all 1 where that makes no difference, or where none weighs anything."""
    weights = np.array(game.weights, np.int64)[candidates] if game.weights else np.ones(len(candidates), np.int64)
    return weights if len(set(weights.tolist())) > 1 else np.ones(len(candidates), np.int64)


def _weigh_replies(rows: NDArray[np.uint8], count: int, weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """int64 (guesses, count): what the secrets weigh that give each reply; `rows` is uint8 (guesses, secrets)."""
    number = len(rows)
    answers = rows + np.arange(number, dtype=np.int64)[:, None] * count
    sums = np.bincount(answers.ravel(), np.tile(weights, number), number * count)  # exact: less than 2^53
    return sums.astype(np.int64).reshape(number, count)


@lru_cache(maxsize=2)
def _blocks(game: Game) -> ReplyBlocks:
    """The replies of a game, prepared once."""
    return ReplyBlocks(reply_matrix(game))


def _evenly(codes: NDArray[np.int32], few: int) -> NDArray[np.int32]:
    """So many of the codes, or all, at equal distances."""
    return codes if len(codes) <= few else codes[np.linspace(0, len(codes) - 1, few).astype(np.int64)]


def _left(game: Game, history: History, texts: Sequence[str]) -> Candidates:
    """The candidates, ascending. Raises TreebuildError when there are none, and says which replies clash."""
    left = candidates_after(game, history)
    if len(left):
        return left
    last = next(number for number in range(len(history)) if not len(candidates_after(game, history[: number + 1])))
    raise TreebuildError(_clash(game, history, texts, last))


def _clash(game: Game, history: History, texts: Sequence[str], last: int) -> str:
    """Which replies no secret gives together; those before the last one still leave some."""
    if not len(candidates_after(game, (history[last],))):
        return f"no secret gives {texts[last]}"
    for earlier in range(last):
        if not len(candidates_after(game, (history[earlier], history[last]))):
            return f"no secret gives both {texts[earlier]} and {texts[last]}"
    return f"no secret gives {texts[last]} and also {', '.join(texts[:last])}"
