"""treebuild build, beyond what tests/cli/test_cli.py tries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.command_line import fails, prints
from treebuild.algorithms import build
from treebuild.certificate.checkers import accept
from treebuild.certificate.write import certify
from treebuild.codec import load
from treebuild.errors import TreebuildError
from treebuild.game import reply_matrix
from treebuild.game.game import Game
from treebuild.search import exact


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The objectives of the exact searches of whole games, as they begin."""
    begun: list[str] = []
    solve: Callable[..., exact.Solution] = exact.solve

    def counted(replies: Any, objective: Any, **options: Any) -> exact.Solution:
        begun.append(objective.name)
        return solve(replies, objective, **options)

    monkeypatch.setattr(exact, "solve", counted)
    return begun


@pytest.mark.parametrize(
    ("words", "objective", "options"),
    [
        ("--game p3c5r", "total", {}),
        ("--game p3c5r --jobs 2", "total", {}),
        ("--game p3c5r --store some.store", "deepest", {}),
        ("--game p3c5n --guesses candidates", "total,deepest", {"candidates_only": True}),
        ("--game p3c5n", "sixes,total", {}),
    ],
)
def test_a_tree_and_its_certificate_take_one_search(
    words: str,
    objective: str,
    options: dict[str, Any],
    searches: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    prints(f"build exact --objective {objective} {words} -o t.msgpack --proof t.proof")
    assert searches == [objective]
    assert Path("t.proof").read_bytes() == certify(words.split()[1], objective, **options).data
    prints("verify t.msgpack --proof t.proof")


def test_weights_that_an_objective_leaves_out_take_a_search_of_their_own(
    searches: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They break symmetries, of which the certificate of the game without weights makes use."""
    monkeypatch.chdir(tmp_path)
    Path("w.csv").write_text("secret,weight\n012,3\n210,2\n")
    weighted = "build exact --game p3c5n --weights w.csv --missing 1 --objective"
    prints(f"{weighted} deepest -o a.msgpack --proof a.proof")
    assert len(searches) == 2 and Path("a.proof").read_bytes() == certify("p3c5n", "deepest").data
    prints(f"{weighted} total -o b.msgpack --proof b.proof")
    assert len(searches) == 4  # with that of `certify` above
    assert "weights" in accept(Path("b.proof")).proved.theorem


def test_a_race_against_a_file_has_a_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    prints("build minavg --game p3c4r -o other.msgpack")
    prints("build exact --game p3c4r --objective race:other.msgpack -o t.msgpack --proof t.proof")
    counts = "/".join(map(str, load("other.msgpack").counts))
    assert Path("t.proof").read_bytes() == certify("p3c4r", f"race:{counts}").data


@pytest.mark.parametrize(
    ("words", "code", "problem"),
    [
        ("exact --objective totl", 2, "bad objective 'totl'"),
        ("exact", 2, "'exact' needs an objective"),
        ("exakt --objective total", 2, "has an objective of its own"),
        ("minavgg", 2, "unknown algorithm 'minavgg'"),
        ("avg --first 999", 1, "999"),
        ("minavg", 2, "keeps nothing in a store"),
    ],
)
def test_wrong_words_leave_no_empty_store_behind(words: str, code: int, problem: str, tmp_path: Path) -> None:
    fails(f"build {words} --game p3c4r --store s", message=problem, code=code, cwd=tmp_path)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("algorithm", ["minavg", "simple", "near", "avg"])
def test_a_first_guess_that_tells_nothing_is_refused_at_once(algorithm: str) -> None:
    game = Game.from_parts("dull", range(4), range(3), lambda g, s: "won" if g == s else g == 2, [0, 1, "won"], "won")
    with pytest.raises(TreebuildError, match="the first guess 3 tells nothing: every secret of dull answers alike"):
        build(algorithm, game, first="3")
    assert build(algorithm, game, first="2").guess[0] == 2


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("avg --game p6c9r", "4 GiB; `minavg` and other greedy algorithms need less"),
        ("near --effort 9 --game p6c9r", " days for p6c9r, whose reply matrix does not fit: try a"),
        ("exact --objective total --game p6c5r --memory 100M", "allow more with --memory"),
        ("minavg --game p6c5r --memory 1M", " MiB of memory for p6c5r, and may take 1 MiB"),
    ],
)
def test_what_takes_too_much_memory_is_refused(words: str, error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any reply is computed, and before any time is spent on saying how long it will take."""
    monkeypatch.setattr(reply_matrix, "_rows", lambda *_: pytest.fail("replies were computed"))
    fails(f"build {words}", message=error)
