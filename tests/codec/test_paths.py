"""The format .paths: a line for each secret."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import built
from tests.helpers.random_games import random_game
from tests.helpers.small_games import WORDS, animals, words
from tests.helpers.trees import decoded_or_refused, made_of, random_plain, same
from tests.helpers.words import wordle
from treebuild.algorithms import build
from treebuild.codec.formats import FORMATS
from treebuild.codec.paths import decode
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game

FORM = FORMATS[".paths"]
GAME = words()
TEXT = """\
llama,salet
llama,crane
llama,steel
llama,eerie
llama,eerie,sheen
llama,eerie,geese
llama,alloy
llama
"""


def test_the_lines_are_the_guesses_of_every_secret() -> None:
    tree = built("minavg", "p3c6n")
    listed = [line.split(",") for line in FORM.encode(tree).decode().splitlines()]
    assert [guesses[-1] for guesses in listed] == [tree.game.spell(secret) for secret in tree.game.secrets]
    for guesses in listed:
        node = tree.root
        for guess, after in zip(guesses, [*guesses[1:], None], strict=True):
            assert node.guess == guess
            node = node[tree.game.answer(guess, guesses[-1])] if after else node


@pytest.mark.parametrize("rules", ["p1c1n", "p2c3n", "p3c4r", "p4c6r", "p4c10n"])
def test_a_tree_comes_back_node_for_node(rules: str) -> None:
    tree = built("minavg", rules)
    assert same(FORM.read(FORM.encode(tree), rules), tree)


def test_random_trees_come_back() -> None:
    for seed in range(40):
        game = random_game(Random(seed), 12, 5, winners=1 + seed % 2, others=4)
        tree = made_of(game, random_plain(game, Random(seed)))
        assert same(FORM.read(FORM.encode(tree), game), tree)


def test_the_tree_of_the_whole_of_wordle_comes_back(tmp_path: Path) -> None:
    tree = build("minavg", find_game(wordle(tmp_path)))
    assert same(FORM.read(FORM.encode(tree), tree.game), tree)


def test_guesses_with_commas_are_written_as_in_a_spreadsheet() -> None:
    names = ['say "a"', "b,c"]
    game = Game.from_table("t", names, names, ["no", "yes"], 1, [b"\1\0", b"\0\1"])
    tree = build("simple", game)
    assert FORM.encode(tree).decode() == '"say ""a"""\n"say ""a""","b,c"\n'
    assert same(FORM.read(FORM.encode(tree), game), tree)


def test_order_capitals_and_empty_cells_do_not_matter() -> None:
    moved = "\ufeff" + "".join(f"{line.upper()}, ,\r\n\r\n" for line in reversed(TEXT.splitlines()))
    assert FORM.encode(decode(moved.encode(), GAME)).decode() == TEXT


@pytest.mark.parametrize("left_out", [[5], [0], [7], [0, 1, 2, 6], [4, 5, 7]])
def test_a_secret_that_is_not_listed_is_guessed_when_it_is_alone(left_out: list[int]) -> None:
    lines = [line for place, line in enumerate(TEXT.splitlines()) if place not in left_out]
    assert FORM.encode(decode("\n".join(lines).encode(), GAME)).decode() == TEXT


FAULTS = [
    ("llama,alloy", "llama,nymph", "line 7, at the root: 'nymph' is not a code of words: expected one such as salet"),
    ("llama,eerie,sheen", "llama,geese,sheen", "line 5, after .....: guesses geese, where line 4 guesses eerie"),
    ("llama,crane", "salet,crane", "line 2, at the root: guesses salet, where line 1 guesses llama"),
    ("llama,crane", "llama,alloy", "line 7, after ygy.. ggggg: the file says twice what follows this reply"),
    ("llama,crane", "llama,crane,crane", "line 2, after ..g.. ggggg: the secret is found, and no guess may follow"),
    ("llama,eerie\nllama,eerie,sheen\nllama,eerie,geese\n", "", "line 1, at the root: no child for reply ..... to"),
    ("llama,steel", 'llama,"steel', "line 3: unexpected end of data"),
    ("llama,steel", "llama,,steel", "line 3, at the root: '' is not a code of words"),
    (TEXT, " \n,,\n", "has no guess, expected a tree"),
]


@pytest.mark.parametrize(("old", "new", "message"), FAULTS, ids=[message for *_, message in FAULTS])
def test_what_contradicts_the_rules_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    with pytest.raises(TreebuildError) as error:
        decode(TEXT.replace(old, new, 1).encode(), GAME)
    assert error.value.message.startswith(message) and "\n" not in str(error.value)


def test_a_last_guess_that_is_no_secret() -> None:
    with pytest.raises(TreebuildError, match="line 1: 'flies' is no secret of animals"):
        decode(b"flies\n", animals())


@given(st.lists(st.lists(st.sampled_from([*WORDS, "", '"']), max_size=5), max_size=10))
def test_any_lines_are_a_sound_tree_or_refused(lines: list[list[str]]) -> None:
    decoded_or_refused(decode, "\n".join(map(",".join, lines)).encode(), GAME)


@given(st.binary(max_size=40), st.integers(0, len(TEXT)))
def test_any_damage_is_a_sound_tree_or_refused(damage: bytes, at: int) -> None:
    data = TEXT.encode()
    decoded_or_refused(decode, data[:at] + damage + data[at + len(damage) :], GAME)
