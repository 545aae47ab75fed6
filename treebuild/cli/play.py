"""treebuild play: the tree guesses the code you think of."""

from __future__ import annotations

import re

import typer

from treebuild.cli.options import Rules, TreeFile, game_of
from treebuild.errors import TreebuildError

PROMPT = "bulls and cows (1 2, 12 or 1b2c; u takes back, q quits): "


def play(file: TreeFile, game: Rules = None) -> None:
    """Think of a code; the tree guesses it."""
    from treebuild.codec import load

    tree = load(file, game_of(game))
    labels = {label: i for i, label in enumerate(tree.game.replies)}
    replies: list[int] = []
    while True:
        node = tree.walk(replies)
        if node < 0:
            typer.echo(f"Found in {len(replies)} guesses.")
            return
        guess = tree.game.spell(tree.game.codes[tree.guess[node]])
        typer.echo(f"Guess {len(replies) + 1}: {guess}   ({tree.size[node]} candidates left)")
        line = _ask()
        if line is None or line == "q":
            typer.echo("Bye.")
            return
        if line == "u":
            typer.echo("Taken back." if replies else "There is nothing to take back.")
            del replies[-1:]
            continue
        label = _label(line)
        if label not in labels:
            typer.echo(f"{line!r} is not a reply: expected one of {', '.join(labels)}.")
            continue
        try:
            tree.walk([*replies, labels[label]])
        except TreebuildError as error:
            typer.echo(f"Contradiction: {error}. Check your replies, or take one back with u.")
            continue
        replies.append(labels[label])


def _ask() -> str | None:
    """A line of input, or None at its end."""
    try:
        return input(PROMPT).strip().lower()
    except (EOFError, UnicodeDecodeError):
        typer.echo()
        return None


def _label(line: str) -> str:
    """The reply's label: 1 2, 1b2c, 12, 1.2 and 1,2 are all 1.2."""
    match = re.fullmatch(r"(\d+)\s*[b.,\s]\s*(\d+)\s*c?|(\d)(\d)", line)
    return line if match is None else f"{match[1] or match[3]}.{match[2] or match[4]}"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(no_args_is_help=True)(play)
