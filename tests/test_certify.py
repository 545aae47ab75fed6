"""Certificates: written from searches, accepted by both checkers when they are true, by neither when they are not."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from tests.conftest import require
from tests.random_games import random_game
from treebuild.certificate import checkers
from treebuild.certificate.check import check
from treebuild.certificate.write import certify
from treebuild.errors import TreebuildError
from treebuild.game.files import find_game
from treebuild.game.game import Game

CHECKERS = ["Python", "C"]


def accepted(data: bytes, folder: Path, checker: str) -> str:
    """The theorem that a checker reads off a certificate. Raises TreebuildError when it is refused."""
    if checker == "C":
        require("gcc")
        assert checkers.compiled() is not None
    path = folder / "a.proof"
    path.write_bytes(data)
    return checkers.accept(path, python=checker == "Python").theorem


def raised(data: bytes) -> bytes:
    """The same certificate with a bound one higher, by the last criterion."""
    text = gzip.decompress(data)
    start = text.index(b"\nbound ") + 7
    end = text.index(b"\n", start)
    bound = [int(word) for word in text[start:end].split()]
    bound[-1] += 1
    return gzip.compress(text[:start] + " ".join(map(str, bound)).encode() + text[end:], mtime=0)


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize(
    ("game", "objective", "candidates_only", "theorem"),
    [
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
    ],
)
def test_optima_of_games(
    game: str, objective: str, candidates_only: bool, theorem: str, checker: str, tmp_path: Path
) -> None:
    data = certify(find_game(game), objective, candidates_only=candidates_only).data
    assert theorem in accepted(data, tmp_path, checker)
    if objective.startswith("limit"):
        return  # that more than one secret takes longer may be true
    with pytest.raises(TreebuildError):
        accepted(raised(data), tmp_path, checker)


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("seed", range(4))
def test_random_games(seed: int, checker: str, tmp_path: Path) -> None:
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
        accepted(data, tmp_path, checker)
        with pytest.raises(TreebuildError):
            accepted(raised(data), tmp_path, checker)


def test_any_number_of_jobs_writes_the_same() -> None:
    assert certify("p4c5r", "total", jobs=2).data == certify("p4c5r", "total").data


def test_what_cannot_be_certified() -> None:
    for game, objective, problem in (
        ("p3c4r", "limit:4", "nothing to prove"),
        ("p4c10n", "deepest", "use fewer criteria"),
        ("p2c3n", "limit:2,total", "no tree of p2c3n"),
    ):
        with pytest.raises(TreebuildError, match=problem):
            certify(game, objective)


def test_a_custom_game_goes_as_a_table() -> None:
    game = Game.from_parts("parity", range(6), range(6), lambda g, s: 2 if g == s else (g + s) % 2, range(3), 2)
    found = check(certify(game, "total").data)
    assert found.secrets == 6 and found.game == "6 codes (list), 6 secrets (list), table"
