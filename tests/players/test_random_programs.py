"""Random trees of every kind of game as programs: in every language each shows what the tree says, for every secret."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.conftest import seeds
from tests.helpers import programs
from tests.helpers.permitted_trees import first_permitted
from tests.helpers.programs import plays
from tests.helpers.small_games import words
from tests.helpers.trees import made_of, random_plain
from treebuild.game.game import Game
from treebuild.tree.tree import Tree

ODD = ('a "b"?\\', "*/ x", "größer 🐄?", "y??/z", "</script>", "${x}", "`a`", "да", "{{title}}", "7", "#", "% d")


def random_words(choose: Random) -> Tree:
    codes = {"".join(choose.choices("abcde", k=5)) for _ in range(choose.randint(2, 60))}
    listed = choose.sample(sorted(codes), len(codes))
    return random_tree(words(tuple(listed), tuple(listed[: choose.randint(1, len(listed))])), choose)


def random_colours(choose: Random) -> Tree:
    return random_tree(Game.from_rules(choose.choice(("p1c7n", "p2c4n", "p3c3r", "p3c5n", "p4c3r", "p5c2r"))), choose)


def random_key(choose: Random) -> Tree:
    """Of odd names; some hypotheses are told apart by no test, and some are of one group."""
    names = [f"{choose.choice(ODD)} {i}" for i in range(choose.randint(1, 25))]
    tests = [f"{i} {choose.choice(ODD)}" for i in range(choose.randint(1, 7))]
    answers = choose.sample(ODD, choose.randint(2, 5))
    rows = [[choose.randrange(len(answers)) for _ in names] for _ in tests]
    game = Game.from_table(choose.choice(ODD), tests, names, answers, None, rows)
    groups = {name: choose.choice("ABC") for name in names}
    return first_permitted(game.grouped(groups) if len(set(groups.values())) > 1 and choose.random() < 0.5 else game)


def random_wide(choose: Random) -> Tree:
    """Of 729 replies, as words of six letters have, or of a table of more."""
    if choose.random() < 0.5:
        listed = {"".join(choose.choices("abc", k=6)) for _ in range(choose.randint(2, 40))}
        return random_tree(words(tuple(sorted(listed))), choose)
    count, replies = choose.randint(2, 40), choose.randint(257, 2000)
    some = [choose.choices(range(replies - 1), k=choose.randint(2, 30)) for _ in range(count)]
    rows = [[replies - 1 if i == j else choose.choice(some[i]) for j in range(count)] for i in range(count)]
    names = [f"c{i}" for i in range(count)]
    return random_tree(
        Game.from_table("wide", names, names, [f"r{i}" for i in range(replies)], replies - 1, rows), choose
    )


def random_tree(game: Game, choose: Random) -> Tree:
    return made_of(game, random_plain(game, choose))


KINDS: dict[str, Callable[[Random], Tree]] = {
    "words": random_words,
    "colours": random_colours,
    "key": random_key,
    "wide": random_wide,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", seeds(1, 100))
def test_every_language_shows_what_the_tree_says(kind: str, seed: int, tmp_path: Path) -> None:
    tree = KINDS[kind](Random(f"{kind} {seed}"))
    expected = [play.shown for play in plays(tree)]
    assert programs.in_python(tree, tmp_path) == expected
    assert programs.in_javascript(tree, tmp_path) == expected
    assert programs.in_c(tree, tmp_path) == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", seeds(1, 20))
def test_an_uno_shows_what_the_tree_says(kind: str, seed: int, tmp_path: Path) -> None:
    tree = KINDS[kind](Random(f"{kind} {seed}"))
    assert programs.on_avr(tree, tmp_path) == [play.shown for play in plays(tree)]
