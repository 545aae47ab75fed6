"""Trees of more codes than our formats number: the page has their guesses, and plays and hints as of smaller games."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.browser.table import guesses_taken
from treebuild.algorithms import build
from treebuild.publish import page as web

HINT_SECONDS = 20.0  # one takes about a second; here other tests and browsers may be at work on the same processor


@pytest.mark.parametrize(
    "name", ["p3c22r", *(pytest.param(name, marks=pytest.mark.long) for name in ("p5c8r", "p5c10n"))]
)
def test_a_large_game_is_played(visit: Any, tmp_path: Path, name: str) -> None:
    tree = build("minavg", name)
    path = tmp_path / "large.html"
    path.write_text(web.page([("", tree)]), "utf-8")
    table = visit("#v=finds", path=path)
    assert table.left == len(tree.game.codes)
    for secret in [tree.game.codes[place] for place in (0, 4321, len(tree.game.codes) - 1)]:
        assert table.play(tree, secret, taps=True) == guesses_taken(tree, secret)
        table.tap("#again")
    table.open("explore")
    assert f"{max(range(len(tree.counts)), key=tree.counts.__getitem__) + 1}" in table.text(".chart")
    assert table.page.locator(".shape rect").count() > 10
    table.open("hides")
    for guess in (tree.guess[0], tree.guess[tree.children(0)[-1][1]]):
        table.tap("#hint")
        start = time.monotonic()
        table.page.wait_for_selector("#hinted p:not(.hint)")
        assert time.monotonic() - start < HINT_SECONDS
        table.enter(tree.game.spell(tree.game.codes[guess]))


@pytest.mark.long
def test_equations_of_eight_characters_are_played(visit: Any, tmp_path: Path) -> None:
    """Nerdle has 6,561 replies."""
    tree = build("minavg", Path(__file__).parents[2] / "docs" / "examples" / "nerdle.py")
    path = tmp_path / "nerdle.html"
    path.write_text(web.page([("", tree)]), "utf-8")
    table = visit("#v=finds", path=path)
    assert table.left == len(tree.game.codes)
    for secret in (tree.game.codes[place] for place in (0, 4321, len(tree.game.codes) - 1)):
        node, guesses = 0, 0
        while table.shows(".pad"):
            guesses, code = guesses + 1, tree.game.codes[tree.guess[node]]
            assert table.page.get_attribute(".large", "aria-label").replace(" ", "") == tree.game.spell(code)
            reply = tree.game.reply(code, secret)
            table.press(" ".join(tree.game.replies[reply]))
            node = tree.child(node, reply)
        assert guesses == guesses_taken(tree, secret)
        table.tap("#again")
    table.open("hides")
    table.tap("#hint")
    table.page.wait_for_selector("#hinted p:not(.hint)")
