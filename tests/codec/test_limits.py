"""What would take longer than a second or two to read is refused, unless one is patient."""

from __future__ import annotations

import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgpack
import pytest

from tests.conftest import mostly_long, within
from tests.helpers.command_line import fails, prints
from tests.helpers.random_games import random_game
from tests.helpers.trees import same
from treebuild.algorithms import build
from treebuild.codec import load, ranked, save
from treebuild.codec import msgpack as codec_msgpack
from treebuild.codec.files import PATIENT_LIMIT, SIZE_LIMIT
from treebuild.codec.formats import FORMATS, OWN
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.tree.policy import MOST_GUESSES, grow
from treebuild.tree.tree import Tree


@pytest.fixture(scope="module")
def chain() -> Tree:
    """One candidate found with every guess: 2.2 million guesses in all."""
    return grow(reply_matrix(Game.from_rules("p1c2100r")), lambda candidates, _: int(candidates[0]))


@pytest.mark.long
@pytest.mark.parametrize("extension", OWN)
def test_trees_of_millions_of_guesses(extension: str, chain: Tree, tmp_path: Path) -> None:
    assert chain.total > MOST_GUESSES
    path = tmp_path / f"chain{extension}"
    save(chain, path)
    error = within(2, lambda: refusal(lambda: load(path, chain.game)))
    assert "patient=True reads it nevertheless" in str(error)
    assert error.kind == "limit" and "\n" not in str(error)
    assert same(load(path, chain.game, patient=True), chain)


def refusal(read: Callable[[], object]) -> TreebuildError:
    """The error that reading raises."""
    with pytest.raises(TreebuildError) as error:
        read()
    return error.value


def rule(game: str) -> bytes:
    """The text of the tree that the rule makes on its own."""
    return ranked.spell(Game.from_rules(game), 0, [])


def test_many_replies_are_no_reason_to_refuse_a_text() -> None:
    tree = build("minavg", random_game(Random(1), 90, 70))
    assert len(tree.game.replies) == 70 and same(ranked.decode(ranked.encode(tree), tree.game), tree)


def test_what_takes_long_to_read_is_said_when_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    warning = "reading it may take long: give --patient to every command that reads it"
    monkeypatch.setattr(ranked, "MOST_STEPS", 5000)
    assert warning in prints("build simple --game p3c4r -o slow.rank", cwd=tmp_path)
    assert refusal(lambda: load(tmp_path / "slow.rank", "p3c4r")).kind == "limit"
    assert warning in prints("convert slow.rank t.rank --game p3c4r --patient", cwd=tmp_path)


@pytest.mark.parametrize("name", ["simple", "minavg"])
def test_a_text_that_does_not_take_long_is_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is told from the sizes of the tree or from its nodes; from some limit on it takes long."""
    tree, said = build(name, "p3c4r"), list[bool]()
    text = ranked.encode(tree)
    for steps in range(200, 20_000, 200):
        monkeypatch.setattr(ranked, "MOST_STEPS", steps)
        said.append(ranked.takes_long(tree))
        assert said[-1] or same(ranked.decode(text, tree.game), tree)
    assert said == sorted(said, reverse=True) and {*said} == {True, False}


@pytest.mark.parametrize(("game", "kind"), [("p2c91r", "limit"), ("p1c5040r", "limit"), ("p3c31r", "game")])
def test_ranked_texts_of_large_games(game: str, kind: str) -> None:
    text = rule(game)
    error = within(2, lambda: refusal(lambda: ranked.decode(text, Game.from_rules(game))))
    assert "patient=True reads it nevertheless" in str(error) and error.kind == kind


@pytest.mark.long
def test_a_patient_user(tmp_path: Path) -> None:
    (tmp_path / "t.rank").write_bytes(rule("p2c91r"))
    fails("convert t.rank t.msgpack --game p2c91r", message="error: t.rank", cwd=tmp_path)
    prints("convert t.rank t.msgpack --game p2c91r --patient", cwd=tmp_path)
    assert sum(load(tmp_path / "t.msgpack").counts) == 91**2


def test_files_of_millions_of_lists(minavg: Tree) -> None:
    document = codec_msgpack.document(minavg)
    del document["nodes"]
    head = msgpack.packb(document)
    count = SIZE_LIMIT - len(head) - 16
    bomb = (
        bytes([head[0] + 1]) + head[1:] + msgpack.packb("nodes") + b"\xdd" + struct.pack(">I", count) + b"\x90" * count
    )
    assert "node 0 is []" in str(within(2, lambda: refusal(lambda: codec_msgpack.decode(bomb))))


@pytest.mark.parametrize("item", mostly_long([b"\x90", b"\x94\0\x90\1\1", b"\xd4\5\0"], [b"\x90"]))
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says there what a process has taken")
def test_a_patient_user_needs_no_gigabytes(item: bytes) -> None:
    """64 MB of empty lists would take 4 GB."""
    code = "import re, sys; from treebuild.codec import msgpack; from treebuild.errors import TreebuildError\n"
    code += "try: msgpack.decode(sys.stdin.buffer.read(), None, True)\nexcept TreebuildError as error: print(error)\n"
    # Not `getrusage`: after a fork it counts what the process of the test has taken, too.
    code += "print(re.search(r'VmHWM:\\s*([0-9]+) kB', open('/proc/self/status').read())[1])"
    count = (PATIENT_LIMIT - 16) // len(item)
    data = b"\x81\xa5nodes\xdd" + struct.pack(">I", count) + item * count
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, timeout=120)
    message, kilobytes = done.stdout.decode().splitlines()
    assert "expected" in message and int(kilobytes) < 1 << 20


@pytest.mark.parametrize("extension", [extension for extension, form in FORMATS.items() if form.decode])
def test_more_bytes_than_any_tree_takes(extension: str) -> None:
    with pytest.raises(TreebuildError, match="larger than 2 MiB"):
        FORMATS[extension].read(b"A" * (SIZE_LIMIT + 1), None, extension == ".b92")
    with pytest.raises(TreebuildError, match=r"larger than (2|64) MiB"):
        FORMATS[extension].read(b"A" * (PATIENT_LIMIT + 1), None, True)


def test_only_rows_of_tables_may_take_more() -> None:
    """1,500 hypotheses make 2 MB of replies, which are read at once. Other bytes count, where rows are no bytes too."""
    names = [f"h{i}" for i in range(1500)]
    rows = [bytes(i % 39 for i in range(1500)), bytes(i // 39 for i in range(1500))]
    rows += [bytes(40 if i == j else 39 for j in range(1500)) for i in range(1500)]
    table = Game.from_table("taxa", ["a", "b", *names], names, [*map(str, range(39)), "not it", "found"], 40, rows)
    tree = build("entropy", table.with_guesses("identify"))
    document = codec_msgpack.document(tree)
    assert same(codec_msgpack.decode(msgpack.packb(document)), tree)
    document["built"]["algorithm"] = "x" * SIZE_LIMIT
    assert "larger than 2 MiB" in str(refusal(lambda: codec_msgpack.decode(msgpack.packb(document))))
    document["built"]["algorithm"] = "entropy"
    with pytest.raises(TreebuildError, match=r"^.msgpack has 2 MiB for a table, .* and taxa takes 3: leave out"):
        codec_msgpack.check_game(tree.game, SIZE_LIMIT)
    document["game"]["parts"]["table"][0] = [0] * 1500
    assert "larger than 2 MiB" in str(refusal(lambda: codec_msgpack.decode(msgpack.packb(document))))
