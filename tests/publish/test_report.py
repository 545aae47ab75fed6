"""The report and the chart: what they show is what the trees are."""

from __future__ import annotations

import re
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.conftest import built
from tests.helpers import command_line
from tests.helpers.small_games import words
from treebuild.algorithms import build
from treebuild.codec import save
from treebuild.codec.formats import OWN
from treebuild.errors import TreebuildError
from treebuild.game.game import Game
from treebuild.publish.chart import COLOURS, LEAST, PLOT, chart, cumulative, gains, multiples
from treebuild.publish.report import COMPARED, comparison, report
from treebuild.publish.verdict import first_replies, ranked, verdict
from treebuild.tree.figures import compare
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
    races = tables["Secrets that the tree of the row finds sooner than"][1:]
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
    assert rows.keys() == OWN.keys()
    for extension in (".msgpack", ".b92", ".b92i"):
        assert rows[extension][1].split()[0] == str(len(OWN[extension].encode(pair[0][1])))


def test_a_format_that_cannot_carry_a_tree_says_so() -> None:
    rows = Tables(report([("simple", build("simple", "p4c6r"))])).found["Bytes (after gzip)"]
    assert next(row for row in rows if row[0] == ".b92i")[1] == "cannot carry it"


def test_names_are_text_and_nothing_is_fetched(pair: list[tuple[str, Tree]]) -> None:
    html = report(pair)
    assert "<b>" not in html and "&lt;b&gt;" in html
    assert "default-src 'none'" in html
    assert set(re.findall(r"https?://[^\"' ]+", html)) == {"http://www.w3.org/2000/svg"}


SVG = "{http://www.w3.org/2000/svg}"


def numbers(element: ElementTree.Element, *keys: str) -> list[float]:
    return [float(str(element.get(key))) for key in keys]


def test_bars_are_as_high_as_the_counts_by_the_axis(pair: list[tuple[str, Tree]]) -> None:
    """Measured with the ticks of the axis, as a reader would; one secret is still to be seen."""
    svg = ElementTree.fromstring(chart(pair))
    most = max(max(tree.counts) for _, tree in pair)
    ticks = {int(str(text.text)): numbers(text, "y")[0] for text in svg.iter(f"{SVG}text") if text.get("x") == "38.0"}
    assert min(ticks) == 0 and 3 <= len(ticks) <= 6 and max(ticks) <= most
    unit = (ticks[0] - ticks[max(ticks)]) / max(ticks)
    assert unit == pytest.approx(PLOT / most, rel=0.002)
    for which, (_, tree) in enumerate(pair):
        bars = [numbers(box, "x", "height") for box in svg.iter(f"{SVG}rect") if box.get("fill") == COLOURS[which]]
        assert [place for place, _ in bars] == sorted(place for place, _ in bars)
        expected = [max(count * PLOT / most, LEAST) for count in tree.counts if count]
        assert [height for _, height in bars] == pytest.approx(expected, abs=0.06)
    titles = [str(text.text) for text in svg.iter(f"{SVG}text")]
    assert {"Secrets by number of guesses", "guesses", "secrets"} <= {*titles}
    assert f"parts <b>: {pair[0][1].total} guesses, {float(pair[0][1].average):.4f} on average" in titles


def test_curves_reach_what_is_found_within(pair: list[tuple[str, Tree]]) -> None:
    svg = ElementTree.fromstring(cumulative(pair))
    curves = [path for path in svg.iter(f"{SVG}path") if path.get("stroke") in COLOURS]
    for curve, (_, tree) in zip(curves, pair, strict=True):
        places = [tuple(map(float, place.split())) for place in re.split("[ML]", str(curve.get("d")))[1:]]
        base = places[0][1]
        shares = [(base - y) / PLOT for _, y in places[1:]]
        found = [sum(tree.counts[:depth]) / sum(tree.counts) for depth in range(1, tree.max_depth + 1)]
        assert shares == pytest.approx(found, abs=0.001) and shares[-1] == pytest.approx(1, abs=0.001)


def test_small_multiples_are_the_replies_in_one_scale(pair: list[tuple[str, Tree]]) -> None:
    tree = pair[0][1]
    shown = multiples(tree)
    assert len(shown) == len(first_replies(tree)) and sum(b.secrets for b in first_replies(tree).values()) == 1296
    most = max(max(branch.counts) for branch in first_replies(tree).values())
    for text, (label, branch) in zip(shown, first_replies(tree).items(), strict=True):
        svg = ElementTree.fromstring(text)
        assert str(next(svg.iter(f"{SVG}text")).text) == label
        heights = [numbers(box, "height")[0] for box in svg.iter(f"{SVG}rect")]
        assert heights == pytest.approx([max(56 * n / most, LEAST) for n in branch.counts if n], abs=0.06)
        assert branch.total == sum(depth * n for depth, n in enumerate(branch.counts, 1))


def test_gains_have_a_side_and_a_number() -> None:
    svg = ElementTree.fromstring(gains("t", ["a", "b"], [("x", [5, -10]), ("y", [0, 1])]))
    boxes = [(box.get("fill"), numbers(box, "x", "width")) for box in svg.iter(f"{SVG}rect")]
    widths = {colour: max(width for fill, (_, width) in boxes if fill == colour) for colour in COLOURS[1:3]}
    (zero,) = {x for fill, (x, width) in boxes if fill == COLOURS[1] and width > LEAST}
    assert widths[COLOURS[2]] == pytest.approx(2 * widths[COLOURS[1]], abs=0.2)
    assert any(x + width == pytest.approx(zero, abs=0.2) for fill, (x, width) in boxes if fill == COLOURS[2])
    assert {"+5", "-10", "+1"} <= {text.text for text in svg.iter(f"{SVG}text")}
    assert ElementTree.fromstring(gains("t", ["a"], [("x", [0])])) is not None


def test_the_verdict_is_the_trees(pair: list[tuple[str, Tree]]) -> None:
    (_, parts), (_, crush) = pair
    assert crush.total < parts.total
    lead, worst, race, where = verdict([("parts", parts), ("crush", crush)])
    more = parts.total - crush.total
    assert lead == (
        f"“crush” needs the fewest guesses, {crush.total} for all 1296 secrets. "
        f"“parts” needs {more} more, {more / 1296:.4f} a secret."
    )
    for name, tree in ("parts", parts), ("crush", crush):
        last = tree.counts[-1]
        assert f"“{name}” needs {tree.max_depth} guesses, for {last} secret" in worst
    sooner = sum(a < b for a, b in zip(parts.secret_depth, crush.secret_depth, strict=True))
    later = sum(a > b for a, b in zip(parts.secret_depth, crush.secret_depth, strict=True))
    assert race.startswith(f"“crush” finds {later} secrets sooner than “parts”, and {sooner} later.")
    won = sum(int((a < parts.secret_depth).sum()) for a in crush.secret_depth) / 1296**2
    assert f"it wins {100 * won:.1f} %" in race
    if parts.guess[0] == crush.guess[0]:
        found = {label: int(amount) for amount, label in re.findall(r"(\d+) after (\d\.\d)", where)}
        for label, amount in found.items():
            assert amount == abs(first_replies(crush)[label].total - first_replies(parts)[label].total)
    else:
        assert "begins with" in where
    assert (
        verdict([("a", parts), ("b", parts)])[0]
        == f"“a” and “b” need equally many guesses: {parts.total} for all 1296 secrets."
    )


def test_secrets_of_a_race_are_drawn_by_weight() -> None:
    game = Game.from_rules("p3c4r").weighted({"012": 50, "333": 7, "130": 20, "222": 1}, missing=1)
    trees = {algorithm: build(algorithm, game) for algorithm in ("parts", "minmax")}
    lead, _, race, *_ = verdict([*trees.items()])
    assert "for all 64 secrets, each counted once." in lead
    best, other = (trees[name].secret_depth for name in re.findall(r"“(\w+)”", race)[:2])
    weights = np.array(game.conditions.weights)
    pairs = weights[:, None] * weights
    won, lost = (100 * pairs[wins].sum() / pairs.sum() for wins in (best[:, None] < other, best[:, None] > other))
    assert f"a secret of its own, drawn by weight, it wins {won:.1f} % and loses {lost:.1f} %." in race


def test_where_guesses_have_costs_the_tree_that_costs_least_is_the_best() -> None:
    """Though it takes more guesses: codes of two symbols cost more than others."""
    game = Game.from_rules("p2c4r")
    game = game.priced({game.spell(code): 5 for code in game.codes if code[0] != code[1]})
    by_cost = build("exact", game, objective="total")
    first = game.spell(game.codes[by_cost.guess[0]])
    by_guesses = build("exact", "p2c4r", objective="total", first=first).of(game)
    trees = [("guesses", by_guesses), ("cost", by_cost)]
    assert by_cost.cost < by_guesses.cost and by_cost.total > by_guesses.total
    assert [name for name, _ in ranked(trees)] == ["cost", "guesses"]
    lead, guesses, *_, where = verdict(trees)
    assert lead == (
        f"“cost” costs least, {float(by_cost.cost):.4f} expected for a secret. "
        f"“guesses” costs {float(by_guesses.cost - by_cost.cost):.4f} more."
    )
    assert guesses.startswith(f"“guesses” needs the fewest guesses, {by_guesses.total} for all 16 secrets.")
    assert where.endswith(f"in all it needs {by_cost.total - by_guesses.total} guesses more.")
    tree = by_cost.of(game.weighted({"01": 3}, missing=1))
    equal = f"“a” and “b” cost equally much: {float(tree.cost):.4f} expected for a secret drawn by weight."
    assert verdict([("a", tree), ("b", tree)])[0] == equal
    page = comparison(trees)
    assert "<h1>cost against guesses</h1>" in page and f"<strong>{lead}</strong>" in page


def test_a_comparison_takes_two_to_four_of_a_game(pair: list[tuple[str, Tree]]) -> None:
    html = comparison(pair)
    assert re.search("<h1>crush against parts &lt;b&gt;</h1>", html) and html.count("<svg") >= 3
    assert Tables(html).found.keys() == {
        "Secrets by number of guesses", "Secrets that the tree of the row finds sooner than",
    }  # fmt: skip
    tiny, other = build("simple", "p2c3n"), build("simple", "p2c4n")
    for some in [("a", tiny)], [(name, tiny) for name in "abcde"]:
        with pytest.raises(TreebuildError, match=f"expected 2 to {COMPARED} to compare"):
            comparison(some)
    with pytest.raises(TreebuildError, match="different games"):
        comparison([("a", tiny), ("b", other)])


def test_too_many_and_none() -> None:
    with pytest.raises(TreebuildError, match="at least one"):
        report([])
    tiny = build("simple", "p2c3n")
    with pytest.raises(TreebuildError, match="7 trees: expected 1 to 6"):
        chart([("", tiny)] * 7)


def test_games_apart() -> None:
    html = report([("a", build("simple", "p2c3n")), ("b", build("simple", "p2c4n")), ("c", build("parts", "p2c3n"))])
    assert re.findall(r"<h2>.* [(](\w+)[)]</h2>", html) == ["p2c3n", "p2c4n"]


def test_a_tree_has_one_colour_in_all_charts() -> None:
    """In whatever order the trees are given; the best one comes first where the others are held against it."""
    game = "p3c6n"
    trees = [(name, build(name, game)) for name in ("simple", "random", "entropy")]
    charts = re.findall(r"<svg.*?</svg>", report(trees), re.DOTALL)
    legends = [dict(re.findall(r'r="5" fill="(#\w+)"/>\n<text [^>]*>(\w+)', svg)) for svg in charts]
    assert sum(map(bool, legends)) >= 3
    for legend in legends:
        assert all(trees[COLOURS.index(colour)][0] == name for colour, name in legend.items())
    for which, (_, tree) in enumerate(trees):
        assert all(f'fill="{COLOURS[which]}"' in svg for svg in multiples(tree, which))
    small = [svg for svg in charts if 'width="172"' in svg]
    assert {colour for svg in small for colour in re.findall(r'<rect [^>]*fill="(#\w+)"', svg)} == {*COLOURS[:3]}


def test_a_report_is_headed_by_what_people_call_the_game() -> None:
    for game, named in {
        "p2c10n": "Bulls and Cows, 2 different digits (p2c10n)",
        "p2c10r": "Bulls and Cows, 2 digits that may repeat (p2c10r)",
        "p2c6r": "Mastermind, 2 pegs, 6 colours (p2c6r)",
        "three-of-seven": "Three different digits of 1 to 7",
    }.items():
        html = report([("a", build("simple", game))])
        assert f"<h2>{named}" in html and f"<title>Decision trees: {named.split(' (')[0]}" in html


def test_the_command_writes_a_page_or_a_picture(tmp_path: Path) -> None:
    tree = tmp_path / "t.b92"
    save(build("simple", "p2c3n"), tree)

    run = partial(command_line.run, "report")
    assert run(tree, "--game", "p2c3n", "-o", tmp_path / "r.html").returncode == 0
    assert (tmp_path / "r.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert run(tree, "--game", "p2c3n", "-o", tmp_path / "c.svg", "--plot").returncode == 0
    save(build("minavg", "p2c3n"), tmp_path / "m.b92")
    both = (tree, tmp_path / "m.b92", "--game", "p2c3n")
    assert run(*both, "-o", tmp_path / "both.html", "--compare").returncode == 0
    assert "<h1>t against m</h1>" in (tmp_path / "both.html").read_text("utf-8")
    assert run(tree, "--game", "p2c3n", "-o", "-").stdout.startswith(b"<!DOCTYPE html>")
    assert run(*both, "-o", tmp_path / "no.html", "--compare", "--plot").returncode == 2
    assert ElementTree.parse(tmp_path / "c.svg").getroot().tag.endswith("svg")
    assert b"already exists" in run(tree, "--game", "p2c3n", "-o", tmp_path / "r.html").stderr


@pytest.mark.parametrize(
    "make", [lambda one, other: compare(one[1], other[1]), lambda *a: report(a), lambda *a: comparison(a)]
)
@pytest.mark.parametrize("codes", [("abc", "cab", "bac"), ("abc", "acb", "bca", "cab")])
def test_games_of_one_name_are_not_compared(make, codes: tuple[str, ...]) -> None:
    """They may have other secrets, more secrets, other replies."""
    one, other = (("a", build("minavg", words(some))) for some in (("abc", "acb", "bca"), codes))
    with pytest.raises(TreebuildError, match="different games cannot be compared: two are called words"):
        make(one, ("b", other[1]))
    assert make(one, ("b", one[1]))
