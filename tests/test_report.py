"""The report and the chart: what they show is what the trees are."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import built
from treebuild.algorithms import build
from treebuild.codec import FORMATS, save
from treebuild.errors import TreebuildError
from treebuild.publish.chart import COLOURS, PLOT, chart
from treebuild.publish.report import report
from treebuild.tree.tree import Tree


class Tables(HTMLParser):
    """The tables of a page: caption -> rows of cells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, list[list[str]]] = {}
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        if tag == "caption":
            self.caption = ""
        if tag == "tr":
            self.found.setdefault(self.caption, []).append([])
        if tag in ("td", "th"):
            self.found[self.caption][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "caption" in self.open:
            self.caption += data
        elif self.open and self.open[-1] in ("td", "th"):
            self.found[self.caption][-1][-1] += data


@pytest.fixture(scope="module")
def pair() -> list[tuple[str, Tree]]:
    return [("parts <b>", built("parts", "p4c6r")), ("crush", built("crush", "p4c6r"))]


@pytest.fixture(scope="module")
def tables(pair: list[tuple[str, Tree]]) -> dict[str, list[list[str]]]:
    return Tables(report(pair)).found


def test_comparison_and_races(pair: list[tuple[str, Tree]], tables: dict[str, list[list[str]]]) -> None:
    (_, parts), (_, crush) = pair
    rows = tables["Secrets by number of guesses"][1:]
    assert rows[0][:2] == ["parts <b>", str(parts.total)]
    assert [int(cell) for cell in rows[0][4:]] == list(parts.counts)
    assert [int(cell or 0) for cell in rows[1][4:]] == [*crush.counts, 0]
    races = tables["Secrets found sooner than by the tree of the column"][1:]
    sooner = sum(a < b for a, b in zip(parts.secret_depth, crush.secret_depth, strict=True))
    assert races[0][2] == str(sooner) and races[0][1] == ""


def test_cost_by_depth_adds_up(pair: list[tuple[str, Tree]], tables: dict[str, list[list[str]]]) -> None:
    rows = tables["Cost by depth"]  # both trees' rows, one table after the other
    sums = [i for i, row in enumerate(rows) if row[0] == "total"]
    for (_, tree), last in zip(pair, sums, strict=True):
        mine = rows[last - tree.max_depth : last]
        assert sum(int(row[1]) for row in mine) == tree.total == int(rows[last][1])
        assert [int(row[2]) for row in mine] == list(tree.counts)
        assert mine[-1][4] == "100.00 %"


def test_first_replies_add_up(pair: list[tuple[str, Tree]]) -> None:
    for name, tree in pair:
        first = tree.game.spell(tree.game.codes[tree.guess[0]])
        (rows,) = [found[1:] for caption, found in Tables(report([(name, tree)])).found.items() if first in caption]
        assert sum(int(row[1]) for row in rows) == 1296
        assert sum(int(row[3]) for row in rows) == tree.total
        for depth, count in enumerate(tree.counts):
            assert sum(int(row[4 + depth] or 0) for row in rows) == count


def test_sizes_are_those_of_the_files(pair: list[tuple[str, Tree]], tables: dict[str, list[list[str]]]) -> None:
    rows = {row[0]: row for row in tables["Bytes (after gzip)"][1:]}
    assert rows.keys() == FORMATS.keys()
    for extension in (".msgpack", ".b92", ".b92i"):
        assert rows[extension][1].split()[0] == str(len(FORMATS[extension].encode(pair[0][1])))


def test_a_format_that_cannot_carry_a_tree_says_so() -> None:
    rows = Tables(report([("simple", build("simple", "p4c6r"))])).found["Bytes (after gzip)"]
    assert next(row for row in rows if row[0] == ".b92i")[1] == "cannot carry it"


def test_names_are_text_and_nothing_is_fetched(pair: list[tuple[str, Tree]]) -> None:
    html = report(pair)
    assert "<b>" not in html and "&lt;b&gt;" in html
    assert "default-src 'none'" in html
    assert set(re.findall(r"https?://[^\"' ]+", html)) == {"http://www.w3.org/2000/svg"}


def test_chart_bars_are_as_high_as_the_counts(pair: list[tuple[str, Tree]]) -> None:
    svg = ElementTree.fromstring(chart(pair))
    bars = [box for box in svg.iter("{http://www.w3.org/2000/svg}rect") if box.get("height") != "12"]
    heights = [int(str(bar.get("height"))) for bar in bars if bar.get("fill") == COLOURS[0]]
    most = max(max(tree.counts) for _, tree in pair)
    assert heights == [max(PLOT * count // most, 1) for count in pair[0][1].counts]


def test_too_many_and_none() -> None:
    with pytest.raises(TreebuildError, match="at least one"):
        report([])
    tiny = build("simple", "p2c3n")
    with pytest.raises(TreebuildError, match="7 trees: expected 1 to 6"):
        chart([("", tiny)] * 7)


def test_games_apart() -> None:
    html = report([("a", build("simple", "p2c3n")), ("b", build("simple", "p2c4n")), ("c", build("parts", "p2c3n"))])
    assert re.findall(r"<h2>(\w+)</h2>", html) == ["p2c3n", "p2c4n"]


def test_command(tmp_path: Path) -> None:
    tree = tmp_path / "t.b92"
    save(build("simple", "p2c3n"), tree)

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "treebuild", "report", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True)

    assert run(tree, "--game", "p2c3n", "-o", tmp_path / "r.html").returncode == 0
    assert (tmp_path / "r.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert run(tree, "--game", "p2c3n", "-o", tmp_path / "c.svg", "--plot").returncode == 0
    assert ElementTree.parse(tmp_path / "c.svg").getroot().tag.endswith("svg")
    assert "already exists" in run(tree, "-o", tmp_path / "r.html").stderr
