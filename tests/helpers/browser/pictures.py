"""The README's pictures: a game in the middle, the review of one, a report. `make pictures` takes them anew.

python -m tests.helpers.browser.pictures
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.helpers.browser.chromium import launched, newcomer
from tests.helpers.browser.table import Table
from treebuild.codec import load
from treebuild.publish.report import comparison

ROOT = Path(__file__).parents[3]
SHOWN = {"width": 1040, "height": 10}


def take(browser: Any, name: str, guesses: list[str], wanted: str) -> None:
    """A picture of the page after these guesses at 7450, once what is wanted can be seen."""
    page = newcomer(browser, viewport=SHOWN).new_page()
    page.goto((ROOT / "trees" / "play.html").as_uri())
    table = Table(page, [])
    page.evaluate("Math.random = () => 0.75")
    table.go("#g=p4c10n&v=hides")
    table.tap("#known")
    for guess in guesses:
        table.enter(guess)
    if wanted == "#hinted p:not(.hint)":
        table.tap("#hint")
    page.wait_for_selector(wanted)
    page.wait_for_selector("text=One moment", state="detached")
    page.evaluate("document.activeElement.blur()")
    page.screenshot(path=str(ROOT / "docs" / name), full_page=True)


def take_report(browser: Any, name: str, trees: list[str]) -> None:
    """A picture of the report that compares some of the shipped trees of Bulls and Cows: its top."""
    page = browser.new_context(viewport={"width": 1040, "height": 860}).new_page()
    compared = [(tree, load(ROOT / "trees" / "p4c10n" / f"{tree}.msgpack")) for tree in trees]
    page.set_content(comparison(compared))
    page.screenshot(path=str(ROOT / "docs" / name))


def main() -> None:
    """Take them all."""
    with launched() as browser:
        take(browser, "play.png", ["0123", "4567"], "#hinted p:not(.hint)")
        take(browser, "review.png", ["0123", "4567", "4750", "7450"], ".trees .board")
        take_report(browser, "report.png", ["avg", "strongest", "minavg"])


if __name__ == "__main__":
    main()
