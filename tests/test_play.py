"""treebuild play, by a pipe and at a terminal."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from treebuild import codec
from treebuild.cli.words import WORDS
from treebuild.game.game import Game
from treebuild.publish.best import best
from treebuild.tree.session import Finding
from treebuild.tree.tree import Tree

COMMAND = [sys.executable, "-m", "treebuild", "play"]


@pytest.fixture(scope="module")
def file(minavg: Tree, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("play") / "t.msgpack"
    codec.save(minavg, path)
    return path


def play(*arguments: object, lines: str, locale: str = "C.UTF-8") -> str:
    """What the program prints for these lines; it must leave in peace."""
    environment = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "1"}
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=lines,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_finds_a_secret(file: Path, minavg: Tree) -> None:
    game, secret = minavg.game, minavg.game.parse("4721")
    match = Finding(minavg)
    while not match.found:
        match.answer(game.reply(match.guess, secret))
    lines = "".join(f"{game.replies[turn.reply]}\n" for turn in match.turns)
    printed = play(file, lines=lines)
    assert [f"Guess {n}: {game.spell(turn.guess)}   (" in printed for n, turn in enumerate(match.turns, 1)]
    assert f"Found in {len(match.turns)} guesses." in printed
    table = printed.splitlines()[-len(match.turns) :]
    assert [line.split()[1] for line in table] == [game.spell(turn.guess) for turn in match.turns]
    assert [int(line.split()[-1]) for line in table] == [turn.left for turn in match.turns]


def test_undo_hint_history_mistakes_and_the_end_of_input(file: Path) -> None:
    printed = play(file, lines="u\n0 4\nbanana\n0 0\n?\nh\nu\n")
    assert "There is nothing to take back." in printed
    assert "'banana' is not a reply: expected one of 0.0, 0.1" in printed
    assert "Nothing fits these replies. Check the reply to 0123 or 1230, or take back with u." in printed
    assert "One of 1032 1230 1302 2031 2301 2310 3012 3201 3210" in printed
    assert "1  0123   ○○○○      9" in printed
    assert printed.count("Guess 1: 0123") == 3
    assert printed.rstrip().endswith("Bye.")


def test_you_guess(file: Path) -> None:
    printed = play(file, "--guess", "--secret", "4721", lines="0123\n?\n98x\n9876\nu\n4721\n")
    assert "0123  ●○" in printed
    assert "720 possibilities left. The tree would guess 0145." in printed
    assert "'98x' is not a code of p4c10n" in printed
    assert "Found in 2 guesses." in printed
    assert "The tree needs 5:" in printed and "4721   ●●●●" in printed


def test_leaving_shows_the_secret(file: Path) -> None:
    assert play(file, "--guess", "--secret", "4721", lines="q\n").rstrip().endswith("It was 4721.")
    assert re.search(r"It was \d{4}\.", play(file, "--guess", lines=""))


@pytest.mark.parametrize(("language", "bye"), [("en", "Bye."), ("ru", "До встречи."), ("zh", "再见。")])
def test_languages(file: Path, language: str, bye: str) -> None:
    assert play(file, "--lang", language, lines="q\n").rstrip().endswith(bye)
    assert bye in play(file, lines="q\n", locale=f"{language}_XX.UTF-8")
    assert WORDS[language].keys() == WORDS["en"].keys()
    holes = {key: sorted(re.findall(r"{\w+}", words.split("|")[0])) for key, words in WORDS[language].items()}
    assert holes == {key: sorted(re.findall(r"{\w+}", words.split("|")[0])) for key, words in WORDS["en"].items()}


def test_without_a_file_it_plays_a_good_tree() -> None:
    printed = play("--game", "mastermind", lines="4\n")
    assert "Found in 1 guess." in printed


def test_codes_in_letters_and_secrets_apart() -> None:
    lines = "ybgr\nYYYY\n123\nYbGo\n"
    printed = play("--game", "four-colours", "--guess", "--secret", "ybgo", lines=lines)
    assert "I have a secret such as YBGR in mind. ● is" in printed
    assert "YBGR  ●●●\nYYYY  ●\n" in printed
    assert "'123' is not a code of four different colours of six: expected one such as YYYY" in printed
    assert "Found in 3 guesses." in printed


def test_bulls_only() -> None:
    printed = play("--game", "bulls-only", "--guess", "--secret", "0167", lines="0123\n8923\n0167\n")
    assert "0123  ●●\n8923  -\n0167  ●●●●\n" in printed


def test_a_table_by_its_labels() -> None:
    tree = best("twod")
    match, secret = Finding(tree), tree.game.parse("31")
    while not match.found:
        match.answer(tree.game.reply(match.guess, secret))
    labels = [tree.game.replies[turn.reply] for turn in match.turns]
    printed = play("--game", "twod", lines="".join(f"{label[:3].upper()}\n" for label in labels))
    assert "Reply to each guess with one of:\nequal, higher, lower, mixed\n" in printed
    assert f"Found in {len(labels)} guess" in printed and printed.rstrip().endswith("equal     1")
    assert [line.split()[2] for line in printed.splitlines()[-len(labels) :]] == labels


def test_a_label_is_no_command(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("guess,a,u\na,=,h\nu,q,=\n")
    (tmp_path / "t.toml").write_text('rule = "table"\ntable = "t.csv"\nwin = "="\n')
    game = ("--game", tmp_path / "t.toml")
    assert "Guess 2: u" in play(*game, lines="h\n=\n")
    printed = play(*game, "--guess", "--secret", "a", lines="u\nU\na\n")
    assert "u  q\n" in printed and "Found in 1 guess." in printed


def test_words(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('rule = "wordle"\ncodes = ["slate", "stale", "least"]\nsecrets = ["stale"]\n')
    game = ("--game", tmp_path / "words.toml")
    printed = play(*game, lines="..\nGGGGG\n")
    assert "Guess 1: stale" in printed and "'..' is not a reply: expected 5 marks, each one of . y g" in printed
    assert "Found in 1 guess." in printed
    printed = play(*game, "--guess", lines="LEAST\nsalet\nslate\nstale\n")
    assert "least  yygyy\n'salet' is not a code of words" in printed and "stale  ggggg\n" in printed


def test_wrong_usage(file: Path) -> None:
    done = subprocess.run([*COMMAND, str(file), "--secret", "4721"], capture_output=True, text=True)
    assert done.returncode == 2 and "needs --guess" in done.stderr
    done = subprocess.run([*COMMAND, str(file), "--guess", "--secret", "4711"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: '4711' is not a secret of p4c10n")


def test_colour_and_prompts_only_on_a_terminal(file: Path) -> None:
    assert "\x1b" not in play(file, lines="4\n")
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, str(file), "--lang", "en"], stdin=follower, stdout=follower, stderr=follower,
        env={**os.environ, "TERM": "xterm-256color", "NO_COLOR": ""},
    )  # fmt: skip
    os.close(follower)
    os.write(leader, b"4\n")
    seen = b""
    try:
        while chunk := os.read(leader, 1024):
            seen += chunk
    except OSError:
        pass  # how Linux says that the other side has closed
    os.close(leader)
    assert process.wait(timeout=60) == 0
    assert b"Right and wrong place: " in seen and b"\x1b[" in seen
    assert Game.from_rules().spell((0, 1, 2, 3)).encode() in seen
