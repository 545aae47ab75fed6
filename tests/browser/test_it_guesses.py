"""The page guesses the visitor's secret."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from tests.helpers.browser.table import guesses_taken, reply_label
from treebuild.game.reply_matrix import partition, reply_matrix


@pytest.mark.parametrize("taps", [True, False], ids=["taps", "keyboard"])
def test_the_page_finds_the_secret(visit, trees, taps):
    tree = trees["larmouth"]
    secret = tree.game.parse("7351")
    table = visit()
    assert table.play(tree, secret, taps) == guesses_taken(tree, secret)
    assert table.text("h2") == f"Found in {guesses_taken(tree, secret)} guesses!"
    assert table.guess == "7351"
    counts = [int(re.sub(r"\D", "", row)) for row in table.page.locator(".chart td").all_inner_texts()]
    assert counts == list(tree.counts)
    assert table.text(".chart .mine th") == str(guesses_taken(tree, secret))


def test_mastermind_in_colour(visit, trees):
    tree = trees["parts"]
    table = visit("#g=p4c6r&v=finds")
    assert table.page.locator(".large .colour").count() == 4
    assert table.guess == "".join("OBGYPR"[symbol] for symbol in tree.game.codes[tree.guess[0]])  # the second cue
    secret = tree.game.parse("5253")
    assert table.play(tree, secret, taps=True) == guesses_taken(tree, secret)


def test_every_first_reply(visit, trees):
    tree = trees["larmouth"]
    replies = reply_matrix(tree.game)
    parts = dict(partition(replies, int(tree.guess[0]), np.arange(5040, dtype=np.int32)))
    assert len(parts) == 14
    table = visit()
    for reply, label in enumerate(tree.game.replies[:-1]):
        assert table.left == 5040
        table.answer_by_taps(label)
        node = tree.child(0, reply)
        assert table.left == len(parts[reply]) == tree.size[node]
        assert table.guess == tree.game.spell(tree.game.codes[tree.guess[node]])
        assert f"at most {tree.nth[node] - 1} more" in table.text(".stage .hint")
        assert table.rows == [("0123", label)]
        table.tap("#back0")
    table.answer_by_taps("4.0")
    assert table.text("h2") == "Found in 1 guess!"


@pytest.mark.long
def test_random_secrets_take_what_the_replay_takes(visit, trees):
    """300 secrets through the page itself: keys in, tiles out, with a reply function of the test's own."""
    tree = trees["larmouth"]
    secrets = random.Random(6).sample(tree.game.secrets, 300)
    taken = visit().page.evaluate(
        """(secrets) => secrets.map((secret) => {
            const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            for (let guesses = 1; ; guesses++) {
                const guess = document.querySelector(".large").textContent;
                const bulls = [...guess].filter((symbol, at) => Number(symbol) === secret[at]).length;
                const cows = [...guess].filter((symbol) => secret.includes(Number(symbol))).length - bulls;
                press(String(bulls));
                if (bulls === 4) { press("Enter"); return guesses; }
                if (bulls < 3) press(String(cows));
            }
        })""",
        [list(secret) for secret in secrets],
    )
    assert taken == [guesses_taken(tree, secret) for secret in secrets]


def test_few_candidates_are_listed(visit, trees):
    game = trees["larmouth"].game
    table = visit()
    assert not table.shows(".listing")
    table.press("0 4")
    listed = ["".join(text.split()) for text in table.page.locator(".listing .tiles").all_inner_texts()]
    assert listed == [game.spell(code) for code in game.codes if reply_label(game, "0123", code) == "0.4"]


def test_undo(visit):
    table = visit()
    guesses = [table.guess]
    for answer in ("0 1", "1 1", "0 2"):
        table.press(answer)
        guesses.append(table.guess)
    table.press("1 Backspace")  # half an answer is taken back before a whole one
    assert table.guess == guesses[3]
    table.press("Backspace")
    assert (table.guess, len(table.rows)) == (guesses[2], 2)
    table.tap("#back0")
    assert (table.guess, table.rows) == (guesses[0], [])
    table.press("Backspace")
    assert table.guess == guesses[0]


def test_contradiction_names_the_answers_to_check(visit, trees):
    table = visit()
    table.press("0 4")  # four cows: only the nine derangements of 0123 are left
    assert table.left == 9
    table.press("0 0")  # could be, had the first answer been another
    assert table.text("h2") == "Nothing fits these answers"
    assert table.text("#clash") == "Answers 1 and 2 contradict each other: no secret gives them all."
    assert table.text("#clash") in table.text("#said")
    assert table.page.locator(".history .blamed").count() == 2
    table.tap("#back1")
    assert table.left == 9
    table.press("0 0 Backspace")
    assert (table.left, len(table.rows)) == (9, 1)


def test_a_contradiction_can_be_mended_in_place(visit, trees):
    """Every reply that is offered instead fits all others; the game goes on from there, after a reload too."""
    game = trees["larmouth"].game
    table = visit()
    table.press("0 4 0 0")
    second = table.rows[1][0]
    codes = [code for code in game.codes if reply_label(game, second, code) == "0.0"]
    fitting = {game.replies.index(reply_label(game, "0123", code)) for code in codes}
    offered = table.page.locator("[id^='mend0']").evaluate_all("(keys) => keys.map((key) => key.id)")
    assert offered == [f"mend0.{reply}" for reply in sorted(fitting)]
    reply = min(fitting)
    table.page.click(f"[id='mend0.{reply}']")
    table.page.wait_for_selector("#bulls0")
    left = [code for code in codes if reply_label(game, "0123", code) == game.replies[reply]]
    assert table.left == len(left)
    assert table.rows == [("0123", game.replies[reply]), (second, "0.0")]
    secret, guess = left[-1], table.guess
    table.page.reload()
    table.wait()
    table.page.wait_for_selector("#bulls0")
    assert (table.left, table.guess) == (len(left), guess)
    for _ in range(8):
        label = reply_label(game, table.guess, secret)
        table.press(" ".join(label.split(".")) if label[0] < "3" else label[0])
        if label == "4.0":
            break
        table.page.wait_for_selector("#bulls0")
    assert table.guess == game.spell(secret) and table.shows("#again")


def test_replies_that_cannot_come_are_greyed_and_explained(visit):
    table = visit()
    assert table.page.locator(".unfit").count() == 0
    table.press("0 4")
    greyed = table.page.locator(".unfit")
    assert "Nothing fits" in greyed.first.get_attribute("aria-label")
    table.tap("#bulls0")
    table.tap("#cows0")
    assert table.text("h2") == "Nothing fits these answers"


def test_screen_reader_hears_every_step(visit):
    table = visit()
    table.press("0 1")
    said = table.text("#said")
    assert said.startswith("Guess 2. " + " ".join(table.guess))
    assert "1,440 possibilities" in said
    table.press("1 1")
    assert table.text("#said").startswith("Guess 3. ")
