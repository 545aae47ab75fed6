"""Every mode is played to its end: on a phone and a desk, in light and dark, in all languages."""

from __future__ import annotations

import re

import pytest

from tests.helpers.browser.games_played import NOT_READ, games_played
from tests.helpers.browser.table import Table

SIZES = [(320, 640), (1440, 900)]
LATIN = re.compile(r"[A-Za-z]{2,}")
NO_WORDS = re.compile(rf"\b[OBGYPRWC]+\b|\bEnglish\b|{NOT_READ}")  # pegs, a language by its own name, what was typed


def untranslated(table: Table) -> set[str]:
    """The words in Latin letters that are shown or read out, of a page in another script."""
    said = table.page.evaluate("""() => [document.body.innerText, document.title,
        ...[...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap((element) =>
            [element.ariaLabel, element.title, element.placeholder])].join(" ")""")
    return set(LATIN.findall(NO_WORDS.sub("", said)))


def cut_choices(table: Table) -> list[str]:
    """The lines of lists that their boxes would not show whole once they are chosen."""
    found = table.page.evaluate("""() => [...document.querySelectorAll("select")].flatMap((list) =>
        [...list.options].filter((option) => {
            const alone = list.cloneNode();
            alone.append(option.cloneNode(true));
            alone.style.cssText = "position: absolute; max-width: none";
            list.after(alone);
            const whole = alone.offsetWidth;
            alone.remove();
            return whole > list.offsetWidth + 1;
        }).map((option) => option.text))""")
    return [str(one) for one in found]


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-US", "ru-RU", "zh-CN"])
def test_every_mode_is_played_to_its_end(visit, axe, tmp_path, size, scheme, locale):
    """Nothing is cut off, also with text of twice the size, and on an English phone axe-core finds nothing."""
    width, height = size
    phone = size == SIZES[0]
    heard = phone and locale == "en-US"  # what axe-core finds depends neither on words nor, nearly, on sizes
    device = {"viewport": {"width": width, "height": height}, "has_touch": phone}
    for name, table in games_played(visit, tmp_path, locale=locale, color_scheme=scheme, **device):
        assert table.fits, name
        assert table.cut() == cut_choices(table) == [], name
        assert not phone or table.small() == [], name
        for forced in ("active", "none") if heard else ():
            table.page.emulate_media(forced_colors=forced)
            assert table.faults(axe) == [], (name, forced)
        if locale != "en-US" and not name.startswith(("words", "key")):
            assert untranslated(table) == set(), name
        table.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert table.fits and table.cut() == [], (name, "200%")
        table.page.evaluate("document.documentElement.style.fontSize = ''")
