"""On a phone: the history above the keys, all of it on one screen; three ways to play; pegs, switches and keyboards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import missing, mostly_long
from tests.helpers.browser import firefox
from tests.helpers.browser.screens import PLAY, word_page
from tests.helpers.browser.table import SECRET, Table, guesses_taken, reply_label
from tests.helpers.small_games import words
from treebuild.algorithms import build
from treebuild.codec import ranked
from treebuild.game.game import Code, Game
from treebuild.publish import page as web
from treebuild.publish.best import SHOWN
from treebuild.tree.tree import Tree

SIZES = [(390, 844), (360, 640)]
ROUNDS = 6
GUESSES = {
    "p4c10n": "0123 4567 8901 1357 2468 9753",
    "p4c6r": "0123 4521 0011 2233 4455 5432",
    "p5c8r": "01234 45217 00115 22336 44557 54326",
    "words": "crane jumpy waltz lemon melon apple",
}
DEVICES = [
    (size, scheme, locale)
    for locale in ("ru-RU", "en-US", "zh-CN")
    for size in reversed(SIZES)
    for scheme in ("light", "dark")
]
NOW = DEVICES[0], DEVICES[7]  # the smallest with the longest words, the other in the dark
PHONES = mostly_long(DEVICES, [*NOW])
VIEWS = "finds", "race", "daily", "help", "turns"
PLAYED = [*((game, "hides") for game in GUESSES), *(("p4c10n", view) for view in VIEWS)]
# For every run of the tests, the first six on one of these devices each.
SCREENS = mostly_long(
    [(*what, *device) for what in PLAYED for device in DEVICES],
    [(*what, *NOW[at % 2]) for at, what in enumerate(PLAYED[:6])],
)

# What is wrong with the screen, in words: nothing has been scrolled, so all that is played with lies within it.
FAULTS = """
const box = (element) => element.getBoundingClientRect();
const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
const inside = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
  && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
const screen = new DOMRect(0, 0, innerWidth, innerHeight);
const faults = [];
const expect = (whether, { tagName, id, className, textContent }, fault) =>
  whether || faults.push(`${tagName} ${id || className} ${textContent} ${fault}`);
const rows = seen("#view .board li");
const keys = seen(".pad button, .pad select, .tiles.large, .stage button");
const highest = Math.min(...keys.map((key) => box(key).top));
const whole = document.documentElement;
expect(whole.scrollWidth <= innerWidth, whole, "is too wide");
for (const one of [...rows, ...keys]) expect(inside(box(one), screen), one, "is off the screen");
for (const row of rows) {
  expect(box(row).bottom <= highest + 1, row, "is not above the keys");
  expect(inside(box(row), box(row.closest("section"))), row, "is scrolled away");
  const parts = [...row.querySelectorAll(".step > *")].filter((part) => part.checkVisibility());
  for (const [at, part] of parts.entries()) {
    expect(!part.clientWidth || part.scrollWidth <= part.clientWidth + 1, part, "is cut off");
    expect(inside(box(part), part.matches("button") ? screen : box(row)), part, "sticks out of its row");
    expect(!at || box(part).left >= box(parts[at - 1]).right - 1, part, "covers another");
  }
}
for (const key of seen(".pad button")) {
  const { width, height } = box(key);
  expect(height >= 44 && width >= (key.matches(".letters *") ? 24 : 44), key, "is small");
}
return faults;
"""
# What is wrong with the history where text is twice as large: it may be scrolled, and its rows may have two lines.
LARGE_FAULTS = """
const box = (element) => element.getBoundingClientRect();
const faults = [];
const history = document.querySelector(".history");
for (const row of history.querySelectorAll("li")) {
  for (const other of history.querySelectorAll("h3, .legend, li")) {
    const [one, two] = [box(row), box(other)];
    const above = one.bottom <= two.top + 1 || two.bottom <= one.top + 1;
    const apart = above || one.right <= two.left || two.right <= one.left || !other.checkVisibility();
    if (row !== other && !apart) faults.push(`${row.textContent} covers ${other.textContent}`);
  }
  for (const part of row.querySelectorAll(".tile, .left")) {
    const size = parseFloat(getComputedStyle(part).fontSize);
    if (part.checkVisibility() && size < 16) faults.push(`${part.textContent} has ${size} pixels`);
    if (box(part).right > box(row).right + 1) faults.push(`${part.textContent} sticks out of its row`);
  }
}
if (getComputedStyle(history).borderRadius !== "0px") faults.push("the corners of what is scrolled are cut off");
return faults;
"""
UNLIKE = """
const luminance = (colour) => colour.match(/[\\d.]+/g).slice(0, 3)
  .map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
const contrast = (...colours) => {
  const [low, high] = colours.map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const ground = (element) => {
  const { backgroundColor } = getComputedStyle(element);
  return /, 0\\)|transparent/.test(backgroundColor) ? ground(element.parentElement) : backgroundColor;
};
return [...document.querySelectorAll(".pegs i")].flatMap((peg) => {
  const { width, height } = peg.getBoundingClientRect();
  const [style, paper] = [getComputedStyle(peg), ground(peg.parentElement)];
  const hole = width - 2 * parseFloat(style.borderTopWidth);
  const faults = [];
  if (Math.abs(width - height) > 0.1 || style.borderRadius !== "50%") faults.push("not round");
  if (width < 7) faults.push("small");
  if (peg.matches(".bull") && contrast(style.backgroundColor, paper) < 3) faults.push("a pale bull");
  if (peg.matches(".cow") && contrast(style.borderTopColor, paper) < 3) faults.push("a pale cow");
  if (peg.matches(".cow") && (ground(peg) !== paper || hole < 0.5 * width)) faults.push("a cow that is nearly full");
  if (!peg.className && style.borderTopStyle !== "none") faults.push("a ring that stands for nothing");
  return faults;
});
"""


def ran(table: Table, script: str) -> list[str]:
    return [str(one) for one in table.page.evaluate(f"() => {{ {script} }}")]


def deepest(tree: Tree) -> Code:
    """A secret that the tree finds after ROUNDS guesses."""
    return next(code for code in tree.game.codes if guesses_taken(tree, code) > ROUNDS)


@pytest.fixture(scope="session")
def wordy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return word_page(tmp_path_factory.mktemp("words"))


@pytest.fixture
def sit(visit: Any, wordy: Path) -> Callable[..., Table]:
    """sit("p4c6r", "hides", ...) opens a view on a phone, the smaller by default; the secret is none of GUESSES."""

    def open_view(
        game: str, view: str, size: tuple[int, int] = SIZES[1], scheme: str = "light", locale: str = "en-US"
    ) -> Table:
        own = game == "words"
        device = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": scheme, "has_touch": True}
        table: Table = visit("", path=wordy if own else PLAY, locale=locale, **device)
        table.restart(0.75)
        table.go(f"#v={view}" if own else f"#g={game}&v={view}")
        if table.shows("#known"):
            table.tap("#known")
        return table

    return open_view


def answer(table: Table, tree: Tree, secret: Code) -> None:
    shown = "".join(table.page.locator(".large .tile").all_text_contents())
    bulls, cows = reply_label(tree.game, shown, secret).split(".")
    table.tap(f"#bulls{bulls}")
    if table.shows(f"#bulls{bulls}[aria-pressed]"):
        table.tap(f"#cows{cows}")


def rounds(table: Table, view: str, game: str) -> Iterator[int]:
    """Guesses and answers, whichever the view asks for; how many rows there are after each."""
    kind = "inRaces" if view == "race" else "bestAverage"
    text = next(text for one, name, text in SHOWN if (one, name) == (kind, "p4c10n"))
    tree = ranked.decode(text.encode(), Game.from_rules("p4c10n"))
    secret = deepest(tree) if view in ("finds", "race") else SECRET
    if view == "turns":
        table.enter(GUESSES[game].split()[0][::-1])
    for at, guess in enumerate(GUESSES[game].split()):
        if view != "finds":
            table.enter(guess)
        if view == "race":
            yield 2 * at + 1
        if view in ("finds", "race", "help"):
            answer(table, tree, secret)
        yield (at + 1) * (2 if view == "race" else 1)


@pytest.mark.parametrize(("game", "view", "size", "scheme", "locale"), SCREENS)
def test_six_guesses_and_the_keys_are_on_one_screen(sit, game, view, size, scheme, locale):
    """From the first guess on; the rows lie above the keys, none is cut off, and no control is smaller than a thumb."""
    table = sit(game, view, size, scheme, locale)
    assert ran(table, FAULTS) == []
    for rows in rounds(table, view, game):
        assert table.page.locator("#view .board li").count() == rows
        assert ran(table, FAULTS) == [] == ran(table, UNLIKE if game != "words" else "return []"), rows
    assert table.page.evaluate("scrollY") == 0


def test_what_is_opened_is_seen_from_its_top(sit):
    """A game from the bottom of the list of games, and the reply to a guess from a list below the keys."""
    table = sit("p4c10n", "help")
    table.page.locator("#best .option").last.tap()
    assert table.shows(".large") and table.page.evaluate("scrollY") == 0
    table.tap("#games")
    table.page.locator(".card").last.scroll_into_view_if_needed()
    table.page.locator(".card:has(.name)").last.tap()
    table.page.wait_for_selector("#view[aria-busy=false] .stage")
    assert table.page.evaluate("scrollY") == 0


def test_more_guesses_are_scrolled_and_the_last_is_seen(sit):
    """Ten more rows than there is room for: the keys stay, and the last row is the one that is seen."""
    table = sit("p4c10n", "hides")
    for guess in (GUESSES["p4c10n"] + " 1024" * 10).split():
        table.enter(guess)
    last = table.page.locator(".history li").last.bounding_box()
    keys = table.page.locator("#submit").bounding_box()
    assert last["y"] > 0 and last["y"] + last["height"] < keys["y"] and keys["y"] + keys["height"] <= 640


@pytest.mark.parametrize(("game", "view"), [
    ("p4c10n", "race"), ("p5c8r", "hides"), pytest.param("words", "hides", marks=pytest.mark.long),
    *(pytest.param(*what, marks=pytest.mark.long) for what in (("p4c10n", "finds"), ("p4c6r", "turns"))),
])  # fmt: skip
@pytest.mark.parametrize("width", mostly_long([320, 360, 390], [320]))
def test_rows_can_be_read_where_text_is_twice_as_large(sit, game, view, width):
    table = sit(game, view, (width, 640), "light", "ru-RU")
    table.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for rows in rounds(table, view, game):
        assert ran(table, LARGE_FAULTS) == [], rows


def test_a_code_stands_on_one_line_where_text_is_twice_as_large(visit):
    """Among the games, in what is learnt from, and in Train."""
    table = visit("", path=PLAY, viewport={"width": 320, "height": 640}, has_touch=True)
    broken = """(codes) => codes.filter((code) => code.offsetHeight > 1.6 * parseFloat(getComputedStyle(code).fontSize))
        .map((code) => code.textContent)"""
    for link in ("#g=p5c10n&v=train", "#g=p4c6r&v=train", ""):
        table.go(link)
        table.page.evaluate("document.documentElement.style.fontSize = '200%'")
        table.page.wait_for_selector(".option .tiles" if link else ".card .tiles")
        assert table.page.locator(".card .tiles, .option .tiles, .demo .tiles").evaluate_all(broken) == [], link


@pytest.mark.parametrize(("size", "scheme", "locale"), PHONES)
def test_pegs_of_the_tree_are_round_and_unlike(sit, size, scheme, locale):
    assert ran(sit("p4c10n", "explore", size, scheme, locale), UNLIKE) == []


@pytest.mark.parametrize("locale", ["en-US", "ru-RU", "zh-CN"])
def test_three_ways_to_play_at_first_sight(sit, locale):
    """The others are under "More", which a keyboard opens and closes, and which then has the name of the view."""
    table = sit("p4c10n", "hides", locale=locale)
    tabs = table.page.locator("#tabs button:visible")
    assert tabs.count() == 4
    tops = {round(tab.bounding_box()["y"]) for tab in tabs.all()}
    more = table.text("#more")
    assert len(tops) == 1 and more.endswith("▾")
    table.page.focus("#more")
    table.press("Enter")
    assert tabs.count() == 9 and table.fits
    for tab in tabs.all():
        box = tab.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] + box["height"] <= 640
    table.press("Escape")
    assert tabs.count() == 4 and table.page.evaluate("document.activeElement.id") == "more"
    table.press("Enter Tab Tab Enter")
    table.page.wait_for_selector("#more[aria-current]")
    table.wait()
    name = table.page.text_content("#tab-help")
    assert table.text("#more") == f"{name} ▾" and tabs.count() == 4
    assert table.page.evaluate("document.activeElement.id") == "more"
    table.open("finds")
    assert table.text("#more") == more


def test_the_question_mark_shows_rules_that_are_below_the_screen(visit):
    """At the first visit by a link they are open there; "Got it" closes them."""
    table = visit("#g=p4c6r&v=hides", path=PLAY, viewport={"width": 360, "height": 640}, has_touch=True)
    below = "document.querySelector('#rules h2').getBoundingClientRect().bottom > innerHeight"
    assert table.page.evaluate(below)
    table.tap("#how")
    assert table.shows("#rules") and not table.page.evaluate(below)
    table.tap("#known")
    assert not table.shows("#rules")


def test_help_shows_the_best_guess_above_the_keys(sit):
    """It is the first of the list, which is below the screen."""
    table = sit("p4c10n", "help")
    for guess, bulls, cows in (("4567", 2, 2), ("5467", 0, 4)):
        table.enter(guess)
        table.tap(f"#bulls{bulls}")
        if table.shows(f"#cows{cows}"):
            table.tap(f"#cows{cows}")
        table.page.wait_for_selector("#next:has-text('Try')")
        best = "".join(table.page.locator("#best .option .tiles").first.inner_text().split())
        assert table.text("#next").startswith(f"Try {best}: it leaves ")
        box = table.page.locator("#next").bounding_box()
        assert box["y"] > 0 and box["y"] + box["height"] <= table.page.locator("#key0").bounding_box()["y"]
    assert table.text("#next") == "Try 4576: it leaves 1 on average"


def test_a_switch_looks_like_one(sit):
    """Its knob is at one end or the other, and what it says does not change."""
    table = sit("p4c10n", "hides")
    table.tap("#games")
    knob = "parseFloat(getComputedStyle(document.getElementById('ownrepeat'), '::after').left)"
    words = table.text("label:has(#ownrepeat)")
    on = table.page.evaluate(knob)
    table.page.get_by_role("switch", name=words).click()
    assert table.page.evaluate(knob) < on - 10 and table.text("label:has(#ownrepeat)") == words
    assert not table.page.is_checked("#ownrepeat") and table.small() == []


@pytest.mark.parametrize(("alphabet", "rows"), [
    ("abcdefghijklmnopqrstuvwxyz", "QWERTYUIOP ASDFGHJKL ZXCVBNM"),
    ("abcdefghijklmnñopqrstuvwxyz", "QWERTYUIOP ASDFGHJKLÑ ZXCVBNM"),
    ("abcdefghijklmnopqrstuvwxyzäöüß", "QWERTZUIOPÜ ASDFGHJKLÖÄ YXCVBNMẞ"),
    ("abcdefghijklmnopqrstuvwxyzàçéè", "AZERTYUIOP QSDFGHJKLM WXCVBN ÉÈÀÇ"),
    ("abcdefghijklmnoprstuwyząćęłńóśźż", "WERTYUIOP ASDFGHJKL ZCBNM ÓĄĆĘŁŃŚŹŻ"),
    ("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "ЙЦУКЕНГШЩЗХЪ ФЫВАПРОЛДЖЭ ЯЧСМИТЬБЮЁ"),
])  # fmt: skip
def test_the_keyboard_is_that_of_the_language(visit, tmp_path, alphabet, rows):
    """All letters are large, ß too, on the keys, in the slots and on the board."""
    codes = [(alphabet + alphabet)[at : at + 5] for at in range(0, len(alphabet), 5)]
    path = tmp_path / "page.html"
    path.write_text(web.page([("", build("minavg", words(codes)))]), "utf-8")
    table = visit("#v=hides", path=path, viewport={"width": 360, "height": 640})
    assert table.page.locator(".letters .keys").all_text_contents() == rows.split()
    assert ran(table, FAULTS) == []
    table.page.evaluate("Math.random = () => 0")
    for letter in codes[-1]:
        table.page.get_by_role("button", name=letter, exact=True).click()
    shown = codes[-1].upper().replace("SS", "ẞ")
    assert table.guess == shown
    table.tap("#submit")
    assert table.page.locator("#view .board .tiles").first.text_content() == shown


@pytest.mark.long
def test_it_fits_in_firefox(tmp_path: Path) -> None:
    if firefox.program() is None:
        missing(f"{' or '.join(firefox.PROGRAMS)} not installed")
    width, height = SIZES[1]
    phone = tmp_path / "phone.html"  # since windows of Firefox are wider
    phone.write_text(f"<iframe src='{PLAY.as_uri()}' style='width: {width}px; height: {height}px; border: 0'></iframe>")
    with firefox.launched(tmp_path) as browser:
        browser.call("WebDriver:Navigate", url=phone.as_uri())
        browser.call("WebDriver:SwitchToFrame", id=0)
        assert browser.run("return [innerWidth, innerHeight]") == [width, height]
        browser.run("Math.random = () => 0.75; location.hash = '#g=p4c10n&v=hides'")
        browser.wait("document.querySelector('#view[aria-busy=false] #submit')")
        for guess in GUESSES["p4c10n"].split():
            assert [browser.run(script) for script in (FAULTS, UNLIKE)] == [[], []]
            browser.press(" ".join(guess) + " Enter")
        assert [browser.run(script) for script in (FAULTS, UNLIKE)] == [[], []]
        assert browser.run("return document.querySelectorAll('#view .board li').length") == ROUNDS
