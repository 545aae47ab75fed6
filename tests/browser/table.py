"""What a visitor sees of the page and does with it."""

from __future__ import annotations

import re
from typing import Any

from treebuild.game.game import Code, Game
from treebuild.tree.tree import Tree


class Table:
    """The page in the browser; `page` is Playwright's, `complaints` what console and network have brought up."""

    def __init__(self, page: Any, complaints: list[str]) -> None:
        self.page = page
        self.complaints = complaints
        page.wait_for_selector("#foot *")  # the tree is open

    def press(self, keys: str) -> None:
        """Keys on the keyboard, spaces between them."""
        for key in keys.split():
            self.page.keyboard.press(key)

    def tap(self, selector: str) -> None:
        self.page.click(selector)

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector))

    def shows(self, selector: str) -> bool:
        return bool(self.page.is_visible(selector))

    @property
    def guess(self) -> str:
        """The code in the large tiles."""
        return "".join(self.text(".large").split())

    @property
    def left(self) -> int:
        """How many possibilities the page says are left."""
        return int(re.sub(r"\D", "", self.text(".stage .hint").splitlines()[0]))

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The board: (code, reply label) of every row."""
        found = self.page.evaluate("""() => [...document.querySelectorAll(".aside .board li")].map((row) => [
            row.querySelector(".tiles").textContent,
            `${row.querySelectorAll(".bull").length}.${row.querySelectorAll(".cow").length}`])""")
        return [(code, reply) for code, reply in found]

    def answer_by_taps(self, label: str) -> None:
        """Answer as a visitor would; the page takes it as soon as the rules leave no other meaning."""
        bulls, cows = label.split(".")
        before = len(self.rows)
        self.tap(f"#bulls{bulls}")
        if len(self.rows) == before and not self.shows("text=Nothing fits"):
            self.tap(f"#cows{cows}")

    def play(self, tree: Tree, secret: Code, taps: bool) -> int:
        """Answer for a secret until it is found; how many guesses it took."""
        for guesses in range(1, 20):
            label = reply_label(tree.game, self.guess, secret)
            if taps:
                self.answer_by_taps(label)
            else:
                self.press(" ".join(label.split(".")) if label[0] < "3" else label[0])
            if label == tree.game.replies[tree.game.win]:
                return guesses
        raise AssertionError("the page does not find the secret")


def reply_label(game: Game, guess: str, secret: Code) -> str:
    return game.replies[game.reply(game.parse(guess), secret)]


def guesses_taken(tree: Tree, secret: Code) -> int:
    """The replay of one secret, with the game's own reply function."""
    replies: list[int] = []
    while (node := tree.after(replies)) >= 0:
        replies.append(tree.game.reply(tree.game.codes[tree.guess[node]], secret))
    return len(replies)
