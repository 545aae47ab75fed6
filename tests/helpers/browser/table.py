"""What a visitor sees of the page and does with it."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from treebuild.game.game import Code, Game
from treebuild.game.reply_matrix import reply_matrix
from treebuild.game.user_input import read_code
from treebuild.tree.tree import Tree


class Table:
    """The page in the browser; `page` is Playwright's, `complaints` what console and network have brought up."""

    def __init__(self, page: Any, complaints: list[str]) -> None:
        self.page = page
        self.complaints = complaints
        self.wait()

    def wait(self) -> None:
        """Until the tree is open, or the games are there to choose from."""
        self.page.wait_for_selector("#view[aria-busy=false]")

    def open(self, view: str) -> None:
        """Another view, by its tab, under "More" if it has to be."""
        if not self.shows(f"#tab-{view}"):
            self.tap("#more")
        self.tap(f"#tab-{view}")
        self.page.wait_for_selector(f"#tab-{view}[aria-current]", state="attached")
        self.wait()

    def go(self, link: str) -> None:
        """Another address of the same page."""
        self.page.evaluate(
            "(hash) => { document.getElementById('view').ariaBusy = 'true'; location.hash = hash; }", link
        )
        self.wait()

    def restart(self, share: float) -> None:
        """As a new visitor, of a page whose secrets are the codes at this share of all."""
        self.page.add_init_script(f"Math.random = () => {share}")
        self.page.evaluate("localStorage.clear()")
        self.page.reload()
        self.wait()

    def choose(self, tree: int) -> None:
        """Another tree of the game."""
        self.page.select_option("#tree", str(tree))
        self.wait()

    def enter(self, code: str, taps: bool = False) -> None:
        """Make a guess."""
        if not taps:
            return self.press(" ".join(code) + " Enter")
        for symbol in code:
            self.tap(f"#key{symbol}")
        return self.tap("#submit")

    def faults(self, axe: str) -> list[tuple[str, list[str]]]:
        """What axe-core, whose source is given, finds wrong with what is shown."""
        if not self.page.evaluate("Boolean(window.axe)"):
            self.page.evaluate(axe)
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [(rule["id"], [node["html"] for node in rule["nodes"]][:3]) for rule in found["violations"]]

    def small(self) -> list[str]:
        """The controls that a thumb may miss: under 44 pixels either way; keys of letters may be 24 wide."""
        boxes = self.page.evaluate("""() => [...document.querySelectorAll("button, select, input")]
            .filter((control) => control.checkVisibility()).map((control) => [control, control.getBoundingClientRect()])
            .filter(([control, { width, height }]) =>
                Math.round(width) < (control.matches(".letters *") ? 24 : 44) || Math.round(height) < 44)
            .map(([control]) => control.outerHTML)""")
        return [str(box) for box in boxes]

    def cut(self) -> list[str]:
        """The elements with text that their boxes do not show whole."""
        found = self.page.evaluate("""() => [...document.querySelectorAll("#view *, header *, footer *")]
            .filter((element) => !["visible", "auto", "scroll"].includes(getComputedStyle(element).overflowX)
                && element.textContent && !element.matches("select, svg *, .demo *")
                && element.scrollWidth > element.clientWidth + 1)
            .map((element) => element.outerHTML.slice(0, 200))""")
        return [str(one) for one in found]

    @property
    def fits(self) -> bool:
        """Whether nothing sticks out to the right."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

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
        return int(re.sub(r"\D", "", self.text(".stage p.hint:not(:empty)").split(" · ")[0]))

    @property
    def left_to_help(self) -> int:
        """How many possibilities "Help me" says are left."""
        return int(re.sub(r"\D", "", self.text("#helpLeft")))

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The board: (code, reply label) of every row."""
        found = self.page.evaluate("""() => [...document.querySelectorAll(".history .board li")].map((row) => [
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
    return game.replies[game.reply(read_code(game, guess), secret)]


def guesses_taken(tree: Tree, secret: Code) -> int:
    """The replay of one secret, with the game's own reply function."""
    replies: list[int] = []
    while (node := tree.after(replies)) >= 0:
        replies.append(tree.game.reply(tree.game.codes[tree.guess[node]], secret))
    return len(replies)


def sit_with_secret(visit: Any, share: float, game: str = "p4c10n", view: str = "hides") -> Table:
    """At a view in which the page has a secret: the code at this share of all."""
    table: Table = visit("")
    table.page.evaluate(f"Math.random = () => {share}")
    table.go(f"#g={game}&v={view}")
    return table


def copied(table: Table, control: str) -> str:
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.tap(control)
    table.page.wait_for_selector("text=✓")
    return str(table.page.evaluate("navigator.clipboard.readText()"))


def secret_of(date: str, game: Game, name: str) -> str:
    """The rule in you_guess.js, in Python."""
    value = 0x811C9DC5
    for byte in f"{date} {name}".encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        value = (value ^ value >> shift) * factor & 0xFFFFFFFF
    return game.spell(game.secrets[(value ^ value >> 16) % len(game.secrets)])


SECRET = Game.from_rules("p4c10n").codes[5040 * 3 // 4]


def least_left(tree: Tree, guesses: list[str], secret: tuple[int, ...]) -> tuple[str, float, list[float]]:
    """After guesses at a secret: the guess that leaves least on average, ties as in minavg; that, of every guess."""
    game = tree.game
    matrix = reply_matrix(game).matrix.astype(np.int64)
    codes = [game.codes.index(game.parse(guess)) for guess in guesses]
    place = game.codes.index(secret)
    fits = [matrix[code] == matrix[code, place] for code in codes]
    left = np.flatnonzero(np.all(fits, axis=0)) if fits else np.arange(len(matrix))
    sums = [int((np.bincount(row) ** 2).sum()) for row in matrix[:, left]]
    best = min(range(len(sums)), key=lambda code: (sums[code], code not in left, code))
    return game.spell(game.codes[best]), sums[best] / len(left), [total / len(left) for total in sums]


def amount(value: float) -> str:
    return f"{value:.1f}" if value < 20 and value % 1 else f"{value:,.0f}"
