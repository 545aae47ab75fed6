"""Trees as files, one format per module; the extension of a file says which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from treebuild.codec import explicit, implicit, msgpack, ranked
from treebuild.codec.files import check_writable, read_bytes, write_bytes
from treebuild.errors import Remedy, TreebuildError
from treebuild.game.game import Game
from treebuild.tree import normal
from treebuild.tree.tree import Tree


@dataclass(frozen=True)
class Format:
    """A file format: its extension, and how a tree becomes bytes and comes back.

    `decode(data, game, patient)` takes the game the user named, or None: then a format that does not carry its game
    assumes Bulls and Cows. It refuses what would take longer than a second or two, unless it is told to be patient.
    `check_game` raises TreebuildError for a game too large for the format; `note` says what to know of its files.
    """

    extension: str
    summary: str
    needs_game: bool
    encode: Callable[[Tree], bytes]
    decode: Callable[[bytes, Game | str | None, bool], Tree]
    check_game: Callable[[Game], None] = lambda game: None
    note: str = ""

    def check(self, game: Game) -> None:
        """Raise TreebuildError for a game that the format cannot carry."""
        self.check_game(game)
        if self.needs_game and game.weights:
            raise TreebuildError(f"{self.extension} has no room for the weights of secrets", remedy=_WITHOUT)


FORMATS = {
    form.extension: form
    for form in (
        Format(".msgpack", "self-describing, with n-th and e", False, msgpack.encode, msgpack.decode),
        Format(
            ".b92",
            "base-92 text, explicit (Slovesnov 2011)",
            True,
            explicit.encode,
            explicit.decode,
            explicit.check_game,
        ),
        Format(
            ".b92i",
            "base-92 text, implicit (Slovesnov 2017)",
            True,
            implicit.encode,
            implicit.decode,
            implicit.check_game,
            "has no check digits, a damaged copy may be another tree: compare the counts",
        ),
        Format(
            ".rank",
            "text of letters, digits, - and _: what a scoring rule would not guess",
            True,
            ranked.encode,
            ranked.decode,
        ),
    )
}


_ANOTHER_GAME = Remedy("read as Bulls and Cows: {} would name another game", "game", "p4c6r")
_WITHOUT = Remedy("{} leaves them out, or write .msgpack", "unweighed")


def format_of(path: Path) -> Format:
    """The format a file's extension names. Raises TreebuildError when it names none."""
    if path.suffix not in FORMATS:
        raise TreebuildError(f"{path}: unknown extension {path.suffix!r}, expected one of {', '.join(FORMATS)}")
    return FORMATS[path.suffix]


def load(path: Path | str, game: Game | str | None = None, patient: bool = False) -> Tree:
    """Read a tree. Formats that do not carry their game take it from `game`, by default Bulls and Cows.

    Raises TreebuildError, naming the file, for anything but a whole and sound tree of that game, and for one that would
    take longer than a second or two to read, such as a ranked text of a game of 20000 codes, unless `patient`.

    >>> save(build("minavg", "p3c4r"), "minavg.b92")
    >>> load("minavg.b92", "p3c4r")
    Tree(p3c4r: total 208, 4 guesses at most)
    """
    path = Path(path)
    form = format_of(path)
    data = read_bytes(path)
    try:
        return form.decode(data, game, patient)
    except TreebuildError as error:
        raise error.at(path, _ANOTHER_GAME if form.needs_game and game is None else None) from None


def save(tree: Tree, path: Path | str, force: bool = False, normalise: bool = False, unweighed: bool = False) -> None:
    """Write a tree in the format the extension names, whole or not at all.

    `force` replaces an existing file. `normalise` writes the tree of `tree.normal.normalise`, no worse at any depth,
    which every format can carry. `unweighed` leaves out the weights of secrets, which only .msgpack can carry. Raises
    TreebuildError when the format cannot carry the tree, or the file exists and `force` is not given.

    >>> tree = build("minavg", "p3c4r")
    >>> save(tree, "minavg.msgpack")
    >>> save(tree, "minavg.msgpack")
    Traceback (most recent call last):
        ...
    treebuild.errors.TreebuildError: minavg.msgpack: already exists; use force=True to replace it
    """
    path = Path(path)
    form = format_of(path)
    check_writable(path, force)
    tree = tree.unweighed() if unweighed else tree
    form.check(tree.game)
    write_bytes(path, form.encode(normal.normalise(tree)[0] if normalise else tree), force)
