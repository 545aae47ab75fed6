"""Looking around inside the trees, in words and in the picture."""

from __future__ import annotations

import re

import pytest

from tests.helpers.browser.table import Table
from treebuild.tree.tree import Tree


def way(tree: Tree, code: str) -> list[str]:
    """The guesses a tree makes on the way to a secret."""
    game, replies, guesses = tree.game, [], []
    while (node := tree.after(replies)) >= 0:
        guess = game.codes[tree.guess[node]]
        guesses.append(game.spell(guess))
        replies.append(game.reply(guess, game.parse(code)))
    return guesses


def position(tree: Tree, node: int) -> str:
    average = f"{tree.e[node] / tree.size[node]:.2f}"
    size, worst = f"{tree.size[node]:,}", tree.nth[node]
    return f"{size} possible here; the machine finds each in at most {worst} guesses in all, {average} on average."


@pytest.fixture
def table(visit) -> Table:
    return visit("#g=p4c10n&v=explore")


def test_the_beginning_in_words(table, trees):
    tree = trees["larmouth"]
    assert table.text("h2") == "The machine begins with" and table.guess == "0123"
    assert table.text("#position") == position(tree, 0)
    rows = [row.split("\n") for row in table.page.locator("button.way").all_inner_texts()]
    children = tree.root.children.values()
    assert len(rows) == 1 + len(children)
    for row, child in zip(rows[:-1], children, strict=True):
        flat = "".join(row).replace(",", "")
        assert flat == f"{child.size}{child.guess}{child.worst}{float(child.average):.2f}"
    shown = [int(re.sub(r"\D", "", text)) for text in table.page.locator(".chart td").all_inner_texts()]
    assert shown == list(tree.counts)


def test_down_and_up_again(table, trees):
    tree = trees["larmouth"]
    first = tree.child(0, 1)
    table.tap("#way1")
    assert table.text("#position") == position(tree, first)
    assert table.guess == tree.game.spell(tree.game.codes[tree.guess[first]])
    assert position(tree, first) in table.text("#said")
    table.tap("#way0")
    assert table.text("#position") == position(tree, tree.child(first, 0))
    table.tap("#up1")
    assert table.text("#position") == position(tree, first)
    table.tap("#top")
    assert table.text("#position") == position(tree, 0)


def test_find_opens_the_way_to_a_secret(table, trees):
    table.page.fill("#search", "4721")
    table.press("Enter")
    table.page.wait_for_selector(".won")
    assert table.guess == "4721" and [code for code, _ in table.rows] == way(trees["larmouth"], "4721")
    table.tap("#up1")
    assert [code for code, _ in table.rows] == way(trees["larmouth"], "4721")[:1]
    for wrong in ("4744", "x", "", "47 21 "):
        table.page.fill("#search", wrong)
        table.tap("#find")
        said = f"{wrong.strip() or chr(0x2013)}: no such secret here"
        assert table.text("#missing") == table.text("#said") == said


def test_another_tree_beside_it(table, trees):
    table.page.fill("#search", "4721")
    table.press("Enter")
    table.page.wait_for_selector(".won")
    table.page.select_option("#compare", "0")
    table.page.wait_for_selector(".aside .board")
    assert [code for code, _ in table.rows] == way(trees["larmouth"], "4721")
    beside = table.page.locator(".aside .board .tiles").all_text_contents()
    assert beside == way(trees["minavg"], "4721")
    assert table.page.locator(".chart .of1").count() > 1


def test_the_shape_can_be_pointed_at(table, trees):
    """Every place in the picture leads to the node that is there: a row a guess, as wide as what is left."""
    tree = trees["larmouth"]
    box = table.page.locator(".icicle").bounding_box()
    rows = len(tree.counts)
    node = tree["1.0"]
    begins = sum(before.size for before in tree.root.children.values() if before.index < node.index)
    place = {"x": box["width"] * (begins + node.size / 2) / 5040, "y": box["height"] * 1.5 / rows}
    table.page.locator(".icicle").hover(position=place)
    said = "".join(table.text("#pointed").split())
    assert said == f"0123{node.guess}{node.size:,}possible"
    table.page.locator(".icicle").click(position=place)
    assert table.text("#position") == position(tree, node.index)
    assert table.page.locator("rect.here").count() == 1


def test_five_digits_are_explored_as_one_goes(visit):
    table = visit("#g=p5c10n&r=minavg&v=explore")
    assert table.guess == "01234" and "found as you go" in table.text(".shape")
    assert [
        int(text.replace(",", "")) for text in table.page.locator("button.way span:nth-child(2)").all_inner_texts()[:3]
    ] == [120, 2400, 7800]
    table.page.fill("#search", "47210")
    table.press("Enter")
    table.page.wait_for_selector(".won")
    assert table.guess == "47210" and table.rows[-1] == ("47210", "5.0")
