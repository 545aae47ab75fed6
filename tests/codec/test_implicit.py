from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import built, mostly_long, two_d
from tests.helpers.command_line import fails, prints
from tests.helpers.trees import decoded_or_refused, same
from treebuild import codec
from treebuild.algorithms import build
from treebuild.codec import implicit
from treebuild.codec.base92 import DIGITS, two_digits
from treebuild.codec.implicit import normalise
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix
from treebuild.tree.policy import grow
from treebuild.tree.tree import Tree

GAMES = ["p1c1n", "p1c1r", "p1c5n", "p2c1r", "p2c2n", "p2c3n", "p3c4r", "p5c2r", "p5c6n", "p4c6r", "p4c10n"]


def stored_nodes(tree: Tree) -> int:
    """How many nodes need their guess stored, told slowly from candidates and game.reply alone."""
    game, replies = tree.game, len(tree.game.replies)
    waiting, stored = [(0, list(game.secrets))], 0
    for node, candidates in waiting:
        apart = any(len({game.reply(guess, s) for s in candidates}) == len(candidates) for guess in candidates)
        stored += len(candidates) > 2 and not (apart and len(candidates) <= replies)
        code = game.codes[tree.guess[node]]
        for reply, child in tree.children(node):
            waiting.append((child, [s for s in candidates if game.reply(code, s) == reply]))
    return stored


def highest(replies_of: Game) -> Tree:
    """A tree that always guesses its highest candidate: nowhere what the format infers."""

    def policy(candidates: Candidates, _history: History) -> int:
        return int(replies.code_of[candidates[-1]])

    replies = reply_matrix(replies_of)
    return grow(replies, policy)


@pytest.mark.parametrize("name", mostly_long(["simple", "minavg", "crush"], ["minavg"]))
@pytest.mark.parametrize("rules", GAMES)
def test_a_string_is_the_same_tree_node_for_node(rules: str, name: str) -> None:
    tree, _ = normalise(built(name, rules))
    text = implicit.encode(tree)
    again = implicit.decode(text, tree.game)
    assert same(tree, again) and implicit.encode(again) == text
    if len(tree) < 200:
        assert len(text) == 2 * stored_nodes(tree) + 1


def distinct_secrets() -> Game:
    """Secrets are three different colours of four, guesses may repeat colours."""
    free = Game.from_rules("p3c4r")
    secrets = [code for code in free.codes if len(set(code)) == 3]
    return Game.from_parts("distinct", free.codes, secrets, free.reply, range(len(free.replies)), free.win)


@pytest.mark.parametrize("game", [two_d(), distinct_secrets()], ids=["twoD", "distinct"])
def test_games_from_parts(game: Game) -> None:
    tree, _ = normalise(build("entropy", game))
    assert same(implicit.decode(implicit.encode(tree), game), tree)


@pytest.mark.parametrize("game", [two_d(), Game.from_rules("p3c5n"), Game.from_rules("p4c6r")], ids=lambda g: g.name)
def test_normalise_replaces_inferred_guesses_and_nothing_gets_worse(game: Game) -> None:
    tree = highest(game)
    with pytest.raises(
        TreebuildError, match=r"node \d+, with \d+ candidates, guesses .* infers .*; use normalise=True"
    ):
        implicit.encode(tree)
    normal, changes = normalise(tree)
    assert changes and all(tree.guess[c.node] == c.old != c.new and tree.size[c.node] == c.size for c in changes)
    solved_within = np.cumsum([tree.counts, normal.counts + (0,) * (tree.max_depth - normal.max_depth)], axis=1)
    assert (solved_within[1] >= solved_within[0]).all()
    assert normalise(normal)[1] == []
    assert same(implicit.decode(implicit.encode(normal), game), normal)


def test_encode_names_the_first_node_that_disobeys() -> None:
    with pytest.raises(TreebuildError) as error:
        implicit.encode(highest(Game.from_rules("p2c3n")))
    assert str(error.value).startswith("node 1, with 2 candidates, guesses 10 where the implicit format infers 02")


def test_convert_normalises_and_says_what_it_changed(tmp_path: Path) -> None:
    tree = highest(Game.from_rules("p2c3n"))
    codec.save(tree, tmp_path / "t.msgpack")
    fails("convert t.msgpack t.b92i", message="--normalise", cwd=tmp_path)
    assert not (tmp_path / "t.b92i").exists()
    printed = prints("convert t.msgpack t.b92i --normalise", cwd=tmp_path)
    assert "2 guesses replaced; counts stay 1 3 2" in printed and "node 1 (2 candidates): 10 -> 02" in printed
    assert codec.load(tmp_path / "t.b92i", tree.game).total <= tree.total


def test_a_lost_del_is_named() -> None:
    game = Game.from_rules("p3c6n")
    text = implicit.encode(normalise(build_from(91, game))[0])
    assert text.startswith(b"#\x7f")
    with pytest.raises(TreebuildError, match="lost a DEL"):
        implicit.decode(text.replace(b"\x7f", b""), game)


def build_from(first: int, game: Game) -> Tree:
    """The tree that guesses one code first and then always the lowest candidate."""
    return grow(reply_matrix(game), lambda candidates, history: int(candidates[0]) if history else first)


def test_every_shift_by_a_lost_digit_is_refused() -> None:
    """A text that lost two digits is even again; for a greedy tree of Bulls and Cows none decodes."""
    text = implicit.encode(build("minavg")).strip()
    game = Game.from_rules("p4c10n")
    for first, second in ((3, 40), (100, 700), (3, 1043)):
        with pytest.raises(TreebuildError):
            implicit.decode(text[:first] + text[first + 1 : second] + text[second + 1 :], game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "the text ends at 0 characters, a guess of 6 candidates is missing"),
        (b"#", "1 characters: expected two for every guess"),
        (b"####", "character 3: expected the end"),
        (b"\x7f\x7f", "character 1 guesses code 8463"),
        (b"#\\", r"'\\\\' at position 2"),
        (b"#!", "'!' at position 2"),
    ],
)
def test_damage_is_named(text: bytes, message: str) -> None:
    with pytest.raises(TreebuildError, match=message) as error:
        implicit.decode(text, Game.from_rules("p2c3n"))
    assert "\n" not in str(error.value)


def test_games_that_do_not_fit_are_refused() -> None:
    large = Game.from_rules("p4c10r")
    with pytest.raises(TreebuildError, match="at most 8464 codes"):
        implicit.decode(b"##", large)
    with pytest.raises(TreebuildError, match="at most 8464 codes"):
        implicit.encode(replace(build("simple", "p2c3n"), game=large))


GAME = Game.from_rules("p3c4r")
TEXT = implicit.encode(build("simple", "p3c4r")).decode().strip()


@given(st.one_of(st.binary(max_size=60), st.text(DIGITS, max_size=80).map(str.encode)))
def test_any_bytes_are_a_tree_or_refused(data: bytes) -> None:
    decode_or_refuse(data, GAME)


@given(st.lists(st.integers(0, 63), max_size=40), st.sampled_from(["p3c4r", "p3c4n", "p2c8r", "p1c64n"]))
def test_any_guesses_are_a_tree_or_refused(guesses: list[int], rules: str) -> None:
    decode_or_refuse("".join(map(two_digits, guesses)).encode(), Game.from_rules(rules))


@given(
    st.integers(0, len(TEXT) - 1), st.sampled_from([*DIGITS, "!", "\n"]), st.sampled_from(["put", "insert", "delete"])
)
def test_one_change_is_a_tree_or_refused(place: int, character: str, how: str) -> None:
    middle = "" if how == "delete" else character
    decode_or_refuse((TEXT[:place] + middle + TEXT[place + (how != "insert") :]).encode(), GAME)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("data", [b"#" * 4_000_000, b"\x7f" * 4_000_000, b"#$" * 2_000_000, TEXT.encode() * 10_000])
def test_megabytes_are_refused_fast(data: bytes) -> None:
    with pytest.raises(TreebuildError):
        implicit.decode(data, GAME)


def decode_or_refuse(data: bytes, game: Game) -> None:
    """A tree has one text."""
    tree = decoded_or_refused(implicit.decode, data, game)
    assert tree is None or implicit.encode(tree).strip() == data.strip()
