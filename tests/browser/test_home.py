"""The page that is shipped: choosing a game, then a tree by a plain name; the way back."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.helpers.browser.table import Table
from treebuild.algorithms import build

PLAY = Path(__file__).parent.parent.parent / "trees" / "play.html"
GAMES = {
    "Bulls and Cows": 5040,
    "Bulls and Cows, 3 digits": 720,
    "Bulls and Cows, 5 digits": 30240,
    "Bulls and Cows, no leading zero": 4536,
    "Mastermind": 1296,
    "Mastermind, 5 pegs, 6 colours": 7776,
    "Super Mastermind": 32768,
}
CARDS = ".cards:not(.now) .card"


@pytest.fixture
def home(visit) -> Table:
    return visit("", path=PLAY)


def test_games_to_choose_from(home):
    assert home.page.locator(f"{CARDS} .name").all_inner_texts() == [*GAMES]
    for at, (name, codes) in enumerate(GAMES.items()):
        assert f"{codes:,} possibilities" in home.page.locator(CARDS).nth(at).inner_text()
        home.page.locator(CARDS).nth(at).click()
        home.page.wait_for_selector("#submit")
        home.wait()
        assert home.text("h1") == name
        home.tap("#games")
        home.page.wait_for_selector(".cards")
    home.page.go_back()
    home.page.wait_for_selector("#submit")


def test_trees_have_plain_names(home):
    home.page.locator(CARDS).first.click()
    home.page.wait_for_selector("#tree")
    assert home.page.locator("#tree option").all_inner_texts() == [
        "fewest guesses on average: 5.21", "at most 7 guesses, 7 for 50", "strongest in a race",
        "as people play: 5.56 on average",
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
        node = tree.child(0, reply)
        assert table.guess == tree.game.spell(tree.game.codes[tree.guess[node]])
        for below, child in tree.children(node):
            shown = table.page.locator(f"#way{below} .tiles").inner_text().split()
            assert "".join(shown) == tree.game.spell(tree.game.codes[tree.guess[child]])
        table.tap("#top")


def test_the_whole_page_in_a_small_tree(home):
    """From the choice of games to a result, by taps alone."""
    home.page.locator(CARDS).nth(1).click()
    home.page.wait_for_selector("#submit")
    home.wait()
    home.enter("012", taps=True)
    assert len(home.rows) == 1
    home.open("finds")
    assert home.guess == "012"
    home.open("statistics")
    assert "Nothing yet" in home.text("#view")


def test_the_rules_are_shown_at_the_first_visit_and_when_asked_for(home):
    """Three sentences and a play; whoever has understood sees them no more, but for the question mark."""
    assert home.page.locator(".rules li").count() == 3
    assert home.page.get_attribute(".demo", "aria-label").endswith("4 in the right place, 0 in the wrong place")
    home.tap("#play")
    home.page.wait_for_selector("#submit")
    assert not home.shows(".rules")
    home.page.reload()
    home.wait()
    assert not home.shows(".rules")
    for view in ("hides", "explore", "statistics"):
        home.open(view)
        home.tap("#how")
        assert home.shows(".rules") and home.page.evaluate("document.activeElement.id") == "rules"
        home.tap("#known")
        assert not home.shows(".rules")


def test_the_play_moves_and_stops(visit):
    table = visit("", path=PLAY, reduced_motion="no-preference")
    shown = table.page.locator(".demo").inner_html()
    table.page.wait_for_function("(before) => document.querySelector('.demo').innerHTML !== before", arg=shown)
    table.tap("#replay")
    assert table.text("#replay") == "► Go on"
    shown = table.page.locator(".demo").inner_html()
    table.page.wait_for_timeout(900)
    assert table.page.locator(".demo").inner_html() == shown


def test_the_last_game_is_there_to_go_on_with(home):
    assert not home.shows("#last")
    home.go("#g=p4c6r&v=race")
    home.enter("0123")
    home.tap("#games")
    home.page.wait_for_selector("#last")
    assert home.text("#last .name") == "Go on: Mastermind" and "Race · 1 guess" in home.text("#last")
    home.tap("#last")
    home.page.wait_for_selector("#bulls0")
    assert home.page.get_attribute("#tab-race", "aria-current") == "page"


@pytest.mark.parametrize(("pegs", "symbols", "repeat", "name"), [
    (5, 10, True, "p5c10r"), (6, 7, False, "p6c7n"), (4, 10, False, "p4c10n"),
])  # fmt: skip
def test_a_game_of_ones_own(home, pegs, symbols, repeat, name):
    """Chosen with three controls; the hint comes without a matrix, and the game is remembered."""
    codes = symbols**pegs if repeat else math.perm(symbols, pegs)
    for control, value in (("pegs", pegs), ("symbols", symbols)):
        home.page.locator(f"#own{control}").fill(str(value))
    if not repeat:
        home.tap("#ownrepeat")
    assert f"{codes:,} possibilities" in home.text("#ownCodes")
    home.tap("#ownPlay")
    home.page.wait_for_selector("#submit")
    home.wait()
    home.enter("".join(str(peg % symbols) for peg in range(pegs)))
    home.tap("#hint")
    home.page.wait_for_selector("#hinted p:not(.hint)")
    assert f"g={name}" in home.page.url
    home.tap("#games")
    home.page.wait_for_selector("#ownpegs")
    assert [home.page.input_value(f"#own{control}") for control in ("pegs", "symbols")] == [str(pegs), str(symbols)]


def test_games_that_are_too_large_are_not_played(home):
    home.page.locator("#ownpegs").fill("8")
    home.page.locator("#ownsymbols").fill("20")
    assert home.text("#ownCodes") == "25,600,000,000 possibilities: at most 100,000 can be played"
    assert home.page.is_disabled("#ownPlay")
