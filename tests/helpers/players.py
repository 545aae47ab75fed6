"""Runs cases (format, game, text) through each player; all give depth counts, or the kind of error, in one form."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from tests.conftest import require, within
from tests.helpers.command_line import fails, prints
from treebuild import codec
from treebuild.tree.tree import Tree

ROOT = Path(__file__).parent.parent.parent
PLAYER = ROOT / "treebuild" / "player"
C_FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O2"]
SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]

Case: TypeAlias = dict[str, Any]
Result: TypeAlias = list[int] | str
Runner: TypeAlias = Callable[[Sequence[Case]], list[Result]]


def load_module(path: Path, name: str) -> Any:
    """A module from its file alone, as its user has it."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


treeplayer = load_module(PLAYER / "treeplayer.py", "treeplayer")


def in_python(cases: Sequence[Case]) -> list[Result]:
    """The Python player's results."""
    return [_python(case) for case in cases]


def _python(case: Case) -> Result:
    return within(2, lambda: _decoded(case), f"{case['game']} {case['text'][:80]}")


def _decoded(case: Case) -> Result:
    try:
        counts: list[int] = treeplayer.decode(case["text"], case["game"], case["format"]).counts
    except treeplayer.TreeError as error:
        assert "\n" not in str(error)
        return str(error.kind)
    return counts


def in_node(cases: Sequence[Case], folder: Path, *arguments: str) -> list[Result]:
    """The JavaScript player's results; with "play", every game is played too."""
    require("node")
    path = folder / "cases.json"
    path.write_text(json.dumps(cases))
    done = run(["node", ROOT / "tests" / "players" / "player.mjs", path, *arguments])
    results = json.loads(done)
    assert all(result.get("counts") == result.get("played") for result in results)
    assert all("\n" not in result.get("message", "") for result in results)
    return [result.get("counts") or result["kind"] for result in results]


def compiled(folder: Path, *flags: str) -> Path:
    """The C player's test program."""
    require("gcc")
    program = folder / "player"
    run(["gcc", *C_FLAGS, *flags, "-I", PLAYER, ROOT / "tests" / "players" / "player.c", "-o", program])
    return program


def in_c(cases: Sequence[Case], program: Path, *arguments: str) -> list[Result]:
    """The C player's results; with "play", every game is played, without it a sound text gives no counts: []."""
    formats = {None: 0, "explicit": 1, "implicit": 2}
    texts = [(case, case["text"].encode()) for case in cases]
    data = b"".join(b"%s %d %d\n%s" % (c["game"].encode(), formats[c["format"]], len(t), t) for c, t in texts)
    lines = run([program, *arguments], data).splitlines()
    assert len(lines) == len(cases)
    return [[int(word) for word in line.split()[1:]] if line.startswith("ok") else line.split()[0] for line in lines]


def run(command: Sequence[object], data: bytes = b"") -> str:
    """What a program prints. Fails, with what it said, when it fails."""
    done = subprocess.run([str(word) for word in command], input=data, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode(errors="replace")[:4000]
    return done.stdout.decode()


def exported(language: str, folder: Path, name: str, tree: Tree) -> Path:
    """What the command line exports."""
    codec.save(tree, folder / "t.b92i")
    prints(f"export {language} t.b92i -o {name}", cwd=folder)
    fails(f"export {language} t.b92i -o {name}", cwd=folder, message="already exists")
    return folder / name


def secret_answers(tree: Tree, secret: int) -> list[tuple[int, int]]:
    """The answers that the holder of a secret gives."""
    node, answers = 0, []
    while node >= 0:
        reply = tree.game.reply(tree.game.codes[tree.guess[node]], tree.game.codes[secret])
        bulls, cows = tree.game.replies[reply].split(".")
        answers.append((int(bulls), int(cows)))
        node = tree.child(node, reply)
    return answers
