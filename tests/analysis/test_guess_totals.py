"""Guesses ranked by what they cost, against trees that begin with each of them."""

from __future__ import annotations

import random
from contextlib import closing
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import mostly_long, seeds
from tests.helpers.random_games import random_game
from tests.helpers.words import wordle
from treebuild.analysis.guess_totals import GuessTotals, NearLimits
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.game_file import read_game
from treebuild.game.lookup import find_game
from treebuild.game.reply_matrix import Replies, candidates_after, reply_matrix
from treebuild.game.reply_rules import Rule
from treebuild.search import exact
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.goal.objective import Objective
from treebuild.search.store.sqlite import StoreFile
from treebuild.search.walk.search_options import SearchOptions


@pytest.fixture(autouse=True)
def prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What all searches of a game share, and what takes a second to make: `ranked` searches once for each code."""
    monkeypatch.setattr(exact, "PreparedGame", cache(PreparedGame))


def ranked(replies: Replies, top: int) -> list[tuple[int, int]]:
    """All guesses by the totals of trees that begin with them; of equal ones candidates first, then the index."""
    found = []
    for guess in range(len(replies.game.codes)):
        try:
            cost = exact.solve(replies, Objective.parse("total"), first=guess).cost[0]
        except TreebuildError:  # it tells nothing
            continue
        found.append((cost, bool(replies.secret_of[guess] < 0), guess))
    return [(guess, cost) for cost, _, guess in sorted(found)[:top]]


def every(replies: Replies) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.arange(len(replies.game.codes), dtype=np.int32)


@pytest.mark.parametrize("seed", seeds(12, 300))
def test_the_best_guesses_of_random_games(seed: int) -> None:
    """Whatever the order in which they are tried, and whatever the threads."""
    choose = random.Random(seed)
    game = random_game(choose, choose.randint(1, 11), choose.randint(2, 5), others=choose.randint(0, 5), winners=2)
    if choose.random() < 0.5:
        game = game.weighted([choose.choice((1, 1, 2, 7)) for _ in game.secrets])
    replies, top = reply_matrix(game), choose.randint(1, 8)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    expected = ranked(replies, top)
    totals = GuessTotals(replies, secrets, every(replies), SearchOptions(choose.randint(1, 2)))
    assert totals.best(top) == expected
    for guess, total in expected:
        assert totals.value(guess) == total <= totals.near(guess)
    assert [*map(totals.value, set(range(len(game.codes))) - set(totals.guesses.tolist()))].count(None) == len(
        game.codes
    ) - len(totals.guesses)


POSITIONS = [("p3c4r", "012:1.1"), ("three-of-seven", "123:0.1"), ("twod", "22:mixed")]


@pytest.mark.parametrize(("name", "history"), mostly_long(POSITIONS, POSITIONS[::2]))
def test_positions_are_games_of_their_candidates(name: str, history: str) -> None:
    game = find_game(name)
    code, reply = history.split(":")
    left = candidates_after(game, ((game.codes.index(game.parse(code)), game.replies.index(reply)),))
    rows = [bytes(row) for row in reply_matrix(game).matrix[:, left]]
    secrets = [game.spell(game.secrets[secret]) for secret in left]
    alone = Game.from_table("alone", [*map(game.spell, game.codes)], secrets, game.replies, game.win, rows)
    totals = GuessTotals(reply_matrix(game), left, every(reply_matrix(game)))
    assert totals.best(5) == ranked(reply_matrix(alone), 5)


def test_symmetry_leaves_one_guess_of_each_kind() -> None:
    replies = reply_matrix("p3c4r")
    found = GuessTotals(replies, np.arange(64, dtype=np.int32)).best(10)
    assert [(replies.game.spell(replies.game.codes[guess]), total) for guess, total in found] == [
        (
            code,
            exact.solve(
                replies, Objective.parse("total"), first=replies.game.code_index[replies.game.parse(code)]
            ).cost[0],
        )
        for code in ("001", "012", "000")
    ]


def test_a_search_goes_on_from_its_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is settled is not searched again, and the result is the same."""
    replies, calls = reply_matrix("p3c5n"), 0
    secrets = np.arange(60, dtype=np.int32)
    with closing(StoreFile(tmp_path / "r.store", min_seconds=0)) as store:
        first = GuessTotals(replies, secrets, every(replies), SearchOptions(store=store)).best(3)
    with closing(StoreFile(tmp_path / "r.store")) as store:
        again = GuessTotals(replies, secrets, every(replies), SearchOptions(store=store))

        def search_option(*arguments: object) -> None:
            nonlocal calls
            calls += 1

        monkeypatch.setattr(again._walk, "search_option", search_option)
        assert again.best(3) == first and calls == 0


def test_progress_counts_guesses_and_names_the_best() -> None:
    replies, said = reply_matrix("p2c3n"), list[tuple[int, int, str]]()
    totals = GuessTotals(replies, np.arange(6, dtype=np.int32), every(replies))
    totals.best(2, lambda *what: said.append(what))
    assert said[-1][:2] == (6, 6) and said[-1][2].startswith("best 01 ")
    said.clear()
    assert len(totals.all_near(lambda *what: said.append(what))) == 6 and [done for done, *_ in said] == [*range(6)]


def test_a_quick_value_is_that_of_a_tree() -> None:
    """With some of the codes alone: never less than the exact value, and candidates are always among them."""
    words = ["crane", "salet", "slate", "stale", "trace", "crate", "react", "least", "tales", "steal", "fuzzy", "pzazz"]
    symbols = "".join(sorted(set("".join(words))))
    codes = [tuple(map(symbols.index, word)) for word in words]
    replies = reply_matrix(Game.from_symbols("words", Rule("wordle", 5), symbols, codes, codes[:9]))
    limits = NearLimits(most_tried=1, pool=2)
    totals = GuessTotals(replies, np.arange(9, dtype=np.int32), every(replies), limits=limits)
    assert len(totals._some[1]) < len(words)
    for guess in totals.guesses.tolist():
        value = totals.value(guess)
        assert value is not None and totals.near(guess, quick=True) >= value


@pytest.mark.long
def test_the_known_best_words(tmp_path: Path) -> None:
    """Their totals as alex1770/wordle publishes them."""
    replies = reply_matrix(read_game(wordle(tmp_path)))
    game = replies.game
    known = {"salet": 7920, "reast": 7923, "crate": 7926, "trace": 7926, "slate": 7928, "crane": 7930, "carle": 7937}
    codes = np.array(sorted(game.code_index[game.parse(word)] for word in [*known, "roate", "fuzzy"]), np.int32)
    best = GuessTotals(replies, np.arange(len(game.secrets), dtype=np.int32), codes).best(7)
    assert {game.spell(game.codes[guess]): total for guess, total in best} == known


def test_the_threads_end_at_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of one thread is the error of all."""

    def fail(*arguments: object) -> None:
        raise TreebuildError("no store")

    replies = reply_matrix("p2c3n")
    totals = GuessTotals(replies, np.arange(6, dtype=np.int32), every(replies), SearchOptions(2))
    monkeypatch.setattr(totals._walk, "option", fail)
    with pytest.raises(TreebuildError, match="no store"):
        totals.best(1)
