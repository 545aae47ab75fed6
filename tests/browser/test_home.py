"""The page that is shipped: choosing a game, then a tree by a plain name; the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.table import Table
from treebuild.algorithms import build

PLAY = Path(__file__).parent.parent.parent / "trees" / "play.html"
GAMES = ["4 digits", "3 digits", "5 digits", "No leading zero", "Mastermind"]


@pytest.fixture
def home(visit) -> Table:
    return visit("", path=PLAY)


def test_games_to_choose_from(home):
    assert home.page.locator(".card .name").all_inner_texts()[:-1] == GAMES
    for at, codes in enumerate((5040, 720, 30240, 4536, 1296)):
        assert f"{codes:,} possibilities" in home.page.locator(".card").nth(at).inner_text()
        home.page.locator(".card").nth(at).click()
        home.page.wait_for_selector("#submit")
        home.wait()
        assert home.text("h1") == GAMES[at]
        home.tap("#games")
        home.page.wait_for_selector(".cards")
    home.page.go_back()
    home.page.wait_for_selector("#submit")


def test_trees_have_plain_names(home):
    home.page.locator(".card").first.click()
    home.page.wait_for_selector("#tree")
    assert home.page.locator("#tree option").all_inner_texts() == [
        "best average: 5.21", "never more than 7, only 50 take 7", "strongest in a race", "as people play: average 5.56"
    ]  # fmt: skip


@pytest.mark.parametrize(("link", "rule", "game"), [
    ("#g=p3c10n&r=simple", "simple", "p3c10n"),
    ("#g=four+different+digits%2C+not+0+first&r=minavg", "minavg", "no-leading-zero"),
])  # fmt: skip
def test_trees_that_the_page_makes_are_treebuilds(visit, link, rule, game):
    """All of them, node by node, as Explore shows them."""
    tree = build(rule, game)
    table = visit(link + "&v=explore", path=PLAY)
    counts = [int(text.replace(",", "")) for text in table.page.locator(".chart td").all_inner_texts()]
    assert counts == list(tree.counts)
    for reply in (0, 1, 2):
        if not table.shows(f"#way{reply}"):
            continue
        table.tap(f"#way{reply}")
        node = int(tree.child[0][reply])
        assert table.guess == tree.game.spell(tree.game.codes[tree.guess[node]])
        for below, child in enumerate(tree.child[node]):
            if child >= 0:
                shown = table.page.locator(f"#way{below} .tiles").inner_text().split()
                assert "".join(shown) == tree.game.spell(tree.game.codes[tree.guess[child]])
        table.tap("#top")


def test_the_whole_page_in_a_small_tree(home):
    """From the choice of games to a result, by taps alone."""
    home.page.locator(".card").nth(1).click()
    home.page.wait_for_selector("#submit")
    home.wait()
    home.enter("012", taps=True)
    assert len(home.rows) == 1
    home.open("finds")
    assert home.guess == "012"
    home.open("statistics")
    assert "Nothing yet" in home.text("#view")
