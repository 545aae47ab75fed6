"""A position of a game: the candidates that its turns leave, and what every guess tells about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from treebuild.analysis.allowed_guesses import allowed_guesses
from treebuild.analysis.compared_guesses import ComparedGuesses, orbits_of, spread
from treebuild.analysis.guess_values import EXACT, NEAR, GuessValues, ValueKind
from treebuild.analysis.parts import Parts
from treebuild.analysis.turns import certain_turns, read_turns
from treebuild.errors import TreebuildError, UsageError
from treebuild.game.findings import permits_person
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.reply_rules import BYTE_REPLIES, Rule
from treebuild.game.user_input import read_code
from treebuild.search.engine.reply_blocks import ReplyBlocks, is_computed
from treebuild.search.greedy import scores_by_name
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import Progress


@dataclass(frozen=True)
class Limits:
    """How much can be told of a position in a second or two.

    exact_candidates, exact_pairs  above either, exact values take minutes; pairs are codes times candidates
    near_pairs                     above it, near values take more than a second or two
    rule_replies                   at most this many replies are computed by the rule: about a second
    replies                        at most this many are looked up in a matrix, or counted by compiled code
    sizes                          at most this many part sizes are kept, in games of more than BYTE_REPLIES replies
    plain_codes                    in games of more codes, compiled code counts parts and looks for symmetries
    """

    exact_candidates: int = 500
    exact_pairs: int = 1 << 23
    near_pairs: int = 1 << 25
    rule_replies: int = 1 << 26
    replies: int = 1 << 28
    sizes: int = 1 << 25
    plain_codes: int = 1 << 16


@dataclass(frozen=True)
class Worth:
    """What a guess tells about the candidates of a position.

    rank           1 + how many of the codes that are compared the score prefers; codes that it cannot tell apart share
                   a rank
    code           the guess, spelled
    candidate      whether the guess may be the secret
    parts          how many different replies can come
    largest_part   candidates left after the worst reply
    expected_left  candidates left on average; the secret that the guess finds counts as one left (seed 0)
    entropy_bits   information, on average, in bits
    alike          how many codes symmetry makes equal to the guess, itself included
    exact          guesses needed from here on, on average, this one included, when the best ones follow; where guesses
                   have costs, what they cost; None if not asked for, and for a guess that tells nothing
    near           the same when good guesses follow; the best ones may need fewer, or cost less; None as for `exact`
    cost           what the guess itself costs, where guesses have costs; ranks do not depend on it

    In a game with weights, averages are over secrets drawn by weight. Where secrets have groups, groups count in place
    of candidates, and the information is about the group.

    >>> suggest("p3c4r", ["012:1.1"], top=1)[0].code
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
    near: Fraction | None = None
    cost: Fraction | None = None

    @property
    def tells_nothing(self) -> bool:
        """Whether all candidates give the same reply, and the guess cannot be the secret."""
        return self.parts == 1 and not self.candidate


class Position:
    """The candidates that a history of guesses and replies leaves, in any game, and what guesses tell about them.

    game        the game
    turns       the turns: the index of each guess, and those of the replies that it may have had, one or more
    history     the turns of which the reply is certain, as indices
    candidates  the secrets that are left
    replies     the replies of the game
    weights     int64 (candidates,), by which secrets are drawn; all 1 where the game has no weights, and where all
                candidates have the weight 0
    sampled     whether there are too many codes to compare all of them; then some are compared, evenly spread, and the
                same ones every time. `compared` says how many.

    >>> from treebuild.analysis.position import Position
    >>> position = Position("p4c10n", ["1234:1.1"])
    >>> len(position.candidates), float(position.of("1567").expected_left)
    (720, 119.9)
    >>> position.best("minavg", 1)[0].code
    '0235'
    """

    def __init__(self, game: Game | str, history: Sequence[str] = (), *, limits: Limits | None = None) -> None:
        """Raises TreebuildError for a history that cannot be read, that no secret gives, or goes on after a win."""
        self.game, self.limits = as_game(game), limits or Limits()
        self.turns, self.candidates = read_turns(self.game, history)
        self.history = certain_turns(self.turns)
        self.weights = _weights_of(self.game, self.candidates)
        self.replies, blocks = reply_matrix(self.game), _blocks_if_large(self.game, self.limits)
        self._allowed = allowed_guesses(self.replies, self.turns, self.candidates)
        self._orbits = orbits_of(self.game, self.turns, self.candidates, blocks)
        self._parts = Parts(self.replies, self.candidates, self.weights, blocks)
        codes = spread(self._allowed_codes, self._most_compared(blocks), self._parts.is_candidate)
        self._compared = ComparedGuesses(codes, self._parts, self._orbits)
        self.sampled = len(codes) < len(self._allowed_codes)

    @property
    def left(self) -> int:
        """The number of candidates left; where secrets have groups, the number of their groups."""
        return self._parts.number

    @property
    def weighted(self) -> bool:
        """Whether some candidates are likelier than others."""
        return self._parts.weighted

    @property
    def compared(self) -> int:
        """How many codes are compared, one of each set that symmetry makes equal."""
        return len(self._compared.codes)

    @property
    def readings(self) -> tuple[History, ...]:
        """The histories that the turns may stand for.

        There is more than one only if some replies are uncertain and the rule of guesses depends on replies. A guess is
        compared if the rule permits it after any of them; values are then unknown.
        """
        return self._allowed.readings

    @property
    def unsure(self) -> tuple[int, ...]:
        """The questions that are not asked again, because nobody is sure of their answers.

        Values count on none of them, and in a key, what no other question tells apart is named together.
        """
        return self._allowed.unsure

    def permits(self, code: int) -> bool:
        """Whether the rule of the game allows a person to guess codes[code], after any of the `readings`."""
        left = self.candidates.tolist()
        return any(permits_person(self.game, reading, left, code) for reading in self.readings)

    def best(self, by: str = "minavg", top: int = 10, candidates: bool = False, distinct: bool = False) -> list[Worth]:
        """The best guesses by a score, of those that the game allows, best first; with `candidates`, only candidates.

        Of equal guesses a candidate comes first, the heaviest of several, then the lowest code. With `distinct`, only
        one of the guesses that symmetry makes equal is there. Raises UsageError for an unknown score, and for a `top`
        below 1.
        """
        check_top(top)
        ranks = self._compared.ranks(by)
        codes = self._compared.codes if distinct else self._compared.with_equals()
        codes = codes[self._allowed.is_allowed[codes]]  # symmetry may make one of `unsure` equal to some of them
        if candidates:
            codes = codes[self._parts.is_candidate[codes]]
        order = np.lexsort((codes, ranks[self._compared.rows(codes)]))
        return [self._worth(code, by) for code in codes[order][:top].tolist()]

    def best_exact(
        self, top: int = 10, progress: Progress | None = None, options: SearchOptions | None = None
    ) -> list[Worth]:
        """The guesses that need the fewest guesses from here on, or cost least, best first, each with its exact value.

        An exhaustive search shows that no other guess is better. Of the guesses that symmetry makes equal one is there.
        In a game with neither a rule of guesses nor costs, the guesses that tell nothing come last. `options` say how
        many threads search, and which store keeps the results. Raises TreebuildError for a game that is too large, and
        where there are several `readings`; UsageError for a `top` below 1, and for a store in a game with a rule or
        costs.
        """
        check_top(top)
        self._check_one_reading()
        return self._listed(self._values.best_exact(top, progress, options), EXACT, top)

    def best_near(self, top: int = 10, progress: Progress | None = None) -> list[Worth]:
        """The guesses that good trees need the fewest guesses after, or cost least, as `best_exact` lists them.

        Each has its near value; or its exact one, if `value_kind` says so. Raises as `best_exact` does.
        """
        if self.value_kind(NEAR) == EXACT:
            return self.best_exact(top, progress)
        check_top(top)
        return self._listed(self._values.best_near(top, progress), NEAR, top)

    def of(self, code: str, by: str = "minavg") -> Worth:
        """What one code is worth, with its rank among the codes that are compared; it need not be one of them.

        `by` is a score, or "exact" or "near" for a value as well, beside the rank by minavg. Raises TreebuildError for
        a text that is no code, for an unknown score, and as `valued` does.
        """
        kind = self.value_kind(by)
        index = self.game.code_index[read_code(self.game, code)]
        return self.valued(self._worth(index), kind) if kind and by in (EXACT, NEAR) else self._worth(index, by)

    def value_kind(self, by: str) -> Literal["exact", "near", ""]:
        """Which value can be shown beside this score within seconds: "exact", "near", or "" for none.

        For the scores "exact" and "near" it is the score itself, however long it takes; but with a rule of guesses or
        costs, "near" becomes "exact" if few candidates are left. Where there are several `readings`, values are
        unknown: raises TreebuildError for these two scores then. Raises UsageError for an unknown score.
        """
        scores = scores_by_name()
        if by not in (*scores, EXACT, NEAR):
            raise UsageError(f"unknown score {by!r}: expected one of {', '.join((*scores, EXACT, NEAR))}")
        if by in (EXACT, NEAR):
            self._check_one_reading()
        if len(self.readings) > 1:
            return ""
        if by == EXACT:
            return EXACT
        if by == NEAR and not self.game.conditions.ruled:
            return NEAR
        pairs = len(self.game.codes) * len(self.candidates)
        if pairs <= self.limits.exact_pairs and len(self.candidates) <= self.limits.exact_candidates:
            return EXACT
        return NEAR if pairs <= self.limits.near_pairs or by == NEAR else ""

    def valued(self, worth: Worth, kind: ValueKind) -> Worth:
        """The worth with the guesses needed from here on, or their costs; as it is if it tells nothing or has them.

        Raises TreebuildError for a game that is too large.
        """
        if worth.tells_nothing or worth.exact is not None or worth.near is not None:
            return worth
        guess = self.game.code_index[self.game.parse(worth.code)]
        if not self.game.conditions.ruled:
            guess = int(self._orbits.representative[guess])  # of the same value, and among those that are compared
        return _with_value(worth, kind, self._values.of(guess, kind))

    def _listed(self, found: list[tuple[int, Fraction]], kind: ValueKind, top: int) -> list[Worth]:
        """The worth of guesses with their values; without a rule and costs, those that tell nothing after them."""
        worths = [_with_value(self._worth(guess), kind, value) for guess, value in found]
        if self.game.conditions.ruled or len(found) >= min(top, len(self._orbits.lowest)):
            return worths
        every = self.best(top=len(self.game.codes), distinct=True)
        return [*worths, *islice((worth for worth in every if worth.tells_nothing), top - len(found))]

    def _worth(self, code: int, by: str = "minavg") -> Worth:
        sizes, heavy = self._compared.sizes(code)
        return Worth(
            rank=self._compared.rank(code, by),
            code=self.game.spell(self.game.codes[code]),
            candidate=bool(self._parts.is_candidate[code]),
            parts=len(sizes),
            largest_part=max(sizes),
            expected_left=Fraction(sum(size * part for size, part in zip(sizes, heavy, strict=True)), sum(heavy)),
            entropy_bits=self._parts.bits(code, heavy),
            alike=int(self._orbits.size[self._orbits.representative[code]]),
            cost=self.game.conditions.cost(code) if self.game.conditions.costs else None,
        )

    @cached_property
    def _values(self) -> GuessValues:
        """The value of each guess; where a rule or costs matter, the guesses that leave the fewest come first."""
        codes = self._orbits.lowest
        if self.game.conditions.ruled:
            codes = self._allowed_codes
            rows = self._compared.rows(codes)
            ranks = np.where(rows < 0, len(self.game.codes) + 1, self._compared.ranks("minavg")[rows])
            codes = codes[np.lexsort((codes, ranks))]
        return GuessValues(self._allowed.replies, self.candidates, self.weights, self.readings[0], codes)

    def _check_one_reading(self) -> None:
        """Raise TreebuildError where values are unknown, because the turns may stand for several histories."""
        if len(self.readings) > 1:
            raise TreebuildError(
                f"guesses `{self.game.conditions.guesses}` depend on every reply, and some are uncertain, so the "
                "guesses needed are unknown: give certain replies, or another score, such as minavg"
            )

    @cached_property
    def _allowed_codes(self) -> NDArray[np.int32]:
        """int32, ascending: the codes that are allowed, one of each set that symmetry makes equal."""
        return self._orbits.lowest[self._allowed.is_allowed[self._orbits.lowest]]

    def _most_compared(self, blocks: ReplyBlocks | None) -> int:
        """How many codes there is time to compare, with blocks of replies that compiled code counts, or without."""
        by_rule = isinstance(self.game.rule, Rule) and blocks is None
        most = max((self.limits.rule_replies if by_rule else self.limits.replies) // len(self.candidates), 2)
        if len(self.game.replies) > BYTE_REPLIES:
            most = max(min(most, self.limits.sizes // min(len(self.candidates), len(self.game.replies))), 2)
        return most


@lru_cache(maxsize=8)
def position_after(game: Game, history: tuple[str, ...]) -> Position:
    """The position after a history. The last few positions are kept, since games share their first ones."""
    return Position(game, history)


def check_top(top: int) -> None:
    """Raise UsageError for a number of guesses below 1."""
    if top < 1:
        raise UsageError(f"number of guesses: expected 1 or more, not {top}")


def _with_value(worth: Worth, kind: ValueKind, value: Fraction | None) -> Worth:
    return replace(worth, exact=value) if kind == EXACT else replace(worth, near=value)


def _weights_of(game: Game, candidates: Candidates) -> NDArray[np.int64]:
    """int64 (candidates,): the weight of each; all 1 where the weights are equal, or all 0."""
    equal = np.ones(len(candidates), np.int64)
    weights = np.array(game.conditions.weights, np.int64)[candidates] if game.conditions.weights else equal
    return weights if len(set(weights.tolist())) > 1 else equal


def _blocks_if_large(game: Game, limits: Limits) -> ReplyBlocks | None:
    """What compiled code counts replies with, in a game without weights that has many codes or many replies."""
    many = len(game.codes) > limits.plain_codes and is_computed(game)
    many |= len(game.replies) > BYTE_REPLIES
    return _blocks(game) if many and not game.conditions.weights else None


@lru_cache(maxsize=2)
def _blocks(game: Game) -> ReplyBlocks:
    """The replies of a game, prepared once."""
    return ReplyBlocks(reply_matrix(game))
