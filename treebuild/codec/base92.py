"""Base-92 digits, and reading a text file of one line: shared by the text formats."""

from __future__ import annotations

from treebuild.codec.files import check_size
from treebuild.errors import Remedy, TreebuildError
from treebuild.game.game import Game

DIGITS = "".join(chr(c) for c in range(35, 128) if chr(c) != "\\")
BASE = len(DIGITS)  # 92
VALUE = {digit: value for value, digit in enumerate(DIGITS)}


def two_digits(number: int) -> str:
    """A number below 92*92 as two base-92 digits, the most significant first."""
    return DIGITS[number // BASE] + DIGITS[number % BASE]


def check_whole(game: Game) -> None:
    """Raise TreebuildError for a game that lacks some of its codes: the text formats number all codes."""
    if game.left_out:
        raise TreebuildError(
            f"{game.name}: codes that the tree does not guess ({game.left_out}) are not in its file, and this format "
            "numbers them all",
            "game",
            Remedy("{} names the whole game", "game", "game.toml"),
        )


def read_text(data: bytes, alphabet: str) -> str:
    """The text of a file of one line, without a byte order mark before it and a line end after it.

    Raises TreebuildError, naming character and position, for a character that is not in `alphabet`, which is ASCII.
    """
    check_size(len(data))
    body = data.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n").removesuffix(b"\r")
    legal = alphabet.encode("ascii")
    foreign = body.translate(None, legal)
    if foreign:
        position = body.index(foreign[:1])
        character = body[position : position + 4].decode("utf-8", "replace")[0]
        raise TreebuildError(
            f"character {character!r} at position {position + 1} is not in the format's alphabet", "alphabet"
        )
    return body.decode("ascii")
