"""A review of a game: how good each guess was beside the best one, with luck told apart from skill.

A guess leaves a number of candidates on average, over all secrets that were possible. Skill is the number that the best
guess leaves on average, divided by the number that this guess leaves on average. Luck is the average that this guess
leaves, divided by the number that it did leave. The skill of a game is a mean over its guesses, its luck a product.

With few candidates left, two guesses may leave equally many and one of them may still be better, because it may be the
secret. So guesses for at most FEW candidates are compared by the guesses that they need on average from there on, which
an exhaustive search tells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from treebuild.analysis.guess_values import EXACT
from treebuild.analysis.position import Position, Worth, position_after
from treebuild.errors import Remedy, TreebuildError, any_of, check_type
from treebuild.game.findings import permits_person, read_naming
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.reply_matrix import candidates_after
from treebuild.game.reply_rules import Code
from treebuild.game.user_input import (
    is_code,
    parted,
    read_secrets,
    read_turn,
    read_unsure_turn,
    separate_turns,
)
from treebuild.tree.tree import NONE, Tree

CLOSE = Fraction(4, 5)  # a guess of this skill, or of more, is close to the best: there is nothing to learn from it
FEW = 6  # candidates up to which guesses are compared by what they need; FEW_COMPARED in player/page/hints.js
LUCKY = 2.0  # a game is lucky if its replies left fewer candidates than expected by more than this factor

Kind = Literal["forbidden", "wasted", "nothing", "better", "lucky", "unlucky", "good"]


@dataclass(frozen=True)
class Move:
    """One guess of a game, and what it was worth.

    guess          the guess, spelled
    reply          the label of its reply
    before, left   the number of candidates before the reply, and after it; where secrets have groups, of groups
    expected       candidates that the guess leaves on average; the secret that it finds counts as one left
    best           the guess that leaves the fewest on average, or that needs the fewest guesses: this one, if no other
                   is better; in games with many codes, if none of the codes that are compared is better
    best_expected  candidates that the best guess leaves on average
    tree           the tree's guess, as long as all guesses before were the tree's; else None
    permitted      whether the game's rule of guesses allows the guess; it always allows `best`
    needed         guesses needed on average, from this one on, when the best ones follow, or their costs, where guesses
                   have costs; None where `best_needed` is, and for a guess that is not permitted
    best_needed    the same from the best guess on; None where more than FEW candidates are left, where exact values
                   would take too long, and where every guess that is permitted tells nothing

    >>> move = review("p3c6n", ["012:1.0", "342:1.1"]).moves[1]
    >>> move.guess, move.best, float(move.skill)
    ('342', '023', 0.9090909090909091)
    """

    guess: str
    reply: str
    before: int
    left: int
    expected: Fraction
    best: str
    best_expected: Fraction
    tree: str | None = None
    permitted: bool = True
    needed: Fraction | None = None
    best_needed: Fraction | None = None

    @property
    def skill(self) -> Fraction:
        """What the best guess leaves on average, divided by what this guess leaves; 1 is the best.

        With few candidates left: what the best guess needs, divided by what this one needs. A guess that is not
        permitted has a skill of 0.
        """
        if not self.permitted:
            return Fraction(0)
        if self.needed is not None and self.best_needed is not None:
            return self.best_needed / self.needed if self.needed else Fraction(1)  # to name a secret may cost nothing
        return self.best_expected / self.expected

    @property
    def counts_for_skill(self) -> bool:
        """Whether the skill of the game counts this guess: the rule permits it, and it left a choice or was wrong."""
        return self.permitted and (self.before > 1 or self.skill < 1)

    @property
    def luck(self) -> Fraction:
        """How many times fewer candidates were left than on average; below 1 there were more."""
        return self.expected / self.left


@dataclass(frozen=True)
class Review:
    """The moves of a game, with skill, luck and the lesson of the whole game.

    >>> game = review("p3c6n", ["012:1.0", "342:1.1"])
    >>> round(game.skill, 2), round(game.luck, 2), game.lesson
    (0.95, 1.19, ('good', 2))
    """

    moves: tuple[Move, ...]

    @property
    def skill(self) -> float:
        """The geometric mean of the skill of all moves that count for it; 1 if there is none."""
        skills = [float(move.skill) for move in self.moves if move.counts_for_skill]
        return math.prod(skills) ** (1 / max(len(skills), 1))

    @property
    def luck(self) -> float:
        """The product of the moves' luck: how many times fewer candidates were left than expected."""
        return math.prod(float(move.luck) for move in self.moves)

    @property
    def lesson(self) -> tuple[Kind, int]:
        """What to learn, and the number of the guess to learn it from; the first guess is 1.

        "forbidden": the rule of the game does not permit the guess. "wasted": one candidate was left, and the guess was
        another code. "nothing": all candidates gave the same reply to the guess. "better": another guess would have
        left fewer, or would have needed fewer guesses. "lucky", "unlucky", "good": all guesses were close to the best,
        and the player had luck, bad luck, or neither.
        """
        worst = min(range(len(self.moves)), key=lambda at: self.moves[at].skill)
        move = self.moves[worst]
        if not move.permitted:
            return "forbidden", worst + 1
        if move.skill < 1 and move.before == 1:
            return "wasted", worst + 1
        if move.skill < 1 and move.expected == move.before:
            return "nothing", worst + 1
        if move.skill < CLOSE:
            return "better", worst + 1
        return ("lucky" if self.luck > LUCKY else "unlucky" if self.luck < 1 / LUCKY else "good"), worst + 1


def review(game: Game | Tree | str, history: Sequence[str], secret: str | None = None) -> Review:
    """What the guesses of a game were worth.

    `history` has the guesses with their replies, "1234:1.1" or "crane:.y..g" (see `user_input.read_reply` for the
    spellings of replies, and `user_input.separate_turns` for words and a shared result). With the `secret` you may
    leave out the replies; it may be the name of a hypothesis, of whose variants the first that gives all replies is the
    secret. Give a tree in place of its game to see also what the tree would have guessed. Of equally
    good guesses the best is the player's own, then a candidate, then the lowest code. In games with many codes, each
    guess is compared with some codes only; if it is better than all of these, it counts as the best.

    Raises TreebuildError for no guess, for a history that cannot be read or that no secret gives, for no secret of the
    game, and for a reply that the secret does not give.

    >>> game = review("p3c6n", ["012:1.0", "342:1.1"])
    >>> [(move.left, move.expected, move.best, move.best_expected) for move in game.moves]
    [(18, Fraction(701, 30), '012', Fraction(701, 30)), (4, Fraction(11, 3), '023', Fraction(10, 3))]
    >>> [move.reply for move in review("p3c6n", ["012", "342", "052"], secret="052").moves]
    ['2.0', '1.0', '3.0']
    """
    check_type(history, (list, tuple), "history: expected a list of turns, such as ['1234:1.1']")
    tree = game if isinstance(game, Tree) else None
    game = game.game if isinstance(game, Tree) else as_game(game)
    if not history:
        raise TreebuildError("no guesses: expected at least one to review")
    turns = separate_turns(game, history)
    if secret is None:
        _check_replies(game, turns)
    else:
        turns = _with_replies(game, turns, secret)
    return Review(_moves(game, turns, tree))


def advice(game: Game | str, history: Sequence[str] = ()) -> Worth:
    """The guess that leaves the fewest candidates on average after any history, which may be empty: a hint.

    Raises TreebuildError as `Position` does.

    >>> from treebuild.analysis.review import advice
    >>> advice("p4c10n", ["9876:0.1"]).code
    '0167'
    """
    (best,) = position_after(as_game(game), tuple(history)).best("minavg", 1)
    return best


def _moves(game: Game, turns: Sequence[str], tree: Tree | None) -> tuple[Move, ...]:
    """What each turn was worth; `tree` says what it would have guessed."""
    positions = [position_after(game, tuple(turns[:number])) for number in range(len(turns) + 1)]
    moves, node = list[Move](), NONE if tree is None else 0
    for text, before, after in zip(turns, positions, positions[1:], strict=False):
        guess, reply = read_turn(game, text)
        permitted = permits_person(game, before.history, before.candidates.tolist(), guess)
        # That nothing follows a winning reply was checked by the positions. The name of a group ends a game, too.
        if _names_what_is_left(before, permitted) and len(moves) < len(turns) - 1:
            raise TreebuildError(f"{text} ends the game: {turns[len(moves) + 1]} cannot follow")
        compared = _compared(before, after, game.spell(game.codes[guess]), permitted)
        own = None
        if tree is not None and node != NONE:
            own = game.spell(game.codes[tree.guess[node]])
            node = tree.child(node, reply) if own == compared.mine.code else NONE
        moves.append(
            Move(
                guess=compared.mine.code,
                reply=game.replies[reply],
                before=before.left,
                left=after.left,
                expected=compared.mine.expected_left,
                best=compared.best.code,
                best_expected=compared.best.expected_left,
                tree=own,
                permitted=permitted,
                needed=compared.needed,
                best_needed=compared.best.exact,
            )
        )
    return tuple(moves)


@dataclass(frozen=True)
class _Compared:
    """A guess beside the best one of its position.

    mine    what the guess is worth
    best    what the best guess is worth; its `exact` is None where guesses are compared by what they leave
    needed  guesses needed from this guess on, or their costs; None where guesses are compared by what they leave, and
            for a guess that is not permitted
    """

    mine: Worth
    best: Worth
    needed: Fraction | None = None


def _compared(before: Position, after: Position, code: str, permitted: bool) -> _Compared:
    """A guess beside the best one; with few candidates left by what they need, else by what they leave."""
    if _names_what_is_left(before, permitted):  # any code that names the group is as good as another
        (best,) = before.best_exact(1)
        mine = replace(best, code=code)
        return _Compared(mine, mine, mine.exact)
    if len(before.candidates) > FEW or before.value_kind("minavg") != EXACT:
        return _by_left(before, code, permitted)
    return _by_needed(before, after, code, permitted)


def _by_left(before: Position, code: str, permitted: bool) -> _Compared:
    """A guess beside the one that leaves the fewest candidates: of a sample, in a large game, and the guess itself."""
    mine, (best,) = before.of(code), before.best("minavg", 1)
    return _Compared(mine, mine if permitted and mine.expected_left <= best.expected_left else best)


def _by_needed(before: Position, after: Position, code: str, permitted: bool) -> _Compared:
    """A guess beside the one that needs the fewest guesses from there on, or costs least."""
    (best,), mine = before.best_exact(1), before.of(code)
    if not permitted or best.exact is None:
        return _Compared(mine, best)
    mine = before.valued(mine, EXACT)
    if mine.exact is None:  # it tells nothing, but by its reply a rule may forbid what was the best guess
        (then,) = after.best_exact(1)
        return _Compared(mine, best, (Fraction(1) if mine.cost is None else mine.cost) + (then.exact or 0))
    return _Compared(mine, mine if mine.exact == best.exact else best, mine.exact)


def _names_what_is_left(before: Position, permitted: bool) -> bool:
    """Whether a guess names the one group that several candidates are of, and so ends the game."""
    return permitted and before.left == 1 < len(before.candidates)


def _check_replies(game: Game, turns: Sequence[str]) -> None:
    """Raise TreebuildError for a turn that cannot be read. If its reply is missing, advise to give the secret."""
    for text in turns:
        try:
            read_turn(game, text)
        except TreebuildError as error:
            code = isinstance(text, str) and is_code(game, (parted(game, text) or (text,))[0])
            remedy = Remedy("or give the secret, {}", "secret", "CODE") if code else error.remedy
            raise TreebuildError(error.message, error.kind, remedy) from None


def _with_replies(game: Game, turns: Sequence[str], secret: str) -> list[str]:
    """The turns with the replies that the secret gives, or the first variant of a hypothesis that gives those told.

    Raises TreebuildError where a turn has another reply.
    """
    left = read_secrets(game, secret)
    for text in turns:
        code, told = _read(game, text)
        fitting = [one for one in left if not told or game.reply(code, one) in told]
        if not fitting:
            right = any_of(game.replies[game.reply(code, one)] for one in left)
            raise TreebuildError(f"{text!r}: the secret {secret} gives {right}: mend the reply, or leave it out")
        left = fitting
    sought = left[0]
    history, index, turned = list[tuple[int, int]](), game.secrets.index(sought), list[str]()
    for text in turns:
        likely = [index, *candidates_after(game, tuple(history)).tolist()] if game.conditions.groups else ()
        code = _read(game, text, likely)[0]
        history.append((game.code_index[code], game.reply(code, sought)))
        turned.append(f"{game.spell(code)}:{game.replies[history[-1][1]]}")
    return turned


def _read(game: Game, text: str, likely: Sequence[int] = ()) -> tuple[Code, tuple[int, ...]]:
    """The guess of a turn, and the replies that it may have had; none of a turn that is a guess alone."""
    try:
        return read_naming(game, text, likely), ()
    except TreebuildError:
        guess, told = read_unsure_turn(game, text)
        return game.codes[guess], told
