"""Certificates: written from searches, accepted by both checkers when they are true, by neither when they are not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.conftest import mostly_long, seeds
from tests.helpers.certificates import CHECKERS, accepted, proved
from tests.helpers.random_games import dull_game, random_game, weighted
from tests.helpers.reference_search import ReferenceSearch, least
from treebuild.certificate.header import Statement
from treebuild.certificate.write import certify
from treebuild.checker.check import check
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import as_game, find_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search.exact import solve
from treebuild.search.goal.objective import Objective
from treebuild.search.goal.plan import Source

CERTIFIED = [
    ("p2c3n", "total", False, "has a total of at least 13 guesses"),
    ("p3c6n", "total", False, "has a total of at least 436 guesses"),
    ("p3c4r", "total,fours", False, ""),
    ("p3c6n", "fives,total", False, ""),
    ("p3c6n", "limit:3", False, "has at least 1 secret that takes more than 3 guesses"),
    ("p3c4r", "total", True, "that guesses candidates only has a total of at least"),
    ("three-of-seven", "total", False, ""),
    ("twod", "total", False, ""),
    ("p4c6r", "total", False, "has a total of at least 5625 guesses"),
    ("p4c6r", "total,limit:5", False, "has a total of at least 5626 guesses"),
    ("p4c6r", "total", True, "has a total of at least 5660 guesses"),
    ("four-colours", "limit:4", False, "more than 4 guesses"),
]


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize(
    ("game", "objective", "candidates_only", "theorem"),
    mostly_long(CERTIFIED, [one for one in CERTIFIED if one[0] != "p4c6r"]),
)
def test_optima_of_games(
    game: str, objective: str, candidates_only: bool, theorem: str, checker: str, tmp_path: Path
) -> None:
    data = certify(find_game(game), objective, candidates_only=candidates_only).data
    told = accepted if objective.startswith("limit") else proved  # that more than one secret takes longer may be true
    assert theorem in told(data, tmp_path, checker)


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("seed", seeds(2, 4))
def test_the_least_cost_of_random_games_is_proved_and_no_more(seed: int, checker: str, tmp_path: Path) -> None:
    choose = random.Random(seed)
    for _ in range(6):
        replies = choose.choice((2, 3, 5, 9, 16, 33, 65, 200))
        game = random_game(
            choose,
            choose.randint(2, 8 if replies < 4 else 20),
            replies,
            winners=choose.randint(1, 2),
            others=choose.randint(0, 3),
        )
        only = choose.random() < 0.3
        data = certify(game, choose.choice(("total", "deepest", "total,deepest")), candidates_only=only).data
        proved(data, tmp_path, checker)


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("seed", seeds(2, 40))
def test_random_games_with_weights(seed: int, checker: str, tmp_path: Path) -> None:
    """What is stated is what the plain search finds; one more is refused."""
    choose = random.Random(seed)
    for _ in range(8):
        replies = choose.choice((2, 3, 5, 9, 16, 33, 65, 200))
        secrets, others = choose.randint(2, 8 if replies < 4 else 15), choose.randint(0, 3)
        game = random_game(choose, secrets, replies, winners=choose.randint(1, 2), others=others)
        if choose.random() < 0.4:
            game = find_game(choose.choice(("p2c3n", "p2c5r", "p3c3r", "p3c4n")))
        game, only = weighted(choose, game), choose.random() < 0.3
        text = choose.choice(("total", "total,fives", "fives,total", "total,deepest", "deepest,total"))
        plan = (Source.MEMBERS,) if only else (Source.ALL,)
        known = least(reply_matrix(game), text, plan)
        try:
            data = certify(game, text, candidates_only=only).data
        except TreebuildError as error:
            assert known is None or "use fewer criteria" in str(error)
            continue
        theorem = proved(data, tmp_path, checker)
        assert known is not None
        if "deepest" not in text:
            cost = known[1].value(tuple(range(len(game.secrets))), 1)
            total = cost[text.split(",").index("total")]
            assert f" total of at least {total} guesses" in theorem
        assert ("weighted" in theorem) == bool(game.conditions.weights)


@pytest.mark.parametrize("seed", seeds(3, 40))
def test_parts_whose_best_trees_are_deeper_than_the_best_of_the_game(seed: int) -> None:
    """By `total,deepest`, where most guesses tell of one or two secrets: a smaller total may take more guesses.

    The bound is what the plain search finds by the lines of the file, at any depth.
    """
    choose = random.Random(seed)
    for _ in range(4):
        game, only = dull_game(choose, choose.randint(7, 9)), choose.random() < 0.5
        if choose.random() < 0.5:
            game = weighted(choose, game)
        replies, everything = reply_matrix(game), tuple(range(len(game.secrets)))
        try:
            found = check(certify(game, "total,deepest", candidates_only=only).data)
        except TreebuildError as error:
            assert "use fewer criteria" in str(error)
            continue
        lines = list(zip(*found.costs, strict=True))
        lines = [lines[0], *lines, *[lines[-1]] * len(everything)]
        plain = ReferenceSearch(replies, lines, (Source.MEMBERS if only else Source.ALL,), found.weighted)
        assert plain.value(everything, 1) == found.bound


@pytest.mark.parametrize("checker", CHECKERS)
def test_weights_that_symmetries_keep(checker: str, tmp_path: Path) -> None:
    """Claims, with images and exchanges of symbols: the symbols 0 and 1, or 2, 3 and 4, change places."""
    game = find_game("p3c5r")
    game = game.weighted([1 + len({0, 1} & set(secret)) for secret in game.secrets])
    theorem = proved(certify(game, "total").data, tmp_path, checker)
    assert theorem.endswith("(weights: 247 in all) has a weighted total of at least 867 guesses")


def test_weights_that_no_criterion_goes_by_are_left_out() -> None:
    weighted = find_game("p3c4r").weighted(range(64))
    for objective in ("limit:3", "fours", "deepest"):
        assert certify(weighted, objective).data == certify("p3c4r", objective).data


def test_any_number_of_jobs_writes_the_same() -> None:
    assert certify("p4c5r", "total", jobs=2).data == certify("p4c5r", "total").data
    weighted = find_game("p3c4r").weighted(range(64))
    assert certify(weighted, "total", jobs=2).data == certify(weighted, "total").data


@pytest.mark.parametrize(
    ("game", "objective", "problem"),
    [
        ("p3c4r", "limit:4", "nothing to prove"),
        ("p4c10n", "deepest", "use fewer criteria"),
        ("p4c10r", "total,deepest", "use fewer criteria"),  # before the search, which takes minutes
        ("p2c3n", "limit:2,total", "no tree of p2c3n"),
    ],
)
def test_what_cannot_be_certified(game: str, objective: str, problem: str) -> None:
    with pytest.raises(TreebuildError, match=problem):
        certify(game, objective)


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize(
    ("game", "objective", "greatest"),
    [("p3c4r", "deepest,limit:6", 4), ("p2c3n", "fives,deepest", 3), ("p2c5r", "total,deepest,limit:6", 5)],
)
def test_deepest_with_a_limit_that_is_not_reached(
    game: str, objective: str, greatest: int, checker: str, tmp_path: Path
) -> None:
    """Trees go no deeper than `deepest` counts, which a limit that is greater does not say."""
    for candidates_only in (False, True):
        said = accepted(certify(game, objective, candidates_only=candidates_only).data, tmp_path, checker)
        assert f" in which no secret takes more than {greatest} guesses has " in said


@pytest.mark.parametrize("objective", ["total", "total,limit:4", "fives,total", "deepest", "limit:4,deepest"])
def test_numbers_are_split_as_costs_are_joined(objective: str) -> None:
    """A cost comes to a number or more just if it is as great as what the number is split into, or greater."""
    game, choose, parsed = as_game("p3c4r"), random.Random(objective), Objective.parse(objective)
    solution = solve(reply_matrix(game), parsed)
    statement, costs = Statement.of(parsed, solution.cost, game), solution.problem.bounds.costs[1:]
    for _ in range(2000):
        sums = [tuple(map(sum, zip(*choose.choices(costs, k=64), strict=True))) for _ in range(2)]
        number = statement.join_found(sums[0], True) + choose.choice((-1, 0, 0, 1))
        split = statement.split(number)
        assert split is not None
        assert (statement.join_found(sums[1], True) >= number) == (sums[1] >= split)


def test_what_cannot_be_split() -> None:
    """A number that only a secret later than it may be comes to."""
    game, parsed = as_game("p3c4r"), Objective.parse("total,limit:5")
    limited = Statement.of(parsed, solve(reply_matrix(game), parsed).cost, game)
    assert limited.split(limited.join_found((0,), False)) is None


def test_a_custom_game_goes_as_a_table() -> None:
    game = Game.from_parts("parity", range(6), range(6), lambda g, s: 2 if g == s else (g + s) % 2, range(3), 2)
    found = check(certify(game, "total").data)
    assert found.secrets == 6 and found.game == "6 codes (list), 6 secrets (list), table"


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_table_of_one_secret_with_one_reply(checker: str, tmp_path: Path) -> None:
    """The format has no table of fewer than two replies."""
    game = Game.from_table("alone", ["a", "b"], ["s"], ["yes"], 0, [[0], [0]])
    assert "a total of at least 1 guesses" in proved(certify(game, "total").data, tmp_path, checker)
