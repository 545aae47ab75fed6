"""Which code a text spells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from treebuild.game.reply_rules import Code

T = TypeVar("T")


class SpelledCodes:
    """Codes by how they are spelled, and in small letters where these tell them apart."""

    def __init__(self, codes: Sequence[Code], spell: Callable[[Code], str]) -> None:
        exact = {spell(code): code for code in codes}
        self._codes = {**_in_small_letters(exact), **exact}

    def find(self, text: str) -> Code | None:
        """The code that is spelled like this, in small or capital letters."""
        return next((self._codes[spelled] for spelled in _spellings(text) if spelled in self._codes), None)


class SymbolByTurn:
    """The codes of a space, where each symbol is one character: to spell each of a million codes would take seconds."""

    def __init__(self, symbols: Sequence[str], index: Mapping[Code, int]) -> None:
        exact = {symbol: number for number, symbol in enumerate(symbols)}
        self._index, self._readings = index, (exact, _in_small_letters(exact))

    def find(self, text: str) -> Code | None:
        """The code that is spelled like this, in small or capital letters."""
        for spelled in _spellings(text):
            for symbols in self._readings:
                code = tuple([symbols.get(symbol, -1) for symbol in spelled])
                if code in self._index:
                    return code
        return None


def _spellings(text: str) -> tuple[str, ...]:
    return text, text.strip(), text.strip().lower()


def _in_small_letters(exact: Mapping[str, T]) -> dict[str, T]:
    """What each text in small letters stands for, where it stands for one thing only."""
    small = Counter(text.lower() for text in exact)
    return {text.lower(): value for text, value in exact.items() if small[text.lower()] == 1}
