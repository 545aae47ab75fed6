"""What every game is held against, whatever it is made from: names, texts and lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from treebuild.errors import LONGEST, TreebuildError, printable
from treebuild.game.space import is_rule_string


def check_once(name: str, **lists: Sequence[Hashable]) -> None:
    """Raise TreebuildError when one of the lists, named by what they are of, is empty or has something twice."""
    for what, items in lists.items():
        try:
            counts = Counter(items)
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
    """Raise TreebuildError for a text that does not name a game, or names one that is known by its rule string."""
    if not isinstance(name, str) or not name.strip():
        raise TreebuildError(f"{name!r} is no name of a game: expected a text")
    if is_rule_string(name):
        raise TreebuildError(f"{name!r} is the name of another game: give this one a name of its own")
    check_printable(name)


def check_printable(*texts: str) -> None:
    """Raise TreebuildError for a text, from a file, that is empty or would do more to a terminal than be read."""
    for text in texts:
        if not text:
            raise TreebuildError("a name, code, secret, symbol or reply is empty: expected a text")
        if printable(text) != text:
            raise TreebuildError(
                f"{text!r} cannot be printed as it is: expected no control characters, and at most {LONGEST} characters"
            )


def check_case(words: Iterable[tuple[str, str]]) -> None:
    """Raise TreebuildError where a letter is a capital in one of these words and small in another.

    Each word comes with the place where it stands. Lists of words have only one sort of letters: to mark S as another
    letter than s would give wrong replies, and nobody would see why.
    """
    before: dict[str, str] = {}
    for where, word in words:
        for letter in word:
            if before.setdefault(letter.lower(), letter) != letter:
                other = before[letter.lower()]
                raise TreebuildError(
                    f"{where}: {word!r} has {letter}, and words before it have {other}: "
                    "write all words in small letters, or all in capitals"
                )
