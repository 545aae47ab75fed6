"""treebuild play: the tree guesses your secret, you guess one, or both race; and what there is to learn from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.cli.options import Conditions, Costs, Groups, Guesses, Patient, Rules, game_of
from treebuild.cli.words import Language, Words
from treebuild.errors import TreebuildError

if TYPE_CHECKING:
    from treebuild.game.game import Game
    from treebuild.tree.session import Race, SecretSession, Session, Turn
    from treebuild.tree.tree import Tree

MAX_CODES_AWAITED = 1 << 16  # codes: a tree of more is not made while somebody waits
QUICK = 1 << 24  # codes times secrets of a game without a space, which has no symmetries that make its tree quickly
MAX_LISTED = 20  # candidates that a hint lists
HELP = "\0help"  # what a person asks for; no code or reply is spelled so


def play(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="A tree, a ranked text, or -. [default: the best known]",
            show_default=False,
        ),
    ] = None,
    game: Rules = None,
    guesses: Guesses = None,
    costs: Costs = None,
    groups: Groups = None,
    guess: Annotated[bool, typer.Option("--guess", help="You guess, the program has the secret.")] = False,
    race: Annotated[bool, typer.Option("--race", help="Both guess by turns, you first.")] = False,
    secret: Annotated[
        str | None,
        typer.Option(
            metavar="CODE", help="With --guess or --race: the secret. [default: a random one]", show_default=False
        ),
    ] = None,
    lang: Annotated[
        Language | None,
        typer.Option(help="The language. [default: the locale's]", show_default=False),
    ] = None,
    patient: Patient = False,
) -> None:
    """Play: you think of a secret, and the tree guesses it. With --guess you guess; with --race both of you do."""
    from treebuild.codec import load
    from treebuild.game.spelling import read_secret
    from treebuild.tree.session import Race, SecretSession, Session

    if secret is not None and not (guess or race):
        raise typer.BadParameter("needs --guess or --race: without them the secret is yours", param_hint="--secret")
    if guess and race:
        raise typer.BadParameter("expected --guess or --race, not both", param_hint="--race")
    say = Words(lang)
    conditions = Conditions(guesses=guesses, costs=costs, groups=groups)
    conditions.check_no_tree(file)
    tree: Callable[[], Tree]
    if file is not None:
        given = load(file, game_of(game), patient)
        played, tree = given.game, lambda: given
    else:
        played = conditions.of_game(game)
        tree = partial(_made, played, game, race)
    (drawn,) = random.choices(played.secrets, played.weights or None)
    chosen = drawn if secret is None else read_secret(played, secret)
    seat = _Seat(played, say)
    if guess:
        seat.keep(SecretSession(played, chosen, tree if file is not None or _is_quick(played) else None))
    elif race:
        seat.race(Race(tree(), chosen))
    else:
        seat.find(Session(tree()))


def _made(game: Game, rules: str | None, race: bool) -> Tree:
    """The best tree known, or the one to race with."""
    from treebuild.cli.progress import progress_bar
    from treebuild.publish.best import best, strongest

    if len(game.codes) > MAX_CODES_AWAITED:
        rule = f" --guesses {game.guesses}" if game.guesses != "all" else ""
        raise TreebuildError(
            f"{game.name} has too many codes for a tree at once: build one (`treebuild build minavg --game "
            f"{rules}{rule} -o tree.msgpack`, minutes) and play with that, or guess yourself: --guess"
        )
    with progress_bar() as progress:
        return strongest(game, progress) if race else best(game, progress)


def _is_quick(game: Game) -> bool:
    """Whether a hint and the review may wait for the best tree known, which is then made in some seconds at most."""
    from treebuild.publish.best import SLOW

    return len(game.codes) * len(game.secrets) <= (SLOW if game.space else QUICK)


class _Seat:
    """The person's side of a game: reads what they type, and shows what comes of it."""

    def __init__(self, game: Game, say: Words) -> None:
        from treebuild.cli.terminal import Terminal

        self.game, self.say = game, say
        self.terminal = Terminal(game, say)

    def _is_code(self, text: str) -> bool:
        """Whether a code is spelled so, which is no command then."""
        from treebuild.game.spelling import read_code

        try:
            return self.terminal.spell(read_code(self.game, text)) == text
        except TreebuildError:
            return False

    def find(self, match: Session) -> None:
        """The tree guesses."""
        self._open("think", "reply")
        group = match.group
        while not match.done:
            group = match.group
            if not self._answered(match, "guess"):
                return
        self.terminal.print(self.say("found", n=len(match.turns)), style="bold green")
        self.terminal.history(match.turns, group)

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
        self.terminal.print(self.say(opening, secret=self.terminal.secret(), code=code).strip())
        self.terminal.print("\n".join(map(self.terminal.how, what)))
        if colours := self.terminal.colours():
            self.terminal.print(colours)
        self.terminal.print(self.say("commands"), style="dim")

    def _answered(self, match: Session, words: str) -> bool:
        """The tree guesses once, and is told the reply; False when the person leaves."""
        about = f"{self.say('left', n=match.candidates)}, {self.say('worst', n=match.worst)}"
        guess = self.say(words, n=len(match.turns) + 1, code=match.group or self.terminal.spell(match.code))
        self.terminal.print(f"{guess}   ({about})", style="bold")
        if self.terminal.style == "labels" and len(match.answers) > 1:
            self.terminal.print(", ".join(match.answers))
        prompt = self.say("answer" if self.terminal.style == "counts" else "reply")
        line = self._line(prompt, match, self.game.replies.__contains__)
        if line == HELP:
            self._list(match.turns)
        elif line:
            self._answer(match, line)
        return line is not None

    def _answer(self, match: Session, line: str) -> None:
        try:
            reply = self.terminal.read_reply(line)
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
                code = self.terminal.read_code(line)
                if not match.permits(code):
                    spelled = self.terminal.spell(code)
                    raise TreebuildError(self.say(f"forbidden_{self.game.guesses}", code=spelled))
                turn = match.guess(code)
            except TreebuildError as error:
                self.terminal.fault(error)
            else:
                left = "" if match.done else f"   {self.say('left', n=turn.left)}"
                self.terminal.print(
                    f"{self.terminal.spell(turn.guess)}  {self.terminal.marks(turn.reply)}{left}", style="bold"
                )
        return line is not None

    def _line(self, prompt: str, match: Session | SecretSession, own: Callable[[str], bool]) -> str | None:
        """A line for the game itself, HELP, "" when it was another command or empty, None when the person leaves.

        What is one of the game's `own` replies or codes is no command; capitals and small letters are the same command.
        """
        from treebuild.cli.terminal import COMMANDS

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
        """How to reply, and what is left: how much, and which when it is little."""
        from treebuild.tree.session import candidates_of

        left = candidates_of(self.game, turns).tolist()
        self.terminal.print(f"{self.terminal.how('reply')}\n{self.say('left', n=len(left))}")
        if len(left) <= MAX_LISTED:
            self.terminal.print(self.say("one_of", codes=self.terminal.listed(left)))

    def _hint(self, match: SecretSession) -> None:
        """What the tree would guess, on its path; anywhere else the guess that leaves the fewest candidates."""
        from treebuild.analysis.review import advice
        from treebuild.cli.commands.review import average

        self.terminal.print(self.terminal.how("see"))
        left, hint = self.say("left", n=match.candidates), match.hint()
        if hint is not None:
            said = self.say("hint", code=self.terminal.spell(hint))
        else:
            best = advice(self.game, self._told(match.turns))
            said = self.say("advice", code=self._again(best.code), average=average(float(best.expected_left)))
        self.terminal.print(f"{left}. {said}")

    def _gave_up(self, match: SecretSession) -> None:
        self.terminal.print(self.say("was", code=self.terminal.spell(match.secret)))

    def _review(self, match: SecretSession) -> None:
        """The way of the tree, what each guess of the person told, and what to learn from it."""
        from treebuild.analysis.review import review
        from treebuild.cli.commands.review import print_review

        if match.tree is not None:
            path = match.path()
            self.terminal.print(self.say("tree", n=len(path)))
            self.terminal.history(path)
        found = review(match.tree or self.game, self._told(match.turns))
        self.terminal.print("")
        print_review(self.terminal, self.say, found)

    def _told(self, turns: Sequence[Turn]) -> list[str]:
        return [f"{self.game.spell(turn.guess)}:{self.game.replies[turn.reply]}" for turn in turns]

    def _again(self, spelled: str) -> str:
        return self.terminal.spell(self.game.parse(spelled))
