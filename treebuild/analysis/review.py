"""A review of a game: what each guess told, beside the best there was, and luck apart from skill.

A guess leaves so many candidates on average, over the secrets that were possible. Skill is what the best guess would
have left by what this one does; luck is what it leaves on average by what it did leave. Both multiply over a game, and
luck is fair: weighed by the secrets, what replies leave is what the guess leaves on average.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from treebuild.analysis.positions import Position, Worth
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.tree.session import read_reply
from treebuild.tree.tree import NONE, Tree

CLOSE = Fraction(4, 5)  # a guess of this skill is as good as the best, as far as there is something to learn
LUCKY = 2.0  # times fewer left than expected, over a game, from where luck is worth a word
MOST_REPLIES = 1 << 28  # codes times secrets of the largest game whose guesses are all looked at

Kind = Literal["nothing", "better", "lucky", "unlucky", "good"]


@dataclass(frozen=True)
class Move:
    """A guess of a game, spelled, its reply, and the candidates before and after it.

    `expected` is what the guess leaves on average, with the secret that it finds as one left; `best` is the guess that
    leaves fewest, this one if none leaves fewer, and `best_expected` what that leaves. `tree` is the tree's guess, as
    long as all guesses before were the tree's.
    """

    guess: str
    reply: str
    before: int
    left: int
    expected: Fraction
    best: str
    best_expected: Fraction
    tree: str | None = None

    @property
    def skill(self) -> Fraction:
        """From 0 to 1, the best: by how much more candidates are left on average than would have to be."""
        return self.best_expected / self.expected

    @property
    def luck(self) -> Fraction:
        """How many times fewer candidates were left than on average; below 1 there were more."""
        return self.expected / self.left


@dataclass(frozen=True)
class Review:
    """The moves of a game, and what they come to."""

    moves: tuple[Move, ...]

    @property
    def skill(self) -> float:
        """The geometric mean over the guesses that had a choice; 1 if none had."""
        chosen = [float(move.skill) for move in self.moves if move.before > 1]
        return math.prod(chosen) ** (1 / max(len(chosen), 1))

    @property
    def luck(self) -> float:
        """The product over all guesses: how many times fewer candidates were left than on average."""
        return math.prod(float(move.luck) for move in self.moves)

    @property
    def lesson(self) -> tuple[Kind, int]:
        """What to learn, and the number of the guess to learn it from, from 1 on.

        "nothing": all candidates reply to the guess alike. "better": another would have left fewer. Else all were good,
        and luck was with the player, against them, or neither.
        """
        worst = min(range(len(self.moves)), key=lambda at: self.moves[at].skill)
        move = self.moves[worst]
        if move.skill < 1 and move.expected == move.before:
            return "nothing", worst + 1
        if move.skill < CLOSE:
            return "better", worst + 1
        return ("lucky" if self.luck > LUCKY else "unlucky" if self.luck < 1 / LUCKY else "good"), worst + 1


def review(game: Game | str, history: Sequence[str], tree: Tree | None = None) -> Review:
    """What the guesses of a game were worth; `history` has them with their replies, "1234:1.1", as `Position` does.

    Of equal guesses the best is the player's own, then a candidate, then the lowest code. Raises TreebuildError for no
    guess, for a history that does not parse or that no secret gives, and for a game of more than MOST_REPLIES replies.

    >>> from treebuild.analysis.review import review
    >>> game = review("p3c6n", ["012:1.0", "342:1.1"])
    >>> [(move.left, move.expected, move.best, move.best_expected) for move in game.moves]
    [(18, Fraction(701, 30), '012', Fraction(701, 30)), (4, Fraction(11, 3), '023', Fraction(10, 3))]
    >>> round(game.skill, 2), round(game.luck, 2), game.lesson
    (0.95, 1.19, ('good', 2))
    """
    game = as_game(game)
    if not history:
        raise TreebuildError("no guesses: expected at least one to review")
    positions = [position(game, tuple(history[:number])) for number in range(len(history) + 1)]
    moves, node = [], 0 if tree is not None else NONE
    for text, before, after in zip(history, positions, positions[1:], strict=False):
        code, reply = _parsed(game, text)
        mine, (best,) = before.of(code), before.best("minavg", 1)
        if best.expected_left == mine.expected_left:
            best = mine
        own = None
        if tree is not None and node != NONE:
            own = game.spell(game.codes[tree.guess[node]])
            node = int(tree.child[node, reply]) if own == mine.code else NONE
        moves.append(
            Move(
                guess=mine.code,
                reply=game.replies[reply],
                before=len(before.candidates),
                left=len(after.candidates),
                expected=mine.expected_left,
                best=best.code,
                best_expected=best.expected_left,
                tree=own,
            )
        )
    return Review(tuple(moves))


def advice(game: Game | str, history: Sequence[str] = ()) -> Worth:
    """The guess that leaves the fewest candidates on average in a position: a hint, whatever was guessed before.

    Raises TreebuildError as `review` does.

    >>> from treebuild.analysis.review import advice
    >>> advice("p4c10n", ["9876:0.1"]).code
    '0167'
    """
    (best,) = position(as_game(game), tuple(history)).best("minavg", 1)
    return best


@lru_cache(maxsize=8)
def position(game: Game, history: tuple[str, ...]) -> Position:
    """What a history leaves; the last few are remembered, as the first positions of a game are those of others."""
    if len(game.codes) * len(game.secrets) > MOST_REPLIES:
        raise TreebuildError(f"{game.name} is too large: not all of its {len(game.codes)} codes are looked at")
    return Position(game, history)


def _parsed(game: Game, text: str) -> tuple[str, int]:
    code, _, reply = text.rpartition(":")
    return code, read_reply(game, reply)
