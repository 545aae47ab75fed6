"""Chromium, for tests and for pictures."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PROGRAMS = "chromium-headless-shell", "chromium"  # the first takes a third of the time: it has no windows to keep
QUIET = (  # no GPU, and nothing of its own to ask the network
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DRAWS = "{ let seed = 99999; Math.random = () => (seed = seed * 16807 % 2147483647) / 2147483647; }"


def program() -> str | None:
    """Its path, if it is installed."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def launched() -> Iterator[Any]:
    """Playwright's browser. Raises ImportError where Playwright is not installed."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), headless=True, args=QUIET)
        yield browser
        browser.close()


def newcomer(browser: Any, **context: Any) -> Any:
    """A context in English without motion, unless told otherwise.

    Its pages draw the same secrets at every visit: a secret that is the first guess of a test would end its game.
    """
    made = browser.new_context(**{"locale": "en-US", "reduced_motion": "reduce", **context})
    made.add_init_script(DRAWS)
    return made
