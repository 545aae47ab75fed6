"""Positions: the candidates that a history leaves, and what every guess tells about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from types import NoneType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treebuild.analysis.guess_totals import GuessTotals
from treebuild.analysis.parts import Parts
from treebuild.analysis.ruled_guess_totals import RuledGuessTotals
from treebuild.errors import TreebuildError, UsageError, check_type
from treebuild.game.findings import asks_questions, check_denied, permits_person, without_answers
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import (
    Replies,
    answers_to,
    reply_matrix,
)
from treebuild.game.reply_rules import BYTE_REPLIES, Rule
from treebuild.game.symmetry import symmetry_of
from treebuild.game.user_input import is_key, read_code, read_unsure_turn, separate_turns
from treebuild.search.engine.reply_blocks import ReplyBlocks, is_computed
from treebuild.search.goal.permitted import BY_TURNS, Permitted
from treebuild.search.greedy import Score, scores_by_name
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import Progress

Turns: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""Guesses by their indices, each with the indices of the replies that it may have had."""
EXACT = "exact"  # beside the scores: by the expected number of guesses
NEAR = "near"  # by the guesses that a good tree needs, which is found fast
COMPARED = 10  # guesses that leave the fewest, of which the one that needs the fewest is suggested first
ORDERED = 5  # guesses; in shorter histories, guesses with equal replies may change places


@dataclass(frozen=True)
class Limits:
    """How much can be told of a position in a second or two.

    exact_candidates  with more candidates, or with more than ...
    exact_pairs       ... codes times candidates, the best tree after one guess may take minutes
    near_pairs        with more codes times candidates, a good tree takes more than a second or two
    rule_replies      guesses times candidates to compare in a game with a built-in rule: about a second
    replies           the same where the reply matrix is at hand, and where compiled code counts
    plain_codes       in a game of more codes, compiled code counts parts and looks for symmetries
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

    rank           1 + how many codes the score prefers; codes that it cannot tell apart share a rank
    code           the guess, spelled
    candidate      whether the guess may be the secret
    parts          how many different replies can come
    largest_part   candidates left after the worst reply
    expected_left  candidates left on average; the secret that the guess finds counts as one left (seed 0)
    entropy_bits   information, on average, in bits
    alike          how many codes symmetry makes equal to the guess, itself included
    exact          guesses needed from here on, on average, this one included, when the best ones follow; None if not
                   asked for, and for a guess that tells nothing
    near           guesses needed from here on, on average, when good ones follow; the best ones may need fewer; None
                   as for `exact`
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


def suggest(game: Game | str, history: Sequence[str] = (), *, by: str | None = None, top: int = 10) -> list[Worth]:
    """The best guesses in a position, best first: one of each set of guesses that symmetry makes equal.

    `history` has the guesses so far with their replies, "1234:1.1" or "crane:..y.g", or words and a shared result:
    `user_input.read_reply` says how replies are spelled, and `user_input.separate_turns` how turns are. `by` is a
    greedy algorithm of `treebuild list` (minmax, minavg, entropy, parts, greedy-crush, larmouth), "exact" or "near".
    By "exact" and "near", a guess is worth the number of guesses needed on average from here on, by the best tree or by
    a good one. With "exact" an exhaustive search shows that no other guess is better. It takes a second where few
    candidates are left, and more than half an hour at the start of Wordle. Without `by`, the guesses are those that
    leave the fewest candidates, as with "minavg", and say how many guesses are needed after them; where that is known
    exactly, the guess that needs the fewest comes first. Where tests have costs, the guesses are those that cost
    least in the end. In games with many codes only some are compared: `Position.sampled` tells whether.

    Raises TreebuildError for a history that cannot be read or that no secret gives, for an unknown score, and for a
    game that is too large for "exact".

    >>> best = suggest("p4c10n", ["1234:1.1", "5167:0.2"], top=2)
    >>> [(worth.code, worth.candidate, round(float(worth.exact), 4)) for worth in best]
    [('1620', True, 3.4167), ('1502', True, 3.4278)]
    >>> suggest("three-of-seven", ["123:1.1", "145:0.1"], by="exact", top=1)[0].exact
    Fraction(2, 1)
    """
    check_type(by, (str, NoneType), "score: expected one such as minavg, or None")
    check_type(top, int, "number of guesses: expected a whole number")
    position = Position(game, history)
    check_denied(position.game, position.turns)
    return position.suggested(top) if by is None else position.best(by, top, distinct=True)


class Position:
    """The candidates that a history of guesses and replies leaves, in any game.

    game        the game
    turns       the turns: the index of each guess, and those of the replies that it may have had, one or more
    history     the turns of which the reply is certain, as indices
    readings    the histories that the turns may be, by which the game may permit guesses: one, but where a rule of
                guesses goes by replies of which nobody is sure. Then guesses are compared that it permits by one of
                them, and `told` tells nothing, since nobody knows which guesses it will permit
    candidates  the secrets that are left
    sampled     whether there are too many codes to compare all of them; then some are compared, evenly spread, and the
                same ones every time. `compared` says how many.
    unsure      the questions that are not asked again, because nobody is sure of their answers; `exact` and `near` go
                without them, and in a key, what no other question tells apart is named together
    weights     int64 (candidates,), by which secrets are drawn; all 1 where the game has no weights, and where all
                candidates have the weight 0

    >>> from treebuild.analysis.suggest import Position
    >>> position = Position("p4c10n", ["1234:1.1"])
    >>> len(position.candidates), float(position.of("1567").expected_left)
    (720, 119.9)
    >>> position.best("minavg", 1)[0].code
    '0235'
    """

    def __init__(self, game: Game | str, history: Sequence[str] = (), *, limits: Limits | None = None) -> None:
        """Raises TreebuildError for a history that cannot be read, that no secret gives, or goes on after a win."""
        self.game, self.limits = as_game(game), limits or Limits()
        check_type(history, (list, tuple), "history: expected a list of turns, such as ['1234:1.1']")
        history = separate_turns(self.game, history)
        self.turns: Turns = tuple(read_unsure_turn(self.game, text) for text in history)
        self.history: History = tuple((guess, replies[0]) for guess, replies in self.turns if len(replies) == 1)
        self.candidates = _left(self.game, self.turns, history)
        for (_, replies), text, following in zip(self.turns, history, history[1:], strict=False):
            if replies == (self.game.win,):
                raise TreebuildError(f"{text} ends the game: {following} cannot follow")
        many = len(self.game.codes) > self.limits.plain_codes and is_computed(self.game)
        many |= len(self.game.replies) > BYTE_REPLIES
        self._blocks = _blocks(self.game) if many and not self.game.conditions.weights else None
        self.weights = _weights_of(self.game, self.candidates)
        self._parts = Parts(self.replies, self.candidates, self.weights, self._blocks)
        won = self.replies.secret_of
        self._member = np.isin(won, self.candidates)
        self._own = np.zeros(len(won), np.int64)  # the weight of the candidate that each code may be
        self._own[self._member] = self.weights[np.searchsorted(self.candidates, won[self._member])]
        self._orbits = self._lowest_of_orbits()
        self._alike = np.bincount(self._orbits, minlength=len(self._orbits))
        self.unsure: tuple[int, ...] = ()
        self._asked = self.replies  # what is asked from here on
        permitted, self._permitted = Permitted(self.replies), np.zeros(len(won), bool)
        self.readings: tuple[History, ...] = (self.history,)
        if permitted.by_turns and len(self.history) < len(self.turns):
            self.readings = _readings(self.game, self.turns, self.candidates)
        for reading in self.readings:
            self._permitted[permitted.at(self.candidates, reading)] = True
        self._leave_out_unsure()
        every = np.flatnonzero(self._permitted & (self._alike > 0)).astype(np.int32)  # all of an orbit, or none
        some = self._spread(every)
        self.sampled = len(some) < len(every)
        self._compare(some)

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
        """How many codes are looked at, one of each set that symmetry makes equal."""
        return len(self._guesses)

    def best(
        self,
        by: str = "minavg",
        top: int = 10,
        candidates: bool = False,
        distinct: bool = False,
        progress: Progress | None = None,
        options: SearchOptions | None = None,
    ) -> list[Worth]:
        """The best guesses by a score, of those that the game allows, best first; with `candidates`, only candidates.

        Of equal guesses a candidate comes first, the heaviest of several, then the lowest code. With `distinct`, only
        one of the guesses that symmetry makes equal is there. The scores "exact" and "near" (see `suggest`) always give
        distinct guesses, and last the guesses that tell nothing; `progress` and `options` are for these two. Raises
        TreebuildError for an unknown score, and for a game that is too large for these two.
        """
        if by in (EXACT, NEAR):
            return self._by_value(self.told(by), top, progress, options)
        ranks = self._ranks(by)
        rows = self._row[self._orbits]
        codes = self._guesses if distinct else np.flatnonzero(rows >= 0)
        codes = codes[self._permitted[codes]]
        if candidates:
            codes = codes[self._member[codes]]
        return [self._worth(code, by) for code in codes[np.lexsort((codes, ranks[rows[codes]]))][:top].tolist()]

    @property
    def compares_costs(self) -> bool:
        """Whether `suggested` compares all tests by what they cost in the end: the best may leave many candidates."""
        return bool(self.game.conditions.costs) and is_key(self.game) and self.told("minavg") == EXACT

    def suggested(self, top: int = 10) -> list[Worth]:
        """The best guesses as `suggest` gives them without a score, with the guesses needed after them, if told."""
        told = self.told("minavg")
        if told != EXACT:
            found = self.best("minavg", top, distinct=True)
            return [self.valued(worth, told) for worth in found] if told else found
        if self.compares_costs:
            return self._by_value(EXACT, top, None, None)
        found = self.best("minavg", max(top, COMPARED), distinct=True)
        if not any(worth.candidate for worth in found):
            found += self.best("minavg", 1, candidates=True)
        found = [self.valued(worth, told) for worth in found]
        return sorted(found, key=lambda worth: (worth.exact is None, worth.exact))[:top]

    def of(self, code: str, by: str = "minavg") -> Worth:
        """What one code is worth, with its rank. Raises TreebuildError as `best` does, and for a text of no code."""
        index = self.game.code_index[read_code(self.game, code)]
        return self.valued(self._worth(index), self.told(by)) if by in (EXACT, NEAR) else self._worth(index, by)

    def told(self, by: str) -> str:
        """How to tell, beside this score, the guesses needed after a guess: "exact", "near", or "" for not at all.

        For the scores "exact" and "near" it is the score itself; with a rule of guesses or costs, "near" becomes
        "exact" if few candidates are left. Beside another score it is what takes a few seconds at most. Nothing is told
        where there are several `readings`: raises TreebuildError for the scores "exact" and "near" then.
        """
        if len(self.readings) > 1:
            if by in (EXACT, NEAR):
                raise TreebuildError(
                    f"guesses `{self.game.conditions.guesses}` go by the replies, and nobody is sure of some: how many "
                    "guesses are needed is not known: expected sure replies, or another score, such as minavg"
                )
            return ""
        if by == EXACT or (by == NEAR and not self.game.conditions.ruled):
            return by
        pairs = len(self.game.codes) * len(self.candidates)
        if pairs <= self.limits.exact_pairs and len(self.candidates) <= self.limits.exact_candidates:
            return EXACT
        return NEAR if pairs <= self.limits.near_pairs or by == NEAR else ""

    def permits(self, code: int) -> bool:
        """Whether the rule of the game allows a person to guess codes[code], by one of the `readings`."""
        left = self.candidates.tolist()
        return any(permits_person(self.game, reading, left, code) for reading in self.readings)

    def check_storable(self) -> None:
        """Raise UsageError in a game with a rule of guesses or costs: no store keeps values of such games."""
        if self.game.conditions.ruled:
            raise UsageError("a store keeps no values of guesses that have a rule or costs: leave it out")

    def valued(self, worth: Worth, by: str) -> Worth:
        """The worth with the guesses needed from here on, "exact" or "near". Raises TreebuildError as `best` does."""
        if worth.tells_nothing or worth.exact is not None or worth.near is not None:
            return worth
        guess = self.game.code_index[self.game.parse(worth.code)]
        if self.game.conditions.ruled:
            guess_totals = self._ruled_guess_totals
            total = guess_totals.near(guess) if by == NEAR else guess_totals.value(guess)
            return self._with_value(worth, by, total, guess_totals.weight)
        guess = int(self._orbits[guess])  # worth the same
        total = self._guess_totals.value(guess) if by == EXACT else self._guess_totals.near(guess)
        return self._with_value(worth, by, total, self._guess_totals.weight)

    def _by_value(self, by: str, top: int, progress: Progress | None, options: SearchOptions | None) -> list[Worth]:
        if self.game.conditions.ruled:
            if options is not None and options.store is not None:
                self.check_storable()
            ruled, jobs = self._ruled_guess_totals, 1 if options is None else options.jobs
            totals = ruled.best(top, progress, jobs) if by == EXACT else ruled.all_near(progress)[:top]
            return [self._with_value(self._worth(guess), by, total, ruled.weight) for guess, total in totals]
        guess_totals = self._guess_totals if options is None else self._totals_with(options)
        totals = guess_totals.best(top, progress) if by == EXACT else guess_totals.all_near(progress)[:top]
        found = [self._with_value(self._worth(guess), by, total, guess_totals.weight) for guess, total in totals]
        if len(found) < min(top, int((self._alike > 0).sum())):
            dull = (worth for worth in self.best(top=len(self._alike), distinct=True) if worth.tells_nothing)
            found += islice(dull, top - len(found))
        return found

    def _with_value(self, worth: Worth, by: str, total: int | None, weight: int) -> Worth:
        value = None if total is None else Fraction(total, weight)
        return replace(worth, exact=value) if by == EXACT else replace(worth, near=value)

    def _totals_with(self, options: SearchOptions | None) -> GuessTotals:
        return GuessTotals(self._asked, self.candidates, np.flatnonzero(self._alike).astype(np.int32), options)

    @cached_property
    def _ruled_guess_totals(self) -> RuledGuessTotals:
        """The total of each guess that the rule permits; the guesses that leave fewest candidates come first."""
        ranks = self._ranks("minavg")
        codes = np.flatnonzero(self._permitted & (self._alike > 0)).astype(np.int32)
        codes = codes[np.lexsort((codes, ranks[self._row[self._orbits[codes]]]))]
        return RuledGuessTotals(self._asked, self.candidates, self.readings[0], codes, self.weights)

    @cached_property
    def _guess_totals(self) -> GuessTotals:
        """The total of each guess."""
        return self._totals_with(None)

    @cached_property
    def replies(self) -> Replies:
        """The replies of the game."""
        return reply_matrix(self.game)

    def _lowest_of_orbits(self) -> NDArray[np.int32]:
        """int32 (codes,): for each code the lowest that symmetry makes equal to it, given the history.

        Symmetries of a long history keep each of its guesses.
        """
        if self._blocks is not None and self._blocks.has_orbits:
            return self._blocks.orbits(self.candidates)
        # By these rules a question or a guess matters even if nothing is known of its reply.
        matter = asks_questions(self.game) or self.game.conditions.guesses in BY_TURNS
        told = [(guess, replies) for guess, replies in self.turns if matter or len(replies) < len(self.game.replies)]
        fixed = tuple((guess, place) for place, (guess, _) in enumerate(told))
        certain = len(told) == len(self.history)
        return symmetry_of(self.game).orbits(self.history if certain and len(fixed) < ORDERED else fixed)

    def _leave_out_unsure(self) -> None:
        """Permit no question again whose answer nobody is sure of, as long as other codes may exclude a name."""
        unsure = [guess for guess, replies in self.turns if len(replies) > 1]
        if unsure and not is_key(self.game):
            unsure = [guess for guess in unsure if asks_questions(self.game) and guess not in self.game.namings]
        others = self._permitted.copy()
        others[unsure] = False
        if not unsure or not others.any():
            return
        game = without_answers(self.game, unsure, self.candidates)
        if game.conditions.identified(self.candidates) and not self.game.conditions.identified(self.candidates):
            return
        self._permitted, self.unsure, self._asked = others, tuple(unsure), reply_matrix(game)

    def _spread(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        """The codes that there is time to compare: all, or some, evenly spread, half of them candidates."""
        by_rule = isinstance(self.game.rule, Rule) and self._blocks is None
        most = self.limits.rule_replies if by_rule else self.limits.replies
        few = max(most // len(self.candidates), 2)
        if len(self.game.replies) > BYTE_REPLIES:
            few = max(min(few, self.limits.sizes // min(len(self.candidates), len(self.game.replies))), 2)
        if len(codes) <= few:
            return codes
        members = codes[self._member[codes]]
        some = [_evenly(members, few // 2), _evenly(codes, few - few // 2)]
        return np.unique(np.concatenate(some))

    def _compare(self, codes: NDArray[np.int32]) -> None:
        """Count the parts that these codes make. From now on they are the codes that are compared."""
        self._guesses, (self._sizes, self._heavy) = codes, self._parts.of(codes)
        self._row = np.full(len(self._orbits), -1, np.int32)
        self._row[codes] = np.arange(len(codes))
        self._ranked: dict[str, NDArray[np.int64]] = {}

    def _ranks(self, by: str) -> NDArray[np.int64]:
        """int64 (compared,): 1 + how many codes the score prefers to each; of equal codes candidates come first.

        Heavier candidates come before lighter ones where the score goes by weight.
        """
        scores = scores_by_name()
        if by not in scores:
            raise UsageError(f"unknown score {by!r}: expected one of {', '.join((*scores, EXACT, NEAR))}")
        if by not in self._ranked:
            score = scores[by]
            values, heaviest_first = self._values(score), -self._own if score.likely else 0
            ties = np.where(self._member, heaviest_first, 1)[self._guesses]
            values, tied = (np.unique(some, return_inverse=True)[1].ravel() for some in (values, ties))
            _, places = np.unique((tied.max() + 1) * values + tied, return_inverse=True)
            sizes = np.bincount(places, self._alike[self._guesses]).astype(np.int64)
            self._ranked[by] = (1 + sizes.cumsum() - sizes)[places]
        return self._ranked[by]

    def _values(self, score: Score) -> NDArray[np.int64]:
        """int64 (compared,): the scores, or numbers in the same order; the smallest is best."""
        guesses = self._guesses
        return self._parts.values(score, guesses, self._sizes, self._heavy, self._own[guesses], self._member[guesses])

    def _worth(self, code: int, by: str = "minavg") -> Worth:
        if self._row[self._orbits[code]] < 0:  # not compared yet
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
            entropy_bits=self._parts.bits(code, heavy),
            alike=int(self._alike[self._orbits[code]]),
            cost=self.game.conditions.cost(code) if self.game.conditions.costs else None,
        )


def _weights_of(game: Game, candidates: Candidates) -> NDArray[np.int64]:
    """int64 (candidates,): the weight of each; all 1 where the weights are equal, or all 0."""
    equal = np.ones(len(candidates), np.int64)
    weights = np.array(game.conditions.weights, np.int64)[candidates] if game.conditions.weights else equal
    return weights if len(set(weights.tolist())) > 1 else equal


@lru_cache(maxsize=2)
def _blocks(game: Game) -> ReplyBlocks:
    """The replies of a game, prepared once."""
    return ReplyBlocks(reply_matrix(game))


def _evenly(codes: NDArray[np.int32], few: int) -> NDArray[np.int32]:
    """`few` of the codes, at equal distances, or all if there are fewer."""
    return codes if len(codes) <= few else codes[np.linspace(0, len(codes) - 1, few).astype(np.int64)]


def _fitting(game: Game, turns: Turns) -> Candidates:
    """The secrets that give one of the replies of every turn."""
    left = np.arange(len(game.secrets), dtype=np.int32)
    for guess, replies in turns:
        left = left[np.isin(answers_to(game, guess, left), replies)]
    return left


def _readings(game: Game, turns: Turns, candidates: Candidates) -> tuple[History, ...]:
    """The turns with the replies that a candidate gives, for all candidates, each history once."""
    guesses = [guess for guess, _ in turns]
    replies = [answers_to(game, guess, candidates).tolist() for guess in guesses]
    return tuple(tuple(zip(guesses, some, strict=True)) for some in sorted(set(zip(*replies, strict=True))))


def _left(game: Game, history: Turns, texts: Sequence[str]) -> Candidates:
    """The candidates, ascending. Raises TreebuildError when there are none, and says which replies clash."""
    left = _fitting(game, history)
    if len(left):
        return left
    last = next(number for number in range(len(history)) if not len(_fitting(game, history[: number + 1])))
    raise TreebuildError(_clash(game, history, texts, last))


def _clash(game: Game, history: Turns, texts: Sequence[str], last: int) -> str:
    """The message that names replies which no secret gives together. The turns before `last` still leave secrets."""
    if not len(_fitting(game, (history[last],))):
        return f"no secret gives {texts[last]}"
    for earlier in range(last):
        if not len(_fitting(game, (history[earlier], history[last]))):
            return f"no secret gives both {texts[earlier]} and {texts[last]}"
    return f"no secret gives {texts[last]} and also {', '.join(texts[:last])}"
