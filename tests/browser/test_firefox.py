"""The shipped page in Debian's Firefox: every view opens, a game is played in each kind of view, axe finds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import missing, mostly_long
from tests.helpers.browser.firefox import PROGRAMS, Firefox, launched, program

PLAY = (Path(__file__).parent.parent.parent / "trees" / "play.html").as_uri()
VIEWS = ["hides", "finds", "race", "turns", "daily", "help", "train", "explore", "statistics"]


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if program() is None:
        missing(f"{' or '.join(PROGRAMS)} not installed")
    with launched(tmp_path_factory.mktemp("profile")) as browser:
        browser.open(PLAY)
        yield browser


def visit(firefox: Firefox, link: str) -> None:
    """An address of the page, opened anew, as by a new visitor; errors are kept in `faults`."""
    firefox.run("localStorage.clear()")
    firefox.call("WebDriver:Navigate", url="about:blank")
    firefox.open(PLAY + link)
    firefox.run('window.faults = []; addEventListener("error", (event) => faults.push(event.message))')


def guess_its_secret(firefox: Firefox) -> None:
    """Where the visitor guesses: the secret is 7450, which no test guesses by chance."""
    visit(firefox, "")
    firefox.run("Math.random = () => 0.75; location.hash = '#g=p4c10n&v=hides'")
    firefox.wait("document.querySelector('#view[aria-busy=false] #submit')")


def text(firefox: Firefox, selector: str) -> str:
    return str(firefox.run(f"return document.querySelector({selector!r}).innerText"))


@pytest.mark.parametrize("game", mostly_long(["p4c10n", "p4c6r"], ["p4c10n"]))
@pytest.mark.parametrize("view", mostly_long(VIEWS, VIEWS[:2]))
def test_every_view_opens_and_axe_finds_nothing(firefox: Firefox, axe: str, game: str, view: str) -> None:
    visit(firefox, f"#g={game}&v={view}")
    assert firefox.run("return document.querySelector('#broken').innerText") == ""
    assert firefox.run("return document.documentElement.scrollWidth <= innerWidth")
    firefox.run(f"const page = document.createElement('div'); {axe}; window.axe = axe")
    found = firefox.call(
        "WebDriver:ExecuteAsyncScript", args=[],
        script="axe.run(document, {resultTypes: ['violations']}).then((found) => "
        "arguments[0](found.violations.map(({ id, nodes }) => [id, nodes[0].html])))",
    )["value"]  # fmt: skip
    assert found == [] and firefox.run("return faults") == []


def test_it_finds_a_secret(firefox: Firefox) -> None:
    visit(firefox, "#g=p4c10n&v=finds")
    assert "".join(text(firefox, ".large").split()) == "0123"
    firefox.press("4")
    firefox.wait("document.querySelector('#again')")
    assert text(firefox, ".stage h2") == "Found in 1 guess!"
    assert firefox.run("return faults") == []


def test_two_play_by_turns(firefox: Firefox) -> None:
    visit(firefox, "#g=p4c10n&v=turns")
    firefox.press("7 4 5 0 Enter 0 1 2 3 Enter 7 4 5 0 Enter")
    assert text(firefox, ".stage h2") == "Player 2: 2 guesses"
    assert firefox.run("return document.querySelectorAll('.board li').length") == 2


def test_a_game_is_reviewed(firefox: Firefox) -> None:
    guess_its_secret(firefox)
    firefox.press("0 1 2 3 Enter 0 1 3 2 Enter")
    firefox.run("document.querySelector('#reveal').click()")
    firefox.wait("document.querySelector('#share')")
    assert firefox.run("return document.querySelectorAll('#review .board li').length") == 2
    assert firefox.run("return faults") == []


def test_a_hint_comes_from_the_worker(firefox: Firefox) -> None:
    guess_its_secret(firefox)
    firefox.press("0 1 2 3 Enter")
    firefox.run("document.querySelector('#hint').click()")
    firefox.wait("document.querySelector('#hinted p:not(.hint)')")
    assert "on average" in text(firefox, "#hinted")
