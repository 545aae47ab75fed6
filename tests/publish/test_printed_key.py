"""The printed key: whoever follows it alone finds the name of every secret, by the tests that the tree asks."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tests.helpers.permitted_trees import first_permitted
from tests.helpers.small_games import animals
from treebuild import build
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.separation import inseparable
from treebuild.publish.booklet import booklet
from treebuild.tree.tree import Tree

DIAGNOSIS = Path(__file__).parents[2] / "docs" / "examples" / "diagnosis"
ODD = Game.from_table(
    "<o>", ["is it <b>5</b> (2).?", "a & b?"], ["x", "7", "<i>z</i>"], ["<br>", "\u2013"], None, [b"\0\1\1", b"\0\1\0"]
)
COUPLET = re.compile(r'<div class="couplet" id="c(\d+)">\n(.*?)\n</div>', re.DOTALL)
LEAD = re.compile(
    r'<p><span class="mark">(.*?)</span><span class="lead">(.*?) <i>(.*?)</i></span>'
    r'<span class="dots"></span><span class="to">(.*?)</span></p>'
)
Couplet = tuple[str, dict[str, str]]


@pytest.fixture(scope="module", params=["animals", "faces", "car", "alike", "odd"])
def tree(request: pytest.FixtureRequest) -> Tree:
    if request.param in ("alike", "odd"):
        return first_permitted(animals() if request.param == "alike" else ODD)
    return build("entropy", find_game(DIAGNOSIS / f"{request.param}.toml"))


def read(html: str) -> dict[str, Couplet]:
    """number: (test, {reply: number in a link, or name in bold}); checks the marks and the numbers in brackets."""
    found: dict[str, Couplet] = {}
    origins: dict[str, str] = {}
    for number, text in COUPLET.findall(html):
        leads = LEAD.findall(text)
        assert len(leads) == len(text.splitlines()), "a line is no lead"
        marks = [re.sub("<.*?>", "", mark) for mark, *_ in leads]
        back = f" ({origins[number]})" if number in origins else ""
        assert marks == [f"{number}{back}.", *["&ndash;"] * (len(leads) - 1)]
        assert number in origins or number == "1"
        (test,) = {unescape(test) for _, test, _, _ in leads}
        found[number] = test, {unescape(reply): to for _, _, reply, to in leads}
        assert len(found[number][1]) == len(leads)
        for to in re.findall(r'<a href="#c\d+">(\d+)</a>', " ".join(found[number][1].values())):
            assert to not in origins
            origins[to] = number
    assert list(found) == [str(number) for number in range(1, len(found) + 1)]
    return found


def test_every_secret_is_found(tree: Tree) -> None:
    game, key = tree.game, read(booklet(tree))
    used = set()
    for secret in game.secrets:
        number, name = "1", ""
        while not name:
            test, leads = key[number]
            reply = game.replies[game.reply(game.parse(test), secret)]
            used.add((number, reply))
            if link := re.fullmatch(r'<a href="#c(\d+)">\1</a>', leads[reply]):
                number = link[1]
            else:
                name = leads[reply]
        names = [unescape(one.removeprefix("<b>").removesuffix("</b>")) for one in name.split(" or ")]
        assert names == list(map(game.spell, next((alike for alike in inseparable(game) if secret in alike), [secret])))
    assert used == {(number, reply) for number, (_, leads) in key.items() for reply in leads}


def test_names_are_escaped() -> None:
    html = booklet(first_permitted(ODD))
    assert "The key has 3 findings; every one is reached in at most 2 questions" in html
    assert "Where you do not know the answer, follow each line" in html
    assert "<h1>&lt;o&gt;: a key</h1>" in html and "<b>&lt;i&gt;z&lt;/i&gt;</b>" in html
    assert "<br>" not in html and "<b>5" not in html


def test_trees_of_codes_stay_booklets() -> None:
    assert 'class="positions"' in booklet(build("minavg", "p2c3n"))
