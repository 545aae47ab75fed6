"""Games of words: Wordle's lists where they are installed, and lists in files, with every command that takes a game."""

from __future__ import annotations

import json
from importlib import util
from pathlib import Path

import pytest

from tests.helpers import words
from tests.helpers.command_line import commands, fails, prints
from treebuild.game import words as words_module
from treebuild.game.game_file import read_game
from treebuild.game.lookup import find_game


@pytest.fixture
def lists(tmp_path: Path) -> tuple[Path, Path]:
    codes, secrets = tmp_path / "guesses.txt", tmp_path / "answers.txt"
    codes.write_text("crane\nsalet\nslate\nstale\ntrace\n")
    secrets.write_text("crane\nslate\nstale\ntrace\n")
    return codes, secrets


def test_wordle_by_name_is_the_game_of_the_lists(tmp_path: Path) -> None:
    """12972 guesses in alphabetical order and 2315 answers: ranked texts name words by their places there."""
    file, game = read_game(words.wordle(tmp_path)), find_game("wordle")
    assert game.name == file.name and game.symbols == file.symbols
    assert [*map(game.spell, game.codes)] == [*map(file.spell, file.codes)]
    assert [*map(game.spell, game.secrets)] == [*map(file.spell, file.secrets)]
    assert (len(game.codes), len(game.secrets)) == (12972, 2315)


def test_the_lists_of_2023_are_in_order_and_hold_each_other() -> None:
    game = find_game("wordle-2023")
    codes, secrets = ([*map(game.spell, some)] for some in (game.codes, game.secrets))
    assert (len(codes), len(secrets)) == (14855, 3158) and set(secrets) < set(codes)
    assert codes == sorted(codes) and secrets == sorted(secrets)
    assert set(map(find_game("wordle").spell, find_game("wordle").codes)) < set(codes)


@pytest.mark.parametrize("name", words_module.WORD_GAMES)
def test_without_the_lists_it_says_what_to_install(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    for message in f"lists of {name} are", "`pip install treebuild[words]`":
        fails(f"suggest --game {name}", message=message)
    assert {row["name"]: row["codes"] for row in json.loads(prints("list games --json"))}[name] is None


@pytest.mark.parametrize("name", words_module.WORD_GAMES)
def test_lists_of_another_version_are_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "read_text", lambda path, encoding: _no_file(path))
    fails(f"suggest --game {name}", message="other word lists than expected")


def _no_file(path: Path) -> str:
    raise FileNotFoundError(path)


def with_game() -> list[str]:
    """The commands that have --game."""
    return [
        name for name, command in commands().items() if any("--game" in parameter.opts for parameter in command.params)
    ]


@pytest.mark.parametrize("name", with_game())
def test_every_command_with_a_game_takes_lists(name: str) -> None:
    printed = prints(f"{name} --help")
    assert "--codes FILE" in printed and "--secrets FILE" in printed


def test_lists_in_place_of_a_game_file(lists: tuple[Path, Path], tmp_path: Path) -> None:
    codes, secrets = lists
    tree = tmp_path / "t.msgpack"
    assert "all 4 secrets replayed" in prints("build", "minavg", "--codes", codes, "--secrets", secrets, "-o", tree)
    assert json.loads(prints("suggest", "--codes", codes, "--json"))["left"] == 5  # every word may be the secret
    prints("verify", tree, "--codes", codes, "--secrets", secrets)
    prints("export", "web", tree, "--codes", codes, "--secrets", secrets, "-o", tmp_path / "p.html")
    assert (tmp_path / "p.html").is_file()


def test_the_rule_of_lists(lists: tuple[Path, Path]) -> None:
    codes, _ = lists
    replies = {
        rule: prints("review", "crane", "--secret", "trace", "--game", rule, "--codes", codes, "--json")
        for rule in ("bulls-cows", "bulls", "wordle")
    }
    labels = {rule: json.loads(printed)["moves"][0]["reply"] for rule, printed in replies.items()}
    assert labels == {"bulls-cows": "3.1", "bulls": "3", "wordle": "ygg.g"}


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        ("--game mastermind --codes guesses.txt", 2, "it names a rule, bulls-cows, bulls, wordle"),
        ("--game bulls --secrets answers.txt", 2, "give both"),
        ("--codes nowhere.txt", 1, "nowhere.txt: there is no such file"),
        ("--codes answers.txt --secrets guesses.txt", 1, "no code wins against the secret 'salet'"),
    ],
)
def test_lists_that_make_no_game(lists: tuple[Path, Path], words: str, code: int, expected: str) -> None:
    fails(f"suggest {words}", message=expected, code=code, cwd=lists[0].parent)


def test_secrets_alone_are_of_wordles_words(tmp_path: Path) -> None:
    words.wordle(tmp_path)
    answers = tmp_path / "today.txt"
    answers.write_text("crane\nslate\n")
    assert json.loads(prints("suggest", "--secrets", answers, "--json"))["left"] == 2
    answers.write_text("qqqqq\n")
    fails("suggest", "--secrets", answers, message="no code wins against the secret 'qqqqq'")


@pytest.mark.long
def test_words_alone_are_wordle(tmp_path: Path) -> None:
    """`treebuild review CRANE:..g.g` needs no --game."""
    words.wordle(tmp_path)
    printed = json.loads(prints("review CRANE:..g.g --json"))
    assert printed["game"] == "Wordle" and printed["moves"][0]["left"] == 44
    assert json.loads(prints("suggest", "🟩🟨⬛⬛⬛ crane", "--json"))["left"] > 0
