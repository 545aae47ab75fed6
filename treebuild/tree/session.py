"""A game in progress between a tree and a person, in either direction: what was asked and answered, what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.rules import WORDLE, Code, Rule
from treebuild.tree.tree import Tree

MOST_NAMED = 30  # replies in an error


@dataclass(frozen=True)
class Turn:
    """A guess, the index of the reply to it, and the number of candidates the reply left."""

    guess: Code
    reply: int
    left: int


class Finding:
    """The tree guesses a secret that a person has in mind."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.turns: list[Turn] = []
        self._nodes = [0]  # one for every state back to the start; -1 once the secret is found

    @property
    def found(self) -> bool:
        """Whether the last reply was the winning one."""
        return self._nodes[-1] < 0

    @property
    def guess(self) -> Code:
        """The guess to reply to."""
        return self.tree.game.codes[self.tree.guess[self._nodes[-1]]]

    @property
    def left(self) -> int:
        """Candidates before the reply."""
        return int(self.tree.size[self._nodes[-1]])

    @property
    def worst(self) -> int:
        """Guesses left in the worst case, this one included."""
        return int(self.tree.nth[self._nodes[-1]]) - len(self.turns)

    def answer(self, reply: int) -> None:
        """Go on after a reply. Raises TreebuildError, and changes nothing, when no secret gives all these replies."""
        node = self.tree.after([*(turn.reply for turn in self.turns), reply])
        self.turns.append(Turn(self.guess, reply, 1 if node < 0 else int(self.tree.size[node])))
        self._nodes.append(node)

    def doubtful(self, reply: int) -> list[int]:
        """Which replies may have been mistaken when `reply` cannot come.

        Indices of turns, 0 the first, the present one last: if that reply alone was wrong, all others fit some secret.
        """
        given = [*self.turns, Turn(self.guess, reply, 0)]
        game = self.tree.game
        return [at for at in range(len(given)) if any(consistent(game, given[:at] + given[at + 1 :]))]

    def undo(self) -> bool:
        """Take the last reply back; False when there is none."""
        if not self.turns:
            return False
        self.turns.pop()
        self._nodes.pop()
        return True


class Keeping:
    """A person guesses; the tree looks on and knows what it would have guessed."""

    def __init__(self, tree: Tree, secret: Code) -> None:
        self.tree, self.secret = tree, secret
        self.turns: list[Turn] = []

    @property
    def found(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.turns) and self.turns[-1].reply == self.tree.game.win

    @property
    def left(self) -> int:
        """Candidates before the next guess."""
        return self.turns[-1].left if self.turns else len(self.tree.game.secrets)

    def guess(self, code: Code) -> Turn:
        """Guess a code; the turn with the reply to it."""
        game = self.tree.game
        asked = Turn(code, game.reply(code, self.secret), 0)
        turn = Turn(code, asked.reply, sum(consistent(game, [*self.turns, asked])))
        self.turns.append(turn)
        return turn

    def hint(self) -> Code | None:
        """The tree's guess, as long as all guesses so far were the tree's; otherwise None."""
        way = self.way()
        same = [turn.guess for turn in self.turns] == [turn.guess for turn in way[: len(self.turns)]]
        return way[len(self.turns)].guess if same and not self.found else None

    def way(self) -> list[Turn]:
        """The turns the tree itself takes to find the secret."""
        finding = Finding(self.tree)
        while not finding.found:
            finding.answer(self.tree.game.reply(finding.guess, self.secret))
        return finding.turns

    def undo(self) -> bool:
        """Take the last guess back; False when there is none."""
        return bool(self.turns) and self.turns.pop() is not None


class Race:
    """A person and a tree guess each other's secrets by turns, the person first; a round is a guess of each."""

    def __init__(self, tree: Tree, secret: Code) -> None:
        self.person = Keeping(tree, secret)
        self.machine = Finding(tree)

    @property
    def persons_turn(self) -> bool:
        """Whether the person is to guess; otherwise the machine waits for the reply to its guess."""
        return len(self.person.turns) <= len(self.machine.turns)

    @property
    def outcome(self) -> str:
        """ "won" by the person, "lost", "drawn"; "" until the round is over in which either has found the secret."""
        if not self.persons_turn or not (self.person.found or self.machine.found):
            return ""
        return "lost" if not self.person.found else "drawn" if self.machine.found else "won"


def consistent(game: Game, turns: Sequence[Turn]) -> list[bool]:
    """For every secret, whether it gives all these replies."""
    return [all(game.reply(turn.guess, secret) == turn.reply for turn in turns) for secret in game.secrets]


def fault(game: Game, text: str) -> tuple[str, dict[str, str | int]]:
    """Why a text is no code of a game, for people: a kind, and what it is about.

    "length" (`given` symbols, `pegs` are needed), "symbol" (`symbol` is none of the game's), "twice" (`symbol` is there
    again, and all differ), "first" (`symbol` cannot come first), or "other".
    """
    text = text.strip()
    if isinstance(game.rule, Rule) and max(map(len, game.symbols)) == 1:
        symbols = {symbol.lower() for symbol in game.symbols}
        used = {game.symbols[symbol].lower() for code in game.codes for symbol in code}
        foreign = [symbol for symbol in text if symbol.lower() not in symbols & used]
        if foreign:
            return "symbol", {"symbol": foreign[0], "symbols": " ".join(game.symbols)}
        if len(text) != game.rule.pegs:
            return "length", {"given": len(text), "pegs": game.rule.pegs}
        twice = [symbol for at, symbol in enumerate(text) if symbol in text[:at]]
        if twice and all(len(set(code)) == len(code) for code in game.codes):
            return "twice", {"symbol": twice[0]}
        if all(game.symbols[code[0]].lower() != text[0].lower() for code in game.codes):
            return "first", {"symbol": text[0]}
    return "other", {}


def read_reply(game: Game, text: str) -> int:
    """The reply a person means: 1 2, 12, 1b2c, 1.2 and 1,2 are all 1.2; bulls alone will do when cows are settled.

    Other replies go by their labels or the beginning of one; capitals do not matter where small letters tell them
    apart, nor do spaces between the marks of every symbol. Raises TreebuildError when it is none of the game's.
    """
    counted = isinstance(game.rule, Rule) and game.rule.name == "bulls-cows"
    meant = _counted(game, text) if counted else _labelled(game, text)
    if len(meant) != 1:
        raise TreebuildError(f"{text!r} is not a reply: expected {_expected(game)}")
    return game.replies.index(meant[0])


def _expected(game: Game) -> str:
    if isinstance(game.rule, Rule) and game.rule.name == "wordle":
        return f"{game.rule.pegs} marks, each one of {' '.join(WORDLE)}"
    return f"one of {', '.join(game.replies[:MOST_NAMED])}" + ", ..." * (len(game.replies) > MOST_NAMED)


def _counted(game: Game, text: str) -> list[str]:
    digits = "".join(character if character.isdigit() else " " for character in text).split()
    if len(digits) == 1 and len(digits[0]) == 2:
        digits = list(digits[0])
    meant = [label for label in game.replies if label == text.strip() or label.split(".") == digits]
    if len(digits) == 1:
        meant += [label for label in game.replies if label.split(".")[0] == digits[0]]
    return meant


def _labelled(game: Game, text: str) -> list[str]:
    """The labels that a text may mean: its own; else, in small letters, the same or those that begin with it."""
    given = text.strip()
    if isinstance(game.rule, Rule):
        given = "".join(given.split())
    if given in game.replies:
        return [given]
    same = [label for label in game.replies if label.lower() == given.lower()]
    return same or [label for label in game.replies if given and label.lower().startswith(given.lower())]
