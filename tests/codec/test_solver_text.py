"""The format .tree, the text of alex1770/wordle."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.command_line import fails
from tests.helpers.small_games import WORDS, words
from tests.helpers.trees import decoded_or_refused, made_of, random_plain, same
from tests.helpers.words import wordle
from treebuild.algorithms import build
from treebuild.codec.formats import FORMATS
from treebuild.codec.solver_text import decode
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game

FORM = FORMATS[".tree"]
GAME = words()
TEXT = """\
llama BBBBB1 eerie GGGGG2
                   YGBBG2 geese GGGGG3
                   YYBBB2 sheen GGGGG3
      BBGBB1 crane GGGGG2
      GGGGG1
      YBBBB1 steel GGGGG2
      YBYBB1 salet GGGGG2
      YGYBB1 alloy GGGGG2
"""


def test_a_text_of_the_solver() -> None:
    """Its order of replies and its columns are ours, so the text comes back byte for byte."""
    tree = decode(TEXT.encode(), GAME)
    assert tree.counts == (1, 5, 2) and tree[".....", "yg..g"].guess == "geese"
    assert FORM.encode(tree).decode() == TEXT


def test_only_the_numbers_say_where_a_line_stands() -> None:
    moved = "\ufeff\n" + TEXT.replace("  ", "").replace("\n", "\r\n\r\n").replace(" ", "\t")
    assert FORM.encode(decode(moved.encode(), GAME)).decode() == TEXT


def test_a_last_candidate_need_not_be_listed() -> None:
    short = "\n".join(line for line in TEXT.splitlines() if "geese" not in line and "GGGGG1" not in line)
    assert FORM.encode(decode(short.encode(), GAME)).decode() == TEXT


def test_every_tree_comes_back_and_looks_as_the_solver_writes_it() -> None:
    for seed in range(40):
        tree = made_of(GAME, random_plain(GAME, Random(seed)))
        data = FORM.encode(tree)
        assert same(FORM.read(data, GAME), tree)
        for line in data.decode().splitlines():
            guess = line.split()[0] if line[0] != " " else ""
            assert line == line.rstrip() and all(len(word) in (5, 6) for word in line.split()), line
            assert not guess or guess == tree.root.guess


def test_the_tree_of_the_whole_game_comes_back(tmp_path: Path) -> None:
    tree = build("minavg", find_game(wordle(tmp_path)))
    assert same(FORM.read(FORM.encode(tree), tree.game), tree)


FAULTS = [
    ("llama", "nymph", "line 1, at the root: 'nymph' is not a code of words: expected one such as salet"),
    ("crane", "nymph", "line 4, after ..g..: 'nymph' is not a code of words"),
    ("BBGBB1 crane", "BBGGG1 crane", "line 1, at the root: a child for reply ..ggg to llama, which cannot come"),
    ("BBBBB1 eerie", "BBBBB1 alloy", "line 1, after .....: no child for reply ..... to alloy, which can come"),
    ("YBBBB1 steel GGGGG2", "YBBBB1", "line 6, after y....: expected a guess, because the secret is not found yet"),
    ("GGGGG1", "GGGGG1 salet", "line 5, after ggggg: the secret is found, and no guess may follow"),
    ("YBBBB1 steel", "BBBBB1 steel", "line 6, after .....: the file says twice what follows this reply"),
    ("YBBBB1", "YBBBB3", "line 6, at the root: YBBBB3 is a reply to guess 3, expected 1 to 1"),
    ("YBBBB1", "YBBBB", "line 6, at the root: expected a reply such as BBYBG1, got 'YBBBB'"),
    ("YBBBB1", "YBBB1", "line 6, at the root: 'y...' is not a reply: expected 5 marks"),
    ("BBGBB1 crane", "BBGBB1 alloy", "line 4, after ..g..: a child for reply ggggg to alloy, which cannot come"),
    ("sheen", "geese", "line 3, after ..... yy...: a child for reply ggggg to geese, which cannot come"),
    (TEXT, " \n", "has no guess, expected a tree"),
]


@pytest.mark.parametrize(("old", "new", "message"), FAULTS, ids=[message for *_, message in FAULTS])
def test_what_contradicts_the_rules_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    with pytest.raises(TreebuildError) as error:
        decode(TEXT.replace(old, new, 1).encode(), GAME)
    assert error.value.message.startswith(message) and "\n" not in str(error.value)


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(TreebuildError, match="byte 7 is no UTF-8, expected a text"):
        decode(TEXT.encode().replace(b"BBBBB", b"\xff"), GAME)


def test_a_game_without_marks() -> None:
    with pytest.raises(TreebuildError, match="is for games whose replies are marks, such as wordle, and p2c3n has"):
        FORM.check(Game.from_rules("p2c3n"))


def test_the_command_names_the_file_and_asks_for_the_game(tmp_path: Path) -> None:
    (tmp_path / "t.tree").write_text(TEXT)
    fails("verify t.tree", message="t.tree: .tree is for games whose replies are marks", cwd=tmp_path)
    fails("verify t.tree", message="name it, such as --game wordle", cwd=tmp_path)


TOKENS = st.sampled_from([*WORDS, "BBBBB1", "GGGGG1", "YGBBG2", "GGGGG2", "GGGGG3", "BBGBB1", "\n", "\n", "B1", "G0"])


@given(st.lists(TOKENS, max_size=30))
def test_any_words_are_a_sound_tree_or_refused(tokens: list[str]) -> None:
    decoded_or_refused(decode, " ".join(tokens).encode(), GAME)


@given(st.binary(max_size=40), st.integers(0, len(TEXT)))
def test_any_damage_is_a_sound_tree_or_refused(damage: bytes, at: int) -> None:
    data = TEXT.encode()
    decoded_or_refused(decode, data[:at] + damage + data[at + len(damage) :], GAME)
