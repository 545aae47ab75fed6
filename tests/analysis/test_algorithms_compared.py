"""Several algorithms in several games: `compare_algorithms`, and what `treebuild compare --games` prints."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.helpers.command_line import fails, prints
from tests.helpers.schemas import defined
from treebuild import TreebuildError, build, compare_algorithms, verify
from treebuild.game.game import Game

GAMES, ALGORITHMS = ("p3c4r", "p3c5n"), ("minavg", "parts", "exact")
KEY = """name = "beasts"\nrule = "table"\nguesses = "identify"\ntable = "beasts.csv"\n"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compare")
    (folder / "weights.csv").write_text("secret,weight\n012,8\n321,2\n")
    (folder / "costs.csv").write_text("code,cost\n012,3\n")
    (folder / "beasts.csv").write_text("test,ant,bee,cat,dog\nlegs,6,6,4,4\nwings,no,yes,no,no\nbarks,no,no,no,yes\n")
    (folder / "beasts.toml").write_text(KEY)
    long = "Right places in a game with a very long name 中文 that does not fit into a table of eighty columns"
    space = 'codes = { pegs = 2, symbols = "abcd", repeat = true }'
    (folder / "long.toml").write_text(f'name = "{long}"\nrule = "bulls"\n{space}\n')
    return folder


def test_the_trees_are_those_of_build_game_by_game() -> None:
    trials = [*compare_algorithms(GAMES, ALGORITHMS, jobs=2)]
    assert [(trial.game.name, trial.algorithm) for trial in trials] == [(g, a) for g in GAMES for a in ALGORITHMS]
    for trial in trials:
        objective = "total" if trial.algorithm == "exact" else None
        expected = build(trial.algorithm, trial.game, objective=objective)
        assert trial.tree is not None and trial.error is None and trial.seconds > 0
        assert trial.tree.guess.tolist() == expected.guess.tolist() and verify(trial.tree).ok


def test_each_option_goes_to_the_algorithms_that_take_it() -> None:
    exact, near, minavg = compare_algorithms(["p3c4r"], ["exact", "near", "minavg"], objective="deepest", effort=1)
    assert exact.tree is not None and exact.tree.counts == build("exact", "p3c4r", objective="deepest").counts
    assert near.tree is not None and near.tree.built is not None
    assert near.tree.built.algorithm == "near --objective deepest --effort 1"
    assert minavg.tree is not None and minavg.tree.total == 208


def test_an_algorithm_that_cannot_is_a_trial_with_the_reason() -> None:
    weighted = Game.from_rules("p2c3n").weighted([1, 2, 3, 4, 5, 6])
    strongest, minavg = compare_algorithms([weighted], ["strongest", "minavg"])
    assert strongest.tree is None and "'strongest' takes all secrets to be equally likely" in str(strongest.error)
    assert minavg.tree is not None and minavg.error is None
    (limited,) = compare_algorithms(["p3c4r"], ["exact"], objective="limit:3")
    assert limited.tree is None and "no tree of p3c4r solves every secret in 3 guesses" in str(limited.error)
    (large,) = compare_algorithms(["p4c6r"], ["near"], memory="1M")
    assert large.tree is None and "'near' needs some" in str(large.error)


@pytest.mark.parametrize(
    ("games", "algorithms", "more", "message"),
    [
        ([], ["minavg"], {}, "no games: expected at least one"),
        (["p3c4r"], [], {}, "no algorithms: expected at least one"),
        ("p3c4r", ["minavg"], {}, "games: expected a list"),
        (["p3c4r"], ["minavgg"], {}, "unknown algorithm 'minavgg': did you mean 'minavg'?"),
        (["nope"], ["minavg"], {}, "bad game 'nope'"),
        (
            ["p3c4r"],
            ["minavg"],
            {"objective": "total"},
            "none of the algorithms takes an objective",
        ),
        (["p3c4r"], ["exact"], {"effort": 2}, "none of the algorithms takes an effort: only near would"),
        (["p3c4r"], ["exact"], {"objective": "totl"}, "totl"),
        (["p3c4r"], ["minavg"], {"memory": "much"}, "bad size 'much'"),
        (["p3c4r"], ["minavg"], {"jobs": 0}, "jobs"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_built(games, algorithms, more, message: str) -> None:
    with pytest.raises(TreebuildError) as error:
        compare_algorithms(games, algorithms, **more)
    assert message in str(error.value)


def test_progress_names_the_pair() -> None:
    said = list[str]()
    for _ in compare_algorithms(GAMES, ["minavg"], progress=lambda done, total, doing: said.append(doing)):
        pass
    assert said[0] == "1 of 2, minavg for p3c4r: getting ready"
    assert {line.split(":")[0] for line in said} == {"1 of 2, minavg for p3c4r", "2 of 2, minavg for p3c5n"}


def test_the_table(folder: Path) -> None:
    words = "compare --games p3c4r,beasts.toml,long.toml --algorithms minavg,parts,strongest"
    lines = [line.rstrip() for line in prints(words, cwd=folder).splitlines()]
    assert lines == TABLE.strip().splitlines() and max(map(cell_len, lines)) <= 80


TABLE = """
game                       secrets  algorithm      total  average  worst   tests
p3c4r                           64  minavg           208   3.2500      4
                                    parts            208   3.2500      4
                                    strongest        206  *3.2188      4
beasts                           4  minavg            12   3.0000      3  2.0000
                                    parts             12   3.0000      3  2.0000
                                    strongest  not built
Right places in a game...       16  minavg            56   3.5000      5
                                    parts             56   3.5000      5
                                    strongest         56   3.5000      5
* the smallest of these trees of the game
tests: guesses that name no candidate; the average counts the others, too
strongest, beasts: 'strongest' takes every guess to be allowed and to cost 1,
and beasts has guesses `identify`: expected all
"""


@pytest.mark.parametrize("more", ["", "--weights weights.csv", "--weights weights.csv --costs costs.csv"])
def test_csv_and_json_have_the_same_figures(more: str, folder: Path) -> None:
    words = f"compare --games p3c4r --algorithms minavg,exact,strongest {more}"
    rows = [*csv.DictReader(io.StringIO(prints(f"{words} --csv", cwd=folder)))]
    records = json.loads(prints(f"{words} --json", cwd=folder))
    defined("figures", "output_of_compare").validate(records)
    assert len(rows) == len(records) == 3
    for row, record in zip(rows, records, strict=True):
        assert row["game"] == record["game"] and row["why"] == record.get("why", "")
        if "why" in record:
            assert more and row["total"] == row["average"] == ""
            continue
        assert (int(row["total"]), float(row["average"])) == (record["total"], record["average"])
        assert record["average"] == record["total"] / record["secrets"] and int(row["worst"]) == record["max_depth"]
        assert row["cost"] == (str(record["cost"]["average"]) if "cost" in record else "")
        assert bool(row["expected"]) == ("expected" in record)
    assert not more or records[2]["why"].startswith("'strongest' takes")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("compare", "expected two trees, or --games and --algorithms"),
        ("compare a.msgpack", "expected two trees, or --games and --algorithms"),
        ("compare a.msgpack b.msgpack --csv", "--csv is for --games and --algorithms"),
        ("compare a.msgpack b.msgpack --effort 2", "--effort is for --games and --algorithms"),
        ("compare --games p3c4r", "--games and --algorithms go together, without trees and without --game"),
        ("compare a.msgpack --games p3c4r --algorithms minavg", "go together, without trees"),
        ("compare --game p3c4r --games p3c4r --algorithms minavg", "without --game"),
        ("compare --games p3c4r --algorithms minavg --csv --json", "--csv and --json are two forms of one table"),
        ("compare --games , --algorithms minavg", "no games: expected at least one"),
    ],
)
def test_wrong_usage(words: str, message: str) -> None:
    fails(words, message=message, code=2)


def test_an_interruption_shows_what_is_done() -> None:
    """In a process of its own: the second tree takes minutes, and Ctrl-C comes when it has begun."""
    code = (
        "import os, signal, threading\n"
        "from treebuild.analysis import algorithms_compared as module\n"
        "from treebuild.cli import main\n"
        "one = module._trial\n"
        "def trial(game, *more):\n"
        "    if game.name == 'p3c5n':\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return one(game, *more)\n"
        "module._trial = trial\n"
        "main()\n"
    )
    words = ["compare", "--games", "p3c4r,p3c5n", "--algorithms", "minavg,parts"]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    assert done.returncode == 130
    assert done.stderr == "interrupted; 2 of 4 trees were built\n"
    assert "p3c4r" in done.stdout and "parts" in done.stdout and "p3c5n" not in done.stdout
