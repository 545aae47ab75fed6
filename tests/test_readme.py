"""The README's commands run and print what it shows, its Python example runs, its figures are those of the trees."""

import json
import re
from pathlib import Path

import pytest

from tests.helpers import documents

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 160


def test_whoever_installs_the_wheel_can_follow_it() -> None:
    """What it runs needs no file of a checkout; those who have no tree yet make the page to play on."""
    run = [step.text for step in documents.steps(README)]
    assert run and not [text for text in run if re.search(r"\b(trees|docs|tools|schema)/", text)]
    assert "treebuild export web -o play.html" in run


def test_it_begins_with_what_people_came_for() -> None:
    """Play comes right after the installation; no text of a tree and no certificate before."""
    headings = re.findall(r"^## (.*)$", README, re.MULTILINE)
    assert headings[:5] == ["Install", "Play", "Build and ship trees", "Your own game", "Prove"]
    before = README[: README.index("## Build and ship trees")]
    assert not re.search(r"\b[\w-]{24}\b|certif", before)


def test_the_columns_that_it_shows_are_explained() -> None:
    """In the paragraphs before or after the output."""
    shown = [step.output for step in documents.steps(README) if step.output and "..." in step.output]
    columns = {
        word for output in shown for line in output.splitlines() for word in re.findall(r"^guess .*|^reply .*", line)
    }
    words = {word.strip("()") for line in columns for word in line.split()}
    assert "parts" in words
    for word in words & {"parts", "worst", "n-th", "average", "e", "candidates"}:
        assert f"*{word}*" in README, word


def test_its_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in {"dist", *re.findall(r"`make ([a-z-]+)`", README)}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.long
@pytest.mark.timeout(900)  # it searches, packs and may compile; a busy machine takes minutes
def test_it_runs_from_top_to_bottom(tmp_path: Path) -> None:
    documents.prepare(tmp_path)
    steps = documents.steps(README)
    printed = [documents.run(step, tmp_path) for step in steps]
    assert sum(step.kind == "command" for step in steps) >= 18
    assert sum(step.output is not None for step in steps) >= 2
    (example,) = [out for step, out in zip(steps, printed, strict=True) if step.kind == "python"]
    assert "26551" in example and example.endswith("True\n")
    (text,) = re.findall(r"\b\w{24}\b", README)
    assert (tmp_path / "total.rank").read_text().strip() == text


def test_the_table_of_trees_is_the_manifests() -> None:
    rows = {
        row["file"].rpartition(".")[0]: row
        for row in json.loads((ROOT / "trees" / "manifest.json").read_text("utf-8"))["trees"]
    }
    table = re.findall(r"^\| `(p\w+/[\w-]+)` \| (\d+) \| ([\d ]+) \|", README, re.MULTILINE)
    assert len(table) >= 4
    for name, total, counts in table:
        assert (rows[name]["total"], rows[name]["counts"]) == (int(total), [int(count) for count in counts.split()])
