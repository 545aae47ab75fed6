"""Certificates of searches that are wrong, and damaged ones: the writer notices, and both checkers say the same."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import require
from tests.helpers import make_proof_vectors
from tests.helpers.certificates import CHECKERS, accepted
from tests.helpers.random_games import random_game
from tests.helpers.ruled import priced_tests
from treebuild.certificate.write import certify
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.reply_matrix import Replies, reply_matrix
from treebuild.search.exact import solve
from treebuild.search.goal.objective import Objective
from treebuild.search.walk.problem import Problem


def test_a_search_that_knows_one_winning_code_of_several(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A bug of an early version put back: of two codes that win against a, only the second tells b and c apart."""
    replies = {"a1": "wxx", "a2": "wxy", "b": "xwx", "c": "xxw"}
    game = Game.from_parts("winners", list(replies), "abc", lambda g, s: replies[g]["abc".index(s)], "wxy", "w")
    assert "at least 5 guesses" in accepted(certify(game, "total").data, tmp_path, "Python")
    monkeypatch.setattr(Replies, "several_winners", False)
    assert solve(reply_matrix(game), Objective.parse("total")).cost == (6,)
    with pytest.raises(TreebuildError, match="search and certificate disagree"):
        certify(game, "total")


@pytest.mark.parametrize("rules", ["p3c6r", "p4c5r"])
def test_a_search_that_takes_some_guesses_for_all(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one: what was found of a list of guesses bounded all others."""
    true = certify(rules, "total").data
    guesses = Problem.guesses

    def some(self: Problem, candidates: Any, history: Any) -> Any:
        found = guesses(self, candidates, history)
        return found if not history or found is None else found[1::2]

    monkeypatch.setattr(Problem, "guesses", some)
    with pytest.raises(TreebuildError, match="search and certificate disagree"):
        certify(rules, "total")
    monkeypatch.undo()
    assert certify(rules, "total").data == true


def ruled_games() -> list[Game]:
    """Games of version 3 with claims, with weights and costs, and whose rules go by the turns."""
    return [
        make_proof_vectors.three_tests(),
        priced_tests(random.Random(3), 9, 7, 2).with_guesses("identify"),
        make_proof_vectors.families(0, "wordle").with_guesses("hard"),
        make_proof_vectors.families(3, "bulls").with_guesses("consistent"),
        make_proof_vectors.faults().weighted([1, 2, 3, 4]).priced({"a": 2, "c": 2.5}),
    ]


def mutants(seed: int, count: int) -> Iterator[bytes]:
    """Sound certificates, changed in a place or a few: bytes, bits, numbers of the header, what is cut, and more."""
    choose = random.Random(seed)
    stated: list[tuple[Game | str, str, bool]] = [
        ("p2c3n", "total", False),
        ("p3c4r", "total", True),
        ("p3c4r", "fours,total", False),
        ("p3c5n", "limit:3", False),
        (random_game(random.Random(1), 6, 3, winners=2, others=1), "total", False),
        (find_game("p4c5r"), "total", False),
        (find_game("p2c3n").weighted([5, 1, 300, 1, 0, 1]), "total", False),
        (find_game("p3c4n").weighted(range(24)), "fours,total", False),
        (random_game(random.Random(5), 7, 4, others=2).weighted([0, 0, 3, 1, 0, 9, 2]), "total,fours", True),
        *((game, "total", False) for game in ruled_games()),
    ]
    sound = [gzip.decompress(certify(game, objective, candidates_only=only).data) for game, objective, only in stated]
    for _ in range(count):
        text = bytearray(choose.choice(sound))
        for _ in range(choose.choice((1, 1, 1, 2, 4))):
            place = choose.randrange(len(text))
            kind = choose.randrange(6)
            if kind == 0:
                text[place] = choose.randrange(256)
            elif kind == 1:
                text[place] ^= 1 << choose.randrange(8)
            elif kind == 2:
                del text[place : place + choose.randint(1, 3)]
            elif kind == 3:
                text[place:place] = bytes(choose.choices(range(256), k=choose.randint(1, 3)))
            elif kind == 4:
                other = choose.randrange(len(text))
                text[place], text[other] = text[other], text[place]
            else:
                digits = [i for i, byte in enumerate(text[:400]) if 48 <= byte < 58]
                text[choose.choice(digits)] = choose.randrange(48, 58)
        data = bytearray(gzip.compress(bytes(text), mtime=0))
        if choose.random() < 0.05:
            data[choose.randrange(len(data))] ^= 1 << choose.randrange(8)
        yield bytes(data)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(21))
def test_both_say_the_same_of_damaged_files(seed: int, tmp_path: Path) -> None:
    """Accepted by both or by neither. Those accepted state what is true: see test_check for an oracle of it."""
    require("gcc")
    agreed = 0
    for data in mutants(seed, 500):
        said = []
        for checker in CHECKERS:
            try:
                said.append(accepted(data, tmp_path, checker))
            except TreebuildError as error:
                assert "\n" not in str(error)
                said.append("")
        assert said[0] == said[1], (said, gzip.decompress(data)[:300])
        agreed += bool(said[0])
    assert 0 < agreed < 250
