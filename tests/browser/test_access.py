"""For everybody: three languages, 320 pixels to 4K, the dark, high contrast, axe-core's rules, keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.table import Table
from tests.conftest import mostly_long

PLAY = Path(__file__).parent.parent.parent / "trees" / "play.html"
WORDS = {"en-US": "It guesses", "ru-RU": "Машина", "zh-CN": "它来猜", "fr-FR": "It guesses"}
PEGS = "localStorage.clear(); Math.random = () => 0.75"


def screens(visit: Callable[..., Table], **context: object) -> Iterator[tuple[str, Table]]:
    """Every screen of the shipped page, in the middle of things and at the end of them."""
    table = visit("", path=PLAY, **context)
    yield "home", table
    table.page.evaluate(PEGS)
    table.go("#g=p4c6r&v=hides")
    table.tap("#marks")
    for key in range(4):
        for _ in range(key + 1):
            table.tap(f"#key{key}")
    yield "marks", table
    table.tap("#marks")
    table.enter("0123")
    table.press("1")
    table.tap("#hint")
    table.page.wait_for_selector("#hinted p:not(.hint)")
    yield "colours", table
    table.go("#g=p4c10n&v=hides")
    table.press("1 1")
    yield "complaint", table
    table.press("Backspace")
    for code in ("0123", "4567", "7450"):
        table.enter(code)
    table.page.wait_for_selector("#share")
    table.page.wait_for_selector(".trees .board")
    yield "review", table
    table.open("finds")
    table.press("0 4")
    yield "finds", table
    table.press("0 0")
    yield "contradiction", table
    table.press("Backspace Backspace 4")
    yield "found", table
    table.open("race")
    yield "race", table
    table.enter("0123")
    yield "answering", table
    table.press("0 1")
    table.enter("7450")
    table.press("0 2")
    table.page.wait_for_selector("#share")
    yield "raced", table
    table.go("#g=p4c10n&v=turns")
    yield "choosing", table
    table.enter("7450")
    table.enter("0123")
    yield "by turns", table
    table.enter("7450")
    yield "places changed", table
    table.open("daily")
    yield "daily", table
    table.tap("#reveal")
    yield "day", table
    table.open("help")
    table.page.fill("#lines", "0123 0.2\n4567 what")
    table.tap("#read")
    table.page.wait_for_selector("#best .option")
    yield "help", table
    table.enter("4567")
    yield "replying", table
    table.open("train")
    table.page.wait_for_selector(".option")
    yield "train", table
    table.page.locator(".option").first.click()
    yield "trained", table
    table.open("explore")
    yield "explore", table
    table.page.fill("#search", "4744")
    table.tap("#find")
    table.page.select_option("#compare", "0")
    table.page.wait_for_selector(".chart .of1")
    yield "missing", table
    table.page.fill("#search", "4721")
    table.tap("#find")
    table.page.wait_for_selector(".won")
    yield "way", table
    table.open("statistics")
    table.tap("#clear")
    yield "statistics", table
    table.go("#g=p5c10n&v=explore")
    yield "five", table


@pytest.mark.parametrize(("locale", "words"), WORDS.items())
def test_language_follows_the_browser(visit, locale, words):
    table = visit(locale=locale)
    assert table.text("#tab-finds") == words
    assert table.page.evaluate("document.documentElement.lang") == (locale[:2] if locale[:2] in "ru zh" else "en")


def test_language_can_be_changed_and_is_remembered(visit):
    table = visit()
    table.press("0 1")
    table.page.select_option("#language", "zh")
    assert table.text("#tab-finds") == WORDS["zh-CN"]
    assert len(table.rows) == 1  # the game goes on
    table.page.reload()
    table.wait()
    assert table.text("#tab-finds") == WORDS["zh-CN"]


@pytest.mark.parametrize("scheme", mostly_long(["light", "dark"], ["dark"]))
def test_axe_finds_nothing_on_any_screen(visit, axe, scheme):
    for name, table in screens(visit, color_scheme=scheme, viewport={"width": 390, "height": 844}):
        assert table.faults(axe) == [], name


@pytest.mark.parametrize("locale", mostly_long(["en-US", "ru-RU", "zh-CN"], ["ru-RU"]))  # of the longest words
def test_a_phone_of_320_pixels(visit, locale):
    """Nothing sticks out on any screen, and no control is smaller than a thumb."""
    for name, table in screens(visit, locale=locale, viewport={"width": 320, "height": 568}, has_touch=True):
        assert table.fits, name
        assert table.small() == [], name


@pytest.mark.parametrize("width", mostly_long([390, 1280], [390]))
def test_text_of_twice_the_size(visit, width):
    """As a browser shows it whose text alone was made larger: nothing sticks out, nothing is cut off."""
    for name, table in screens(visit, locale="ru-RU", viewport={"width": width, "height": 844}):
        table.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert table.fits, name
        assert table.cut() == [], name


@pytest.mark.long
def test_a_wide_screen(visit):
    for name, table in screens(visit, viewport={"width": 3840, "height": 2160}):
        assert table.fits, name
        assert table.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 20


def test_the_first_guess_and_answer_need_no_scrolling(visit):
    for view in ("hides", "finds"):
        table = visit(f"#g=p4c10n&v={view}", viewport={"width": 390, "height": 664})
        box = table.page.locator(".pad button").last.bounding_box()
        assert box["y"] + box["height"] <= 664, view


def test_high_contrast_loses_nothing(visit):
    """Bulls differ from cows, the chosen key from others, and colours from each other, in the colours of the system."""
    table = visit("#g=p4c10n&v=finds", forced_colors="active")

    def style(selector: str, name: str, pseudo: str = "") -> str:
        return str(table.page.locator(selector).first.evaluate(
            "(element, [name, pseudo]) => getComputedStyle(element, pseudo || null)[name]", [name, pseudo]
        ))  # fmt: skip

    canvas = table.page.evaluate("getComputedStyle(document.body).backgroundColor")
    text = table.page.evaluate("getComputedStyle(document.body).color")
    table.press("1")
    assert style("#bulls1", "backgroundColor") != style("#bulls0", "backgroundColor")
    table.press("1")
    assert style(".aside .bull", "backgroundColor") == text != style(".aside .cow", "backgroundColor")
    assert style(".aside .cow", "borderTopWidth") == "3px"
    table.open("explore")
    assert style(".bar", "backgroundColor") == style("rect", "fill") == text
    table.go("#g=p4c6r&v=hides")
    fills = {style(f"#key{key} .tile", "backgroundColor", "::before") for key in range(6)}
    assert len(fills) == 6 and canvas not in fills


def test_motion_is_for_those_who_like_it(visit):
    for motion, animation in (("reduce", "none"), ("no-preference", "arrive")):
        table = visit("#g=p4c10n&v=finds", reduced_motion=motion)
        assert table.page.locator(".large").evaluate("(tiles) => getComputedStyle(tiles).animationName") == animation


def test_keyboard_alone_reaches_everything(visit):
    """Tab goes through every control that can be seen, in the order of the page, and Enter works them."""
    for name, table in screens(visit):
        reached: list[str] = []
        table.page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges(); scrollTo(0, 0)")
        table.page.evaluate(
            "document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')"
        )
        for _ in range(80):
            table.press("Tab")
            here = table.page.evaluate("document.activeElement.id || document.activeElement.textContent")
            if here in reached or table.page.evaluate("document.activeElement === document.body"):
                break
            reached.append(here)
        controls = table.page.evaluate("""[...document.querySelectorAll("button, select, input, textarea")]
            .filter((control) => !control.disabled).map((control) => control.id || control.textContent)""")
        assert reached == controls, name


def test_drawing_anew_does_not_lose_the_place(visit):
    table = visit()
    table.page.focus("#bulls1")
    table.press("Enter")
    assert table.page.evaluate("document.activeElement.id") == "bulls1"
    table.page.focus("#cows1")
    table.press("Enter")
    assert len(table.rows) == 1
    table.open("hides")
    for key in ("key1", "key2", "key3", "key4", "submit"):
        table.page.focus(f"#{key}")
        table.press("Enter")
    assert [code for code, _ in table.rows] == ["1234"]


def test_every_reply_is_announced(visit):
    table = visit("#g=p4c10n&v=hides")
    for code in ("0123", "4567"):
        table.enter(code)
        bulls, cows = table.rows[-1][1].split(".")
        assert table.text("#said").startswith(f"{bulls} in the right place, {cows} in the wrong place. ")
    table.open("race")
    table.enter("0123")
    assert re.search(r"in the wrong place\. It asks you: 0 1 2 3$", table.text("#said"))
    assert table.page.get_attribute("#said", "role") == "status"
