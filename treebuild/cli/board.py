"""A game in a terminal: its codes and replies as people read and write them, its colours, lines that can be edited."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import suppress

from rich.text import Text

from treebuild.cli import display
from treebuild.cli.errors import told
from treebuild.cli.words import Words
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.rules import Code, Rule
from treebuild.tree.session import Turn, fault, read_reply

RIGHT, WRONG = ("●", "*"), ("○", "+")  # and what stands for them where they cannot be shown
COLOURS = {  # the letters of pegs, in the order of Mastermind's symbols, and what they look like
    "O": "bold black on dark_orange",
    "B": "bold white on blue",
    "G": "bold black on green",
    "Y": "bold black on bright_yellow",
    "P": "bold white on magenta",
    "R": "bold white on red",
}
FEW = 20  # replies that are listed


class Board:
    """Prints and reads what a game has; Mastermind's codes as letters of colours, in colour where a terminal has it."""

    def __init__(self, game: Game, say: Words) -> None:
        self.game, self.say = game, say
        self.kind = game.rule.name if isinstance(game.rule, Rule) else "table"
        self.console = display.console()
        self.right, self.wrong = display.drawn(*RIGHT), display.drawn(*WRONG)
        self._letters = _letters(game)
        pegs = game.rule.pegs if isinstance(game.rule, Rule) else 0
        letters = "".join(self._letters.values())
        self._coloured = re.compile(rf"(?<!\w)[{letters}]{{{pegs}}}(?!\w)") if letters else None

    def spell(self, code: Code) -> str:
        """A code, of Mastermind in letters."""
        return "".join(self._letters.get(symbol, symbol) for symbol in self.game.spell(code))

    def read_code(self, line: str) -> Code:
        """The code that a person means. Raises TreebuildError, in words of their language, when it is none."""
        symbols = {letter.lower(): symbol for symbol, letter in self._letters.items()}
        text = "".join(symbols.get(character.lower(), character) for character in line) if self._letters else line
        try:
            return self.game.parse(text)
        except TreebuildError:
            kind, values = fault(self.game, text)
        values |= {"text": line.strip(), "code": self.spell(self.game.codes[0])}
        if self._letters:
            values["symbols"] = " ".join(self._letters.values())
        raise TreebuildError(self.say(f"code_{kind}", **values))

    def read_reply(self, line: str) -> int:
        """The index of the reply that a person means. Raises TreebuildError, likewise."""
        try:
            return read_reply(self.game, line)
        except TreebuildError as error:
            if self.kind != "bulls-cows":
                raise
            pegs = self.game.rule.pegs if isinstance(self.game.rule, Rule) else 0
            numbers = re.findall(r"\d+", line)
            two = len(numbers) == 2 or (len(numbers) == 1 and len(numbers[0]) == 2)
            said = self.say("reply_cannot" if two else "reply_two", text=line, pegs=pegs)
            raise TreebuildError(said) from error

    def marks(self, reply: int) -> str:
        """1.2 as ●○○ in the games that count so; other games' replies as they are."""
        label, rule = self.game.replies[reply], self.game.rule
        if not isinstance(rule, Rule) or self.kind == "wordle":
            return label
        bulls, cows = rule.answers[reply] if self.kind == "bulls-cows" else (reply, 0)
        return (self.right * bulls + self.wrong * cows) or "-"

    def how(self, what: str) -> str:
        """How to reply, or what the replies that are shown mean."""
        labels = ", ".join(self.game.replies[:FEW]) + (", ..." if len(self.game.replies) > FEW else "")
        return self.say(f"{what}_{self.kind}", right=self.right, wrong=self.wrong, labels=labels)

    def colours(self) -> str:
        """What the letters of colours stand for, on a line of its own; nothing in other games."""
        names = dict(zip(COLOURS, self.say("colours").split(), strict=True))
        return ", ".join(f"{letter} {names[letter]}" for letter in self._letters.values())

    def print(self, text: str, style: str = "") -> None:
        """Print sentences, wrapped at spaces on a terminal, and codes in their colours."""
        for line in text.split("\n"):
            self.console.print(self._painted(line), style=style, soft_wrap=not self.console.is_terminal)

    def fault(self, error: TreebuildError) -> None:
        """Print what was wrong with a line."""
        self.print(told(error), style="red")

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int]) -> None:
        """Print rows below headings, the columns `left`, of words and codes, left-aligned, figures right-aligned."""
        table = display.plain_table(*headings)
        for column in left:
            table.columns[column].justify = "left"
        for row in rows:
            table.add_row(*map(self._painted, row))
        self.console.print(table)

    def history(self, turns: Sequence[Turn]) -> None:
        """Print guesses, their replies, and what these left."""
        rows = [(str(at), self.spell(t.guess), self.marks(t.reply), str(t.left)) for at, t in enumerate(turns, 1)]
        self.table(["", *self.say("columns").split()], rows, left=(0, 1, 2))

    def ask(self, prompt: str) -> str | None:
        """A line from the person, with editing and the lines before where the terminal can; None when they leave."""
        interactive = sys.stdin.isatty()
        if interactive and self.console.is_terminal:
            with suppress(ImportError):  # not on every system
                import readline  # noqa: F401 - input uses it from then on
        try:
            return input(f"{prompt}: " if interactive else "").strip()
        except (EOFError, UnicodeDecodeError):
            self.print("")
            return None

    def _painted(self, line: str) -> Text:
        painted = Text()
        at = 0
        if self._coloured and self.console.is_terminal and not self.console.no_color:
            for found in self._coloured.finditer(line):
                painted.append(line[at : found.start()])
                for letter in found[0]:
                    painted.append(f" {letter} ", COLOURS[letter])
                at = found.end()
        return painted.append(line[at:])


def _letters(game: Game) -> dict[str, str]:
    """The symbols of a game of colours -> their letters, or nothing: few that may repeat, or letters of colours."""
    if game.space is not None and game.space.repeat and len(game.symbols) <= len(COLOURS):
        return dict(zip(game.symbols, COLOURS, strict=False))
    coloured = isinstance(game.rule, Rule) and game.rule.name != "wordle" and {*game.symbols} <= COLOURS.keys()
    return {symbol: symbol for symbol in game.symbols} if coloured else {}
