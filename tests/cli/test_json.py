"""What every command prints with --json has the shape that schema/figures.schema.json gives for it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.command_line import commands, prints, run, run_text
from tests.helpers.schemas import defined, validator
from treebuild.algorithms import build
from treebuild.certificate.write import certify
from treebuild.codec import save
from treebuild.codec.msgpack import decode

ROOT = Path(__file__).parents[2]
GAME = "--game p3c4r"
RUNS = {  # what is run, in a folder that `files` fills, and the exit code
    "build": (f"build minavg {GAME}", "build crush35 --game p3c6n", f"build simple {GAME} --weights weights.csv"),
    "verify": ("verify a.msgpack b.msgpack --proof total.proof", "verify bad.msgpack", "verify weighted.msgpack"),
    "compare": (
        "compare a.msgpack b.msgpack",
        "compare weighted.msgpack weighted.msgpack",
        "compare --games p3c4r,p2c3n --algorithms minavg,near,strongest --effort 1 --guesses candidates",
    ),
    "convert": ("convert a.msgpack out.b92", "convert b.msgpack out.rank --pack --keep counts"),
    "export js": ("export js a.msgpack -o out.js",),
    "export c": ("export c a.msgpack -o out.h",),
    "export py": ("export py a.msgpack -o out.py",),
    "show": (
        "show a.msgpack",
        "show weighted.msgpack --sizes",
        "show a.msgpack 0.0",
        "show a.msgpack 0.1 --path",
        "show weighted.msgpack --secret 321",
    ),
    "list": ("list", "list games", "list formats", f"list guesses {GAME}"),
    "players": (f"players random information {GAME}", f"players random --games 20 {GAME}"),
    "check": ("check total.proof bad.proof",),
    "suggest": (f"suggest 012:1.1 {GAME} --top 3", f"suggest 012:1.1 {GAME} --by exact"),
    "review": (f"review 012:0.2 321:3.0 {GAME} --tree b.msgpack", f"review 012 321 --secret 321 {GAME}"),
    "estimate": (f"estimate {GAME} --seconds 1",),
    "pareto": (f"pareto {GAME} --store some.store",),
    "store": ("store some.store",),
}
OBJECTS = {"suggest", "review", "estimate", "pareto", "store"}  # the others print an array


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("json")
    tree, best = build("minavg", "p3c4r"), build("exact", "p3c4r", objective="total")
    save(best, folder / "a.msgpack")
    save(tree, folder / "b.msgpack")
    save(tree.weighted({"012": 8, "321": 2}), folder / "weighted.msgpack")
    (folder / "weights.csv").write_text("secret,weight\n012,8\n321,2\n")
    (folder / "total.proof").write_bytes(certify("p3c4r", "total").data)
    for name in "bad.msgpack", "bad.proof":
        (folder / name).write_bytes(b"bad")
    build("exact", "p3c4r", objective="total", store=folder / "some.store")
    return folder


@pytest.mark.parametrize(("name", "words"), [(name, words) for name, runs in RUNS.items() for words in runs])
def test_json_has_the_shape_of_the_schema(name: str, words: str, files: Path) -> None:
    done = run_text(f"{words} --json", cwd=files)
    assert done.returncode == int("bad." in words or "b.msgpack --proof" in words), done.stderr
    printed: Any = json.loads(done.stdout)
    defined("figures", f"output_of_{name.split()[0]}").validate(printed)
    validator("figures").validate(printed)
    assert isinstance(printed, dict) == (name in OBJECTS)
    assert all("average" in record for record in records(printed) if "total" in record)


def records(printed: Any) -> Iterator[dict[str, Any]]:
    """All objects in what was printed, those within others too."""
    if isinstance(printed, dict):
        yield printed
    if isinstance(printed, dict | list):
        for part in printed.values() if isinstance(printed, dict) else printed:
            yield from records(part)


@pytest.mark.parametrize("objective", ["total", "fours", "limit:4"])
def test_lines_of_a_near_optimal_search(objective: str) -> None:
    """Each is an object; the last one is the record of the tree. Trees that keep a limit are as good as each other."""
    lines = [json.loads(line) for line in prints(f"build near --objective {objective} {GAME} --json").splitlines()]
    for line in lines:
        validator("figures").validate(line)
    *log, record = lines
    assert all(
        line["average"] == line["total"] / 64 for line in (*log, record, record.get("near", {})) if "total" in line
    )
    assert bool(log) == (objective != "limit:4") and record["ok"]
    if log:
        assert {name: log[-1].get(name) for name in record["near"]} == record["near"]
    if objective == "total":
        assert record["near"]["total"] == record["total"] >= record["near"]["bound"] > 0


def test_a_tree_on_the_output_is_not_mixed_with_the_log() -> None:
    done = run(f"build near {GAME} -o - --json")
    assert decode(done.stdout).total == json.loads(done.stderr.splitlines()[-1])["total"]


def test_every_command_with_json_is_run() -> None:
    printing = {name for name, command in commands().items() if "--json" in _options(command)}
    assert printing == set(RUNS)


def test_the_page_says_which_commands_print_an_object() -> None:
    """It said "always an array" once."""
    page = (ROOT / "schema" / "figures.md").read_text("utf-8")
    (listed,) = re.findall(r"prints one object: (.*?)\. ", page, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", listed)) == OBJECTS


def test_the_page_names_every_command() -> None:
    page = (ROOT / "schema" / "figures.md").read_text("utf-8")
    for name in RUNS:
        assert f"`{name}" in page or f"`{name.split()[-1]}`" in page, name


def _options(command: Any) -> list[str]:
    return [option for parameter in command.params for option in parameter.opts]
