"""Looking around inside the trees."""

from __future__ import annotations

import re

import pytest

from treebuild.tree.tree import Tree


def way(tree: Tree, code: str) -> list[str]:
    """The guesses a tree makes on the way to a secret."""
    game, replies, guesses = tree.game, [], []
    while (node := tree.after(replies)) >= 0:
        guess = game.codes[tree.guess[node]]
        guesses.append(game.spell(guess))
        replies.append(game.reply(guess, game.parse(code)))
    return guesses


@pytest.fixture
def table(visit):
    table = visit()
    table.tap("#tab-explore")
    return table


def test_chart_and_facts(table, trees):
    tree = trees["larmouth"]
    shown = [int(re.sub(r"\D", "", text)) for text in table.page.locator(".chart td").all_inner_texts()]
    assert shown == list(tree.counts)
    assert table.text(".chart caption") == f"Guesses needed: {tree.total:,}"
    assert table.text(".outline h2").startswith(f"Bulls & Cows: average {tree.total / 5040:.4f}")


def test_outline_opens_lazily_and_closes(table, trees):
    tree = trees["larmouth"]
    rows = table.page.locator(".outline .node[aria-expanded], .outline li > div.node")
    assert rows.count() == 1 + 13
    second = table.page.locator(".outline button.node").nth(1)
    first = int(tree.child[0][0])
    cells = [int(re.sub(r"\D", "", text)) for text in second.locator(".cell").all_inner_texts()]
    assert cells == [tree.size[first], tree.nth[first], tree.e[first]]
    second.press("Enter")
    below = sum(child >= 0 for child in tree.child[first])
    assert rows.count() == 14 + below
    assert second.get_attribute("aria-expanded") == "true"
    second.press("Enter")
    assert second.get_attribute("aria-expanded") == "false"
    assert table.page.locator(".outline ul:visible").count() == 2


def test_thousands_of_nodes_stay_smooth(table, trees):
    """Opens everything, one click a node, within a few seconds."""
    milliseconds = table.page.evaluate("""() => {
        const start = performance.now();
        for (let closed; (closed = document.querySelectorAll(".outline [aria-expanded=false]")).length;) {
            for (const node of closed) node.click();
        }
        return performance.now() - start;
    }""")
    assert table.page.locator(".outline li").count() == len(trees["larmouth"])
    assert milliseconds < 10_000


def test_way_to_a_secret_in_two_trees(table, trees):
    table.page.fill("#search", "4721")
    assert [code for code, _ in table.rows] == way(trees["larmouth"], "4721")
    table.page.select_option("#compare", "0")
    assert [code for code, _ in table.rows] == way(trees["larmouth"], "4721") + way(trees["minavg"], "4721")
    assert table.page.locator(".outline").count() == 2
    table.page.fill("#search", "4744")
    assert table.rows == []
