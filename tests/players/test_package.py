"""The player and trees in JavaScript as packages for npm, with types that name what the modules export."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import made_once, missing, require
from tests.helpers.command_line import fails, prints
from tests.helpers.players import PLAYER, ROOT, exported, run
from treebuild import build, export, save
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.tree.tree import Tree
from treebuild.version import __version__

MODULE, TYPES = (PLAYER / name for name in ("treeplayer.js", "treeplayer.d.ts"))
EVIL = 'x" */ evil(); /*\n`${evil()}` </script>\\'
MAIN = """
import { start as code } from "./code.mjs";
import { start as word, type Player as Key } from "./word.js";
import { TreeError, decode, load, parseGame, type Player } from "treebuild-player";
import { start as bought } from "treebuild-key";

const player: Player = load("AsTHPttPkIhyk1zsCLe8_I4K", "p4c10n");
const guess: number[] | null = code().guess;
const key: Key = word();
const asked: string | null = key.question;
const rows: string[][] = [key.answers(), bought().answers()];
for (const [bulls, cows, codes] of player.possible()) console.log(bulls + cows + codes);
console.log(guess, asked, rows, decode("", parseGame("p1c2n")).counts, new TreeError("game", "").kind);
// @ts-expect-error: texts are no counts
player.answer("1", 1);
// @ts-expect-error: there may be no question
key.question.length;
// @ts-expect-error: a key takes texts
bought().answer(1);
// @ts-expect-error: only `start` makes a player
new Player();
"""
RENDER = """
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { BullsAndCows } from "./BullsAndCows.js";
console.log(renderToStaticMarkup(createElement(BullsAndCows)));
"""
OPTIONS = {
    "strict": True, "module": "nodenext", "target": "es2022", "jsx": "react-jsx", "types": [],
    "exactOptionalPropertyTypes": True, "noUncheckedIndexedAccess": True, "skipLibCheck": False,
}  # fmt: skip


def key(name: str = "key") -> Tree:
    return build("simple", Game.from_table(name, list("abc"), list("abc"), ["no", "yes", "right"], 2, [
        [2, 0, 1], [0, 2, 1], [1, 0, 2]
    ]))  # fmt: skip


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("npm") / "new" / "player"
    prints("export", "npm", folder)
    return folder


def test_the_package_of_the_player(package: Path) -> None:
    described = json.loads((package / "package.json").read_text())
    assert described["version"] == __version__ and sorted(described["files"]) == [TYPES.name, MODULE.name]
    assert {path.name: path.read_text() for path in package.iterdir() if path.suffix != ".json"} == {
        MODULE.name: MODULE.read_text(),
        TYPES.name: TYPES.read_text(),
    }
    fails("export", "npm", package, message="package.json: already exists; use --force to replace it")
    prints("export", "npm", package, "--force")


def test_the_package_of_a_tree(tmp_path: Path) -> None:
    save(key("a/b: Ключ, 2"), tmp_path / "key.msgpack")
    prints("export npm made key.msgpack", cwd=tmp_path)
    made = export(key("a/b: Ключ, 2"), "npm")
    assert {path.name: path.read_text("utf-8") for path in (tmp_path / "made").iterdir()} == made.files
    assert json.loads(made.files["package.json"])["name"] == "treebuild-a-b-2"
    assert made.source == export(key("a/b: Ключ, 2"), "js").source == made.files["game.js"]
    assert json.loads(export(key("Ключ"), "npm").files["package.json"])["name"] == "treebuild-game"


def test_what_makes_no_package(tmp_path: Path) -> None:
    save(key(), tmp_path / "key.msgpack")
    swapped = "key.msgpack is a file: expected the folder of the package, and then a tree, if any"
    fails("export npm key.msgpack made", cwd=tmp_path, message=swapped, code=2)
    fails("export npm key.msgpack/made", cwd=tmp_path, message="key.msgpack/made: cannot be made: Not a directory")
    fails("export npm made --game p3c4r", cwd=tmp_path, message="expected a tree of this game", code=2)
    fails("export npm made --as rank", cwd=tmp_path, message="reads every format: leave the format out", code=2)
    with pytest.raises(TreebuildError, match="tree: expected a Tree"):
        export(None, "js")
    assert [path.name for path in tmp_path.iterdir()] == ["key.msgpack"]


@pytest.mark.parametrize(("module", "types"), [("a.js", "a.d.ts"), ("a.b.mjs", "a.b.d.mts"), ("a.txt", "a.txt.d.ts")])
def test_types_stand_beside_a_module(module: str, types: str, tmp_path: Path) -> None:
    save(key(), tmp_path / "key.msgpack")
    prints(f"export js key.msgpack -o {module} --no-types", cwd=tmp_path)
    assert not (tmp_path / types).exists()
    (tmp_path / module).unlink()
    (tmp_path / types).write_text("mine")
    fails(f"export js key.msgpack -o {module}", cwd=tmp_path, message=f"{types}: already exists; use --force")
    assert not (tmp_path / module).exists() and (tmp_path / types).read_text() == "mine"
    said = prints(f"export js key.msgpack -o {module} --force", cwd=tmp_path)
    assert said.endswith(f"; its types are in {types}\n")
    assert (tmp_path / types).read_text() == export(key(), "js").types
    assert prints("export js key.msgpack -o -", cwd=tmp_path) == export(key(), "js").source


def test_names_stay_names() -> None:
    """A name from a file ends no comment and no text."""
    printable = EVIL.replace("\n", " ")
    made = export(key(printable), "npm")
    assert json.loads(made.files["package.json"])["description"] == f"Plays {printable} from a treebuild tree"
    assert made.types.splitlines()[1:] == export(key(), "js").types.splitlines()[1:]
    assert re.fullmatch(
        r"// [\w .,-]+: 3 secrets, [\d.]+ guesses on average\. Made by treebuild\.", made.types.splitlines()[0]
    )


def test_types_name_what_the_module_exports() -> None:
    code, word = export(build("simple", "p1c2n"), "js"), export(key(), "js")
    for source, types in (
        (MODULE.read_text(), TYPES.read_text()), (code.source, code.types), (word.source, word.types),
    ):  # fmt: skip
        exports = re.findall(r"^export (?:class|function|const) (\w+)", source, re.MULTILINE)
        typed = re.findall(r"^export (?:class|function) (\w+)", types, re.MULTILINE)
        assert exports and sorted(exports) == sorted(typed)


def members_typed(types: str, name: str) -> list[str]:
    body = re.search(rf"^export interface {name} {{\n(.*?)^}}", types, re.MULTILINE | re.DOTALL)
    assert body
    return sorted(re.findall(r"^  (?:readonly )?(\w+)[(:]", body[1], re.MULTILINE))


def test_types_name_what_players_and_trees_have(tmp_path: Path) -> None:
    """Every member that the types promise is there, and no other."""
    require("node")
    (tmp_path / "key.mjs").write_text(export(key(), "js").source)
    script = tmp_path / "members.mjs"
    script.write_text(f"""import {{ decode, load, parseGame }} from {json.dumps(MODULE.as_uri())};
import {{ start }} from "./key.mjs";
const player = load("", "p1c2n");
const members = (one) => [...Object.keys(one),
  ...Object.getOwnPropertyNames(Object.getPrototypeOf(one)).filter((name) => name !== "constructor")].sort();
const own = (one) => Object.keys(one).sort();
console.log(JSON.stringify({{ Key: members(start()), Player: members(player), Game: own(parseGame("p1c2n")),
  Tree: own(decode("", "p1c2n")), Answer: own(player.answer(0, 0)) }}));
""")
    found = json.loads(run(["node", script]))
    assert members_typed(export(key(), "js").types, "Player") == found.pop("Key")
    for name, members in found.items():
        assert members_typed(TYPES.read_text(), name) == members, name


def test_what_is_no_reply_is_refused(tmp_path: Path) -> None:
    require("node")
    script = tmp_path / "replies.mjs"
    script.write_text(f"""import {{ load }} from {json.dumps(MODULE.as_uri())};
const player = load("", "p1c2n");
for (const reply of [["x", 1], [1], ["1.0"], [0.5, 0]]) {{
  try {{ console.log(player.answer(...reply)); }} catch (error) {{ console.log(error.name, error.message); }}
}}
console.log(player.answer(7, 0).state);
""")
    assert run(["node", script]).splitlines() == [
        *(f'TypeError bad reply "{reply}": expected two whole numbers, bulls and cows' for reply in (
            "x, 1", "1, ", "1.0, ", "0.5, 0"
        )),
        "contradiction",
    ]  # fmt: skip


def test_npm_packs_the_module_and_its_types(package: Path) -> None:
    require("npm", "node")  # npm is a script of Node's
    words = ["npm", "pack", "--dry-run", "--json", "--offline"]
    done = subprocess.run(words, cwd=package, check=True, capture_output=True, text=True)
    files = [file["path"] for file in json.loads(done.stdout)[0]["files"]]
    assert sorted(files) == ["package.json", "treeplayer.d.ts", "treeplayer.js"]


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with TypeScript and React, as the lock file here has them."""
    require("npm", "node")

    def install(folder: Path) -> None:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(Path(__file__).parent / "typescript" / name, folder)
        words = ["npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        (folder / "said").write_text(done.stderr.strip()[-200:] if done.returncode else "")

    folder = made_once(tmp_path_factory, "typescript", install)
    if said := (folder / "said").read_text():
        missing(f"npm cannot install TypeScript: {said}")
    return folder


@pytest.fixture
def project(typescript: Path, tmp_path: Path) -> Path:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": OPTIONS}))
    (tmp_path / "node_modules").mkdir()
    for installed in (typescript / "node_modules").iterdir():
        (tmp_path / "node_modules" / installed.name).symlink_to(installed)
    return tmp_path


@pytest.mark.long
def test_a_strict_project_takes_modules_and_packages(project: Path, minavg: Tree) -> None:
    save(key(), project / "key.msgpack")
    prints("export npm node_modules/treebuild-player", cwd=project)
    prints("export npm node_modules/treebuild-key key.msgpack", cwd=project)
    prints("export js key.msgpack -o word.js", cwd=project)
    save(minavg, project / "code.b92i")
    prints("export js code.b92i -o code.mjs", cwd=project)
    (project / "main.ts").write_text(MAIN)
    run(["node", project / "node_modules/typescript/bin/tsc", "-p", project / "tsconfig.json"])


@pytest.mark.long
def test_the_component_for_react(project: Path, minavg: Tree) -> None:
    exported("js", project, "game.js", minavg)
    shutil.copy(ROOT / "docs/examples/react/BullsAndCows.tsx", project)
    run(["node", project / "node_modules/typescript/bin/tsc", "-p", project / "tsconfig.json"])
    (project / "render.js").write_text(RENDER)
    html = run(["node", project / "render.js"])
    assert '<p aria-live="polite">Is it 0123? (5040 left)</p><button>0 bulls, 0 cows</button>' in html
    assert html.count("<button>") == 14 and '<button disabled="">Take back</button>' in html
