"""The player in Rust of docs/examples, written from docs/how-to/write-a-player.md, passes the vectors."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgpack
import pytest

from tests.conftest import made_once, require
from tests.helpers.players import Case, run

ROOT = Path(__file__).parent.parent.parent
VECTORS = ROOT / "schema" / "vectors"
TEXTS: list[Case] = [case for name in ("valid", "fail") for case in json.loads((VECTORS / f"{name}.json").read_text())]
DOCUMENTS = json.loads((VECTORS / "msgpack.json").read_text())


@pytest.fixture(scope="module")
def rust(tmp_path_factory: pytest.TempPathFactory) -> Path:
    require("rustc")
    words = ["rustc", "-O", "--edition", "2021", "-D", "warnings", ROOT / "docs/examples/player.rs", "-o"]
    return made_once(tmp_path_factory, "rust", lambda folder: run([*words, folder / "player"])) / "player"


def results(program: Path, cases: list[tuple[str, str, bytes]]) -> list[str]:
    data = "".join(f"{name}\t{game}\t{text.hex()}\n" for name, game, text in cases)
    return run([program, "cases"], data.encode()).splitlines()


@pytest.mark.parametrize("large", [False, pytest.param(True, marks=pytest.mark.long)])
def test_texts_have_their_counts_or_their_fault(rust: Path, large: bool) -> None:
    """The trees of Bulls and Cows take half a second as implicit text, and two as ranked text."""
    cases = [case for case in TEXTS if (case["format"] != "explicit" and case["game"] in ("p4c10n", "p4c6r")) == large]
    found = results(rust, [(case["format"], case["game"], case["text"].encode()) for case in cases])
    assert found == [case.get("error") or " ".join(map(str, case["counts"])) for case in cases]


def test_what_the_page_shows(rust: Path) -> None:
    page = (ROOT / "docs/how-to/write-a-player.md").read_text()
    commands = re.findall(r"^\./player (.*?) +# (.*)$", page, re.MULTILINE)
    assert len(commands) == 2
    for command, output in commands:
        assert run([rust, *command.split()]).splitlines() == output.split(", ")


def packed(case: Case) -> bytes:
    data: bytes = bytes.fromhex(case["hex"]) if "hex" in case else msgpack.packb(case["document"])
    return data


def test_sound_documents_have_their_counts(rust: Path) -> None:
    found = results(rust, [("msgpack", "", packed(case)) for case in DOCUMENTS["valid"]])
    assert found == [" ".join(map(str, case["counts"])) for case in DOCUMENTS["valid"]]


UNREAD = re.compile(
    r"built|criterion|node_fields|unknown field|weights|guesses|cost|groups is \d|numbered in|is free|as recomputed|"
    r"counts\.(?:total|nodes)"
)


def test_documents_that_a_player_must_refuse(rust: Path) -> None:
    """All but those whose only fault is in what a player does not read, or in the order of the nodes."""
    cases = [case for case in DOCUMENTS["fail"] if not UNREAD.search(case["error"])]
    found = results(rust, [("msgpack", "", packed(case)) for case in cases])
    taken = [case["name"] for case, result in zip(cases, found, strict=True) if result[0].isdigit()]
    assert len(cases) > 40 and not taken
