"""Finding a game by its rule string, its name or its file."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Sequence
from contextlib import suppress
from importlib import resources
from pathlib import Path

from treebuild.errors import TreebuildError, UsageError, check_type, did_you_mean
from treebuild.game.game import Game
from treebuild.game.game_file import read_game
from treebuild.game.python_file import run_game
from treebuild.game.space import Space, is_rule_string
from treebuild.game.text import one_word
from treebuild.game.user_input import guesses_words
from treebuild.game.words import WORD_GAMES, WORDLE
from treebuild.regular_file import kind_by_name

_PARTS = {  # by extension, what a file is that is a part of a game, and how a game has it
    ".csv": 'a table: name it in a game file, such as game.toml, by rule = "table", table = "{}", guesses = "identify"',
    ".txt": 'a list of words: give it to --codes, or name it in a game file by codes = "{}"',
}
GAMES = resources.files("treebuild") / "game" / "games"
DEFAULT = "p4c10n"


def catalogue() -> dict[str, str]:
    """The names of games, each with a line that describes the game. Other pNcM games have only their rule strings."""
    files = sorted((file for file in GAMES.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    titles = {file.name.removesuffix(".toml"): tomllib.loads(file.read_text("utf-8"))["name"] for file in files}
    named = {"bulls-cows": "four different digits", "mastermind": "four colours of six, which may repeat", **titles}
    return {**named, **{name: title for name, (title, _) in WORD_GAMES.items()}}


def is_game(name: str) -> bool:
    """Whether a text is the rule string, the alias or the name of a game."""
    return is_rule_string(name) or name in catalogue()


def find_game(text: str | Path, guesses: str | None = None) -> Game:
    """The game that a rule string, an alias or a name stands for, or that the file of this path describes.

    A path ends with .toml or .py; a Python file is run. `guesses` is a rule of guesses (see `Game.with_guesses`), which
    replaces the rule in the file. Raises TreebuildError when there is no such game, and when the file does not describe
    a game.
    """
    check_type(text, (str, Path), "game: expected a Game, a rule string such as p4c10n, or the path of a game file")
    path = Path(text)
    if path.suffix == ".toml":
        return read_game(path, guesses)
    game = run_game(path) if path.suffix == ".py" else _known(str(text))
    return game if guesses is None else game.with_guesses(guesses)


def known_by(title: str) -> str | None:
    """The rule string, or the name of `treebuild list games`, of the game that people take a title for; None if none.

    Capitals do not matter, and certificates have hyphens in place of spaces.
    """
    folded, known = one_word(title).lower(), catalogue()
    if is_rule_string(folded) or folded in known:
        return folded
    return next((name for name, described in known.items() if one_word(described).lower() == folded), None)


def usual_game(turns: Sequence[str]) -> str:
    """The name of the game to assume for turns such as "crane:..y.g": Wordle if the first guess is a word."""
    return WORDLE if guesses_words(turns) else DEFAULT


def _known(name: str) -> Game:
    """The game that a rule string, an alias or a name stands for."""
    if is_rule_string(name):
        try:
            return Game.from_rules(name)
        except TreebuildError as error:  # a bad name is wrong usage, whatever is wrong with the game
            raise UsageError(error.message, error.kind, error.remedy) from None
    if name in WORD_GAMES:
        return WORD_GAMES[name][1]()
    known = catalogue()
    if name in known:
        with resources.as_file(GAMES) as folder:
            return read_game(folder / f"{name}.toml")
    if name and _is_directory(name):
        raise UsageError(f"{name}: is a directory, expected a game, or its file, game.toml or game.py")
    raise UsageError(
        f"bad game {name!r}: {_meant(name, known)}expected pNcM and then n (no symbol twice) or r (repetition "
        f"allowed), such as p4c10n, one of {', '.join(known)}, or a file, game.toml or game.py"
    )


def _is_directory(name: str) -> bool:
    with suppress(OSError, ValueError):  # for a name that no file can have
        return Path(name).is_dir()
    return False


def _meant(name: str, known: Collection[str]) -> str:
    """Such as "did you mean 'p4c10n'? ", where other capitals, spaces or a last letter make a name, or one is near."""
    if part := _PARTS.get(Path(name).suffix.lower()):
        return f"to go by its name it is {part.format(Path(name).name)}; "
    if kind := kind_by_name(Path(name)):
        return f"{kind}; "
    folded = name.strip().lower()
    for near in folded, f"{folded}n", f"{folded}r":
        with suppress(TreebuildError):
            if near in known or Space.parse(near):
                return f"did you mean {near!r}? "
    return did_you_mean(folded, known)


def as_game(game: Game | str | None = None) -> Game:
    """The game itself, or the game that a text or path stands for (see `find_game`). None stands for Bulls and Cows."""
    return game if isinstance(game, Game) else find_game(DEFAULT if game is None else game)
