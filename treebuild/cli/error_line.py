"""Errors in the words of the command line: options in place of Python's arguments, and what a wrong name may mean."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import typer

from treebuild.errors import MissingFileError, TreebuildError

_COMMANDS_WITH = {
    "patient": ("convert", "play", "verify"),
    "normalise": ("convert",),
    "unweighted": ("convert",),
    "unruled": ("convert",),
}  # for an option that few commands have: these commands


def error_line(error: TreebuildError, command: str = "") -> str:
    """The line of an error, with the option that helps in place of the argument; `command` is the one that ran."""
    meant = _meant(error.path) if isinstance(error, MissingFileError) else ""
    message = f"{error.message}; {meant}" if meant else error.message
    remedy = error.remedy
    if remedy is None:
        return message
    option = "--" + remedy.argument.replace("_", "-") + ("" if remedy.value is True else f" {remedy.value}")
    commands = _COMMANDS_WITH.get(remedy.argument)
    if commands and command not in commands:
        option = f"`treebuild {commands[0]} {option}`"
    return f"{message}; {remedy.advice.format(option)}"


def usage_line(error: typer.TyperException) -> str:
    """The line for words that Typer cannot read: what is wrong, what was expected, and which help explains it."""
    from treebuild.game.lookup import is_game

    what = " ".join(error.format_message().split()).rstrip(".")
    extra = re.fullmatch(r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)", what)
    context: typer.Context | None = getattr(error, "ctx", None)
    if extra and is_game(extra[1]):
        return f"{extra[1]} is a game: --game {extra[1]} names it"
    more = f"; `{context.command_path} --help` explains it" if context else ""
    return (f"too many arguments: {extra[1]} is not expected" if extra else what) + more


def _meant(name: str) -> str:
    """What the user may have meant by the name of a file that is not there."""
    from treebuild.algorithms import ALGORITHMS
    from treebuild.game.lookup import catalogue, is_game
    from treebuild.game.reply_rules import RULES

    if name in ALGORITHMS:
        return f"{name} is an algorithm: `treebuild build {name} -o {name}.msgpack` writes its tree"
    if is_game(name):
        return f"{name} is a game: --game {name} names it, and a tree of it has to be built first"
    if name in RULES:
        return f"{name} is a rule: a file game.toml makes a game of it (docs/how-to/own-game.md)"
    near = difflib.get_close_matches(Path(name).name, _files_beside(name), 1, 0.8)
    if near:
        return f"did you mean {Path(name).with_name(near[0])}?"
    for known, what in ((ALGORITHMS, "algorithm"), (catalogue(), "game")):
        near = difflib.get_close_matches(name, list(known), 1, 0.75)
        if near:
            return f"did you mean the {what} {near[0]}?"
    return ""


def _files_beside(name: str) -> list[str]:
    """The names of the files in the folder of a path."""
    try:
        return [path.name for path in Path(name).parent.iterdir()]
    except OSError:
        return []
