"""A game in a terminal: its codes and replies as people read and write them, its colours, lines that can be edited."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from rich.text import Text

from treebuild.cli import tables
from treebuild.cli.dialogue.messages import Words
from treebuild.cli.error_line import error_line
from treebuild.errors import TreebuildError
from treebuild.game import findings, user_input
from treebuild.game.game import Game
from treebuild.game.reply_rules import Code
from treebuild.tree.session import Turn

if TYPE_CHECKING:
    from treebuild.analysis.review import Move, Review

COLOURS = {  # what the letters of coloured pegs look like, in the order of user_input.LETTERS
    "O": "bold black on dark_orange",
    "B": "bold white on blue",
    "G": "bold black on green",
    "Y": "bold black on bright_yellow",
    "P": "bold white on magenta",
    "R": "bold white on red",
    "W": "bold black on white",
    "C": "bold black on cyan",
}
MAX_LISTED = 20  # replies that are listed
COMMANDS = {"q": "q", "quit": "q", "exit": "q", "u": "u", "undo": "u", "h": "h", "?": "?", "help": "?", "hint": "?"}


class Terminal:
    """Prints and reads the codes and replies of a game; coloured pegs as letters, in colour where a terminal has it."""

    def __init__(self, game: Game, say: Words) -> None:
        self.game, self.say = game, say
        self.style = user_input.style(game)
        self.key = user_input.is_key(game)
        self.console = tables.console()
        self.right, self.wrong = tables.drawn(*user_input.RIGHT), tables.drawn(*user_input.WRONG)
        self._letters = user_input.letters(game)
        letters = "".join(self._letters.values())
        self._coloured = re.compile(rf"(?<!\w)[{letters}]{{{user_input.pegs(game)}}}(?!\w)") if letters else None

    def spell(self, code: Code) -> str:
        """A code; coloured pegs as letters."""
        return "".join(self._letters.get(symbol, symbol) for symbol in self.game.spell(code))

    def name(self, code: Code) -> str:
        """A code as `spell` writes it; of a code that names a secret of a group, the name of the group."""
        named = self.game.named_secrets.get(code) if self.game.conditions.groups else None
        return self.spell(code) if named is None else self.game.named(named)

    def listed(self, secrets: Iterable[int]) -> str:
        """The names of secrets, from their indices; in a game with groups the names of the groups, each once."""
        game = self.game
        names = [game.named(i) if game.conditions.groups else self.spell(game.secrets[i]) for i in secrets]
        if any("," in name for name in names):
            return "; ".join(dict.fromkeys(names))
        return (", " if self.key or any(" " in name for name in names) else " ").join(dict.fromkeys(names))

    def read_code(self, line: str) -> Code:
        """The code that a person means. Raises TreebuildError, in words of their language, when it is none."""
        return self._read(lambda: user_input.read_code(self.game, line), line)

    def read_naming(self, line: str, likely: Iterable[int]) -> Code:
        """The same, where groups and hypotheses may be named; of their secrets, the first of `likely` is meant."""
        return self._read(lambda: findings.read_naming(self.game, line, likely), line)

    def _read(self, read: Callable[[], Code], line: str) -> Code:
        try:
            return read()
        except TreebuildError as error:
            kind, values = user_input.code_fault(self.game, line)
            values |= {"text": line.strip(), "code": self.spell(self.game.codes[0])}
            raise TreebuildError(self.say(f"code_{kind}", **values)) from error

    def read_reply(self, line: str, code: Code, answers: Sequence[str] = ()) -> int:
        """The index of the reply to a code that a person means. Raises TreebuildError as `read_code` does.

        Where replies are labels, the error lists `answers`, by default those that some secret gives to the code.
        """
        try:
            if self.style == "labels":
                return user_input.read_answer(self.game, code, line)
            return user_input.read_reply(self.game, line)
        except TreebuildError as error:
            kind, values = user_input.reply_fault(self.game, line)
            if self.style == "labels":
                kind, values = "answer", {"answers": self.answers(answers or user_input.answers_of(self.game, code))}
            elif kind == "other":
                raise
            raise TreebuildError(self.say(f"bad_{kind}", text=line, **values)) from error

    def answers(self, labels: Sequence[str]) -> str:
        """Answers to choose from. The answer ? is in quotation marks, because a question mark alone asks for help."""
        shown = [f'"{label}"' if label == "?" else label for label in labels]
        return ", ".join(shown[:MAX_LISTED]) + (", ..." if len(shown) > MAX_LISTED else "")

    def read_replies(self, line: str, code: Code) -> tuple[int, ...]:
        """The indices of the replies that a person leaves open. Raises TreebuildError as `read_reply` does."""
        with suppress(TreebuildError):
            if self.style == "labels":
                return user_input.read_answers(self.game, code, line)
            return user_input.read_replies(self.game, line)
        return (self.read_reply(line, code),)

    def marks(self, reply: int) -> str:
        """A reply as marks: ●○○ for 1.2. Replies of games that do not count right and wrong places stay as they are."""
        counts = user_input.counted(self.game, reply)
        if counts is None:
            return self.game.replies[reply]
        return (self.right * counts[0] + self.wrong * counts[1]) or user_input.NOTHING

    def secret(self) -> str:
        """What a secret is, in a few words: 4 different digits."""
        space, symbols = self.game.space, " ".join(self.game.symbols)
        if space is None:
            names = len({self.game.named(secret) for secret in range(len(self.game.secrets))})
            return self.say("secret_words" if self.style == "marks" else "secret_listed", n=names)
        kind = "colours" if self._letters else "repeats" if space.repeat else "distinct"
        if kind == "distinct" and space.symbols == 10:
            kind = "digits"
        return self.say(f"secret_{kind}", pegs=space.pegs, symbols=symbols)

    def how(self, what: str) -> str:
        """The sentence that says how to reply, or what replies mean; of a key, which questions there are."""
        labels = self.answers(self.game.replies)
        if self.key and what == "see":
            codes = (code for at, code in enumerate(self.game.codes) if at not in self.game.namings)
            labels = "\n".join(self.game.spell(code) for code in codes)
        return self.say(f"{what}_{self.style}", right=self.right, wrong=self.wrong, labels=labels)

    def colours(self) -> str:
        """What the letters of colours stand for, on a line of its own; nothing in other games."""
        names = dict(zip(user_input.LETTERS, self.say("colours").split(), strict=True))
        return ", ".join(f"{letter} {names[letter]}" for letter in self._letters.values())

    def print(self, text: str, style: str = "") -> None:
        """Print sentences, wrapped at spaces on a terminal, and codes in their colours."""
        for line in text.split("\n"):
            self.console.print(self._painted(line), style=style, soft_wrap=not self.console.is_terminal)

    def fault(self, error: TreebuildError) -> None:
        """Print what was wrong with a line."""
        self.print(error_line(error), style="red")

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int]) -> None:
        """Print rows below headings. The columns `left` have words and codes, left-aligned, the others figures."""
        table = tables.plain_table(*headings)
        for column in left:
            table.columns[column].justify = "left"
        for row in rows:
            table.add_row(*map(self._painted, row))
        self.console.print(table)

    def history(self, turns: Sequence[Turn]) -> None:
        """Print guesses, replies, and how many candidates each left."""
        rows = [[str(at), self.name(t.guess), self.marks(t.reply), str(t.left)] for at, t in enumerate(turns, 1)]
        self.table(["", *self.say("columns").split()], rows, left=(0, 1, 2))

    def review(self, found: Review) -> None:
        """Print what each guess was worth, which were not allowed, the skill and luck, and what to learn."""
        with_tree = any(move.tree is not None for move in found.moves)
        headings = ["", *self.say("review_columns").split()][: None if with_tree else -1]

        def again(spelled: str) -> str:
            return self.name(self.game.parse(spelled))

        rows = []
        for number, move in enumerate(found.moves, 1):
            reply = self.marks(self.game.replies.index(move.reply))
            mine = (str(number), again(move.guess), reply, str(move.left), average(float(move.expected)))
            worth = f"{100 * float(move.skill):.0f} %", average(float(move.luck))
            tree = (again(move.tree) if move.tree is not None else "-",) if with_tree else ()
            rows.append((*mine, *worth, again(move.best), average(float(move.best_expected)), *tree))
        priced = bool(self.game.conditions.costs)
        self.print(self.say("review"), style="bold")
        self.table(headings, rows, left=(0, 1, 2, 7, 9) if with_tree else (0, 1, 2, 7))
        for number, move in enumerate(found.moves, 1):
            if not move.permitted:
                forbidden = self.say(f"forbidden_{self.game.conditions.guesses}", code=again(move.guess))
                self.print(f"{number}. {forbidden}", style="red")
            elif move.needed is not None and move.skill < 1:
                needs = self.say("costs" if priced else "needs", before=move.before, **self._compared(move))
                self.print(f"{number}. {needs}")
        times = max(found.luck, 1 / found.luck)
        luck = "luck_none" if times < 1.05 else "luck_for" if found.luck > 1 else "luck_against"
        self.print(self.say("skill", percent=round(100 * found.skill)) + self.say(luck, times=average(times)))
        kind, number = found.lesson
        move = found.moves[number - 1]
        if kind == "forbidden":  # said above
            return
        needed = "learn_cost" if priced else "learn_needed"
        key = needed if kind == "better" and move.needed is not None else f"learn_{kind}"
        self.print(self.say(key, number=number, **self._compared(move)))

    def _compared(self, move: Move) -> dict[str, str]:
        """A guess beside the best one: both codes, what each leaves, and what each needs."""
        leaves = {"left": average(float(move.expected)), "fewest": average(float(move.best_expected))}
        needs = {"needed": f"{float(move.needed or 0):.2f}", "least": f"{float(move.best_needed or 0):.2f}"}
        guess, best = (self.name(self.game.parse(code)) for code in (move.guess, move.best))
        return {"guess": guess, "code": best, **leaves, **needs}

    def ask(self, prompt: str) -> str | None:
        """A line from the person, or None when they leave. A terminal lets them edit it, and repeat earlier lines.

        Raises TreebuildError for a long line from a file or a pipe, which may have no end.
        """
        interactive = sys.stdin.isatty()
        if interactive and self.console.is_terminal:
            with suppress(ImportError):  # not on every system
                import readline  # noqa: F401 - input uses it from then on
        try:
            line = input(f"{prompt}: ") if interactive else _piped_line()
        except (EOFError, UnicodeDecodeError):
            self.print("")
            return None
        try:
            user_input.check_length(line)
        except TreebuildError as error:
            if not interactive:
                raise
            self.fault(error)
            return ""
        return line.strip()

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


def _piped_line() -> str:
    """A line of the standard input, or the beginning of a long one. Raises EOFError at the end."""
    line = sys.stdin.readline(user_input.LONGEST_LINE + 2)
    if not line:
        raise EOFError
    return line.removesuffix("\n")


def average(value: float) -> str:
    """A number of candidates in a few characters."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"
