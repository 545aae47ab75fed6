"""What positions permit, by numpy, against the definition in plain Python, on random games of every rule."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from tests.conftest import seeds
from tests.helpers.ruled import RULES, ruled_game
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.guess_rules import permits
from treebuild.game.positions import History
from treebuild.game.reply_matrix import candidates_after, partition, reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.search.engine.memory import needed_bytes
from treebuild.search.goal.permitted import Permitted


@pytest.mark.parametrize("seed", seeds(3, 40))
@pytest.mark.parametrize("guesses", RULES)
def test_positions_permit_what_the_definition_permits(guesses: str, seed: int) -> None:
    choose = Random(seed)
    for _ in range(20):
        game = ruled_game(choose, guesses)
        replies = reply_matrix(game)
        permitted, history, left = Permitted(replies), History(), np.arange(len(game.secrets), dtype=np.int32)
        for _ in range(3):
            expected = [code for code in range(len(game.codes)) if permits(game, history, left.tolist(), code)]
            assert permitted.at(left, history).tolist() == expected
            guess = choose.choice(expected)
            reply, part = choose.choice(partition(replies, guess, left))
            history, left = (*history, (guess, reply)), part
            assert candidates_after(game, history).tolist() == left.tolist()


def test_consistent_needs_codes_that_are_their_own_secrets() -> None:
    """Of these two codes each wins against the secret of the other's name."""
    game = Game.from_parts("crossed", "ab", "ab", lambda g, s: g != s, [False, True], True).with_guesses("consistent")
    with pytest.raises(TreebuildError, match=r"crossed: guesses `consistent` need codes that win .*: a does not"):
        Permitted(reply_matrix(game)).after(((0, 0),))


def test_memory_counts_the_replies_among_codes() -> None:
    """A game of four secrets: what each guess would be answered if each code were the secret is much more."""
    codes = list(product(range(10), repeat=3))
    game = Game.from_symbols("few secrets", Rule("wordle", 3), "0123456789", codes, codes[:4])
    assert needed_bytes(game.with_guesses("hard"), True) == needed_bytes(game, True) + 1000 * 1000
