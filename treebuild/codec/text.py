"""What the text formats share: base-92 digits, and reading a file of one line."""

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
    """Raise TreebuildError for a game some of whose codes are missing: these formats number all codes."""
    if game.left_out:
        raise TreebuildError(
            f"{game.name}: codes that the tree does not guess ({game.left_out}) are not in its file, and this format "
            "numbers them all",
            "game",
            Remedy("{} names the whole game", "game", "game.toml"),
        )


def read_text(data: bytes, alphabet: str) -> str:
    """The text of a file: one line, of which a byte order mark before and one line end after are not part.

    Raises TreebuildError, naming character and position, for anything else that is not of the (ASCII) alphabet.
    """
    check_size(data)
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
