"""`-` for files, texts in place of files, and figures of one shape (schema/figures.schema.json)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.conftest import missing
from tests.helpers import command_line
from tests.helpers.schemas import validator
from treebuild.algorithms import build
from treebuild.codec import load, save
from treebuild.codec.files import SIZE_LIMIT
from treebuild.codec.formats import FORMATS, OWN
from treebuild.errors import TreebuildError
from treebuild.publish.best import BEST

ROOT = Path(__file__).parents[2]
PACKED = BEST[2][1]  # Mastermind's smallest total


def run(*words: object, stdin: bytes = b"", code: int = 0, cwd: Path | None = None) -> tuple[bytes, str]:
    """What a command writes to the standard output, and what it says on the error stream."""
    done = command_line.run(*words, stdin=stdin, cwd=cwd)
    assert done.returncode == code, done.stderr
    return done.stdout, done.stderr.decode()


def figures(*words: object, **how: Any) -> list[dict[str, Any]]:
    """The records that a command prints, held against the schema."""
    records = json.loads(run(*words, "--json", **how)[0])
    validator("figures").validate(records)
    assert isinstance(records, list)
    return records


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pipelines") / "t.msgpack"
    save(build("minavg", "p3c6n"), path)
    return path


@pytest.mark.parametrize("form", [*(name[1:] for name in OWN), "json", "paths", "mm"])
def test_a_tree_goes_through_a_pipe_in_every_format(form: str, file: Path) -> None:
    data, said = run("convert", file, "-", "--as", form)
    assert data == FORMATS[f".{form}"].encode(load(file)) and f"-: {len(data)} bytes" in said
    (record,) = figures("verify", "-", "--game", "p3c6n", stdin=data)
    assert record["ok"] and record["file"] == "-" and record["total"] == load(file).total


@pytest.mark.parametrize("form", ["b92", "b92i", "rank"])
def test_a_byte_order_mark_changes_no_format(form: str, file: Path) -> None:
    data = b"\xef\xbb\xbf" + FORMATS[f".{form}"].encode(load(file))
    (record,) = figures("verify", "-", "--game", "p3c6n", stdin=data)
    assert record["total"] == load(file).total


def test_a_pipeline_of_three() -> None:
    document, said = run("build", "minavg", "--game", "p3c6n", "-o", "-")
    assert "ok: all 120 secrets replayed" in said and document[0] >= 0x80
    text, said = run("convert", "-", "-", "--pack", "--keep", "counts", stdin=document)
    assert said == f"{len(text) - 1} characters\n" and text.isascii()
    shown, _ = run("show", text.decode().strip(), "--game", "p3c6n")
    assert b"120 candidates left" in shown


def test_a_text_stands_for_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(PACKED, "mastermind").total == 5625
    (record,) = figures("verify", PACKED, "--game", "mastermind")
    assert (record["file"], record["total"]) == (PACKED, 5625)
    with pytest.raises(
        TreebuildError, match=r"there is no such file, and no tree .* the check digits .*; if it is of another game"
    ):
        load(PACKED)
    with pytest.raises(TreebuildError, match=r"minavg: there is no such file$"):
        load("minavg")
    monkeypatch.chdir(tmp_path)
    Path(PACKED).mkdir()
    with pytest.raises(TreebuildError, match=f"{PACKED}: is a directory, expected a tree file"):
        load(PACKED, "mastermind")


@pytest.mark.parametrize(
    ("words", "stdin", "message"),
    [
        (("verify", "-"), b"", "error: -: is empty, expected a tree\n"),
        (("verify", "-"), b"AsTHPttPkIhyk1zsCLe8_I4L", "error: -: the check digits 'I4L'"[:-5]),
        (("verify", "-"), b"\x83abc", "error: -: "),
        (("verify", "-"), b"x" * (SIZE_LIMIT + 1), "error: -: is larger than 2 MiB"),
        (("convert", PACKED, "-", "--as", "zip"), b"", "error: format 'zip': expected msgpack, b92, b92i, rank"),
        (("convert", PACKED, "t.rank", "--as", "rank"), b"", "error: format 'rank': expected msgpack"),
        (("convert", PACKED, "t.txt", "--pack"), b"", "error: t.txt: expected a name that ends in .rank, or -"),
        (("convert", PACKED, "-", "--pack", "--as", "b92"), b"", "error: --as b92: --pack writes a ranked text"),
        (("convert", PACKED, "t.rank", "--keep", "total"), b"", "error: --keep says what --pack must not make worse"),
        (("convert", PACKED, "t.rank", "--pack", "--normalise"), b"", "error: --pack and --normalise both choose"),
        (("show", PACKED, "--sizes", "--path"), b"", "error: --sizes and --path do not go together"),
        (("show", PACKED, "0.1", "--sizes"), b"", "error: --sizes and replies do not go together"),
        (("list", "games", "--game", "p4c6r"), b"", "error: --game is for `list guesses`"),
        (("play", "--elsewhere", PACKED), b"", "error: --elsewhere does not go with FILE: leave it out"),
    ],
)
def test_one_line_for_what_cannot_be(words: tuple[str, ...], stdin: bytes, message: str, tmp_path: Path) -> None:
    _, said = run(*words, stdin=stdin, code=1 if stdin or words[0] == "verify" else 2, cwd=tmp_path)
    assert said.startswith(message) and said.count("\n") == 1 and list(tmp_path.iterdir()) == []


def test_no_document_is_written_onto_a_terminal() -> None:
    try:
        import pty
    except ImportError:
        missing("no terminals here")
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "treebuild", "convert", PACKED, "-", "--game", "mastermind"]
    done = subprocess.run(command, stdout=follower, stderr=subprocess.PIPE, text=True, timeout=120)
    os.close(follower)
    os.close(leader)
    assert done.returncode == 1 and done.stderr.startswith("error: the standard output is a terminal")


def test_every_command_prints_figures_of_one_shape(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.msgpack"
    (tmp_path / "bad.msgpack").write_bytes(b"bad")
    (built,) = figures("build", "simple", "--game", "p3c6n", "-o", other)
    (logged,) = figures("build", "crush35", "--game", "p3c6n")
    assert logged["log"]
    (one,) = figures("verify", file)
    verified = figures("verify", file, tmp_path / "bad.msgpack", code=1)
    assert verified[0] == one and [record["ok"] for record in verified] == [True, False]
    first, second = figures("compare", file, other)
    (converted,) = figures("convert", file, tmp_path / "t.b92")
    (packed,) = figures("convert", file, tmp_path / "t.rank", "--pack", "--keep", "counts")
    (measured,) = figures("show", file, "--sizes")
    for record in first, converted, packed, measured:
        for key in ("game", "secrets", "total", "average", "max_depth", "distribution"):
            assert record[key] == one[key], (key, record)
    assert second["total"] == built["total"] and second["against"][0]["slower"] == first["against"][0]["faster"]
    assert converted["written"] == {"format": "b92", "bytes": (tmp_path / "t.b92").stat().st_size}
    assert converted["algorithm"] == "minavg" and converted["file"] == str(tmp_path / "t.b92")
    assert packed["written"]["text"] == (tmp_path / "t.rank").read_text().strip() and packed["keep"] == "counts"
    assert [size["format"] for size in measured["sizes"]] == [name[1:] for name in OWN]
    assert len(figures("list")) > 10
    for words in (), ("3.0",), ("--secret", "543"), ("0.1", "--path"):
        (record,) = figures("show", file, *words)
        assert ("turns" in record) == any(word.startswith("--") for word in words)


def test_the_schema_refuses_other_shapes() -> None:
    record = {"file": None, "game": "g", "algorithm": "a", "secrets": 1, "total": 1, "average": 1, "max_depth": 1}
    sound = record | {"distribution": {"1": 1}, "ok": True, "problems": [], "claimed": ""}
    validator("figures").validate([sound])
    shapes: list[object] = [{}, [{}], [sound | {"total": "1"}], [sound | {"distribution": [1]}], [sound | {"more": 1}]]
    for wrong in shapes:
        with pytest.raises(jsonschema.ValidationError):
            validator("figures").validate(wrong)


def test_a_page_takes_a_game_for_each_tree(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    games = "--game", "p4c6r", "--game", "bulls-cows"
    run("export", "web", PACKED, BEST[0][1], *games, "-o", page)
    data = re.search(r'id="trees">(.*?)</script>', page.read_text("utf-8"), re.DOTALL)
    assert data is not None
    first, second = json.loads(data[1])
    assert (first["game"], second["game"]) == ("p4c6r", "p4c10n")
    assert sum(depth * count for depth, count in enumerate(first["counts"], 1)) == 5625
    _, said = run("export", "web", PACKED, *games, "-o", tmp_path / "no.html", code=2)
    assert "--game is given 2 times, for 1 trees: once, or once for each" in said


@pytest.mark.parametrize("options", [("--game", "p4c6r"), ("--codes", "words.txt")])
def test_a_page_of_a_game_without_a_tree_is_refused(tmp_path: Path, options: tuple[str, str]) -> None:
    """It would have the page's own games, and not this one."""
    (tmp_path / "words.txt").write_text("crane\nslate\n")
    name, value = options
    value = str(tmp_path / value) if name == "--codes" else value
    _, said = run("export", "web", name, value, "-o", tmp_path / "no.html", code=2)
    assert "expected a tree as well" in said and not (tmp_path / "no.html").exists()
