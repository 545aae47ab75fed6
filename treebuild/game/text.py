"""Text that is read or typed: what looks alike is made the same, and what looks like one character has to be one."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

_LOOKS = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))  # which only choose how a character is drawn: as text or as picture
_MARKS = ("Mn", "Me", "Mc")  # categories of Unicode: what stands on the character before it
MOST_MARKS = 30  # on a character: Unicode's Stream-Safe Text Format has no more, and no language needs them
_NO_LETTERS = re.compile(rf"[^\w\s\x00-\x7f]{{{MOST_MARKS},}}")
_JOINER = "\u200d"
_SKIN = range(0x1F3FB, 0x1F400)  # colours of skin, which join the person before them
_FLAGS = range(0x1F1E6, 0x1F200)  # letters of which two are a flag


def normal(text: str) -> str:
    """The text in NFC, as keyboards type it, without the choice between text and picture.

    Two files may spell an ö in one code point or in two, and a ❤ with U+FE0F or without. A text with more than
    MOST_MARKS on a character stays as it is: to put them in order takes time as the square of their number.
    """
    return text if text.isascii() or _has_many_marks(text) else unicodedata.normalize("NFC", text.translate(_LOOKS))


def _has_many_marks(text: str) -> bool:
    for run in _NO_LETTERS.finditer(text):
        marks = 0
        for character in run[0]:
            marks = marks + 1 if unicodedata.combining(character) else 0
            if marks > MOST_MARKS:
                return True
    return False


def one_word(text: str) -> str:
    """The text in printable ASCII, with hyphens for spaces and for all else."""
    return re.sub("[^!-~]+", "-", text)


def small(text: str) -> str:
    """The text in small letters, in that form."""
    return normal(normal(text).lower())


def normal_values(value: Any) -> Any:
    """The same for all texts in what was read from a TOML file."""
    if isinstance(value, str):
        return normal(value)
    if isinstance(value, list):
        return [normal_values(item) for item in value]
    return {normal(key): normal_values(item) for key, item in value.items()} if isinstance(value, dict) else value


def not_alone(text: str, marks: bool = True) -> str:
    """What is wrong with a text in which characters are joined, in words; "" with any other. See `joined`."""
    parts = joined(text, marks)
    return f"{parts} are joined into one character: expected characters that stand alone" if parts else ""


def joined(text: str, marks: bool = True) -> str:
    """The first characters of a text that are shown as one, such as "👩 + 🚀"; "" if there are none.

    Without `marks`, a mark may stand on a letter. Names may have such letters, since some languages are not written
    without them; a code that is made of symbols may not, since nobody would count two.
    """
    if text.isascii():
        return ""
    for at, character in enumerate(text):
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if character == _JOINER or ord(character) in _FLAGS:
            parts = (before if character == _JOINER else character) + after
        elif ord(character) in _SKIN or (marks and unicodedata.category(character) in _MARKS):
            parts = before + character
        else:
            continue
        return " + ".join(map(_seen, parts))
    return ""


def _seen(character: str) -> str:
    """A character that can be seen by itself: a mark stands on a circle of dots."""
    return f"◌{character}" if unicodedata.category(character) in _MARKS else character
