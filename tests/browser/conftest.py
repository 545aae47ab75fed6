"""A real Chromium for the page. Absent, the tests skip and say why; with TREEBUILD_REQUIRE_ALL=1 they fail instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import missing
from tests.helpers.browser.chromium import PROGRAMS, launched, newcomer, program
from tests.helpers.browser.table import Table
from treebuild.algorithms import build
from treebuild.publish import page as web
from treebuild.tree.tree import Tree


@pytest.fixture(scope="session")
def trees() -> dict[str, Tree]:
    """Two trees of Bulls and Cows and one of Mastermind, in the order of the page."""
    chosen = (("larmouth", "p4c10n"), ("minavg", "p4c10n"), ("parts", "p4c6r"))
    return {name: build(name, game) for name, game in chosen}


@pytest.fixture(scope="session")
def file(trees: dict[str, Tree], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "play.html"
    path.write_text(web.page([("", tree) for tree in trees.values()]), "utf-8")
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if program() is None:
        missing(f"{' or '.join(PROGRAMS)} not installed")
    if find_spec("playwright") is None:
        missing("playwright is not installed: pip install playwright")
    with launched() as browser:
        yield browser


@pytest.fixture
def visit(chromium: Any, file: Path) -> Iterator[Callable[..., Table]]:
    """visit("#link", locale="ru-RU", ...) opens the page from disk, as a new visitor of an English browser by default;
    at Bulls and Cows, where it guesses; "" is the choice of games.

    Afterwards nothing must have been complained of, and nothing asked of the network.
    """
    complaints: list[str] = []
    contexts = []

    def open_page(link: str = "#g=p4c10n&v=finds", path: Path = file, **context: Any) -> Table:
        contexts.append(newcomer(chromium, **context))
        page = contexts[-1].new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda request: request.url.startswith(("file:", "data:", "blob:")) or complaints.append(request.url),
        )
        page.goto(path.as_uri() + link)
        return Table(page, complaints)

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, as its package for Playwright carries it."""
    try:
        package = resources.files("axe_playwright_python")
    except ImportError:
        missing("axe-core is not installed: pip install axe-playwright-python")
    return (package / "axe.min.js").read_text("utf-8")
