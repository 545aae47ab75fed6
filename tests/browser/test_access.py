"""For everybody: three languages, a phone of 320 pixels, the dark, a screen reader's rules, keyboard alone."""

from __future__ import annotations

import pytest

VIEWS = ("finds", "hides", "explore")
WORDS = {"en-US": "It guesses", "ru-RU": "Оно угадывает", "zh-CN": "它来猜", "fr-FR": "It guesses"}


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
    assert table.text("#tab-finds") == WORDS["zh-CN"]


@pytest.mark.parametrize("locale", ["en-US", "ru-RU", "zh-CN"])
def test_narrow_phone(visit, locale):
    """Nothing sticks out at 320 pixels, whatever is open; controls are big enough for a thumb."""
    table = visit(locale=locale, viewport={"width": 320, "height": 568})

    def fits() -> bool:
        return bool(table.page.evaluate("document.documentElement.scrollWidth <= 320"))

    assert fits()
    pad = table.page.locator(".pad button").last.bounding_box()
    assert pad["height"] >= 44 and pad["width"] >= 40
    assert pad["y"] + pad["height"] <= 568, "the first answer needs no scrolling"
    table.press("0 1 1 1 0 2")
    assert fits()
    table.press("0 0 0 0")
    assert fits()
    for tree in ("0", "2"):
        table.page.select_option("#tree", tree)
        table.tap("#tab-hides")
        table.press("0 1 2 3 Enter 4 5")
        table.tap("#hint")
        assert fits()
        table.tap("#tab-explore")
        table.page.fill("#search", "1234")
        for _ in range(4):
            table.page.locator(".outline [aria-expanded=false]").last.click()
        table.page.select_option("#compare", index=1) if table.shows("#compare") else None
        assert fits()
        table.tap("#tab-finds")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, axe, scheme):
    table = visit(color_scheme=scheme)
    table.page.evaluate(axe)

    def faults() -> list[tuple[str, list[str]]]:
        found = table.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [(rule["id"], [node["html"] for node in rule["nodes"]][:3]) for rule in found["violations"]]

    assert faults() == []
    table.press("0 4")
    assert faults() == []
    table.press("0 0")
    assert table.shows(".blamed")
    assert faults() == []
    table.press("Backspace 4")
    table.page.select_option("#tree", "2")
    assert faults() == []
    table.tap("#tab-hides")
    table.press("0 1 2 3 Enter 1")
    table.tap("#hint")
    assert faults() == []
    table.page.select_option("#tree", "0")
    table.tap("#tab-explore")
    table.page.fill("#search", "1234")
    table.page.select_option("#compare", "0")
    assert faults() == []


def test_keyboard_alone_reaches_everything(visit):
    """Tab goes through every control that can be seen, in the order of the page, and Enter works them."""
    table = visit()
    reached: list[str] = []
    for _ in range(60):
        table.press("Tab")
        name = table.page.evaluate("document.activeElement.id || document.activeElement.tagName")
        if name in reached or name == "BODY":
            break
        reached.append(name)
    controls = table.page.evaluate(
        "[...document.querySelectorAll('button, select, input, summary')].map((e) => e.id || e.tagName)"
    )
    assert reached == controls
    table.page.focus("#bulls1")
    table.press("Enter")
    assert table.page.evaluate("document.activeElement.id") == "bulls1"  # drawing anew does not lose the place
    table.page.focus("#cows1")
    table.press("Enter")
    assert len(table.rows) == 1
