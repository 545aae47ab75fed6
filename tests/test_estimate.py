"""What a proof will take: figures that hang together, and bad questions. Times are not asserted: `make bench`."""

import json
import subprocess
import sys

import pytest

from treebuild.errors import TreebuildError
from treebuild.study.estimate import WIDEST, estimate

TREEBUILD = [sys.executable, "-m", "treebuild", "estimate"]


@pytest.mark.parametrize("game", ["p2c2n", "p3c6n", "p4c7r", "twod"])
@pytest.mark.parametrize("objective", ["total", "deepest", "total,deepest", "limit:9"])
def test_figures_hang_together(game: str, objective: str) -> None:
    found = estimate(game, objective, seconds=1)
    assert 0 < found.low <= found.expected <= found.high <= found.low * WIDEST**2 * 1.001
    assert 50e6 < found.bytes < 1e9
    assert found.measured >= 0


def test_what_was_searched_is_not_guessed() -> None:
    """A game that is searched as a whole within the time leaves little open."""
    found = estimate("p3c6n", "total", seconds=20)
    assert found.high < 2.5 * found.low


def test_candidates_only_is_another_search() -> None:
    assert estimate("p4c7n", "total", candidates_only=True, seconds=1).expected > 0


def test_progress_is_told() -> None:
    told = []
    estimate("p3c6n", "total", seconds=2, progress=lambda *step: told.append(step))
    assert told
    assert all(done <= total == 2 for done, total, _ in told)


def test_json_has_what_a_program_needs() -> None:
    done = subprocess.run([*TREEBUILD, "--game", "p3c6n", "--seconds", "1", "--json"], capture_output=True, text=True)
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
    done = subprocess.run([*TREEBUILD, *words], capture_output=True, text=True)
    assert done.returncode in (1, 2)
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bad_objective() -> None:
    with pytest.raises(TreebuildError, match="bad objective"):
        estimate("p3c6n", "speed")
