"""Every screen of the page, for tests that look at all of them; and what a screen reader hears of each.

python -m tests.helpers.browser.screens writes screens.yaml, with which a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.helpers.browser.chromium import launched, newcomer
from tests.helpers.browser.table import Table
from treebuild.algorithms import build
from treebuild.game.game import Game, Rule
from treebuild.publish import page as web

PLAY = Path(__file__).parents[3] / "trees" / "play.html"
HEARD = Path(__file__).with_name("screens.yaml")
HEAD = "# "  # of a screen's name in that file


def screens(visit: Callable[..., Table], path: Path, **context: object) -> Iterator[tuple[str, Table]]:
    """Every screen of the shipped page, in the middle of things and at the end of them, on a day of November 2026."""
    table = visit("", path=path, **context)
    table.page.clock.set_fixed_time("2026-11-22T09:00:00")
    table.page.reload()
    table.wait()
    yield "home", table
    table.page.evaluate("localStorage.clear(); Math.random = () => 0.75")
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


def word_page(folder: Path) -> Path:
    """A page of a small word game in this folder."""
    words = (
        "crane slate stale least steal tales brick jumpy waltz lemon melon apple paper eerie geese teeth sleet elegy"
    )
    symbols = "".join(sorted(set(words) - {" "}))
    codes = [tuple(map(symbols.index, word)) for word in words.split()]
    path = folder / "words.html"
    tree = build("minavg", Game.from_symbols("words", Rule("wordle", 5), symbols, codes))
    path.write_text(web.page([("", tree)]), "utf-8")
    return path


def screens_of_words(visit: Callable[..., Table], path: Path, **context: object) -> Iterator[tuple[str, Table]]:
    """The screens of a word game that differ from those of others."""
    table = visit("", path=path, **context)
    yield "first", table
    table.restart(0.4)
    table.enter("crane")
    table.enter("xxxxx")
    yield "refused", table
    table.press("Backspace " * 5)
    table.tap("#hint")
    table.page.wait_for_selector("#hinted p:not(.hint)")
    table.tap("#reveal")
    table.page.wait_for_selector("#share")
    yield "word reviewed", table
    table.open("finds")
    table.press("g y . . .")
    yield "word contradicted", table
    table.open("help")
    table.page.fill("#lines", "crane bbbbb")
    table.tap("#read")
    table.page.wait_for_selector("#best .option")
    yield "word helped", table
    table.open("explore")
    yield "words explored", table


def heard(shown: Iterable[tuple[str, Table]]) -> Iterator[tuple[str, str]]:
    """The accessibility tree of each screen, as Playwright writes it: of the first ones whole, then of the view."""
    for name, table in shown:
        table.page.wait_for_selector("text=Looking…", state="detached")
        yield name, str(table.page.locator("body" if name in ("home", "marks") else "#view").aria_snapshot())


def expected() -> dict[str, str]:
    """What is to be heard, by the name of a screen."""
    parts = HEARD.read_text("utf-8").split(f"\n{HEAD}")
    return {name.removeprefix(HEAD): tree.strip("\n") for name, _, tree in (part.partition("\n") for part in parts)}


def main() -> None:
    """Write what is heard now."""
    with launched() as browser:

        def visit(link: str, path: Path) -> Table:
            page: Any = newcomer(browser).new_page()
            page.goto(path.as_uri() + link)
            return Table(page, [])

        HEARD.write_text("".join(f"{HEAD}{name}\n{tree}\n" for name, tree in heard(screens(visit, PLAY))), "utf-8")


if __name__ == "__main__":
    main()
