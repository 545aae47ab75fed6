"""Finding the code that a text spells, in capital or small letters: in a table of spellings, or symbol by symbol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from treebuild.game.reply_rules import Code

T = TypeVar("T")


class SpelledCodes:
    """A table from spelling to code. A spelling in small letters is in it too, unless several codes share it."""

    def __init__(self, codes: Sequence[Code], spell: Callable[[Code], str]) -> None:
        exact = {spell(code): code for code in codes}
        self._codes = {**_in_small_letters(exact), **exact}

    def find(self, text: str) -> Code | None:
        """The code that the text spells, or None. Capitals matter only where codes differ in nothing else."""
        return next((self._codes[spelled] for spelled in _spellings(text) if spelled in self._codes), None)


class SpelledSymbols:
    """A table from character to symbol, for games in which each symbol is one character.

    It makes no table of the codes: to spell a million of them would take seconds.
    """

    def __init__(self, symbols: Sequence[str], index: Mapping[Code, int]) -> None:
        exact = {symbol: number for number, symbol in enumerate(symbols)}
        self._index, self._readings = index, (exact, _in_small_letters(exact))

    def find(self, text: str) -> Code | None:
        """The code that the text spells, or None. Capitals matter only where codes differ in nothing else."""
        for spelled in _spellings(text):
            for symbols in self._readings:
                code = tuple([symbols.get(symbol, -1) for symbol in spelled])
                if code in self._index:
                    return code
        return None


def _spellings(text: str) -> tuple[str, ...]:
    return text, text.strip(), text.strip().lower()


def _in_small_letters(exact: Mapping[str, T]) -> dict[str, T]:
    """The table by texts in small letters, without those that several of its texts share."""
    small = Counter(text.lower() for text in exact)
    return {text.lower(): value for text, value in exact.items() if small[text.lower()] == 1}
