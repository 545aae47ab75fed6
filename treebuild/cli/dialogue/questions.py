"""A key in a terminal: it asks questions, and says what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treebuild.cli.dialogue.messages import Words
from treebuild.cli.dialogue.terminal import COMMANDS, MAX_LISTED, Terminal
from treebuild.errors import TreebuildError

if TYPE_CHECKING:
    from treebuild.tree.session import KeySession

UNKNOWN = "?"  # the answer of somebody who does not know: in a key no request for help


class Key:
    """Asks the questions of a key, whose answers nobody need be sure of."""

    def __init__(self, session: KeySession, say: Words) -> None:
        self.session, self.say = session, say
        self.game = session.tree.game
        self.terminal = Terminal(self.game, say)

    def run(self) -> None:
        """Go on until no question is left or the person leaves."""
        self.terminal.print(self.say("think", secret=self.terminal.secret(), code=self.game.named(0)))
        self.terminal.print(f"{self.terminal.how('reply')}\n{self.say('commands')}")
        while self.session.question is not None:
            self._ask()
            line = self.terminal.ask(self.say("reply"))
            command = "q" if line is None else self._command_in(line)
            if command == "q":
                self.terminal.print(self.say("bye"))
                return
            if command:
                self._command(command)
            elif line:
                self._answer(line)
        names = self.session.names
        left = self.terminal.listed(self.session.candidates.tolist())
        found = self.say("finding", code=left) if len(names) == 1 else self.say("together", codes=left)
        self.terminal.print(found, style="bold green")
        self._history()

    def _ask(self) -> None:
        asked = self.say("guess", n=len(self.session.turns) + 1, code=self.terminal.spell(self.session.code))
        self.terminal.print(f"{asked}   ({self.say('left', n=len(self.session.names))})", style="bold")
        self.terminal.print(self.terminal.answers(self.session.answers))

    def _command_in(self, line: str) -> str | None:
        """The command that a line is, or None; an answer to the question is no command."""
        return None if line in (UNKNOWN, *self.session.answers) else COMMANDS.get(line.lower())

    def _command(self, command: str) -> None:
        if command == "u" and not self.session.undo():
            self.terminal.print(self.say("no_undo"))
        if command == "h":
            self._history()
        if command == "?":
            self.terminal.print(self.terminal.how("reply"))
            if len(self.session.names) <= MAX_LISTED:
                left = self.terminal.listed(self.session.candidates.tolist())
                self.terminal.print(self.say("one_of", codes=left))

    def _answer(self, line: str) -> None:
        everything = range(len(self.game.replies))
        try:
            code = self.session.code
            replies = everything if line == UNKNOWN else self.terminal.read_replies(line, code)
        except TreebuildError as error:
            self.terminal.fault(error)
            return
        try:
            self.session.answer(replies)
        except TreebuildError:
            asked = [self.session.turns[at][0] for at in self.session.doubtful(replies)]
            guesses = self.say("or").join(self.terminal.spell(self.game.codes[at]) for at in asked)
            self.terminal.print(self.say("contradiction" if asked else "alone", guesses=guesses), style="red")

    def _history(self) -> None:
        """Print the questions, their answers, and how many findings each left."""
        rows = []
        for number, ((question, replies), left) in enumerate(
            zip(self.session.turns, self.session.left, strict=True), 1
        ):
            some = (self.terminal.marks(reply) for reply in replies)
            told = self.say("unknown") if len(replies) == len(self.game.replies) else self.say("or").join(some)
            rows.append([str(number), self.terminal.spell(self.game.codes[question]), told, str(left)])
        if rows:
            self.terminal.table(["", *self.say("columns").split()], rows, left=(0, 1, 2))
