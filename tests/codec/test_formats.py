"""The table of formats: what is read and what is written, and what is told from bytes alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.conftest import built, within
from tests.helpers.command_line import fails, prints
from tests.helpers.small_games import words
from treebuild.codec import load, save
from treebuild.codec.files import SIZE_LIMIT
from treebuild.codec.formats import FORMATS, OWN, told_from
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "formats.md").read_text("utf-8")
READ = [extension for extension, form in FORMATS.items() if form.decode]
WRITTEN = [extension for extension in FORMATS if extension not in READ]


def test_the_list_and_the_page_say_what_is_read() -> None:
    listed = {record["format"]: record["read"] for record in json.loads(prints("list formats --json"))}
    assert listed == {extension[1:]: extension in READ for extension in FORMATS}
    rows = re.findall(r"^\| (`\..*?) \| (yes|no) \|", PAGE, re.MULTILINE)
    table = {extension: read == "yes" for names, read in rows for extension in re.findall(r"`(\.\w+)`", names)}
    assert table == {extension: extension in READ for extension in FORMATS}
    printed = {line.split()[0]: line.split()[1] for line in prints("list formats").splitlines()}
    assert printed == {extension: "read" if extension in READ else "written" for extension in FORMATS}


@pytest.mark.parametrize("extension", WRITTEN)
def test_what_is_only_written_is_not_read(extension: str, tmp_path: Path) -> None:
    save(built("minavg", "p2c3n"), tmp_path / f"t{extension}")
    known = ", ".join(READ)
    message = f"error: t{extension}: {extension} is only written: expected one of {known}\n"
    fails("verify", f"t{extension}", message=message, cwd=tmp_path)


@pytest.mark.parametrize("extension", READ)
def test_bytes_tell_their_format(extension: str) -> None:
    tree = built("minavg", words()) if extension == ".tree" else built("minavg", "p3c4r")
    data = FORMATS[extension].encode(tree)
    assert told_from(data) is FORMATS[extension]
    if extension not in OWN:
        assert told_from(b"\xef\xbb\xbf\n " + data) is FORMATS[extension]


def test_conditions_that_a_file_would_lose(tmp_path: Path) -> None:
    save(built("minavg", "p2c3n"), tmp_path / "t.msgpack")
    (tmp_path / "weights.csv").write_text("01,3\n12,1\n", "utf-8")
    prints("build minavg --game p2c3n --weights weights.csv -o w.msgpack", cwd=tmp_path)
    prints("build minavg --game p2c3n --guesses candidates -o c.msgpack", cwd=tmp_path)
    for extension in READ[1:]:
        if extension != ".tree":
            fails(
                f"convert w.msgpack w{extension}",
                message="has weights of secrets; `treebuild convert --unweighted`",
                cwd=tmp_path,
            )
            fails(
                f"convert c.msgpack c{extension}",
                message="has guesses `candidates`; `treebuild convert --unruled`",
                cwd=tmp_path,
            )
    for extension in WRITTEN:
        prints(f"convert w.msgpack w{extension}", cwd=tmp_path)
    prints("convert c.msgpack c.paths --unruled", cwd=tmp_path)
    assert load(tmp_path / "c.paths", "p2c3n").counts == load(tmp_path / "c.msgpack").counts


HOSTILE = [
    (".tree", b"llama ", b"BBBBB1 eerie "),
    (".tree", b"llama BBBBB1 eerie ", b"BBBBB9 "),
    (".tree", b"", b" \n"),
    (".paths", b"", b"llama,crane\nllama,eerie\n"),
    (".paths", b"", b"llama,"),
    (".paths", b"", b'"'),
    (".mm", b"", b"{AAB:{10:"),
    (".mm", b"", b"{"),
    (".mm", b"", b" "),
    (".json", b"", b'{"guess":"001","replies":{"0.0":'),
    (".json", b'{"guess":', b"["),
    (".json", b'{"guess":"001","replies":{', b'"0.0":"223",'),
    (".json", b"[", b"{},"),
]


@pytest.mark.parametrize(("extension", "head", "unit"), HOSTILE)
def test_a_file_that_is_long_and_wrong_is_refused_soon(extension: str, head: bytes, unit: bytes) -> None:
    game = Game.from_rules("p3c4r") if extension in (".mm", ".json") else words()
    data = (head + unit * (SIZE_LIMIT // len(unit)))[:SIZE_LIMIT]
    with pytest.raises(TreebuildError) as error:
        within(2, lambda: FORMATS[extension].read(data, game))
    assert len(str(error.value)) < 5000 and "\n" not in str(error.value)


def test_verify_and_compare_take_files_of_others(tmp_path: Path) -> None:
    tree = built("minavg", "p3c4r")
    for extension in ".json", ".paths", ".mm":
        save(tree, tmp_path / f"t{extension}")
        (record,) = json.loads(prints("verify", f"t{extension}", "--game", "p3c4r", "--json", cwd=tmp_path))
        assert record["ok"] and record["total"] == tree.total and record["algorithm"] == "unknown"
    compared = prints("compare t.json t.mm --game p3c4r", cwd=tmp_path)
    assert "A is faster for 0, B for 0, equal for 64" in compared
    prints("export py t.paths -o t.py --game p3c4r", cwd=tmp_path)
    assert find_game("p3c4r").name in (tmp_path / "t.py").read_text("utf-8")
