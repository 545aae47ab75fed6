"""Writes treebuild/player/implicit.min.js from implicit.js: no comments, no spaces, one-letter names.

    python -m tests.minify        (make vectors)

Not a minifier for any other file: the source is written so that these few rules keep its meaning. Comments stand on
lines of their own, a semicolon ends every statement but a block, no string and no regular expression holds a space, and
no name of the table has another sense.
"""

from __future__ import annotations

import re
from pathlib import Path

PLAYER = Path(__file__).parent.parent / "treebuild" / "player"
NAMES = {
    "text": "t", "fail": "E", "kind": "k", "pegs": "n", "symbols": "m", "repeat": "w", "codes": "C",
    "position": "p", "twice": "U", "list": "l", "reply": "R", "guess": "g", "secret": "x", "left": "l", "sum": "s",
    "digit": "D", "nodes": "q", "node": "o", "set": "S", "parts": "P", "code": "y", "key": "k",
}  # fmt: skip


def minified(source: str) -> str:
    """The source on one line."""
    text = re.sub(r"^ *//.*\n", "", source, flags=re.MULTILINE)
    text = re.sub(r"\b[a-z]+\b(?!\")", lambda word: NAMES.get(word[0], word[0]), text)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([^\w ]) ?", r"\1", text)
    text = re.sub(r"\(([a-z])\)=>", r"\1=>", text)
    return re.sub(r";(?=})", "", text).rstrip("; ") + "\n"


def main() -> None:
    """Write the file."""
    (PLAYER / "implicit.min.js").write_text(minified((PLAYER / "implicit.js").read_text()))


if __name__ == "__main__":
    main()
