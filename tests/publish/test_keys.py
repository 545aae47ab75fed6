"""Trees of tests as programs: every hypothesis is played through each of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.conftest import require
from tests.game.test_guessing import animals
from tests.helpers.permitted_trees import first_permitted
from tests.players.harness import C_FLAGS, load_module, run
from treebuild import build
from treebuild.errors import UsageError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.publish.export import export
from treebuild.tree.tree import NONE, Tree

DIAGNOSIS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"
ODD = Game.from_table(
    "o*/dd", ['a "b"?\\', "größer 🐄?"], ["x", "y??/", "z1"], ["да", "1"], None, [b"\0\1\1", b"\0\1\0"]
)
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


@pytest.fixture(scope="module", params=["animals", "car", "alike", "odd"])
def tree(request: pytest.FixtureRequest) -> Tree:
    if request.param in ("alike", "odd"):
        return first_permitted(animals() if request.param == "alike" else ODD)
    return build("entropy", find_game(DIAGNOSIS / f"{request.param}.toml"))


def ways(tree: Tree) -> list[tuple[list[str], list[str], str]]:
    """Of every secret its questions, its answers, and its name; a lone candidate is not asked about."""
    game, found = tree.game, []
    for secret in game.secrets:
        asked, answers, node = list[str](), list[str](), 0
        while node != NONE and tree.size[node] > 1:
            code = game.codes[tree.guess[node]]
            reply = game.reply(code, secret)
            asked.append(game.spell(code))
            answers.append(game.replies[reply])
            node = int(tree.child[node, reply])
        found.append((asked, answers, game.spell(secret)))
    return found


def test_in_python(tree: Tree, tmp_path: Path) -> None:
    path = tmp_path / "key.py"
    path.write_text(export(tree, "py").source, "utf-8")
    module = load_module(path, f"key_{abs(hash(tree))}")
    for asked, answers, name in ways(tree):
        key = module.start()
        for question, answer in zip(asked, answers, strict=True):
            assert key.question == question and key.found is None and answer in key.answers()
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
        assert run([tmp_path / "play", *answers]).splitlines() == [*asked, name]


def test_a_key_has_no_form() -> None:
    with pytest.raises(UsageError, match="a form is for pNcM games"):
        export(first_permitted(animals()), "py", "rank")
