"""Games from Python files.

A process of its own runs the file (`python_process`), and describes the game that it makes. So neither the file nor
what it imports changes this program, whatever it does, and no other file that this program has run changes the game.

The process gets a request and writes a response. Both are dictionaries, stored by `marshal`.

request     path        the game file
            text        its content
            modules     `sys.path` while it runs
            installed   the folders of installed modules
            nested      how many game files wait for this one
response    notes       the texts of treebuild's warnings
            read        the paths of the files that were read, except those in the folders of installed modules
            error       why there is no game; only where there is none
            game        the game, a dictionary
game        name, replies, win, symbols, left_out, own_names: the fields of `Game`
            space       the values of the fields of `Space`, or None
            conditions  the fields of `Conditions`, a dictionary
            codes       a text for each code of a table, a tuple of symbols for each code of a built-in rule
            secrets     the same for the secrets; None where they are the codes
            rule        (name, pegs) of a built-in rule; a table has the next three instead
            table       for each code its replies to all secrets, as bytes: one byte each, or two if there are many
            hypotheses  the hypothesis of each secret; empty where none has variants
            symmetries  for each one a dictionary from spelled codes and secrets to their spelled images
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

_CHILD_CODE = """
import sys
sys.path[:] = sys.argv[2:]
from treebuild.game.python_process import main
main(sys.argv[1])
"""
_INSTALLED = "site-packages", "dist-packages"
_MAX_NESTING = 8  # game files that run one another
_NOTE_AFTER = 10.0  # seconds after which the user is told what is waited for
NO_ROOM = 74  # the exit code of the process where it cannot write its response

nested = 0  # how many game files wait for what this process does


def run_game(path: Path) -> Game:
    """The game that a Python file makes: its variable `game`, a Game or a function that returns one.

    The file is run at every call. A game of Python code becomes a table of its replies, whose codes and secrets are
    texts. Raises TreebuildError, naming file and line, when the file fails or has no such variable.
    """
    text = read_text(path, "a game")
    if nested >= _MAX_NESTING:
        most = f"more than {_MAX_NESTING} game files run one another"
        raise TreebuildError(f"{path}: {most}: make the game in this file")
    start, installed, modules = _module_paths(path)
    request = {"path": str(path), "text": text, "modules": modules, "installed": installed, "nested": nested + 1}
    response = _response(path, start, request)
    for note in response["notes"]:
        warn(note)
    for read in response["read"]:
        note_read(read)
    if error := response.get("error"):
        raise TreebuildError(f"{path}: {error}")
    return _game(response["game"])


def _module_paths(path: Path) -> tuple[list[str], list[str], list[str]]:
    """Three search paths: for the start of the process; the folders of installed modules; for the game file.

    The process imports treebuild by the first, and the third is `sys.path` while the game file runs. Modules of Python
    come first, so that no file beside a game takes their place in what is installed.
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


def _response(path: Path, start: list[str], request: dict[str, Any]) -> Any:
    """Send `request` to the process, and return its response. Raises TreebuildError if it ends without one.

    Both are files: child processes of the game file would hold a pipe open.
    """
    try:
        with TemporaryDirectory(prefix="treebuild-", ignore_cleanup_errors=True) as folder:
            Path(folder, "request").write_bytes(marshal.dumps(request))
            status, response = _run_process(path, [folder, *start]), Path(folder, "response")
            if status == -signal.SIGINT:
                raise KeyboardInterrupt
            if status == NO_ROOM:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if not response.exists():
                raise TreebuildError(f"{path}: Python ended with exit code {status} while it ran the file")
            return marshal.loads(response.read_bytes())
    except OSError as error:
        what = f"cannot use the folder of temporary files: {error.strerror}"
        raise TreebuildError(f"{path}: {what}; free space there, or set TMPDIR") from None


def _run_process(path: Path, words: list[str]) -> int:
    """Start the process, wait, and return its exit code.

    If this program ends first, its end of the pipe closes, and the process ends.
    """
    flags, stream = sys.flags, _error_stream()
    alike = ["-I"] if flags.isolated else ["-P", *["-E"] * flags.ignore_environment]
    alike += ["-X", "utf8"] * flags.utf8_mode
    waiting = Timer(_NOTE_AFTER, warn, [f"note: {path}: still runs, or computes its replies"])
    waiting.daemon = True
    try:
        process = subprocess.Popen(
            [sys.executable or "python", *alike, "-c", _CHILD_CODE, *words],
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


def _game(described: dict[str, Any]) -> Game:
    """The game that `python_process.described` describes."""
    codes, replies = tuple(described["codes"]), tuple(described["replies"])
    secrets = codes if described["secrets"] is None else tuple(described["secrets"])
    if "table" in described:
        words = len(replies) > BYTE_REPLIES  # `marshal` makes bytes of them
        rows = [array("H", row) if words else row for row in described["table"]]
        rule: Rule | Table = Table.of(codes, secrets, rows, described["hypotheses"])
    else:
        rule = Rule(*described["rule"])
    return Game(
        name=described["name"],
        codes=codes,
        secrets=secrets,
        replies=replies,
        win=described["win"],
        reply=rule.reply,
        rule=rule,
        space=described["space"] and Space(*described["space"]),
        symbols=tuple(described["symbols"]),
        left_out=described["left_out"],
        symmetries=tuple(images.__getitem__ for images in described.get("symmetries", ())),
        conditions=Conditions(**described["conditions"]),
        own_names=described["own_names"],
    )
