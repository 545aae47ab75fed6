"""Which guesses are compared in a position: those that the rule permits, without questions that nobody can answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treebuild.analysis.turns import Turns, certain_turns, possible_histories
from treebuild.game.findings import asks_questions, without_answers
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.game.user_input import is_key
from treebuild.search.goal.permitted import Permitted


@dataclass(frozen=True)
class AllowedGuesses:
    """The guesses to compare in a position.

    is_allowed  bool (codes,): whether the rule of the game permits the code after any of the `readings`, and the code
                is not one of `unsure`
    readings    the histories that the turns may stand for: more than one only if some replies are uncertain and the
                rule depends on replies
    unsure      the questions that are not asked again, because nobody is sure of their answers
    replies     the replies from here on, in which the questions of `unsure` tell nothing
    """

    is_allowed: NDArray[np.bool_]
    readings: tuple[History, ...]
    unsure: tuple[int, ...]
    replies: Replies


def allowed_guesses(replies: Replies, turns: Turns, candidates: Candidates) -> AllowedGuesses:
    """The guesses to compare after some turns, which leave these candidates.

    Raises TreebuildError for a rule of guesses that takes too much memory, or that the codes do not suit.
    """
    rule = Permitted(replies)
    readings: tuple[History, ...] = (certain_turns(turns),)
    if rule.by_turns and len(readings[0]) < len(turns):
        readings = possible_histories(replies.game, turns, candidates)
    allowed = np.zeros(len(replies.game.codes), np.bool_)
    for reading in readings:
        allowed[rule.at(candidates, reading)] = True
    unsure = _not_asked_again(replies.game, turns)
    others = allowed.copy()
    others[unsure] = False
    if not unsure or not others.any():  # at worst they are asked again
        return AllowedGuesses(allowed, readings, (), replies)
    game = without_answers(replies.game, unsure, candidates)
    if game.conditions.identified(candidates) and not replies.game.conditions.identified(candidates):
        return AllowedGuesses(allowed, readings, (), replies)  # no other question would tell the candidates apart
    return AllowedGuesses(others, readings, tuple(unsure), reply_matrix(game))


def _not_asked_again(game: Game, turns: Turns) -> list[int]:
    """The guesses of uncertain replies that are questions, and in a key those that name a secret, too."""
    unsure = [guess for guess, replies in turns if len(replies) > 1]
    if not unsure or is_key(game):
        return unsure
    return [guess for guess in unsure if asks_questions(game) and guess not in game.namings]
