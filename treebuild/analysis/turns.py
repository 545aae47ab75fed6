"""The turns of a game as people write them, of whose replies they need not be sure, and the secrets that are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from treebuild.errors import TreebuildError, check_type
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import answers_to
from treebuild.game.user_input import read_unsure_turn, separate_turns

Turns: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""Guesses by their indices, each with the indices of the replies that it may have had, one or more."""


def read_turns(game: Game, texts: Sequence[str]) -> tuple[Turns, Candidates]:
    """The turns in some texts, and the secrets that give one of the replies of every turn.

    `user_input.separate_turns` and `user_input.read_unsure_turn` say how turns are spelled. Raises TreebuildError for a
    text that cannot be read, for replies that no secret gives together, and for a turn that follows a win.
    """
    check_type(texts, (list, tuple), "history: expected a list of turns, such as ['1234:1.1']")
    texts = separate_turns(game, texts)
    turns = tuple(read_unsure_turn(game, text) for text in texts)
    candidates = _fitting(game, turns)
    if not len(candidates):
        raise TreebuildError(_clash(game, turns, texts))
    for (_, replies), text, following in zip(turns, texts, texts[1:], strict=False):
        if replies == (game.win,):
            raise TreebuildError(f"{text} ends the game: {following} cannot follow")
    return turns, candidates


def certain_turns(turns: Turns) -> History:
    """The turns of which the reply is certain."""
    return tuple((guess, replies[0]) for guess, replies in turns if len(replies) == 1)


def possible_histories(game: Game, turns: Turns, candidates: Candidates) -> tuple[History, ...]:
    """The histories that the turns may stand for: the guesses with the replies that some candidate gives to them."""
    guesses = [guess for guess, _ in turns]
    replies = [answers_to(game, guess, candidates).tolist() for guess in guesses]
    return tuple(tuple(zip(guesses, some, strict=True)) for some in sorted(set(zip(*replies, strict=True))))


def _fitting(game: Game, turns: Turns) -> Candidates:
    """The secrets that give one of the replies of every turn."""
    left = np.arange(len(game.secrets), dtype=np.int32)
    for guess, replies in turns:
        left = left[np.isin(answers_to(game, guess, left), replies)]
    return left


def _clash(game: Game, turns: Turns, texts: Sequence[str]) -> str:
    """The message that names replies which no secret gives together."""
    last = next(number for number in range(len(turns)) if not len(_fitting(game, turns[: number + 1])))
    if not len(_fitting(game, (turns[last],))):
        return f"no secret gives {texts[last]}"
    for earlier in range(last):
        if not len(_fitting(game, (turns[earlier], turns[last]))):
            return f"no secret gives both {texts[earlier]} and {texts[last]}"
    return f"no secret gives {texts[last]} and also {', '.join(texts[:last])}"
