"""The format .mm, the grammar of a contest."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import built
from tests.helpers.trees import decoded_or_refused, made_of, random_plain, same
from treebuild.codec.contest import decode, encode
from treebuild.codec.formats import FORMATS
from treebuild.errors import TreebuildError
from treebuild.game.game import Game

FORM = FORMATS[".mm"]
PUBLISHED = (
    b"{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}"  # the example of the contest: it scores 21
)
GAME = Game.from_rules("p2c3r")


def test_the_example_of_the_contest_has_its_score() -> None:
    tree = decode(PUBLISHED, GAME)
    assert tree.total == 21 and len(tree.game.secrets) == 9
    again = decode(encode(tree), GAME)
    assert same(again, tree) and len(encode(tree)) == len(PUBLISHED) + 1


@pytest.mark.parametrize("rules", ["p1c1n", "p2c3n", "p3c4r", "p4c6r", "p4c10n", "p9c2r", "p1c26r"])
def test_a_tree_comes_back_node_for_node(rules: str) -> None:
    tree = built("minavg", rules)
    assert same(FORM.read(FORM.encode(tree), rules), tree)


def test_random_trees_come_back_with_space_around_every_word() -> None:
    for seed in range(20):
        tree = made_of(GAME, random_plain(GAME, Random(seed)))
        text = encode(tree).decode()
        spaced = "".join(f" \n{sign}\t" if sign in "{}:," else sign for sign in text)
        assert same(decode(text.encode(), GAME), tree) and same(decode(spaced.encode(), GAME), tree)


FAULTS = [
    ("{AB", "{AD", "character 2, at the root: expected a code of p2c3r in the letters ABC, got 'AD'"),
    ("{AB", "{ABA", "character 2, at the root: expected a code of p2c3r in the letters ABC, got 'ABA'"),
    ("02:", "11:", "character 34, at the root: expected a reply of p2c3r, its blacks and whites, such as 10, got '11'"),
    ("00:CC", "20:CC", "character 59, after 2.0: the secret is found, and no guess may follow"),
    ("10:AA", "02:AA", "character 10, after 1.0: a child for reply 0.2 to 02, which cannot come"),
    ("AB:{10:{AC", "AB:{10:{CC", "character 10, after 1.0: a child for reply 0.1 to 22, which cannot come"),
    ("00:BB", "01:BB", "character 29, after 1.0 0.1: the file says twice what follows this reply"),
    ("}}", "}", "character 32, after 1.0: expected '}', got ','"),
    ("00:CC}}", "00:CC}}}", "character 63, at the root: expected the end, got '}'"),
    ("00:CC}}", "00:CC}", "character 62, at the root: expected '}', got the end"),
    ("00:CC}}", "00:CC", "character 61, at the root: expected ',' or '}', got the end"),
    (PUBLISHED.decode(), " ", "character 2, at the root: expected a code of p2c3r in the letters ABC, got the end"),
    (PUBLISHED.decode(), "AB", "character 1, at the root: no child for reply 0.1 to 01, which can come"),
    (PUBLISHED.decode(), "ab", "character 1, at the root: expected a code of p2c3r in the letters ABC, got 'a'"),
]


@pytest.mark.parametrize(("old", "new", "message"), FAULTS, ids=[message for *_, message in FAULTS])
def test_what_contradicts_the_rules_is_refused_with_its_place(old: str, new: str, message: str) -> None:
    with pytest.raises(TreebuildError) as error:
        decode(PUBLISHED.decode().replace(old, new, 1).encode(), GAME)
    assert error.value.message.startswith(message) and "\n" not in str(error.value)


@pytest.mark.parametrize("rules", ["p10c2r", "p1c27r"])
def test_games_beyond_the_letters_and_digits(rules: str) -> None:
    with pytest.raises(TreebuildError, match=f"up to 9 pegs and 26 symbols, and {rules} is another"):
        FORM.check(Game.from_rules(rules))
    with pytest.raises(TreebuildError, match=f"up to 9 pegs and 26 symbols, and {rules} is another"):
        decode(PUBLISHED, rules)


WORDS = st.sampled_from(["{", "}", "}}", ":", ",", ":{", "AB", "AC", "BB", "CC", "00", "01", "02", "10", "20", "x"])


@given(st.lists(WORDS, max_size=30))
def test_any_words_are_a_sound_tree_or_refused(words: list[str]) -> None:
    decoded_or_refused(decode, "".join(words).encode(), GAME)


@given(st.binary(max_size=10), st.integers(0, len(PUBLISHED)))
def test_any_damage_is_a_sound_tree_or_refused(damage: bytes, at: int) -> None:
    decoded_or_refused(decode, PUBLISHED[:at] + damage + PUBLISHED[at + len(damage) :], GAME)
