"""Checks that every new game must pass: a name of its own, printable texts, nothing twice, one case of letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from treebuild.errors import LONGEST, TreebuildError, printable
from treebuild.game.space import is_rule_string
from treebuild.game.text import normal, not_alone


def check_once(name: str, **lists: Sequence[Hashable]) -> None:
    """Raise TreebuildError, naming the game, when a list is empty, has an item twice, or has one that is not hashable.

    Texts that look alike are the same: an é in one code point and in two, a text with and without a space at its end.
    The keyword of a list is the word for one item: check_once(name, code=codes, secret=secrets).
    """
    for what, items in lists.items():
        try:
            counts = Counter(normal(item).strip() if isinstance(item, str) else item for item in items)
        except TypeError:
            raise TreebuildError(
                f"game {name!r}: expected every {what} to be hashable, such as a tuple and not a list"
            ) from None
        if not counts:
            raise TreebuildError(f"game {name!r}: expected every {what} once and at least one, got none")
        twice, count = counts.most_common(1)[0]
        if count > 1:
            raise TreebuildError(f"game {name!r}: expected every {what} once, got {twice!r} {count} times")


def check_name(name: str) -> None:
    """Raise TreebuildError for a name that is empty, is no text, cannot be printed, or is the rule string of a game."""
    if not isinstance(name, str) or not name.strip():
        raise TreebuildError(f"{name!r} is no name of a game: expected a text")
    if is_rule_string(name):
        raise TreebuildError(f"{name!r} is the name of another game: give this one a name of its own")
    check_printable(name)


def check_printable(*texts: str) -> None:
    """Raise TreebuildError for a text that is empty, is too long, or has characters that control a terminal."""
    for text in texts:
        if not text:
            raise TreebuildError("a name, code, secret, symbol or reply is empty: expected a text")
        if printable(text) != text:
            if fault := not_alone(text, marks=False):
                raise TreebuildError(fault)
            raise TreebuildError(
                f"{text!r} cannot be printed as it is: expected no control characters, and at most {LONGEST} characters"
            )


def check_symbols(name: str, symbols: Sequence[str]) -> None:
    """Raise TreebuildError, naming the game, for symbols that could spell two codes alike."""
    check_once(name, symbol=symbols)
    check_printable(*symbols)
    if max(map(len, symbols)) == 1:
        for symbol in symbols:
            if fault := not_alone(symbol):
                raise TreebuildError(f"game {name!r}: {fault}")
    elif dotted := next((symbol for symbol in symbols if "." in symbol), None):
        raise TreebuildError(
            f"game {name!r}: the symbol {dotted!r} has a dot, which stands between symbols of several characters"
        )


def mixed_case(words: Iterable[tuple[str, str]]) -> str:
    """Says, with the place, where a letter is a capital in one of these words and small in another; "" if nowhere.

    `words` are pairs (the place of the word in a file, the word). S and s would be two symbols: the replies would be
    wrong, and nobody would see why.
    """
    before: dict[str, str] = {}
    for where, word in words:
        for letter in word:
            if before.setdefault(letter.lower(), letter) != letter:
                other = before[letter.lower()]
                return f"{where}: {word!r} has {letter}, and words before it have {other}"
    return ""
