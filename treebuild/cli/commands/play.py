"""treebuild play: the tree guesses your secret, you guess one, or both race; or help with a game played elsewhere."""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treebuild.cli.dialogue.messages import Language, Words
from treebuild.cli.options import ConditionOptions, Costs, Groups, Guesses, Patient, Rules, game_of, words_of_game
from treebuild.errors import TreebuildError, UsageError

if TYPE_CHECKING:
    from treebuild.game.game import Game
    from treebuild.game.reply_rules import Code
    from treebuild.tree.tree import Tree

MAX_CODES_AWAITED = 1 << 16  # codes; nobody should have to wait for the tree of a larger game


def play(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="A tree: a file, a ranked text, or - for stdin. [default: the best tree known]",
            show_default=False,
        ),
    ] = None,
    game: Rules = None,
    guesses: Guesses = None,
    costs: Costs = None,
    groups: Groups = None,
    guess: Annotated[bool, typer.Option("--guess", help="You guess, the program has the secret.")] = False,
    race: Annotated[bool, typer.Option("--race", help="Both guess by turns, you first.")] = False,
    elsewhere: Annotated[
        bool,
        typer.Option(
            "--elsewhere",
            help="Help with a game that you play elsewhere: you type each guess with its reply, and see the best next "
            "guesses.",
        ),
    ] = False,
    secret: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="With --guess or --race: the secret, or a hypothesis, of which a random variant is the secret. "
            "[default: a random one]",
            show_default=False,
        ),
    ] = None,
    lang: Annotated[
        Language | None,
        typer.Option(help="The language. [default: the locale's]", show_default=False),
    ] = None,
    patient: Patient = False,
) -> None:
    """Play: you think of a secret, and the tree guesses it. With --guess you guess; with --race both of you do."""
    from treebuild.cli.dialogue.elsewhere import Helper
    from treebuild.cli.dialogue.questions import Key
    from treebuild.cli.dialogue.seat import Seat
    from treebuild.codec import load
    from treebuild.game.user_input import is_key, read_secrets
    from treebuild.publish.best import is_quick
    from treebuild.tree.session import KeySession, Race, SecretSession, Session

    if secret is not None and not (guess or race):
        raise typer.BadParameter("needs --guess or --race: without them the secret is yours", param_hint="--secret")
    if guess and race:
        raise typer.BadParameter("expected --guess or --race, not both", param_hint="--race")
    conditions = ConditionOptions(guesses=guesses, costs=costs, groups=groups)
    if elsewhere:
        others = {"FILE": file, "--guess": guess, "--race": race, "--patient": patient}
        if needless := [name for name, given in others.items() if given]:
            raise UsageError(f"--elsewhere does not go with {needless[0]}: leave it out")
        played = conditions.of_game(game)
        Helper(played, Words(lang, is_key(played))).run()
        return
    if patient and file is None:
        raise UsageError("--patient is for reading the tree of a file: name FILE, or leave --patient out")
    conditions.check_no_tree(file)
    tree: Callable[[], Tree]
    if file is not None:
        given = load(file, game_of(game), patient)
        played, tree = given.game, lambda: given
    else:
        played = conditions.of_game(game)
        tree = partial(_made, played, [*words_of_game(context), *conditions.words()], race)
    key = is_key(played)
    if key and race:
        raise UsageError(f"{played.name} is a key: its questions are no race; leave --race out")
    chosen = _drawn(played, played.secrets if secret is None else read_secrets(played, secret))
    say = Words(lang, key)
    seat = Seat(played, say)
    if guess:
        seat.keep(SecretSession(played, chosen, tree if file is not None or is_quick(played) else None))
    elif race:
        seat.race(Race(tree(), chosen))
    elif key:
        Key(KeySession(tree()), say).run()
    else:
        seat.find(Session(tree()))


def _drawn(game: Game, secrets: Sequence[Code]) -> Code:
    """One of these secrets at random, by their weights."""
    weights = dict(zip(game.secrets, game.secret_weights, strict=True))
    some = [weights[secret] for secret in secrets]
    (drawn,) = random.choices(secrets, some if any(some) else None)
    return drawn


def _made(game: Game, words: Sequence[str], race: bool) -> Tree:
    """The best tree known, or the strongest in a race. `words` are those of a command line that name the game."""
    from treebuild.bar import progress_bar
    from treebuild.publish.best import best, strongest

    if len(game.codes) > MAX_CODES_AWAITED:
        command = shlex.join(["treebuild", "build", "minavg", *words, "-o", "tree.msgpack"])
        raise TreebuildError(
            f"{game.name} has too many codes for a tree at once: build one (`{command}`, minutes) and play with that, "
            "or guess yourself: --guess"
        )
    with progress_bar() as progress:
        return strongest(game, progress) if race else best(game, progress)
