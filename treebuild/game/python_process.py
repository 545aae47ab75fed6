"""The process that runs a Python game file, and says what game it makes. `python_file` starts it.

The file imports what `python game.py` would import, from the text of the modules, except that modules of Python come
before files beside the game.
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
from dataclasses import astuple
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
    """Run the file that `request` in this folder has, and write its game, or its error, to `told` there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever started this process says what happened
    request, own = marshal.loads(Path(folder, "request").read_bytes()), os.getpid()
    _end_with_parent()
    notes = _Notes()
    logging.getLogger("treebuild").addHandler(notes)
    path = Path(request["path"])
    sys.path[:], sys.argv[:], sys.dont_write_bytecode = request["modules"], [str(path.absolute())], True
    python_file.nested = request["nested"]
    installed, read = [Path(place) for place in request["installed"]], _paths_read()
    said = _run(path.absolute(), request["text"], installed) | {"notes": notes.texts}
    said["read"] = [path for path in read.copy() if not _beneath(installed, path)]
    if os.getpid() == own:  # and no copy that the file has made of it
        try:
            Path(folder, "begun").write_bytes(marshal.dumps(said))
            Path(folder, "begun").rename(Path(folder, "told"))  # which is whole, however this process ends
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
    _run_texts(beside, installed)
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
        what, said = type(error).__name__, ""
        with suppress(Exception):  # of an error that cannot say itself
            said = str(error)
        what = said if isinstance(error, TreebuildError) else f"{what}: {said}"
        return {"error": f"{where}{' '.join(what.split())}"}


def _is_installed(name: str) -> bool:
    """Whether a name is that of a module of Python, or of one that treebuild itself has imported."""
    known = name in sys.stdlib_module_names or name in sys.modules  # some are in neither, such as `test`
    return known or PathFinder.find_spec(name, [sysconfig.get_path("stdlib")]) is not None


class _Beside:
    """The modules beside a game file. Whoever imports one with the name of an installed module is told so."""

    def __init__(self, path: Path) -> None:
        self.path, self.folder = path, path.resolve().parent
        names = {module.name for module in iter_modules([str(self.folder)])} - {path.stem}
        own = {name for name in names if self._has(sys.modules.get(name))}  # such as treebuild, in a checkout
        self._taken = {name for name in names - own if _is_installed(name)}

    def _has(self, module: ModuleType | None) -> bool:
        return self.folder in Path(getattr(module, "__file__", None) or "/").parents

    def compiled(self, text: str | bytes, path: str) -> CodeType:
        """The code of a text. Raises TreebuildError for an import that may mean either of two modules."""
        parsed = ast.parse(text, path)
        for line, name in _imports(parsed):
            if name in self._taken:
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


def _run_texts(beside: _Beside, installed: list[Path]) -> None:
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
    """What `python_file` makes the game from: numbers, texts and bytes."""
    shown = game if isinstance(game.rule, Rule | Table) else tabled(game)
    rule, own = shown.rule, game.conditions
    told = {
        "name": _text(game.name),
        "replies": [*map(_text, game.replies)],
        "win": int(game.win),
        "space": shown.space and astuple(shown.space),
        "symbols": [*map(_text, shown.symbols)],
        "left_out": int(game.left_out),
        "weights": own.weights,
        "guesses": _text(own.guesses),
        "costs": own.costs,
        "cost_unit": own.cost_unit,
        "groups": own.groups,
        "group_names": tuple(map(_text, own.group_names)),
        "own_names": tuple(map(_text, game.own_names)),
    }
    if isinstance(rule, Table):
        if [*rule.column] != [*shown.secrets]:
            raise TreebuildError(f"game {game.name!r}: its table has other secrets: make it by Game.from_table")
        spell: Callable[[Any], object] = _text
        told["table"] = [rule.rows[code] for code in shown.codes]
        told["hypotheses"] = [*map(_text, rule.hypotheses.values())]
        told["symmetries"] = [_images(game, number) for number in range(len(game.symmetries))]
    else:
        assert rule is not None
        spell = _numbers
        told["rule"] = _text(rule.name), int(rule.pegs)
    told["codes"] = [*map(spell, shown.codes)]
    told["secrets"] = None if shown.secrets is shown.codes else [*map(spell, shown.secrets)]
    return told


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
