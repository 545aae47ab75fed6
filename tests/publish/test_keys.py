"""Trees of tests, words and other games as programs: every secret is played through each of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.conftest import require, two_d
from tests.helpers.permitted_trees import first_permitted
from tests.helpers.players import C_FLAGS, load_module, run
from tests.helpers.small_games import animals
from treebuild import build
from treebuild.errors import TreebuildError, UsageError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.reply_rules import Rule
from treebuild.game.user_input import style
from treebuild.publish import keys
from treebuild.publish.export import export
from treebuild.tree.tree import NONE, Tree

DIAGNOSIS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"
ODD = Game.from_table(
    "o*/dd", ['a "b"?\\', "größer 🐄?"], ["x", "y??/", "z1"], ["да", "1"], None, [b"\0\1\1", b"\0\1\0"]
)
ASKED = Game.from_table(
    "asked", ["a cat?", "does it fly?", "a dog?", "a crow?"], ["dog", "cat", "crow"], ["no", "yes", "right"], 2,
    [b"\0\2\0", b"\0\0\1", b"\2\0\0", b"\0\0\2"],
)  # fmt: skip
JAVASCRIPT = """
import { start } from "./key.mjs";
const played = JSON.parse(process.argv[2]).map((answers) => {
  const key = start(), asked = [];
  for (const answer of answers) {
    asked.push(key.question);
    if (key.answer("no answer") || !key.answer(answer)) asked.push("?");
  }
  const { found } = key;
  return [asked, found, key.question, key.answers(), key.undo(), key.question !== null];
});
console.log(JSON.stringify(played));
"""
C = """
#include <stdio.h>
#include "key.h"
int main(int count, char **answers) {
    treekey key = {0};
    for (int i = 1; i < count; i++) {
        puts(treekey_question(&key));
        if (treekey_found(&key) || treekey_answer(&key, "no answer") || !treekey_answer(&key, answers[i])) return 1;
    }
    if (treekey_question(&key) || treekey_answer_at(&key, 0)) return 2;
    puts(treekey_found(&key));
    return 0;
}
"""


LETTERS = "abcdefghijklmnopqrstuvwxyz"
GREEN_YELLOW_GREY = ("gy.", "GYB", "gyx", "210", "gy-", "gy_", "🟩🟨⬛", "🟩🟨⬜", "🟧🟦⬛")  # ways to spell marks


def words() -> Game:
    """A game of words, of which all but one may be the secret."""
    listed = ("aback", "abase", "abate", "abbey", "crane", "salet", "slate", "stale", "trace")
    codes = [tuple(map(LETTERS.index, word)) for word in listed]
    return Game.from_symbols("wo*/rds", Rule("wordle", 5), LETTERS, codes, [code for code in codes if code != codes[5]])


def spelled(game: Game, reply: str, way: int) -> str:
    """A reply in one of the ways that people write it."""
    if style(game) != "marks":
        return reply
    return reply.translate(str.maketrans("gy.", GREEN_YELLOW_GREY[way % len(GREEN_YELLOW_GREY)]))


@pytest.fixture(
    scope="module", params=["animals", "car", "alike", "odd", "asked", "words", "twod", "bulls-only", "numbers"]
)
def tree(request: pytest.FixtureRequest) -> Tree:
    if request.param == "words":
        return build("parts", words())
    if request.param in ("twod", "bulls-only"):
        return build("minavg", request.param)
    if request.param == "numbers":
        return build("minavg", two_d())
    if request.param == "asked":
        return build("simple", ASKED)
    if request.param in ("alike", "odd"):
        return first_permitted(animals() if request.param == "alike" else ODD)
    return build("entropy", find_game(DIAGNOSIS / f"{request.param}.toml"))


def ways(tree: Tree) -> list[tuple[list[str], list[str], str]]:
    """Of every secret its questions, its answers, and its name; a lone candidate is not asked about.

    Marks are spelled in another way for every secret.
    """
    game, found = tree.game, list[tuple[list[str], list[str], str]]()
    for secret in game.secrets:
        asked, answers, node = list[str](), list[str](), 0
        while node != NONE and tree.size[node] > 1:
            code = game.codes[tree.guess[node]]
            reply = game.reply(code, secret)
            asked.append(game.spell(code))
            answers.append(spelled(game, game.replies[reply], len(found)))
            node = tree.child(node, reply)
        found.append((asked, answers, game.spell(secret)))
    return found


def test_in_python(tree: Tree, tmp_path: Path) -> None:
    path = tmp_path / "key.py"
    path.write_text(export(tree, "py").source, "utf-8")
    module = load_module(path, f"key_{abs(hash(tree))}")
    for asked, answers, name in ways(tree):
        key = module.start()
        for question, answer in zip(asked, answers, strict=True):
            assert key.question == question and key.found is None
            assert answer in key.answers() or style(tree.game) == "marks"
            assert not key.answer("no answer") and key.answer(answer)
        assert key.found == name and key.question is None and key.answers() == []
        assert key.undo() == bool(asked) and (not asked or key.question == asked[-1])


def test_in_javascript(tree: Tree, tmp_path: Path) -> None:
    require("node")
    (tmp_path / "key.mjs").write_text(export(tree, "js").source, "utf-8")
    (tmp_path / "play.mjs").write_text(JAVASCRIPT, "utf-8")
    played = ways(tree)
    done = run(["node", tmp_path / "play.mjs", json.dumps([answers for _, answers, _ in played])])
    assert json.loads(done) == [[asked, name, None, [], True, True] for asked, _, name in played]


def test_in_c(tree: Tree, tmp_path: Path) -> None:
    require("cc")
    (tmp_path / "key.h").write_text(export(tree, "c").source, "utf-8")
    (tmp_path / "play.c").write_text(C, "utf-8")
    subprocess.run(["cc", *C_FLAGS, tmp_path / "play.c", "-o", tmp_path / "play"], check=True)
    for asked, answers, name in ways(tree):
        if any(ord(sign) > 0x2000 for sign in "".join(answers)) and style(tree.game) == "marks":
            continue  # squares are no marks in C
        assert run([tmp_path / "play", *answers]).splitlines() == [*asked, name]


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
