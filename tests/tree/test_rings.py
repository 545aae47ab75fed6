"""What a notebook shows of a tree: rings whose areas are true, figures, names that are safe; of any size, bounded."""

import re
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.conftest import built
from treebuild.game.game import Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.tree.policy import grow
from treebuild.tree.rings import APART, MOST_DRAWN, drawing, rings
from treebuild.tree.tree import Tree

MOST = 30_000  # characters


@pytest.fixture(params=[("minavg", "p3c6r"), ("simple", "p2c3n"), ("minavg", "p1c1n")], ids=str)
def tree(request) -> Tree:
    return built(*request.param)


def test_a_part_begins_where_its_node_does_and_is_as_wide(tree: Tree) -> None:
    """By walking node by node, in fractions."""
    secrets = len(tree.game.secrets)
    expected: list[list[tuple[Fraction, Fraction]]] = [[] for _ in tree.counts]

    def walk(node: int, begin: Fraction) -> None:
        depth = int(tree.depth[node])
        if depth <= APART:
            expected[depth - 1].append((begin, Fraction(int(tree.size[node]), secrets)))
        if depth == APART:
            for ring in range(depth + 1, tree.max_depth + 1):
                if left := sum(tree.counts_at(node)[ring - 1 :]):
                    expected[ring - 1].append((begin, Fraction(left, secrets)))
        for _, child in tree.children(node):
            walk(child, begin)
            begin += Fraction(int(tree.size[child]), secrets)

    walk(0, Fraction(0))
    found = rings(tree.first_child, tree.size)
    assert len(found) == tree.max_depth
    for some, parts in zip(found, expected, strict=True):
        assert some == pytest.approx(np.array(sorted(parts), np.float64))


def test_a_drawing_has_true_areas() -> None:
    """Also where narrow parts are drawn as one: the corners of a part say how wide it is."""
    tree = built("minavg", "p4c6r")
    paths = re.findall(r'd="([^"]*)"', drawing(rings(tree.first_child, tree.size), "a tree"))
    assert len(paths) == tree.max_depth
    for depth, path in enumerate(paths[1:], 2):  # the first is the whole circle
        wide = 0.0
        for x, y, x2, y2 in re.findall(r"M(\S+) (\S+)A\S+ \S+ 0 \d 1 (\S+) (\S+)L", path):
            first, last = np.arctan2(float(x), -float(y)), np.arctan2(float(x2), -float(y2))
            wide += (last - first) % (2 * np.pi)
        share = sum(tree.counts[depth - 1 :]) / 1296
        assert wide / (2 * np.pi) == pytest.approx(share, abs=0.01)


def test_a_notebook_shows_counts_average_and_worst() -> None:
    tree = built("minavg", "p3c4r")
    page = ElementTree.fromstring(tree._repr_html_())
    text = " ".join(page.itertext())
    assert "p3c4r, minavg" in text and "average 13/4 = 3.2500, worst 4, total 208" in text
    rows = [[cell.text or cell[0].tail for cell in row] for row in page.iter("tr")][1:]
    assert [(int(guesses or 0), int(count or 0)) for guesses, count in rows] == list(enumerate(tree.counts, 1))
    weighted = tree.weighted({"012": 8, "133": 2})._repr_html_()
    assert "expected by weight 1.2000" in weighted


def test_names_are_text_and_short() -> None:
    game = replace(Game.from_rules("p2c3n"), name='<script>alert("x")</script>\x1b' + "n" * 10_000)
    shown = grow(reply_matrix(game), lambda candidates, _: int(candidates[0]))._repr_html_()
    assert "<script" not in shown and "\x1b" not in shown and "&lt;script&gt;" in shown
    assert len(shown) < 10_000
    ElementTree.fromstring(shown)


@pytest.mark.parametrize("name", [("minavg", "p4c10r"), ("simple", "p1c60n")], ids=str)
def test_a_tree_of_any_size_is_shown_in_little(name) -> None:
    tree = built(*name)
    shown = tree._repr_html_()
    assert len(shown) < MOST
    assert shown.count("<path") == min(tree.max_depth, MOST_DRAWN) == shown.count("<tr>") - 1
    assert (f"{MOST_DRAWN} to {tree.max_depth}" in shown) == (tree.max_depth > MOST_DRAWN)
    ElementTree.fromstring(shown)
