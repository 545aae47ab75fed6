"""The visitor guesses the page's secret."""

from __future__ import annotations

import pytest

from tests.conftest import mostly_long
from tests.helpers.browser.table import SECRET, Table, amount, guesses_taken, least_left, reply_label, sit_with_secret
from treebuild.algorithms import build
from treebuild.tree.tree import Tree


@pytest.fixture
def table(visit) -> Table:
    return sit_with_secret(visit, 0.75)


def guess_as_the_tree(table: Table, tree: Tree, taps: bool) -> int:
    """Let the tree play against the page, reading its answers off the board; how many guesses it took."""
    replies: list[int] = []
    while (node := tree.after(replies)) >= 0:
        table.enter(tree.game.spell(tree.game.codes[tree.guess[node]]), taps)
        if table.shows("#again"):
            return len(replies) + 1
        replies.append(tree.game.replies.index(table.rows[-1][1]))
    raise AssertionError("the tree does not find the secret")


@pytest.mark.parametrize("taps", [True, False], ids=["taps", "keyboard"])
def test_a_game_ends_with_what_the_tree_would_have_played(visit, trees, taps):
    table = visit("#g=p4c10n&v=hides")
    taken = guess_as_the_tree(table, trees["larmouth"], taps)
    assert table.text("h2 >> nth=0") == f"Found in {taken} guess{'es' * (taken > 1)}!"
    table.page.wait_for_selector(".trees .board")
    assert table.page.locator(".trees .board li").count() == taken  # beside it, what the tree would have played
    table.tap("#again")
    assert table.rows == []


def test_mastermind_in_colours_and_shapes(visit, trees):
    table = visit("#g=p4c6r&v=hides")
    keys = table.page.locator(".many .colour")
    assert keys.count() == 6
    names = ["O orange", "B blue", "G green", "Y yellow", "P purple", "R red"]
    assert [table.page.get_attribute(f"#key{key}", "aria-label") for key in range(6)] == names
    shapes = keys.evaluate_all("""(tiles) => tiles.map((tile) => {
        const { clipPath, borderRadius } = getComputedStyle(tile, "::before");
        return clipPath + borderRadius;
    })""")
    assert len(set(shapes)) == 6
    taken = guess_as_the_tree(table, trees["parts"], taps=True)
    assert table.text("h2 >> nth=0").startswith(f"Found in {taken} guess")


def test_answers_are_right_and_say_how_many_are_left(table, trees):
    tree = trees["larmouth"]
    game = tree.game
    guesses = ["0123", "8765", "5798"]
    left = set(game.codes)
    for guess in guesses:
        table.enter(guess)
        reply = reply_label(game, guess, SECRET)
        left = {code for code in left if reply_label(game, guess, code) == reply}
        assert table.page.locator(".history .left").last.inner_text() == f"{len(left):,} possible"
        assert f"{len(left):,} possible" in table.text("#said")
    assert table.rows == [(guess, reply_label(game, guess, SECRET)) for guess in guesses]


def test_hints_for_any_position(table, trees):
    """On the tree's way and off it: the best of all codes, against a count of the test's own."""
    tree = trees["larmouth"]
    table.enter("0123")
    table.tap("#hint")
    best, least, _ = least_left(tree, ["0123"], SECRET)
    node = tree.after([tree.game.replies.index(table.rows[0][1])])
    play = tree.game.spell(tree.game.codes[tree.guess[node]])
    table.page.wait_for_selector("#hinted p:not(.hint)")
    same = f"Try {best}: it leaves {amount(least)} on average"
    assert table.text("#hinted") == same + (f"; the machine plays {play}" if play != best else "")
    guesses = ["0123", "0145", "9876"]
    for guess in guesses[1:]:
        table.enter(guess)
        assert not table.shows("#hinted")  # a hint is for one guess
    table.tap("#hint")
    best, least, _ = least_left(tree, guesses, SECRET)
    table.page.wait_for_selector(f"text=Try {best}: it leaves {amount(least)} on average")
    assert best in table.text("#said")
    table.tap("#hint")
    assert not table.shows("#hinted")


def test_the_search_is_the_workers(visit):
    """The page's policy lets it run; and where a browser gives no worker, the page finds the same itself."""
    table = visit("#g=p4c10n&v=hides")
    assert len(table.page.workers) == 1
    table.page.add_init_script("delete globalThis.Worker")
    table.page.reload()
    table.wait()
    table.tap("#hint")
    table.page.wait_for_selector("text=Try 0123: it leaves 931 on average")
    assert table.page.workers == []


@pytest.mark.long
def test_five_digits_are_searched_along_the_way(visit):
    """The hint is the guess of treebuild's own minavg, whose tree of 30240 codes the page does not have."""
    tree = build("minavg", "p5c10n")
    table = visit("#g=p5c10n&r=minavg&v=hides")
    game = tree.game
    replies: list[int] = []
    for _ in range(3):
        table.tap("#hint")
        guess = game.spell(game.codes[tree.guess[tree.after(replies)]])
        table.page.wait_for_selector(f"#hinted :text('Try {guess}')")
        table.enter(guess)
        replies.append(game.replies.index(table.rows[-1][1]))
        if tree.after(replies) < 0:
            break


def test_what_is_no_guess_is_answered_in_words(visit):
    table = visit("#g=p4c10n&v=hides")
    table.press("1 1")
    assert table.text("#complaint") == table.text("#said") == "1 is there already: all are different"
    table.press("2 Enter")
    assert table.text("#complaint") == "2 more to go" and table.rows == []
    table.press("3 4 5")
    assert table.text("#complaint") == "Those are 4 already: Guess, or erase one"
    assert table.guess == "1234"
    table.press("Backspace 6")
    assert table.guess == "1236" and table.text("#complaint") == ""
    table.press("Backspace Backspace Backspace Backspace Backspace")
    assert table.guess == ""
    table.tap("#submit")
    assert table.text("#complaint") == "4 more to go"


def test_marks_on_digits(table):
    table.tap("#marks")
    for presses in range(1, 5):
        for _ in range(presses):
            table.tap(f"#key{presses}")
    names = {key: table.page.get_attribute(f"#key{key}", "aria-label") for key in range(5)}
    assert names == {0: "0", 1: "1, out", 2: "2, in", 3: "3, here", 4: "4, perhaps"}
    table.press("4")  # the keyboard marks too; once more is no mark
    assert table.page.get_attribute("#key4", "aria-label") == "4"
    assert table.guess == ""
    table.tap("#marks")
    table.enter("1234")
    assert len(table.rows) == 1 and table.page.get_attribute("#key1", "aria-label") == "1, out"
    table.page.reload()
    table.wait()
    assert table.page.get_attribute("#key3", "aria-label") == "3, here"


def test_giving_up_shows_the_secret_and_the_trees_way(table, trees):
    tree = trees["larmouth"]
    table.tap("#reveal")
    assert table.guess == tree.game.spell(SECRET)
    table.page.wait_for_selector(".trees .board")
    taken = guesses_taken(tree, SECRET)
    assert f"The machine finds it in {taken} guesses:" in table.text(".trees")
    assert table.page.locator(".trees .board li").count() == taken


def test_a_reload_resumes_the_game(table):
    table.enter("0123")
    table.press("4 5")
    before = table.rows
    table.page.reload()
    table.wait()
    assert (table.rows, table.guess) == (before, "45")
    for view, keys in (("finds", "0 1 1 1"), ("race", "0 1 2 3 Enter 0 1")):
        table.open(view)
        table.press(keys)
        shown = table.text("#view")
        table.page.reload()
        table.wait()
        assert table.text("#view") == shown
    table.open("hides")
    assert table.rows == before
    table.tap("#games")
    table.page.wait_for_selector(".badge")
    assert table.page.locator(".badge").count() == 1


@pytest.mark.parametrize("view", mostly_long(("hides", "finds", "race", "daily", "statistics"), ["daily"]))
def test_what_was_kept_may_be_damaged(visit, view):
    table = visit("#g=p4c10n&v=hides")
    table.enter("0123")
    kept = table.page.evaluate("localStorage.treebuild")
    for damaged in (
        "{",
        "null",
        "[]",
        '{"going": 1}',
        kept.replace('"secret":', '"secret":"x",'),
        kept.replace("[0", "[-7"),
    ):
        table.page.evaluate("(text) => { localStorage.treebuild = text; }", damaged)
        table.page.reload()
        table.wait()
        table.open(view)
        assert table.shows("#view section")
