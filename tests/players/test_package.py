"""The JavaScript player as a package: what npm packs, and types that name what the module exports."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

from tests.conftest import missing
from tests.helpers.players import PLAYER
from treebuild.version import __version__

FOLDER = PLAYER
MODULE, TYPES = (FOLDER / name for name in ("treeplayer.js", "treeplayer.d.ts"))


def test_the_package_has_the_version_of_treebuild():
    assert json.loads((FOLDER / "package.json").read_text())["version"] == __version__


def test_types_name_what_the_module_exports():
    exported = re.findall(r"^export (?:class|function) (\w+)", MODULE.read_text(), re.MULTILINE)
    typed = re.findall(r"^export (?:class|function) (\w+)", TYPES.read_text(), re.MULTILINE)
    assert sorted(exported) == sorted(typed)


def test_types_name_what_players_and_trees_have(tmp_path):
    """Every member that the types promise is there, and no other."""
    if shutil.which("node") is None:
        missing("node is not installed")
    script = tmp_path / "members.mjs"
    script.write_text(f"""import {{ decode, load, parseGame }} from {json.dumps(MODULE.as_uri())};
const player = load("", "p1c2n");
const members = (one) => [...Object.keys(one),
  ...Object.getOwnPropertyNames(Object.getPrototypeOf(one)).filter((name) => name !== "constructor")].sort();
const own = (one) => Object.keys(one).sort();
console.log(JSON.stringify({{ Player: members(player), Game: own(parseGame("p1c2n")),
  Tree: own(decode("", "p1c2n")), Answer: own(player.answer(0, 0)) }}));
""")
    found = json.loads(subprocess.run(["node", script], check=True, capture_output=True, text=True).stdout)
    for name, members in found.items():
        body = re.search(rf"^export interface {name} {{\n(.*?)^}}", TYPES.read_text(), re.MULTILINE | re.DOTALL)
        assert body
        typed = re.findall(r"^  (?:readonly )?(\w+)[(:]", body[1], re.MULTILINE)
        assert sorted(typed) == members, name


def test_what_is_no_reply_is_refused(tmp_path):
    if shutil.which("node") is None:
        missing("node is not installed")
    script = tmp_path / "replies.mjs"
    script.write_text(f"""import {{ load }} from {json.dumps(MODULE.as_uri())};
const player = load("", "p1c2n");
for (const reply of [["x", 1], [1], ["1.0"], [0.5, 0]]) {{
  try {{ console.log(player.answer(...reply)); }} catch (error) {{ console.log(error.name, error.message); }}
}}
console.log(player.answer(7, 0).state);
""")
    said = subprocess.run(["node", script], check=True, capture_output=True, text=True).stdout.splitlines()
    assert said == [
        *(f'TypeError bad reply "{reply}": expected two whole numbers, bulls and cows' for reply in (
            "x, 1", "1, ", "1.0, ", "0.5, 0"
        )),
        "contradiction",
    ]  # fmt: skip


def test_npm_packs_the_player_and_its_types():
    if shutil.which("npm") is None or shutil.which("node") is None:  # npm is a script of Node's
        missing("npm is not installed")
    words = ["npm", "pack", "--dry-run", "--json", "--offline"]
    done = subprocess.run(words, cwd=FOLDER, check=True, capture_output=True, text=True)
    files = [file["path"] for file in json.loads(done.stdout)[0]["files"]]
    assert sorted(files) == ["package.json", "treeplayer.d.ts", "treeplayer.js"]
