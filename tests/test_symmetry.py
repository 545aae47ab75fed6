import random

import numpy as np
import pytest

from tests.conftest import two_d
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.replies import Replies, reply_matrix
from treebuild.game.symmetry import History, NamedSymmetry, Symmetry, key, representatives, symmetry_of

# Slovesnov 2011, 3.4
SECOND = [
    "0124",
    "0132",
    "0134",
    "0145",
    "0214",
    "0231",
    "0234",
    "0245",
    "0456",
    "1032",
    "1034",
    "1045",
    "1204",
    "1230",
    "1234",
    "1245",
    "1435",
    "1456",
    "4567",
]


def left(replies: Replies, history: History) -> list[int]:
    """The secrets that give these replies."""
    return [s for s in range(replies.matrix.shape[1]) if all(replies.matrix[g, s] == r for g, r in history)]


def test_the_first_guesses_of_the_paper(bulls_cows: Replies) -> None:
    symmetry, game = symmetry_of(bulls_cows), bulls_cows.game
    assert representatives(symmetry.orbits()).tolist() == [0]
    second = [g for g in representatives(symmetry.orbits([(0, "first")])).tolist() if g != 0]
    assert [game.spell(game.codes[g]) for g in second] == SECOND
    third = [representatives(symmetry.orbits([(0, "first"), (g, "second")])).tolist() for g in second]
    assert sum(len(set(thirds) - {0, g}) for g, thirds in zip(second, third, strict=True)) == 7072


def test_mastermind_begins_in_five_ways() -> None:
    mastermind = reply_matrix(Game.from_rules("mastermind"))
    firsts = representatives(symmetry_of(mastermind).orbits())
    assert [mastermind.game.spell(mastermind.game.codes[g]) for g in firsts] == ["0000", "0001", "0011", "0012", "0123"]


@pytest.mark.parametrize("rules", ["p2c4r", "p3c5n", "p3c3r", "p4c4n"])
def test_guesses_of_an_orbit_split_alike(rules: str) -> None:
    """Equal sizes of parts at the guess, whatever the history: a wrong orbit mixes them."""
    replies = reply_matrix(Game.from_rules(rules))
    symmetry, choose = symmetry_of(replies), random.Random(rules)
    codes = range(len(replies.matrix))
    for _ in range(60):
        guesses = choose.sample(codes, choose.randint(1, 2))
        secret = choose.choice(codes)
        history = [(g, int(replies.matrix[g, secret])) for g in guesses]
        candidates = left(replies, history)
        for code, lowest in enumerate(symmetry.orbits(history).tolist()):
            split, other = (np.bincount(replies.matrix[g, candidates], minlength=replies.count) for g in (code, lowest))
            assert np.array_equal(split, other)


def test_histories_with_one_name_are_images(bulls_cows: Replies) -> None:
    """Lemmas 3 and 11: swapping the replies to 0123 and s, and the order of guesses, leave a set of the same kind."""
    symmetry, choose = symmetry_of(bulls_cows), random.Random(3)
    for _ in range(40):
        second, one, other = choose.randrange(1, 5040), choose.randrange(13), choose.randrange(13)
        history, swapped = [(0, one), (second, other)], [(0, other), (second, one)]
        assert key(symmetry, history) == key(symmetry, swapped) == key(symmetry, history[::-1])
        assert len(left(bulls_cows, history)) == len(left(bulls_cows, swapped))
    assert key(symmetry, [(0, 1), (1, 2)]) != key(symmetry, [(0, 1), (700, 2)])


def test_equal_replies_let_guesses_change_places(bulls_cows: Replies) -> None:
    symmetry = symmetry_of(bulls_cows)
    apart, alike = symmetry.orbits([(0, 1), (300, 2)]), symmetry.orbits([(0, 1), (300, 1)])
    assert alike[0] == alike[300] == 0
    assert apart[0] != apart[300]
    assert len(representatives(alike)) < len(representatives(apart))


def transposed(code: tuple[int, int]) -> tuple[int, int]:
    return code[1], code[0]


def test_a_custom_game_names_its_symmetries() -> None:
    plain = two_d()
    named = Game.from_parts(
        "twoD", plain.codes, plain.secrets, plain.reply, range(len(plain.replies)), plain.win, (transposed,)
    )
    symmetry: Symmetry = symmetry_of(reply_matrix(named))
    assert isinstance(symmetry, NamedSymmetry)
    assert len(representatives(symmetry.orbits())) == 15
    assert len(representatives(symmetry.orbits([(named.code_index[1, 3], 0)]))) == 25
    assert symmetry.form((named.code_index[1, 3],)) == symmetry.form((named.code_index[3, 1],))
    assert len(representatives(symmetry_of(reply_matrix(plain)).orbits())) == 25


def test_a_false_symmetry_is_refused() -> None:
    plain = two_d()
    bad = Game.from_parts(
        "twoD", plain.codes, plain.secrets, plain.reply, range(len(plain.replies)), plain.win,
        (lambda code: (4 - code[0], code[1]),),
    )  # fmt: skip
    with pytest.raises(TreebuildError, match="symmetry 0 does not keep all replies"):
        symmetry_of(reply_matrix(bad))
