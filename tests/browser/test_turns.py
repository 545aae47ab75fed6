"""Two people on one device: one chooses a secret, the other guesses, then they change places."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.browser.table import Table

PLAY = Path(__file__).parent.parent.parent / "trees" / "play.html"


@pytest.fixture
def table(visit) -> Table:
    found: Table = visit("#g=p4c10n&v=turns", path=PLAY)
    return found


def heading(table: Table) -> str:
    return table.text(".stage h2")


@pytest.mark.parametrize(
    ("second", "verdict"),
    [(["9305"], "Player 1 wins!"), (["0123", "9305"], "A draw"), (["0123", "4567", "9305"], "Player 2 wins!")],
)
def test_both_choose_and_both_guess(table, second, verdict):
    assert heading(table) == "Player 1, choose a secret"
    assert "Player 2 looks away" in table.text(".stage")
    table.enter("7450", taps=True)
    assert heading(table) == "Player 2: Guess 1" and "7450" not in "".join(table.text("#view").split())
    table.enter("0123", taps=True)
    assert table.rows == [("0123", "0.1")]
    table.enter("7450")
    assert heading(table) == "Player 2: 2 guesses"
    table.tap("#again")
    assert heading(table) == "Player 2, choose a secret"
    table.enter("9305")
    for guess in second:
        table.enter(guess)
    assert heading(table) == verdict
    assert table.text("#both") == f"Player 2: 2 guesses · Player 1: {len(second)} guess{'es' * (len(second) > 1)}"
    table.tap("#again")
    assert heading(table) == "Player 1, choose a secret"


def test_it_goes_on_after_the_page_was_closed_and_who_gives_up_loses(table):
    table.enter("7450")
    table.enter("0123")
    table.page.reload()
    table.wait()
    assert heading(table) == "Player 2: Guess 2" and len(table.rows) == 1
    table.tap("#reveal")
    assert heading(table) == "Player 2: gave up" and table.guess == "7450"
    table.page.reload()
    table.wait()
    assert heading(table) == "Player 2: gave up"
    table.press("Enter")
    table.enter("7450")
    table.enter("7450")
    assert heading(table) == "Player 1 wins!"


def test_nobody_is_told_how_many_are_left_and_nothing_is_counted(table):
    table.enter("7450")
    table.enter("0123")
    assert "possible" not in table.text("#view")
    table.enter("7450")
    assert "possible" in table.text(".history")
    table.open("statistics")
    assert "Nothing yet" in table.text("#view")


@pytest.mark.parametrize(
    "state", [{"results": [1, 2, 3]}, {"results": "x"}, {"results": [], "secret": 99999, "guesses": []}]
)
def test_what_cannot_be_a_game_is_forgotten(visit, state):
    table = visit("", path=PLAY)
    table.page.evaluate(
        "(state) => localStorage.setItem('treebuild', JSON.stringify({going: {p4c10n: {turns: state}}, figures: {}}))",
        state,
    )
    table.go("#g=p4c10n&v=turns")
    assert heading(table) == "Player 1, choose a secret"


def test_it_is_found_from_the_race(visit):
    table = visit("#g=p4c6r&v=race", path=PLAY)
    table.tap("#together")
    table.page.wait_for_selector("text=Player 1, choose a secret")
