"""The story in docs/seed-0.md runs; docs/seeds.md is what the code makes of the seeds."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.helpers.command_line import prints
from tools import seeds
from tools.__main__ import app as own
from treebuild import build
from treebuild.errors import TreebuildError

ROOT = Path(__file__).parents[2]
STUDY = ROOT / "docs" / "seeds.md"


def test_the_story_of_seed_0_runs() -> None:
    done = doctest.testfile(str(ROOT / "docs" / "seed-0.md"), False, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 15 and done.failed == 0


def test_what_guesses_tell_is_as_in_seed_0() -> None:
    words, _ = seeds.positions_of_seed_0()
    study = STUDY.read_text("utf-8")
    assert all(text in study for text in words.values())
    rows = re.findall(r"^\| (?:four digits|after)[^|]*\| ([\d.]+) \| ([\d.]+)", words["positions"], re.MULTILINE)
    assert len(rows) == 6 and all(theirs == ours for theirs, ours in rows)


def test_the_questions_of_seed_1_have_its_answers() -> None:
    words, _ = seeds.questions_of_seed_1()
    study = STUDY.read_text("utf-8")
    assert all(text in study for text in words.values())
    rows = re.findall(r"^\| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", words["questions"], re.MULTILINE)[2:]
    assert len(rows) == 9 and all(theirs in (ours, "not asked") for _, theirs, ours in rows)


@pytest.mark.long
def test_the_trees_of_seed_2_are_what_the_code_builds() -> None:
    words, _ = seeds.trees_of_seed_2()
    assert all(text in STUDY.read_text("utf-8") for text in words.values())
    rows = re.findall(r"^\| ([^|]*) \| (\d+) \| (\d+) \|$", words["paper"], re.MULTILINE)
    assert len(rows) == 7 and all(theirs == ours for _, theirs, ours in rows)


def test_pictures_of_the_study_are_there_and_readable() -> None:
    named = re.findall(r"\]\((study/[\w.-]+)\)", STUDY.read_text("utf-8"))
    assert len(named) >= 7
    for name in named:
        text = (STUDY.parent / name).read_text("utf-8")
        sizes = [float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", text)]
        assert sizes and min(sizes) >= 8, name


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_study_is_what_the_code_makes() -> None:
    """But for the table that takes minutes. Of pictures the versions of matplotlib may differ: these are made twice."""
    study = STUDY.read_text("utf-8")
    for words, _ in seeds.players_of_seed_0(2), seeds.players_of_seed_3(seeds.GAMES, 2), seeds.parts_of_seed_3():
        assert words and all(text in study for text in words.values())
    once, again = (seeds.positions_of_seed_0()[1] | seeds.pictures_of_seed_0(2)[1] for _ in range(2))
    assert once and all(picture.svg() == again[name].svg() for name, picture in once.items())


@pytest.mark.prove
@pytest.mark.timeout(3600)
def test_the_whole_study_is_what_the_code_makes(tmp_path: Path) -> None:
    files = seeds.write(tmp_path, jobs=2)
    assert (tmp_path / "seeds.md").read_text("utf-8") == STUDY.read_text("utf-8")
    assert {file.name for file in files} == {"seeds.md", *(file.name for file in (ROOT / "docs" / "study").iterdir())}


def test_where_no_study_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = CliRunner().invoke(own, ["study", str(tmp_path / "file")])
    assert isinstance(refused.exception, TreebuildError) and "no study can be written there" in str(refused.exception)


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", STUDY.read_text("utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_commands_of_the_study_run_in_order(tmp_path: Path) -> None:
    (tmp_path / "trees").symlink_to(ROOT / "trees")
    assert len(commands()) >= 15
    for command in commands():
        if command == "treebuild players random --game p4c10r --jobs 2":  # minutes: `make study` takes them
            continue
        prints(command.removeprefix("treebuild "), cwd=tmp_path)


def test_seed_3s_pick_first_is_the_lowest_consistent_code_after_0123() -> None:
    """The measured totals of the seed's text, which its published averages are not: see docs/seeds.md."""
    text = STUDY.read_text("utf-8")
    for game, total in (("p4c10n", 28024), ("p4c10r", 74467)):
        tree = build("simple", game, first="0123")
        assert tree.total == total and f"{total}/{len(tree.game.secrets)}" in text


def test_the_best_tree_where_digits_repeat_is_the_frontiers() -> None:
    rows = json.loads((ROOT / "trees" / "frontier" / "manifest.json").read_text())["games"]
    row = next(row for row in rows if row["game"] == "p4c10r")
    said = re.search(
        r"(\d+) guesses for all 10,000 numbers, which\s+is ([\d.]+) on average and (\d+)", STUDY.read_text("utf-8")
    )
    assert said and said.groups() == (str(row["total"]), f"{row['total'] / 10_000:.4f}", str(len(row["counts"])))
