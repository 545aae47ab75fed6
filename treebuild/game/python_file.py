"""Games from Python files.

A process of its own runs the file (`python_process`), and says what game it makes. So neither the file nor what it
imports changes this program, whatever it does, and no other file that this program has run changes the game.
"""

from __future__ import annotations

import errno
import marshal
import os
import signal
import subprocess
import sys
import sysconfig
from array import array
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

from treebuild.errors import TreebuildError, warn
from treebuild.game.conditions import Conditions
from treebuild.game.game import Game
from treebuild.game.game_file import read_text
from treebuild.game.reply_rules import BYTE_REPLIES, Rule, Table
from treebuild.game.space import Space
from treebuild.regular_file import note_read

_START = "import sys; sys.path[:] = sys.argv[2:]; from treebuild.game.python_process import main; main(sys.argv[1])"
_INSTALLED = "site-packages", "dist-packages"
_DEEPEST = 8  # game files that run one another
_PATIENCE = 10.0  # seconds after which the user is told who is waited for
NO_ROOM = 74  # the exit code of the process where it cannot write what it tells

_CONDITIONS = tuple(field.name for field in fields(Conditions))

nested = 0  # how many game files wait for what this process does


def run_game(path: Path) -> Game:
    """The game that a Python file makes: its variable `game`, a Game or a function that returns one.

    The file is run at every call. A game of Python code becomes a table of its replies, whose codes and secrets are
    texts. Raises TreebuildError, naming file and line, when the file fails or has no such variable.
    """
    text = read_text(path, "a game")
    if nested >= _DEEPEST:
        raise TreebuildError(f"{path}: more than {_DEEPEST} game files run one another: make the game in this file")
    start, installed, modules = _module_paths(path)
    request = {"path": str(path), "text": text, "modules": modules, "installed": installed, "nested": nested + 1}
    told = _told(path, start, request)
    for note in told["notes"]:
        warn(note)
    for read in told["read"]:
        note_read(read)
    if error := told.get("error"):
        raise TreebuildError(f"{path}: {error}")
    return _game(told["game"])


def _module_paths(path: Path) -> tuple[list[str], list[str], list[str]]:
    """Where the process finds modules: (at first; those of it that are installed; when the file runs).

    Modules of Python come first, so that no file beside a game takes their place in what is installed.
    """
    known, package = [str(Path(place).absolute()) for place in sys.path], Path(__file__).parents[1]
    library = {Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
    zips = {place.parent for place in library}  # python311.zip

    def is_python(place: Path) -> bool:
        beneath = place in library or (place.parent in library and place.name not in _INSTALLED)
        return beneath or (place.parent in zips and place.suffix == ".zip")

    python = [place for place in known if is_python(Path(place))]
    others = [place for place in known if place not in python]
    packages = [place for place in others if Path(place).name in _INSTALLED]
    start, installed = [*python, str(package.parent), *packages, *others], [*python, str(package), *packages]
    return start, installed, [*python, str(path.resolve().parent), *others]


def _told(path: Path, start: list[str], request: dict[str, Any]) -> Any:
    """What the process says, which gets `request`.

    Both are files, and no pipes: processes that the game file starts would hold these open, long after it has ended.
    """
    try:
        with TemporaryDirectory(prefix="treebuild-", ignore_cleanup_errors=True) as folder:
            Path(folder, "request").write_bytes(marshal.dumps(request))
            status, told = _status(path, [folder, *start]), Path(folder, "told")
            if status == -signal.SIGINT:
                raise KeyboardInterrupt
            if status == NO_ROOM:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if not told.exists():
                raise TreebuildError(f"{path}: Python ended with exit code {status} while it ran the file")
            return marshal.loads(told.read_bytes())
    except OSError as error:
        raise TreebuildError(f"{path}: needs room in the folder of temporary files: {error.strerror}") from None


def _status(path: Path, words: list[str]) -> int:
    """The exit code of the process, once it has ended. It ends when this one does, which closes its standard input."""
    flags, stream = sys.flags, _error_stream()
    alike = ["-I"] if flags.isolated else ["-P", *["-E"] * flags.ignore_environment]
    alike += ["-X", "utf8"] * flags.utf8_mode
    waiting = Timer(_PATIENCE, warn, [f"note: {path}: still runs, or computes its replies"])
    waiting.daemon = True
    try:
        process = subprocess.Popen(
            [sys.executable or "python", *alike, "-c", _START, *words],
            stdin=subprocess.PIPE,
            stdout=stream,
            stderr=stream,
            env={"PYTHONHASHSEED": "0", **os.environ},  # a list that is made of a set has one order in all runs
        )
    except OSError as error:
        raise TreebuildError(f"{path}: {sys.executable or 'Python'} cannot be started: {error.strerror}") from None
    with process:
        try:
            waiting.start()
            return process.wait()
        except BaseException:
            process.kill()
            raise
        finally:
            waiting.cancel()


def _error_stream() -> int:
    """Where the process prints: the standard output belongs to the command, and may be JSON."""
    try:
        os.fstat(2)
    except OSError:
        return subprocess.DEVNULL
    return 2 if sys.__stderr__ else subprocess.DEVNULL  # without one, 2 may be a file that was opened since


def _game(told: dict[str, Any]) -> Game:
    """The game that `python_process.described` describes."""
    codes, replies = tuple(told["codes"]), tuple(told["replies"])
    secrets = codes if told["secrets"] is None else tuple(told["secrets"])
    if "table" in told:
        words = len(replies) > BYTE_REPLIES  # `marshal` makes bytes of them
        rows = [array("H", row) if words else row for row in told["table"]]
        rule: Rule | Table = Table.of(codes, secrets, rows, told["hypotheses"])
    else:
        rule = Rule(*told["rule"])
    return Game(
        told["name"],
        codes,
        secrets,
        replies,
        told["win"],
        rule.reply,
        rule,
        told["space"] and Space(*told["space"]),
        tuple(told["symbols"]),
        told["left_out"],
        tuple(images.__getitem__ for images in told.get("symmetries", ())),
        Conditions(**{name: told[name] for name in _CONDITIONS}),
        told["own_names"],
    )
