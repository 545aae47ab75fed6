"""Help with a game that is played elsewhere: the best next guesses, turn by turn, and its review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treebuild.cli.dialogue.messages import Words
from treebuild.cli.dialogue.terminal import COMMANDS, Terminal, average
from treebuild.errors import TreebuildError

if TYPE_CHECKING:
    from treebuild.analysis.position import Position, Worth
    from treebuild.game.game import Game

MAX_LISTED = 20  # candidates, or groups of them, that are listed
SHOWN = 3  # guesses


class Helper:
    """Reads turns, says what they leave and what to guess next, and reviews the game once the secret is found."""

    def __init__(self, game: Game, say: Words) -> None:
        self.game, self.say, self.terminal = game, say, Terminal(game, say)
        self.turns: list[str] = []  # as `suggest` and `review` read them
        self.waiting: list[str] = []  # words whose rows of squares are still to come

    def run(self) -> None:
        """Go on until the secret is found or the person leaves."""
        self._open()
        self._advise(self._position(self.turns))
        while (line := self.terminal.ask(self.say("help_prompt", n=len(self.turns) + 1))) is not None:
            if self._command_in(line) == "q":
                break
            if line and self._found(line):
                self._review()
                return
        self.terminal.print(self.say("bye"))

    def _open(self) -> None:
        code, reply = self._example()
        self.terminal.print(self.say("help_open", secret=self.terminal.secret(), code=code, reply=reply))
        self.terminal.print(self.terminal.how("reply"))
        if colours := self.terminal.colours():
            self.terminal.print(colours)
        self.terminal.print(self.say("commands"), style="dim")

    def _example(self) -> tuple[str, str]:
        """A guess and a reply; where replies are answers to questions, one that can come."""
        code = self.game.codes[0]
        reply = self.game.reply(code, self.game.secrets[0]) if self.terminal.style == "labels" else 0
        return self.terminal.spell(code), self.game.replies[reply]

    def _found(self, line: str) -> bool:
        """Take in a line; return whether it had the winning reply. Rows of squares may follow in lines after words."""
        from treebuild.game.user_input import is_code, separate_turns

        if command := self._command_in(line):
            self._command(command)
            return False

        try:
            parts = separate_turns(self.game, [*self.waiting, line])
            waiting = [part for part in parts if self.terminal.style == "marks" and is_code(self.game, part)]
            read = [self._read(part) for part in parts if part not in waiting]
            turns = [turn for turn, _ in read]
            position = self._position([*self.turns, *turns])
        except TreebuildError as error:
            self.terminal.fault(error)
            return False
        self._remark(position, turns)
        self.turns += turns
        self.waiting = waiting
        if waiting:
            self.terminal.print(self.say("help_waiting", codes=" ".join(waiting)))
        key = self.terminal.key
        found = any(replies == (self.game.win,) for _, replies in read) or (key and position.left == 1)
        if found and key:
            self.terminal.print(self.say("finding", code=self.game.named(int(position.candidates[0]))), style="bold")
        if turns and not found:
            self._advise(position)
        return found

    def _command_in(self, line: str) -> str | None:
        """The command that a line is, or None; a word of the game is no command."""
        from treebuild.game.user_input import is_code

        return None if is_code(self.game, line) else COMMANDS.get(line.lower())

    def _command(self, command: str) -> None:
        if command == "u":
            if self.waiting:
                self.waiting.pop()
            elif self.turns:
                self.turns.pop()
            else:
                self.terminal.print(self.say("no_undo"))
        if command == "h":
            self.terminal.print("\n".join([*self.turns, *self.waiting]))
        else:
            if command == "?":
                self.terminal.print(self.terminal.how("reply"))
            self._advise(self._position(self.turns))

    def _read(self, line: str) -> tuple[str, tuple[int, ...]]:
        """The turn that a line means, and the indices of the replies that it may have had."""
        from treebuild.game.findings import check_denied
        from treebuild.game.user_input import UNSURE, parted, read_unsure_turn

        parts = parted(self.game, line)
        if parts is None:
            raise TreebuildError(self.say("help_expected", text=line, example=" ".join(self._example())))
        code = self.terminal.read_code(parts[0])
        replies = self.terminal.read_replies(parts[1].strip(), code)
        check_denied(self.game, [(self.game.code_index[code], replies)])
        labels = [self.game.replies[reply] for reply in replies]
        told = UNSURE if len(labels) == len(self.game.replies) else " or ".join(labels)
        turns = [f"{self.game.spell(code)}:{reply}" for reply in (told, parts[1].strip())]
        same = (turn for turn in turns if read_unsure_turn(self.game, turn)[1] == replies)  # an answer may have an "or"
        return next(same, turns[-1]), replies

    def _remark(self, position: Position, turns: list[str]) -> None:
        """Say which of these turns, the last of the position, have guesses that the game does not allow."""
        every = [*self.turns, *turns]
        for number in range(len(self.turns), len(every)):
            guess = position.turns[number][0]
            if not self._position(every[:number]).permits(guess):
                code = self.terminal.spell(self.game.codes[guess])
                words = self.say(f"forbidden_{self.game.conditions.guesses}", code=code)
                self.terminal.print(f"{number + 1}. {words}", style="red")

    def _position(self, turns: list[str]) -> Position:
        from treebuild.analysis.position import position_after

        return position_after(self.game, tuple(turns))

    def _advise(self, position: Position) -> None:
        left = position.candidates.tolist()
        self.terminal.print(self.say("left", n=position.left) + ".", style="bold")
        if position.left <= MAX_LISTED:
            self.terminal.print(self.say("one_of", codes=self.terminal.listed(left)))
        for worth in self._best(position):
            code = self.terminal.spell(self.game.parse(worth.code))
            words = self.say("guess_next", code=code, average=average(float(worth.expected_left)))
            self.terminal.print(words + (f" {self.say('may_be')}" if worth.candidate else ""))

    def _best(self, position: Position) -> list[Worth]:
        """The best guesses; in a key questions only, and none that was asked before."""
        if not self.terminal.key:
            few = len(position.candidates) <= 2
            return position.best("minavg", 1 if few else SHOWN, candidates=few, distinct=True)
        asked = {self.game.spell(self.game.codes[guess]) for guess, _ in position.turns}
        best = position.best("minavg", SHOWN, distinct=True)
        return [worth for worth in best if not worth.candidate and worth.code not in asked]

    def _review(self) -> None:
        """Review the game. In a key, what nobody knew cannot be reviewed as if it had been known."""
        from treebuild.analysis.review import review

        self.terminal.print(self.say("found", n=len(self.turns)), style="bold green")
        position = self._position(self.turns)
        if len(position.history) == len(position.turns):
            self.terminal.review(review(self.game, self.turns))
        elif len(position.candidates) == 1 and not self.terminal.key:  # which gives the replies that nobody remembered
            secret = self.game.secrets[position.candidates[0]]
            replies = [self.game.reply(self.game.codes[guess], secret) for guess, _ in position.turns]
            if self.game.win not in replies[:-1]:  # else the game was over before
                self.terminal.review(review(self.game, self.turns, self.game.spell(secret)))
