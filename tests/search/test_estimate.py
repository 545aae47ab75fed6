"""What a proof will take: figures that hang together, and bad questions. Times are not asserted: `make bench`."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
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
from treebuild.game.game import Game
from treebuild.game.lookup import as_game
from treebuild.game.positions import Candidates, History
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.engine.game_tables import PreparedGame
from treebuild.search.estimate import PROCESS_SECONDS, Estimate, UnmeasuredError, estimate
from treebuild.search.goal.objective import Objective
from treebuild.search.sampled_search import SampledSearch, Visit, _by_weight, _fit, _spread
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


def test_what_was_searched_is_not_guessed() -> None:
    """A game that is searched as a whole within the time leaves little open."""
    found = estimate("p3c6n", "total", seconds=20)
    assert found.high < 2.5 * found.low


def test_large_positions_are_left_when_time_is_up() -> None:
    """One third guess of p5c9n may take minutes by this limit: it is stopped. On a busy machine none may end."""
    start = process_time()
    with suppress(UnmeasuredError):
        assert estimate("p5c9n", "limit:6", seconds=1).is_guess
    assert process_time() - start < 10


@pytest.mark.parametrize("objective", ["total", "total,deepest"])
def test_candidates_alone_are_another_search(objective: str) -> None:
    """Their greatest depth is that of a tree of candidates."""
    assert estimate(Game.from_rules("p4c7n").with_guesses("candidates"), objective, seconds=1).expected > 0


def test_no_estimate_is_of_another_search() -> None:
    """What `build` refuses is not estimated either."""
    game = Game.from_rules("p2c3n").priced({"01": 2})
    for ask in estimate, partial(build, "exact"):
        with pytest.raises(TreebuildError, match="has costs of guesses: expected the objective total"):
            ask(game=game, objective="deepest")


@pytest.fixture
def too_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """No search of any part ends in time."""
    monkeypatch.setattr(SampledSearch, "_within", lambda *_: (None, 0.0))


@pytest.mark.usefixtures("too_short")
@pytest.mark.parametrize("game", ["p4c7r", "twod"])
@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 seconds are too few to try one guess to its end; give more, such as seconds=60"),
        (1, "1 second is too few to try one guess to its end; give more, such as seconds=60"),
        (30, "30 seconds are too few to try one guess to its end; give more, such as seconds=300"),
        (3600, "3600 seconds are too few to try one guess to its end"),
    ],
)
def test_no_time_is_invented(game: str, seconds: float, said: str) -> None:
    """With few first guesses or many."""
    with pytest.raises(UnmeasuredError) as refused:
        estimate(game, "total", seconds=seconds)
    assert str(refused.value) == f"how long this search takes is unknown: {said}"


@pytest.mark.usefixtures("too_short")
@pytest.mark.parametrize("json", [[], ["--json"]])
def test_the_command_says_that_nothing_was_measured(json: list[str]) -> None:
    done = command_line.run_text("estimate", "--game", "p4c7r", "--seconds", "2", *json)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "error: how long this search takes is unknown: 2 seconds are too few to try one guess to its end; "
        "give more, such as --seconds 60\n"
    )


@pytest.mark.usefixtures("too_short")
def test_a_long_search_begins_although_nothing_tells_how_long_it_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def progress(*_: object) -> None: ...

    told = expected_time.foreseen(progress, as_game("p4c7r"), "total", 1, tmp_path / "s.store", None)
    assert told is progress
    assert "is unknown: 10 seconds are too few to try one guess to its end\n" in capsys.readouterr().err


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
    found = Estimate(7.0, 14.0, 29.0, 614_000_000, is_guess=True)
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
    assert said in expected_time.expectation(Estimate(low, 0.8, 0.82, 130_000_000, is_guess=False))


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
        assert PROCESS_SECONDS <= found.low <= found.expected <= found.high and not found.is_guess


@pytest.mark.parametrize("guesses", RULES)
def test_games_whose_guesses_have_costs_are_estimated(guesses: str) -> None:
    choose = Random(guesses)
    for _ in range(3):
        found = estimate(ruled_game(choose, guesses, costs=True), "total", seconds=1)
        assert PROCESS_SECONDS <= found.low <= found.expected <= found.high and not found.is_guess


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
    found = sampled("p3c6r", 60.0).sampled()
    assert found is not None
    seconds, uncertain = found
    assert seconds > 0 and uncertain == 0


def test_what_was_not_tried_is_uncertain(monkeypatch: pytest.MonkeyPatch) -> None:
    """One option of one position is tried to its end, and a power law tells the rest."""
    sample = sampled("p4c7r", 60.0)

    def one(visits: Sequence[Visit]) -> None:
        sample._open(visits[0])
        sample._try(visits[0], 60.0)

    monkeypatch.setattr(sample, "_sample", one)
    found = sample.sampled()
    assert found is not None
    seconds, uncertain = found
    assert seconds > 0 and 0.5 < uncertain < 1


def visit(tried: dict[int, float], stopped: tuple[int, float] | None) -> Visit:
    options = [7, 3, 9, 1, 5]
    part = Part(None, ((0, 0),), np.arange(100, dtype=np.int32), (0,))
    return Visit(part, (500,), 1.0, options, tried, stopped, is_open=True)


@pytest.mark.parametrize(
    ("tried", "stopped", "expected", "uncertain"),
    [
        ({2: 4.0}, None, 1 + 5 * 4, 0),
        ({1: 6.0, 3: 2.0}, None, 1 + 6 + 6 + 4 + 2 + 2, 0),
        ({2: 4.0}, (1, 5.0), 1 + 10 + 10 + 4 + 4 + 4, 12),
        ({2: 4.0}, (1, 0.5), 1 + 5 * 4, 0),
        ({}, (2, 3.0), 1 + 5 * 6, 30),
        ({}, None, 1, 0),
    ],
)
def test_seconds_of_a_visit(
    tried: dict[int, float], stopped: tuple[int, float] | None, expected: float, uncertain: float
) -> None:
    assert visit(tried, stopped).seconds == pytest.approx(expected)
    assert visit(tried, stopped).uncertain_seconds == pytest.approx(uncertain)


def test_the_option_that_did_not_end_comes_next() -> None:
    assert visit({}, None).next_option == 2
    assert visit({2: 1.0}, None).next_option == 1
    assert visit({2: 1.0}, (1, 9.0)).next_option == 1
    assert not visit(dict.fromkeys(range(5), 1.0), None).has_untried


def test_a_line_needs_points() -> None:
    """Its slope is limited, and of more than 8 points the half with the largest x counts."""
    assert _fit([], 2.0, 6.0) is None
    for points, at_ten in {
        ((0.0, 1.0), (1.0, 4.0)): 31.0,
        ((3.0, 5.0),): 5.0 + 2 * 7,
        ((0.0, 0.0), (1.0, 9.0)): 4.5 + 6 * 9.5,
        tuple((float(x), 3.0 * max(x - 3, 0)) for x in range(10)): 21.0,
    }.items():
        line = _fit(points, 2.0, 6.0)
        assert line is not None and line(10.0) == pytest.approx(at_ten)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 7, 8, 100])
def test_a_spread_has_every_index_once_and_the_middle_first(number: int) -> None:
    spread = [*_spread(number)]
    assert sorted(spread) == [*range(number)]
    assert spread[:1] == [number // 2] * min(number, 1)


def test_positions_are_chosen_by_weight() -> None:
    assert _by_weight([5, 1, 3], 3) == [0, 1, 2]
    assert _by_weight([1] * 100, 4) == [12, 37, 62, 87]
    assert _by_weight([1, 1, 1000, 1], 2) == [2]
