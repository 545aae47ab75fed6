"""Finding the code that a text spells, in capital or small letters: in a table of spellings, or symbol by symbol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from treebuild.game.reply_rules import Code
from treebuild.game.space import Space
from treebuild.game.text import normal, small

T = TypeVar("T")


class SpelledCodes:
    """A table from spelling to code. The spelling in NFC and in small letters is in it too, unless codes share it."""

    def __init__(self, codes: Sequence[Code], spell: Callable[[Code], str]) -> None:
        exact = {spell(code): code for code in codes}
        self._codes = {**_folded(exact, small), **_folded(exact, normal), **exact}

    def find(self, text: str) -> Code | None:
        """The code that the text spells, or None. Capitals matter only where codes differ in nothing else."""
        return next((self._codes[spelled] for spelled in _spellings(text) if spelled in self._codes), None)

    def fault(self, text: str) -> str:
        """Why the text spells no code: it is not in the list, and nothing more can be said."""
        return ""


class SpelledSymbols:
    """A table from character to symbol, for games in which each symbol is one character.

    It makes no table of the codes: to spell a million of them would take seconds.
    """

    def __init__(self, symbols: Sequence[str], index: Mapping[Code, int], space: Space) -> None:
        """Take the symbols of a game, the indices of its codes, and the space that has exactly these codes."""
        exact = {symbol: number for number, symbol in enumerate(symbols)}
        self._index, self._readings, self._space = index, (exact, _folded(exact, small)), space

    def find(self, text: str) -> Code | None:
        """The code that the text spells, or None. Capitals matter only where codes differ in nothing else."""
        for spelled in _spellings(text):
            for symbols in self._readings:
                code = tuple([symbols.get(symbol, -1) for symbol in spelled])
                if code in self._index:
                    return code
        return None

    def fault(self, text: str) -> str:
        """Why the text spells no code, and what codes are like."""
        spelled, (exact, folded) = normal(text.strip()), self._readings
        symbols = [exact.get(symbol, folded.get(symbol)) for symbol in spelled]
        if None in symbols:
            return f"{spelled[symbols.index(None)]!r} is not one of its symbols"
        if len(symbols) != self._space.pegs:
            return f"it has {len(symbols)} symbols, and codes have {self._space.pegs}"
        twice = [symbol for symbol, number in zip(spelled, symbols, strict=True) if symbols.count(number) > 1]
        if twice and not self._space.repeat:
            return f"{twice[0]} occurs twice, and the symbols of a code differ"
        return f"no code begins with {spelled[0]}"


def _spellings(text: str) -> tuple[str, ...]:
    return text, text.strip(), normal(text.strip()), small(text.strip())


def _folded(exact: Mapping[str, T], fold: Callable[[str], str]) -> dict[str, T]:
    """The table by folded texts, without those that several of its texts share."""
    times = Counter(map(fold, exact))
    return {fold(text): value for text, value in exact.items() if times[fold(text)] == 1}
