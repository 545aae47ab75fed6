"""What `--help` shows: every command has examples, and every example runs."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from tests.conftest import mostly_long, slowness
from tests.helpers.command_line import commands, prints, run
from tools import __main__ as tools
from treebuild.algorithms import build
from treebuild.certificate.write import certify
from treebuild.cli.examples import EXAMPLES
from treebuild.cli.renamed import COMMANDS, OPTIONS
from treebuild.codec import save
from treebuild.search.greedy import SCORES

ROOT = Path(__file__).parents[2]
SLOW = {  # what is run in place of an example that takes long, or that plays on until somebody answers
    "treebuild build exact --objective total --game mastermind -o best.msgpack": "build minavg --game p2c3n -o b.rank",
    "treebuild estimate --game p4c6r --seconds 1": "estimate --game p3c4r --seconds 1",
}  # fmt: skip
NAMES = [*commands()]


def shown(name: str) -> str:
    """The help of a command, as a terminal of 80 columns shows it."""
    return prints(f"{name} --help")


def examples(name: str) -> list[str]:
    """The command lines in the help of a command."""
    return re.findall(r"^    (treebuild .*)$", shown(name), re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_help_has_examples_and_fits_a_terminal(name: str) -> None:
    text = shown(name)
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search("<bool>|list\\[| range>", text)  # types say nothing to people
    assert not re.search(r"^Usage: .*\[(\[|[a-z])", text)  # [FILE], not [[FILE]] nor [file]
    assert examples(name) == list(EXAMPLES[name])
    assert any(line.startswith(f"treebuild {name}") for line in EXAMPLES[name])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that examples read."""
    folder = tmp_path_factory.mktemp("examples")
    save(build("exact", "p3c6n", objective="total"), folder / "tree.msgpack")
    save(build("minavg", "p3c6n"), folder / "other.msgpack")
    (folder / "total.proof").write_bytes(certify("p3c6n", "total").data)
    build("exact", "p4c5r", objective="total", store=folder / "work.store")
    return folder


LONG = "treebuild export web -o play.html", "treebuild export web --pwa app"  # each takes ten trees
LINES = sorted({line for name in NAMES for line in EXAMPLES[name]})


@pytest.mark.parametrize("line", mostly_long(LINES, [line for line in LINES if line not in LONG]))
def test_examples_run(line: str, folder: Path) -> None:
    words = shlex.split(SLOW.get(line, line).removeprefix("treebuild ").split(" > ")[0])
    for name in _written(words):
        (folder / name).unlink(missing_ok=True)
    assert run(*words, stdin=b"q\n", cwd=folder).returncode == 0


def _written(words: list[str]) -> list[str]:
    """The files that a command line writes."""
    options = () if words[0] == "verify" else ("-o", "--proof")
    after = [words[place + 1] for place, word in enumerate(words) if word in options]
    return after + (words[2:3] if words[0] == "convert" else [])


@pytest.mark.parametrize("name", COMMANDS)
def test_an_old_name_says_the_new_one(name: str) -> None:
    done = run(name)
    assert done.returncode == 2 and not done.stdout
    assert done.stderr.decode() == f"error: `treebuild {name}` is now {COMMANDS[name]}\n"


@pytest.mark.parametrize(("words", "new"), OPTIONS.items())
def test_an_old_option_says_the_new_one(words: str, new: str) -> None:
    command, option = words.split()
    done = run(command, option)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"error: {option} of `treebuild {command}` is now {new}\n"
    assert new.split()[0] in shown(command)


@pytest.mark.parametrize("words", ["", "build", "export", "export web"])
def test_help_is_another_spelling(words: str) -> None:
    asked = run("help", *words.split())
    assert asked.returncode == 0 and asked.stdout == run(*words.split(), "--help").stdout


def test_help_with_what_is_none() -> None:
    assert run("help", "guesses").stderr == b"error: `treebuild guesses` is now `treebuild suggest`\n"
    assert run("help", "shwo").stderr.startswith(
        b"error: no such command 'shwo': did you mean 'show'? expected one of "
    )


def test_help_names_at_most_18_commands() -> None:
    first = {name.split()[0] for name in NAMES}
    assert len(first) <= 18 and first <= {*re.findall(r"^  (\w+) ", shown(""), re.MULTILINE)}


@pytest.mark.parametrize("name", [*commands(get_command(tools.app))])
def test_help_of_what_only_this_project_runs(name: str) -> None:
    text = CliRunner().invoke(tools.app, [name, "--help"], env={"COLUMNS": "80"}).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert f"python -m tools {name}" in text


def test_tables_of_the_paper() -> None:
    done = CliRunner().invoke(tools.app, ["tables", "--no-steps", str(ROOT / "trees")])
    assert done.exit_code == 0 and "5.1, 5.5  Secrets that take seven guesses" in done.stdout


@pytest.mark.parametrize("name", ["suggest", "review"])
def test_help_tells_how_replies_are_written(name: str) -> None:
    """Of words in each way that people write them; nothing but an error told that once."""
    text = " ".join(shown(name).split())
    assert re.search(r"1234:1\.1.*crane:[.yg]{5}.*\b[byg]{5}, [012]{5}, (⬛|squares)", text, re.IGNORECASE)


def test_help_names_what_can_be_given() -> None:
    """Every score, both forms of a race, and the words that --secrets alone chooses from."""
    scores = " ".join(shown("suggest").split())
    assert all(name in scores for name in ("minmax, minavg, entropy, parts, greedy-crush, larmouth", "near or exact"))
    assert {*SCORES} - {"crush"} <= {*scores.replace(",", " ").split()}
    races = " ".join(shown("build").split())
    assert "race:FILE (" in races and "race:1/7/63/... (" in races
    assert "With --secrets alone, the words are Wordle's." in races
    assert "docs/how-to/own-game.md" in prints("list", "games")
    assert "exact" in shown("store") and "exact" in shown("pareto")


def test_help_answers_at_once() -> None:
    """In 0.12 seconds on an idle machine; of processor time a busy one takes somewhat more."""
    seconds = []
    for _ in range(5):
        before = os.times()
        subprocess.run([sys.executable, "-m", "treebuild", "--help"], capture_output=True, check=True, cwd=ROOT)
        after = os.times()
        seconds.append(after.children_user + after.children_system - before.children_user - before.children_system)
    assert min(seconds) < 0.3 * slowness(), seconds
