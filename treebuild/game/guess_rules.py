"""The rules of guesses: the definition, in plain Python, of which guesses each rule permits in a position.

`Conditions.guesses` names the rule. The search has its own, faster code in `search/goal/permitted.py`. The verifier
and the tests use the definitions here.

A code that wins against a candidate is permitted by every rule but `identify`: the candidate gave all replies so far,
so its own code is consistent with them, has every green letter in its place, and every marked letter as often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from treebuild.game.game import Game
from treebuild.game.positions import History
from treebuild.game.reply_rules import WORDLE, Code


def permits(game: Game, history: History, candidates: Sequence[int], code: int) -> bool:
    """Whether the rule of the game allows guessing codes[code] after the turns of `history`.

    `candidates` are the indices of the secrets that give all replies of the history, at least one. The rules are:

    all         any code
    candidates  a code that wins against a candidate
    consistent  a code that, as the secret, would have given all replies so far
    hard        in Wordle: a letter that was green keeps its place, and a letter that was marked, green or yellow,
                occurs as often as it was marked in any one reply; nothing is asked of grey letters
    identify    a test: a code that wins against no candidate and tells some apart. Where there is none, or one
                candidate is left, a code that wins against a candidate. With groups, where all candidates are of
                one, a code that wins against the first of them

    >>> from treebuild.game.guess_rules import permits
    >>> game = Game.from_rules("p2c3n").with_guesses("candidates")
    >>> turns = ((game.codes.index(game.parse("01")), game.replies.index("0.1")),)
    >>> left = [game.secrets.index(game.parse(secret)) for secret in ("12", "20")]
    >>> [game.spell(game.codes[code]) for code in range(6) if permits(game, turns, left, code)]
    ['12', '20']
    """
    played = game.conditions
    if played.groups and played.identified(candidates):
        return _wins(game, candidates[:1], code)
    if played.guesses == "all":
        return True
    if played.guesses == "candidates":
        return _wins(game, candidates, code)
    if played.guesses == "consistent":
        return all(game.reply(game.codes[guess], game.codes[code]) == reply for guess, reply in history)
    if played.guesses == "hard":
        return all(_keeps(game, guess, reply, game.codes[code]) for guess, reply in history)
    if _wins(game, candidates, code):
        return len(candidates) == 1 or not any(_is_test(game, candidates, other) for other in range(len(game.codes)))
    return _is_test(game, candidates, code)


def _wins(game: Game, candidates: Sequence[int], code: int) -> bool:
    return any(game.reply(game.codes[code], game.secrets[secret]) == game.win for secret in candidates)


def _is_test(game: Game, candidates: Sequence[int], code: int) -> bool:
    """Whether a code wins against none of the candidates and tells some of them apart."""
    replies = {game.reply(game.codes[code], game.secrets[secret]) for secret in candidates}
    return len(replies) > 1 and game.win not in replies


def marks(game: Game) -> list[list[int]]:
    """For every reply of the rule wordle, in order, the mark of each peg: 0 grey, 1 yellow, 2 green."""
    return [[WORDLE.index(mark) for mark in reply] for reply in game.replies]


def _keeps(game: Game, guess: int, reply: int, code: Code) -> bool:
    """Whether hard mode allows a code after a guess and its reply by the rule wordle."""
    pegs = [(symbol, WORDLE.index(mark)) for symbol, mark in zip(game.codes[guess], game.replies[reply], strict=True)]
    marked = Counter(symbol for symbol, mark in pegs if mark)
    green = all(code[peg] == symbol for peg, (symbol, mark) in enumerate(pegs) if mark == 2)
    return green and all(code.count(symbol) >= times for symbol, times in marked.items())
