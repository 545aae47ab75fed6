"""Options that several commands share."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from treebuild.search.walk.threads import MAX_JOBS

if TYPE_CHECKING:
    from treebuild.game import game
    from treebuild.tree.tree import Tree
T = TypeVar("T", int, float)
MOST = 10**15  # of a number that nothing else limits: a seed, a number of guesses
_WRITTEN = {int: re.compile(r"-?[0-9]{1,18}"), float: re.compile(r"-?[0-9]{1,18}(\.[0-9]{0,18})?(e-?[0-9]{1,2})?")}
WHICH_GAME = "p4c10n (4 pegs, 10 symbols, none twice), p4c6r (may repeat), a name of `treebuild list games`, or a file."


def number(least: T, most: T) -> Callable[[object], T]:
    """What reads an option that is a number from `least` to `most`. Python takes 1_0 and ٣ for numbers, and "nan"."""
    kind = type(least)

    def read(given: object) -> T:
        text = str(given)
        if _WRITTEN[kind].fullmatch(text) and least <= (value := kind(text)) <= most:
            return value
        what = "a whole number" if kind is int else "a number"
        raise typer.BadParameter(f"{text!r} is not {what} from {least} to {most}")

    return read


def percentage(given: object) -> float:
    """The share that an option such as 1% or 0.5% says, from 0 to 99%."""
    text = str(given)
    if not text.endswith("%"):
        raise typer.BadParameter(f"{text!r} is not a percentage such as 1%")
    return number(0.0, 99.0)(text[:-1]) / 100


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """The names of games for a shell's completion, each with what is played."""
    from treebuild.game.lookup import catalogue

    return [(name, summary) for name, summary in catalogue().items() if name.startswith(incomplete)]


def complete_guesses(incomplete: str) -> list[str]:
    """The rules of guesses for a shell's completion."""
    from treebuild.game.conditions import GUESSES

    return [rule for rule in GUESSES if rule.startswith(incomplete)]


def complete_score(incomplete: str) -> list[str]:
    """The scores of guesses for a shell's completion."""
    from treebuild.analysis.guess_values import EXACT, NEAR
    from treebuild.search.greedy import scores_by_name

    return [name for name in (*scores_by_name(), NEAR, EXACT) if name.startswith(incomplete)]


TreeFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A tree: a file (`treebuild list formats` shows the formats), a ranked text itself, or - for stdin.",
        show_default=False,
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace the output file if it exists.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, as schema/figures.md describes it.")]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", metavar="N", parser=number(1, MAX_JOBS), help="Use N threads; N never changes the result."
    ),
]
SampleGames = Annotated[
    int | None,
    typer.Option(
        "--games",
        metavar="N",
        parser=number(2, 10**7),
        help="Let each player play N games, in place of the exact figures.",
        show_default=False,
    ),
]
SampleSeed = Annotated[
    int, typer.Option("--seed", metavar="N", parser=number(0, MOST), help="The seed of the games of --games.")
]
Effort = Annotated[
    int | None,
    typer.Option(
        "--effort",
        metavar="N",
        parser=number(1, 9),
        help="How much `near` tries: 1 (seconds) to 9 (days). (default: 3)",
        show_default=False,
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="Take no more memory than SIZE, such as 500M or 2G. (default: half of what is free)",
        show_default=False,
    ),
]
Store = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="Keep partial results in FILE: an interrupted search continues from there, and processes can share it.",
        show_default=False,
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Search on the workers of a Dask scheduler at tcp://HOST:PORT.",
        show_default=False,
    ),
]
Patient = Annotated[bool, typer.Option("--patient", help="Read the tree even if that takes long.")]
Game = Annotated[
    str,
    typer.Option("--game", metavar="GAME", autocompletion=complete_game, help=f"The game: {WHICH_GAME}"),
]
TurnsGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        autocompletion=complete_game,
        help=f"The game: {WHICH_GAME} (default: wordle after guesses of five letters, else p4c10n)",
        show_default=False,
    ),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        autocompletion=complete_game,
        help=f"The game of the tree, where the file does not say: {WHICH_GAME} (default: the file's own, or p4c10n)",
        show_default=False,
    ),
]
Codes = Annotated[
    Path | None,
    typer.Option(
        "--codes",
        metavar="FILE",
        help="The words that may be guessed, one on each line. --game then names the rule. With --secrets "
        "alone, the words are Wordle's.",
        show_default=False,
    ),
]
Secrets = Annotated[
    Path | None,
    typer.Option(
        "--secrets",
        metavar="FILE",
        help="The words of --codes, or of Wordle, that may be the secret. (default: all of --codes)",
        show_default=False,
    ),
]
Weights = Annotated[
    Path | None,
    typer.Option(
        "--weights", metavar="FILE", help="A CSV file of secret,weight: how likely each secret is.", show_default=False
    ),
]
Missing = Annotated[
    str,
    typer.Option(
        "--missing",
        metavar="WEIGHT",
        help="The weight of secrets that the file of --weights leaves out. (default: 0)",
        show_default=False,
    ),
]


Guesses = Annotated[
    str | None,
    typer.Option(
        "--guesses",
        metavar="RULE",
        autocompletion=complete_guesses,
        help="Which guesses are allowed: all, candidates, consistent (codes that fit all replies so far), hard "
        "(Wordle's hard mode), or identify (tests until one candidate is left, then its name). (default: the game's "
        "own rule)",
        show_default=False,
    ),
]
Costs = Annotated[
    Path | None,
    typer.Option(
        "--costs",
        metavar="FILE",
        help="A CSV file of code,cost: what each guess costs; others cost 1.",
        show_default=False,
    ),
]

Groups = Annotated[
    Path | None,
    typer.Option(
        "--groups",
        metavar="FILE",
        help="A CSV file of secret,group: with guesses `identify`, a tree ends where all candidates are of one group.",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class ConditionOptions:
    """The options that say how a game is played: weights, the rule of guesses, costs, groups.

    Raises UsageError for `missing` that is no weight or comes without weights, and for an unknown rule of guesses.
    """

    weights: Path | None = None
    missing: str = ""
    guesses: str | None = None
    costs: Path | None = None
    groups: Path | None = None

    def __post_init__(self) -> None:
        from treebuild.errors import TreebuildError, UsageError
        from treebuild.game.conditions import check_guesses
        from treebuild.game.numbers import WEIGHT

        if self.missing and self.weights is None:
            raise UsageError("--missing is the weight of secrets that --weights leaves out: give both")
        try:
            WEIGHT.parse(self.missing or "0", "--missing")
        except TreebuildError as error:
            raise UsageError(error.message) from None
        if self.guesses is not None:
            check_guesses(self.guesses)

    def of_game(self, rules: str | game.Game | None, turns: Sequence[str] = ()) -> game.Game:
        """The game of --game, or of the word lists, under these conditions. Prints notes on tests that tell nothing.

        Without --game the game is Wordle if the guesses of the turns are words, else Bulls and Cows.
        """
        from treebuild.cli.streams import say
        from treebuild.errors import some_of
        from treebuild.game.lookup import find_game, usual_game
        from treebuild.game.separation import inseparable, needless
        from treebuild.game.user_input import MOST_NAMED

        if rules is None:
            rules = usual_game(turns)
        if isinstance(rules, str):
            chosen = self._apply(find_game(rules, self.guesses))
        else:
            chosen = self._apply(rules if self.guesses is None else rules.with_guesses(self.guesses))
        if silent := needless(chosen):
            say(f"note: every secret answers these tests alike: {some_of(silent, MOST_NAMED)}", err=True)
        for secrets in inseparable(chosen):
            names = ", ".join(map(chosen.spell, secrets))
            say(f"note: no test separates {names}: they are named one after another", err=True)
        return chosen

    def words(self) -> list[str]:
        """The options as the words of a command line, for a command that somebody may run next."""
        given = {
            "--weights": self.weights,
            "--missing": self.missing or None,
            "--guesses": self.guesses,
            "--costs": self.costs,
            "--groups": self.groups,
        }
        return [word for name, value in given.items() if value is not None for word in (name, str(value))]

    def check_no_tree(self, file: Path | None) -> None:
        """Raise UsageError for such an option beside the file of a tree, which says itself how its game is played."""
        from treebuild.errors import UsageError

        for option, value in (("--guesses", self.guesses), ("--costs", self.costs), ("--groups", self.groups)):
            if file is not None and value is not None:
                raise UsageError(f"{option} is for a game without a tree, and {file} is a tree: leave out one of them")

    def of_tree(self, file: Path, rules: str | game.Game | None, patient: bool = False) -> Tree:
        """The tree of a file, its game under these conditions; `rules` names the game if the file does not."""
        from treebuild.codec import load

        tree = load(file, game_of(rules), patient)
        chosen = tree.game if self.guesses is None else tree.game.with_guesses(self.guesses)
        chosen = self._apply(chosen)
        return tree if chosen is tree.game else tree.of(chosen)

    def _apply(self, chosen: game.Game) -> game.Game:
        from treebuild.game.game_file import group, price, weigh
        from treebuild.game.numbers import WEIGHT

        if self.weights is not None:
            missing = WEIGHT.parse(self.missing, "--missing") if self.missing else None
            chosen = weigh(chosen, self.weights, missing)
        chosen = chosen if self.costs is None else price(chosen, self.costs)
        return chosen if self.groups is None else group(chosen, self.groups)


def with_lists(command: Callable[..., None]) -> Callable[..., None]:
    """Add --codes and --secrets to a command that has --game; return any other command as it is.

    With these lists, the command gets their game as its argument `game`; without them, the text of --game.
    """
    signature = inspect.signature(command, eval_str=True)
    if "game" not in signature.parameters:
        return command
    takes_context = "context" in signature.parameters

    @wraps(command)
    def run(context: typer.Context, codes: Path | None, secrets: Path | None, **values: Any) -> None:
        if codes is not None or secrets is not None:
            from treebuild.game.words import game_of_lists

            source, given = context.get_parameter_source("game"), values["game"]
            if source is None or source.name != "COMMANDLINE":
                chosen = game_of_lists(codes, secrets)
            else:
                chosen = game_of_lists(codes, secrets, given if isinstance(given, str) else ", ".join(given))
            values["game"] = [chosen] if isinstance(given, list) else chosen
        command(**values, **({"context": context} if takes_context else {}))

    parameters = []
    for parameter in signature.parameters.values():
        parameters.append(parameter)
        if parameter.name == "game":
            parameters += [_option("codes", Codes), _option("secrets", Secrets)]
    if not takes_context:
        parameters.append(inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context))
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return run


def _option(name: str, annotation: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=annotation)


def game_of(rules: str | game.Game | None) -> game.Game | None:
    """The game of --game, a name or already a game of word lists; None without one."""
    from treebuild.game.lookup import as_game

    return None if rules is None else as_game(rules)


def words_of_game(context: typer.Context) -> list[str]:
    """The words of the command line that name its game, for a command that somebody may run next."""
    given = {f"--{name}": context.params[name] for name in ("game", "codes", "secrets")}
    return [word for name, value in given.items() if value is not None for word in (name, str(value))]
