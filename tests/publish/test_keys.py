"""Trees of tests, words and other games as programs: every secret is played through each of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.conftest import require, two_d
from tests.helpers import programs
from tests.helpers.permitted_trees import first_permitted
from tests.helpers.players import C_FLAGS, load_module, run
from tests.helpers.small_games import animals
from treebuild import build
from treebuild.errors import TreebuildError, UsageError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.reply_rules import Rule
from treebuild.publish import keys
from treebuild.publish.export import export
from treebuild.tree.tree import Tree

DIAGNOSIS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"
ODD = Game.from_table(
    "o*/dd", ['a "b"?\\', "größer 🐄?"], ["x", "y??/", "z1"], ["да", "1"], None, [b"\0\1\1", b"\0\1\0"]
)
ASKED = Game.from_table(
    "asked", ["a cat?", "does it fly?", "a dog?", "a crow?"], ["dog", "cat", "crow"], ["no", "yes", "right"], 2,
    [b"\0\2\0", b"\0\0\1", b"\2\0\0", b"\0\0\2"],
)  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def words() -> Game:
    """A game of words, of which all but one may be the secret."""
    listed = ("aback", "abase", "abate", "abbey", "crane", "salet", "slate", "stale", "trace")
    codes = [tuple(map(LETTERS.index, word)) for word in listed]
    return Game.from_symbols("wo*/rds", Rule("wordle", 5), LETTERS, codes, [code for code in codes if code != codes[5]])


@pytest.fixture(
    scope="module",
    params=["animals", "car", "alike", "odd", "asked", "words", "twod", "bulls-only", "numbers", "six", "wide"],
)
def tree(request: pytest.FixtureRequest) -> Tree:
    if request.param == "words":
        return build("parts", words())
    if request.param == "six":  # 729 replies
        codes = [
            tuple(map(LETTERS.index, word)) for word in ("letter", "better", "setter", "banana", "canada", "tester")
        ]
        return build("simple", Game.from_symbols("six", Rule("wordle", 6), LETTERS, codes))
    if request.param == "wide":  # 1,501 replies; all answers to a test but one tell three secrets apart from others
        names = [f"c{place}" for place in range(60)]
        rows = [
            [1500 if code == secret else (25 * code + secret // 3) % 1500 for secret in range(60)] for code in range(60)
        ]
        return build("minavg", Game.from_table("wide", names, names, [f"r{i:04}" for i in range(1501)], 1500, rows))
    if request.param in ("twod", "bulls-only"):
        return build("minavg", request.param)
    if request.param == "numbers":
        return build("minavg", two_d())
    if request.param == "asked":
        return build("simple", ASKED)
    if request.param in ("alike", "odd"):
        return first_permitted(animals() if request.param == "alike" else ODD)
    return build("entropy", find_game(DIAGNOSIS / f"{request.param}.toml"))


PROGRAMS = {"py": programs.in_python, "js": programs.in_javascript, "c": programs.in_c}


@pytest.mark.parametrize("language", PROGRAMS)
def test_it_plays_every_secret(language: str, tree: Tree, tmp_path: Path) -> None:
    assert PROGRAMS[language](tree, tmp_path) == [play.shown for play in programs.plays(tree)]


@pytest.mark.parametrize("text", ["b.ygg", "0y..g", "-.-.-", "....", "......", "ag..."])
def test_mixed_marks_are_no_answer(text: str, tmp_path: Path) -> None:
    """As when a reply is read elsewhere: "b" might be blue, or black, beside another sign for grey."""
    tree = build("parts", words())
    path = tmp_path / "key.py"
    path.write_text(export(tree, "py").source, "utf-8")
    assert not load_module(path, "mixed").start().answer(text)


ALIKE = ("claws", " claws ", "Claws", "CLAWS", "claw", "cl aws", "cla\u0308ws")  # the last is in NFD, a table in NFC
TAKES = """
import { start } from "./key.mjs";
console.log(JSON.stringify(JSON.parse(process.argv[2]).map((one) => start().answer(one))));
"""
TAKES_IN_C = """
#include <stdio.h>
#include "key.h"
int main(int count, char **texts) {
    for (int i = 1; i < count; i++) {
        treekey key = {0};
        printf("%d", treekey_answer(&key, texts[i]));
    }
    return 0;
}
"""


@pytest.mark.parametrize(
    ("answers", "taken"),
    [
        (["claws", "x", "yes"], "1111000"),
        (["cl\u00e4ws", "x", "yes"], "0000001"),
        (["Claws", "claws", "yes"], "1010000"),  # CLAWS could be either
    ],
)
def test_answers_are_taken_in_other_spellings(answers: list[str], taken: str, tmp_path: Path) -> None:
    require("node")
    require("cc")
    rows = [b"\2\0\1", b"\0\2\1", b"\0\1\2"]
    tree = build("simple", Game.from_table("t", list("abc"), list("abc"), answers, 2, rows))
    (tmp_path / "key.py").write_text(export(tree, "py").source, "utf-8")
    (tmp_path / "key.mjs").write_text(export(tree, "js").source, "utf-8")
    (tmp_path / "key.h").write_text(export(tree, "c").source, "utf-8")
    (tmp_path / "takes.mjs").write_text(TAKES, "utf-8")
    (tmp_path / "takes.c").write_text(TAKES_IN_C, "utf-8")
    module = load_module(tmp_path / "key.py", "takes" + "".join(answers))
    assert "".join(str(int(module.start().answer(text))) for text in ALIKE) == taken
    told = json.loads(run(["node", tmp_path / "takes.mjs", json.dumps(ALIKE)]))
    assert "".join(str(int(one)) for one in told) == taken
    subprocess.run(["cc", *C_FLAGS, tmp_path / "takes.c", "-o", tmp_path / "takes"], check=True)
    assert run([tmp_path / "takes", *ALIKE[:-1]]) == taken[:-1]  # C knows the capitals of ASCII alone


def test_lines_of_c_are_short(tmp_path: Path) -> None:
    """Names of 4,000 characters are cut into several strings; all are shown whole."""
    names = [f"{i} {'Größe? ' * 570}" for i in range(4)]
    rows = [[0, 1, 0, 1], [0, 0, 1, 1]]
    tree = first_permitted(Game.from_table("name " * 700, [f"t {'*/ ' * 1300}", "u"], names, ["a", "b"], None, rows))
    source = export(tree, "c").source
    assert max(map(len, source.splitlines())) <= 500 and source.splitlines()[0].endswith("Made by treebuild.")
    (tmp_path / "long.h").write_text(source, "utf-8")
    (tmp_path / "play.c").write_text(
        '#include <stdio.h>\n#include "long.h"\nint main(void) { treekey key = {0, 0}; puts(treekey_question(&key));'
        'treekey_answer(&key, "b"); treekey_answer(&key, "a"); puts(treekey_found(&key)); return 0; }\n'
    )
    flags = [
        flag for flag in C_FLAGS if flag != "-pedantic"
    ]  # strings of more than 4,095 bytes, which C99 does not promise
    require("cc")
    subprocess.run(["cc", *flags, tmp_path / "play.c", "-o", tmp_path / "play"], check=True)
    assert run([tmp_path / "play"]).splitlines() == [f"t {'*/ ' * 1300}", names[1]]


def test_a_tree_may_be_too_large_for_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "MOST_NODES", 3)
    with pytest.raises(TreebuildError, match="a program in C has 3 at most; export js or py"):
        export(build("parts", words()), "c")


@pytest.mark.parametrize("grouped", [False, True])
def test_a_key_has_no_form(grouped: bool) -> None:
    """Groups have names, which players of a rule string do not know."""
    pairs = Game.from_rules("p2c3n").with_guesses("identify").grouped({"01": "a", "12": "a"})
    tree = first_permitted(pairs if grouped else animals())
    with pytest.raises(UsageError, match="not as rank, b92i, b92: leave the format out"):
        export(tree, "py", "rank")
