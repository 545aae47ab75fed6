"""The visitor guesses the page's secret."""

from __future__ import annotations

import pytest

from tests.browser.table import Table, reply_label
from treebuild.tree.tree import Tree

SECRET = "Math.random = () => 0.75"  # the page's pick is then the code at three quarters of all: 7895


def visit_with_secret(visit) -> Table:
    table = visit()
    table.page.evaluate(SECRET)
    table.page.select_option("#tree", "0")  # a new game, which picks anew
    table.tap("#tab-hides")
    return table


def enter(table: Table, code: str, taps: bool) -> None:
    if taps:
        for symbol in code:
            table.tap(f"#key{symbol}")
        table.tap("#submit")
    else:
        table.press(" ".join(code) + " Enter")


def guess_as_the_tree(table: Table, tree: Tree, taps: bool) -> int:
    """Let the tree play against the page, reading its answers off the board; how many guesses it took."""
    replies: list[int] = []
    while (node := tree.after(replies)) >= 0:
        enter(table, tree.game.spell(tree.game.codes[tree.guess[node]]), taps)
        replies.append(tree.game.replies.index(table.rows[-1][1]))
        if replies[-1] == tree.game.win:
            break
    return len(replies)


@pytest.mark.parametrize("taps", [True, False], ids=["taps", "keyboard"])
def test_whole_game(visit, trees, taps):
    table = visit()
    table.tap("#tab-hides")
    taken = guess_as_the_tree(table, trees["larmouth"], taps)
    assert table.text("h2") == f"Found in {taken} guesses!"
    assert table.page.locator(".stage .board li").count() == taken  # beside it, what the tree would have played
    table.tap("#again")
    assert table.rows == []


def test_mastermind(visit, trees):
    table = visit()
    table.page.select_option("#tree", "2")
    table.tap("#tab-hides")
    assert table.page.locator(".many .colour").count() == 6
    taken = guess_as_the_tree(table, trees["parts"], taps=True)
    assert table.text("h2").startswith(f"Found in {taken} guess")


def test_answers_are_right(visit, trees):
    game = trees["larmouth"].game
    secret = game.codes[5040 * 3 // 4]
    table = visit_with_secret(visit)
    guesses = ["0123", "8765", "5798", game.spell(secret)]
    for guess in guesses:
        enter(table, guess, taps=False)
    assert table.rows == [(guess, reply_label(game, guess, secret)) for guess in guesses]


def test_hint_counts_and_names_the_trees_guess(visit, trees):
    tree = trees["larmouth"]
    table = visit_with_secret(visit)
    table.tap("#hint")
    assert table.text("#hinted") == "5,040 possibilities left. The tree would guess: 0123"
    enter(table, "0123", taps=False)
    node = tree.after([tree.game.replies.index(table.rows[0][1])])
    guess = tree.game.spell(tree.game.codes[tree.guess[node]])
    assert table.text("#hinted") == f"{tree.size[node]:,} possibilities left. The tree would guess: {guess}"
    enter(table, "9876", taps=False)
    assert table.text("#hinted").endswith("The tree would guess: \N{EN DASH}")
    table.tap("#hint")
    assert not table.shows("#hinted")


def test_giving_up_shows_the_secret_and_the_trees_way(visit, trees):
    tree = trees["larmouth"]
    table = visit_with_secret(visit)
    table.tap("#reveal")
    assert table.guess == tree.game.spell(tree.game.codes[5040 * 3 // 4])
    assert "The tree would guess:" in table.text(".stage")


def test_entry_refuses_doubles_and_excess(visit):
    table = visit()
    table.tap("#tab-hides")
    table.press("1 1 2 Enter")
    assert (table.guess, table.rows) == ("12", [])
    table.press("3 4 5 Backspace 6")
    assert table.guess == "1236"
    table.press("Backspace Backspace Backspace Backspace Backspace")
    assert table.guess == ""
