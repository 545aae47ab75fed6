"""Near-optimal trees without the reply matrix, in small games that are told to be too large, beside ordinary ones."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.conftest import seeds
from tests.helpers.near import FEW, solved
from treebuild import build, verify
from treebuild.codec.msgpack import encode
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.search.engine import reply_blocks, without_matrix
from treebuild.search.goal.plan import Source
from treebuild.search.near import passes
from treebuild.search.near.efforts import EFFORTS

OBJECTIVES = "total", "total,limit:4", "fours", "fives,total", "limit:3"
PLANS = ((Source.ALL,), (Source.MEMBERS,))


@pytest.fixture
def none_fits(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """From here on no matrix fits."""
    monkeypatch.setattr(reply_blocks, "MATRIX_LIMIT", 0)
    return monkeypatch


@pytest.fixture
def too_large(none_fits: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """From here on no matrix fits, and reading one fails."""
    none_fits.setattr(
        "treebuild.game.reply_matrix._matrix", lambda game: pytest.fail(f"the matrix of {game.name} was made")
    )
    return none_fits


def drawn(choose: random.Random) -> Game:
    """Some codes of a few pegs and symbols by a built-in rule, of which some are secrets; with weights or without."""
    pegs, symbols = choose.randint(1, 3), choose.randint(2, 4)
    space = [tuple(number // symbols**peg % symbols for peg in range(pegs)) for number in range(symbols**pegs)]
    codes = sorted(choose.sample(space, min(len(space), choose.randint(2, 10))))
    secrets = choose.choice((None, sorted(choose.sample(codes, choose.randint(1, len(codes))))))
    rule = Rule(choose.choice(("bulls-cows", "bulls", "wordle")), pegs)
    game = Game.from_symbols(f"drawn {choose.random()}", rule, "abcd"[:symbols], codes, secrets)
    return game.weighted([choose.randint(1, 9) for _ in game.secrets]) if choose.random() < 0.3 else game


@pytest.mark.parametrize("seed", seeds(2, 200))
def test_bounds_are_below_and_costs_are_replayed(seed: int, none_fits: pytest.MonkeyPatch) -> None:
    """The bound, the smallest cost by the reference implementation, and the cost of the replayed tree."""
    choose = random.Random(f"large {seed}")
    efforts = {**EFFORTS, 1: FEW}
    none_fits.setattr(without_matrix, "DRAWN", 5)
    none_fits.setattr(without_matrix, "KEPT", 2)
    for _ in range(20):
        game, text = drawn(choose), choose.choice(OBJECTIVES)
        solved(reply_matrix(game), text, choose.choice(PLANS), choose.choice((1, 3)), efforts)


def test_a_small_game_of_all_codes_finds_the_optimum(none_fits: pytest.MonkeyPatch) -> None:
    """Where its sample has every code, and the whole game is one small position."""
    choose = random.Random(5)
    outcomes = [solved(reply_matrix(drawn(choose)), "total", (Source.ALL,), 1) for _ in range(60)]
    found = [best for there, best in outcomes if there]
    assert len(found) > 20 and all(found)


def test_no_matrix_is_read_and_the_tree_says_what_was_sampled(too_large: pytest.MonkeyPatch) -> None:
    too_large.setattr(without_matrix, "DRAWN", 100)
    too_large.setattr(without_matrix, "KEPT", 20)
    one, two = (build("near", Game.from_rules("p3c7r"), effort=2, jobs=jobs) for jobs in (1, 2))
    assert verify(one).ok and encode(one) == encode(two)
    assert one.built is not None and one.built.tie_rule.startswith(passes.TIE_RULE)
    assert (
        "with its candidates and the " in one.built.tie_rule and "of 100 codes drawn by the seed" in one.built.tie_rule
    )
    assert one.built.searched.startswith("near: total")


def test_it_is_better_than_greedy_and_the_ordinary_near_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    ordinary, greedy = build("near", "p4c6r", effort=1), build("minavg", "p4c6r")
    monkeypatch.setattr(reply_blocks, "MATRIX_LIMIT", 0)
    without = build("near", "p4c6r", effort=1)
    assert without.total < greedy.total and without.total <= 1.002 * ordinary.total
    assert ordinary.built is not None and ordinary.built.tie_rule == passes.TIE_RULE


@pytest.mark.parametrize("candidates_only", [False, True])
def test_guesses_of_a_game_with_too_many_codes_are_sampled(
    candidates_only: bool, too_large: pytest.MonkeyPatch
) -> None:
    too_large.setattr(reply_blocks, "MOST_PAIRS", 1 << 13)
    for number, effort in EFFORTS.items():
        too_large.setitem(EFFORTS, number, replace(effort, exact=20, parts=20))
    tree = build("near", Game.from_rules("p3c7r"), effort=2, candidates_only=candidates_only)
    assert verify(tree).ok and tree.built is not None
    assert ("of a sample" in tree.built.tie_rule) is not candidates_only
    assert tree.built.searched.startswith("near: total")


def test_deepest_and_first(too_large: pytest.MonkeyPatch) -> None:
    game = Game.from_rules("p3c5r")
    tree = build("near", game, objective="total,deepest", first="012", effort=1)
    assert verify(tree).ok and game.spell(game.codes[tree.guess[0]]) == "012"


@pytest.mark.parametrize(
    ("name", "words", "why"),
    [
        ("near", {"effort": 9}, "effort 9 takes some .* days for p5c10r, .* try a smaller effort"),
        ("near", {"effort": 10}, "no effort 10"),
        ("near", {"memory": "50M"}, "'near' needs some .* MiB of memory for p5c10r"),
        ("near", {"store": "x"}, "'near' cannot use a store for p5c10r"),
        ("exact", {"objective": "total"}, "p5c10r is too large for 'exact'"),
    ],
)
def test_what_takes_too_long_is_refused(name: str, words: dict[str, Any], why: str) -> None:
    """In one line, before anything is computed."""
    with pytest.raises(TreebuildError, match=why):
        build(name, "p5c10r", **words)


def test_when_the_time_is_up_the_best_tree_so_far_is_kept(too_large: pytest.MonkeyPatch) -> None:
    too_large.setattr(without_matrix, "DRAWN", 50)
    tree = build("near", Game.from_rules("p3c6r"), seconds=0.001)
    assert verify(tree).ok and tree.built is not None
    assert tree.built.algorithm in ("near --seconds 0.001", "near --effort 1")  # if that ends before it is stopped
