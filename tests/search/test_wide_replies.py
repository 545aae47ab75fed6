"""Games of more replies than a byte numbers, in Python: the same trees as with the replies that occur alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from treebuild import build, verify
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.reply_rules import Rule

LETTERS = 6
MARKS = tuple("".join(marks) for marks in product(".yg", repeat=LETTERS))
RULE = Rule("wordle", LETTERS)


def answered(guess: str, secret: str) -> str:
    """The marks of a guess, by the definition of the rule."""
    return MARKS[RULE.reply(tuple(map(ord, guess)), tuple(map(ord, secret)))]


def game_of(words: Sequence[str], replies: Sequence[str]) -> Game:
    return Game.from_parts("six letters", words, words, answered, replies, "g" * LETTERS)


def words(many: int) -> list[str]:
    choose = Random(many)
    return sorted({"".join(choose.choices("abcdefg", k=LETTERS)) for _ in range(many)})


@pytest.mark.parametrize("algorithm", ["minavg", "entropy", "crush", "near", "exact"])
def test_trees_are_those_of_the_replies_that_occur(algorithm: str) -> None:
    some = words(24)
    occur = sorted({answered(guess, secret) for guess in some for secret in some}, key=MARKS.index)
    assert len(occur) <= 256 < len(MARKS)
    objective = "total" if algorithm == "exact" else None
    wide, narrow = (build(algorithm, game_of(some, replies), objective=objective) for replies in (MARKS, occur))
    assert reply_matrix(wide.game).matrix.dtype == "uint16" and reply_matrix(narrow.game).matrix.dtype == "uint8"
    assert wide.guess.tolist() == narrow.guess.tolist() and wide.total == narrow.total
    assert verify(wide).ok


def test_near_is_no_worse_than_greedy_with_many_replies() -> None:
    tree = build("near", game_of(words(200), MARKS), effort=1)
    assert verify(tree).ok and tree.total <= build("minavg", game_of(words(200), MARKS)).total
