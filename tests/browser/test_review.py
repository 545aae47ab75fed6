"""What the page says of a game when it is over, counted again by the test; races, the daily secret, statistics."""

from __future__ import annotations

import json
import math
import random
import re
from pathlib import Path

import pytest

from tests.conftest import mostly_long
from tests.helpers.browser.table import (
    SECRET,
    Table,
    amount,
    copied,
    guesses_taken,
    least_left,
    reply_label,
    secret_of,
    sit_with_secret,
)
from treebuild.algorithms import build
from treebuild.analysis.review import FEW, review
from treebuild.codec import ranked
from treebuild.game.game import Game, Rule
from treebuild.publish import page as web
from treebuild.publish.best import STRONGEST

PLAY = Path(__file__).parent.parent.parent / "trees" / "play.html"
GAME = Game.from_rules("p4c10n")


def play_out(table: Table, guesses: list[str]) -> None:
    for guess in guesses:
        table.enter(guess)
    table.page.wait_for_selector("#share")


def test_luck_and_skill_guess_by_guess(visit, trees):
    tree = trees["larmouth"]
    table = sit_with_secret(visit, 0.75)
    guesses = ["0123", "0145", "9876", GAME.spell(SECRET)]
    play_out(table, guesses)
    skill, luck, left = [], 1.0, set(GAME.codes)
    remarks = table.page.locator(".remark").all_inner_texts()
    for at, guess in enumerate(guesses):
        best, least, every = least_left(tree, guesses[:at], SECRET)
        mine = every[GAME.codes.index(GAME.parse(guess))]
        reply = reply_label(GAME, guess, SECRET)
        if len(left) > FEW:
            assert f"this guess leaves {amount(mine)} possible on average" in remarks[at]
            assert (f"the best, {best}, leaves {amount(least)}" in remarks[at]) == (least < mine)
            skill.append(least / mine)
        left = {code for code in left if reply_label(GAME, guess, code) == reply}
        luck *= mine / len(left)
    assert remarks[0].endswith("the machine would guess 0123")
    node = tree.after([GAME.replies.index(reply_label(GAME, "0123", SECRET))])
    assert remarks[1].endswith(f"the machine would guess {GAME.spell(GAME.codes[tree.guess[node]])}")
    share = math.prod(skill) ** (1 / len(skill))
    assert table.text("#skill") == f"{share:.0%}"
    times = max(luck, 1 / luck)
    assert f"{times:.{int(times < 10)}f}\N{MULTIPLICATION SIGN} " in table.text(".figures")
    worst = min(range(len(skill)), key=lambda at: skill[at])
    assert table.text("#lesson").startswith(f"Guess {worst + 1}, {guesses[worst]}, left ")


@pytest.mark.parametrize("pegs", [3, 5])
@pytest.mark.parametrize("distinct", [True, False])  # words that name a letter twice are counted in another way
def test_what_guesses_of_words_leave(visit, tmp_path, pegs, distinct):
    rng = random.Random(pegs)
    words = sorted({"".join(rng.choices("abcdefg", k=pegs)) for _ in range(150)})
    codes = [tuple(map("abcdefg".index, word)) for word in words]
    tree = build("minavg", Game.from_symbols("w", Rule("wordle", pegs), "abcdefg", codes))
    path = tmp_path / "words.html"
    path.write_text(web.page([("", tree)]), "utf-8")
    table = visit("", path=path)
    table.page.evaluate("Math.random = () => 0")
    table.tap("#reveal")
    table.tap("#again")
    guess = next(word for word in words[1:] if (len(set(word)) == pegs) == distinct)
    play_out(table, [guess, words[0]])
    best, least, every = least_left(tree, [], codes[0])
    mine = every[words.index(guess)]
    remark = table.page.locator(".remark").first.inner_text()
    assert remark.startswith(f"this guess leaves {amount(mine)} possible on average")
    assert (f"the best, {best.upper()}, leaves {amount(least)}" in remark) == (least < mine)


@pytest.mark.parametrize(
    "guesses", [["0123", "4567", "4071", "4801", "4081", "9421", "4721"], ["4567", "1234", "4710", "4721"]]
)
def test_guesses_for_few_possibilities_are_compared_as_python_compares_them(visit, guesses):
    table = sit_with_secret(visit, 0.75)
    play_out(table, [*guesses, GAME.spell(SECRET)])
    found = review(GAME, [*guesses, GAME.spell(SECRET)], GAME.spell(SECRET))
    assert table.text("#skill") == f"{found.skill:.0%}"
    remarks = iter(table.page.locator(".remark").all_inner_texts())
    for number, move in enumerate(found.moves, 1):
        if move.before == 1 and move.skill == 1:
            continue
        remark = next(remarks)
        if move.before == 1:
            assert remark == f"Guess {number}, {move.guess}, was wasted: only {move.best} was left."
        elif move.needed is not None:
            assert f"this guess needs {float(move.needed):.2f} guesses on average" in remark
            assert ("the best, " in remark) == (move.skill < 1)
            assert move.skill == 1 or f", needs {float(move.best_needed):.2f}" in remark


def test_a_wasted_guess_is_told(visit):
    table = sit_with_secret(visit, 0.75)
    play_out(table, ["0123", "0123", GAME.spell(SECRET)])
    assert table.text("#lesson") == "Guess 2 told nothing: everything possible answers it alike."


def test_the_result_has_no_spoilers(visit):
    table = sit_with_secret(visit, 0.75)
    guesses = ["0123", "5678", GAME.spell(SECRET)]
    play_out(table, guesses)
    text = copied(table, "#share")
    first, *rows, last = text.splitlines()
    assert first == "Bulls and Cows · 3 guesses" and re.match(r"Skill \d+%, luck: ", last)
    bulls, cows = reply_label(GAME, "0123", SECRET).split(".")
    marks = "●" * int(bulls) + "○" * int(cows)
    assert rows[0].startswith(marks.ljust(4, "·") + " ") and rows[-1] == "●●●● found"
    assert all(guess not in text for guess in guesses)


# ---- Race ------------------------------------------------------------------------------------------------------------


def race(table: Table, mine: list[str], secret: str) -> None:
    """Guess these by turns, and answer the machine for a secret, until somebody has found."""
    for guess in mine:
        table.enter(guess)
        asked = table.guess
        label = reply_label(GAME, asked, GAME.parse(secret))
        table.press(" ".join(label.split(".")) if label[0] < "3" else label[0])
        if table.shows("#again"):
            return


OUTCOMES = [(2, "You win!"), (1, "A draw"), (0, "It wins")]


@pytest.mark.parametrize(("fewer", "outcome"), mostly_long(OUTCOMES, OUTCOMES[1:2]))
def test_a_race_against_the_strongest(visit, fewer, outcome):
    """Each finds in its turn; the visitor begins, so the machine has the last guess."""
    tree = ranked.decode(STRONGEST.encode(), GAME)
    secret = GAME.spell(SECRET)
    theirs = "4721"
    takes = guesses_taken(tree, GAME.parse(theirs))
    others = ["0123", "1234", "2345", "3456", "4567", "5678", "6789"]
    mine = [*others[: takes - fewer], secret] if fewer else others
    table: Table = visit("", path=PLAY)
    table.page.evaluate("Math.random = () => 0.75")
    table.go("#g=p4c10n&v=race")
    race(table, mine, theirs)
    assert table.text("h2 >> nth=0") == outcome and outcome in table.text("#said")
    assert table.guess == secret
    machine = table.page.locator(".sides > div").nth(1).locator("li .tiles").all_inner_texts()
    found = [int(won) for won in ("You" in outcome, "draw" in outcome, "It" in outcome)]
    assert len(machine) == min(len(mine), takes)
    table.open("statistics")
    assert table.text("#races") == " · ".join(map(str, found))


def test_a_mistaken_answer_in_a_race_is_mended(visit):
    table = visit("#g=p4c10n&v=race")
    for guess, answers in (("0123", "0 4"), ("4567", "0 0")):
        table.enter(guess)
        table.press(answers)
    assert table.text("h2 >> nth=0") == "Nothing fits these answers"
    table.tap("#back1")
    assert table.text("h2 >> nth=0") == "It guesses your secret" and not table.shows(".blamed")


# ---- Daily -----------------------------------------------------------------------------------------------------------


def day(visit, date: str, name: str = "p4c10n") -> Table:
    table: Table = visit("", path=PLAY)
    table.page.clock.set_fixed_time(f"{date}T09:00:00")
    table.go(f"#g={name}&v=daily")
    return table


@pytest.mark.parametrize("name", mostly_long(["p4c10n", "p4c6r"], ["p4c6r"]))
def test_the_daily_secret_is_the_same_for_everyone(visit, name):
    game = Game.from_rules(name)
    found = set()
    for date, day_named in (
        ("2026-11-22", "November 22"),
        ("2026-11-23", "November 23"),
        ("2028-02-29", "February 29"),
    ):
        secret = secret_of(date, game, name)
        found.add(secret)
        table = day(visit, date, name)
        assert table.text("h2") == f"The secret of {day_named}"
        table.enter(secret)
        assert table.text("h2 >> nth=0") == "Found in 1 guess!"
    assert len(found) == 3


def test_the_daily_secret_is_tried_once(visit):
    table = day(visit, "2026-11-22")
    assert not table.shows("#hint")
    first = "0123" if secret_of("2026-11-22", GAME, "p4c10n") != "0123" else "4567"
    table.enter(first)
    assert not table.shows(".history .left")  # nor how many are left, before the end
    table.enter(secret_of("2026-11-22", GAME, "p4c10n"))
    table.page.wait_for_selector("#share")
    assert "2026-11-22" in copied(table, "#share").splitlines()[0]
    assert not table.shows("#again") and not table.shows("#submit")
    table.page.reload()
    table.page.clock.set_fixed_time("2026-11-22T23:00:00")
    table.wait()
    assert not table.shows("#submit") and "Done for today" in table.text(".stage")
    table.page.clock.set_fixed_time("2026-11-23T00:10:00")
    table.page.reload()
    table.wait()
    assert table.shows("#submit") and table.text("h2") == "The secret of November 23"
    table.enter(secret_of("2026-11-23", GAME, "p4c10n"))
    table.open("statistics")
    assert table.text("#days") == "2"


# ---- Statistics ------------------------------------------------------------------------------------------------------


def test_statistics_are_kept_exported_and_cleared(visit, trees):
    table = sit_with_secret(visit, 0.75)
    secret = GAME.spell(SECRET)
    for guesses in (["0123", secret], ["4567", secret], [secret]):
        play_out(table, guesses)
        table.tap("#again")
    table.tap("#hint")
    play_out(table, [secret])
    table.tap("#again")
    table.tap("#reveal")
    table.open("statistics")
    figures = {name: table.text(f"#{name}") for name in ("played", "average", "streak", "best", "hinted", "given")}
    assert figures == {"played": "5", "average": "1.67", "streak": "0", "best": "3", "hinted": "1", "given": "1"}
    rows = [cell.split() for cell in table.page.locator(".chart td").all_inner_texts()]
    counts = trees["larmouth"].counts
    assert [row[0] for row in rows[:3]] == ["1", "2", "0"]
    assert [int(row[1].replace(",", "")) for row in rows] == list(counts)
    with table.page.expect_download() as download:
        table.tap("#save")
    kept = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert kept["games"]["p4c10n"]["found"] == [1, 2]
    table.page.reload()
    table.wait()
    assert table.text("#played") == "5"
    table.tap("#clear")
    assert table.text("#clear") == "Really clear?" and table.text("#played") == "5"
    table.tap("#clear")
    assert "Nothing yet" in table.text("#view")
    table.page.reload()
    table.wait()
    assert "Nothing yet" in table.text("#view")


def test_games_are_counted_apart(visit):
    table = sit_with_secret(visit, 0.5, "p4c6r")
    table.tap("#reveal")
    table.open("statistics")
    assert table.text("#given") == "1"
    table.go("#g=p4c10n&v=statistics")
    assert "Nothing yet" in table.text("#view")


# ---- Against a friend ------------------------------------------------------------------------------------------------


def test_two_get_the_same_secret_by_a_link_and_compare_their_results(visit):
    link = "#g=p4c10n&v=duel&s=k3x9qa"
    secret = secret_of("k3x9qa", GAME, "p4c10n")
    other = next(code for code in ("0123", "4567") if code != secret)
    mine, theirs = visit(link, path=PLAY), visit(link, path=PLAY)
    assert not mine.shows("#hint") and mine.text("h2") == "Against a friend"
    mine.enter(secret)
    for guess in (other, secret):
        theirs.enter(guess)
    mine.page.wait_for_selector("#share")
    theirs.page.wait_for_selector("#share")
    for table, friend, verdict in ((mine, theirs, "You win!"), (theirs, mine, "Your friend wins")):
        table.page.fill("#theirs", copied(friend, "#share"))
        assert table.text("#duelVerdict") == verdict
    mine.page.fill("#theirs", copied(mine, "#share"))
    assert mine.text("#duelVerdict") == "A draw"
    result = copied(theirs, "#share")
    mine.page.fill("#theirs", f"Ann, 10:42:\n> {result}".replace("\n", "\n> "))  # as a messenger quotes it
    assert mine.text("#duelVerdict") == "You win!"
    for no_result in (result.replace("k3x9qa", "other1"), "\n".join(result.split("\n")[:2]), link, "4 guesses"):
        mine.page.fill("#theirs", no_result)
        assert mine.text("#duelVerdict") == "This is not a whole result of this secret."
    mine.page.reload()
    mine.wait()
    assert mine.shows("#theirs")  # it was tried once


def test_a_friend_who_gives_up_loses(visit):
    link = "#g=p4c10n&v=duel&s=k3x9qa"
    secret = secret_of("k3x9qa", GAME, "p4c10n")
    mine, theirs = visit(link, path=PLAY), visit(link, path=PLAY)
    mine.enter(secret)
    theirs.enter(next(code for code in ("0123", "4567") if code != secret))
    theirs.tap("#reveal")
    for table, friend, verdict in ((mine, theirs, "You win!"), (theirs, mine, "Your friend wins")):
        friend.page.wait_for_selector("#share")
        table.page.fill("#theirs", copied(friend, "#share"))
        assert table.text("#duelVerdict") == verdict


def test_a_race_invites_a_friend(visit):
    table = visit("#g=p4c10n&v=race", path=PLAY)
    table.tap("#accept")
    table.page.wait_for_selector("text=Against a friend")
    assert re.search(r"v=duel&.*s=[a-z0-9]+$", table.page.url)


def test_a_friends_link_is_pasted(visit):
    """Pages from disk are elsewhere for a friend: their links are what comes after the place, and are pasted."""
    mine, theirs = (visit("#g=p4c10n&v=race", path=PLAY) for _ in range(2))
    invitation = copied(mine, "#invite")
    assert re.fullmatch(r"#g=p4c10n&v=duel&s=[a-z0-9]{6}", invitation)
    theirs.page.fill("#join", "come and play")
    theirs.page.keyboard.press("Tab")
    assert theirs.text("#broken") == "This link is damaged: copy it again, whole."
    theirs.page.fill("#join", f"come and play: https://example.org/play.html{invitation} see you")
    theirs.page.wait_for_selector("#submit")
    theirs.wait()
    assert theirs.page.url.endswith(invitation) and not theirs.shows("#broken p")
    mine.tap("#accept")
    mine.page.wait_for_selector("text=Against a friend")
    mine.wait()
    for table in (mine, theirs):
        table.enter("0123", taps=True)  # keys may go to a page that is not in front yet
    assert mine.rows == theirs.rows
