"""Small games that many tests share, and positions of them."""

from __future__ import annotations

from treebuild.game.game import Game
from treebuild.game.reply_rules import Rule
from treebuild.game.space import Space

WORDS = ("salet", "crane", "steel", "eerie", "sheen", "geese", "alloy", "llama")


def words(codes: tuple[str, ...] = WORDS, secrets: tuple[str, ...] | None = None) -> Game:
    letters = sorted(set("".join(codes)))
    coded = [tuple(letters.index(letter) for letter in word) for word in codes]
    known = None if secrets is None else [tuple(letters.index(letter) for letter in word) for word in secrets]
    return Game.from_symbols("words", Rule("wordle", len(codes[0])), letters, coded, known)


def animals(win: int | None = None) -> Game:
    """Four animals, of which no test tells the last two apart."""
    rows = [bytes([0, 1, 1, 1]), bytes([0, 0, 1, 1])]
    return Game.from_table("animals", ["flies", "swims"], ["owl", "seal", "dog", "cat"], ["no", "yes"], win, rows)


def two_winners() -> Game:
    """Two codes win against the secret a, of which only the second tells b and c apart: the least total is 5."""
    replies = {"a1": "wxx", "a2": "wxy", "b": "xwx", "c": "xxw"}
    return Game.from_parts("winners", list(replies), "abc", lambda g, s: replies[g]["abc".index(s)], "wxy", "w")


def after(game: Game, *turns: str) -> tuple[tuple[tuple[int, int], ...], list[int]]:
    """History and candidates after turns such as "salet:.y..g"."""
    split = [turn.split(":") for turn in turns]
    history = tuple((game.codes.index(game.parse(code)), game.replies.index(reply)) for code, reply in split)
    return history, [
        index
        for index, secret in enumerate(game.secrets)
        if all(game.reply(game.codes[code], secret) == reply for code, reply in history)
    ]


def in_space(rule: str, codes: Space, secrets: Space | None = None) -> Game:
    """A game of all codes of a space."""
    symbols = "abcdefgh"[: codes.symbols]
    listed = list(secrets.codes()) if secrets else None
    return Game.from_symbols(f"{rule} {codes}", Rule(rule, codes.pegs), symbols, list(codes.codes()), listed)
