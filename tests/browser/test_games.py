"""Games that the page is told: other codes and secrets, other rules, tables. Both ways, looking around, and links."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.conftest import mostly_long
from tests.helpers.browser.table import Table, guesses_taken
from tests.helpers.contributed import Heights
from treebuild.algorithms import build
from treebuild.analysis.position import Position
from treebuild.game.game import Game
from treebuild.game.lookup import find_game
from treebuild.game.reply_rules import RULES, Code, Rule
from treebuild.publish import page as web
from treebuild.publish.best import best
from treebuild.publish.titles import title
from treebuild.tree.tree import Tree

WORDS = """crane slate stale least steal tales brick jumpy waltz lemon melon apple paper eerie geese teeth sleet elegy
otter error hello world sugar tiger"""
MORE = "salet trace raise knoll llama mamma added daddy"
SIX = """banana ananas canada bazaar letter better setter tester street plenty patent silver
sliver winter sinter seller teller pepper puppet"""
PLACES = [f"p{place}" for place in range(30)]
APART = [
    ["yes" if place == other else f"r{30 * place + other // 2:03}" for other in range(30)] for place in range(30)
]  # of all answers but one, two places give the same
OWN = {  # what no shipped game has: guesses of other words than secrets, symbols of more letters, names for codes
    "words.toml": f'rule = "wordle"\ncodes = {(MORE + " " + WORDS).split()}\nsecrets = {WORDS.split()}\n',
    "names.toml": 'rule = "table"\ntable = "names.csv"\nwin = "yes"\n',
    "names.csv": "who?,Ann,Bo Lee,Chi\nAnn,yes,no,no\nBo Lee,no,yes,no\nChi,no,no,yes\nis it she?,she,he,she\n",
    "six.toml": f'rule = "wordle"\ncodes = {SIX.split()}\n',  # 729 replies
    "apart.toml": 'rule = "table"\ntable = "apart.csv"\nwin = "yes"\n',  # 449 replies
    "apart.csv": "\n".join(
        [",".join(["", *PLACES]), *(",".join([name, *answers]) for name, answers in zip(PLACES, APART, strict=True))]
    ),
    "marks.toml": 'rule = "bulls"\ncodes = { pegs = 3, symbols = "aAbB", repeat = true }\n',
}
PLAYED = ".history li, #review li"  # the rows of the board, and those of the review at the end
NAMES = {"no-leading-zero": "Bulls and Cows, no leading zero"}  # games that the page itself has words for
GAMES = (
    "four-colours",
    "twod",
    "words",
    "bulls-only",
    "no-leading-zero",
    "three-of-seven",
    "names",
    "marks",
    "six",
    "apart",
)
NOW = "twod", "six"  # looked at in every run of the tests, the others in `make test-long`


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Tree]:
    folder = tmp_path_factory.mktemp("games")
    for name, text in OWN.items():
        (folder / name).write_text(text)
    files = {name: folder / f"{name}.toml" for name in GAMES if f"{name}.toml" in OWN}
    return {name: best(find_game(files.get(name, name))) for name in GAMES}


@pytest.fixture(scope="session")
def told(games: dict[str, Tree], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with all of them; numbers and Mastermind come first, to see that they get along."""
    path = tmp_path_factory.mktemp("told") / "games.html"
    listed = [("", best("p3c4r")), *games.items()]
    path.write_text(web.page(listed), "utf-8")
    return path


@pytest.fixture
def sit(visit: Any, told: Path, games: dict[str, Tree]) -> Callable[..., Table]:
    """sit("twod") opens the page at that game, where the tree guesses."""

    def open_game(name: str, view: str = "finds", share: float | None = None, **context: Any) -> Table:
        table: Table = visit("", path=told, **context)
        if share is not None:
            table.page.evaluate(f"Math.random = () => {share}")
        table.go(f"#g={quote(games[name].game.name)}&v={view}")
        return table

    return open_game


def reply_of(table: Table, row: int = -1) -> str:
    """The reply in a row of the board as a label of the game; marks are read off by their place."""
    shown = table.page.locator(PLAYED).nth(row)
    if shown.locator(".word").count():
        tiles = shown.locator(".tile").evaluate_all("(tiles) => tiles.map((tile) => tile.className.split(' ').at(-1))")
        return "".join({"bull": "g", "cow": "y"}.get(mark, ".") for mark in tiles)
    cell = shown.locator(".pegs")
    marks = cell.locator("i").evaluate_all("(marks) => marks.map((mark) => mark.className)")
    if not marks:
        return str(cell.inner_text())
    return f"{marks.count('bull')}.{marks.count('cow')}"


def label_of(game: Game, label: str) -> str:
    """What `reply_of` shows of a label: of bulls alone, that there are no cows."""
    return f"{label}.0" if game.rule is not None and game.rule.name == "bulls" else label


def keys_of(game: Game, label: str) -> list[str]:
    """How a label is typed: the counts, as soon as they are settled; every mark; as much of a label as it takes."""
    rule = game.rule
    if rule is None or rule.name == "table":
        others = [other for other in game.replies if other != label]
        short = next(n for n in range(1, 9) if not any(other.startswith(label[:n]) for other in others))
        return list(label[:short])
    if rule.name == "wordle":
        return list(label)
    counts = label.split(".")
    settled = sum(other.split(".")[0] == counts[0] for other in game.replies) == 1
    return counts[:1] if settled else counts


def answer(table: Table, game: Game, label: str, taps: bool) -> None:
    keys = keys_of(game, label)
    for place, key in enumerate(keys):
        if not taps:
            table.page.keyboard.press(key)
        elif game.rule is not None and game.rule.name == "table":
            table.tap(f"#reply{game.replies.index(label)}")
            break
        elif game.rule is not None and game.rule.name == "wordle":
            for _ in range({"g": 2, "y": 1, ".": 0}[key]):
                table.tap(f"#tile{place}")
        else:
            table.tap(f"#{('bulls', 'cows')[place]}{key}")
    if taps and game.rule is not None and game.rule.name == "wordle":
        table.tap("#replied")


def shown_text(game: Game, code: Code) -> str:
    """A code as the page shows it: words in capitals."""
    spelled = game.spell(code)
    return spelled.upper() if game.rule is not None and game.rule.name == "wordle" else spelled


@pytest.mark.parametrize("taps", [True, False], ids=["taps", "keyboard"])
@pytest.mark.parametrize("name", mostly_long(GAMES, NOW))
def test_the_tree_guesses(sit, games, name, taps):
    guessed(sit(name), games[name], taps, NAMES.get(name, title(games[name].game)))


@pytest.mark.parametrize("name", ["p4c10r", "p2c40r"])
def test_games_that_no_text_carries(visit, name, tmp_path):
    """More codes than base-92 numbers; more symbols than digits and letters."""
    tree, path = build("minavg", name), tmp_path / "page.html"
    path.write_text(web.page([("", tree)]), "utf-8")
    guessed(visit("#v=finds", path=path), tree, True, title(tree.game))


def spoken(game: Game, code: Code) -> str:
    """A code as a screen reader is given it: symbol by symbol."""
    return " ".join([game.symbols[symbol] for symbol in code] if game.symbols else game.spell(code))


def guessed(table: Table, tree: Tree, taps: bool, title: str) -> None:
    """The tree finds a secret, in as many guesses as the replay."""
    game = tree.game
    assert table.text("h1") == title and table.left == len(game.secrets)
    secret = game.secrets[len(game.secrets) * 2 // 3]
    guesses = 0
    while table.shows(".pad"):
        guesses += 1
        guess = table.page.get_attribute(".large", "aria-label")
        if "".join(game.symbols) == "YBGROP":  # "Y yellow, B blue, ..."
            guess = " ".join(said.split()[0] for said in guess.split(", "))
        code = next(code for code in game.codes if spoken(game, code) == guess)
        reply = game.reply(code, secret)
        answer(table, game, game.replies[reply], taps)
        assert reply_of(table) == label_of(game, game.replies[reply])
    assert guesses == guesses_taken(tree, secret)
    assert table.text(".stage h2").startswith(f"Found in {guesses} guess")
    table.press("Enter")
    assert table.left == len(game.secrets)


@pytest.mark.parametrize("taps", [True, False], ids=["taps", "keyboard"])
@pytest.mark.parametrize("name", mostly_long(GAMES, NOW))
def test_the_visitor_guesses(sit, games, name, taps):
    tree = games[name]
    game = tree.game
    table = sit(name, "hides", share=0.75)
    secret = game.secrets[len(game.secrets) * 3 // 4]
    others = random.Random(name).sample(game.codes, min(4, len(game.codes)))
    letters = sorted({letter for code in (*game.codes, *game.secrets) for letter in game.spell(code)})
    spelled = list(game.symbols) or letters
    for code in [*(other for other in others if other != secret), secret]:
        for letter in game.spell(code):
            if taps:
                table.tap(f"#key{spelled.index(letter)}")
            else:
                table.page.keyboard.press("Space" if letter == " " else letter)
        if taps:
            table.tap("#submit")
        else:
            table.press("Enter")
        assert reply_of(table) == label_of(game, game.replies[game.reply(code, secret)])
    assert table.text("h2 >> nth=0").startswith("Found in ")
    table.page.wait_for_selector(".trees .board")
    assert table.page.locator(".trees .board li").count() == guesses_taken(tree, secret)


@pytest.mark.parametrize("name", mostly_long(GAMES, NOW))
def test_every_secret_takes_what_the_replay_takes(sit, games, name):
    """The way to each of up to 150 secrets, as the page shows it, with the replies of the game's own definition."""
    tree = games[name]
    game = tree.game
    table = sit(name, "explore")
    secrets = random.Random(6).sample(game.secrets, min(150, len(game.secrets)))
    shown = table.page.evaluate(
        """async (secrets) => {
            const ways = [];
            for (const secret of secrets) {
                const search = document.getElementById("search");
                search.value = secret;
                search.dispatchEvent(new InputEvent("input"));
                document.getElementById("find").click();
                while (document.querySelector(".won")?.textContent !== secret) await new Promise(requestAnimationFrame);
                const rows = [...document.querySelectorAll(".history li")];
                ways.push(rows.map((row) => [".tiles", ".left"].map((part) => row.querySelector(part).textContent)));
            }
            return ways;
        }""",
        [shown_text(game, secret) for secret in secrets],
    )
    for secret, rows in zip(secrets, shown, strict=True):
        replies: list[int] = []
        expected = []
        while (node := tree.after(replies)) >= 0:
            guess = game.codes[tree.guess[node]]
            replies.append(game.reply(guess, secret))
            after = tree.after(replies)
            expected.append([shown_text(game, guess), f"{tree.size[after]:,} possible" if after >= 0 else "found"])
        assert rows == expected
    chart = [int(re.sub(r"\D", "", text)) for text in table.page.locator(".chart td").all_inner_texts()]
    assert chart == list(tree.counts)


def test_contradictions_are_explained(sit, games):
    table = sit("words")
    game = games["words"].game
    first = table.page.get_attribute(".large", "aria-label").replace(" ", "")
    table.press("g g g g")
    assert table.page.locator(".large .marked.bull").count() == 4
    table.press("Backspace Backspace")
    assert table.page.locator(".large .marked.bull").count() == 2
    table.press("Backspace Y G G G")  # capitals are the same
    assert table.text("h2") == "Nothing fits these answers"
    assert reply_of(table) == "gyggg" and table.page.locator(".history .blamed").count() == 1
    table.tap("#back0")
    assert table.left == len(game.secrets)
    assert table.page.get_attribute(".large", "aria-label").replace(" ", "") == first
    table = sit("twod")
    for _ in range(20):
        if table.shows("text=Nothing fits"):
            break
        table.press("h")
    assert table.page.locator(".blamed").count() >= 1


@pytest.mark.parametrize(
    ("text", "steps", "fault"),
    [
        ("crane ..g.g, SLATE:22222", "..g.g ggggg", ""),
        ("crane BBGBG\nslate ⬜️⬜️🟩⬜️🟩", "..g.g ..g.g", ""),
        ("crane slate\nWordle 1,234 2/6*\n\n⬛⬛🟧⬛🟧\n🟧🟧🟧🟧🟧\n", "..g.g ggggg", ""),
        ("⬛⬛🟩⬛🟩 crane\nstale 🟩🟨🟩🟨🟩", "..g.g gygyg", ""),
        ("Wordle 1 X/6\ncrane\n⬛🟦🟧⬛🟧", ".yg.g", ""),
        (
            "crane\nslate\nWords · 2 guesses\n⬛⬛🟩⬛🟩\n🟩🟩🟩🟩🟩\nSkill 93%, luck: as expected\nhttps://a.b/",
            "..g.g ggggg",
            "",
        ),
        ("crane slate", "", "crane"),
        ("crane quilt", "", "crane quilt"),
        ("🟩🟩🟩🟩🟩", "", "🟩🟩🟩🟩🟩"),
    ],
)
def test_words_and_shared_results_are_read_as_people_write_them(sit, text, steps, fault):
    table = sit("words", "help")
    table.page.fill("#lines", text)
    table.tap("#read")
    assert [reply_of(table, row) for row in range(len(steps.split()))] == steps.split()
    assert table.page.locator(PLAYED).count() == len(steps.split())
    assert table.page.locator("#fault").all_inner_texts() == [f"Not understood: {fault}"] * bool(fault)


def test_help_with_words_takes_replies_that_nobody_is_sure_of(sit, games):
    table = sit("words", "help")
    table.page.fill("#lines", "crane ..y.g or gg...\nslate ?")
    table.tap("#read")
    left = Position(games["words"].game, ["crane:..y.g or gg...", "slate:?"]).left
    assert table.left_to_help == left and table.page.locator(".history li").count() == 2
    table.enter("crane")
    table.tap("#unknown")
    assert table.left_to_help == left


@pytest.mark.parametrize("keys", ["b b 2 - G", "0 x g . 2", "_ b G 0 g"])
def test_marks_are_typed_as_people_write_them(sit, keys):
    table = sit("words")
    table.press(keys)
    assert reply_of(table) == "..g.g"


def test_letters_and_colours(sit):
    table = sit("four-colours")
    assert table.text("h2") == "Think of 4 different ones of these"
    assert table.page.locator(".stage p .colour").all_inner_texts() == list("YBGROP")
    yellow = table.page.locator(".stage p .c3")
    assert yellow.inner_text() == "Y"
    table.open("hides")
    table.press("y Y b x G Enter")  # guesses may repeat, secrets do not
    assert table.page.locator(".history .tiles").inner_text().split() == list("YYBG")


def test_capitals_are_other_symbols_where_both_are(sit):
    table = sit("marks")
    table.open("hides")
    table.press("a A b Enter")
    assert table.page.locator(".history .tiles").inner_text().split() == ["a", "A", "b"]


@pytest.mark.parametrize(("name", "rule"), [
    ("four-colours", "The secret is 4 different colours out of 6 in a row."),
    ("marks", "The secret is 3 of 4 symbols in a row; symbols may repeat."),
])  # fmt: skip
def test_rules_call_colours_colours(sit, name, rule):
    assert sit(name).text(".rules li >> nth=0") == rule


def test_trees_of_the_same_figures_are_numbered(visit, tmp_path):
    path = tmp_path / "two.html"
    path.write_text(web.page([("", best("p2c3r")), ("", build("minavg", "p2c3r")), ("mine", best("p2c3r"))]), "utf-8")
    table = visit("#v=explore", path=path)
    assert table.page.locator("#tree option").all_inner_texts() == [
        "2.33 guesses on average, at most 3 (1)", "2.33 guesses on average, at most 3 (2)", "mine"
    ]  # fmt: skip


def test_symbols_of_several_letters(visit, tmp_path):
    codes = list(product(range(3), repeat=2))
    game = Game.from_symbols("lights", Rule("bulls-cows", 2), ("red", "amber", "green"), codes)
    path = tmp_path / "lights.html"
    tree = best(game)
    path.write_text(web.page([("", tree)]), "utf-8")
    table = visit("", path=path)
    assert table.text("#tree") == f"{tree.total / 9:.2f} guesses on average, at most {tree.max_depth}"
    table.open("hides")
    for symbol in (2, 0):
        table.tap(f"#key{symbol}")
    table.tap("#submit")
    assert table.page.locator(".history .tiles").inner_text().split() == ["green", "red"]
    table.open("explore")
    assert table.page.get_attribute("#search", "placeholder") == "red.red"
    table.page.fill("#search", "Green.Red")
    table.press("Enter")
    table.page.wait_for_selector(".won")
    assert table.page.locator(".history .tiles >> nth=-1").inner_text().split() == ["green", "red"]


def test_a_rule_that_the_page_does_not_have(visit, tmp_path, monkeypatch):
    """It plays by a table of the replies."""
    monkeypatch.setitem(RULES, Heights.name, Heights())
    codes = list(product(range(3), repeat=2))
    game = Game.from_symbols("hills", Rule("heights", 2), "abc", codes)
    path = tmp_path / "hills.html"
    path.write_text(web.page([("", build("minavg", game))]), "utf-8")
    table = visit("", path=path)
    table.open("hides")
    table.restart(codes.index((2, 0)) / 9 + 0.01)
    table.open("hides")
    table.press("b b Enter")
    assert table.page.locator(".history .board li").inner_text().split() == ["b", "b", "+-", "1", "possible"]
    table.press("c a Enter")
    assert table.page.locator(".aside .board li >> nth=1").inner_text().split()[:3] == ["c", "a", "=="]


def test_what_is_no_code_is_refused(sit):
    table = sit("words")
    table.open("hides")
    table.press("s l a l e Enter")
    assert table.text("#complaint") == "SLALE is not in the list"
    assert table.text("#said") == "SLALE is not in the list" and table.rows == []
    table.press("Backspace")
    assert table.text("#complaint") == ""
    table = sit("no-leading-zero")
    assert table.text("h2") == "Think of 4 different digits, not 0 first"
    table.open("hides")
    table.press("0 1 2 3 Enter")
    assert table.text("#complaint") == "0123 is not in the list"


def test_codes_that_are_no_secrets_are_not_sought(sit):
    table = sit("four-colours", "explore")
    for sought, there in (("ybgr", True), ("yybb", False)):
        table.page.fill("#search", sought)
        table.press("Enter")
        table.page.wait_for_selector(".won" if there else "#missing")


def test_links_to_a_game_of_the_page(sit, visit, told, games):
    table = sit("four-colours")
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.tap("#link")
    table.page.wait_for_selector("text=✓")
    link = "#" + table.page.evaluate("navigator.clipboard.readText()").split("#")[1]
    other = visit(link, path=told)
    assert other.text("h1") == title(games["four-colours"].game) and not other.shows("#broken p")
    stranger = visit(link)
    assert "bad game" in stranger.text("#broken") and stranger.shows(".cards")
    for damaged in (link[:-3], link + ".0", link.replace("&t=", "&t=zz.")):
        assert visit(damaged, path=told).text("#broken").startswith("This link is damaged: ")


LOCALES = ("en-US", "ru-RU", "zh-CN")
SPOKEN = [("twod", "ru-RU"), ("words", "zh-CN")]


@pytest.mark.parametrize(("name", "locale"), mostly_long(product(GAMES, LOCALES), SPOKEN))
def test_every_view_fits_a_narrow_phone_and_axe_finds_nothing(sit, axe, name, locale):
    table = sit(name, locale=locale, viewport={"width": 320, "height": 568})
    for tab in ("finds", "hides", "race", "explore"):
        table.open(tab)
        if tab == "finds":
            table.press("g" if name == "words" else "0")
        assert table.fits and table.small() == [] and table.faults(axe) == [], tab
