"""Trees that keep a depth limit, found by the chance that the parts of a guess can be solved."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.conftest import mostly_long, seeds
from tests.helpers.near import drawn
from tests.helpers.reference_search import least
from tests.helpers.ruled import least_cost, ruled_game
from treebuild import build, verify
from treebuild.errors import TreebuildError
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.engine.solver import StoppedError
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source
from treebuild.search.near import solve as near
from treebuild.search.near.efforts import Effort
from treebuild.search.near.guess_limit import Chances, LimitSearch
from treebuild.search.walk.handover import Handover
from treebuild.search.walk.problem import Problem
from treebuild.search.walk.search_options import SearchOptions
from treebuild.tree.policy import grow

ALL = Effort(exact=1, parts=1, first=10**6, second=10**6, later=10**6, steps=1)  # every guess is tried
WORST = json.loads((Path(__file__).parents[2] / "trees/worst/manifest.json").read_text())["games"]
FEWEST = [(row["game"], row["least"]) for row in WORST if row["least"] == row["most"] and row["total"] < 1000]


def searched(replies: Replies, limit: int, effort: Effort = ALL) -> LimitSearch | None:
    """What grows a tree of at most so many guesses, if one is found.

    Only positions with one guess left are searched exactly, and lone candidates.
    """
    walked = Handover(limit_easy=1, limit_last=1)
    problem = Problem(PreparedGame(replies), Objective.parse(f"limit:{limit}"), limit, handover=walked)
    search = LimitSearch(problem, SearchOptions())
    return search if search.run(effort) else None


@pytest.mark.parametrize("seed", seeds(4, 100))
def test_a_tree_that_is_found_keeps_the_limit(seed: int) -> None:
    """Beside the reference implementation, in games of every kind. None is found where there is none."""
    choose, both = random.Random(seed), 0
    for _ in range(25):
        replies, limit = reply_matrix(drawn(choose)), choose.randint(1, 6)
        found, there = searched(replies, limit), least(replies, f"limit:{limit}", (Source.ALL,))
        assert there is not None or found is None
        both += found is not None and there is not None
        if found is not None:
            tree = grow(replies, found.policy)
            assert verify(tree).ok and tree.max_depth <= limit
    assert both > 2


@pytest.mark.parametrize("guesses", ["hard", "consistent", "candidates"])
@pytest.mark.parametrize("seed", seeds(2, 30))
def test_rules_of_guesses(seed: int, guesses: str) -> None:
    """Positions of the same candidates that permit different guesses are told apart."""
    choose, both = random.Random(seed), 0
    for _ in range(25):
        game, limit = ruled_game(choose, guesses), choose.randint(2, 6)
        found = searched(reply_matrix(game), limit)
        costs = dict.fromkeys(range(limit + 1), (0,))
        known = least_cost(game, costs.get)
        assert found is None or known is not None
        both += found is not None
        if found is not None:
            tree = grow(reply_matrix(game), found.policy)
            assert verify(tree).ok and tree.max_depth <= limit
    assert both > 2


@pytest.mark.parametrize("limit", [3, 4])
def test_the_first_guess_is_the_one_that_was_asked_for(limit: int) -> None:
    """In a game so small that the root is searched exactly: no tree of 9 secrets that begins with 22 needs three."""
    replies = reply_matrix("p2c3r")
    game, first = replies.game, replies.game.code_index[replies.game.parse("22")]
    problem = Problem(PreparedGame(replies), Objective.parse(f"limit:{limit}"), limit, first=first)
    found = LimitSearch(problem, SearchOptions())
    assert found.run(ALL) == (limit == 4)
    if limit == 4:
        tree = grow(replies, found.policy)
        assert game.spell(game.codes[tree.guess[0]]) == "22" and tree.max_depth == 4


@pytest.mark.parametrize(("game", "fewest"), FEWEST)
def test_small_games_are_solved_in_the_fewest_guesses(game: str, fewest: int) -> None:
    replies = reply_matrix(game)
    found = searched(replies, fewest)
    assert found is not None and grow(replies, found.policy).max_depth == fewest
    assert fewest == 1 or searched(replies, fewest - 1) is None


@pytest.mark.parametrize(
    ("game", "limit", "effort"), [pytest.param("p5c7r", 6, 2, marks=pytest.mark.long), ("p4c8r", 6, 2), ("p6c7n", 7, 2)]
)
def test_large_games(game: str, limit: int, effort: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worst case that shipped trees have, by few trials; the total plays no part in it."""
    objective = f"limit:{limit}"
    monkeypatch.setattr("treebuild.search.near.solve.ExactAttempt.run", lambda self, cutoff, work: None)
    lines = list[near.NearLine]()
    tree = build("near", game, objective=objective, effort=effort, log=lines.append)
    assert verify(tree).ok and tree.max_depth == limit
    assert not lines  # no tree that keeps the limit is better than another
    assert tree.built is not None and tree.built.searched == f"this tree needs at most {limit} guesses"


def test_what_costs_count_begins_with_a_tree_that_keeps_the_limit(passes_only: None) -> None:
    lines = list[near.NearLine]()
    tree = build("near", "p4c6r", objective="total,limit:5", effort=1, log=lines.append)
    assert tree.max_depth == 5 and lines[0].cost > lines[-1].cost == (tree.total,)
    assert build("near", "p4c6r", objective="total,limit:5", effort=1).guess.tolist() == tree.guess.tolist()


def table_of(chances: Chances, game: str, left: int, most: int) -> NDArray[np.float64]:
    """float64 (replies, most + 1): the chances of 0 to `most` candidates after each reply."""
    return np.array([chances.of(left, reply, most) for reply in range(reply_matrix(game).count)])


def test_sizes_are_learned() -> None:
    """The size that half of all positions are solved at comes out, for the reply that was seen and for the others."""
    choose, chances = random.Random(3), Chances(reply_matrix("p4c6r"))
    before = table_of(chances, "p4c6r", 4, 500)
    assert (np.diff(before) <= 0).all() and (before[:, 0] == 1).all()
    for _ in range(2000):
        reply, size = choose.randrange(5), choose.randint(20, 100)
        chances.learn(4, reply, size, size < (40 if reply else 60))
    table = table_of(chances, "p4c6r", 4, 500)
    assert [int((row > 0.5).sum()) for row in table[:5]] == pytest.approx([60, 40, 40, 40, 40], abs=6)
    assert table[9, 30] > 0.5 > table[9, 150] and before[9, 150] > 0.5
    assert (table_of(chances, "p4c6r", 3, 500) == table_of(Chances(reply_matrix("p4c6r")), "p4c6r", 3, 500)).all()


@pytest.mark.parametrize("left", [1, 2, 3, 10, 1000, 10**6])
@pytest.mark.parametrize("game", ["p1c3r", "p4c6r", "wordle"])
def test_chances_before_anything_is_learned(game: str, left: int) -> None:
    """With any number of guesses left, and never smaller with more."""
    chances = Chances(reply_matrix(game))
    table, more = (table_of(chances, game, guesses, 100) for guesses in (left, left + 1))
    assert ((table >= 0) & (table <= more) & (more <= 1)).all()


def test_it_stops() -> None:
    replies = reply_matrix("p4c7r")
    problem = Problem(PreparedGame(replies), Objective.parse("limit:6"), 6)
    limited = LimitSearch(problem, SearchOptions(progress=lambda step: limited.solver.stop()))
    with pytest.raises(StoppedError):
        limited.run(ALL)


@pytest.mark.parametrize("objective", mostly_long(["limit:5", "total,limit:5"], ["limit:5"]))
def test_without_a_tree_the_time_ends_the_search(objective: str, passes_only: None) -> None:
    """There is no tree of this game in five guesses, which these passes never find out."""
    with pytest.raises(
        TreebuildError, match=r"^near finds no tree of p5c6r .* in 5 guesses: try more time, or 'exact'"
    ):
        build("near", "p5c6r", objective=objective, seconds=0.5)
    with pytest.raises(TreebuildError, match=r"effort 1 finds no tree of p5c6r .* in 5 guesses: try a larger effort"):
        build("near", "p5c6r", objective=objective, effort=1)
