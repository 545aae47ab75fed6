"""`make bench`: what the speed of treebuild is measured by, beside the C++ yardstick in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import treebuild
from tests.helpers.measuring import ROUNDS, TOTAL, Row, best, seconds
from tests.helpers.words import wordle

PYTHON = [sys.executable, "-m", "treebuild"]
PROOFS = [
    ("smallest total of Bulls and Cows proved", "total", ["-obj", "avg", "-order", "0"], "1.3"),
    ("fewest sevens proved", "sevens", ["-obj", "sev"], "0.9"),
]
SALET = """
import time
from pathlib import Path
from treebuild.game.game_file import read_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.search import exact, greedy
from treebuild.search.goal.objective import Objective
from treebuild.tree.policy import grow

clock = time.process_time
game = read_game(Path("{path}"))
start = clock(); replies = reply_matrix(game); matrix = clock() - start
start = clock(); grow(replies, greedy.scored(replies, "minavg")); minavg = clock() - start
first = game.code_index[game.parse("salet")]
start = clock(); exact.solve(replies, Objective.parse("total"), first=first); search = clock() - start
print(matrix, minavg, search)
"""
HARD = """
import time
from pathlib import Path
from treebuild.game.game_file import read_game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.game import Game
from treebuild.search import exact
from treebuild.search.walk.exhaustive import Exhaustive
from treebuild.search.walk.problem import Problem
from treebuild.search.goal.objective import Objective
from treebuild.search.engine.game_tables import PreparedGame

small = Game.from_rules("p2c3n").with_guesses("consistent")
exact.solve(reply_matrix(small), Objective.parse("total"))  # loads the kernels
replies = reply_matrix(read_game(Path("{path}")).with_guesses("hard"))
prepared, first = PreparedGame(replies), replies.game.code_index[replies.game.parse("salet")]
start = time.process_time()
walk = Exhaustive(Problem(prepared, Objective.parse("total,limit:6"), 6, first=first))
tables = time.process_time() - start
walk.run()
print(time.process_time() - start - tables, tables, *walk.root.value)
"""
SOLVER = "TREEBUILD_WORDLE_SOLVER"  # names the program of https://github.com/alex1770/wordle, where there is one
LOAD = """
import numpy, time
start = time.process_time()
from treebuild import kernels
for name in ("branch_and_bound", "scores"):
    kernels.load(name, 15)
print(time.process_time() - start)
"""


@pytest.mark.parametrize(("what", "objective", "options", "goal"), PROOFS, ids=[proof[1] for proof in PROOFS])
def test_proof(
    tell: Callable[[Row], None], yardstick: Path, what: str, objective: str, options: list[str], goal: str
) -> None:
    """Whole processes, one thread each, ours with all it does: kernels loaded, the tree grown and replayed."""
    ours, theirs = best(
        lambda: seconds([*PYTHON, "build", "exact", "--objective", objective]),
        lambda: seconds([str(yardstick), *options, "-nopre", "-v", "0"]),
    )
    tell(Row(what, ours, theirs, goal))


def test_kernels_load(tell: Callable[[Row], None]) -> None:
    """All compiled code, by a process that has loaded NumPy."""
    (ours,) = best(lambda: float(subprocess.check_output([sys.executable, "-c", LOAD])))
    tell(Row("kernels loaded", ours, goal="0.02 s"))


@pytest.mark.parametrize("words", ["--help", "build minavg", "verify trees/p4c10n/minavg.msgpack"])
def test_command(tell: Callable[[Row], None], words: str) -> None:
    (ours,) = best(lambda: seconds([*PYTHON, *words.split()]))
    tell(Row(f"treebuild {words}", ours))


@pytest.mark.parametrize("words", ["build minavg", "build exact --objective total"])
def test_first_run(tell: Callable[[Row], None], words: str, tmp_path: Path) -> None:
    """With a copy of the package in which nothing is compiled yet."""
    copytree(Path(treebuild.__file__).parent, tmp_path / "treebuild", ignore=ignore_patterns("__pycache__"))
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    tell(Row(f"treebuild {words}, first run", seconds([*PYTHON, *words.split()], cwd=tmp_path, env=environment)))


def test_twenty_replies(tell: Callable[[Row], None], yardstick: Path) -> None:
    """Five pegs, beside the yardstick's Bulls and Cows, which has four."""
    ours, theirs = best(
        lambda: seconds([*PYTHON, "build", "exact", "--objective", "total", "--game", "p5c7n"]),
        lambda: seconds([str(yardstick), *TOTAL]),
    )
    tell(Row("smallest total of p5c7n proved", ours, theirs, "2.5"))


def test_wordle(tell: Callable[[Row], None], yardstick: Path, tmp_path: Path) -> None:
    """The best public solver takes 0.87 s for SALET where the yardstick takes 1.1 s for Bulls and Cows."""
    path = wordle(tmp_path)
    inside = [sys.executable, "-c", SALET.format(path=path)]
    runs = [[float(word) for word in subprocess.check_output(inside).split()] for _ in range(ROUNDS)]
    (theirs,) = best(lambda: seconds([str(yardstick), *TOTAL]))
    matrix, minavg, search = map(min, zip(*runs, strict=True))
    tell(Row("Wordle: reply matrix", matrix, theirs, "1.4 (1.5 s)"))
    tell(Row("Wordle: minavg after the matrix", minavg, theirs, "0.9 (1 s)"))
    tell(Row("Wordle after salet: search", search, theirs, "0.73 (0.8 s)"))
    words = ["build", "exact", "--objective", "total", "--game", str(path), "--first", "salet"]
    (whole,) = best(lambda: seconds([*PYTHON, *words]))
    tell(Row("Wordle after salet: whole process", whole, theirs, "3.6 (4 s)"))


def test_hard_mode(tell: Callable[[Row], None], tmp_path: Path) -> None:
    """The search alone, beside what the best public solver says of its own; neither counts the making of tables."""
    program = os.environ.get(SOLVER)
    if program is None:
        pytest.skip(f"{SOLVER} names no program to compare with")
    path = wordle(tmp_path)
    lists = ["-h", str(tmp_path / "answers.txt"), "-a", str(tmp_path / "guesses.txt")]

    tables = []

    def ours() -> float:
        program = [sys.executable, "-c", HARD.format(path=path)]
        spent, made, total = subprocess.check_output(program, text=True).split()
        assert total == "8122"
        tables.append(float(made))
        return float(spent)

    def theirs() -> float:
        printed = subprocess.check_output([program, "-H", "-g", "6", "-w", "salet", *lists], text=True)
        assert "Best first guess score = 8122" in printed
        return float(printed.split("Time taken = ")[1].split("s")[0])

    mine, others = best(ours, theirs)
    tell(Row("Wordle in hard mode after salet: search, beside the public solver's", mine, others, "1"))
    tell(Row("Wordle in hard mode: tables of the search", min(tables)))
