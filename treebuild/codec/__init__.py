"""Loading, saving and converting trees. The extension of a file names its format: `formats.py` has the table.

In place of a file, `-` is the standard input or output, and a ranked text may stand for a file that holds it.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from treebuild.codec import implicit, ranked
from treebuild.codec.files import PATIENT_LIMIT, SIZE_LIMIT, STREAM, check_size, check_writable, read_bytes, write_bytes
from treebuild.codec.formats import FORMATS, Format, format_of, told_from, without_surroundings
from treebuild.errors import MissingFileError, Remedy, TreebuildError, UsageError, check_type
from treebuild.game.game import Game
from treebuild.tree.policy import MOST_GUESSES
from treebuild.tree.tree import Tree

SHORTEST = 5  # characters of the shortest ranked text


def load(path: Path | str, game: Game | str | None = None, patient: bool = False) -> Tree:
    """Read a tree. Formats that do not carry their game take it from `game`, by default Bulls and Cows.

    The extension names the format; `treebuild list formats` shows which are read. Of other programs' formats the rules
    of the game give what the file leaves out, and an error has the place in the file. `path` may be "-", the standard
    input, or a ranked text itself. Raises TreebuildError, naming the file, for anything but a whole and sound tree of
    that game. Unless `patient`, it also raises TreebuildError for a tree that would take longer than a second or two to
    read, such as a ranked text of a game of 20000 codes.

    >>> save(build("minavg", "p3c4r"), "minavg.b92")
    >>> load("minavg.b92", "p3c4r")
    Tree(p3c4r: total 208, 4 guesses at most)
    >>> load("A7lzj_", "mastermind")
    Tree(p4c6r: total 5625, 6 guesses at most)
    """
    check_type(path, (str, Path), "path of a tree file, and no ranked text")
    path = Path(path)
    form, data = _read(path, patient)
    try:
        return form.read(data, game, patient)
    except TreebuildError as error:
        advice = Remedy("if it is of another game, name it, such as {}", "game", form.example)
        another = advice if form.needs_game and game is None else None
        if not is_text(path):
            raise error.at(path, another) from None
        if error.kind == "checksum" and ranked.VALUE[str(path)[0]] >> 4 != ranked.VERSION:
            raise MissingFileError(path) from None  # no ranked text has this version: the path is a name, mistyped
        why = f", and no tree can be read from it as a ranked text: {error.message}"
        raise MissingFileError(path, why, error.kind, error.remedy or another) from None


def _read(path: Path, patient: bool) -> tuple[Format, bytes]:
    """The format and the bytes of a file, of the standard input, or of a ranked text.

    Raises TreebuildError for more bytes than `patient` allows; documents may be as large as their decoder allows.
    """
    if path == STREAM:
        data = read_bytes(path, PATIENT_LIMIT)
        form = told_from(data)
        try:
            check_size(len(data), _most(form, patient))
        except TreebuildError as error:
            raise error.at(path) from None
        return form, without_surroundings(data, form)
    if is_text(path):
        return FORMATS[".rank"], str(path).encode("ascii")
    exists = os.path.exists(path)  # noqa: PTH110 - False for a name that no file can have
    if not exists and os.path.islink(path):  # noqa: PTH114
        raise TreebuildError(f"{path}: leads to {path.readlink()}, where there is no file")
    if exists and path.is_dir():
        raise TreebuildError(f"{path}: is a directory, expected a tree file")
    if not exists and path.suffix.lower() not in FORMATS:
        raise MissingFileError(path)
    form = format_of(path)
    return form, without_surroundings(read_bytes(path, _most(form, patient)), form)


def _most(form: Format, patient: bool) -> int:
    return PATIENT_LIMIT if patient or form is FORMATS[".msgpack"] else SIZE_LIMIT


def slow_to_read(tree: Tree, path: Path) -> str:
    """A warning to print after writing a tree that `load` refuses without `patient`; "" for all other trees."""
    slow = int(tree.size.sum()) > MOST_GUESSES or (format_of(path).extension == ".rank" and ranked.takes_long(tree))
    return f"{path}: reading it may take long: give --patient to every command that reads it" if slow else ""


def is_text(path: Path) -> bool:
    """Whether a path is a ranked text: SHORTEST or more digits of the ranked format, which are no file's name."""
    text = str(path)
    return len(text) >= SHORTEST and set(text) <= ranked.VALUE.keys() and not os.path.lexists(path)


def save(
    tree: Tree,
    path: Path | str,
    force: bool = False,
    normalise: bool = False,
    unweighted: bool = False,
    unruled: bool = False,
) -> None:
    """Write a tree in the format that the extension names, whole or not at all.

    `force` replaces an existing file. `normalise` writes the tree of `implicit.normalise`, which is no worse at any
    depth, and which every format can carry. Of the formats that are read, only .msgpack can carry weights of secrets, a
    rule of guesses and costs: `unweighted` leaves out the weights, `unruled` the rule and the costs. The standard
    output, "-", gets a .msgpack document. Raises TreebuildError when the format cannot carry the tree, when the file
    cannot be written, and when it exists and `force` is not given.

    >>> tree = build("minavg", "p3c4r")
    >>> save(tree, "minavg.msgpack")
    >>> save(tree, "minavg.msgpack")
    Traceback (most recent call last):
        ...
    treebuild.errors.TreebuildError: minavg.msgpack: already exists; use force=True to replace it
    """
    check_type(tree, Tree, "tree: expected a Tree, as build and load(path) return")
    check_type(path, (str, Path), "path of a file to write")
    path = Path(path)
    _write(tree, path, format_of(path), force, normalise, unweighted, unruled)


@dataclass(frozen=True)
class Conversion:
    """The result of `convert`: the tree as written, its format, its bytes, and lines about replaced guesses."""

    tree: Tree
    form: Format
    size: int
    replaced: tuple[str, ...]


def convert(
    source: Path | str,
    target: Path | str,
    game: Game | str | None = None,
    *,
    form: str | None = None,
    normalise: bool = False,
    unweighted: bool = False,
    unruled: bool = False,
    patient: bool = False,
    force: bool = False,
) -> Conversion:
    """Write the tree of a file in another format, which the extension of `target` names.

    `game` and `patient` are as in `load`; `normalise`, `unweighted`, `unruled` and `force` are as in `save`. `form`
    names the format for the standard output, "-", and for no other target: an extension without its dot. The result has
    the tree as it was written, and its `size` in bytes. Raises TreebuildError as `load` and `save` do.

    >>> save(build("minavg", "p3c4r"), "tree.msgpack")
    >>> convert("tree.msgpack", "tree.rank").size
    8
    >>> load("tree.rank", "p3c4r").total
    208
    """
    check_type(target, (str, Path), "path of a file to write")
    target = Path(target)
    if form is not None and (target != STREAM or f".{form}" not in FORMATS):
        known = ", ".join(name[1:] for name in FORMATS)
        raise UsageError(f"format {form!r}: expected {known}, and a target of -, which has no extension")
    chosen = FORMATS[f".{form}"] if form else format_of(target)
    return _write(load(source, game, patient), target, chosen, force, normalise, unweighted, unruled)


def _write(
    tree: Tree, path: Path, form: Format, force: bool, normalise: bool, unweighted: bool, unruled: bool
) -> Conversion:
    check_writable(path, force)
    if path == STREAM and form.extension == ".msgpack" and sys.stdout.isatty():
        raise TreebuildError("the standard output is a terminal, and a .msgpack document is no text: name a file")
    tree = tree.unweighted() if unweighted else tree
    tree = tree.unruled() if unruled else tree
    form.check(tree.game)
    replaced: tuple[str, ...] = ()
    if normalise:
        before, (tree, changes) = tree, implicit.normalise(tree)
        replaced = tuple(implicit.replaced(before, tree, changes))
    data = form.encode(tree)
    write_bytes(path, data, force)
    return Conversion(tree, form, len(data), replaced)
