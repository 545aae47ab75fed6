"""The exported files, and the examples that use them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from tests.conftest import mostly_long, require
from tests.helpers.command_line import prints
from tests.helpers.permitted_trees import first_permitted
from tests.helpers.players import C_FLAGS, PLAYER, ROOT, SANITIZERS, exported, load_module, run, secret_answers
from tests.helpers.programs import plays
from tests.helpers.small_games import animals, words
from treebuild.algorithms import build
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix, tells_apart
from treebuild.publish.best import best
from treebuild.publish.export import export
from treebuild.tree.policy import grow
from treebuild.tree.tree import Built, Tree

LANGUAGES = {"js": "JavaScript", "c": "C", "py": "Python"}
EXAMPLES = ROOT / "docs" / "examples"


def highest(rules: str) -> Tree:
    """A tree that no implicit text carries: it always guesses its highest candidate."""

    def policy(candidates: Candidates, _history: History) -> int:
        return int(candidates[-1])

    return grow(reply_matrix(Game.from_rules(rules)), policy)


@pytest.fixture(scope="module")
def trees(minavg: Tree) -> list[Tree]:
    game = Game.from_rules("p2c4n")
    ruled = (
        game.with_guesses("consistent"),
        game.with_guesses("identify").weighted([1, 2] * 6),
        game.priced({"01": 2.5}),
    )
    return [minavg, build("minmax", "p4c6r"), build("simple", "p1c2n"), highest("p3c4r"), *map(first_permitted, ruled)]


def test_an_exported_module_plays_as_the_tree(trees: list[Tree], tmp_path: Path) -> None:
    for i, tree in enumerate(trees):
        path = tmp_path / f"game{i}.py"
        path.write_text(export(tree, "py").source)
        game = load_module(path, f"game{i}")
        player = game.start()
        assert player.guess == tree.game.codes[tree.guess[0]] and len(player.remaining) == tree.size[0]
        assert game.decode(game.TREE, tree.game.name).counts == list(tree.counts)


def test_an_exported_script_plays_as_the_tree(trees: list[Tree], tmp_path: Path) -> None:
    require("node")
    for i, tree in enumerate(trees):
        (tmp_path / f"game{i}.mjs").write_text(export(tree, "js").source)
        show = "const player = start(); console.log(JSON.stringify([player.guess, player.possible()]));"
        (tmp_path / "main.mjs").write_text(f'import {{ start }} from "./game{i}.mjs"; {show}')
        guess, possible = json.loads(run(["node", tmp_path / "main.mjs"]))
        assert tuple(guess) == tree.game.codes[tree.guess[0]]
        assert sum(count for _, _, count in possible) == tree.size[0]


C_MAIN = """
#include <stdio.h>
#include "game.h"
#include "game.h"
static treeplayer player;
int main(void) {
    unsigned char guess[TREEPLAYER_PEGS] = {0};
    int bulls, cows, state = TREEPLAYER_SOLVED;
    printf("%d\\n", (int)sizeof player);
    while (scanf("%d %d", &bulls, &cows) == 2) {
        if (state == TREEPLAYER_SOLVED && treeplayer_start(&player)) return 1;
        treeplayer_guess(&player, guess);
        state = treeplayer_answer(&player, bulls, cows);
        for (int i = 0; i < player.pegs; i++) printf("%d ", guess[i]);
        printf("%d\\n", state);
    }
    return 0;
}
"""


def c_plays(tree: Tree, form: str | None, folder: Path, secrets: int = 100) -> int:
    """Plays so many secrets with the exported player and with the tree, and compares them; the player's bytes."""
    (folder / "main.c").write_text(C_MAIN)
    (folder / "game.h").write_text(export(tree, "c", form).source)
    run(["gcc", *C_FLAGS, "-O0", *SANITIZERS, folder / "main.c", "-o", folder / "main"])
    expected, said = [], ""
    for secret in range(0, len(tree.game.secrets), max(1, len(tree.game.secrets) // secrets)):
        node = 0
        for bulls, cows in (answers := secret_answers(tree, secret)):
            state = 1 if (bulls, cows) == answers[-1] else 0
            expected.append(" ".join(map(str, (*tree.game.codes[tree.guess[node]], state))))
            said += f"{bulls} {cows}\n"
            node = tree.child(node, tree.game.replies.index(f"{bulls}.{cows}"))
    size, *lines = run([folder / "main"], said.encode()).splitlines()
    assert lines == expected
    return int(size)


def test_c_export_plays_in_a_kilobyte(trees: list[Tree], tmp_path: Path) -> None:
    require("gcc")
    sizes = [c_plays(tree, None, tmp_path) for tree in trees]
    assert sizes[0] <= 256 and sizes[1] <= 256 and max(sizes) <= 1024  # bytes, where pointers take eight


@pytest.mark.parametrize("game", mostly_long(["p5c6n", "p5c5r", "p6c3r", "p6c7n"], ["p6c3r"]))
def test_c_export_plays_five_and_six_pegs(game: str, tmp_path: Path) -> None:
    require("gcc")
    tree = build("minavg", game)
    assert export(tree, "c").form == "b92i"
    assert c_plays(tree, "b92i", tmp_path) <= 400
    assert c_plays(tree, "b92", tmp_path) <= 2400  # a quarter of a byte a node, and offsets


@pytest.mark.long
@pytest.mark.parametrize("form", ["b92i", "b92"])
@pytest.mark.parametrize("game", ["p1c1n", "p1c2n", "p1c3r"])
def test_c_export_of_the_smallest_trees_compiles_without_a_warning(game: str, form: str, tmp_path: Path) -> None:
    c_plays(build("simple", game), form, tmp_path)


@pytest.mark.long
def test_c_export_has_room_for_the_guesses_it_stores(tmp_path: Path) -> None:
    """A number of 12 bits names a stored guess; a tree that stores more is exported as explicit."""
    require("gcc")
    replies = reply_matrix(Game.from_rules("p2c70r"))

    def policy(candidates: Candidates, _history: History) -> int:
        inferred = tells_apart(replies, candidates)
        return int(candidates[0]) if inferred is None else inferred

    tree = grow(replies, policy)
    with pytest.raises(TreebuildError, match=r"stores 4\d\d\d guesses: the C player plays up to 4096 of an implicit"):
        export(tree, "c", "b92i")
    assert export(tree, "c").form == "b92"
    c_plays(tree, None, tmp_path, secrets=10)  # each takes up to 200 guesses, which the player reads from the start
    with pytest.raises(
        TreebuildError, match="the tree takes 300 guesses: the C player plays up to 254; export js or py"
    ):
        export(build("simple", "p1c300n"), "c")


def test_a_source_file_in_c_takes_one_tree(trees: list[Tree], tmp_path: Path) -> None:
    """Another one is refused, not left out; the same may come again, and one of words beside one of codes."""
    require("gcc")
    made = {"large": trees[1], "small": build("minavg", "p2c4n"), "key": first_permitted(animals())}
    for name, tree in (*made.items(), ("words", build("minavg", words()))):
        (tmp_path / f"{name}.h").write_text(export(tree, "c").source)
    for names, works in (("key key", True), ("small key small", True), ("large small", False), ("key words", False)):
        source = "".join(f'#include "{name}.h"\n' for name in names.split()) + "int main(void) { return 0; }\n"
        (tmp_path / "two.c").write_text(source)
        check = ["gcc", "-std=c99", "-Werror", "-fsyntax-only", "two.c"]
        done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode == 0) == works, done.stderr
        assert works or "one tree in a source file: include the other in another" in done.stderr


def test_exports_survive_copy_and_paste(trees: list[Tree]) -> None:
    tree = replace(trees[0], built=Built("*/ evil();\n</script> ??/", "", "", ""))
    for language in ("js", "c", "py"):
        plain = (PLAYER / {"js": "treeplayer.js", "c": "treeplayer.h", "py": "treeplayer.py"}[language]).read_text()
        added = export(tree, language).source
        assert all(character == "\n" or " " <= character <= "~" for character in added)
        assert "evil();" not in added and "??" not in added.replace("??=", "").replace(" ?? ", "")
        assert "</" not in added and "\\u2028" not in added
        assert len(added) < len(plain) + 9000
    made, tame = export(tree, "npm"), export(trees[0], "npm")
    assert made.files["package.json"] == tame.files["package.json"]
    for line, other in zip(made.types.splitlines(), tame.types.splitlines(), strict=True):
        assert line == other or re.fullmatch(r"/\*\* A new game with this tree: [\w .,:]+ \*/", line), line


FORM_OF = {"rank": "ranked", "b92i": "implicit", "b92": "explicit"}


@pytest.mark.parametrize("form", mostly_long(FORM_OF, ["rank"]))
def test_the_player_has_the_decoder_of_its_tree_and_no_other(form: str, minavg: Tree, tmp_path: Path) -> None:
    """In every format the games of some secrets are the tree's; what is left out is not there, and not missed."""
    tree = best("p4c6r") if form == "rank" else minavg
    others = [name for name in FORM_OF.values() if name != FORM_OF[form]]
    made = {language: export(tree, language, form) for language in ("py", "js")}
    for language, file in made.items():
        assert file.form == form and file.characters < len(file.source)
        assert not any(f"--- {other}" in file.source for other in others)
        assert not file.types or f'export type Format = "{FORM_OF[form]}";' in file.types
        assert "start()" in file.source[:900]  # its first comment begins a game as its last lines do
        whole = (PLAYER / f"treeplayer.{language}").read_text()
        assert len(file.source) < len(whole) + 1.3 * file.characters + 2000
    (tmp_path / "game.py").write_text(made["py"].source)
    game = load_module(tmp_path / "game.py", f"game_{form}")
    assert game.load(game.TREE, tree.game.name).guess == tree.game.codes[tree.guess[0]]  # it is of the only format
    for secret in range(0, len(tree.game.secrets), 331):
        player = game.start()
        answers = secret_answers(tree, secret)
        assert [player.answer(*answer) for answer in answers] == ["next"] * (len(answers) - 1) + ["solved"]
        assert player.history[-1][0] == tree.game.secrets[secret]
    require("node")
    (tmp_path / "game.mjs").write_text(made["js"].source)
    (tmp_path / "main.mjs").write_text(f"""
import {{ start }} from "./game.mjs";
const player = start();
const said = {json.dumps(secret_answers(tree, 77))}.map(([bulls, cows]) => player.answer(bulls, cows).state);
console.log(said.join(" "));
""")
    states = run(["node", tmp_path / "main.mjs"]).split()
    assert states == ["next"] * (len(states) - 1) + ["solved"] and len(states) == tree.secret_depth[77]


TYPED = """
import game_b92
import game_b92i
import game_key
import game_rank

player = game_rank.start()
guess: tuple[int, ...] | None = player.guess
state: str = player.answer(1, 1)
players: list[game_b92.Player] = [game_b92.start(), game_b92.load(game_b92.TREE, "p3c4r")]
counts: list[int] = game_b92i.decode(game_b92i.TREE, "p3c4r").counts
key = game_key.start()
asked: list[str | None] = [key.question, key.found, *key.answers()]
told: bool = key.answer("yes") and key.undo()
"""


def test_exported_modules_have_types(tmp_path: Path) -> None:
    """Of any format, and of words: mypy has nothing to say of them, nor of a program that uses them."""
    tree = build("minavg", "p3c4r")
    for form in FORM_OF:
        (tmp_path / f"game_{form}.py").write_text(export(tree, "py", form).source)
    (tmp_path / "game_key.py").write_text(export(first_permitted(animals()), "py").source)
    (tmp_path / "main.py").write_text(TYPED)
    words = ["--strict", "--warn-unreachable", "--cache-dir", str(tmp_path / "cache"), "main.py"]
    done = subprocess.run([sys.executable, "-m", "mypy", *words], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("Success: no issues found in 1 source file\n", "")


def test_without_a_format_the_file_is_the_smallest(minavg: Tree) -> None:
    for tree in minavg, highest("p3c4r"), build("simple", "p1c2n"):
        sizes = {}
        for form in FORM_OF:
            try:
                sizes[form] = len(export(tree, "js", form).source)
            except TreebuildError:
                assert form == "b92i" and tree is not minavg
        chosen = export(tree, "js")
        assert len(chosen.source) == min(sizes.values()) == sizes[chosen.form]


def test_sizes_are_told(minavg: Tree, tmp_path: Path) -> None:
    line = "export py A7lzj_ --game p4c6r --as rank -o game.py"
    said, size = prints(line, cwd=tmp_path), (tmp_path / "game.py").stat().st_size
    assert said == f"game.py: {size} bytes: a tree of 6 in rank, and its player\n"
    (record,) = json.loads(prints(f"{line} --force --json", cwd=tmp_path))
    assert record["written"] == {"format": "rank", "bytes": size, "tree": 6} and record["total"] == 5625
    for language, form, message in (
        ("c", "rank", "the player in C does not read rank: expected one of b92i, b92"),
        ("js", "zip", "no player reads 'zip': expected one of rank, b92i, b92"),
    ):
        with pytest.raises(TreebuildError, match=message):
            export(minavg, language, form)


def test_what_cannot_be_exported(trees: list[Tree]) -> None:
    with pytest.raises(TreebuildError, match="expected one of js, c, py"):
        export(trees[0], "cobol")
    with pytest.raises(TreebuildError, match="p7c2r has 7 pegs: the C player plays games of up to 6; export js or py"):
        export(build("simple", "p7c2r"), "c")
    for language, name in ("js", "JavaScript"), ("py", "Python"):
        with pytest.raises(TreebuildError, match=f"12167 codes: the player in {name} plays games of up to 12000; play"):
            export(build("simple", "p3c23r"), language)
    with pytest.raises(
        TreebuildError, match="77 replies: the players read ranked trees of up to 65; export it as b92i"
    ):
        export(build("simple", "p11c2r"), "js", "rank")
    with pytest.raises(TreebuildError, match="p2c93r has 8649 codes: the player in C plays games of up to 8464; play"):
        export(build("simple", "p2c93r"), "c")


def test_the_players_say_what_plays_other_games(tmp_path: Path) -> None:
    said = (
        "bad game {}: expected pNcM and then n or r, such as p4c10n; other games are played by pages (treebuild export "
        "web) and in the terminal (treebuild play)"
    )
    player = load_module(PLAYER / "treeplayer.py", "unknown")
    with pytest.raises(player.TreeError, match="bad game") as caught:
        player.load("", "twod")
    assert (str(caught.value), caught.value.kind) == (said.format("'twod'"), "game")
    require("node")
    (tmp_path / "treeplayer.mjs").write_text((PLAYER / "treeplayer.js").read_text())
    (tmp_path / "main.mjs").write_text("""
import { load } from "./treeplayer.mjs";
try { load("", "twod"); } catch (error) { console.log(`${error.kind}: ${error.message}`); }
""")
    assert run(["node", tmp_path / "main.mjs"]).strip() == "game: " + said.format('"twod"')


@pytest.mark.parametrize("secret", mostly_long([0, 1234, 5039], [1234]))
def test_the_chat_bot_finds_the_secret(secret: int, minavg: Tree, tmp_path: Path) -> None:
    exported("py", tmp_path, "game.py", minavg)
    (tmp_path / "chatbot.py").write_text((EXAMPLES / "chatbot.py").read_text())
    answers = secret_answers(minavg, secret)
    said = "".join(f"{bulls}{between}{cows}\n" for (bulls, cows), between in zip(answers, cycle(" .,"), strict=False))
    done = subprocess.run(
        [sys.executable, tmp_path / "chatbot.py"], input=f"what?\n3 1\n0.0\nu\n\n{said}", capture_output=True, text=True
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == f"Found after {len(answers)} guesses."
    assert "Say bulls and cows" in done.stdout and "No number fits" in done.stdout
    assert len((EXAMPLES / "chatbot.py").read_text().split('"""\n', 1)[1].split("\n")) <= 20


def run_sketch(sketch: str, tree: Tree, said: str, folder: Path) -> list[str]:
    """The lines of a sketch that plays a tree, when it hears this."""
    require("g++")
    (folder / "game.h").write_text(export(tree, "c").source)
    (folder / "main.cpp").write_text(
        f'#include "{ROOT / "tests/players/Arduino.h"}"\n#include "{EXAMPLES / sketch}"\n'
        "int main() { setup(); for (;;) loop(); }\n"
    )
    flags = ["-std=c++11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", *SANITIZERS]
    run(["g++", *flags, "-I", folder, folder / "main.cpp", "-o", folder / "sketch"])
    return run([folder / "sketch"], said.encode()).splitlines()


def test_the_sketch_finds_the_secret(minavg: Tree, tmp_path: Path) -> None:
    answers = [answer for secret in (7, 4321) for answer in secret_answers(minavg, secret)]
    said = "".join(f"{bulls} {cows}\n" for bulls, cows in [(3, 1), *answers])
    lines = run_sketch("sketch/sketch.ino", minavg, said, tmp_path)
    assert lines[:2] == ["Think of 4 different digits.", "Is it 0123?"] and lines[2].startswith("No number fits")
    assert lines.count("Found. Again!") == 2


def test_the_sketch_of_a_key_names_each_animal(tmp_path: Path) -> None:
    tree = build("entropy", find_game(str(EXAMPLES / "diagnosis" / "animals.toml")))
    searches = plays(tree)
    said = "no such answer, and longer than the line of the sketch, which cuts it off\n"
    said += "".join(f"{answer}\r\n" for search in searches for answer in search.answers)
    lines = run_sketch("key/key.ino", tree, said, tmp_path)
    assert lines.count("None of the answers.") == 1
    names = {search.shown[-1] for search in searches}
    assert [line for line in lines if line in names] == [search.shown[-1] for search in searches]
