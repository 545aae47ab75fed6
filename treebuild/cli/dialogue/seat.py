"""The person's side of a game: who thinks of a secret, who guesses, or both by turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from treebuild.cli.dialogue.messages import Words
from treebuild.cli.dialogue.terminal import COMMANDS, Terminal, average
from treebuild.errors import TreebuildError

if TYPE_CHECKING:
    from treebuild.game.game import Game
    from treebuild.tree.session import Race, SecretSession, Session, Turn

MAX_LISTED = 20  # candidates that a hint lists
HELP = "\0help"  # a request for help; no code or reply is spelled like this


class Seat:
    """The person's side of a game: reads what they type, and shows what comes of it."""

    def __init__(self, game: Game, say: Words) -> None:
        self.game, self.say = game, say
        self.terminal = Terminal(game, say)

    def _is_code(self, text: str) -> bool:
        """Whether a text is the spelling of a code, or the name of a group or a hypothesis, and so no command."""
        from treebuild.game.findings import read_naming

        try:
            code = read_naming(self.game, text)
        except TreebuildError:
            return False
        named = self.game.variants.keys() | self.game.own_names
        return text in (self.terminal.spell(code), self.terminal.name(code), *named)

    def find(self, match: Session) -> None:
        """The tree guesses."""
        self._open("think", "reply")
        while not match.done:
            if not self._answered(match, "guess"):
                return
        self.terminal.print(self.say("found", n=len(match.turns)), style="bold green")
        self.terminal.history(match.turns)

    def keep(self, match: SecretSession) -> None:
        """The person guesses."""
        self._open("keep", "see")
        while not match.done:
            if not self._guessed(match):
                self._gave_up(match)
                return
        self.terminal.print(self.say("found", n=len(match.turns)), style="bold green")
        self._review(match)

    def race(self, match: Race) -> None:
        """Both guess."""
        self._open("race", "see", "reply")
        while not match.outcome:
            if not (
                self._guessed(match.person, match) if match.persons_turn else self._answered(match.machine, "mine")
            ):
                self._gave_up(match.person)
                return
        secret = self.terminal.spell(match.person.secret)
        self.terminal.print(self.say(match.outcome, n=len(match.person.turns), code=secret), style="bold green")
        self._review(match.person)

    def _open(self, opening: str, *what: str) -> None:
        code = self.terminal.spell(self.game.secrets[0])
        if self.game.conditions.groups:
            code = self.game.named(0)
        self.terminal.print(self.say(opening, secret=self.terminal.secret(), code=code).strip())
        self.terminal.print("\n".join(map(self.terminal.how, what)))
        if colours := self.terminal.colours():
            self.terminal.print(colours)
        self.terminal.print(self.say("commands"), style="dim")

    def _answered(self, match: Session, words: str) -> bool:
        """The tree guesses once, and is told the reply; False when the person leaves."""
        about = f"{self.say('left', n=match.candidates)}, {self.say('worst', n=match.worst)}"
        guess = self.say(words, n=len(match.turns) + 1, code=self.terminal.spell(match.code))
        self.terminal.print(f"{guess}   ({about})", style="bold")
        if self.terminal.style == "labels":
            self.terminal.print(self.terminal.answers(match.answers))
        prompt = self.say("answer" if self.terminal.style == "counts" else "reply")
        line = self._line(prompt, match, lambda line: line != "?" and line in self.game.replies)
        if line == HELP:
            self._list(match.turns)
        elif line:
            self._answer(match, line)
        return line is not None

    def _answer(self, match: Session, line: str) -> None:
        try:
            reply = self.terminal.read_reply(line, match.code, match.answers)
        except TreebuildError as error:
            self.terminal.fault(error)
            return
        try:
            match.reply(reply)
        except TreebuildError:
            given = [*(turn.guess for turn in match.turns), match.code]
            guesses = self.say("or").join(self.terminal.spell(given[at]) for at in match.doubtful(reply))
            self.terminal.print(self.say("contradiction", guesses=guesses), style="red")

    def _guessed(self, match: SecretSession, race: Race | None = None) -> bool:
        """The person guesses once, and is told the reply; False when they leave."""
        prompt = self.say("your_guess", n=len(match.turns) + 1)
        line = self._line(prompt, race.machine if race else match, self._is_code)
        if line == HELP:
            self._hint(match)
        elif line:
            try:
                code = self.terminal.read_naming(line, match.likely)
                if not match.permits(code):
                    spelled = self.terminal.name(code)
                    raise TreebuildError(self.say(f"forbidden_{self.game.conditions.guesses}", code=spelled))
                turn = match.guess(code)
            except TreebuildError as error:
                self.terminal.fault(error)
            else:
                left = "" if match.done else f"   {self.say('left', n=turn.left)}"
                self.terminal.print(
                    f"{self.terminal.name(turn.guess)}  {self.terminal.marks(turn.reply)}{left}", style="bold"
                )
        return line is not None

    def _line(self, prompt: str, match: Session | SecretSession, own: Callable[[str], bool]) -> str | None:
        """A line for the game; HELP; "" after another command or an empty line; None when the person leaves.

        `own` says of a line whether it is a reply or code of the game: then it is no command. Commands may be typed in
        capitals.
        """
        line = self.terminal.ask(prompt)
        command = "q" if line is None else None if own(line) else COMMANDS.get(line.lower())
        if command == "q":
            self.terminal.print(self.say("bye"))
            return None
        if command is None:
            return line
        if command == "h":
            self.terminal.history(match.turns)
        elif command == "u" and not match.undo():
            self.terminal.print(self.say("no_undo"))
        return HELP if command == "?" else ""

    def _list(self, turns: Sequence[Turn]) -> None:
        """Print how to reply, and how many candidates are left; which ones, if they are few."""
        from treebuild.tree.session import candidates_of

        left = candidates_of(self.game, turns).tolist()
        self.terminal.print(f"{self.terminal.how('reply')}\n{self.say('left', n=len(left))}")
        if len(left) <= MAX_LISTED:
            self.terminal.print(self.say("one_of", codes=self.terminal.listed(left)))

    def _hint(self, match: SecretSession) -> None:
        """Print what the tree would guess, on its path; anywhere else the guess that leaves the fewest candidates."""
        from treebuild.analysis.review import advice

        self.terminal.print(self.terminal.how("see"))
        left, hint = self.say("left", n=match.candidates), match.hint()
        if hint is not None:
            said = self.say("hint", code=self.terminal.name(hint))
        else:
            try:
                best = advice(self.game, self._told(match.turns))
            except TreebuildError as error:  # too many turns
                self.terminal.fault(error)
                return
            said = self.say("advice", code=self._again(best.code), average=average(float(best.expected_left)))
        self.terminal.print(f"{left}. {said}")

    def _gave_up(self, match: SecretSession) -> None:
        secret = self.terminal.spell(match.secret)
        if self.game.conditions.groups:
            secret = self.game.named(self.game.secrets.index(match.secret))
        self.terminal.print(self.say("was", code=secret))

    def _review(self, match: SecretSession) -> None:
        """Print the way of the tree, what each guess of the person told, and what to learn from it."""
        from treebuild.analysis.review import review

        if match.tree is not None:
            path = match.path()
            self.terminal.print(self.say("tree", n=len(path)))
            self.terminal.history(path)
        try:
            found = review(match.tree or self.game, self._told(match.turns))
        except TreebuildError as error:  # too many turns
            self.terminal.fault(error)
            return
        self.terminal.print("")
        self.terminal.review(found)

    def _told(self, turns: Sequence[Turn]) -> list[str]:
        return [f"{self.game.spell(turn.guess)}:{self.game.replies[turn.reply]}" for turn in turns]

    def _again(self, spelled: str) -> str:
        return self.terminal.name(self.game.parse(spelled))
