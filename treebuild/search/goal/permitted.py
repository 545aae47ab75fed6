"""Which guesses a position permits by the rule of its game, in numpy, for the search.

`game.guess_rules.permits` is the definition. An algorithm may try fewer guesses than the rule permits: see `plan`.

By `consistent` and `hard`, the turns so far decide whether they permit a code. For each turn, take the reply that its
guess would get if the code were the secret. By `consistent`, this has to be the reply of the turn. By `hard`, the code
has to have every green letter in its place, and every letter as often as the reply of the turn marks it. If that reply
marks a letter n times, the guess has the letter n times at least. The code has it n times at least exactly if the guess
would get n marks of it, or more, with the code as secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treebuild.errors import Remedy, TreebuildError, UsageError
from treebuild.game.conditions import Conditions
from treebuild.game.game import Game
from treebuild.game.guess_rules import marks, permits
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, answers_to, replies_to, reply_matrix
from treebuild.game.reply_rules import Indices, Rule, reply_dtype

BY_TURNS = ("consistent", "hard")  # by these rules the turns decide, not the candidates alone
ANY_GUESS = Remedy("drop {}", "candidates_only")
MOST_KEEPING = 1 << 29  # bytes of the table of `keeping`: room for words of six letters in hard mode, and some of seven
MOST_RECENT = 16  # guesses whose answers are kept for all replies to them: 64 KB for each guess in Wordle


class Permitted:
    """The guesses that positions of one game permit.

    >>> from treebuild.search.goal.permitted import Permitted
    >>> replies = reply_matrix(Game.from_rules("p2c3n").with_guesses("consistent"))
    >>> turns = ((replies.game.codes.index(replies.game.parse("01")), replies.game.replies.index("0.1")),)
    >>> [replies.game.spell(replies.game.codes[code]) for code in Permitted(replies).after(turns)]
    ['12', '20']
    """

    def __init__(self, replies: Replies) -> None:
        self.replies, self.game = replies, replies.game
        self.by_turns = self.game.conditions.guesses in BY_TURNS
        self._codes = np.arange(len(self.game.codes), dtype=np.int32)
        self._recent: dict[tuple[History, int], tuple[NDArray[np.int32], Indices]] = {}  # by `_answered`

    def of(self, codes: NDArray[np.int32]) -> Permitted:
        """The same, but positions permit only guesses among `codes`, int32, ascending."""
        other = copy(self)
        other._codes, other._recent = codes, {}
        return other

    @cached_property
    def among(self) -> Indices:
        """(codes, codes): the reply to each code if each code were the secret; (0, 0) if the rule needs no turns.

        Raises TreebuildError if a code does not win against the secret of its name.
        """
        if not self.by_turns:
            return np.zeros((0, 0), reply_dtype(len(self.game.replies)))
        game = self.game
        if game.secrets == game.codes:
            among = self.replies.matrix
        elif isinstance(game.rule, Rule):
            among = reply_matrix(self._codes_only).matrix
        else:
            column = {secret: i for i, secret in enumerate(game.secrets)}
            among = self.replies.matrix[:, [column[code] for code in game.codes]]
        if not (np.diagonal(among) == game.win).all():
            code = game.spell(game.codes[int(np.argmin(np.diagonal(among) == game.win))])
            raise TreebuildError(
                f"{game.name}: guesses `{game.conditions.guesses}` need codes that win against the secrets of their "
                f"names: {code} does not"
            )
        return np.ascontiguousarray(among)

    @cached_property
    def keeping(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The codes that a turn permits, as two arrays.

        uint8 (shapes, replies, replies): [s, r, k] is 1 if reply r to a guess of shape s permits the codes that, as
        secrets, would have answered k to the guess.
        uint8 (codes,): the shape of each guess.

        Raises TreebuildError where the first array would have more than MOST_KEEPING bytes.
        """
        count = self.replies.count
        if self.game.conditions.guesses != "hard":
            self._check_keeping(1)
            return np.eye(count, dtype=np.uint8)[None], np.zeros(len(self.game.codes), np.uint8)
        shapes = dict[tuple[int, ...], int]()
        shape = [shapes.setdefault(tuple(map(code.index, code)), len(shapes)) for code in self.game.codes]
        self._check_keeping(len(shapes))
        marked = np.array(marks(self.game))
        return np.array([_kept(marked, letters) for letters in shapes], np.uint8), np.array(shape, np.uint8)

    def _check_keeping(self, shapes: int) -> None:
        if shapes * self.replies.count**2 > MOST_KEEPING:
            raise TreebuildError(
                f"{self.game.name}: guesses `{self.game.conditions.guesses}` take too much memory with "
                f"{self.replies.count} replies: expected shorter codes, or guesses `all` or `candidates`"
            )

    def after(self, history: History) -> NDArray[np.int32]:
        """int32, ascending: the codes that these turns permit; all codes if the turns do not decide."""
        if not history or not self.by_turns:
            return self._codes
        before, (guess, reply) = history[:-1], history[-1]
        codes, answers = self._answered(before, guess)
        keeps, shape = self.keeping
        kept: NDArray[np.int32] = codes[keeps[shape[guess], reply].view(np.bool_)[answers]]
        return kept

    def _answered(self, before: History, guess: int) -> tuple[NDArray[np.int32], Indices]:
        """The codes that these turns permit, and the reply to a guess if each of them were the secret."""
        known = self._recent.get((before, guess))
        if known is None:
            codes = self.after(before)
            known = codes, self._answers(guess, codes)
            if len(self._recent) >= MOST_RECENT:
                self._recent.clear()
            self._recent[before, guess] = known
        return known

    @cached_property
    def _codes_only(self) -> Game:
        """The game in which every code may be the secret."""
        return replace(self.game, secrets=self.game.codes, conditions=Conditions())

    def _answers(self, guess: int, codes: NDArray[np.int32]) -> Indices:
        """(codes,): the reply to a guess if each of these codes were the secret, without `among` if it can be."""
        if "among" not in self.__dict__ and isinstance(self.game.rule, Rule):
            return answers_to(self._codes_only, guess, codes)
        answers: Indices = self.among[guess, codes]
        return answers

    def name(self, candidates: Candidates, history: History) -> object:
        """A name that positions share only if they have equal candidates, depths and permitted guesses."""
        return tuple(sorted(history)) if self.by_turns else (len(history) + 1, candidates.tobytes())

    def at(self, candidates: Candidates, history: History) -> NDArray[np.int32]:
        """int32, ascending: the codes that may be guessed at a position."""
        if self.by_turns or self.game.conditions.guesses == "all":
            return self.after(history)
        every, wins = self._codes, np.isin(self.replies.secret_of[self._codes], candidates)
        if self.game.conditions.groups and self.game.conditions.identified(candidates):
            return np.flatnonzero(self.replies.secret_of == candidates[0]).astype(np.int32)
        if self.game.conditions.guesses == "candidates" or len(candidates) == 1:
            return every[wins]
        others = every[~wins]
        rows = self.replies.rows(others, candidates)
        tests = others[(rows != rows[:, :1]).any(axis=1)]
        return tests if len(tests) else every[wins]


def _kept(marks: NDArray[np.int64], letters: Sequence[int]) -> NDArray[np.bool_]:
    """bool (replies, replies): `keeping` for guesses whose pegs have these letters, each named by its first peg.

    `marks` is int (replies, pegs): 0 for grey, 1 for yellow, 2 for green.
    """
    green = marks == 2
    kept: NDArray[np.bool_] = (green[None] | ~green[:, None]).all(axis=2)
    for letter in set(letters):
        number = (marks[:, np.array(letters) == letter] > 0).sum(axis=1)
        kept &= number[None] >= number[:, None]
    return kept


def names_last(replies: Replies) -> bool:
    """Whether, with `identify`, a secret is named when all candidates left are of one group, and at no other position.

    This holds if, for any two secrets of different groups, a code that wins against no secret tells them apart, and if
    a code that wins against a secret tells no other secrets apart. Without groups every secret is a group of its own.
    """
    if replies.game.conditions.guesses != "identify":
        return False
    tests, win = replies.secret_of < 0, replies.win
    groups = replies.game.conditions.groups or range(len(replies.game.secrets))
    columns = list(map(bytes, replies.matrix[tests].T))
    if len(set(columns)) < len(set(zip(columns, groups, strict=True))):
        return False
    return all(len(set(row.tolist()) - {win}) <= 1 for row in replies.matrix[~tests])


def is_ruled(game: Game) -> bool:
    """Whether a search needs to know the permitted guesses of positions, or the costs of guesses.

    It does not for the rule `candidates` without costs, since every search has a plan for that: `plan.Source.MEMBERS`.
    """
    return game.conditions.guesses not in ("all", "candidates") or bool(game.conditions.costs)


def check_candidates_only(game: Game) -> None:
    """Raise UsageError for a game whose rule of guesses does not go with a search among candidates only."""
    guesses = game.conditions.guesses
    if guesses not in ("all", "candidates"):
        raise UsageError(f"{game.name} has guesses `{guesses}`, not `candidates`", remedy=ANY_GUESS)


def check_tells(game: Game, first: int) -> None:
    """Raise TreebuildError for a first guess that all secrets answer alike, unless it finds a lone secret."""
    replies = {*replies_to(game, first, range(len(game.secrets)))}
    if len(replies) == 1 and game.win not in replies:
        code = game.spell(game.codes[first])
        raise TreebuildError(f"the first guess {code} tells nothing: every secret of {game.name} answers alike")


def check_first(game: Game, first: int) -> None:
    """Raise TreebuildError for a first guess that no tree of the game can begin with, for one of three reasons.

    It tells nothing, see `check_tells`. The rule of guesses does not permit it. Or the game has one secret, and a lower
    code finds it.
    """
    check_tells(game, first)
    if not permits(game, (), range(len(game.secrets)), first):
        code = game.spell(game.codes[first])
        raise TreebuildError(
            f"the first guess {code} is not permitted: {game.name} has guesses `{game.conditions.guesses}`"
        )
    if len(game.secrets) == 1 and first != (lowest := int(reply_matrix(game).code_of[0])):
        # No format of trees can say by which of several winning codes a lone secret is guessed: it is the lowest.
        raise TreebuildError(
            f"{game.name} has one secret, which {game.spell(game.codes[lowest])} finds: give that as the first guess"
        )
