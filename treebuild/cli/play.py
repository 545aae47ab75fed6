"""treebuild play: the tree guesses your secret, or you guess one while the tree looks on."""

from __future__ import annotations

import random
import sys
from collections.abc import Container, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.cli.errors import told
from treebuild.cli.options import Rules, game_of
from treebuild.cli.words import Language, Words
from treebuild.errors import TreebuildError

if TYPE_CHECKING:
    from treebuild.game.rules import Code
    from treebuild.tree.session import Finding, Keeping, Turn
    from treebuild.tree.tree import Tree

FEW = 20  # candidates that a hint lists
RIGHT, WRONG = ("●", "*"), ("○", "+")  # and what stands for them where they cannot be shown


def play(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A tree. [default: the best known]", show_default=False),
    ] = None,
    game: Rules = None,
    guess: Annotated[bool, typer.Option("--guess", help="You guess, the program has the secret.")] = False,
    secret: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="With --guess: the secret. [default: a random one]", show_default=False),
    ] = None,
    lang: Annotated[
        Language | None,
        typer.Option(help="The language. [default: the locale's]", show_default=False),
    ] = None,
) -> None:
    """Think of a secret; the tree guesses it. Or the other way round."""
    from treebuild.tree.session import Finding, Keeping

    if secret is not None and not guess:
        raise typer.BadParameter("needs --guess: without it the secret is yours", param_hint="--secret")
    tree = _tree(file, game)
    if guess:
        chosen = tree.game.parse_secret(secret) if secret is not None else random.choice(tree.game.secrets)
        _Seat(tree, Words(lang)).keep(Keeping(tree, chosen))
    else:
        _Seat(tree, Words(lang)).find(Finding(tree))


def _tree(file: Path | None, rules: str | None) -> Tree:
    if file is None:
        from treebuild.game.game import as_game
        from treebuild.publish.best import best

        return best(as_game(rules))
    from treebuild.codec import load

    return load(file, game_of(rules))


class _Seat:
    """Where the person sits: reads their lines, prints what they should see."""

    def __init__(self, tree: Tree, say: Words) -> None:
        from treebuild.cli import display
        from treebuild.game.rules import Rule

        self.game, self.say = tree.game, say
        self.kind = self.game.rule.name if isinstance(self.game.rule, Rule) else "table"
        self.console = display.console()
        self.right, self.wrong = display.drawn(*RIGHT), display.drawn(*WRONG)

    def find(self, match: Finding) -> None:
        """The tree guesses."""
        self._print(self.say("think", code=self._spell(self.game.secrets[0])) + self._how("reply"))
        self._print(self.say("commands"), style="dim")
        while not match.found:
            about = f"{self.say('left', n=match.left)}, {self.say('worst', n=match.worst)}"
            guess = self.say("guess", n=len(match.turns) + 1, code=self._spell(match.guess))
            self._print(f"{guess}   ({about})", style="bold")
            line = self._ask(self.say("answer" if self.kind == "bulls-cows" else "reply"), match, self.game.replies)
            if line is None:
                return
            if line == "?" and line not in self.game.replies:
                self._list(match.turns)
            elif line:
                self._answer(match, line)
        self._print(self.say("found", n=len(match.turns)), style="bold green")
        self._history(match.turns)

    def keep(self, match: Keeping) -> None:
        """The person guesses."""
        self._print(self.say("keep", code=self._spell(self.game.secrets[0])) + self._how("see"))
        self._print(self.say("commands"), style="dim")
        codes = {self._spell(code) for code in self.game.codes}
        while not match.found:
            line = self._ask(self.say("your_guess", n=len(match.turns) + 1), match, codes)
            if line is None:
                self._print(self.say("was", code=self._spell(match.secret)))
                return
            if line == "?" and line not in codes:
                hint = match.hint()
                tree = self.say("hint", code=self._spell(hint)) if hint is not None else self.say("no_hint")
                self._print(f"{self.say('left', n=match.left)}. {tree}")
            elif line:
                self._guess(match, line)
        self._print(self.say("found", n=len(match.turns)), style="bold green")
        way = match.way()
        self._print(self.say("tree", n=len(way)))
        self._history(way)

    def _answer(self, match: Finding, line: str) -> None:
        from treebuild.tree.session import read_reply

        try:
            reply = read_reply(self.game, line)
        except TreebuildError as error:
            self._print(told(error), style="red")
            return
        try:
            match.answer(reply)
        except TreebuildError:
            given = [*(turn.guess for turn in match.turns), match.guess]
            guesses = self.say("or").join(self._spell(given[at]) for at in match.doubtful(reply))
            self._print(self.say("contradiction", guesses=guesses), style="red")

    def _guess(self, match: Keeping, line: str) -> None:
        try:
            turn = match.guess(self.game.parse(line))
        except TreebuildError as error:
            self._print(told(error), style="red")
            return
        self._print(f"{self._spell(turn.guess)}  {self._marks(turn.reply)}", style="bold")

    def _ask(self, prompt: str, match: Finding | Keeping, own: Container[str]) -> str | None:
        """A line for the game itself, "" when it was a command or empty, None when the person leaves.

        What is one of the game's `own` replies or codes is no command; capitals and small letters are the same command.
        """
        try:
            line = self.console.input(f"{prompt}: " if sys.stdin.isatty() else "").strip()
        except (EOFError, UnicodeDecodeError):
            self._print(f"\n{self.say('bye')}")
            return None
        if line in own:
            return line
        if line in ("q", "Q"):
            self._print(self.say("bye"))
            return None
        if line in ("u", "U") and not match.undo():
            self._print(self.say("no_undo"))
        elif line in ("h", "H"):
            self._history(match.turns)
        return "" if line in ("u", "U", "h", "H") else line

    def _list(self, turns: Sequence[Turn]) -> None:
        """What is left: how much, and which when it is little."""
        from treebuild.tree.session import consistent

        left = [code for code, fits in zip(self.game.secrets, consistent(self.game, turns), strict=True) if fits]
        self._print(self.say("left", n=len(left)))
        if len(left) <= FEW:
            self._print(self.say("one_of", codes=" ".join(map(self._spell, left))))

    def _history(self, turns: Sequence[Turn]) -> None:
        from treebuild.cli import display

        guess, reply, left = self.say("columns").split()
        table = display.plain_table("", guess, reply, left, left=3)
        for number, turn in enumerate(turns, 1):
            table.add_row(str(number), self._spell(turn.guess), self._marks(turn.reply), str(turn.left))
        self.console.print(table)

    def _how(self, what: str) -> str:
        """How to reply, or what the replies that are shown mean."""
        labels = ", ".join(self.game.replies[:FEW]) + (", ..." if len(self.game.replies) > FEW else "")
        return self.say(f"{what}_{self.kind}", right=self.right, wrong=self.wrong, labels=labels)

    def _marks(self, reply: int) -> str:
        """1.2 as ●○○ in the games that count so; other games' replies as they are."""
        from treebuild.game.rules import Rule

        label, rule = self.game.replies[reply], self.game.rule
        if not isinstance(rule, Rule) or self.kind == "wordle":
            return label
        bulls, cows = rule.answers[reply] if self.kind == "bulls-cows" else (reply, 0)
        return (self.right * bulls + self.wrong * cows) or "-"

    def _spell(self, code: Code) -> str:
        return self.game.spell(code)

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(text, style=style, soft_wrap=True)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(play)
