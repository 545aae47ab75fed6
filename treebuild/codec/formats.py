"""The table of file formats: the extension of a file names its format, and each format has a module."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from treebuild.codec import contest, csv, explicit, graphs, implicit, json, msgpack, paths, ranked, solver_text
from treebuild.codec.files import STREAM
from treebuild.errors import Remedy, TreebuildError, UsageError
from treebuild.game.conditions import EVERYTHING, PLAIN
from treebuild.game.game import Game
from treebuild.regular_file import kind_by_name
from treebuild.tree.tree import Tree


@dataclass(frozen=True)
class Format:
    """A file format.

    extension   begins with a dot
    summary     a line for people
    needs_game  whether a file that is read does not carry its game: without one that the user names, it is of Bulls and
                Cows
    encode      encode(tree) is the content of a file
    decode      decode(data, game, patient) is the tree. `game` is the one that the user named, or None. Without
                `patient`, it refuses a tree that would take longer than a second or two. None: nothing reads it
    check_game  raises TreebuildError for a game that the format cannot carry
    note        a warning for people who use the files
    example     a game other than Bulls and Cows that it can carry, for advice
    """

    extension: str
    summary: str
    needs_game: bool
    encode: Callable[[Tree], bytes]
    decode: Callable[[bytes, Game | str | None, bool], Tree] | None
    check_game: Callable[[Game], None] = lambda game: None
    note: str = ""
    example: str = "p4c6r"

    def check(self, game: Game) -> None:
        """Raise TreebuildError for a game that the format cannot carry."""
        self.check_game(game)
        game.require(self.extension, PLAIN if self.needs_game else EVERYTHING, _WITHOUT)

    def read(self, data: bytes, game: Game | str | None = None, patient: bool = False) -> Tree:
        """The tree of the content of a file, as `decode` has it. Raises UsageError where nothing reads the format."""
        if self.decode is None:
            known = ", ".join(form.extension for form in FORMATS.values() if form.decode)
            raise UsageError(f"{self.extension} is only written: expected one of {known}")
        return self.decode(data, game, patient)


_UNRULED = Remedy("{} leaves out the rule of guesses and their costs, or write .msgpack", "unruled")
_WITHOUT = {
    "weights": Remedy("{} leaves them out, or write .msgpack", "unweighted"),
    "guesses": _UNRULED,
    "costs": _UNRULED,
}


def _table(*formats: Format) -> dict[str, Format]:
    return {form.extension: form for form in formats}


def _encoded(lines: Callable[[Tree], Iterator[str]]) -> Callable[[Tree], bytes]:
    """What makes the content of a file from the lines of a tree."""
    return lambda tree: "".join(f"{line}\n" for line in lines(tree)).encode()


OWN = _table(
    Format(".msgpack", "self-describing, with n-th and e", False, msgpack.encode, msgpack.decode, msgpack.check_game),
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
        "text of letters, digits, - and _: the guesses that a scoring rule would not make",
        True,
        ranked.encode,
        ranked.decode,
        ranked.check_game,
    ),
)
"""The formats that schema/ specifies: trees are shipped in them, and their sizes are compared."""

FORMATS = OWN | _table(
    Format(".json", "nested objects: a guess, and what follows each reply", True, _encoded(json.lines), json.decode),
    Format(
        ".tree",
        "text of alex1770/wordle: a guess, a reply, the next guess",
        True,
        _encoded(solver_text.lines),
        solver_text.decode,
        solver_text.check_game,
        example="wordle",
    ),
    Format(
        ".paths",
        "a line for each secret: the guesses that find it, with commas between",
        True,
        _encoded(paths.lines),
        paths.decode,
    ),
    Format(
        ".mm",
        "the grammar of the contest for MM(5,8): letters, and two digits for a reply",
        True,
        contest.encode,
        contest.decode,
        contest.check_game,
    ),
    Format(".csv", "a row for each node, for spreadsheets and statistics", False, _encoded(csv.lines), None),
    Format(".dot", "a drawing, for Graphviz", False, _encoded(graphs.dot_lines), None),
    Format(".graphml", "a graph, for Gephi, yEd and networkx", False, _encoded(graphs.graphml_lines), None),
)
"""All formats: our own, and those of other programs."""


def format_of(path: Path) -> Format:
    """The format that the extension of a path names; .msgpack for the standard output.

    Raises UsageError for an unknown extension, and TreebuildError for a directory.
    """
    if path == STREAM:
        return FORMATS[".msgpack"]
    extension = path.suffix.lower()
    if extension not in FORMATS:
        if os.path.isdir(path):  # noqa: PTH112 - False for a name that no file can have
            raise TreebuildError(f"{path}: is a directory, expected a tree file")
        known, kind = ", ".join(FORMATS), kind_by_name(path)
        raise UsageError(f"{path}: unknown extension {path.suffix!r}, expected one of {known}{kind and '; '}{kind}")
    return FORMATS[extension]


def told_from(data: bytes) -> Format:
    """The format of bytes from the standard input. A document begins with a map; only explicit texts have a separator.

    Implicit texts mostly have a #, because it begins every code below 92. A text with digits of the ranked format only
    counts as ranked, for the players as well. Our own texts have one line, and no quotation marks.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")  # a byte order mark
    if data and data[0] >= 0x80:
        return FORMATS[".msgpack"]
    if re.match(rb'\s*\{\s*"', data):
        return FORMATS[".json"]
    if re.match(rb"\s*\S+ +[BYG]+1\b", data):
        return FORMATS[".tree"]
    if re.match(rb"\s*\{\s*[A-Z]+\s*:\s*\{", data):
        return FORMATS[".mm"]
    if b"," in data and b"\n" in data.strip():
        return FORMATS[".paths"]
    if explicit.SEPARATOR.encode() in data:
        return FORMATS[".b92"]
    return FORMATS[".b92i" if data.strip().translate(None, ranked.DIGITS.encode()) else ".rank"]


def without_surroundings(data: bytes, form: Format) -> bytes:
    """The text alone, of a file in which lines and spaces are around it; a ranked text also out of a link to the page.

    The formats of one line allow one line end and no more. Other data is returned as it is.
    """
    if form is FORMATS[".rank"] and (link := re.search(rb"[#&]t=([\w-]+)", data)):
        return link[1]
    of_one_line = form.extension in OWN and form is not FORMATS[".msgpack"]
    return data.strip(b" \t\r\n") or data if of_one_line else data
