"""The README's commands run, its Python example runs, its figures are those of the shipped trees."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from treebuild import build
from treebuild.game.lookup import find_game

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = [
    line.partition("  #")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("treebuild ")
]
CONSOLE = re.findall(r"```\n\$ (treebuild .*?)\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder with `treebuild` on its path and trees/ in it."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "bin").mkdir()
    script = folder / "bin" / "treebuild"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m treebuild "$@"\n')
    script.chmod(0o755)
    shutil.copytree(ROOT / "trees", folder / "trees")
    (game,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    (folder / "game.toml").write_text(game, "utf-8")
    return folder


def shell(command: str, folder: Path) -> str:
    paths = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=os.environ | paths, input="", capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


def test_the_two_commands_are_targets() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"^make ([a-z-]+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.timeout(900)  # it searches and compiles; a busy machine takes minutes
def test_commands_run_in_order(folder: Path) -> None:
    """But for those that pack, which take a minute each; what the first of them would find is in another command."""
    (text,) = re.findall(r"^treebuild verify (\w{24}) --json", README, re.MULTILINE)
    (folder / "total.rank").write_text(text)
    assert len(COMMANDS) >= 10
    for command in COMMANDS:
        assert " pack " in command or shell(command, folder)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_commands_that_pack(folder: Path) -> None:
    shell("treebuild build exact --objective total -o total.msgpack", folder)
    shell("treebuild build minavg -o minavg.msgpack", folder)
    (folder / "total.rank").unlink(missing_ok=True)
    packing = [command for command in COMMANDS if " pack " in command]
    assert len(packing) == 2 and all(shell(command, folder) for command in packing)


@pytest.mark.parametrize(("command", "output"), CONSOLE)
def test_output_is_as_shown(command: str, output: str, folder: Path) -> None:
    """Line by line; `...` stands for lines left out."""
    shown = "".join(
        ".*" if line.strip() == "..." else re.escape(line.rstrip()) + r" *\n" for line in output.splitlines()
    )
    assert re.fullmatch(shown, shell(command, folder), re.DOTALL)


def test_the_table_is_a_game(tmp_path: Path) -> None:
    (table,) = re.findall(r"```csv\n(.*?)```", README, re.DOTALL)
    (keys,) = re.findall(r"^  (`rule = .*) read this one:", README, re.MULTILINE)
    (tmp_path / "replies.csv").write_text(table)
    (tmp_path / "game.toml").write_text("\n".join(re.findall(r"`(\w+ = [^`]*)`", keys)))
    game = find_game(tmp_path / "game.toml")
    assert game.codes[0] == "can it fly?" and game.secrets == ("cat", "dog", "eagle")
    assert build("exact", game, objective="total").counts == (1, 1, 1)


def test_the_python_example_runs(folder: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (folder / "example.py").write_text(example)
    out = shell(f"{sys.executable} example.py", folder)
    assert "26551" in out and out.endswith("True\n")


def test_the_table_of_trees_is_the_manifests() -> None:
    rows = {
        row["file"].rpartition(".")[0]: row
        for row in json.loads((ROOT / "trees" / "manifest.json").read_text("utf-8"))["trees"]
    }
    table = re.findall(r"^\| `(p\w+/[\w-]+)` \| (\d+) \| ([\d ]+) \|", README, re.MULTILINE)
    assert len(table) >= 8
    for name, total, counts in table:
        assert (rows[name]["total"], rows[name]["counts"]) == (int(total), [int(count) for count in counts.split()])
