"""The format .mm: the grammar of the contest "Mastermind strategy", whose programs publish trees of MM(5,8).

https://codegolf.stackexchange.com/questions/31926/mastermind-strategy. Colours are capital letters, and a reply is two
digits, blacks and whites. The winning reply is left out. A last guess stands alone:

    {AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}
"""

from __future__ import annotations

import re
from string import ascii_uppercase

from treebuild.codec.draft import Draft, read_text
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.tree.tree import NONE, Tree

MOST_PEGS = 9  # a number of blacks or whites is one digit
_WORD = re.compile(r"\s*([A-Z]+|[0-9]+|.|$)")


def check_game(game: Game) -> None:
    """Raise TreebuildError for a game that the grammar cannot spell."""
    fits = game.space is not None and game.space.pegs <= MOST_PEGS and game.space.symbols <= len(ascii_uppercase)
    if not fits:
        raise TreebuildError(
            f".mm is for pNcM games of up to {MOST_PEGS} pegs and {len(ascii_uppercase)} symbols, and {game.name} is "
            "another",
            "game",
        )


def encode(tree: Tree) -> bytes:
    """The tree's text as ASCII and a newline. Raises TreebuildError for a game that the grammar cannot spell."""
    check_game(tree.game)
    replies = {reply: text for text, reply in _replies(tree.game).items()}
    texts: dict[int, str] = {}
    for node in reversed(range(len(tree))):
        guess = "".join(ascii_uppercase[symbol] for symbol in tree.game.codes[tree.guess[node]])
        branches = ",".join(f"{replies[reply]}:{texts.pop(child)}" for reply, child in tree.children(node))
        texts[node] = f"{{{guess}:{{{branches}}}}}" if branches else guess
    return (texts[0] + "\n").encode("ascii")


def _replies(game: Game) -> dict[str, int]:
    """The replies by their two digits."""
    return {label.replace(".", ""): reply for reply, label in enumerate(game.replies)}


def decode(data: bytes, game: Game | str | None = None, patient: bool = False) -> Tree:
    """The tree of a text, of `game` or Bulls and Cows. Spaces and line ends between its words do not matter.

    Raises TreebuildError, with the character, for anything but a sound tree.
    """
    game = as_game(game)
    check_game(game)
    return _Reader(game, read_text(data, patient)).tree(patient)


class _Reader:
    """Reads a text word by word."""

    def __init__(self, game: Game, text: str) -> None:
        self.draft = Draft(game, "character")
        self._text, self._replies = text, _replies(game)
        self._open: list[int] = []  # the nodes whose branches are being read, each below the one before
        self._word, self._at, self._end = "", 0, 0  # the next word, its place, and where the word after it may begin
        self._go_on()

    def tree(self, patient: bool) -> Tree:
        """The tree of the whole text."""
        self._strategy(NONE)
        while self._open:
            if self._take(",", "}") == ",":
                self._strategy(self._reply())
            else:
                self._take("}")
                self._open.pop()
        self._take("")
        return self.draft.tree(patient)

    def _strategy(self, reply: int) -> None:
        """Read what follows a reply to the guess of the last open node, as far as its first last guess."""
        while True:
            branches = self._word == "{" and self._take("{")
            place, guess = self._at, self._guess()
            node = self.draft.add(guess, self._open[-1] if self._open else NONE, reply, place)
            if not branches:
                return
            self._take(":")
            self._take("{")
            self._open.append(node)
            reply = self._reply()

    def _guess(self) -> int:
        game = self.draft.game
        code = tuple(map(ascii_uppercase.find, self._word))
        if code not in game.code_index:
            letters = ascii_uppercase[: len(game.symbols)]
            raise self._error(f"a code of {game.name} in the letters {letters}")
        self._go_on()
        return game.code_index[code]

    def _reply(self) -> int:
        if self._word not in self._replies:
            raise self._error(f"a reply of {self.draft.game.name}, its blacks and whites, such as 10")
        reply = self._replies[self._word]
        self._go_on()
        self._take(":")
        return reply

    def _take(self, *expected: str) -> str:
        """The next word, which must be one of these; "" is the end."""
        word = self._word
        if word not in expected:
            raise self._error(" or ".join(map(repr, expected)) if expected[0] else "the end")
        self._go_on()
        return word

    def _go_on(self) -> None:
        found = _WORD.match(self._text, self._end)
        assert found is not None
        self._word, self._at, self._end = found[1], found.start(1) + 1, found.end()

    def _error(self, expected: str) -> TreebuildError:
        got = repr(self._word[:20]) if self._word else "the end"
        return self.draft.error(f"expected {expected}, got {got}", self._open[-1] if self._open else NONE, at=self._at)
