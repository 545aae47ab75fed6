"""Pictures: the same bytes again, what they show is the figures, readable in print; and games that have no picture."""

from __future__ import annotations

import re
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import mostly_long
from tests.helpers.command_line import fails, prints, run_text
from treebuild import build, save
from treebuild.analysis import pictures
from treebuild.analysis.canvas import SHADES, STYLE, Picture, page
from treebuild.analysis.players import expected
from treebuild.analysis.position import Position
from treebuild.errors import TreebuildError

SPACE = ["437:0.1", "123:1.1", "325:0.3"]
PLOTS = {
    "remainders": ["213:0.2", "--game", "three-of-seven"],
    "suspects": SPACE,
    "shrinking": ["1234:1.1"],
    "tree": ["t.msgpack"],
    "players": ["random", "--game", "p3c4r", "--tree", "t.msgpack"],
}
BEGINS = {".svg": b"<?xml", ".pdf": b"%PDF", ".png": b"\x89PNG", ".html": b"<!DOCTYPE html>"}
FILES = mostly_long(product(PLOTS, BEGINS), zip(PLOTS, [*BEGINS, ".svg"], strict=True))


def drawn() -> dict[str, Picture]:
    tree = build("minavg", "p3c4r")
    return {
        "remainders": pictures.remainders(["213:0.2"], "three-of-seven"),
        "suspects": pictures.suspects(SPACE),
        "shrinking": pictures.shrinking(SPACE, "three-of-seven"),
        "rings": pictures.rings(tree, "a tree <with> & signs"),
        "players": pictures.distributions([expected("random", tree.game), expected("information", tree.game)], tree),
    }


@pytest.mark.long
def test_the_same_bytes_again_and_text_that_is_text() -> None:
    again = drawn()
    for name, picture in drawn().items():
        svg = picture.svg()
        assert svg == again[name].svg(), name
        assert (picture.png(), picture.pdf()) == (again[name].png(), again[name].pdf()), name
        assert not re.search(r"20\d\d-\d\d-\d\d", svg) and "<text" in svg
        sizes = [float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", svg)]
        assert sizes and min(sizes) >= 8, name  # on a phone 0.85 of that, in pixels of 4/3 points
        width = float(re.search(r'width="([\d.]+)pt"', svg)[1])  # type: ignore[index]
        assert width <= 4.8 * 72 + 0.1, name


def test_one_page_of_many_pictures_mixes_no_names_up() -> None:
    text = page("All", [*drawn().values()])
    names = re.findall(r'\bid="([^"]+)"', text)
    assert len(names) == len(set(names)) and text.count("<svg") == 5
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', text)
    assert used and set(used) <= set(names)
    assert "&lt;with&gt; &amp; signs" in text and "http-equiv" not in text


def test_the_box_plot_is_of_all_guesses() -> None:
    (axes,) = pictures.remainders(["213:0.2"], "three-of-seven").figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["candidates (36)", "others (174)"]
    shown = {text.get_text() for text in axes.texts}
    assert shown == {"6.722", "6.944"}


def test_points_in_space_are_the_candidates() -> None:
    figure = pictures.suspects(SPACE).figure
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    left = [210, *(len(Position("three-of-seven", SPACE[:turn]).candidates) for turn in (1, 2, 3))]
    out = [int(re.search(r"\((\d+)\)", text)[1]) for text in legend]  # type: ignore[index]
    assert out == [left[0] - left[1], left[1] - left[2], left[2] - left[3], left[3]]


def test_rings_have_true_areas() -> None:
    tree = build("minavg")
    (axes,) = pictures.rings(tree).figure.axes
    areas: dict[float, float] = {}
    for wedge in axes.patches:
        inner = wedge.r - wedge.width
        area = (wedge.r**2 - inner**2) * (wedge.theta2 - wedge.theta1) / 360
        areas[wedge.r] = areas.get(wedge.r, 0) + area
    still = [sum(tree.counts[depth:]) for depth in range(tree.max_depth)]
    assert [areas[radius] * 5040 for radius in sorted(areas)] == pytest.approx(still)


def test_players_and_the_best_tree_are_drawn_as_they_are() -> None:
    random, tree = expected("random", "p3c4r"), build("exact", "p3c4r", objective="total")
    (axes,) = pictures.distributions([random], tree).figure.axes
    assert [bar.get_height() for bar in axes.patches] == pytest.approx([100 * float(c) / 64 for c in random.counts])
    assert list(axes.lines[0].get_ydata()) == pytest.approx([100 * count / 64 for count in tree.counts])


def test_shades_are_told_apart_without_colour() -> None:
    import matplotlib as mpl

    shades = mpl.colormaps[SHADES](np.linspace(0.12, 0.97, 7))
    grey = shades[:, :3] @ [0.299, 0.587, 0.114]
    assert (np.diff(grey) < -0.05).all()
    assert STYLE["svg.hashsalt"]


@pytest.mark.parametrize(("kind", "extension"), FILES)
def test_every_kind_of_picture_is_written_in_every_format(kind: str, extension: str, tmp_path: Path) -> None:
    save(build("minavg", "p3c4r"), tmp_path / "t.msgpack")
    words = ["plot", kind, *PLOTS[kind], "-o", f"picture{extension}"]
    prints(*words, cwd=tmp_path)
    assert (tmp_path / f"picture{extension}").read_bytes().startswith(BEGINS[extension])
    fails(*words, cwd=tmp_path, message="already exists")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("suspects --game p4c10n", 1, "has no picture in space: expected a game of three pegs"),
        ("suspects 437:9.9", 1, "'9.9' is not a reply"),
        ("suspects 437", 1, "'437' has no reply"),
        ("suspects 437:0.1 437:0.2", 1, "no secret gives both"),
        ("shrinking", 1, "a picture of a game needs a guess"),
        ("shrinking 0.0:mixed --game twod", 1, "has no picture over symbols and places"),
        ("remainders x:1", 1, "'x' is not a code"),
        ("players a --game p2c3n", 2, "unknown player 'a'"),
        ("players random random random random random --game p2c3n", 2, "5 players: expected 1 to 4"),
        ("tree missing.msgpack", 1, "missing.msgpack"),
    ],
)
def test_what_has_no_picture_is_refused_in_a_line(words: str, code: int, message: str, tmp_path: Path) -> None:
    fails(f"plot {words} -o p.svg", message=message, code=code, cwd=tmp_path)
    assert not (tmp_path / "p.svg").exists()


def test_formats_that_are_none_and_a_missing_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = "cannot be written as .gif: expected .svg, .pdf, .png or .html"
    fails("plot suspects -o p.gif", message=expected, code=2)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    fails("plot suspects -o p.svg", message="pip install 'treebuild[plot]'")


@pytest.mark.parametrize("extension", [".svg", ".png"])
def test_a_dollar_sign_is_no_mathematics(extension: str, tmp_path: Path) -> None:
    (tmp_path / "tests.csv").write_text("test,a,b\nx?,$\\frac$,$\\sqrt$\n")
    (tmp_path / "game.toml").write_text('name = "$a_b$"\nrule = "table"\ntable = "tests.csv"\nguesses = "identify"\n')
    prints("build minavg --game game.toml -o t.msgpack", cwd=tmp_path)
    prints("plot", "tree", "t.msgpack", "-o", f"t{extension}", cwd=tmp_path)
    if extension == ".svg":
        assert "$\\sqrt$" in (tmp_path / "t.svg").read_text()


TABLE = 'name = "{name}"\nrule = "table"\ntable = "tests.csv"\nguesses = "identify"\n'


NAMES = ["caf\udce9", "a\x1b[31m\x01b", "猜" * 30, "x" * 200]


@pytest.mark.parametrize(("name", "extension"), mostly_long(product(NAMES, BEGINS), zip(NAMES, BEGINS, strict=True)))
def test_names_do_no_harm_to_a_picture(name: str, extension: str, tmp_path: Path) -> None:
    """Names of files are any bytes; the font of pictures lacks some signs, and titles have no room for long names."""
    (tmp_path / "tests.csv").write_text(f"test,a,b\nx?,{'yes' * 999},猜\n", "utf-8")
    (tmp_path / "game.toml").write_text(TABLE.format(name="猜" * 900), "utf-8")
    prints("build minavg --game game.toml -o t.msgpack", cwd=tmp_path)
    (tmp_path / "t.msgpack").rename(tmp_path / f"{name}.msgpack")
    done = run_text("plot", "tree", f"{name}.msgpack", "-o", f"t{extension}", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr == ""
    if extension in (".svg", ".html"):
        text = (tmp_path / f"t{extension}").read_text("utf-8")
        assert all(line.isprintable() for line in text.splitlines())
        assert "猜" in text


def test_signs_that_the_font_lacks_are_told_where_boxes_are_drawn(caplog: pytest.LogCaptureFixture) -> None:
    picture = pictures.rings(build("minavg", "p2c3n"), "猜谜")
    assert "猜谜" in picture.svg() and not caplog.messages
    picture.png()
    assert caplog.messages == ["boxes are drawn for 猜谜: .svg and .html show such signs"]


def test_what_was_typed_is_made_printable() -> None:
    for draw in pictures.remainders, pictures.shrinking:
        assert all(line.isprintable() for line in draw(["123:1.1\x1f"], "three-of-seven").svg().splitlines())


def test_a_tree_of_too_many_guesses_has_no_picture() -> None:
    pictures.rings(build("simple", "p1c60n")).svg()
    with pytest.raises(TreebuildError, match="a tree of 61 guesses has no picture: expected at most 60"):
        pictures.rings(build("simple", "p1c61n"))
