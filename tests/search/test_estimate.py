"""What a proof will take: figures that hang together, and bad questions. Times are not asserted: `make bench`."""

import json
import re
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pytest

from tests.helpers import command_line
from tests.helpers.ruled import RULES, ruled_game
from treebuild.algorithms import build
from treebuild.cli import expected_time
from treebuild.errors import TreebuildError
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.estimate import PROCESS_SECONDS, Estimate, estimate
from treebuild.search.goal.objective import Objective
from treebuild.search.sampled_search import SampledSearch, Visit, _by_weight, _spread
from treebuild.search.store.inspect import read
from treebuild.search.store.results import Result
from treebuild.search.walk.open_node import Part
from treebuild.search.walk.problem import Problem


@pytest.mark.parametrize("game", ["p2c2n", "p3c6n", "p4c7r", "twod"])
@pytest.mark.parametrize("objective", ["total", "deepest", "total,deepest", "limit:9"])
def test_figures_hang_together(game: str, objective: str) -> None:
    found = estimate(game, objective, seconds=1)
    assert 0 < found.low <= found.expected <= found.high <= 44 * found.low
    assert 50e6 < found.bytes < 1e9
    assert found.measured >= 0


def test_what_was_searched_is_not_guessed() -> None:
    """A game that is searched as a whole within the time leaves little open."""
    found = estimate("p3c6n", "total", seconds=20)
    assert found.high < 2.5 * found.low


def test_large_positions_are_left_when_time_is_up() -> None:
    """One third guess of p5c9n may take minutes by this limit: it is stopped."""
    start = process_time()
    assert estimate("p5c9n", "limit:6", seconds=1).beyond
    assert process_time() - start < 10


def test_candidates_only_is_another_search() -> None:
    assert estimate("p4c7n", "total", candidates_only=True, seconds=1).expected > 0


def test_progress_is_told() -> None:
    told = []
    estimate("p3c6n", "total", seconds=2, progress=lambda *step: told.append(step))
    assert told
    assert all(done <= total == 2 for done, total, _ in told)


def test_json_has_what_a_program_needs() -> None:
    done = command_line.run("estimate", "--game", "p3c6n", "--seconds", "1", "--json")
    found = json.loads(done.stdout)
    assert set(found) == {"core_seconds", "bytes", "beyond"}
    assert set(found["core_seconds"]) == {"low", "expected", "high"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "p99c1n"], "p99c1n"),
        (["--objective", "speed"], "bad objective"),
        (["--game", "p2c2n", "--x"], "--x"),
    ],
)
def test_bad_questions(words: list[str], said: str) -> None:
    done = command_line.run("estimate", *words)
    assert done.returncode in (1, 2)
    assert said in done.stderr.decode()


def test_a_bad_objective() -> None:
    with pytest.raises(TreebuildError, match="bad objective"):
        estimate("p3c6n", "speed")


def test_a_guess_is_called_one() -> None:
    found = Estimate(7.0, 14.0, 29.0, 614_000_000, 30.0, beyond=True)
    line = expected_time.expectation(found)
    assert "too long to be estimated from a short part of it: perhaps 14.0 seconds of one core" in line
    assert "about" not in line


@pytest.mark.parametrize(
    ("low", "said"),
    [
        (0.7, "machine, between 0.7 seconds and 0.8 seconds; 130"),
        (0.8, "about 0.8 seconds of one core of this machine; 130"),
    ],
)
def test_a_range_that_is_none_is_left_out(low: float, said: str) -> None:
    assert said in expected_time.expectation(Estimate(low, 0.8, 0.82, 130_000_000, 1.0, beyond=False))


def test_a_long_search_tells_what_to_expect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At its start, and then the time left: of what was expected, and no longer once that is over."""
    steps, game, now = list[tuple[int, int, str]](), as_game("p3c6n"), [0.0]
    told = expected_time.foreseen(
        lambda *step: steps.append(step), game, "total", 1, tmp_path / "s.store", None, now=lambda: now[0]
    )
    assert told is not None and re.match(r"about .* of one core of this machine.*; .* MB", capsys.readouterr().err)
    told(3, 14, "after 012")
    spent, expected, doing = steps[-1]
    assert (spent, doing) == (0, "after 012") and expected >= 1
    now[0] = expected + 1.0
    told(4, 14, "after 013")
    assert steps[-1] == (0, 0, "later than expected: after 013")


def test_what_a_store_has_is_not_expected_again(tmp_path: Path) -> None:
    game, store = as_game("p3c6n"), tmp_path / "s.store"
    build("exact", game, objective="total", store=store)
    spent = expected_time._settled(store, game, "total")
    assert 0 < spent == sum(one.seconds for one in read(store).problems)
    assert expected_time._settled(store, game, "fives,total") == expected_time._settled(None, game, "total") == 0


def test_nothing_is_estimated_where_nobody_looks_or_nothing_takes_long() -> None:
    def progress(*_: object) -> None: ...

    assert expected_time.foreseen(None, as_game("p4c11n"), "total", 1, Path("s.store"), None) is None
    assert expected_time.foreseen(progress, as_game("p4c10n"), "total", 1, None, None) is progress


@pytest.mark.parametrize("guesses", RULES)
def test_games_with_a_rule_are_estimated(guesses: str) -> None:
    """Of the guesses that the rule permits; a game of so few codes takes hardly longer than to load the program."""
    choose = Random(guesses)
    for _ in range(3):
        found = estimate(ruled_game(choose, guesses, groups=guesses == "identify"), "total", seconds=1)
        assert PROCESS_SECONDS <= found.low <= found.expected <= found.high and not found.beyond


@pytest.mark.parametrize("guesses", RULES)
def test_games_whose_guesses_have_costs_are_estimated(guesses: str) -> None:
    choose = Random(guesses)
    for _ in range(3):
        found = estimate(ruled_game(choose, guesses, costs=True), "total", seconds=1)
        assert PROCESS_SECONDS <= found.low <= found.expected <= found.high and not found.beyond


def sampled(game: str, seconds: float) -> SampledSearch:
    replies = reply_matrix(as_game(game))
    problem = Problem(PreparedGame(replies), Objective.parse("total"), len(replies.game.secrets))
    return SampledSearch(problem, seconds, None)


@pytest.mark.parametrize("game", ["p4c6r", "p4c7n", "p5c4r"])
def test_a_sample_comes_to_the_parts_that_the_search_comes_to(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search asks for the value of these parts of first guesses, unless it knows those of images of them."""
    sample = sampled(game, 60.0)
    visited, came = {visit.part.history for visit in sample._visits()}, set()
    settle = sample.walk.settle

    def watched(candidates: Candidates, history: History, *rest: Any) -> Result:
        came.add(history)
        return settle(candidates, history, *rest)

    monkeypatch.setattr(sample.walk, "settle", watched)
    sample.walk.run()
    came = {history for history in came if len(history) == 1}
    assert came and came <= visited
    assert len(visited) <= len(came) + 2


def test_all_is_known_where_all_options_are_tried() -> None:
    seconds, unknown = sampled("p4c6r", 60.0).sampled()
    assert seconds > 0 and unknown == 0


def test_nothing_is_known_where_no_time_is_given() -> None:
    seconds, unknown = sampled("p4c7r", 0.0).sampled()
    assert seconds > 0 and unknown > 0


def visit(tried: dict[int, float], stopped: dict[int, float]) -> Visit:
    options = [7, 3, 9, 1, 5]
    part = Part(None, ((0, 0),), np.arange(100, dtype=np.int32), (0,))
    return Visit(part, (500,), 1.0, options, tried, stopped, is_open=True)


@pytest.mark.parametrize(
    ("tried", "stopped", "expected", "doubtful"),
    [
        ({2: 4.0}, {}, 1 + 5 * 4, 0),
        ({1: 6.0, 3: 2.0}, {}, 1 + 6 + 6 + 4 + 2 + 2, 0),
        ({2: 4.0}, {1: 5.0}, 1 + 10 + 10 + 4 + 4 + 4, 12),
        ({2: 4.0}, {1: 0.5}, 1 + 5 * 4, 0),
        ({}, {2: 3.0}, 1 + 5 * 6, 30),
        ({}, {}, 1, 0),
    ],
)
def test_seconds_of_a_visit(
    tried: dict[int, float], stopped: dict[int, float], expected: float, doubtful: float
) -> None:
    assert visit(tried, stopped).seconds == pytest.approx(expected)
    assert visit(tried, stopped).doubtful == pytest.approx(doubtful)


def test_the_option_that_did_not_end_comes_next() -> None:
    assert visit({}, {}).following == 2
    assert visit({2: 1.0}, {}).following == 1
    assert visit({2: 1.0}, {1: 9.0}).following == 1
    assert not visit(dict.fromkeys(range(5), 1.0), {}).is_left


@pytest.mark.parametrize("number", [0, 1, 2, 3, 7, 8, 100])
def test_a_spread_has_every_index_once_and_the_middle_first(number: int) -> None:
    spread = [*_spread(number)]
    assert sorted(spread) == [*range(number)]
    assert spread[:1] == [number // 2] * min(number, 1)


def test_positions_are_chosen_by_weight() -> None:
    assert _by_weight([5, 1, 3], 3) == [0, 1, 2]
    assert _by_weight([1] * 100, 4) == [12, 37, 62, 87]
    assert _by_weight([1, 1, 1000, 1], 2) == [2]
