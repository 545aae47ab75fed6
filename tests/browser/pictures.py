"""The pictures of the page in the README: a game in the middle, and the review of one. `make pictures` takes them anew.

python -m tests.browser.pictures
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import QUIET
from tests.browser.table import Table

ROOT = Path(__file__).parent.parent.parent
SHOWN = {"width": 1040, "height": 10}


def take(browser: Any, name: str, guesses: list[str], wanted: str) -> None:
    """A picture of the page after these guesses at 7450, once what is wanted can be seen."""
    page = browser.new_context(viewport=SHOWN, locale="en-US", reduced_motion="reduce").new_page()
    page.goto((ROOT / "trees" / "play.html").as_uri())
    table = Table(page, [])
    page.evaluate("Math.random = () => 0.75")
    table.go("#g=p4c10n&v=hides")
    for guess in guesses:
        table.enter(guess)
    if wanted == "#hinted p:not(.hint)":
        table.tap("#hint")
    page.wait_for_selector(wanted)
    page.wait_for_selector("text=One moment", state="detached")
    page.evaluate("document.activeElement.blur()")
    page.screenshot(path=str(ROOT / "docs" / name), full_page=True)


def main() -> None:
    """Take them all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), headless=True, args=QUIET)
        take(browser, "play.png", ["0123", "4567"], "#hinted p:not(.hint)")
        take(browser, "review.png", ["0123", "4567", "4750", "7450"], ".stage .board")
        browser.close()


if __name__ == "__main__":
    main()
