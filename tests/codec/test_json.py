"""The format .json, as we write it and as others do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import built, within
from tests.helpers.small_games import words
from tests.helpers.trees import decoded_or_refused, same
from treebuild.algorithms import build
from treebuild.codec import json as codec_json
from treebuild.codec.formats import FORMATS
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree

FORM = FORMATS[".json"]


@pytest.mark.parametrize("rules", ["p1c1n", "p2c3n", "p3c4r", "p4c6r", "p4c10n"])
def test_a_tree_comes_back_node_for_node(rules: str) -> None:
    tree = built("minavg", rules)
    assert same(FORM.read(FORM.encode(tree)), tree)  # a pNcM game is named in the file


def test_programs_play_by_the_document_alone() -> None:
    tree = built("minavg", "p3c6n")
    document, game = json.loads(FORM.encode(tree)), tree.game
    for secret in game.secrets:
        node: dict[str, Any] | None = document
        guesses = 0
        while node is not None:
            node = node["replies"][game.answer(node["guess"], game.spell(secret))]
            guesses += 1
        assert guesses == tree.secret_depth[game.secrets.index(secret)]


def tree_of(document: object, game: Game | str | None = None) -> Tree:
    return codec_json.decode(json.dumps(document).encode(), game)


def test_other_fields_are_passed_over() -> None:
    assert tree_of({"made": ["by", 1], "guess": "0", "n": 2, "replies": {"0.0": {"guess": "1"}}}, "p1c2n").total == 3


def test_a_tree_of_a_solver_of_wordle() -> None:
    """Replies in digits, a `map` of what follows them, and a text for a last guess: jonathanolson/wordle-solver."""
    document = {"guess": "steel", "map": {"10210": "geese", "20220": "sheen", "00001": "llama"}}
    tree = tree_of(document, words(("steel", "geese", "sheen", "llama")))
    assert (tree.counts, tree["y.gy."].guess) == ((1, 3), "geese")


FAULTS = [
    ("[]", "at the root: expected a guess, or an object with a `guess`, a text"),
    ('{"guess": 1}', "at the root: expected a guess, or an object"),
    ('{"guess": "01", "replies": []}', "at the root: expected `replies` to be an object"),
    ('{"guess": "77", "replies": {}}', "at the root: '77' is not a code of p2c3n"),
    ('{"guess": "01", "replies": {"5.5": "10"}}', "at the root: '5.5' is not a reply"),
    ('{"guess": "01", "replies": {"0.1": null}}', "after 0.1: expected a guess, because the secret is not found yet"),
    ('{"guess": "01", "replies": {"0.1": {"guess": "12"}, "0.1": "10"}}', "an object has '0.1' twice"),
    ('{"guess": "01", "replies": {"0.1": "12", "01": "10"}}', "after 0.1: the file says twice what follows this reply"),
    ('{"guess": "01", "replies": {"0.0": "12"}}', "at the root: no child for reply 0.1 to 01, which can come"),
    ('{"guess": "01", "replies": {"2.0": "02"}}', "after 2.0: the secret is found, and no guess may follow"),
    ('{"guess": "01", "replies": {"0.1": {"guess": "12"}, "0.2": {"guess": "10", "replies": {"0.1": "12"}}}}',
     "at the root: no child for reply 1.0 to 01, which can come"),
    ('{"guess": "01",\n "replies": {"0.1": {"guess"}}}', "line 2, column 29: is no JSON: "),
    ('{"game": "p2c4n", "guess": "01"}', "at the root: no child for reply 0.0 to 01"),
    ('{"game": "game.py", "guess": "01"}', "is a tree of 'game.py', which it names but does not carry"),
    ('{"guess": ' * 100_000, "is nested deeper than a tree of 100 guesses"),
    ('{"guess": ' + "9" * 5000 + "}", "has a number that no tree has"),
    ("{" + ",".join(f'"{i}":0' for i in range(150_000)) + ',"7":0}', "an object has '7' twice"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[message for _, message in FAULTS])
def test_what_is_no_tree_of_the_game_is_refused_with_its_place(text: str, message: str) -> None:
    game = None if '"game"' in text else "p2c3n"
    with pytest.raises(TreebuildError) as error:
        within(2, lambda: codec_json.decode(text.encode(), game))
    assert error.value.message.startswith(message) and "\n" not in str(error.value)


def test_a_deep_tree_is_refused_before_a_parser_gives_up() -> None:
    games = [Game.from_rules(f"p1c{depth}r") for depth in (codec_json.MOST_DEPTH, codec_json.MOST_DEPTH + 1)]
    deepest, deeper = (grow(reply_matrix(game), lambda candidates, _: int(candidates[0])) for game in games)
    assert same(FORM.read(FORM.encode(deepest), games[0]), deepest)
    with pytest.raises(TreebuildError, match=r"takes 101 guesses, and \.json at most 100; use \.msgpack"):
        FORM.encode(deeper)


VALUES = st.recursive(
    st.none() | st.sampled_from(["01", "12", "10", "02", "20", "21", "99"]) | st.integers(),
    lambda below: st.fixed_dictionaries(
        {"guess": st.sampled_from(["01", "12", "10", "02", "20", "21"]) | below},
        optional={"replies": st.dictionaries(st.sampled_from(["0.1", "0.2", "1.0", "2.0", "0.0", "x"]), below)},
    ),
    max_leaves=12,
)


@given(VALUES)
def test_any_document_is_a_sound_tree_or_refused(document: object) -> None:
    decoded_or_refused(codec_json.decode, json.dumps(document).encode(), Game.from_rules("p2c3n"))


@given(st.binary(), st.integers(0, 800))
def test_any_damage_is_a_sound_tree_or_refused(damage: bytes, at: int) -> None:
    data = FORM.encode(build("minavg", "p2c4n"))
    decoded_or_refused(codec_json.decode, data[:at] + damage + data[at + len(damage) :], Game.from_rules("p2c4n"))
