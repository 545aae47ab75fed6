"""What a document shows, run from top to bottom in a folder: its files, commands, their output, and Python examples."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
BLOCK = re.compile(r"^(?:<!-- (file|not run): (.*?) -->\n)?```(\S*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass
class Step:
    """A file to write, a command with the output that is shown of it, if any, or a Python example."""

    kind: str
    text: str
    output: str | None = None
    name: str = ""


def steps(document: str) -> list[Step]:
    """A block of shell commands is run whole; a comment before it, `<!-- not run: why -->`, says that it is not."""
    found = []
    for mark, words, language, text in BLOCK.findall(document):
        if mark == "file":
            found.append(Step("file", text, name=words))
        elif mark:
            continue
        elif language == "sh":
            lines = [re.split(r"\s+# ", line)[0].strip() for line in text.splitlines()]
            found += [Step("command", line) for line in lines if line and not line.startswith("#")]
        elif language == "python" and not text.startswith(">>>"):
            found.append(Step("python", text))
        elif text.startswith("$ "):
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append(Step("command", command, output))
    return found


def prepare(folder: Path) -> None:
    """`treebuild` and `python` on the path, and what a checkout has: trees/ and the examples."""
    (folder / "bin").mkdir()
    for name, words in ("treebuild", f"{sys.executable} -P -m treebuild"), ("python", sys.executable):
        script = folder / "bin" / name
        script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        script.chmod(0o755)
    shutil.copytree(ROOT / "trees", folder / "trees")
    shutil.copytree(ROOT / "docs" / "examples", folder, dirs_exist_ok=True)


def prepare_checkout(folder: Path) -> None:
    """A checkout that may be changed, with the environment of `make setup`."""
    for name in "treebuild", "tests", "tools":
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / ".venv").symlink_to(sys.prefix)


def run(step: Step, folder: Path) -> str:
    """What a step prints; a command that fails, or prints something else than is shown, fails the test."""
    if step.kind == "file":
        (folder / step.name).write_text(step.text, "utf-8")
        return ""
    command = step.text
    if step.kind == "python":
        (folder / "example.py").write_text(step.text, "utf-8")
        command = "python example.py"
    source = folder if (folder / "treebuild").is_dir() else ROOT
    paths = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(source), "COLUMNS": "80"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=os.environ | paths, input="", capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, f"{command}: {done.stderr}{done.stdout}"
    if step.output is not None:
        assert re.fullmatch(_pattern(step.output), done.stdout, re.DOTALL), f"{command} prints\n{done.stdout}"
    return done.stdout


def _pattern(output: str) -> str:
    """Line by line; a line `...` stands for lines left out."""
    return "".join(
        ".*" if line.strip() == "..." else re.escape(line.rstrip()) + r" *\n" for line in output.splitlines()
    )
