"""For everybody: three languages, 320 pixels to 4K, the dark, high contrast, axe-core's rules, keyboard alone."""

from __future__ import annotations

import re

import pytest

from tests.conftest import mostly_long
from tests.helpers.browser.screens import PLAY, expected, heard, screens, screens_of_words, word_page

SIZES = [(320, 568, ""), (320, 568, "200%"), (390, 844, "200%"), (1280, 800, "200%"), (1440, 900, ""), (3840, 2160, "")]
WORDS = {"en-US": "It guesses", "ru-RU": "Машина", "zh-CN": "它来猜", "fr-FR": "It guesses"}


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


@pytest.mark.parametrize("words", mostly_long([False, True], [False]))
@pytest.mark.parametrize("scheme", mostly_long(["light", "dark"], ["dark"]))
@pytest.mark.parametrize("forced", mostly_long(["none", "active"], ["none"]))
def test_axe_finds_nothing_on_any_screen(visit, axe, forced, scheme, words, tmp_path):
    """In the page's own colours and in those of the system."""
    path = word_page(tmp_path) if words else PLAY
    for name, table in (screens_of_words if words else screens)(visit, path, viewport={"width": 390, "height": 844}):
        table.page.emulate_media(color_scheme=scheme, forced_colors=forced)
        assert table.faults(axe) == [], name


@pytest.mark.parametrize("words", mostly_long([False, True], [False]))
@pytest.mark.parametrize("locale", mostly_long(["en-US", "ru-RU", "zh-CN"], ["ru-RU"]))  # of the longest words
@pytest.mark.long
def test_every_size(visit, locale, words, tmp_path):
    """Nothing sticks out or is cut off, from 320 pixels to 4K, with text of the usual size and, as a browser shows it
    whose text alone was made larger, of twice the size; on the smallest screen no control is smaller than a thumb."""
    path = word_page(tmp_path) if words else PLAY
    for name, table in (screens_of_words if words else screens)(visit, path, locale=locale, has_touch=True):
        for width, height, text in SIZES:
            table.page.set_viewport_size({"width": width, "height": height})
            table.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text)
            assert table.fits, (name, width, text)
            if text:
                assert table.cut() == [], (name, width)
            elif width == 320:
                assert table.small() == [], name
            elif width == 3840:
                assert table.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") >= 20


def test_a_screen_reader_hears_what_is_expected(visit):
    """`python -m tests.helpers.browser.screens` writes what is expected; a change of it is to be read."""
    assert dict(heard(screens(visit, PLAY))) == expected()


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
    assert style(".history .bull", "backgroundColor") == text != style(".history .cow", "backgroundColor")
    assert style(".history .cow", "borderTopWidth") == "3px"
    table.open("explore")
    assert style(".bar", "backgroundColor") == style("rect", "fill") == text
    table.go("#g=p4c6r&v=hides")
    fills = {style(f"#key{key} .tile", "backgroundColor", "::before") for key in range(6)}
    assert len(fills) == 6 and canvas not in fills


def test_motion_is_for_those_who_like_it(visit):
    for motion, animation in (("reduce", "none"), ("no-preference", "arrive")):
        table = visit("#g=p4c10n&v=finds", reduced_motion=motion)
        assert table.page.locator(".large").evaluate("(tiles) => getComputedStyle(tiles).animationName") == animation


@pytest.mark.long
def test_keyboard_alone_reaches_everything(visit):
    """Tab goes through every control that can be seen, in the order of the page, and Enter works them."""
    for name, table in screens(visit, PLAY):
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
            .filter((control) => !control.disabled && control.checkVisibility())
            .map((control) => control.id || control.textContent)""")
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
    assert re.search(r"in the wrong place\. It guesses your secret: 0 1 2 3$", table.text("#said"))
    assert table.page.get_attribute("#said", "role") == "status"
