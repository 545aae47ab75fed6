"""Help with a game played elsewhere, training, and what games teach."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.conftest import mostly_long
from tests.helpers.browser.table import Table, guesses_taken, reply_label, sit_with_secret
from treebuild.algorithms import build
from treebuild.analysis.position import Position
from treebuild.game.game import Game

PLAY = Path(__file__).parent.parent.parent / "trees" / "play.html"
GAME = Game.from_rules("p4c10n")
SECRET = GAME.codes[5040 * 3 // 4]


def left_on_average(history: list[str], code: str) -> Fraction:
    return Position("p4c10n", history).of(code).expected_left


def codes(table: Table, selector: str) -> list[str]:
    return ["".join(text.split()) for text in table.page.locator(selector).all_inner_texts()]


# ---- Help ------------------------------------------------------------------------------------------------------------


WRITTEN = "1234 1.1\n5167 0.2", "1234:1.1; 5167: 0 2", "1234 1A1B, 5167 ○○", "1234 ●○··\n5167 02"
UNSURE = "1234 1.1 or 0.2\n5678 ?", "1234:0.2|1.1;5678:?", "1234 ○○ или ●○, 5678 ?"


@pytest.mark.parametrize("text", mostly_long(WRITTEN, [WRITTEN[3]]))
def test_guesses_and_replies_are_read_as_people_write_them(visit, text):
    """The best guesses are treebuild's own."""
    table = visit("#g=p4c10n&v=help", path=PLAY)
    table.page.fill("#lines", text)
    table.tap("#read")
    assert table.rows == [("1234", "1.1"), ("5167", "0.2")]
    assert table.text("#helpLeft") == "180 possibilities"
    table.page.wait_for_selector("#best .option")
    history = ["1234:1.1", "5167:0.2"]
    best = Position("p4c10n", history).best("minavg", 1)[0]
    shown = codes(table, "#best .option .tiles")
    assert shown[0] == best.code
    worth = [left_on_average(history, code) for code in shown]
    assert worth == sorted(worth)
    assert table.page.input_value("#lines") == ""


def test_help_by_taps_until_the_review(visit):
    table = visit("#g=p4c10n&v=help", path=PLAY)
    table.page.wait_for_selector("#best .option")
    for guess in ("0123", "4567", GAME.spell(SECRET)):
        table.enter(guess, taps=True)
        bulls, cows = reply_label(GAME, guess, SECRET).split(".")
        table.tap(f"#bulls{bulls}")
        if not table.shows("#again") and table.shows("#cows0"):
            table.tap(f"#cows{cows}")
    assert table.text("h2 >> nth=0") == "Found in 3 guesses!"
    table.page.wait_for_selector("#skill")


@pytest.mark.parametrize("text", mostly_long(UNSURE, [UNSURE[2]]))
def test_help_takes_replies_that_nobody_is_sure_of(visit, text):
    """The candidates are those of some reading, as in a terminal; the review has the replies that the secret gave."""
    table = visit("#g=p4c10n&v=help", path=PLAY)
    table.page.fill("#lines", text)
    table.tap("#read")
    position = Position("p4c10n", ["1234:1.1 or 0.2", "5678:?"])
    assert table.left_to_help == position.left
    table.page.wait_for_selector("#best .option")
    shown = position.of(codes(table, "#best .option .tiles")[0])
    assert shown.expected_left == position.best("minavg", 1)[0].expected_left
    assert "/" in table.text(".history .board") and "I don't know" in table.text(".history .board")
    table.page.reload()
    table.wait()
    assert table.left_to_help == position.left  # they are kept
    table.page.fill("#lines", "1526 4.0")
    table.tap("#read")
    table.page.wait_for_selector("#skill")
    assert table.text("h2 >> nth=0") == "Found in 3 guesses!"


def test_help_takes_a_reply_that_is_not_known_by_a_tap_or_a_key(visit):
    table = visit("#g=p4c6r&v=help", path=PLAY)
    table.page.wait_for_selector("#best .option")
    for tell in (lambda: table.tap("#unknown"), lambda: table.press("?")):
        table.page.locator("#best .option").first.click()
        tell()
        assert table.left_to_help == 1296
    table.page.locator("[id^=back]").first.click()
    assert table.page.locator(".history .board li").count() == 0


def test_help_says_what_it_does_not_understand_and_what_contradicts(visit):
    table = visit("#g=p4c10n&v=help", path=PLAY)
    table.page.fill("#lines", "1234 0.0\nhello 1.1\n5678 0.0")
    table.tap("#read")
    assert table.text("#fault") == "Not understood: hello 1.1"
    assert table.rows == [("1234", "0.0")]
    table.page.fill("#lines", "1235 1.0\n5678 0.0")
    table.tap("#read")
    table.page.wait_for_selector("#bulls0, #fault, #clash, #best")
    assert table.text("#clash") == "Answers 1 and 3 contradict each other: no secret gives them all."
    table.page.reload()
    table.wait()
    assert len(table.rows) == 2  # what fits is kept


# ---- Training --------------------------------------------------------------------------------------------------------


def test_training_tells_which_guess_leaves_least(visit):
    table = visit("#g=p4c10n&v=train", path=PLAY)
    table.page.wait_for_selector(".option")
    history = [f"{code}:{reply}" for code, reply in table.rows]
    options = codes(table, ".option .tiles")
    worth = {code: left_on_average(history, code) for code in options}
    least = min(worth, key=lambda code: worth[code])
    assert len(options) == 4 and worth[least] == Position("p4c10n", history).best("minavg", 1)[0].expected_left
    wrong = next(code for code in options if code != least)
    table.page.locator(".option").nth(options.index(wrong)).click()
    assert table.text("#verdict") == f"No: {least} leaves the fewest."
    assert f"{wrong} can get" in table.text("#why") and table.text("#trained") == "0 of 1 right so far"
    table.tap("#next")
    table.page.wait_for_selector(".option:not([disabled])")


# ---- What games teach ------------------------------------------------------------------------------------------------


def lose_skill(table: Table, games: int) -> None:
    """Play so many games in which the second and third guesses tell little."""
    for _ in range(games):
        for guess in ("0123", "0132", "0132", GAME.spell(SECRET)):
            table.enter(guess)
        table.page.wait_for_selector("#share")
        table.tap("#again")


def take_in(table, file):
    with table.page.expect_file_chooser() as chooser:
        table.tap("#take")
    chooser.value.set_files(file)


def test_statistics_say_what_cost_most_and_offer_positions_to_try_again(visit, tmp_path):
    table = sit_with_secret(visit, 0.75)
    lose_skill(table, 2)
    table.open("statistics")
    assert not table.shows("#learnt")  # two games are too few
    table.open("hides")
    lose_skill(table, 1)
    table.open("statistics")
    table.page.wait_for_selector("#learnt")
    assert table.text("#costliest").startswith("Most was lost by guesses whose reply was known before (3)")
    with table.page.expect_download() as download:
        table.tap("#save")
    saved = tmp_path / "saved.json"
    download.value.save_as(saved)
    table.tap("#again0")
    table.page.wait_for_selector(".option")
    assert "0132" in codes(table, ".option .tiles") and [code for code, _ in table.rows] == ["0123", "0132"]

    other = visit("#g=p4c10n&v=statistics")
    take_in(other, saved)
    other.page.wait_for_selector("#learnt")
    assert other.text("#played") == "3" and other.text("#read") == "Taken in."
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"treebuild": "statistics", "games": {"p4c10n": {"found": "many"}}}))
    take_in(other, bad)
    other.page.wait_for_selector("#read:has-text('no statistics')")
    assert other.text("#played") == "3"
    figures = {"found": [9], "hinted": 0, "given": 0, "best": 0, "races": "many"}
    bad.write_text(json.dumps({"treebuild": "statistics", "games": {"p4c10n": figures}}))
    take_in(other, bad)
    other.page.wait_for_selector("#read:has-text('no statistics')")
    assert other.text("#played") == "3"


BEGUN = {"secret": 1, "guesses": [], "date": ""}
ROUND = {"skill": 0.5, "guesses": [[0, 1]], "costly": []}


@pytest.mark.parametrize(
    ("kept", "view"),
    [
        ({"language": 5}, ""),
        ({"own": {"pegs": 4, "symbols": "x"}}, ""),
        ({"own": {"pegs": 1e9, "symbols": 2}}, ""),
        ({"played": None}, "#g=p4c10n&v=train"),
        ({"played": {"p4c10n": 5}}, "#g=p4c10n&v=statistics"),
        ({"played": {"p4c10n": [ROUND, ROUND, {**ROUND, "costly": [{"at": 7}]}]}}, "#g=p4c10n&v=statistics"),
        ({"played": {"p4c10n": [None]}}, "#g=p4c10n&v=statistics"),
        ({"figures": {"p4c10n": {"found": "x"}}}, ""),
        ({"figures": {"p4c10n": {"best": None}}}, "#g=p4c10n&v=statistics"),
        ({"figures": {"p4c10n": {"races": "x"}}}, "#g=p4c10n&v=statistics"),
        ({"going": {"p4c10n": {"help": {"steps": [5]}}}}, "#g=p4c10n&v=help"),
        ({"going": {"p4c10n": {"hides": {**BEGUN, "pad": {"entry": 7}}}}}, "#g=p4c10n&v=hides"),
    ],
)
def test_what_a_browser_keeps_in_another_form_is_forgotten(visit, kept, view):
    table = visit("", path=PLAY)
    text = json.dumps({"going": {}, "figures": {}, **kept})
    table.page.evaluate("(text) => { localStorage.treebuild = text; }", text)
    table.page.goto("about:blank")
    table.page.goto(PLAY.as_uri() + view)
    table.wait()
    assert table.text("#view") and not table.shows("#broken p")


def test_the_rating_is_elos_against_the_tree_on_the_same_secrets(visit):
    """Three games in four guesses, which the tree finds in as many or more: a draw or a win each."""
    table = sit_with_secret(visit, 0.75)
    lose_skill(table, 3)
    tree = build("larmouth", "p4c10n")  # the page's first
    took = guesses_taken(tree, SECRET)
    rating = 1600.0
    for _ in range(3):
        result = 1 if took > 4 else 0.5 if took == 4 else 0
        rating += 32 * (result - 1 / (1 + 10 ** ((2000 - rating) / 400)))
    table.open("statistics")
    table.page.wait_for_selector("#rating")
    assert table.text("#rating") == f"Rating {round(rating):,}, the machine's 2,000"


def test_who_gives_up_loses_rating(visit):
    table = sit_with_secret(visit, 0.75)
    for _ in range(3):
        table.enter("0123")
        table.tap("#reveal")
        table.page.wait_for_selector("#share")
        table.tap("#again")
    table.open("statistics")
    table.page.wait_for_selector("#rating")
    assert int(re.sub(r"\D", "", table.text("#rating").split(", the")[0])) < 1600
