"""The process that runs a Python game file, and describes the game that it makes. `python_file` starts it.

The docstring of `python_file` lists what the process gets and what it writes. The game file imports what
`python game.py` would import, from the text of the modules, except that modules of Python come before files beside the
game.
"""

from __future__ import annotations

import ast
import logging
import marshal
import os
import signal
import sys
import sysconfig
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import astuple, fields
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from pkgutil import iter_modules
from threading import Thread
from types import CodeType, ModuleType
from typing import Any

import msgpack  # noqa: F401  # before any file of this name is beside a game

from treebuild.errors import TreebuildError
from treebuild.game import python_file
from treebuild.game.game import Game
from treebuild.game.reply_matrix import tabled
from treebuild.game.reply_rules import Rule, Table

_NAME = "__mp_main__"  # the name that processes of a pool give to the main file, which they run themselves


def main(folder: str) -> None:
    """Run the game file of the request in this folder, and write the response there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever started this process says what happened
    request, own = marshal.loads(Path(folder, "request").read_bytes()), os.getpid()
    _end_with_parent()
    notes = _Notes()
    logging.getLogger("treebuild").addHandler(notes)
    path = Path(request["path"])
    sys.path[:], sys.argv[:], sys.dont_write_bytecode = request["modules"], [str(path.absolute())], True
    python_file.nested = request["nested"]
    installed, read = [Path(place) for place in request["installed"]], _paths_read()
    response = _run(path.absolute(), request["text"], installed) | {"notes": notes.texts}
    response["read"] = [path for path in read.copy() if not _beneath(installed, path)]
    if os.getpid() == own:  # a process forked by the game file gets here too, and must not write
        try:
            Path(folder, "unfinished").write_bytes(marshal.dumps(response))
            Path(folder, "unfinished").rename(Path(folder, "response"))  # which is whole, however this process ends
        except OSError:
            os._exit(python_file.NO_ROOM)
    # Python now waits for threads and processes that the file has left, and writes what is in files that are open.


def _end_with_parent() -> None:
    """End when the standard input is closed. The file has an empty one."""
    ends = os.dup(0)
    Thread(target=lambda: os.read(ends, 1) or os._exit(1), daemon=True).start()
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)


def _paths_read() -> set[str]:
    """The real paths of all files that are read from now on."""
    read: set[str] = set()

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        opened = event == "open" and arguments[2] & 3 != os.O_WRONLY
        if (opened or event == "sqlite3.connect") and isinstance(arguments[0], str | bytes):
            read.add(os.path.realpath(os.fsdecode(arguments[0])))

    sys.addaudithook(hook)
    return read


class _Notes(logging.Handler):
    """Keeps what treebuild warns of."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


def _run(path: Path, text: str, installed: list[Path]) -> dict[str, Any]:
    """The game of a file with this text, or the error."""
    beside = _Beside(path)
    module = sys.modules[_NAME] = sys.modules["__main__"] = ModuleType(_NAME)
    module.__file__ = str(path)
    _ignore_bytecode(beside, installed)
    try:
        exec(beside.compiled(text, str(path)), vars(module))
        game = getattr(module, "game", None)
        game = game() if callable(game) else game
        if not isinstance(game, Game):
            raise TreebuildError("has no `game`: expected a treebuild.Game, or a function that returns one")
        return {"game": described(game)}
    except BaseException as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        where = f"line {lines[-1]}: " if lines else ""
        message = ""
        with suppress(Exception):  # its __str__ may fail
            message = str(error)
        what = message if isinstance(error, TreebuildError) else f"{type(error).__name__}: {message}"
        return {"error": f"{where}{' '.join(what.split())}"}


def _is_installed(name: str) -> bool:
    """Whether a name is that of a module of Python, or of one that treebuild itself has imported."""
    known = name in sys.stdlib_module_names or name in sys.modules  # some are in neither, such as `test`
    return known or PathFinder.find_spec(name, [sysconfig.get_path("stdlib")]) is not None


class _Beside:
    """The modules beside a game file. An import of one that has the name of an installed module is an error."""

    def __init__(self, path: Path) -> None:
        self.path, self.folder = path, path.resolve().parent
        names = {module.name for module in iter_modules([str(self.folder)])} - {path.stem}
        own = {name for name in names if self._has(sys.modules.get(name))}  # such as treebuild, in a checkout
        self._ambiguous = {name for name in names - own if _is_installed(name)}

    def _has(self, module: ModuleType | None) -> bool:
        return self.folder in Path(getattr(module, "__file__", None) or "/").parents

    def compiled(self, text: str | bytes, path: str) -> CodeType:
        """The code of a text. Raises TreebuildError for an import that may mean either of two modules."""
        parsed = ast.parse(text, path)
        for line, name in _imports(parsed):
            if name in self._ambiguous:
                place = f"{path}: " * (path != str(self.path))
                raise TreebuildError(
                    f"{place}line {line}: imports {name}, an installed module, and {self.folder / name} has the same "
                    "name: rename it"
                )
        return compile(parsed, path, "exec", dont_inherit=True)


def _imports(parsed: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, name) of the modules that a text imports, and of the packages that these are in."""
    for node in ast.walk(parsed):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module.partition(".")[0]


def _ignore_bytecode(beside: _Beside, installed: list[Path]) -> None:
    """Run modules that are not installed from their text, never by code that `__pycache__` has of an older text."""
    by_cache = SourceFileLoader.get_code

    def get_code(loader: Any, fullname: str) -> CodeType | None:
        if _beneath(installed, loader.path):
            return by_cache(loader, fullname)
        return beside.compiled(loader.get_data(loader.path), loader.path)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment]


def _beneath(folders: list[Path], path: str) -> bool:
    return any(folder in Path(path).parents for folder in folders)


def described(game: Game) -> dict[str, Any]:
    """A game in numbers, texts and bytes: the docstring of `python_file` lists the keys."""
    shown = game if isinstance(game.rule, Rule | Table) else tabled(game)
    rule, played = shown.rule, game.conditions
    conditions = {field.name: getattr(played, field.name) for field in fields(played)}
    conditions |= {"guesses": _text(played.guesses), "group_names": tuple(map(_text, played.group_names))}
    description = {
        "name": _text(game.name),
        "replies": [*map(_text, game.replies)],
        "win": int(game.win),
        "space": shown.space and astuple(shown.space),
        "symbols": [*map(_text, shown.symbols)],
        "left_out": int(game.left_out),
        "conditions": conditions,
        "own_names": tuple(map(_text, game.own_names)),
    }
    if isinstance(rule, Table):
        if [*rule.column] != [*shown.secrets]:
            raise TreebuildError(f"game {game.name!r}: its table has other secrets: make it by Game.from_table")
        spell: Callable[[Any], object] = _text
        description["table"] = [rule.rows[code] for code in shown.codes]
        description["hypotheses"] = [*map(_text, rule.hypotheses.values())]
        description["symmetries"] = [_images(game, number) for number in range(len(game.symmetries))]
    else:
        assert rule is not None
        spell = _numbers
        description["rule"] = _text(rule.name), int(rule.pegs)
    description["codes"] = [*map(spell, shown.codes)]
    description["secrets"] = None if shown.secrets is shown.codes else [*map(spell, shown.secrets)]
    return description


def _numbers(code: Any) -> tuple[int, ...]:
    """A code of a built-in rule, whose numbers may be of classes of their own."""
    return tuple(map(int, code))


def _text(value: object) -> str:
    """The text of a value, without a class of its own."""
    return "".join(str(value))


def _images(game: Game, number: int) -> dict[str, str]:
    """The spelled image of each spelled code and secret under a symmetry of the game; "" for what it cannot map."""
    images: dict[str, str] = {}
    every = {*game.codes, *game.secrets}
    for code in (*game.codes, *game.secrets):
        image = ""
        with suppress(Exception, SystemExit):
            mapped = game.symmetries[number](code)
            image = _text(game.spell(mapped)) if mapped in every else ""
        if images.setdefault(_text(game.spell(code)), image) != image:
            raise TreebuildError(
                f"game {game.name!r}: symmetry {number} maps a code and a secret that are both spelled "
                f"{game.spell(code)!r} to different ones: spell them differently"
            )
    return images
