"""Writes implicit.min.js and ranked.min.js in treebuild/player/: no comments, no spaces, one-letter names.

    python -m tests.helpers.minify        (make vectors)

Not a minifier for any other file: the sources are written so that these few rules keep its meaning. Comments stand on
lines of their own, a semicolon ends every statement but a block, no string and no regular expression holds a space, and
no name of the table has another sense.
"""

from __future__ import annotations

import re
from pathlib import Path

PLAYER = Path(__file__).parents[2] / "treebuild" / "player"
NAMES = {
    "implicit": {
        "text": "t", "fail": "E", "kind": "k", "pegs": "n", "symbols": "m", "repeat": "w", "codes": "C",
        "position": "p", "twice": "U", "list": "l", "reply": "R", "guess": "g", "secret": "x", "left": "l", "sum": "s",
        "digit": "D", "nodes": "q", "node": "o", "set": "S", "parts": "P", "code": "y", "key": "k",
    },
    "ranked": {
        "text": "t", "pegs": "p", "symbols": "m", "repeat": "w", "fail": "E", "kind": "k", "digits": "D", "codes": "C",
        "odd": "O", "bits": "B", "place": "x", "win": "W", "code": "y", "limit": "L", "step": "S", "order": "o",
        "count": "c", "wide": "d", "fixed": "F", "number": "N", "work": "e", "bitlength": "K", "reply": "R",
        "split": "P", "total": "T", "charge": "Q", "rank": "G", "node": "H", "width": "u", "head": "h", "guess": "g",
        "secret": "z", "left": "l", "sum": "r", "set": "M", "parts": "q", "key": "k", "depth": "f", "named": "v",
        "wanted": "A", "seen": "I", "all": "J", "part": "U", "here": "X", "another": "Y", "start": "Z", "after": "V",
        "look": "h",
    },
}  # fmt: skip


def minified(name: str) -> str:
    """The source of a decoder on one line."""
    source, names = (PLAYER / f"{name}.js").read_text(), NAMES[name]
    text = re.sub(r"^ *//.*\n", "", source, flags=re.MULTILINE)
    text = re.sub(r"\b[a-z]+\b(?!\")", lambda word: names.get(word[0], word[0]), text)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([^\w ]) ?", r"\1", text)
    text = re.sub(r"\(([a-z])\)=>", r"\1=>", text)
    return re.sub(r";(?=})", "", text).rstrip("; ") + "\n"


def main() -> None:
    """Write the files."""
    for name in NAMES:
        (PLAYER / f"{name}.min.js").write_text(minified(name))


if __name__ == "__main__":
    main()
