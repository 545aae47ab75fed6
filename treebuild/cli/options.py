"""Options that several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.search.parallel.threads import MAX_JOBS

if TYPE_CHECKING:
    from treebuild.game import game
    from treebuild.tree.tree import Tree

WHICH_GAME = "p4c10n (4 pegs, 10 symbols, none twice), p4c6r (may repeat), a name from `treebuild games`, or a file."


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """The names of games for a shell's completion, each with what is played."""
    from treebuild.game.lookup import catalogue

    return [(name, summary) for name, summary in catalogue().items() if name.startswith(incomplete)]


def complete_guesses(incomplete: str) -> list[str]:
    """The rules of guesses for a shell's completion."""
    from treebuild.game.game import GUESSES

    return [rule for rule in GUESSES if rule.startswith(incomplete)]


TreeFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A tree: a file (.msgpack, .b92, .b92i, .rank), a ranked text itself, or - for stdin.",
        show_default=False,
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace the output file if it exists.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, as schema/figures.md describes it.")]
Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", metavar="N", min=1, max=MAX_JOBS, help="Use N threads; N never changes the result."),
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
        help="Which guesses are allowed: all, candidates, consistent (with all replies), hard (Wordle's hard mode), or "
        "identify (tests, until one candidate is left). (default: what the game says)",
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


@dataclass(frozen=True)
class Conditions:
    """What the options of a command say of how a game is played: its weights, its rule of guesses, its costs."""

    weights: Path | None = None
    missing: str = ""
    guesses: str | None = None
    costs: Path | None = None

    def of_game(self, rules: str) -> game.Game:
        """The game of --game under these conditions; says which secrets no test separates.

        Raises TreebuildError for `missing` without weights.
        """
        from treebuild.game.lookup import find_game

        return self._noted(self._apply(find_game(rules, self.guesses)))

    def of_tree(self, file: Path, rules: str | None, patient: bool = False) -> Tree:
        """The tree of a file, its game under these conditions; `rules` names the game, where the file does not."""
        from treebuild.codec import load

        tree = load(file, game_of(rules), patient)
        chosen = tree.game if self.guesses is None else tree.game.with_guesses(self.guesses)
        chosen = self._apply(chosen)
        return tree if chosen is tree.game else tree.of(chosen)

    def _apply(self, chosen: game.Game) -> game.Game:
        from treebuild.errors import UsageError
        from treebuild.game.files import price, weigh
        from treebuild.game.numbers import WEIGHT

        if self.missing and self.weights is None:
            raise UsageError("--missing is the weight of secrets that --weights leaves out: give both")
        if self.weights is not None:
            chosen = weigh(chosen, self.weights, WEIGHT.parse(self.missing or "0", "--missing"))
        return chosen if self.costs is None else price(chosen, self.costs)

    def _noted(self, chosen: game.Game) -> game.Game:
        from treebuild.cli.streams import say
        from treebuild.game.guessing import inseparable

        for secrets in inseparable(chosen):
            names = ", ".join(map(chosen.spell, secrets))
            say(f"note: no test separates {names}: they are named one after another", err=True)
        return chosen


def game_of(rules: str | None) -> game.Game | None:
    """The game that --game names; None without it."""
    from treebuild.game.lookup import find_game

    return None if rules is None else find_game(rules)
