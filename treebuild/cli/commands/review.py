"""treebuild review: what the guesses of a game were worth, wherever it was played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from treebuild.cli.dialogue.messages import Language, Words
from treebuild.cli.options import ConditionOptions, Costs, Groups, Guesses, Json, TurnsGame, game_of
from treebuild.cli.streams import say_json

if TYPE_CHECKING:
    from treebuild.analysis.review import Review


def review(
    turns: Annotated[
        list[str],
        typer.Argument(
            metavar="CODE:REPLY",
            help="The guesses and their replies, in order: 1234:1.1. For words: CRANE:.y..g (or bybbg, 01002, squares)."
            " With --secret you may leave out the replies.",
            show_default=False,
        ),
    ],
    secret: Annotated[
        str | None, typer.Option("--secret", metavar="CODE", help="The secret, or the hypothesis.", show_default=False)
    ] = None,
    game: TurnsGame = None,
    guesses: Guesses = None,
    costs: Costs = None,
    groups: Groups = None,
    tree: Annotated[
        Path | None,
        typer.Option(
            "--tree",
            metavar="FILE",
            help="Show what this tree would have guessed. (default: the best tree known, if it takes only seconds)",
            show_default=False,
        ),
    ] = None,
    lang: Annotated[
        Language | None, typer.Option(help="The language. [default: the locale's]", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Review a game that was played elsewhere: the skill and the luck of each guess, and the best guess."""
    from treebuild.analysis.review import review as look_back
    from treebuild.bar import progress_bar
    from treebuild.codec import load
    from treebuild.publish.best import best, is_quick
    from treebuild.tree.tree import Tree

    conditions = ConditionOptions(guesses=guesses, costs=costs, groups=groups)
    conditions.check_no_tree(tree)
    played = conditions.of_game(game, turns) if tree is None else load(tree, game_of(game))
    with progress_bar() as progress:
        if not isinstance(played, Tree) and is_quick(played):
            look_back(played, turns, secret)  # says what is wrong before a tree is made
            played = best(played, progress)
        found = look_back(played, turns, secret)
    played = played.game if isinstance(played, Tree) else played
    if json:
        say_json({"game": played.name, **_record(found)})
        return
    from treebuild.cli.dialogue.terminal import Terminal

    Terminal(played, Words(lang)).review(found)


def _record(found: Review) -> dict[str, Any]:
    kind, number = found.lesson
    moves = [
        {
            "guess": move.guess,
            "reply": move.reply,
            "before": move.before,
            "left": move.left,
            "expected_left": float(move.expected),
            "best": move.best,
            "best_expected_left": float(move.best_expected),
            "skill": float(move.skill),
            "luck": float(move.luck),
            **({} if move.permitted else {"permitted": False}),
            **({} if move.needed is None else {"needed": float(move.needed)}),
            **({} if move.best_needed is None else {"best_needed": float(move.best_needed)}),
            **({} if move.tree is None else {"tree": move.tree}),
        }
        for move in found.moves
    ]
    return {"skill": found.skill, "luck": found.luck, "lesson": kind, "lesson_guess": number, "moves": moves}
