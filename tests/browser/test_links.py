"""Any tree by link; whatever a link holds is data."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.helpers.browser.table import guesses_taken
from treebuild.codec.formats import OWN
from treebuild.game.game import Game
from treebuild.publish import page as web
from treebuild.publish.best import best

TREES = Path(__file__).parent.parent.parent / "trees"
TITLE = "<img src=x onerror=alert(1)>&\"'</script>"


def link(tree, extension: str = ".b92i") -> str:
    text = OWN[extension].encode(tree).decode("ascii").strip()
    return f"#g={tree.game.name}&t={quote(text, safe='')}"


def test_the_shipped_page_plays_ranked_trees_and_makes_short_links(visit):
    tree = best(Game.from_rules())
    table = visit("#g=p4c10n&v=finds", path=TREES / "play.html")
    secret = tree.game.parse("4721")
    assert table.play(tree, secret, taps=False) == guesses_taken(tree, secret)
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.tap("#link")
    table.page.wait_for_selector("text=✓")
    copied = table.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"#g=p4c10n&t=[\w-]{2,300}", "#" + copied.split("#")[1])
    assert visit("#" + copied.split("#")[1]).guess == table.page.inner_text(".board .tiles >> nth=0").replace("\n", "")


@pytest.mark.parametrize("extension", [".b92i", ".b92", ".rank"])
def test_link_brings_its_tree(extension, visit, trees):
    """In each of the formats, whatever those of the page's own trees are."""
    table = visit(link(trees["parts"], extension))
    assert table.text("h1") == "Mastermind"
    assert table.left == 1296
    assert not table.shows("#broken p")


def test_link_copied_comes_back(visit, trees):
    table = visit()
    table.choose(1)
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.tap("#link")
    table.page.wait_for_selector("text=✓")
    copied = table.page.evaluate("navigator.clipboard.readText()")
    other = visit("#" + copied.split("#")[1])
    other.press("0 1")
    tree = trees["minavg"]
    assert other.guess == tree["0.1"].guess


DAMAGED = {
    "#g=p4c10n&t=%E0%A4%A": "character 1",
    "#g=p4c10n&t=abc": "check digits",
    "#g=p4c10n&t=%23%23!%23%24": "element 1: no element names it",
    "#g=p4c10n&t=%20%20": "character 1",
    "#g=p9c9n&t=abcd": "bad game",
    "#g=chess&t=abcd": "bad game",
    "#g=p2c90n&t=abcd": "check digits",
    "#g=p4c10n&r=constructor": "no rule constructor",
    "#g=p6c10n&r=minavg": "bad game",
    "#g=p3c31r&t=AAgDz": "guess 1: expected a number below 29791",
    "#g=p2c317r&t=0": "expected 1 to 100000 codes",
    "#g=p4c10n&t=" + "a" * 200_000: "check digits",
    "#g=p4c10n&t=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E": "character",
    "#t=": "ends after 0 characters",
    "#g=p4c10n&v=duel&s=k3x": "its end is missing",  # or both would have other secrets and not know it
    "#g=p4c10n&v=duel": "its end is missing",
    "#g=p4c10n&v=du": "its end is missing",
}


def test_damaged_links_say_why_and_the_page_still_plays(visit):
    table = visit()
    for damaged, why in DAMAGED.items():
        table.page.evaluate(
            "(hash) => { document.getElementById('broken').replaceChildren(); location.hash = hash; }", damaged
        )
        table.page.wait_for_selector("#broken p")
        assert table.text("#broken").startswith("This link is damaged: ")
        assert why in table.text("#broken")
        assert table.page.locator("#broken img").count() == 0
        assert table.shows(".cards")
    fresh = visit("#g=p4c10n&t=abc")
    assert "check digits" in fresh.text("#broken")
    fresh.page.locator(".card").first.click()
    fresh.page.wait_for_selector("#submit")
    assert not fresh.shows("#broken p")


def test_cut_and_changed_links_never_break_the_page(visit, trees):
    table = visit()
    whole = link(trees["minavg"])
    for cut in range(len(whole) - 1, 20, -len(whole) // 8):
        table.page.evaluate("(hash) => { location.hash = hash; }", whole[:cut])
        table.page.wait_for_selector("#broken p")
        assert table.shows(".cards")
    table.page.evaluate("(hash) => { location.hash = hash; }", whole)
    table.page.wait_for_selector("#broken p", state="detached")


def test_titles_are_text(visit, trees, tmp_path):
    path = tmp_path / "titled.html"
    path.write_text(web.page([(TITLE, trees["parts"])]), "utf-8")
    table = visit("", path=path)
    assert table.page.locator("#tree option").all_inner_texts() == [TITLE]
    assert table.page.locator("img").count() == 0


def test_no_script_but_its_own_runs(visit):
    table = visit()
    table.page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.intruder = true";
        document.body.append(script);
    }""")
    assert table.page.evaluate("window.intruder") is None
    refused = table.page.evaluate("fetch('data:,x').then(() => false, () => true)")
    assert refused
    table.complaints.clear()


def test_a_link_of_a_game_of_ones_own_opens_it_anywhere(visit):
    """The page has no such game: its name is enough, for a reload, and for a friend."""
    table = visit("", path=TREES / "play.html")
    table.tap("#ownPlay")
    table.page.wait_for_selector("#submit")
    name = table.text("h1")
    table.open("race")
    table.page.reload()
    table.wait()
    assert table.text("h1") == name and not table.shows("#broken p")
    table.tap("#accept")
    table.page.wait_for_selector("#submit")
    friend = visit("#" + table.page.url.split("#")[1], path=TREES / "play.html")
    assert friend.text("h1") == name and friend.text("h2") == "Against a friend"
