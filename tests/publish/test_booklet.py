"""The booklet: whoever plays by it alone finds every secret in as many guesses as the tree."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.helpers.small_games import words
from treebuild.algorithms import build
from treebuild.errors import TreebuildError
from treebuild.game.user_input import read_code
from treebuild.publish import booklet as paper
from treebuild.publish.best import best
from treebuild.tree.tree import Tree


def positions(html: str) -> dict[str, tuple[str, dict[str, tuple[str, str]]]]:
    """number: (guess, {reply: (sign, position or secret)}), as a reader sees them."""
    found = {}
    for number, guess, ways in re.findall(r'<p id="p\d+"><b>(\d+)</b> <b>(.*?)</b> (.*?)</p>', html):
        leads = [unescape(way).rsplit(" ", 2) for way in re.findall(r"<span>(.*?)</span>", ways)]
        found[number] = unescape(guess), {reply: (sign, to) for reply, sign, to in leads}
    return found


def played(tree: Tree, html: str) -> list[int]:
    """The guesses that each secret takes, by the booklet."""
    game, pages = tree.game, positions(html)
    taken = []
    for secret in game.secrets:
        number, guesses = "1", 1
        while True:
            guess, ways = pages[number]
            reply = game.reply(read_code(game, guess), secret)
            if reply == game.win:
                break
            sign, number = ways[game.replies[reply]]
            guesses += 1
            if sign == "=":
                assert read_code(game, number) == secret
                break
        taken.append(guesses)
    return taken


@pytest.mark.parametrize("name", ["p3c4r", "p4c6r", "twod", "bulls-only"])
def test_every_secret_is_found(name):
    tree = best(name) if name in ("twod", "bulls-only") else build("minavg", name)
    taken = played(tree, paper.booklet(tree))
    assert tuple(taken.count(guesses) for guesses in range(1, max(taken) + 1)) == tree.counts


def test_colours_are_letters_with_their_names():
    html = paper.booklet(build("parts", "p4c6r"))
    assert "O orange, B blue, G green, Y yellow, P purple, R red" in html


def test_it_says_which_secrets_there_are_and_what_replies_mean():
    assert "Think of a secret. " in paper.booklet(build("minavg", "p3c4r"))
    assert " A reply of 2 is two in the right place. " in paper.booklet(best("bulls-only"))
    html = paper.booklet(build("minavg", words(("crane", "slate", "trace"))))
    assert "Think of one of 3 secrets, such as crane. " in html
    assert " g in the right place, y elsewhere in the secret, . not there, or no more of it. " in html


def test_large_trees_are_refused():
    with pytest.raises(TreebuildError, match=r"the booklet would have \d+ positions: expected at most 10"):
        paper.booklet(build("minavg", "p3c4r"), most=10)
